"""Faults of earlier systems that would show in intake, review, archive or ledger; `docs/faults.md` lists all of them.

The faults of a single room are tested where that room is.
"""

from __future__ import annotations

import json
import os
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from assets.partitions import DOCUMENTS
from mailroom_dagster.agents.contracts import ExtractTask
from mailroom_dagster.checking import check
from mailroom_dagster.definitions import build_defs
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.intake import arrivals
from mailroom_dagster.intake.claim_folder import ClaimFolder, ClaimNote
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.pipeline.each import WORKERS_A_CALL, each
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.pipeline.standing import order_rerun
from mailroom_dagster.pipeline.views import full_view
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import (
    ClassificationRecord,
    Decision,
    ExtractionRecord,
    PersonDecision,
    Stage,
    State,
    VerdictRecord,
)
from mailroom_dagster.review.decisions import carry_out, decide
from resources.mailroom import MailroomResource
from sensors.inbox import inbox_sensor
from tests.obedient import EXTRACTED_SURE, Obedient, claim, drop, obedient_mailroom

QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
NOT_TEXT = bytes(range(256)) * 16
UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
NOBODY_SURE = {"sorter": UNSURE, "retry_sorter": UNSURE, "reviewer": UNSURE}
THIN = {
    "values": {name: EXTRACTED_SURE["values"][name] for name in ("insured_party", "claim_number", "claimed_amount")},  # type: ignore[index]
    "confidence": 0.5,
}
DOWN = {"raise": "provider_unavailable"}
PARTIAL = {"label": "partial", "score": 0.6, "findings": [{"field": "adjuster", "verdict": "missing"}]}
MEND = {"action": "re_extract", "fields_to_fix": ["adjuster"]}


def opened(home: Home) -> tuple[Mailroom, Obedient]:
    """A mailroom that claims at once what lies in its inbox."""
    mailroom, provider = obedient_mailroom(home)
    intake = mailroom.policy.intake.model_copy(update={"stable_seconds": 0, "batch_size": 50})
    mailroom.__dict__["policy"] = mailroom.policy.model_copy(update={"intake": intake})
    return mailroom, provider


def states(mailroom: Mailroom) -> Counter[State]:
    return Counter(item.state for item in mailroom.store.manifests())


# --- a hundred files at once, through Dagster


@dataclass
class Hundred:
    """What became of a hundred files in the inbox of one matter, the fortieth of them unreadable."""

    mailroom: Mailroom
    provider: Obedient
    runs: list[dg.ExecuteInProcessResult]
    bad: str = doc_id_of(sha256_bytes(NOT_TEXT))


@pytest.fixture(scope="module")
def hundred(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hundred]:
    folder = tmp_path_factory.mktemp("hundred")
    mailroom, provider = opened(Home(folder / "home"))
    for number in range(100):
        own = claim(number).replace(b"CLM-1001", b"CLM-%d" % number).replace(b"$1,250.00", b"$%d.00" % (1000 + number))
        (mailroom.home.inbox / f"file{number}.txt").write_bytes(NOT_TEXT if number == 40 else own)
        provider.script(doc_id_of(sha256_bytes(own)), specialist=_own_claim(number))
    resources = {"mailroom": MailroomResource.around(mailroom)}
    with dg.DagsterInstance.local_temp(str(folder), overrides={"telemetry": {"enabled": False}}) as instance:
        tick = inbox_sensor(5)(dg.build_sensor_context(instance=instance, resources=resources))
        assert isinstance(tick, dg.SensorResult)
        [keys] = tick.dynamic_partitions_requests or []
        instance.add_dynamic_partitions(DOCUMENTS, list(keys.partition_keys))
        job = build_defs(resources=resources).resolve_job_def("process_documents")
        runs = [
            job.execute_in_process(instance=instance, run_config=QUIET | request.run_config, tags=request.tags)
            for request in tick.run_requests or []
        ]
        yield Hundred(mailroom, provider, runs)


