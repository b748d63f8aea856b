"""The deterministic validator: an agent's answer against the class's fields, with errors as sentences.

Belongs here: what is wrong with the *form* of an answer. Does not belong here: whether the text says it (`grounding`).
The sentences go verbatim into the next prompt, so they name the field, the value and what was expected.
"""

from __future__ import annotations

import re
from datetime import date

from mailroom_dagster.agents.contracts import ExtractAnswer, RawValue
from mailroom_dagster.extraction.result import Claim
from mailroom_dagster.taxonomy.model import DocumentClass, FieldSpec, FieldType
from mailroom_dagster.values import canonical

LONGEST_SHOWN = 80  # characters of a value in an error sentence

_ABSENT = frozenset(("null", "none", "nil", "n/a", "na", "unknown", "not stated", "not specified", "not applicable"))
_EXPECTED = {
    FieldType.DATE: "a date like 2026-01-31",
    FieldType.MONEY: "an amount of money",
    FieldType.ID: "an identifier",
    FieldType.NAME: "a name",
    FieldType.TEXT: "text",
}


def validate(doc_class: str, spec: DocumentClass, answer: ExtractAnswer) -> tuple[dict[str, list[Claim]], list[str]]:
    """The sound claims by field, in the taxonomy's order, and an error for everything else.

    Blank values and words such as "n/a" are absent values. Equal values of a single-valued field are one value found
    more than once.
    """
    errors = [stranger(doc_class, name) for name in answer.values if name not in spec.fields]
    claims: dict[str, list[Claim]] = {}
    for name, field in spec.fields.items():
        sound = []
        for raw in answer.values.get(name, ()):
            if _is_absent(raw.value):
                continue
            value = canonical_claim(field, raw.value)
            if value is None:
                errors.append(f"field {name!r}: {shown(raw.value)} is not {expectation(field)}")
            else:
                sound.append(_claim(value, raw))
        if not field.many and len({claim.value for claim in sound}) > 1:
            errors.append(f"field {name!r}: {len(sound)} values where one is allowed")
        elif sound:
            claims[name] = sound
    return claims, errors


def canonical_claim(field: FieldSpec, value: str) -> str | None:
    """The canonical form of a value that an agent states; dates must be ISO already, so that none is guessed."""
    if field.type is not FieldType.DATE:
        return canonical(field, value)
    stripped = value.strip()
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", stripped):
        return None
    try:
        return date.fromisoformat(stripped).isoformat()
    except ValueError:
        return None


def shown(value: str) -> str:
    """A value as error sentences show it: on one line, in quotes, not too long."""
    flat = " ".join(value.split())
    return repr(flat if len(flat) <= LONGEST_SHOWN else flat[: LONGEST_SHOWN - 1] + "…")


def stranger(doc_class: str, name: str) -> str:
    """The error of a field that a class does not have."""
    return f"field {shown(name)}: {doc_class} has no such field"


def expectation(field: FieldSpec) -> str:
    """What a value of a field must be, as error sentences say it."""
    if field.type is FieldType.LABEL:
        return f"one of: {', '.join(field.vocabulary)}"
    return _EXPECTED[field.type]


def _is_absent(value: str) -> bool:
    """Whether a value is blank or only says that there is none."""
    return not any(map(str.isalnum, value)) or value.strip().casefold() in _ABSENT


def _claim(value: str, raw: RawValue) -> Claim:
    return Claim(value=value, quote=raw.quote if raw.quote and raw.quote.strip() else raw.value, start=raw.start)
