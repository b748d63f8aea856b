"""Japanese pictures: print in columns is laid out anew and read, in the right order or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image

from mailroom_dagster.reading.japanese import JAPANESE, closed_up, is_japanese
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.ocr import Ocr
from mailroom_dagster.reading.vertical import level_text
from tests.corpus.generate import WORDS, pdf

Read = Callable[..., Reading]
needs_data = pytest.mark.skipif(not Ocr(JAPANESE).available, reason="no trained data for Japanese")

LETTER = "先日お送りいただいた書類を確かに受け取りました。内容を確認してから、来週までにお返事をいたします。"


def columns_of(text: str, rows: int = 12, size: int = 24, stride: float = 1.7, gap: float = 0.05) -> Image.Image:
    """The text as a grey picture of columns from right to left; commas and full stops at the top right of a cell."""
    font = pymupdf.Font("japan")
    columns = [text[start : start + rows] for start in range(0, len(text), rows)]
    pitch = size * (1 + gap)
    with pymupdf.open() as document:
        page = document.new_page(width=size * (stride * len(columns) + 2), height=pitch * rows + 2 * size)
        writer = pymupdf.TextWriter(page.rect)
        for number, column in enumerate(columns):
            for row, glyph in enumerate(column):
                x = page.rect.width - size - (number + 0.5) * stride * size - size / 2
                mark = size * 0.6 if glyph in "、。" else 0
                writer.append((x + mark, size * 1.85 + row * pitch - mark), glyph, font=font, fontsize=size)
        writer.write_text(page)
        pixmap = page.get_pixmap(dpi=100, colorspace=pymupdf.csGRAY)
    return Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)


def lines_of(text: str) -> Image.Image:
    """The text as a grey picture of level lines."""
    with pymupdf.open() as document:
        page = document.new_page(width=420, height=240)
        page.insert_textbox((30, 30, 400, 230), text, fontname="japan", fontsize=16, lineheight=1.8)
        pixmap = page.get_pixmap(dpi=100, colorspace=pymupdf.csGRAY)
    return Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)


def share_read(read: Read, folder: Path, picture: Image.Image, text: str) -> float:
    """The share of the text's pairs of glyphs that the picture's reading has."""
    picture.save(folder / "page.png")
    got = "".join(read((folder / "page.png").read_bytes(), "page.png", ocr=True).document.text.split())
    pairs = [text[place : place + 2] for place in range(len(text) - 1)]
    return sum(pair in got for pair in pairs) / len(pairs)


@needs_data
@pytest.mark.parametrize("layout", [{}, {"size": 40, "rows": 9, "gap": 0.3}, {"stride": 1.35, "gap": 0.2, "rows": 20}])
def test_columns_are_read_from_right_to_left(tmp_path: Path, read: Read, layout: dict[str, float]) -> None:
    assert share_read(read, tmp_path, columns_of(LETTER, **layout), LETTER) > 0.8


@needs_data
def test_noisy_and_skewed_columns_are_read(tmp_path: Path, read: Read) -> None:
    picture = columns_of(LETTER).rotate(1.5, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    noise = np.random.default_rng(1).normal(0, 12, (picture.height, picture.width))
    noisy = Image.fromarray(np.clip(np.asarray(picture) + noise, 0, 255).astype(np.uint8))

    assert share_read(read, tmp_path, noisy, LETTER) > 0.8


@needs_data
def test_level_lines_of_japanese_are_read_without_spaces(tmp_path: Path, read: Read) -> None:
    assert share_read(read, tmp_path, lines_of(LETTER * 2), LETTER) > 0.8


@needs_data
def test_a_word_of_a_column_stands_where_it_is_printed(tmp_path: Path, read: Read) -> None:
    columns_of(LETTER).save(tmp_path / "page.png", dpi=(72, 72))
    reading = read((tmp_path / "page.png").read_bytes(), "page.png", ocr=True)
    first, last = reading.words.boxes[0], reading.words.boxes[-1]

    assert first[0] > last[0]  # the first column is the rightmost
    assert first[3] - first[1] > 5 * (first[2] - first[0])  # and stands upright


@needs_data
def test_upside_down_columns_are_left_to_a_person(tmp_path: Path, read: Read) -> None:
    columns_of(LETTER).rotate(180).save(tmp_path / "page.png")

    assert read((tmp_path / "page.png").read_bytes(), "page.png", ocr=True).document.needs_person == ("no_text",)


def test_every_glyph_of_a_column_has_its_cell() -> None:
    text = "三二一川回ニ日語とうい" * 3
    level = level_text(columns_of(text, rows=11))

    assert level is not None
    assert len(level.cells) == len(text)


def test_two_tiers_are_read_one_after_the_other() -> None:
    upper, lower = columns_of(LETTER[:36], rows=6), columns_of(LETTER[:12], rows=6)
    page = Image.new("L", (upper.width, upper.height + lower.height), 255)
    page.paste(upper, (0, 0))
    page.paste(lower, (upper.width - lower.width, upper.height))
    level = level_text(page)

    assert level is not None
    assert len(level.cells) == 36 + 12
    assert (level.places[36:, 1] > upper.height).all()


def test_rules_between_columns_are_no_glyphs() -> None:
    picture = np.asarray(columns_of(LETTER)).copy()
    bare = np.flatnonzero((picture > 200).all(axis=0))
    picture[10:-10, bare[len(bare) // 2]] = 0
    level = level_text(Image.fromarray(picture))

    assert level is not None
    assert len(level.cells) == len(LETTER) - 1  # the last column, a full stop alone, is narrower than print


def test_a_level_page_of_prose_has_no_columns() -> None:
    with pymupdf.open(stream=pdf(WORDS * 3), filetype="pdf") as document:
        pixmap = document[0].get_pixmap(dpi=100, colorspace=pymupdf.csGRAY)

    assert level_text(Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)) is None
    assert level_text(Image.new("L", (300, 200), 255)) is None


def test_glyphs_in_a_wrong_order_do_not_pass_for_prose() -> None:
    rows = [(LETTER * 2)[start::12][::-1] for start in range(12)]  # columns of twelve read across

    assert is_japanese(LETTER)
    assert not is_japanese("".join(rows))
    assert not is_japanese(WORDS)
    assert not is_japanese("")


def test_pieces_of_a_row_are_put_together_and_other_scripts_are_not() -> None:
    pieces = [(0, 0, 40, 20, "契約", 0, 0, 0), (42, 1, 400, 20, "書", 0, 1, 0), (130, 0, 170, 20, "金額", 0, 2, 0)]
    latin = [(0, 0, 40, 20, "the", 0, 0, 0), (42, 0, 60, 20, "lease", 0, 0, 1)]

    assert [word[4] for word in closed_up(pieces)] == ["契約書", "金額"]
    assert closed_up(pieces)[0][2] <= 70
    assert closed_up(latin) == latin
