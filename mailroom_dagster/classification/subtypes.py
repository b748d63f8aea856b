"""Subtypes by title: the aliases of the taxonomy, looked for where a document names itself.

Belongs here: telling a contract's family from its title, else from how often its words recur. One way for every class
that has subtypes; the rest class (`other`) when nothing speaks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from mailroom_dagster.classification.view import View, words_of
from mailroom_dagster.taxonomy.model import DocumentClass, Taxonomy

OTHER = "other"
TITLE_WINDOW = 1_500  # characters in which a title is looked for, after cover sheets and tables of contents
MIN_MENTIONS = 3  # how often aliases must recur in the text when no title names one
_NOT_WORDS = re.compile(r"[^a-z0-9]+")

Phrase = tuple[str, str, str]  # an alias between spaces, the subtype it means, and its first pair of words


def subtype_of(view: View, doc_class: str, taxonomy: Taxonomy) -> str | None:
    """The subtype of a document of this class; None when the class has no subtypes."""
    known = taxonomy.classes.get(doc_class)
    if known is None or not known.subtypes:
        return None
    phrases = [phrase for phrase in _phrases_of(known) if phrase[2] in view.words]
    if not phrases:
        return _rest(known)
    title = _spaced(words_of(view.text[:TITLE_WINDOW]))
    return _first(title, phrases) or _most(_spaced(words_of(view.text)), phrases) or _rest(known)


def normalise_subtype(label: str, known: DocumentClass) -> str | None:
    """The key that a free-text label means: by key, or by the longest alias inside it; None when it means none."""
    flat = _flat(label.lower())
    if (key := flat.strip().replace(" ", "_")) in known.subtypes:
        return key
    inside = [(len(alias), key) for alias, key, _ in _phrases_of(known) if alias in flat]
    return max(inside)[1] if inside else None


def _rest(known: DocumentClass) -> str:
    return OTHER if OTHER in known.subtypes else next(iter(known.subtypes))


def _first(flat: str, phrases: list[Phrase]) -> str | None:
    """The subtype whose alias ends first; of two that end at one place the longer alias wins."""
    hits = [(place + len(alias), -len(alias), key) for alias, key, _ in phrases if (place := flat.find(alias)) >= 0]
    return min(hits)[2] if hits else None


def _most(flat: str, phrases: list[Phrase]) -> str | None:
    """The subtype whose aliases recur most."""
    counts: Counter[str] = Counter()
    for alias, key, _ in phrases:
        counts[key] += flat.count(alias)
    key, count = counts.most_common(1)[0]
    return key if count >= MIN_MENTIONS else None


def _flat(text: str) -> str:
    return _spaced(_NOT_WORDS.sub(" ", text).split())


def _spaced(words: Iterable[str]) -> str:
    return f" {' '.join(words)} "


def _phrases_of(known: DocumentClass) -> tuple[Phrase, ...]:
    return _phrases(tuple((key, tuple(aliases)) for key, aliases in known.subtypes.items() if key != OTHER))


@lru_cache(maxsize=32)
def _phrases(aliases: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Phrase, ...]:
    """The aliases as phrases; what is called an agreement may be called a contract."""
    found = []
    for key, words in aliases:
        flat = dict.fromkeys(_flat(word.lower()) for word in words)
        for alias in dict.fromkeys([*flat, *(alias.replace(" agreement ", " contract ") for alias in flat)]):
            found.append((alias, key, " ".join(alias.split()[:2])))
    return tuple(found)
