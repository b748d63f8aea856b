"""A glance at the mailroom: true figures, and what cannot be told is said, never a zero."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.catalog.refreshing import refresh
from mailroom_dagster.cli import app
from mailroom_dagster.cli.glance import picture
from mailroom_dagster.operations.pausing import pause_intake
from mailroom_dagster.operations.watching import NOT_TOLD, at_a_glance
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.providers.calls import CallLog
from mailroom_dagster.providers.rows import ANSWERED, CallRow, RowKind
from mailroom_dagster.records.home import Home
from tests.obedient import claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
RUN = {"run_id": "0123456789", "job": "process_documents", "status": "started", "documents": 2,
       "created_at": "2026-01-01T00:00:00+00:00", "seconds": None}  # fmt: skip


@pytest.fixture
def worked(home: Home, tmp_path: Path) -> Mailroom:
    """One parked document of a hostile name, one queued, one in the inbox; two priced calls, one not in the catalog."""
    mailroom, _ = obedient_mailroom(home, sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    drop(mailroom, tmp_path / "in", **{"[red]parked[": claim(1)})
    process_pending(mailroom)
    log, now = CallLog(home, mailroom.disk), datetime.now(UTC).isoformat()
    for number, cost in enumerate((0.25, 0.5)):
        log.append(
            CallRow(kind=RowKind.ENDED, at=now, run_id="r", call_id=f"c{number}", role=Role.SORTER, cost_usd=cost,
                    outcome=ANSWERED)
        )  # fmt: skip
        if not number:
            refresh(mailroom.catalog, mailroom.store, mailroom.ledger, mailroom.taxonomy)
    drop(mailroom, tmp_path / "in", queued=claim(2))
    (home.inbox / "new.txt").write_bytes(claim(3))
    pause_intake(home, mailroom.disk, "Grace", "moving house", 60)
    return mailroom


def drawn(glance: dict[str, object]) -> str:
    console = Console(width=160)
    with console.capture() as caught:
        console.print(picture(glance))
    return caught.get()


def test_a_glance_tells_queue_runs_review_and_costs(worked: Mailroom) -> None:
    glance = at_a_glance(worked, lambda: [RUN])
    assert {name: glance["queue"][name] for name in ("inbox", "waiting", "under_way")} == {
        "inbox": 1, "waiting": 1, "under_way": 0,
    }  # fmt: skip
    assert glance["queue"]["paused"]["actor"] == "Grace"
    assert glance["documents"] == {"parked": 1}
    assert glance["review"]["waiting"] == 1
    assert glance["costs"] == {"calls_today": 2, "usd_today": 0.75, "usd": 0.75, "calls_without_cost": 0}
    assert "no_stuck_documents" in {item["name"] for item in glance["health"]}
    shown = drawn(glance)
    assert "[red]parked[" in shown
    assert all(words in shown for words in ("PAUSED", "01234567", "$0.7500", "Waiting for a person: 1"))


def test_what_cannot_be_told_is_no_zero(worked: Mailroom, home: Home) -> None:
    def fail() -> list[dict[str, object]]:
        raise RuntimeError("no instance")

    next(home.catalog.rglob("*.parquet")).unlink()
    glance = at_a_glance(worked, fail)
    assert glance["runs"] == {NOT_TOLD: "unforeseen RuntimeError"}
    assert all(NOT_TOLD in glance[part] for part in ("documents", "review", "costs"))
    assert glance["queue"]["inbox"] == 1
    assert drawn(glance).count("cannot be told") >= 4


def test_the_command_looks_once_for_scripts(worked: Mailroom, home: Home) -> None:
    told = CliRunner().invoke(app, ["watch", "--json", "--home", str(home.root)])
    assert told.exit_code == 0, told.output
    value = json.loads(told.output)
    assert (value["review"]["waiting"], value["runs"]) == (1, [])
    shown = CliRunner().invoke(app, ["watch", "--once", "--home", str(home.root)])
    assert shown.exit_code == 0
    assert "Model calls" in shown.output
