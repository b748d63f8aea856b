"""Closed vocabularies: a label is one of the taxonomy's words or one of their aliases, never anything else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_NEGATION = re.compile(r"\b(?:not|no|non|never|without|neither|nor|un)\b", re.IGNORECASE)
_NEGATION_REACH = 24  # characters before a label within which a negation turns it round


def parse_label(vocabulary: Mapping[str, Sequence[str]], words: str) -> str | None:
    """The label that `words` are or contain as whole words; None when none or several are, or when it is negated.

    Of names that contain each other ("consent", "written consent") the longest decides.
    """
    key = _key(words)
    names = {_key(name): label for label, aliases in vocabulary.items() for name in (label, *aliases)}
    if key in names:
        return names[key]
    if _NEGATION.search(words):
        return None
    held = [name for name in names if name and re.search(rf"\b{re.escape(name)}\b", key)]
    outer = [name for name in held if not any(name != other and name in other for other in held)]
    labels = {names[name] for name in outer}
    return labels.pop() if len(labels) == 1 else None


def names_label(vocabulary: Mapping[str, Sequence[str]], label: str, words: str) -> bool:
    """Whether `words` hold the label or one of its aliases as whole words, and do not negate it."""
    if label not in vocabulary:
        return False
    key = _key(words)
    for name in (label, *vocabulary[label]):
        match = re.search(rf"\b{_inflected(_key(name))}\b", key) if _key(name) else None
        if match and not _NEGATION.search(key[max(0, match.start() - _NEGATION_REACH) : match.start()]):
            return True
    return False


def _inflected(name: str) -> str:
    """A pattern for a name in singular or plural."""
    return re.escape(name[:-1]) + "(?:y|ies)" if name.endswith("y") else re.escape(name) + "(?:s|es)?"


def _key(words: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", words.casefold().replace("'", "").replace("’", "")).split())
