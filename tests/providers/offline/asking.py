"""Asking an offline specialist about a text: the values of each field, every quote checked against the text."""

from __future__ import annotations

from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.providers.offline.specialists import extract
from mailroom_dagster.reading.model import DocumentText, Page, PageSource


def document(text: str) -> DocumentText:
    """A text as one page."""
    page = Page(number=1, start=0, end=len(text), source=PageSource.TEXT_LAYER)
    return DocumentText(text=text, pages=(page,), media_type="text/plain")


def ask(doc_class: str, text: str, start: int = 0, end: int | None = None) -> ExtractAnswer:
    """The specialist's answer for one window."""
    task = ExtractTask(
        doc_id="d" * 16, document=document(text), doc_class=doc_class, window_start=start, window_end=end
    )
    return extract(task)


def values(doc_class: str, text: str, start: int = 0, end: int | None = None) -> dict[str, list[str]]:
    """Field -> values; asserts on the way that every quote stands where it says, inside the window."""
    found = ask(doc_class, text, start, end).values
    for name, items in found.items():
        for item in items:
            assert item.quote, name
            assert item.start is not None, name
            assert text[item.start : item.start + len(item.quote)] == item.quote, name
            assert start <= item.start <= item.start + len(item.quote) <= (len(text) if end is None else end), name
    return {name: [item.value for item in items] for name, items in found.items()}
