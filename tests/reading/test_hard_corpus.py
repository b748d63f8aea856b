"""The hard corpus: what reading alone must come to, row by row, every file read in the pool under its hostile name."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailroom_dagster.errors import MailroomError
from mailroom_dagster.hashing import sha256_file
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.japanese import JAPANESE
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.ocr import Ocr
from mailroom_dagster.reading.pool import ReaderPool, ReadJob

pytestmark = pytest.mark.slow

CODES = {  # the corpus's suggestion -> codes of ours that meet it, errors and notes alike
    "ARCHIVE_REFUSED": {"unsupported_type"},
    "BINARY_DATA": {"undecodable"},
    "CORRUPT_FILE": {"corrupt", "undecodable", "unsupported_type"},
    "EMBEDDED_FILES": {"embedded_files"},
    "EMPTY_FILE": {"empty"},
    "ENCRYPTED": {"encrypted"},
    "GARBLED_TEXT_LAYER": {"no_text_layer", "garbled_text_layer"},
    "HOMOGLYPH": {"homoglyphs"},
    "MULTIPLE_DOCUMENTS": {"multiple_documents"},
    "NO_TEXT_FOUND": {"no_text"},
    "NO_TEXT_LAYER": {"no_text_layer", "image"},
    "PARTIAL_TEXT_LAYER": {"partial_text_layer"},
    "PROMPT_INJECTION_SUSPECTED": {"prompt_injection_suspected"},
    "REDACTION_SUSPECT": {"redaction_suspect"},
    "TOO_LARGE": {"too_many_pixels", "too_compressed", "too_large"},
    "TRACKED_CHANGES": {"tracked_changes"},
    "TYPE_MISMATCH": {"type_mismatch"},
}
BEYOND_READING = {"DUPLICATE", "NEAR_DUPLICATE", "NAME_SANITIZED", "CONFLICT", "NO_FIELDS", "LOW_CONFIDENCE"}
NOT_MET = set() if Ocr(JAPANESE).available else {"img_japanese_vertical.jpeg"}

Row = dict[str, str]
Outcome = Reading | MailroomError


@pytest.fixture(scope="module")
def outcomes(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    """What became of each file, by file name."""
    folder = corpus / "hard"
    jobs = [ReadJob(row["filename"], folder / row["path"], row["upload_as"]) for row in rows(corpus)]
    with ReaderPool(ReadingPolicy(), tmp_path_factory.mktemp("ocr")) as pool:
        return dict(pool.read_many(jobs))


def rows(corpus: Path) -> Iterator[Row]:
    with (corpus / "hard" / "hard.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def codes(outcome: Outcome) -> set[str]:
    if isinstance(outcome, MailroomError):
        return {outcome.code.value}
    document = outcome.document
    return {note.code for note in document.notes} | {reason for page in document.pages for reason in page.reasons}


def has_words(outcome: Outcome, words: str) -> bool:
    squeezed = "" if isinstance(outcome, MailroomError) else re.sub(r"\s", "", outcome.document.text).casefold()
    return re.sub(r"\s", "", words).casefold() in squeezed


def meets(row: Row, outcome: Outcome) -> bool:
    """Whether the row's expectation is met, as far as reading can meet it."""
    failed = isinstance(outcome, MailroomError)
    textless = failed or not outcome.document.readable
    expected = row["expected"]
    if expected == "error":
        return textless and bool(codes(outcome) & CODES[row["expected_code"]])
    if expected == "text_or_error":
        return textless or has_words(outcome, row["must_contain"])
    if expected == "limit":
        return not textless or bool(codes(outcome) & CODES["TOO_LARGE"])
    return not textless and has_words(outcome, row["must_contain"])


def test_every_row_comes_to_its_outcome(corpus: Path, outcomes: dict[str, Outcome]) -> None:
    missed = {row["filename"] for row in rows(corpus) if not meets(row, outcomes[row["filename"]])}

    assert missed == NOT_MET


def test_every_code_that_reading_can_give_is_given(corpus: Path, outcomes: dict[str, Outcome]) -> None:
    missed = [
        row["filename"]
        for row in rows(corpus)
        if (code := row["expected_code"]) and code not in BEYOND_READING and row["filename"] not in NOT_MET
        if row["expected"] != "text_or_error" and not codes(outcomes[row["filename"]]) & CODES[code]
    ]

    assert missed == []


def test_nothing_fails_without_a_name_of_its_own(outcomes: dict[str, Outcome]) -> None:
    errors = Counter(outcome.code.value for outcome in outcomes.values() if isinstance(outcome, MailroomError))

    assert not set(errors) & {"internal", "reader_crashed", "timeout", "out_of_memory"}


def test_review_is_asked_for_by_code(outcomes: dict[str, Outcome]) -> None:
    asked = {
        name: outcome.document.needs_person[0]
        for name, outcome in outcomes.items()
        if isinstance(outcome, Reading) and outcome.document.needs_person
    }

    assert {asked[name] for name in ("attach_pdf_portfolio.pdf",)} == {"embedded_files"}
    assert asked["bundle_letter_contract_opinion.pdf"] == "multiple_documents"
    assert asked["enc_irm_wrapper.pdf"] == "encrypted"
    assert asked["img_no_text.png"] == "no_text"


def test_what_must_not_be_read_is_not_in_the_text(corpus: Path, outcomes: dict[str, Outcome]) -> None:
    struck = outcomes["office_nda_tracked_changes.docx"]
    hidden = [
        outcomes[name] for name in ("inject_hidden_run.docx", "inject_white_text.pdf", "inject_display_none.html")
    ]

    assert not any(has_words(struck, words) for words in ("Acme Corp", "Globex Industries", "Delaware"))
    assert not any(has_words(outcome, "Ignore all previous instructions") for outcome in hidden)
    assert not has_words(outcomes["html_nda_with_script.html"], "onerror")


def test_originals_stay_as_they_are(corpus: Path, outcomes: dict[str, Outcome]) -> None:
    changed = [row["path"] for row in rows(corpus) if sha256_file(corpus / "hard" / row["path"]) != row["sha256"]]

    assert len(outcomes) == 143
    assert changed == []
    assert not Path("/tmp/evil.txt").exists()


def test_pilot_documents_read_as_long_as_they_are(corpus: Path) -> None:
    """Text and Word files: the stored text has at least nine tenths of the characters that the labels count."""
    with (corpus / "pilot" / "labels.csv").open(encoding="utf-8", newline="") as file:
        labels = [row for row in csv.DictReader(file) if row["kind"] != "eml"]
    jobs = [ReadJob(row["path"], corpus / "pilot" / row["path"], row["upload_as"]) for row in labels]
    counts = {row["path"]: int(row["text_chars"]) for row in labels}
    with ReaderPool(ReadingPolicy(ocr=False)) as pool:
        short = [
            path
            for path, outcome in pool.read_many(jobs)
            if isinstance(outcome, MailroomError)
            or outcome.document.needs_person
            or len(outcome.document.text) < 0.9 * counts[path]
        ]

    assert short == []
