"""Verification: the kind and the first bad seq of every break, and no break without a finding."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailroom_dagster.drills.tampering import Entries, change, rechain, rehash
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.canonical import line_of, parse
from mailroom_dagster.ledger.findings import Kind, VerifyReport
from mailroom_dagster.ledger.heads import sign_head
from mailroom_dagster.ledger.model import LedgerEntry
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.records.home import Home
from tests.ledger.conftest import event
from tests.ledger.homes import add_document

Opener = Callable[..., Ledger]


def first(report: VerifyReport) -> tuple[Kind, int | None]:
    assert not report.ok
    assert report.exit_code == report.problems[0].kind.exit_code
    return report.problems[0].kind, report.problems[0].seq


def stated(entry: LedgerEntry) -> bytes:
    """The line of an entry under the hash that it states."""
    line = line_of(entry)
    return line.replace(parse(line).entry_hash.encode(), entry.entry_hash.encode(), 1)


def rewrite(home: Home, do: Callable[[Entries], Entries]) -> None:
    path = home.ledger / "active.jsonl"
    entries = [parse(line) for line in path.read_bytes().splitlines(keepends=True)]
    path.write_bytes(b"".join(map(stated, do(entries))))


@pytest.fixture
def ten(open_again: Opener) -> Ledger:
    ledger = open_again()
    ledger.append([event(f"e{number}", f"{number % 3:016x}") for number in range(1, 11)])
    return ledger


def test_a_sound_ledger_verifies(home: Home, ten: Ledger) -> None:
    report = verify(home)
    assert report.ok
    assert (report.entries, report.exit_code, report.problems) == (10, 0, ())


def test_an_empty_home_verifies(home: Home) -> None:
    assert verify(home).ok


def at(entries: Entries, seq: int, **values: object) -> Entries:
    return [change(entry, **values) if entry.seq == seq else entry for entry in entries]


@pytest.mark.parametrize("seq", [1, 5, 10])
def test_an_edit_is_named_by_its_seq(home: Home, ten: Ledger, seq: int) -> None:
    rewrite(home, lambda entries: at(entries, seq, actor="x"))
    assert first(verify(home)) == (Kind.EDIT, seq)


@pytest.mark.parametrize("seq", [1, 5, 9])
def test_an_edit_with_its_own_hash_made_anew_is_named_by_its_seq(home: Home, ten: Ledger, seq: int) -> None:
    rewrite(home, lambda entries: [rehash(entry) for entry in at(entries, seq, actor="x")])
    assert first(verify(home)) == (Kind.EDIT, seq)


def test_a_changed_link_is_named_by_the_entry_that_holds_it(home: Home, ten: Ledger) -> None:
    rewrite(home, lambda entries: [rehash(entry) for entry in at(entries, 5, prev_hash="0" * 64)])
    assert first(verify(home)) == (Kind.EDIT, 5)


@pytest.mark.parametrize("gone", [{1}, {4}, {4, 5, 6}, {2, 7}])
def test_a_gap_is_named_by_the_first_that_is_missing(home: Home, ten: Ledger, gone: set[int]) -> None:
    rewrite(home, lambda entries: [entry for entry in entries if entry.seq not in gone])
    assert first(verify(home)) == (Kind.GAP, min(gone))


def test_a_swap_is_named_by_the_first_place(home: Home, ten: Ledger) -> None:
    rewrite(home, lambda entries: [*entries[:3], entries[4], entries[3], *entries[5:]])
    report = verify(home)
    assert first(report) == (Kind.REORDER, 4)
    assert len(report.problems) == 1


def test_a_repeated_entry_is_named(home: Home, ten: Ledger) -> None:
    rewrite(home, lambda entries: [*entries[:6], entries[2], *entries[6:]])
    assert first(verify(home)) == (Kind.REORDER, 3)


def test_entries_of_a_document_that_vanished_from_its_own_chain_are_named(home: Home, ten: Ledger) -> None:
    def forge(entries: Entries) -> Entries:
        kept = [entry for entry in entries if entry.seq != 4]
        chained = rechain(kept)
        lost = next(entry for entry in chained if entry.doc_id == entries[3].doc_id and entry.seq > 4)
        return rechained_with(chained, lost.seq, entries[3].entry_hash)

    rewrite(home, forge)
    kind, seq = first(verify(home))
    assert (kind, verify(home).problems[0].doc_id) == (Kind.GAP, f"{1:016x}")
    assert seq == 6


def rechained_with(entries: Entries, seq: int, doc_prev_hash: str) -> Entries:
    """The global chain made anew, but one document's link left pointing at what is gone."""
    chained: Entries = []
    for entry in entries:
        values = {"prev_hash": chained[-1].entry_hash if chained else entry.prev_hash}
        if entry.seq == seq:
            values["doc_prev_hash"] = doc_prev_hash
        chained.append(rehash(change(entry, **values)))
    return chained


def test_what_is_shorter_than_its_signed_head_is_truncated(home: Home, ten: Ledger) -> None:
    head = sign_head(ten)
    rewrite(home, lambda entries: entries[:6])
    assert first(verify(home)) == (Kind.TRUNCATION, 7)
    shutil.rmtree(home.ledger)
    assert first(verify(home, heads=[head])) == (Kind.TRUNCATION, 1)


def test_a_fork_is_named_by_the_first_entry_that_no_head_confirms(home: Home, ten: Ledger) -> None:
    first_size = sign_head(ten).checkpoint.size
    ten.append([event("later"), event("still later")])
    head = sign_head(ten)
    shutil.rmtree(home.ledger / "checkpoints")
    rewrite(home, lambda entries: rechain(at(entries, first_size + 2, actor="x", output_hashes={})))
    assert Kind.FORK in {problem.kind for problem in verify(home, heads=[head]).problems}


