"""Recovery: what was lost and can be made again is there again as it was, and nothing else is touched."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from mailroom_dagster.checking import FindingKind, check
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.operations.recovering import recover
from mailroom_dagster.pipeline.batches import HeldBatch
from mailroom_dagster.pipeline.committing import event
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import PersonDecision, Stage, State
from mailroom_dagster.records.pending import AT_REST
from mailroom_dagster.review.decisions import decide
from tests.obedient import Obedient, claim, drop, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
CLEAN, DECIDED, PARKED = (doc_id_of(sha256_bytes(claim(number))) for number in (1, 2, 3))


@pytest.fixture
def worked(home: Home, tmp_path: Path) -> tuple[Mailroom, Obedient]:
    """An archived document, one that a person approved, and one that waits for a person."""
    mailroom, provider = obedient_mailroom(home)
    for doc_id in (DECIDED, PARKED):
        provider.script(doc_id, sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
    drop(mailroom, tmp_path / "in", clean=claim(1), decided=claim(2), parked=claim(3))
    process_pending(mailroom)
    decision = PersonDecision(action="approve", reviewer="r", reason="sound", doc_class="insurance_claim")
    decide(mailroom, DECIDED, decision)
    process_pending(mailroom)
    assert check(home).ok
    return mailroom, provider


def test_a_folder_in_the_place_of_a_manifest_stops_nobody_and_is_named(worked: tuple[Mailroom, Obedient]) -> None:
    mailroom, _ = worked
    path = mailroom.home.document(CLEAN) / "manifest.json"
    before = mailroom.store.manifest(CLEAN)
    path.unlink()
    path.mkdir()
    (path / "x").write_bytes(b"x")
    assert {item.doc_id for item in mailroom.store.manifests()} == {CLEAN, DECIDED, PARKED}
    assert mailroom.store.manifest(CLEAN).record_hashes == before.record_hashes
    _, after = recover(mailroom)
    [stray] = after.problems
    assert (stray.kind, stray.doc_id) == (FindingKind.STRAY, CLEAN)
    assert [inner.read_bytes() for inner in path.parent.glob("manifest.json.aside-*/x")] == [b"x"]


def test_a_record_that_another_process_entered_otherwise_and_later_is_ordered_anew(
    worked: tuple[Mailroom, Obedient],
) -> None:
    mailroom, _ = worked
    manifest = mailroom.store.manifest(CLEAN)
    outputs = {f"documents/{CLEAN}/extraction.json": "0" * 64}
    mailroom.ledger.append([event(manifest, "extraction:other:0", Stage.EXTRACTION, "extraction", {}, outputs=outputs)])
    before, after = recover(mailroom)
    assert {(item.kind, item.doc_id) for item in before.problems} == {(FindingKind.RECORD_CHANGED, CLEAN)}
    assert after.problems == ()
    assert mailroom.store.manifest(CLEAN).state is State.ARCHIVED
    assert verify(mailroom.home).ok


def test_a_document_whose_manifest_nobody_can_make_again_stops_no_other(
    worked: tuple[Mailroom, Obedient], tmp_path: Path
) -> None:
    mailroom, _ = worked
    stranger = mailroom.home.document("0" * 16) / "manifest.json"
    stranger.mkdir(parents=True)
    mailroom.pending.add(["0" * 16])
    [doc_id] = drop(mailroom, tmp_path / "more", next=claim(4)).values()
    assert process_pending(mailroom) == [doc_id]
    assert {item.doc_id for item in mailroom.store.manifests()} == {CLEAN, DECIDED, PARKED, doc_id}
    kinds = {(item.kind, item.doc_id) for item in recover(mailroom)[1].problems}
    assert kinds == {(FindingKind.MANIFEST_UNREADABLE, "0" * 16)}


def tear(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20])


LOSSES: dict[str, Callable[[Home], object]] = {
    "a manifest": lambda home: tear(home.document(CLEAN) / "manifest.json"),
    "a manifest of what a person decided": lambda home: tear(home.document(DECIDED) / "manifest.json"),
    "a whole manifest": lambda home: (home.document(CLEAN) / "manifest.json").unlink(),
    "a whole manifest of what waits": lambda home: (home.document(PARKED) / "manifest.json").unlink(),
    "an early record": lambda home: tear(home.document(CLEAN) / "text.json"),
    "a late record": lambda home: (home.document(CLEAN) / "report.json").unlink(),
    "what a person decided": lambda home: tear(home.document(DECIDED) / "classification.json"),
    "a record of what waits": lambda home: tear(home.document(PARKED) / "classification.json"),
    "the archive": lambda home: shutil.rmtree(home.archive / "M-1"),
    "a bin": lambda home: [path.unlink() for path in home.review.iterdir()],
    "a note": lambda home: tear(next(home.review.glob("*.json"))),
    "the catalog": lambda home: [path.unlink() for path in home.catalog.iterdir() if path.is_file()],
    "a catalog segment": lambda home: tear(next(home.catalog.rglob("*.parquet"))),
}


@pytest.mark.parametrize("lost", LOSSES)
def test_what_can_be_made_again_is_as_it_was(worked: tuple[Mailroom, Obedient], home: Home, lost: str) -> None:
    mailroom, _ = worked
    states = {item.doc_id: (item.state, item.record_hashes) for item in mailroom.store.manifests()}
    LOSSES[lost](home)
    assert not check(home).ok
    before, after = recover(mailroom)
    assert before.problems or "manifest" in lost
    assert after.problems == ()
    assert {item.doc_id: (item.state, item.record_hashes) for item in mailroom.store.manifests()} == states


def test_a_document_without_manifest_that_the_ledger_does_not_know_comes_in_anew(
    worked: tuple[Mailroom, Obedient], home: Home
) -> None:
    mailroom, _ = worked
    data = claim(4)
    doc_id = doc_id_of(sha256_bytes(data))
    (home.document(doc_id) / "source").mkdir(parents=True)
    (home.document(doc_id) / "source" / "letter.txt").write_bytes(data)
    (home.documents / "not a document").mkdir()
    recover(mailroom)
    assert mailroom.store.manifest(doc_id).state in AT_REST


@pytest.mark.parametrize(("doc_id", "state"), [(PARKED, State.PARKED), (CLEAN, State.ARCHIVED)])
def test_an_original_is_not_made_up_and_its_document_stays_as_it_is(
    worked: tuple[Mailroom, Obedient], home: Home, doc_id: str, state: State
) -> None:
    mailroom, _ = worked
    (original,) = (home.document(doc_id) / "source").iterdir()
    original.write_bytes(b"another letter")
    _, after = recover(mailroom)
    assert FindingKind.ORIGINAL_CHANGED in {problem.kind for problem in after.problems}
    assert original.read_bytes() == b"another letter"
    assert mailroom.store.manifest(doc_id).state is state


def test_nothing_is_mended_while_a_run_works_on_documents(worked: tuple[Mailroom, Obedient], home: Home) -> None:
    mailroom, _ = worked
    mailroom.pending.add([CLEAN], "batch-of-a-run")
    with pytest.raises(MailroomError, match="under way") as refused:
        recover(mailroom, lambda batch: batch == "batch-of-a-run")
    assert refused.value.code is ErrorCode.WRONG_STATE
    with HeldBatch(home) as held:
        mailroom.pending.add([CLEAN], held.key)
        with pytest.raises(MailroomError, match="under way"):
            recover(mailroom)
    recover(mailroom)
    assert mailroom.pending.batches() == {}


def test_what_a_kill_left_half_written_is_found_and_removed(worked: tuple[Mailroom, Obedient], home: Home) -> None:
    mailroom, _ = worked
    left = [
        folder / ".text.json.0123abcd.tmp"
        for folder in (home.document(CLEAN), home.document(PARKED) / "source", home.review)
    ]
    for path in left:
        path.write_bytes(b"{")
    hints = {problem.next_step for problem in check(home).problems if problem.kind is FindingKind.STRAY}
    assert hints == {"`mailroom recover` removes it"}
    before, after = recover(mailroom)
    assert {home.root / (problem.path or "") for problem in before.problems} == set(left)
    assert after.problems == ()


def test_a_document_tried_again_is_rid_of_what_the_killed_attempt_left(
    worked: tuple[Mailroom, Obedient], home: Home, tmp_path: Path
) -> None:
    mailroom, _ = worked
    (doc_id,) = drop(mailroom, tmp_path / "in", killed=claim(4)).values()
    mailroom.store.save(mailroom.store.manifest(doc_id).model_copy(update={"attempts": 1}))
    (home.document(doc_id) / ".text.json.0123abcd.tmp").write_bytes(b"{")
    process_pending(mailroom)
    assert check(home).problems == ()


@pytest.mark.parametrize("lose", [tear, Path.unlink])
def test_word_boxes_are_read_again(home: Home, tmp_path: Path, lose: Callable[[Path], object]) -> None:
    mailroom, _ = obedient_mailroom(home)
    with pymupdf.open() as pdf:
        pdf.new_page().insert_text((72, 72), claim(5).decode())
        pdf.save(tmp_path / "claim.pdf")
    ((_, item),), _ = mailroom.intake.accept_files([tmp_path / "claim.pdf"], "M-1", batch=None)
    process_pending(mailroom)
    words = home.document(item.doc_id) / "words.json"
    before = (words.read_bytes(), mailroom.store.manifest(item.doc_id).record_hashes)
    lose(words)
    assert len(mailroom.store.words(item.doc_id).starts) == 0
    _, after = recover(mailroom)
    assert after.problems == ()
    assert (words.read_bytes(), mailroom.store.manifest(item.doc_id).record_hashes) == before
