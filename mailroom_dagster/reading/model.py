"""What reading a file gives: the stored text, page by page, with everything that was noticed on the way.

All offsets, here and in every later stage, are code-point offsets into `DocumentText.text`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator

PAGE_BREAK = "\f"  # stands between two pages in the stored text and belongs to neither


class PageSource(StrEnum):
    """Where a page's text came from."""

    TEXT_LAYER = "text_layer"
    OCR = "ocr"
    VISION = "vision"
    UNREAD = "unread"


class Frozen(BaseModel):
    """Base of the reading models."""

    model_config = ConfigDict(frozen=True)


class Page(Frozen):
    """One page: `DocumentText.text[start:end]` is its text. Width and height are points (1/72 inch)."""

    number: int  # from 1
    start: int
    end: int
    source: PageSource
    quality: float = 1.0  # 0..1
    reasons: tuple[str, ...] = ()  # what lowered the quality
    width: float | None = None
    height: float | None = None


class Note(Frozen):
    """Something a person should know: type_mismatch, tracked_changes, hidden_text, prompt_injection_suspected …"""

    code: str
    message: str
    page: int | None = None


class HiddenText(Frozen):
    """Text a reader of the page would not see; kept apart and never sent as visible text."""

    page: int
    reason: str  # white, tiny, off_page, invisible, display_none, metadata, vanish
    text: str


class AttachmentRef(Frozen):
    """A file inside this file; it becomes a document of its own."""

    name: str
    sha256: str
    bytes: int


class DocumentText(Frozen):
    """The stored text of one document and what reading noticed."""

    text: str
    pages: tuple[Page, ...]
    media_type: str
    encoding: str | None = None
    language: str | None = None  # ISO 639-1 when it could be told
    headers: dict[str, str] = Field(default_factory=dict)  # mail: from, to, cc, date, subject …
    title: str | None = None
    notes: tuple[Note, ...] = ()
    needs_person: tuple[str, ...] = ()  # codes of notes that a person must look at before anything else happens
    hidden: tuple[HiddenText, ...] = ()
    suspect: tuple[tuple[int, int], ...] = ()  # [start, end) of stretches that address a machine: no evidence
    attachments: tuple[AttachmentRef, ...] = ()
    quality: float = 1.0  # 0..1, weighted by page length
    numbers: dict[str, float] = Field(default_factory=dict)  # garble shares and other measurements

    def page_text(self, page: Page) -> str:
        """The text of one page."""
        return self.text[page.start : page.end]

    def page_at(self, offset: int) -> Page:
        """The page that holds an offset (the last one that starts at or before it)."""
        return next((page for page in reversed(self.pages) if page.start <= offset), self.pages[0])

    @property
    def readable(self) -> bool:
        """Whether any page has text."""
        return any(page.source is not PageSource.UNREAD for page in self.pages) and bool(self.text.strip())


Ints = Annotated[
    npt.NDArray[np.int64],
    PlainValidator(lambda values: np.asarray(values, np.int64)),
    PlainSerializer(lambda array: array.tolist(), return_type=list[int]),
]
Boxes = Annotated[
    npt.NDArray[np.float64],
    PlainValidator(lambda values: np.asarray(values, np.float64).reshape(-1, 4)),
    PlainSerializer(lambda array: array.tolist(), return_type=list[list[float]]),
]


class WordBoxes(Frozen):
    """Where the n words stand, as arrays: a long document has a million words.

    Boxes are (n, 4) points x0, y0, x1, y1 from the page's top left, rounded to 0.1; offsets rise.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    starts: Ints = Field(default_factory=lambda: np.zeros(0, np.int64))
    ends: Ints = Field(default_factory=lambda: np.zeros(0, np.int64))
    pages: Ints = Field(default_factory=lambda: np.zeros(0, np.int64))
    boxes: Boxes = Field(default_factory=lambda: np.zeros((0, 4)))

    def __eq__(self, other: object) -> bool:
        """Whether the same words stand in the same places."""
        if not isinstance(other, WordBoxes):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in type(self).model_fields)

    __hash__ = None  # type: ignore[assignment]  # arrays have none


class Attachment(Frozen):
    """An attachment's bytes on their way to intake."""

    name: str
    data: bytes


class Reading(Frozen):
    """Everything one read gives."""

    document: DocumentText
    words: WordBoxes = Field(default_factory=WordBoxes)
    attachments: tuple[Attachment, ...] = ()
