"""Everything the pipeline tells Dagster about single documents goes through here.

A materialization for every document and stage; a check evaluation where it says something (it failed, an ordered re-run
may clear an earlier failure, or the run is small). Outputs of assets are never yielded: a parked document then has no
later materializations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import dagster as dg

from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Check, Outcome
from mailroom_dagster.records.model import (
    ArchiveRecord,
    ClassificationRecord,
    ExtractionRecord,
    ReportRecord,
    TextRecord,
    VerdictRecord,
)

NEVER_YIELDED = dg.Out(dg.Nothing, is_required=False)
PREVIEW_CHARACTERS = 4000
Metadata = dict[str, dg.MetadataValue]


def stage_events(
    mailroom: Mailroom, outcomes: Sequence[Outcome]
) -> Iterator[dg.AssetMaterialization | dg.AssetCheckEvaluation]:
    """The events of one stage over a batch."""
    detailed = len(outcomes) <= mailroom.policy.events.check_detail_limit
    for outcome in outcomes:
        if outcome.record is not None:
            yield _materialization(mailroom, outcome)
        for check in outcome.checks:
            if detailed or not check.passed or outcome.manifest.generation or outcome.manifest.person:
                yield _evaluation(outcome, check)


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
    path = mailroom.home.record(manifest.doc_id, outcome.stage)
    common: Metadata = {
        "file_name": dg.MetadataValue.text(manifest.file_name),
        "matter": dg.MetadataValue.text(manifest.matter_id),
        "state": dg.MetadataValue.text(manifest.state.value),
        "record": dg.MetadataValue.path(str(path)),
        "unchanged": dg.MetadataValue.bool(outcome.unchanged),
    }
    if manifest.reason:
        common["reason"] = dg.MetadataValue.text(manifest.reason)
    return dg.AssetMaterialization(
        outcome.stage.value, partition=manifest.partition_key, metadata=common | _of_record(outcome)
    )


def _of_record(outcome: Outcome) -> Metadata:
    match outcome.record:
        case TextRecord(document=text):
            return {
                "pages": dg.MetadataValue.int(len(text.pages)),
                "characters": dg.MetadataValue.int(len(text.text)),
                "quality": dg.MetadataValue.float(text.quality),
                "media_type": dg.MetadataValue.text(text.media_type),
            }
        case ClassificationRecord() as record:
            return {
                "class": dg.MetadataValue.text(record.doc_class),
                "subtype": dg.MetadataValue.text(record.subtype or ""),
                "confidence": dg.MetadataValue.float(record.confidence),
                "decided_by": dg.MetadataValue.text(record.decided_by),
                "route": dg.MetadataValue.text(_route(record)),
            }
        case ExtractionRecord() as record:
            return {
                "fields": dg.MetadataValue.int(sum(bool(item.values) for item in record.fields.values())),
                "confidence": dg.MetadataValue.float(record.confidence),
                "attempts": dg.MetadataValue.int(record.attempts),
                "route": dg.MetadataValue.text(_route(record)),
            }
        case VerdictRecord() as record:
            return {
                "accepted": dg.MetadataValue.bool(record.accepted),
                "decided_by": dg.MetadataValue.text(record.decided_by),
                "route": dg.MetadataValue.text(_route(record)),
            }
        case ReportRecord() as record:
            return {"preview": dg.MetadataValue.md(record.markdown[:PREVIEW_CHARACTERS])}
        case ArchiveRecord() as record:
            return {"archived_at": dg.MetadataValue.text(record.path)}
        case _:
            return {}


def _route(record: ClassificationRecord | ExtractionRecord | VerdictRecord) -> str:
    return " > ".join(f"{item.gate}:{item.rule}" for item in record.decisions)


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
