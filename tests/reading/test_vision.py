"""Vision takes the pages that nothing else could read, and every offset stays right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pymupdf

from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.model import PageSource, Reading
from mailroom_dagster.reading.vision import fill_unread
from tests.corpus.generate import pdf, scan_of

Read = Callable[..., Reading]
POLICY = ReadingPolicy(ocr=False, vision_dpi=72)


def mixed() -> bytes:
    """Page 1 a scan, page 2 text."""
    with pymupdf.open(stream=scan_of("unread words"), filetype="pdf") as document:
        with pymupdf.open(stream=pdf("Page two is text."), filetype="pdf") as other:
            document.insert_pdf(other)
        data: bytes = document.tobytes()
    return data


def test_transcribed_pages_join_the_stored_text(tmp_path: Path, read: Read) -> None:
    reading = read(mixed(), "a.pdf")
    pictures: dict[int, bytes] = {}

    filled = fill_unread(tmp_path / "file", reading, lambda n, png: pictures.update({n: png}) or "seen words", POLICY)

    document, words = filled.document, filled.words
    assert list(pictures) == [1]
    assert pictures[1].startswith(b"\x89PNG")
    assert document.text == "seen words\fPage two is text."
    assert [page.source for page in document.pages] == [PageSource.VISION, PageSource.TEXT_LAYER]
    assert [document.text[a:b] for a, b in zip(words.starts, words.ends, strict=True)] == ["Page", "two", "is", "text."]
    assert reading.document.needs_person == ("pages_unread",)
    assert document.needs_person == ()


def test_a_page_nobody_can_read_stays_unread(tmp_path: Path, read: Read) -> None:
    filled = fill_unread(tmp_path / "file", read(mixed(), "a.pdf"), lambda number, png: "  ", POLICY)

    assert filled.document.pages[0].source is PageSource.UNREAD
    assert filled.document.needs_person == ("pages_unread",)


def test_pictures_may_be_drawn_elsewhere(tmp_path: Path, read: Read) -> None:
    def elsewhere(path: Path, numbers: Sequence[int]) -> dict[int, bytes]:
        return dict.fromkeys(numbers, b"drawn in a worker")

    filled = fill_unread(
        tmp_path / "file", read(mixed(), "a.pdf"), lambda number, png: png.decode(), POLICY, images=elsewhere
    )

    assert filled.document.text.startswith("drawn in a worker\f")


def test_a_read_document_is_left_alone(tmp_path: Path, read: Read) -> None:
    reading = read(pdf("All is text."), "a.pdf")

    assert fill_unread(tmp_path / "file", reading, lambda number, png: "never", POLICY) is reading
