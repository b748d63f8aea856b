"""OCR out of the box: scans as they come, straight or not, with boxes on the page and a cache that spares the work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image, ImageDraw

from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading import straighten
from mailroom_dagster.reading.model import PageSource, Reading
from mailroom_dagster.reading.ocr import Ocr
from mailroom_dagster.reading.readers import read_file
from tests.corpus.generate import WORDS, pdf, scan_of

Read = Callable[..., Reading]
LETTER = (
    "Harbor & Reef LLP\nMarch 4, 2024\nWe represent the owner of the vessel. Please pay the invoice within ten days."
)


def picture_of(text: str, dpi: int = 110) -> Image.Image:
    """A page with this text as a grey picture."""
    with pymupdf.open(stream=pdf(text), filetype="pdf") as document:
        pixmap = document[0].get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    return Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)


def saved(picture: Image.Image, folder: Path, name: str = "scan.png") -> bytes:
    picture.save(folder / name)
    return (folder / name).read_bytes()


def test_a_scan_becomes_text_with_boxes_where_the_words_are(read: Read) -> None:
    reading = read(scan_of(WORDS, dpi=110), "a.pdf", ocr=True, ocr_dpi=110)
    page = reading.document.pages[0]

    assert page.source is PageSource.OCR
    assert page.reasons == ("no_text_layer",)
    assert reading.document.text.split()[:4] == WORDS.split()[:4]
    x0, y0, x1, y1 = reading.words.boxes[0]
    assert (round(x0 / 10), round(y0 / 10)) == (7, 8)  # the text begins at 72 points from the left
    assert x1 > x0
    assert y1 > y0
    assert reading.document.numbers["ocr_pages"] == 1


@pytest.mark.parametrize("angle", [90, 180, 270, 4])
def test_turned_and_skewed_scans_are_straightened(tmp_path: Path, read: Read, angle: int) -> None:
    turned = picture_of(LETTER).rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)

    text = read(saved(turned, tmp_path), "a.png", ocr=True).document.text

    assert "represent the owner of the vessel" in text


def test_a_light_fax_with_specks_is_read(tmp_path: Path, read: Read) -> None:
    grey = np.asarray(picture_of(LETTER, dpi=150), dtype=np.int16)
    specks = np.random.default_rng(1).random(grey.shape)
    noisy = np.where(specks < 0.01, 0, np.where(specks > 0.99, 255, grey)).astype(np.uint8)

    text = read(saved(Image.fromarray(noisy), tmp_path), "a.png", ocr=True).document.text

    assert "represent the owner of the vessel" in text


def test_multi_page_tiff_gives_a_page_a_frame(tmp_path: Path, read: Read) -> None:
    first, second = picture_of("First page of the fax"), picture_of("Second page of the fax")
    first.save(tmp_path / "a.tiff", save_all=True, append_images=[second], dpi=(110, 110))

    document = read((tmp_path / "a.tiff").read_bytes(), "a.tiff", ocr=True).document

    assert [document.page_text(page) for page in document.pages] == ["First page of the fax", "Second page of the fax"]
    assert document.pages[0].width == pytest.approx(595, abs=3)


def test_a_stamp_over_a_scan_does_not_pass_for_its_text(tmp_path: Path, read: Read) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_image(page.rect, stream=saved(picture_of(LETTER), tmp_path))
        page.insert_text((72, 40), "Filed 2024-03-05")
        reading = read(document.tobytes(), "a.pdf", ocr=True, ocr_dpi=110)

    assert reading.document.pages[0].reasons[0] == "partial_text_layer"
    assert "represent the owner" in reading.document.text


def test_an_empty_page_among_others_needs_nobody(read: Read) -> None:
    document = read(pdf(WORDS, ""), "a.pdf", ocr=True, ocr_dpi=72).document

    assert document.needs_person == ()
    assert document.pages[1].reasons == ("blank",)


def test_without_ocr_a_scan_is_unread_and_a_person_is_asked(read: Read) -> None:
    document = read(scan_of(WORDS), "a.pdf").document

    assert document.pages[0].source is PageSource.UNREAD
    assert document.needs_person == ("no_text",)
    assert not document.readable


def test_missing_trained_data_are_said_so(read: Read) -> None:
    document = read(scan_of(WORDS), "a.pdf", ocr=True, ocr_languages="eng+xxx").document

    assert document.pages[0].reasons == ("no_text_layer", "ocr_not_installed")


def test_results_are_kept_by_page_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(scan_of(WORDS))
    policy = ReadingPolicy(ocr_dpi=100)
    first = read_file(path, "a.pdf", policy, tmp_path / "cache")
    monkeypatch.setattr(Ocr, "_best_turn", lambda *_: pytest.fail("recognised again"))

    second = read_file(path, "a.pdf", policy, tmp_path / "cache")

    assert second == first


def test_a_point_of_the_turned_image_leads_back_to_where_it_was() -> None:
    image = Image.new("L", (300, 200), 255)
    ImageDraw.Draw(image).rectangle((40, 30, 44, 34), fill=0)
    for angle in (90, 180, 270, 5, -3.5):
        after, back = straighten.turned(image, angle)
        y, x = np.argwhere(np.asarray(after) < 100).mean(axis=0)
        assert back(x, y) == pytest.approx((42, 32), abs=1.5)


def test_noise_is_smoothed_and_clean_paper_is_not() -> None:
    clean = picture_of(LETTER, dpi=72)
    noise = np.random.default_rng(2).normal(0, 12, (clean.height, clean.width))
    noisy = Image.fromarray(np.clip(np.asarray(clean) + noise, 0, 255).astype(np.uint8))

    assert straighten.without_noise(clean) is clean
    assert straighten.without_noise(noisy) is not noisy
