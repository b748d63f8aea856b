"""Keys of documents archived long ago leave Dagster; everything else about them stays, and they can come back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest

from assets.partitions import DOCUMENTS, doc_id_of_key
from mailroom_dagster.checking import check
from mailroom_dagster.operations.retiring import retirable
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import State
from resources.mailroom import MailroomResource
from sensors.retiring import retire_keys_sensor
from tests.obedient import claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
LATER = datetime.now(UTC).replace(tzinfo=None) + timedelta(days=31)


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as place:
        yield place


def worked(home: Home, folder: Path, days: int | None) -> tuple[Mailroom, dict[str, str]]:
    """An archived document and a parked one, under a policy that retires after so many days."""
    mailroom, provider = obedient_mailroom(home)
    intake = mailroom.policy.intake.model_copy(update={"retire_after_days": days, "keys_per_request": 2})
    mailroom.__dict__["policy"] = mailroom.policy.model_copy(update={"intake": intake})
    ids = drop(mailroom, folder, archived=claim(1), parked=claim(2))
    provider.script(ids["parked"], sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    process_pending(mailroom)
    return mailroom, ids


def tick(mailroom: Mailroom, instance: dg.DagsterInstance) -> dg.SensorResult | dg.SkipReason:
    resources = {"mailroom": MailroomResource.around(mailroom)}
    result = retire_keys_sensor(dg.build_sensor_context(instance=instance, resources=resources))
    assert isinstance(result, dg.SensorResult | dg.SkipReason)
    return result


def test_only_what_was_archived_long_enough_is_retired(home: Home, tmp_path: Path) -> None:
    mailroom, ids = worked(home, tmp_path / "in", days=30)
    assert list(retirable(mailroom, LATER)) == [ids["archived"]]
    assert list(retirable(mailroom, LATER - timedelta(days=2))) == []


def test_nothing_is_retired_unless_the_policy_says_when(home: Home, tmp_path: Path) -> None:
    mailroom, _ = worked(home, tmp_path / "in", days=None)
    assert list(retirable(mailroom, LATER)) == []


def test_the_manifest_has_the_last_word_over_a_stale_catalog(home: Home, tmp_path: Path) -> None:
    mailroom, ids = worked(home, tmp_path / "in", days=30)
    manifest = mailroom.store.manifest(ids["archived"])
    mailroom.store.save(manifest.model_copy(update={"state": State.CLASSIFIED}))
    assert list(retirable(mailroom, LATER)) == []


def test_a_tick_takes_out_live_keys_and_leaves_the_documents(
    home: Home, tmp_path: Path, instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailroom, ids = worked(home, tmp_path / "in", days=30)
    keys = [mailroom.store.manifest(doc_id).partition_key for doc_id in ids.values()]
    instance.add_dynamic_partitions(DOCUMENTS, keys)
    assert isinstance(tick(mailroom, instance), dg.SkipReason)
    monkeypatch.setattr("sensors.retiring.retirable", lambda room, now: retirable(room, LATER))
    result = tick(mailroom, instance)
    assert isinstance(result, dg.SensorResult)
    [request] = result.dynamic_partitions_requests or []
    assert [doc_id_of_key(key) for key in request.partition_keys] == [ids["archived"]]
    instance.delete_dynamic_partition(DOCUMENTS, request.partition_keys[0])
    assert isinstance(tick(mailroom, instance), dg.SkipReason)
    assert check(home).ok