def _own_claim(number: int) -> dict[str, Any]:
    values = dict(EXTRACTED_SURE["values"])  # type: ignore[call-overload]
    values["claim_number"] = [{"value": f"CLM-{number}", "quote": f"CLM-{number}"}]
    values["claimed_amount"] = [{"value": f"USD {1000 + number}.00", "quote": f"${1000 + number}.00"}]
    return {"values": values, "confidence": 0.97}


def test_of_a_hundred_files_at_once_an_unreadable_one_fails_alone(hundred: Hundred) -> None:
    """F-128, F-129, F-133."""
    home = hundred.mailroom.home
    assert [run.success for run in hundred.runs] == [True, True]
    assert states(hundred.mailroom) == {State.ARCHIVED: 99, State.FAILED: 1}
    [note] = home.failed.glob("*.json")
    assert json.loads(note.read_bytes())["error"]["code"] == "undecodable"
    assert {path.name for path in home.failed.iterdir()} == {f"file40--{hundred.bad}.txt", note.name}
    assert not [path for folder in (home.inbox, home.claims) for path in folder.rglob("*")]
    assert not hundred.mailroom.pending.batches()


def test_a_hundred_documents_of_one_default_matter_are_no_conflicts(hundred: Hundred) -> None:
    """F-12, F-132."""
    assert {item.matter_id for item in hundred.mailroom.store.manifests()} == {"DEFAULT"}
    assert {role.value for _, role in hundred.provider.asked} == {"sorter", "specialist"}


def test_files_catalog_and_ledger_agree_about_every_document(hundred: Hundred) -> None:
    """F-69, F-78, F-130: nothing that was archived is missing anywhere."""
    home = hundred.mailroom.home
    assert verify(home).ok
    assert check(home).problems == ()
    [(rows, hashed)] = (
        hundred.mailroom.catalog.connect().execute("SELECT count(*), count(sha256) FROM documents").fetchall()
    )
    assert (rows, hashed) == (100, 100)


def test_a_document_keeps_little_beside_its_original(hundred: Hundred) -> None:
    """F-131."""
    folders = [hundred.mailroom.home.document(item.doc_id) for item in hundred.mailroom.store.manifests()]
    sizes = [sum(path.stat().st_size for path in folder.glob("*.json")) for folder in folders]
    assert max(sizes) < 64 * 1024


def test_threads_are_bounded_whatever_the_number_of_documents(home: Home) -> None:
    """F-54."""
    mailroom, _ = obedient_mailroom(home)
    names: set[str] = set()
    each(
        mailroom,
        "nothing",
        [str(number) for number in range(500)],
        lambda _: names.add(threading.current_thread().name),
    )
    assert len(names) <= WORKERS_A_CALL * mailroom.policy.llm.concurrency


# --- intake


@pytest.fixture
def room(home: Home) -> Mailroom:
    return opened(home)[0]


def test_a_living_claimers_file_is_not_taken_however_old_it_is(room: Mailroom) -> None:
    """F-51: life is a lock, not an age."""
    with ClaimFolder(room.home) as living:
        held = living.place() / "old.txt"
        ClaimNote("old.txt", "M-1").write(held.parent)
        held.write_bytes(claim())
        os.utime(held, (0, 0))
        assert room.intake.claim_inbox() == ([], [])
        assert held.exists()


