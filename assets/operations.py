"""The mailroom's own condition as assets: health on a schedule, the ledger's head, the catalog's upkeep."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from assets.owners import OWNERS
from mailroom_dagster.ledger.anchoring import anchor_head
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.operations.health import HEALTH_CHECKS, head_anchored, health
from resources.mailroom import MailroomResource

GROUP = "operations"


@dg.asset(
    group_name=GROUP,
    owners=OWNERS,
    kinds={"python"},
    description="How the mailroom is doing: stuck, failed and waiting documents, errors, anchoring.",
    check_specs=[dg.AssetCheckSpec(name, asset="ops_health", description=text) for name, text in HEALTH_CHECKS.items()],
)
def ops_health(mailroom: MailroomResource) -> Iterator[Any]:
    """Each finding is a check; one that cannot be told has failed."""
    findings = health(mailroom.open())
    for item in findings:
        figures = {name: value for name, value in (("figure", item.figure), ("limit", item.limit)) if value is not None}
        yield dg.AssetCheckResult(
            check_name=item.name,
            passed=item.passed,
            severity=dg.AssetCheckSeverity.WARN,
            description=item.message,
            metadata=figures,
        )
    yield dg.MaterializeResult(metadata={item.name: item.message for item in findings})


@dg.asset(
    group_name=GROUP,
    owners=OWNERS,
    kinds={"python"},
    pool="ledger",
    description="The signed head of the audit ledger, handed to every anchor.",
    check_specs=[
        dg.AssetCheckSpec("ledger_intact", asset="ledger_head", description="The chain and every signed head verify."),
        dg.AssetCheckSpec("head_anchored", asset="ledger_head", description=HEALTH_CHECKS["head_anchored"]),
    ],
)
def ledger_head(mailroom: MailroomResource) -> Iterator[Any]:
    """Sign, anchor, verify. A broken chain is an error and signs nothing."""
    room = mailroom.open()
    report = verify(room.home, policy=room.policy.ledger, sample=0)
    problem = report.problems[0].message if report.problems else "sound"
    yield dg.AssetCheckResult(check_name="ledger_intact", passed=report.ok, description=problem)
    results = anchor_head(room.ledger) if report.ok and report.entries else []
    anchored = head_anchored(room)
    yield dg.AssetCheckResult(
        check_name="head_anchored",
        passed=anchored.passed,
        severity=dg.AssetCheckSeverity.WARN,
        description=anchored.message,
    )
    handed = {item.target: "ok" if item.ok else item.message for item in results}
    yield dg.MaterializeResult(metadata={"entries": report.entries, **handed})


@dg.asset(
    group_name=GROUP,
    owners=OWNERS,
    kinds={"parquet", "duckdb"},
    pool="catalog",
    description="The catalog's segments, merged so that queries stay quick.",
)
def catalog_segments(mailroom: MailroomResource) -> dg.MaterializeResult[None]:
    """Merge what is due."""
    return dg.MaterializeResult(metadata=dict(mailroom.open().catalog.compact()))


OPERATIONS_ASSETS = [ops_health, ledger_head, catalog_segments]
