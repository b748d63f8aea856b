"""Closed vocabularies: a label is one of the taxonomy's words or one of their aliases, never anything else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_NEGATION = re.compile(r"\b(?:not|no|non|never|without|neither|nor|un)\b", re.IGNORECASE)
_FORMS = (
    ("ied", "(?:y|ies|ied|ying|ial)"),
    ("ed", "(?:e|s|es|ed|ing|al)?"),
    ("y", "(?:y|ies)"),
)
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


def bears_label(vocabulary: Mapping[str, Sequence[str]], label: str, words: str) -> bool:
    """Whether `words` may be evidence for a label of the vocabulary.

    They name it or an alias, or they name no label at all: a form can be told from words that are no alias ("Dear Sir"
    for a letter). Words that negate the label, or name only others, contradict it.
    """
    if label not in vocabulary:
        return False
    key = _key(words)
    found = {
        name: _mention(key, (name, *aliases))
        for name, aliases in vocabulary.items()
        if name == label or name != "other"
    }
    if found[label] is not None:
        return found[label] is True
    return not any(found.values())


def _mention(key: str, names: Sequence[str]) -> bool | None:
    """Whether any of the names stands in the words and is not negated; None when none stands there."""
    mentioned: bool | None = None
    for name in filter(None, map(_key, names)):
        for match in re.finditer(rf"\b{_inflected(name)}\b", key):
            if not _NEGATION.search(key[max(0, match.start() - _NEGATION_REACH) : match.start()]):
                return True
            mentioned = False
    return mentioned


def _inflected(name: str) -> str:
    """A pattern for a name in its usual forms: policy, policies; denied, deny, denial; approved, approve, approval."""
    for ending, forms in _FORMS:
        if name.endswith(ending):
            return re.escape(name.removesuffix(ending)) + forms
    return re.escape(name) + "(?:s|es)?"


def _key(words: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", words.casefold().replace("'", "").replace("’", "")).split())
