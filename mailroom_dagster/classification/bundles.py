"""Bundles: one file that holds several documents of different classes, told by how its pages begin.

Belongs here: only this check. A contract with its exhibits or a letter with its enclosures is one document: pages count
only in short files, when at least half of them open something, and when they open different classes beyond doubt.
"""

from __future__ import annotations

from mailroom_dagster.classification.marks import load_marks
from mailroom_dagster.classification.view import view_of
from mailroom_dagster.reading.model import DocumentText

MAX_PAGES = 12  # longer files have annexes; their first page speaks for them
OPENING = 700  # characters of a page that may open a document
CLEAR_POINTS, CLEAR_LEAD = 6.0, 3.0


def holds_several(document: DocumentText) -> bool:
    """Whether pages of a short file open documents of different classes."""
    if not 2 <= len(document.pages) <= MAX_PAGES:
        return False
    opened = [found for page in document.pages if (found := _opens(document, document.page_text(page)))]
    return len(opened) * 2 >= len(document.pages) and len(set(opened)) > 1


def _opens(document: DocumentText, text: str) -> str | None:
    """The class that a page's opening names beyond doubt."""
    book = load_marks()
    view = view_of(text[:OPENING], document.model_copy(update={"headers": {}}))
    marking = book.find(view)
    first, points = marking.ranking[0]
    clear = first in marking.defined and points >= CLEAR_POINTS and marking.lead(first) >= CLEAR_LEAD
    return first if clear and first in book.classes else None
