"""The fields of a document as a form, and what comes back from it as a person's decision.

A value that the reviewer left alone is not part of the decision: the machine's value and its evidence stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.model import ClassificationRecord, ExtractedField, ExtractionRecord, PersonDecision
from mailroom_dagster.review.corrections import Correction, class_problems, field_problems
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType, Taxonomy

PREFIX = "field."
CLASS_PROBLEM = "doc_class"  # under this name stand problems of the class and its subtype


@dataclass(frozen=True)
class Quote:
    """A place that carries a value."""

    page: int
    text: str


@dataclass(frozen=True)
class FormField:
    """One field as the page shows it. `shown` is one value, or one a line; `labels` is a closed vocabulary."""

    name: str
    label: str
    description: str
    kind: str
    many: bool
    required: bool
    shown: str
    quotes: tuple[Quote, ...]
    stated_by: str
    labels: tuple[str, ...]
    problem: str
    refused: tuple[str, ...]  # why the machine's own values were cleared


@dataclass(frozen=True)
class Shown:
    """What a form was made of: the class that it is for and the machine's extraction of that class, if any."""

    taxonomy: Taxonomy
    doc_class: str
    classification: ClassificationRecord | None
    extraction: ExtractionRecord | None

    @property
    def own(self) -> dict[str, ExtractedField]:
        """The extracted fields, when they are of this class."""
        same = self.extraction is not None and self.extraction.doc_class == self.doc_class
        return dict(self.extraction.fields) if self.extraction and same else {}

    @property
    def specs(self) -> Mapping[str, FieldSpec]:
        """The fields of the class."""
        known = self.taxonomy.classes.get(self.doc_class)
        return known.fields if known else {}


def form_fields(shown: Shown, given: Mapping[str, str], problems: Mapping[str, str]) -> list[FormField]:
    """The form's fields; `given` is what was typed into it before, by input name."""
    cleared = shown.extraction.cleared if shown.extraction and shown.own else {}
    return [
        FormField(
            name=name,
            label=name.replace("_", " "),
            description=spec.description,
            kind=spec.type.value,
            many=spec.many,
            required=spec.required,
            shown=given.get(PREFIX + name, as_text(shown.own.get(name))),
            quotes=_quotes(shown.own.get(name)),
            stated_by=_stated_by(shown.own.get(name)),
            labels=tuple(spec.vocabulary) if spec.type is FieldType.LABEL and not spec.many else (),
            problem=problems.get(name, ""),
            refused=tuple(cleared.get(name, ())),
        )
        for name, spec in shown.specs.items()
    ]


def as_text(item: ExtractedField | None) -> str:
    """A field's values, one a line."""
    return "\n".join(" ".join(value.value.split()) for value in item.values) if item else ""


def decision_of(shown: Shown, given: Mapping[str, str]) -> PersonDecision:
    """What a reviewer decided. Changed fields or another class make an approval a correction.

    Raises bad_request for what no form of ours sends.
    """
    action = given.get("action", "")
    fields = changed_fields(shown, given) if action in ("approve", "correct") else {}
    before = shown.classification
    subtype = given.get("subtype") or None
    moved = before is None or (shown.doc_class, subtype or before.subtype) != (before.doc_class, before.subtype)
    if action == "approve" and (fields or moved):
        action = "correct"
    stated = {"doc_class": shown.doc_class, "subtype": subtype} if action == "correct" else {}
    try:
        return PersonDecision.model_validate(
            {"action": action, "reviewer": given.get("reviewer", "").strip(), "reason": given.get("reason", "").strip()}
            | {"generation": given.get("generation") or None}
            | stated
            | {"fields": fields}
        )
    except ValidationError as error:
        raise MailroomError(
            ErrorCode.BAD_REQUEST, "the decision is none of approve, correct, reject, requeue"
        ) from error


def changed_fields(shown: Shown, given: Mapping[str, str]) -> dict[str, Correction]:
    """The fields whose text is not what the form showed."""
    changed: dict[str, Correction] = {}
    if given.get("form_class", shown.doc_class) != shown.doc_class:
        return changed  # the fields on the page were those of another class
    for key, text in given.items():
        name = key.removeprefix(PREFIX)
        if not key.startswith(PREFIX) or _lines(text) == _lines(as_text(shown.own.get(name))):
            continue
        spec = shown.specs.get(name)
        lines = _lines(text)
        changed[name] = (lines or None) if spec and spec.many else " ".join(lines) or None
    return changed


def problems_by_field(shown: Shown, decision: PersonDecision) -> dict[str, str]:
    """Why a decision cannot be taken, by field; CLASS_PROBLEM for the class."""
    if decision.action in ("reject", "requeue"):
        return {}
    problems = {}
    if found := class_problems(shown.taxonomy, shown.doc_class, decision.subtype):
        problems[CLASS_PROBLEM] = "; ".join(found)
    for name, value in decision.fields.items():
        if found := field_problems(shown.taxonomy, shown.doc_class, {name: value}):
            problems[name] = "; ".join(found)
    return problems


def _lines(text: str) -> list[str]:
    return [line for line in (" ".join(part.split()) for part in text.splitlines()) if line]


def _quotes(item: ExtractedField | None) -> tuple[Quote, ...]:
    places = [place for value in item.values for place in value.evidence] if item else []
    return tuple(Quote(place.page, " ".join(place.quote.split())) for place in places)


def _stated_by(item: ExtractedField | None) -> str:
    return ", ".join(dict.fromkeys(value.stated_by for value in item.values if value.stated_by)) if item else ""
