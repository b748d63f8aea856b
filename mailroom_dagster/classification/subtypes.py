"""Subtypes by title: the aliases of the taxonomy, looked for where a document names itself.

Belongs here: telling a contract's family from its title, else from how often its words recur. One way for every class
that has subtypes; `other` when nothing speaks.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mailroom_dagster.classification.view import View
from mailroom_dagster.taxonomy.model import DocumentClass, Taxonomy

OTHER = "other"
TITLE_WINDOW = 1_500  # characters in which a title is looked for, after cover sheets and tables of contents
MIN_MENTIONS = 3  # how often an alias must recur in the text when no title names it


def subtype_of(view: View, doc_class: str, taxonomy: Taxonomy) -> str | None:
    """The subtype of a document of this class; None when the class has no subtypes."""
    known = taxonomy.classes.get(doc_class)
    if known is None or not known.subtypes:
        return None
    return _by_title(view, known) or _by_mentions(view, known) or _rest(known)


def normalise_subtype(label: str, known: DocumentClass) -> str:
    """The key that a free-text label means: by key, by alias, by the longest alias inside it; else the rest class."""
    flat = f" {re.sub(r'[^a-z0-9]+', ' ', label.lower()).strip()} "
    if (key := flat.strip().replace(" ", "_")) in known.subtypes:
        return key
    best = _earliest(flat, known, by_length=True)
    return best or _rest(known)


def _rest(known: DocumentClass) -> str:
    return OTHER if OTHER in known.subtypes else next(iter(known.subtypes))


def _by_title(view: View, known: DocumentClass) -> str | None:
    return _earliest(re.sub(r"[^a-z0-9]+", " ", view.text[:TITLE_WINDOW]), known)


def _earliest(flat: str, known: DocumentClass, by_length: bool = False) -> str | None:
    """The subtype whose alias stands first (or is longest); of two at one place the longer alias wins."""
    hits = []
    for key, pattern in _patterns(known):
        for match in pattern.finditer(flat):
            rank = -len(match.group()) if by_length else match.end()
            hits.append((rank, -len(match.group()), key))
    return min(hits)[2] if hits else None


def _by_mentions(view: View, known: DocumentClass) -> str | None:
    counts = {key: sum(1 for _ in pattern.finditer(view.text)) for key, pattern in _patterns(known)}
    key = max(counts, key=lambda name: counts[name])
    return key if counts[key] >= MIN_MENTIONS else None


@lru_cache(maxsize=32)
def _compiled(aliases: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (key, re.compile(r"\b(?:" + "|".join(re.sub(r"[^a-z0-9]+", "[^a-z0-9]+", word) for word in words) + r")\b"))
        for key, words in aliases
        if words
    )


def _patterns(known: DocumentClass) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The aliases of each subtype but the rest class, longest first."""
    return _compiled(
        tuple(
            (key, tuple(sorted((word.lower() for word in words), key=len, reverse=True)))
            for key, words in known.subtypes.items()
            if key != OTHER
        )
    )
