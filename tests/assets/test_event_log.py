"""Materializations stored in batches are the events that the step itself would have stored, in far fewer writes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from sqlalchemy import Inspector
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.engine import Engine
from sqlalchemy.pool import NullPool

from assets.event_log import BATCH_SIZE, pool_connections, store_materializations
from tests.postgres import as_url, postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
TEXT = dg.AssetKey("text")
NEWS = [
    dg.AssetMaterialization(
        "text",
        partition=f'dóc "{number}"',
        description=["", "Read.", None][number % 3],
        metadata={
            "pages": number,
            "quality": number / 7,
            "unchanged": bool(number % 2),
            "name": ["text", "", "\u2028 {}\n\x00"][number % 3],
            're"ason': dg.MetadataValue.path("C:\\text"),
            "preview": dg.MetadataValue.md("# Ünïcode 文書"),
        },
        tags=[{"kind": "pdf"}, {}, None][number % 3],
    )
    for number in range(7)
]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def instance(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    overrides: dict[str, Any] = {"telemetry": {"enabled": False}}
    if request.param == "postgres":
        overrides["storage"] = {"postgres": {"postgres_url": as_url(request.getfixturevalue("postgres_url"))}}
    with dg.DagsterInstance.local_temp(str(tmp_path), overrides=overrides) as place:
        yield place


def tell(instance: dg.DagsterInstance, *, batched: bool, news: list[dg.AssetMaterialization] = NEWS) -> str:
    """Run one step that tells the news; returns the run's id."""

    @dg.op(out=dg.Out(dg.Nothing, is_required=False))
    def step(context: dg.OpExecutionContext) -> Iterator[Any]:
        if batched:
            store_materializations(context, news)
        else:
            yield from news

    @dg.job
    def telling() -> None:
        step()

    return telling.execute_in_process(instance=instance, run_config=QUIET).run_id


def stored(instance: dg.DagsterInstance, run_id: str) -> list[Any]:
    """What the event log says of a run's materializations, without times and ids."""
    entries = [entry for entry in instance.all_logs(run_id) if entry.dagster_event_type is not None]
    events = [entry.get_dagster_event() for entry in entries]
    return [
        (event._replace(message="", pid=0), entry.level, entry.job_name)
        for entry, event in zip(entries, events, strict=True)
        if event.is_step_materialization
    ]


def test_batched_events_equal_those_of_the_step(instance: dg.DagsterInstance) -> None:
    one_by_one = stored(instance, tell(instance, batched=False))
    batched = stored(instance, tell(instance, batched=True))
    assert len(batched) == len(NEWS)
    tags = {key for event, _, _ in batched for key in event.logging_tags}
    assert tags == {key for event, _, _ in one_by_one for key in event.logging_tags}
    assert [(event._replace(logging_tags={}), *rest) for event, *rest in batched] == [
        (event._replace(logging_tags={}), *rest) for event, *rest in one_by_one
    ]


@pytest.mark.parametrize("size", ["0", "1", "3", "500"])
def test_every_partition_and_the_latest_event_are_known(
    instance: dg.DagsterInstance, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(BATCH_SIZE, size)
    run_id = tell(instance, batched=True)
    assert instance.get_materialized_partitions(TEXT) == {item.partition for item in NEWS}
    latest = instance.get_latest_materialization_event(TEXT)
    assert latest is not None
    assert latest.run_id == run_id
    assert latest.asset_materialization == NEWS[-1]
    records = instance.fetch_materializations(TEXT, limit=100).records
    assert [record.partition_key for record in reversed(records)] == [item.partition for item in NEWS]


def test_transactions_do_not_grow_with_the_documents(instance: dg.DagsterInstance) -> None:
    many = [dg.AssetMaterialization("text", partition=f"other-{number}") for number in range(200)]
    tell(instance, batched=True)  # tables, caches
    few: list[str] = []
    with counting(few):
        tell(instance, batched=True)
    more: list[str] = []
    with counting(more):
        tell(instance, batched=True, news=many)
    assert len(more) == len(few) > 0


@contextmanager
def counting(commits: list[str]) -> Iterator[None]:
    """Notes every transaction that comes to its end."""

    def note(connection: Any) -> None:
        commits.append(connection.dialect.name)

    sqlalchemy_event.listen(Engine, "commit", note)
    try:
        yield
    finally:
        sqlalchemy_event.remove(Engine, "commit", note)


def test_columns_of_a_table_are_asked_for_once(instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    look = Inspector.get_columns

    def noted(inspector: Inspector, table_name: str, *rest: Any, **options: Any) -> Any:
        asked.append(table_name)
        return look(inspector, table_name, *rest, **options)

    tell(instance, batched=True)
    instance.get_asset_records([TEXT])
    monkeypatch.setattr(Inspector, "get_columns", noted)
    tell(instance, batched=True)
    assert instance.get_asset_records([TEXT])
    assert "asset_keys" not in asked


@pytest.mark.postgres
def test_connections_to_a_server_are_pooled_once(postgres_url: str, tmp_path: Path) -> None:
    overrides = {"storage": {"postgres": {"postgres_url": as_url(postgres_url)}}}
    with dg.DagsterInstance.local_temp(str(tmp_path), overrides=overrides) as instance:
        storage: Any = instance.event_log_storage
        assert isinstance(storage._engine.pool, NullPool)
        pool_connections(instance)
        engine = storage._engine
        assert not isinstance(engine.pool, NullPool)
        pool_connections(instance)
        assert storage._engine is engine