def test_without_a_head_kept_elsewhere_a_thorough_forger_is_not_noticed(home: Home, ten: Ledger) -> None:
    rewrite(home, lambda entries: rechain(at(entries, 3, actor="x")))
    assert verify(home).ok


def test_a_torn_end_is_told_and_gone_after_the_next_append(home: Home, ten: Ledger, open_again: Opener) -> None:
    with (home.ledger / "active.jsonl").open("ab") as file:
        file.write(b'{"entry')
    assert first(verify(home)) == (Kind.TORN_END, 11)
    open_again().append([event("next")])
    assert verify(home).ok


def test_a_crash_between_sealing_and_taking_out_is_sound(home: Home, ten: Ledger, open_again: Opener) -> None:
    before = (home.ledger / "active.jsonl").read_bytes()
    ten.seal()
    (home.ledger / "active.jsonl").write_bytes(before)
    assert verify(home).ok
    open_again().append([event("next")])
    report = verify(home)
    assert report.ok, report.problems
    assert report.entries == 12
    open_again().seal()
    assert verify(home).ok


def test_a_damaged_segment_is_told_even_when_its_lines_are_still_there(home: Home, ten: Ledger) -> None:
    before = (home.ledger / "active.jsonl").read_bytes()
    ten.seal()
    (home.ledger / "active.jsonl").write_bytes(before)
    (path,) = (home.ledger / "segments").iterdir()
    path.write_bytes(path.read_bytes()[:-40])
    assert first(verify(home)) == (Kind.EDIT, 1)


def test_a_sealed_entry_that_is_edited_is_named(home: Home, ten: Ledger) -> None:
    ten.seal()
    (path,) = (home.ledger / "segments").iterdir()
    table = pq.read_table(path)
    actors = ["x" if seq == 4 else "reader" for seq in table["seq"].to_pylist()]
    place = table.schema.get_field_index("actor")
    pq.write_table(table.set_column(place, table.schema.field(place), [actors]), path)
    report = verify(home)
    assert first(report) == (Kind.EDIT, 4)
    assert Kind.CHANGED_OUTPUT in {problem.kind for problem in report.problems}


def test_a_segment_that_is_gone_is_a_gap(home: Home, ten: Ledger) -> None:
    ten.seal()
    next((home.ledger / "segments").iterdir()).unlink()
    assert first(verify(home)) == (Kind.GAP, 1)


def test_the_latest_entry_of_a_file_counts(home: Home, ledger: Ledger) -> None:
    path = home.root / "documents" / "x.json"
    for content in (b"one", b"two"):
        path.write_bytes(content)
        ledger.append([event(f"wrote-{content!r}", output_hashes={"documents/x.json": sha256_bytes(content)})])
    assert verify(home).ok
    path.write_bytes(b"one")
    assert first(verify(home)) == (Kind.CHANGED_OUTPUT, 2)
    path.unlink()
    assert first(verify(home)) == (Kind.MISSING_OUTPUT, 2)
    ledger.append([event("took it away", output_hashes={"documents/x.json": ""})])
    assert verify(home).ok


def test_a_path_that_leaves_the_home_is_not_read(home: Home, ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"s")
    ledger.append([event("a", output_hashes={"../secret": sha256_bytes(b"other")})])
    report = verify(home)
    assert first(report) == (Kind.EDIT, 1)
    assert report.files == 0


def test_originals_are_read_again(home: Home, ledger: Ledger) -> None:
    doc_id = add_document(home, ledger, b"a letter")
    other = add_document(home, ledger, b"another letter")
    assert verify(home).files == 4
    original = home.document(doc_id) / "source" / "letter.txt"
    original.write_bytes(b"A letter")
    assert first(verify(home)) == (Kind.CHANGED_ORIGINAL, 1)
    assert first(verify(home, document=doc_id)) == (Kind.CHANGED_ORIGINAL, 1)
    assert verify(home, document=other).ok
    assert verify(home, sample=0).ok
    original.unlink()
    assert first(verify(home, sample=2)) == (Kind.MISSING_OUTPUT, 1)


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with segments, heads, keys and documents."""
    from mailroom_dagster.ledger import open_ledger
    from mailroom_dagster.policy import LedgerPolicy
    from mailroom_dagster.storage import Disk

    home = Home(tmp_path_factory.mktemp("furnished") / "home")
    ledger = open_ledger(home, Disk(), LedgerPolicy(seal_every=6))
    for number in range(5):
        add_document(home, ledger, f"letter {number}".encode())
        sign_head(ledger)
    assert verify(home).ok
    return home


def _covered(home: Home) -> list[Path]:
    """Manifests and signing keys are for `mailroom check`; the lock is empty."""
    files = sorted(path for path in home.root.rglob("*") if path.is_file() and path.stat().st_size)
    return [path for path in files if path.name != "manifest.json" and path.suffix != ".key"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**63))
def test_any_flipped_bit_is_noticed(furnished: Home, seed: int) -> None:
    chance = random.Random(seed)
    path = chance.choice(_covered(furnished))
    before = path.read_bytes()
    touched = bytearray(before)
    touched[chance.randrange(len(touched))] ^= 1 << chance.randrange(8)
    path.write_bytes(touched)
    try:
        report = verify(furnished)
    finally:
        path.write_bytes(before)
    assert not report.ok, path
    json.loads(report.model_dump_json())


def test_what_cannot_be_chained_is_told_by_verify_too(home: Home, ten: Ledger) -> None:
    (home.ledger / "active.jsonl").write_bytes(b"not\njson\n\xff\xfe\n[]\n{}\nnull\n" * 3)
    assert first(verify(home)) == (Kind.EDIT, 1)
