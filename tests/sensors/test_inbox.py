"""The inbox sensor on a real instance: batches, keys, retries, pauses, and one bad file that stops nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest
from dagster._core.events import DagsterEventType, EngineEventData
from sqlalchemy import text

from assets.partitions import BATCH_TAG, DOCUMENTS
from mailroom_dagster.operations.pausing import pause_intake
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.home import Home
from resources.mailroom import MailroomResource
from sensors.inbox import inbox_sensor
from sensors.requests import LONGEST_SECONDS
from sensors.runs import HOST_TAG, LAUNCHER_TAG, PID_TAG, is_dead, process_tags, sweep
from tests.obedient import claim, obedient_mailroom

GONE_PID = "4194303"


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as place:
        yield place


def tick(mailroom: Mailroom, instance: dg.DagsterInstance) -> dg.SensorResult | dg.SkipReason:
    resources = {"mailroom": MailroomResource.around(mailroom)}
    context = dg.build_sensor_context(instance=instance, resources=resources)
    result = inbox_sensor(5)(context)
    assert isinstance(result, dg.SensorResult | dg.SkipReason)
    return result


def mailroom_with(home: Home, *files: bytes, batch_size: int = 200) -> Mailroom:
    mailroom, _ = obedient_mailroom(home)
    intake = mailroom.policy.intake.model_copy(update={"stable_seconds": 0, "batch_size": batch_size})
    mailroom.__dict__["policy"] = mailroom.policy.model_copy(update={"intake": intake})
    for number, data in enumerate(files):
        (home.inbox / f"file{number}.txt").write_bytes(data)
    return mailroom


def test_files_become_partitions_and_one_run_a_batch(home: Home, instance: dg.DagsterInstance) -> None:
    mailroom = mailroom_with(home, claim(1), claim(2), claim(3), batch_size=2)
    result = tick(mailroom, instance)
    assert isinstance(result, dg.SensorResult)
    requests = result.run_requests or []
    assert [request.tags["mailroom/documents"] for request in requests] == ["2", "1"]
    [added] = result.dynamic_partitions_requests or []
    assert added.partitions_def_name == DOCUMENTS
    assert len(added.partition_keys) == 3


def test_a_batch_under_way_is_not_asked_for_again_and_a_dead_one_is(home: Home, instance: dg.DagsterInstance) -> None:
    mailroom = mailroom_with(home, claim(1))
    first = tick(mailroom, instance)
    assert isinstance(first, dg.SensorResult)
    [request] = first.run_requests or []
    run = dg.DagsterRun(
        job_name="process_documents", tags={BATCH_TAG: request.tags[BATCH_TAG]}, status=dg.DagsterRunStatus.STARTED
    )
    instance.add_run(run)
    assert isinstance(tick(mailroom, instance), dg.SkipReason)
    instance.report_run_failed(run, "killed")
    assert isinstance(tick(mailroom, instance), dg.SensorResult)


def test_a_batch_whose_run_died_before_it_counted_an_attempt_is_asked_for_again_after_a_while(
    home: Home, instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailroom = mailroom_with(home, claim(1))
    asked = []
    for _ in range(3):
        result = tick(mailroom, instance)
        assert isinstance(result, dg.SensorResult)
        [request] = result.run_requests or []
        asked.append(request.run_key)
        run = dg.DagsterRun(job_name="process_documents", tags=dict(request.tags), status=dg.DagsterRunStatus.STARTED)
        instance.add_run(run)
        instance.report_run_failed(run, "killed")
        soon = tick(mailroom, instance)
        assert isinstance(soon, dg.SensorResult)
        assert not soon.run_requests
        later = time.time() + LONGEST_SECONDS
        monkeypatch.setattr("sensors.requests.time.time", lambda later=later: later)
    assert len(set(asked)) == 3


def test_what_failed_before_is_asked_for_in_smaller_batches(home: Home, instance: dg.DagsterInstance) -> None:
    mailroom = mailroom_with(home, *(claim(number) for number in range(4)), batch_size=8)
    tick(mailroom, instance)
    for manifest in mailroom.store.manifests():
        mailroom.store.save(manifest.model_copy(update={"attempts": 1}))
    again = tick(mailroom, instance)
    assert isinstance(again, dg.SensorResult)
    assert [request.tags["mailroom/documents"] for request in again.run_requests or []] == ["1", "1", "1", "1"]


def test_a_refused_file_does_not_stop_the_tick(home: Home, instance: dg.DagsterInstance) -> None:
    mailroom = mailroom_with(home, claim(1))
    (home.inbox / "link.txt").symlink_to("/etc/hostname")
    result = tick(mailroom, instance)
    assert isinstance(result, dg.SensorResult)
    assert len(result.run_requests or []) == 1


def test_a_pause_leaves_files_in_the_inbox(home: Home, instance: dg.DagsterInstance) -> None:
    mailroom = mailroom_with(home, claim(1))
    pause_intake(home, mailroom.disk, "Grace", "moving house", 60)
    result = tick(mailroom, instance)
    assert isinstance(result, dg.SkipReason)
    assert "Grace" in (result.skip_message or "")
    assert [path.name for path in home.inbox.iterdir()] == ["file0.txt"]


def test_an_expired_pause_is_no_pause(home: Home, instance: dg.DagsterInstance) -> None:
    mailroom = mailroom_with(home, claim(1))
    pause_intake(home, mailroom.disk, "Grace", "moving house", -1)
    assert isinstance(tick(mailroom, instance), dg.SensorResult)


LAUNCHED = {LAUNCHER_TAG: '{"host": "localhost", "socket": "/tmp/socket"}'}


@pytest.mark.parametrize(
    ("tags", "noted_pid", "dead"),
    [
        (process_tags(), None, False),
        (process_tags() | {PID_TAG: GONE_PID}, None, True),
        ({HOST_TAG: "elsewhere", PID_TAG: GONE_PID}, None, False),
        (LAUNCHED, str(os.getpid()), False),  # a run of the daemon, however long it takes
        (LAUNCHED, GONE_PID, True),
        (LAUNCHED, None, True),  # never came up
        ({LAUNCHER_TAG: '{"host": "code-server", "port": 4000}'}, GONE_PID, False),
        ({}, None, False),  # another launcher's
    ],
    ids=["mine", "gone", "elsewhere", "launched", "launched_gone", "never_up", "remote", "another_launcher"],
)
def test_a_run_is_dead_when_its_process_on_this_host_is_gone(
    instance: dg.DagsterInstance, tags: dict[str, str], noted_pid: str | None, dead: bool
) -> None:
    run = dg.DagsterRun(job_name="process_documents", tags=tags, status=dg.DagsterRunStatus.STARTED)
    instance.add_run(run)
    if noted_pid:
        instance.report_engine_event("up", run, EngineEventData.in_process(int(noted_pid)))
    assert is_dead(instance, run, since=0.0) is dead


@pytest.mark.parametrize(("pid", "dead"), [(GONE_PID, True), (str(os.getpid()), False)], ids=["gone", "mine"])
def test_a_run_whose_process_died_before_it_began_is_dead(instance: dg.DagsterInstance, pid: str, dead: bool) -> None:
    run = dg.DagsterRun(job_name="j", tags=process_tags() | {PID_TAG: pid}, status=dg.DagsterRunStatus.NOT_STARTED)
    instance.add_run(run)
    assert is_dead(instance, run, since=time.time()) is dead


def test_only_dead_runs_are_swept(instance: dg.DagsterInstance) -> None:
    for tags in (process_tags(), process_tags() | {PID_TAG: GONE_PID}):
        instance.add_run(dg.DagsterRun(job_name="j", tags=tags, status=dg.DagsterRunStatus.STARTED))
    assert sweep(instance) == 1
    assert sorted(run.status.value for run in instance.get_runs()) == ["FAILURE", "STARTED"]


def test_a_run_that_waited_long_in_the_queue_has_its_time_to_start(instance: dg.DagsterInstance) -> None:
    run = dg.DagsterRun(job_name="j", tags=LAUNCHED, status=dg.DagsterRunStatus.NOT_STARTED)
    instance.add_run(run)
    with instance.run_storage.connect() as connection:  # type: ignore[attr-defined]
        connection.execute(text("update runs set create_timestamp = '2000-01-01', update_timestamp = '2000-01-01'"))
    starting = dg.DagsterEvent(event_type_value=DagsterEventType.PIPELINE_STARTING.value, job_name="j")
    instance.report_dagster_event(starting, run.run_id)
    assert sweep(instance) == 0
