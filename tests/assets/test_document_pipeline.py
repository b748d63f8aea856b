"""The document graph on a real Dagster instance: what is materialized, which checks speak, which lanes open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import dagster as dg
import pytest

from assets.partitions import DOCUMENTS, batch_config
from mailroom_dagster.definitions import build_defs
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Stage, State
from resources.mailroom import MailroomResource
from tests.obedient import EXTRACTED_SURE, Obedient, claim, drop, obedient_mailroom

QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}


@dataclass
class Platform:
    """A real instance over an obedient mailroom."""

    mailroom: Mailroom
    provider: Obedient
    instance: dg.DagsterInstance

    def run(self, doc_ids: list[str], from_stage: str = "", **tags: str) -> dg.ExecuteInProcessResult:
        defs = build_defs(resources={"mailroom": MailroomResource.around(self.mailroom)})
        keys = [self.mailroom.store.manifest(doc_id).partition_key for doc_id in doc_ids]
        self.instance.add_dynamic_partitions(DOCUMENTS, keys)
        job = defs.resolve_job_def("process_documents")
        config = QUIET | (batch_config(doc_ids, from_stage) if not tags else {})
        return job.execute_in_process(instance=self.instance, run_config=config, tags=tags)

    def materialized(self, stage: Stage) -> set[str]:
        return {key[-16:] for key in self.instance.get_materialized_partitions(dg.AssetKey(stage.value))}


@pytest.fixture
def platform(home: Home, tmp_path: Path) -> Iterator[Platform]:
    mailroom, provider = obedient_mailroom(home)
    with dg.DagsterInstance.local_temp(str(tmp_path), overrides={"telemetry": {"enabled": False}}) as instance:
        yield Platform(mailroom, provider, instance)


def test_a_parked_document_has_text_and_class_and_nothing_later(platform: Platform, tmp_path: Path) -> None:
    ids = drop(platform.mailroom, tmp_path / "in", sure=claim(1), unsure=claim(2), bad=b"")
    platform.provider.script(ids["unsure"], sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    result = platform.run(list(ids.values()))
    assert result.success
    assert platform.materialized(Stage.TEXT) == {ids["sure"], ids["unsure"]}
    assert platform.materialized(Stage.CLASSIFICATION) == {ids["sure"], ids["unsure"]}
    for stage in (Stage.EXTRACTION, Stage.VERDICT, Stage.REPORT, Stage.ARCHIVE_ENTRY):
        assert platform.materialized(stage) == {ids["sure"]}
    steps = [event.step_key for event in result.all_events if event.is_step_success]
    lane = f"document_pipeline.second_opinion[{ids['unsure']}]"
    assert lane in steps
    metadata = next(
        event.step_output_data.metadata
        for event in result.all_events
        if event.step_key == lane and event.is_successful_output
    )
    assert {"sorter", "reviewer"} <= set(metadata["opinions"].value)
    assert metadata["verdict"].value["doc_class"] == UNSURE["doc_class"]
    assert metadata["route"].value == "review"


def test_the_log_of_a_run_names_no_output_as_missing(platform: Platform, tmp_path: Path) -> None:
    ids = drop(platform.mailroom, tmp_path / "in", sure=claim(1), bad=b"")
    result = platform.run(list(ids.values()))
    said = [entry.user_message for entry in platform.instance.all_logs(result.run_id) if not entry.is_dagster_event]
    assert said
    assert not [message for message in said if "did not yield" in message]


def test_a_doubtful_document_opens_the_adjudication_lane(platform: Platform, tmp_path: Path) -> None:
    ids = drop(platform.mailroom, tmp_path / "in", claim=claim(1))
    thin = {"values": {"insured_party": EXTRACTED_SURE["values"]["insured_party"]}, "confidence": 0.5}  # type: ignore[index]
    platform.provider.script(
        ids["claim"],
        specialist=thin,
        judge={"label": "incomplete", "score": 0.2},
        arbiter={"action": "escalate"},
        boss={"action": "review", "reasoning": "too thin"},
    )
    result = platform.run(list(ids.values()))
    steps = [event.step_key for event in result.all_events if event.is_step_success]
    assert f"document_pipeline.adjudicate[{ids['claim']}]" in steps
    assert platform.mailroom.store.manifest(ids["claim"]).state is State.PARKED
    assert platform.materialized(Stage.EXTRACTION) == {ids["claim"]}
    assert platform.materialized(Stage.REPORT) == set()


def test_checks_warn_by_partition_for_what_needs_a_person(platform: Platform, tmp_path: Path) -> None:
    ids = drop(platform.mailroom, tmp_path / "in", unsure=claim(2))
    platform.provider.script(ids["unsure"], sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    result = platform.run(list(ids.values()))
    evaluations = {item.check_name: item for item in result.get_asset_check_evaluations()}
    confident = evaluations["classification_confident"]
    assert not confident.passed
    assert confident.severity is dg.AssetCheckSeverity.WARN
    assert confident.partition == platform.mailroom.store.manifest(ids["unsure"]).partition_key
    assert evaluations["text_readable"].passed


def test_a_large_clean_run_keeps_check_events_for_what_failed(platform: Platform, tmp_path: Path) -> None:
    limit = platform.mailroom.policy.events.check_detail_limit
    ids = drop(platform.mailroom, tmp_path / "in", **{f"c{number}": claim(number) for number in range(limit + 1)})
    result = platform.run(list(ids.values()))
    assert platform.materialized(Stage.ARCHIVE_ENTRY) == set(ids.values())
    assert list(result.get_asset_check_evaluations()) == []


def test_a_run_over_a_partition_range_processes_those_documents(platform: Platform, tmp_path: Path) -> None:
    ids = drop(platform.mailroom, tmp_path / "in", a=claim(1), b=claim(2))
    keys = [platform.mailroom.store.manifest(doc_id).partition_key for doc_id in ids.values()]
    result = platform.run(
        list(ids.values()),
        **{"dagster/asset_partition_range_start": keys[0], "dagster/asset_partition_range_end": keys[-1]},
    )
    assert result.success
    assert platform.materialized(Stage.ARCHIVE_ENTRY) == set(ids.values())


def test_reprocessing_from_a_stage_asks_only_what_depends_on_it(platform: Platform, tmp_path: Path) -> None:
    ids = drop(platform.mailroom, tmp_path / "in", a=claim(1))
    platform.run(list(ids.values()))
    platform.provider.asked.clear()
    platform.run(list(ids.values()), from_stage="extraction")
    assert {role.value for _, role in platform.provider.asked} == {"specialist"}
