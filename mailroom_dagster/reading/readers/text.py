"""Plain text and Markdown: decoded, cut into pages at form feeds."""

from __future__ import annotations

from mailroom_dagster.reading.draft import Draft, PageDraft, Source
from mailroom_dagster.reading.encoding import decode


def read_text(source: Source) -> Draft:
    """Read a text file. Raises undecodable."""
    text, encoding = decode(source.path.read_bytes())
    return Draft(source.media_type, pages=[PageDraft(part) for part in text.split("\f")], encoding=encoding)
