"""Each limit of the reading policy at limit - 1, limit and limit + 1, with its own code."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.vision import fill_unread
from tests.corpus.generate import WORDS, docx, paragraph, pdf, png, scan_of

CodeOf = Callable[..., str]


def outcomes(code_of: CodeOf, data: bytes, name: str, limit: str, exact: int, **others: object) -> list[str]:
    """What comes of the file when the limit allows one less than it has, just it, and one more."""
    return [code_of(data, name, **{limit: exact + step}, **others) for step in (-1, 0, 1)]


def test_bytes(code_of: CodeOf) -> None:
    assert outcomes(code_of, b"x" * 5000, "a.txt", "max_bytes", 5000) == ["too_large", "text", "text"]


def test_pages(code_of: CodeOf) -> None:
    data = pdf("one", "two", "three")

    assert outcomes(code_of, data, "a.pdf", "max_pages", 3) == ["too_many_pages", "text", "text"]


def test_characters(code_of: CodeOf) -> None:
    assert outcomes(code_of, b"x" * 5000, "a.txt", "max_characters", 5000) == ["too_much_text", "text", "text"]


def test_pixels(code_of: CodeOf) -> None:
    data = png(80, 60)

    found = outcomes(code_of, data, "a.png", "max_pixels", 80 * 60, ocr=True)

    assert found == ["too_many_pixels", "review:no_text", "review:no_text"]


def test_archive_ratio(code_of: CodeOf) -> None:
    body = "".join(paragraph("a" * 1000) for _ in range(11_000))  # over the 10 MB that are always allowed
    data = docx(body)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        unpacked = archive.getinfo("word/document.xml").file_size
    ratio = -(-unpacked // len(data))  # the smallest whole ratio that allows it

    assert outcomes(code_of, data, "a.docx", "max_archive_ratio", ratio) == ["too_compressed", "text", "text"]


def test_ocr_pages(code_of: CodeOf) -> None:
    """A page past the cap stays unread and a person is told; with the cap at its number nothing is missing."""
    data = scan_of(WORDS, WORDS)

    found = outcomes(code_of, data, "a.pdf", "ocr_max_pages", 2, ocr=True, ocr_dpi=100)

    assert found == ["review:pages_unread", "text", "text"]


def test_vision_pages(read: Callable[..., Reading], tmp_path: Path) -> None:
    reading = read(scan_of("", "one", "two", "three"), "a.pdf")
    asked: list[list[int]] = []
    for cap in (3, 4, 5):
        pages: list[int] = []
        fill_unread(
            tmp_path / "file",
            reading,
            lambda number, _, seen=pages: seen.append(number) or "x",
            ReadingPolicy(vision_max_pages=cap, vision_dpi=72),
        )  # type: ignore[misc, func-returns-value]
        asked.append(pages)

    assert asked == [[1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]]
