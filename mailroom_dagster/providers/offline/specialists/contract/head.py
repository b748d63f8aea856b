"""The head of a contract: its first pages with their preamble, read once for every field that stands there.

Belongs here: what title, parties and dates share. Does not belong here: any field.
"""

from __future__ import annotations

from dataclasses import dataclass

from mailroom_dagster.providers.offline.specialists.common import Flat, Window
from mailroom_dagster.providers.offline.specialists.contract.preamble import Preamble, find_preamble

HEAD_CHARS = 40_000  # tables of contents of long agreements take up to half of this
TAIL_CHARS = 12_000  # signature blocks and the last schedules
_MAX_OPENINGS = 1_500


@dataclass(frozen=True)
class Head:
    """The head's window, its words on one line, and the preamble in offsets of that line."""

    window: Window
    flat: Flat
    preamble: Preamble | None

    @classmethod
    def of(cls, window: Window) -> Head:
        """The head within a window; empty when the window begins behind it."""
        part = window.head(HEAD_CHARS)
        flat = part.flat()
        return cls(part, flat, find_preamble(flat.text, _openings(part.text, flat)))


def _openings(text: str, flat: Flat) -> list[int]:
    """Where lines begin, in offsets of the flat text."""
    places = zip(flat.flat_starts, flat.starts, strict=True)
    return [place for place, start in places if text[max(0, start - 40) : start].rstrip(" \t").endswith("\n")][
        :_MAX_OPENINGS
    ]
