"""Plain text and Markdown: decoded, cut into pages at form feeds."""

from __future__ import annotations

from pathlib import Path

from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.draft import Draft, PageDraft
from mailroom_dagster.reading.encoding import decode


def read_text(path: Path, media_type: str, policy: ReadingPolicy) -> Draft:
    """Read a text file. Raises undecodable."""
    text, encoding = decode(path.read_bytes())
    return Draft(media_type, pages=[PageDraft(part) for part in text.split("\f")], encoding=encoding)