def test_a_claimer_whose_fresh_folder_was_taken_for_a_dead_ones_makes_another(room: Mailroom) -> None:
    """F-51: a folder counts only once it is locked and still there."""
    real, taken = os.open, []

    def steal_first(path: Any, *args: Any, **kwargs: Any) -> int:
        if Path(path).parent == room.home.claims and not taken:
            taken.append(path)
            Path(path).rmdir()
        return real(path, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", steal_first)
        with ClaimFolder(room.home) as folder:
            assert folder.path != taken[0]
            assert folder.place().is_dir()


def test_a_claimed_file_whose_note_a_power_cut_tore_is_kept(room: Mailroom) -> None:
    """F-52."""
    place = room.home.claims / "999999-dead" / "0123456789abcdef"
    place.mkdir(parents=True)
    (place / "contract.txt").write_bytes(claim())
    (place / "claim.json").write_bytes(b"")
    [claimed], _ = room.intake.claim_inbox()
    manifest = room.store.manifest(claimed.doc_id)
    assert (manifest.file_name, manifest.matter_id, manifest.notes) == ("contract.txt", "DEFAULT", ("claim_note_lost",))


def test_a_name_that_was_processed_before_is_processed_again(room: Mailroom) -> None:
    """F-53, F-136: what counts is the bytes, not the name or the matter."""
    for number, matter in enumerate(("Smith", "Smith", "Jones")):
        (room.home.inbox / matter).mkdir(exist_ok=True)
        (room.home.inbox / matter / "letter.txt").write_bytes(claim(number))
        room.intake.claim_inbox()
        process_pending(room)
    assert states(room) == {State.ARCHIVED: 3}
    archived = [path.read_bytes() for path in room.home.archive.rglob("letter*.txt")]
    assert sorted(archived) == [claim(0), claim(1), claim(2)]


def test_a_file_waits_for_a_sidecar_that_is_being_written(room: Mailroom) -> None:
    """F-56: half a sidecar files nothing under the wrong matter."""
    (room.home.inbox / "a.txt").write_bytes(claim())
    with (room.home.inbox / "a.txt.meta.json").open("w") as sidecar:
        sidecar.write('{"matter_id": ')
        sidecar.flush()
        assert room.intake.claim_inbox() == ([], [])
        sidecar.write('"M-17"}')
    [claimed], _ = room.intake.claim_inbox()
    assert room.store.manifest(claimed.doc_id).matter_id == "M-17"


def test_a_sidecar_that_missed_its_file_is_told_of(room: Mailroom, monkeypatch: pytest.MonkeyPatch) -> None:
    """F-56: a matter that was named too late does not go unnoticed."""
    (room.home.inbox / "late.txt.meta.json").write_text('{"matter_id": "M-17"}')
    later = (room.home.inbox / "late.txt.meta.json").stat().st_ctime + arrivals.LONELY_SECONDS + 1
    monkeypatch.setattr(arrivals.time, "time", lambda: later)
    _, [refused] = room.intake.claim_inbox()
    assert (refused.path.name, refused.error.code) == ("late.txt.meta.json", ErrorCode.BAD_SIDECAR)


@pytest.mark.parametrize("matter", ["../../outside", "/etc", "..", "a/../../b"])
def test_no_matter_leads_out_of_the_home(room: Mailroom, tmp_path: Path, matter: str) -> None:
    """F-64, F-137."""
    before = {path for path in tmp_path.rglob("*") if not path.is_relative_to(room.home.root)}
    file = tmp_path / "claim.txt"
    file.write_bytes(claim())
    [(_, claimed)], _ = room.intake.accept_files([file], matter, batch=None)
    process_pending(room)
    assert room.store.manifest(claimed.doc_id).state is State.ARCHIVED
    after = {path for path in tmp_path.rglob("*") if not path.is_relative_to(room.home.root)}
    assert after == before | {file}


# --- files


def test_two_files_of_one_name_lie_side_by_side_in_every_bin(home: Home, tmp_path: Path) -> None:
    """F-44, F-66: and a decision goes to the one that it names."""
    mailroom, provider = opened(home)
    ids = []
    for number in range(2):
        unsure, bad = claim(number), NOT_TEXT + bytes([number])
        provider.script(doc_id_of(sha256_bytes(unsure)), **NOBODY_SURE)
        ids.append(drop(mailroom, tmp_path / f"in{number}", letter=unsure, bad=bad)["letter"])
    process_pending(mailroom)
    assert {path.read_bytes() for path in home.review.glob("*.txt")} == {claim(0), claim(1)}
    assert {path.read_bytes() for path in home.failed.glob("*.txt")} == {NOT_TEXT + b"\0", NOT_TEXT + b"\1"}
    with pytest.raises(MailroomError, match="letter"):
        mailroom.store.find("letter.txt")
    decide(mailroom, ids[1], PersonDecision(action="reject", reviewer="Grace"))
    assert [mailroom.store.manifest(doc_id).state for doc_id in ids] == [State.PARKED, State.REJECTED]
    assert [path.read_bytes() for path in home.review.glob("*.txt")] == [claim(0)]


def test_a_whole_name_means_no_file_that_only_ends_with_it(room: Mailroom, tmp_path: Path) -> None:
    """F-47."""
    ids = drop(room, tmp_path / "in", a=claim(1), data=claim(2))
    assert room.store.find("a.txt").doc_id == ids["a"]


def test_a_document_without_its_original_fails_alone_and_no_namesake_stands_in(room: Mailroom, tmp_path: Path) -> None:
    """F-65."""
    gone = drop(room, tmp_path / "in0", letter=claim(0))["letter"]
    there = drop(room, tmp_path / "in1", letter=claim(1))["letter"]
    (room.home.document(gone) / "source" / "letter.txt").unlink()
    process_pending(room)
    manifest = room.store.manifest(gone)
    assert (manifest.state, manifest.error and manifest.error.code) == (State.FAILED, "original_changed")
    assert room.store.manifest(there).state is State.ARCHIVED
    assert [path.read_bytes() for path in room.home.archive.rglob("letter*.txt")] == [claim(1)]


def test_no_report_takes_the_place_of_an_original_that_is_called_like_it(room: Mailroom, tmp_path: Path) -> None:
    """F-66."""
    for number, name in enumerate(("letter.txt.report.md", "letter.txt")):
        file = tmp_path / name
        file.write_bytes(claim(number))
        room.intake.accept_files([file], "M-1", batch=None)
        process_pending(room)
    archived = [path.read_bytes() for path in room.home.archive.rglob("*") if path.is_file()]
    assert {claim(0), claim(1)} <= set(archived)
    assert check(room.home).problems == ()


# --- ledger and catalog


def test_no_state_moves_while_the_ledger_cannot_be_written(
    room: Mailroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-69."""
    doc_id = drop(room, tmp_path / "in", claim=claim())["claim"]

    def refuse(events: object) -> None:
        raise MailroomError(ErrorCode.LEDGER_BUSY, "the test holds the ledger")

    with monkeypatch.context() as patch:
        patch.setattr(room.ledger, "append", refuse)
        with pytest.raises(MailroomError, match="holds the ledger"):
            process_pending(room)
        assert room.store.manifest(doc_id).state is State.RECEIVED
        assert not list(room.home.archive.iterdir())
    process_pending(room)
    assert room.store.manifest(doc_id).state is State.ARCHIVED
    assert check(room.home).problems == ()


def test_a_catalog_that_cannot_be_written_is_no_silence_and_is_made_up_for(
    room: Mailroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-69, F-84."""
    doc_id = drop(room, tmp_path / "in", claim=claim())["claim"]

    def refuse(*_: object) -> None:
        raise MailroomError(ErrorCode.DISK_FULL, "the test filled the disk")

    with monkeypatch.context() as patch:
        patch.setattr(room.catalog, "append", refuse)
        with pytest.raises(MailroomError, match="filled the disk"):
            process_pending(room)
    assert room.pending.batches() == {None: [doc_id]}
    process_pending(room)
    assert not room.pending.batches()
    assert check(room.home).problems == ()


def test_an_emptied_ledger_beside_documents_does_not_verify(room: Mailroom, tmp_path: Path) -> None:
    """F-72."""
    drop(room, tmp_path / "in", claim=claim())
    (room.home.ledger / "active.jsonl").unlink()
    [problem] = verify(room.home).problems
    assert problem.kind == "truncation"


# --- lanes, re-runs, decisions


LANES: dict[str, dict[str, Any]] = {
    "judge down once": {"specialist": THIN, "judge": [DOWN, {"label": "complete", "score": 1.0}]},
    "judge unusable": {"specialist": THIN, "judge": {"raise": "answer_unusable"}},
    "judge contradicts itself": {
        "specialist": THIN,
        "judge": {"label": "complete", "score": 0.4},
        "arbiter": {"action": "accept_with_caveats", "caveats": ["thin"]},
    },
    "arbiter insists": {"specialist": THIN, "judge": PARTIAL, "arbiter": MEND, "boss": {"action": "review"}},
    "boss insists": {
        "specialist": [THIN, {"values": {"sender": [{"value": "Ada Byron", "quote": "Ada Byron"}]}}, THIN],
        "judge": PARTIAL,
        "arbiter": {"action": "escalate"},
        "boss": [{"action": "reassign_class", "doc_class": name} for name in ("correspondence", "insurance_claim") * 3],
    },
    "provider falls": {"specialist": [THIN, DOWN], "judge": PARTIAL, "arbiter": MEND},
    "no such class": {role: {"doc_class": "will", "confidence": 0.98} for role in NOBODY_SURE},
    "nobody sure": NOBODY_SURE,
}


@dataclass
class Lanes:
    """One document in every exception lane."""

    mailroom: Mailroom
    provider: Obedient
    docs: dict[str, str]

    def state(self, name: str) -> State:
        return self.mailroom.store.manifest(self.docs[name]).state

    def asked(self, name: str) -> dict[str, int]:
        return {role.value: count for (doc_id, role), count in self.provider.asked.items() if doc_id == self.docs[name]}

    def verdict(self, name: str) -> VerdictRecord:
        record = self.mailroom.store.read(self.docs[name], Stage.VERDICT, VerdictRecord)
        assert record is not None
        return record


@pytest.fixture(scope="module")
def lanes(tmp_path_factory: pytest.TempPathFactory) -> Lanes:
    folder = tmp_path_factory.mktemp("lanes")
    mailroom, provider = opened(Home(folder / "home"))
    docs = drop(mailroom, folder / "in", **{name: claim(number) for number, name in enumerate(LANES)})
    for name, script in LANES.items():
        provider.script(docs[name], **script)
    process_pending(mailroom)
    return Lanes(mailroom, provider, docs)


def test_a_judge_that_failed_once_is_heard_and_not_asked_for_ever(lanes: Lanes) -> None:
    """F-19."""
    assert (lanes.state("judge down once"), lanes.asked("judge down once")["judge"]) == (State.ARCHIVED, 2)


def test_an_unusable_judgement_goes_to_a_person_and_not_to_the_arbiter(lanes: Lanes) -> None:
    """F-21."""
    assert lanes.state("judge unusable") is State.PARKED
    assert "arbiter" not in lanes.asked("judge unusable")


def test_the_worse_of_label_and_score_counts(lanes: Lanes) -> None:
    """F-22."""
    rules = [item.rule for item in lanes.verdict("judge contradicts itself").decisions]
    assert rules == ["incomplete", "accept_with_caveats"]
    assert lanes.verdict("judge contradicts itself").caveats == ("thin",)


def test_an_arbiters_order_is_carried_out_once_with_its_fields_and_findings(lanes: Lanes) -> None:
    """F-17, F-18, F-36."""
    tasks = [item for item in lanes.provider.tasks if isinstance(item, ExtractTask)]
    first, second = (item for item in tasks if item.doc_id == lanes.docs["arbiter insists"])
    assert (first.fields_to_fix, second.fields_to_fix) == ((), ("adjuster",))
    assert "adjuster: missing" in " ".join(second.feedback)
    assert second.document.text == first.document.text
    assert lanes.state("arbiter insists") is State.PARKED


def test_a_boss_changes_the_class_at_most_once(lanes: Lanes) -> None:
    """F-36."""
    assert lanes.state("boss insists") is State.PARKED
    assert lanes.asked("boss insists")["boss"] <= 2


def test_a_provider_that_falls_during_another_extraction_leads_to_a_person(lanes: Lanes) -> None:
    """F-20."""
    retries = lanes.mailroom.policy.routing.transient_retries
    assert lanes.state("provider falls") is State.PARKED
    assert lanes.asked("provider falls")["specialist"] == 1 + 1 + retries


def test_a_class_outside_the_taxonomy_is_parked_as_what_it_was_called(lanes: Lanes) -> None:
    """F-3, F-11."""
    record = lanes.mailroom.store.read(lanes.docs["no such class"], Stage.CLASSIFICATION, ClassificationRecord)
    assert record is not None
    assert lanes.state("no such class") is State.PARKED
    assert record.doc_class == "will"
    assert record.confidence < lanes.mailroom.taxonomy.bars("will").low
    assert "specialist" not in lanes.asked("no such class")


def test_every_decision_of_every_lane_is_in_the_ledger(lanes: Lanes) -> None:
    """F-68: retries, reviewer, judge, arbiter and boss as well."""
    for doc_id in lanes.docs.values():
        entered = {
            (entry.detail["gate"], entry.detail["rule"])
            for entry in lanes.mailroom.ledger.entries(doc_id)
            if entry.event == "decision"
        }
        assert {(item.gate, item.rule) for item in _decisions(lanes.mailroom, doc_id)} <= entered
    gates = {entry.detail["gate"] for entry in lanes.mailroom.ledger.entries() if entry.event == "decision"}
    assert gates == {"fast_path", "classify", "extract", "judge", "arbiter", "boss"}


def _decisions(mailroom: Mailroom, doc_id: str) -> list[Decision]:
    return [item for record in mailroom.store.held(mailroom.store.manifest(doc_id)) for item in record.decisions]


def test_what_an_earlier_pass_left_is_neither_shown_nor_approved(home: Home, tmp_path: Path) -> None:
    """F-39, F-49: a second run that stops early goes on with nothing of the first one, nor is it in the archive."""
    mailroom, provider = opened(home)
    doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
    process_pending(mailroom)
    provider.script(doc_id, **NOBODY_SURE, specialist=THIN)
    provider.asked.clear()
    order_rerun(mailroom, [doc_id], Stage.CLASSIFICATION)
    process_pending(mailroom)
    manifest = mailroom.store.manifest(doc_id)
    assert manifest.state is State.PARKED
    assert full_view(mailroom, manifest)["fields"] == {}
    assert [path for path in home.archive.rglob("*") if path.is_file()] == []
    decide(mailroom, doc_id, PersonDecision(action="approve", reviewer="Grace"))
    process_pending(mailroom)
    record = mailroom.store.read(doc_id, Stage.EXTRACTION, ExtractionRecord)
    assert record is not None
    assert set(record.fields) == set(THIN["values"])  # type: ignore[arg-type]
    assert check(home).problems == ()


def test_a_decision_that_was_half_carried_out_is_written_once(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-46."""
    mailroom, provider = opened(home)
    doc_id = drop(mailroom, tmp_path / "in", claim=claim())["claim"]
    provider.script(doc_id, **NOBODY_SURE)
    process_pending(mailroom)

    def die(events: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(mailroom.ledger, "append", die)
        with pytest.raises(KeyboardInterrupt):
            decide(mailroom, doc_id, PersonDecision(action="approve", reviewer="Grace"))
    assert mailroom.store.manifest(doc_id).state is State.PARKED
    carry_out(mailroom, doc_id)
    process_pending(mailroom)
    record = mailroom.store.read(doc_id, Stage.CLASSIFICATION, ClassificationRecord)
    assert record is not None
    assert [item.gate for item in record.decisions].count("person") == 1
    assert mailroom.store.manifest(doc_id).state is State.ARCHIVED
    assert check(home).problems == ()
