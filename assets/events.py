"""Everything the pipeline tells Dagster about single documents goes through here.

A materialization for every document and stage; a check evaluation where it says something (it failed, an ordered re-run
may clear an earlier failure, or the run is small). Outputs of assets are never yielded: a parked document then has no
later materializations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import dagster as dg

from assets.event_log import store_materializations
from assets.record_metadata import Metadata, record_metadata
from mailroom_dagster.pipeline.checks import CHECKS
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Check, Outcome

CHECK_OUTPUTS = {f"{asset}_{check}": (asset, check) for check, (asset, _) in CHECKS.items()}
NEVER_YIELDED = dg.Out(dg.Nothing, is_required=False)
EVALUATED = dg.Out(dg.Nothing)  # of a check: yielded empty when the batch is evaluated, whatever came out


def stage_events(
    context: dg.OpExecutionContext, mailroom: Mailroom, outcomes: Sequence[Outcome]
) -> Iterator[dg.AssetCheckEvaluation | dg.Output[None]]:
    """Store the materializations of one stage over a batch; then its check evaluations and outputs, to yield."""
    store_materializations(
        context, [_materialization(mailroom, outcome) for outcome in outcomes if outcome.record is not None]
    )
    detailed = len(outcomes) <= mailroom.policy.events.check_detail_limit
    for outcome in outcomes:
        for check in outcome.checks:
            if detailed or not check.passed or outcome.manifest.generation or outcome.manifest.person:
                yield _evaluation(outcome, check)
    yield from (dg.Output(None, name) for name in context.op_def.output_dict if name in CHECK_OUTPUTS)


def summary(outcomes: Sequence[Outcome]) -> Metadata:
    """One aggregate for the run: documents by state, by check and by what was done."""
    states = Counter(outcome.manifest.state.value for outcome in outcomes)
    failed = Counter(check.name for outcome in outcomes for check in outcome.checks if not check.passed)
    return {
        "documents": dg.MetadataValue.int(len(outcomes)),
        "unchanged": dg.MetadataValue.int(sum(outcome.unchanged for outcome in outcomes)),
        "states": dg.MetadataValue.json(dict(states)),
        "checks_not_passed": dg.MetadataValue.json(dict(failed)),
    }


def _materialization(mailroom: Mailroom, outcome: Outcome) -> dg.AssetMaterialization:
    manifest = outcome.manifest
    place = mailroom.disk.where(mailroom.home.record(manifest.doc_id, outcome.stage))
    common: Metadata = {
        "file_name": dg.MetadataValue.text(manifest.file_name),
        "matter": dg.MetadataValue.text(manifest.matter_id),
        "state": dg.MetadataValue.text(manifest.state.value),
        "record": dg.MetadataValue.path(place),
        "unchanged": dg.MetadataValue.bool(outcome.unchanged),
    }
    if manifest.reason:
        common["reason"] = dg.MetadataValue.text(manifest.reason)
    return dg.AssetMaterialization(
        outcome.stage.value, partition=manifest.partition_key, metadata=common | record_metadata(outcome.record)
    )


def _evaluation(outcome: Outcome, check: Check) -> dg.AssetCheckEvaluation:
    """WARN for what needs a person, ERROR for what is broken."""
    severity = dg.AssetCheckSeverity.ERROR if check.integrity else dg.AssetCheckSeverity.WARN
    return dg.AssetCheckEvaluation(
        asset_key=dg.AssetKey(outcome.stage.value),
        check_name=check.name,
        passed=check.passed,
        severity=severity,
        description=check.description[:500],
        partition=outcome.manifest.partition_key,
        metadata={name: dg.MetadataValue.float(number) for name, number in check.numbers.items()},
        blocking=False,
    )
