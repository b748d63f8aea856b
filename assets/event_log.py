"""Materializations into Dagster's event log, some hundreds a transaction, as a step would store them one by one.

This is the only place that uses Dagster's internals; its version is pinned, and a test compares every stored event with
the one that Dagster stores itself.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from json import dumps
from typing import Any

import dagster as dg
from dagster._core.events import DagsterEvent, DagsterEventType, StepMaterializationData
from dagster._core.events.log import EventLogEntry
from dagster._core.storage.event_log.schema import SqlEventLogStorageTable
from dagster._core.storage.event_log.sql_event_log import SqlEventLogStorage
from dagster._core.storage.event_log.sqlite import SqliteEventLogStorage
from dagster._serdes import serialize_value
from sqlalchemy.engine import Connection
from sqlalchemy.pool import NullPool

BATCH_SIZE = "DAGSTER_EVENT_BATCH_SIZE"  # Dagster's own variable; 0 stores events one by one
DEFAULT_BATCH_SIZE = 500
STATEMENT_TIMEOUT_MS = 60_000
POOL_RECYCLE_SECONDS = 3600
POOL_OVERFLOW = 4
_FRAMES: dict[type[dg.MetadataValue], tuple[str, str]] = {}  # what Dagster writes before and after a value, by kind


def store_materializations(context: dg.OpExecutionContext, materializations: Sequence[dg.AssetMaterialization]) -> None:
    """Put materializations of one asset into the event log as events of this step."""
    pool_connections(context.instance)
    storage = context.instance.event_log_storage
    if isinstance(storage, SqlEventLogStorage):
        remember_columns(storage)
    size = int(os.environ.get(BATCH_SIZE, DEFAULT_BATCH_SIZE)) or 1
    for first in range(0, len(materializations), size):
        part = materializations[first : first + size]
        if isinstance(storage, SqlEventLogStorage):
            _insert(storage, context, part)
        else:
            storage.store_event_batch([_entry(context, item) for item in part])


def pool_connections(instance: dg.DagsterInstance) -> None:
    """Keep connections to a database server open in this process: Dagster else opens one for every statement."""
    engine = getattr(instance.event_log_storage, "_engine", None)
    if engine is not None and isinstance(engine.pool, NullPool):
        instance.optimize_for_webserver(STATEMENT_TIMEOUT_MS, POOL_RECYCLE_SECONDS, POOL_OVERFLOW)


def remember_columns(storage: SqlEventLogStorage) -> None:
    """Let Dagster ask for the columns of its table of assets once in this process: it else asks at every event."""
    ask = storage._has_asset_key_col_on_connection
    if not isinstance(ask, partial):
        storage._has_asset_key_col_on_connection = partial(_asked_once, ask, set())  # type: ignore[method-assign]


def _asked_once(ask: Callable[[Connection, str], bool], known: set[str], connection: Connection, column: str) -> bool:
    """Whether the column is there. That it is not may change with a migration, and is asked again."""
    if column not in known and ask(connection, column):
        known.add(column)
    return column in known


def _insert(
    storage: SqlEventLogStorage, context: dg.OpExecutionContext, part: Sequence[dg.AssetMaterialization]
) -> None:
    """One batch, in one transaction; on SQLite in two: the run's own database, and the index over all runs."""
    latest = _entry(context, part[-1])
    rows = _rows(storage, latest, part)
    insert = SqlEventLogStorageTable.insert()
    if isinstance(storage, SqliteEventLogStorage):
        with storage.run_connection(latest.run_id) as connection:
            connection.execute(insert, rows)
    with storage.index_transaction() as connection:
        stored = connection.execute(insert.returning(SqlEventLogStorageTable.c.id, sort_by_parameter_order=True), rows)
        ids = [row[0] for row in stored]
        tagged = [(_entry(context, item), number) for item, number in zip(part, ids, strict=True) if item.tags]
        storage._store_asset_event_tags(connection, [entry for entry, _ in tagged], [number for _, number in tagged])
        storage._store_asset_event(connection, latest, ids[-1])


def _rows(
    storage: SqlEventLogStorage, latest: EventLogEntry, part: Sequence[dg.AssetMaterialization]
) -> list[dict[str, Any]]:
    """The events as rows. All but the materialization is the same for a step's events, and is serialised once."""
    row = storage._event_to_row(latest)
    head, _, tail = row["event"].partition(serialize_value(part[-1]))
    return [row | {"event": f"{head}{_serialised(item)}{tail}", "partition": item.partition} for item in part]


def _serialised(item: dg.AssetMaterialization) -> str:
    """What `serialize_value` gives for a materialization, for a tenth of its time."""
    entries = ", ".join(
        f'{{"__class__": "EventMetadataEntry", "description": null, '
        f'"entry_data": {_value(value)}, "label": {dumps(name)}}}'
        for name, value in item.metadata.items()
    )
    return (
        f'{{"__class__": "AssetMaterialization", "asset_key": {_key(item.asset_key)}, '
        f'"description": {dumps(item.description)}, "metadata_entries": [{entries}], '
        f'"partition": {dumps(item.partition)}, "tags": {dumps(item.tags)}}}'
    )


def _value(value: Any) -> str:
    """A metadata value; what stands around the content is the same for all of its kind."""
    content = dumps(value.value)
    if type(value) not in _FRAMES:
        head, _, tail = serialize_value(value).rpartition(content)
        _FRAMES[type(value)] = head, tail
    head, tail = _FRAMES[type(value)]
    return f"{head}{content}{tail}"


@cache
def _key(key: dg.AssetKey) -> str:
    return serialize_value(key)


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
