"""Everything the pipeline tells Dagster about single documents goes through here.

A materialization for every document and stage; a check evaluation where it says something (it failed, an ordered re-run
may clear an earlier failure, or the run is small). Outputs of assets are never yielded: a parked document then has no
later materializations. Materializations are stored in batches past Dagster's step, which would store them one by one:
this is the only place that uses Dagster's internals.
"""

from __future__ import annotations

import logging
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import dagster as dg
from dagster._core.events import DagsterEvent, DagsterEventType, StepMaterializationData
from dagster._core.events.log import EventLogEntry
from dagster._core.storage.event_log.base import EventLogStorage
from dagster._core.storage.event_log.schema import SqlEventLogStorageTable
from dagster._core.storage.event_log.sql_event_log import SqlEventLogStorage
from dagster._core.storage.event_log.sqlite import SqliteEventLogStorage
from dagster._serdes import serialize_value
from sqlalchemy.pool import NullPool

from assets.record_metadata import Metadata, record_metadata
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Check, Outcome

NEVER_YIELDED = dg.Out(dg.Nothing, is_required=False)
BATCH_SIZE = "DAGSTER_EVENT_BATCH_SIZE"  # Dagster's own variable; 0 stores events one by one
DEFAULT_BATCH_SIZE = 500
STATEMENT_TIMEOUT_MS = 60_000
POOL_RECYCLE_SECONDS = 3600
POOL_OVERFLOW = 4


def stage_events(
    context: dg.OpExecutionContext, mailroom: Mailroom, outcomes: Sequence[Outcome]
) -> Iterator[dg.AssetCheckEvaluation]:
    """Store the materializations of one stage over a batch, then the check evaluations for the step to yield."""
    store_materializations(
        context, [_materialization(mailroom, outcome) for outcome in outcomes if outcome.record is not None]
    )
    detailed = len(outcomes) <= mailroom.policy.events.check_detail_limit
    for outcome in outcomes:
        for check in outcome.checks:
            if detailed or not check.passed or outcome.manifest.generation or outcome.manifest.person:
                yield _evaluation(outcome, check)


def store_materializations(context: dg.OpExecutionContext, materializations: Sequence[dg.AssetMaterialization]) -> None:
    """Put materializations into the event log as events of this step, some hundreds a transaction."""
    pool_connections(context.instance)
    entries = [_entry(context, item) for item in materializations]
    size = int(os.environ.get(BATCH_SIZE, DEFAULT_BATCH_SIZE)) or 1
    for first in range(0, len(entries), size):
        _store(context.instance.event_log_storage, entries[first : first + size])


def pool_connections(instance: dg.DagsterInstance) -> None:
    """Keep connections to a database server open in this process: Dagster else opens one for every statement."""
    engine = getattr(instance.event_log_storage, "_engine", None)
    if engine is not None and isinstance(engine.pool, NullPool):
        instance.optimize_for_webserver(STATEMENT_TIMEOUT_MS, POOL_RECYCLE_SECONDS, POOL_OVERFLOW)


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


def _entry(context: dg.OpExecutionContext, materialization: dg.AssetMaterialization) -> EventLogEntry:
    """The event that the step would have logged for it."""
    step = context.get_step_execution_context()
    event = DagsterEvent(
        event_type_value=DagsterEventType.ASSET_MATERIALIZATION.value,
        job_name=step.job_name,
        step_handle=step.step.handle,
        node_handle=step.step.node_handle,
        step_kind_value=step.step.kind.value,
        logging_tags=step.event_tags,
        event_specific_data=StepMaterializationData(materialization),
        message="Materialized value.",
        pid=os.getpid(),
    )
    return EventLogEntry(  # type: ignore[no-untyped-call]
        error_info=None,
        level=logging.DEBUG,
        user_message="",
        run_id=context.run_id,
        timestamp=time.time(),
        step_key=event.step_key,
        job_name=step.job_name,
        dagster_event=event,
    )


def _store(storage: EventLogStorage, entries: Sequence[EventLogEntry]) -> None:
    """One batch, in one transaction; on SQLite in two: the run's own database, and the index over all runs."""
    if not isinstance(storage, SqlEventLogStorage):
        storage.store_event_batch(entries)
        return
    rows = _rows(storage, entries)
    insert = SqlEventLogStorageTable.insert()
    if isinstance(storage, SqliteEventLogStorage):
        with storage.run_connection(entries[0].run_id) as connection:
            connection.execute(insert, rows)
    with storage.index_transaction() as connection:
        stored = connection.execute(insert.returning(SqlEventLogStorageTable.c.id, sort_by_parameter_order=True), rows)
        ids = [row[0] for row in stored]
        storage._store_asset_event_tags(connection, entries, ids)
        storage._store_asset_event(connection, entries[-1], ids[-1])


def _rows(storage: SqlEventLogStorage, entries: Sequence[EventLogEntry]) -> list[dict[str, Any]]:
    """The entries as rows. All but the materialization is the same for a step's entries, and is serialised once."""
    told = [entry.get_dagster_event().step_materialization_data.materialization for entry in entries]
    row = storage._event_to_row(entries[0])
    head, _, tail = row["event"].partition(serialize_value(told[0]))
    return [
        row
        | {
            "event": f"{head}{serialize_value(item)}{tail}",
            "asset_key": item.asset_key.to_string(),
            "partition": item.partition,
        }
        for item in told
    ]
