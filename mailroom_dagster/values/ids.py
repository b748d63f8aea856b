"""Identifiers (docket, claim, policy, file numbers): kept verbatim, compared without case and punctuation."""

from __future__ import annotations

import re

_LABEL = re.compile(
    r"^(?:[A-Za-z][A-Za-z'’.]*\s+){0,4}(?:no|nos|nr|number|numbers|ref|reference|id)\b\s*[.:#]*\s*(?=(?:[A-Z]{1,4}\s)?\S*\d)",
    re.IGNORECASE,
)
_EDGES = " \t\n\r\f\u00a0,;:#\"'“”‘’"
_BRACKETS = (("(", ")"), ("[", "]"))


def clean_id(words: str) -> str | None:
    """The identifier itself, verbatim but for white space and a label in front ("Claim No. PA-12" -> "PA-12")."""
    kept, before = " ".join(words.split()), None
    while kept != before:
        before, kept = kept, _unbracketed(_LABEL.sub("", kept).strip(_EDGES).rstrip("."))
    return kept if any(sign.isalnum() for sign in kept) else None


def _unbracketed(words: str) -> str:
    """Without brackets around the whole and without one that has no partner; "[2023] EAT 12" keeps its own."""
    for opening, closing in _BRACKETS:
        if words.startswith(opening) and (words.find(closing) in (-1, len(words) - 1)):
            words = words[1:]
        if words.endswith(closing) and opening not in words:
            words = words[:-1]
    return words.strip(_EDGES)


def id_key(value: str) -> str:
    """What makes two identifiers the same: letters and digits, without case ("AB-1" and "ab1" are one)."""
    return "".join(sign for sign in value.casefold() if sign.isalnum())
