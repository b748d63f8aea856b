"""Long documents are read in bounded memory: under a worker's limit that is half of the default."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from mailroom_dagster.policy import MIB, ReadingPolicy
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.pool import ReaderPool, ReadJob

pytestmark = pytest.mark.slow

LINE = "The tenant shall pay the rent on the first day of each month to the landlord or to its agent.\n"
HALF = ReadingPolicy(workers=1, ocr=False, max_memory=1024 * MIB)


def read_in_worker(path: Path) -> Reading:
    with ReaderPool(HALF) as pool:
        [(_, outcome)] = pool.read_many([ReadJob("d", path, path.name)])
    assert isinstance(outcome, Reading), str(outcome)
    return outcome


def test_a_pdf_of_two_thousand_pages(tmp_path: Path) -> None:
    with pymupdf.open() as chapter, pymupdf.open() as document:
        for _ in range(50):
            chapter.new_page().insert_textbox((72, 72, 540, 760), LINE * 25, fontsize=10)
        for _ in range(40):
            document.insert_pdf(chapter)
        document.save(tmp_path / "long.pdf")

    reading = read_in_worker(tmp_path / "long.pdf")

    assert len(reading.document.pages) == 2000
    assert len(reading.words.starts) > 900_000
    assert reading.document.text[reading.words.starts[-1] : reading.words.ends[-1]] == "agent."


def test_a_text_of_fifty_megabytes(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text(LINE * (50_000_000 // len(LINE)))

    document = read_in_worker(tmp_path / "long.txt").document

    assert len(document.text) > 49_999_000
    assert document.language == "en"
