"""Form values and comments that a PDF's page text lacks: they stand at the page's end, in words people know.

Belongs here: widgets and annotations. Does not belong here: what is drawn on the page anyway.
"""

from __future__ import annotations

import re

import pymupdf

_CHECKED = "checked"


def fields_and_comments(page: pymupdf.Page, text: str) -> list[str]:
    """One line a form value or comment whose words `text` does not have."""
    known = _squeezed(text)
    lines = [*_values(page), *_comments(page)]
    return [line for line, words in lines if _squeezed(words) and _squeezed(words) not in known]


def _values(page: pymupdf.Page) -> list[tuple[str, str]]:
    found = []
    for widget in page.widgets():
        value = str(widget.field_value or "").strip()
        label = str(widget.field_label or widget.field_name or "field").strip()
        if widget.field_type_string in ("CheckBox", "RadioButton"):
            if value not in ("", "Off", "False"):
                found.append((f"{label}: {_CHECKED}", label + _CHECKED))
        elif value and widget.field_type_string not in ("Button", "Signature"):
            found.append((f"{label}: {value}", value))
    return found


def _comments(page: pymupdf.Page) -> list[tuple[str, str]]:
    contents = [str(annotation.info.get("content") or "").strip() for annotation in page.annots()]
    return [(f"[Comment] {content}", content) for content in contents if content]


def _squeezed(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()
