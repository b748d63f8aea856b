"""Where pages go whose text layer is missing or no good: OCR under the policy's bounds, with a verdict on the result.

Belongs here: what a page becomes after OCR. Does not belong here: recognising (`ocr`), which page needs it (readers).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image

from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.draft import PageDraft
from mailroom_dagster.reading.layout import PageWords, lay_out
from mailroom_dagster.reading.model import PageSource
from mailroom_dagster.reading.ocr import Ocr, Word, makes_sense
from mailroom_dagster.reading.quality import judge
from mailroom_dagster.reading.straighten import ink_share, without_noise

_BARE = 0.003  # share of ink, specks apart, under which a page without words is an empty page
_GAIN = 1.5  # OCR must read so much more than a sparse text layer to take its place,
_COMMON = 0.3  # and find this share of its words


class OcrDesk:
    """Counts the pages of one document that went through OCR."""

    def __init__(self, policy: ReadingPolicy, cache_dir: Path | None = None) -> None:
        self._ocr = Ocr(policy.ocr_languages, cache_dir)
        self._left = policy.ocr_max_pages if policy.ocr else 0

    def better(self, draft: PageDraft, picture: Callable[[], Image.Image], why: str) -> PageDraft:
        """The page as OCR reads it, or the draft where that is better; `why` says what is wrong with the draft."""
        if not self._ocr.available:
            return self._without_ocr(draft, why, "ocr_not_installed")
        if not self._left:
            return self._without_ocr(draft, why, "ocr_page_limit")
        self._left -= 1
        image = picture()
        words = self._ocr.words(image)
        read = _page_of(words, image, draft.width or image.width)
        read.reasons.append(why)
        if why == "partial_text_layer" and not _says_more(read.text, draft.text):
            return draft
        if makes_sense(words):
            return read
        if not words and ink_share(without_noise(image)) < _BARE:
            return PageDraft("", PageSource.TEXT_LAYER, reasons=["blank"])
        return PageDraft("", PageSource.UNREAD, reasons=[why, "no_words_recognised"])

    @staticmethod
    def _without_ocr(draft: PageDraft, why: str, reason: str) -> PageDraft:
        if why == "partial_text_layer":
            draft.reasons += [why, reason]
            return draft
        return PageDraft("", PageSource.UNREAD, reasons=[why, reason])


def _says_more(read: str, known: str) -> bool:
    """Whether OCR read much more than the text layer has, and the text layer's words among it."""
    words = set(known.split())
    return len(read) > _GAIN * len(known) and len(words & set(read.split())) > _COMMON * len(words)


def _page_of(words: list[Word], image: Image.Image, width: float) -> PageDraft:
    """The page laid out, boxes in points of a page that is `width` points wide."""
    scale = width / image.width
    page = lay_out(PageWords.of([(*(value * scale for value in word[:4]), *word[4:]) for word in words]), width)
    page.source = PageSource.OCR
    page.quality = judge(page.text)
    return page
