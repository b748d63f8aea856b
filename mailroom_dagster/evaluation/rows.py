"""What a run knows of each document and each field once prediction and truth are joined: the rows behind every KPI.

Belongs here: the join's two row types. A field is `unscored` where the truth cannot be compared, or where the document
was parked before extraction: a person will see it, so nothing was got wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.evaluation.datasets import Sample, Tier, Truth
from mailroom_dagster.evaluation.predicting import Prediction
from mailroom_dagster.scoring.bands import ScoringConfig
from mailroom_dagster.scoring.model import FieldScore, Outcome, unscored
from mailroom_dagster.scoring.score import score_field
from mailroom_dagster.scoring.similarity import Rescue
from mailroom_dagster.taxonomy.model import FieldSpec, Taxonomy


class FieldRow(BaseModel):
    """One field of one document against its truth."""

    model_config = ConfigDict(frozen=True)

    name: str
    group: str
    origin: str
    doc_class: str  # true class
    field: str
    field_type: str
    many: bool
    required: bool
    partial_truth: bool
    tier: str
    outcome: str
    score: float | None
    matched: int
    predicted: int
    expected: int
    escalates: bool  # inside the band where a judge should look


class SortingRow(BaseModel):
    """One document as it was sorted."""

    model_config = ConfigDict(frozen=True)

    name: str
    split: str
    group: str
    origin: str
    source: str
    true_class: str
    doc_class: str
    subtype: str | None
    class_correct: bool
    class_confidence: float
    class_accepted: bool
    fast_path: bool
    resorted: bool | None  # None where only the outcome is known
    second_opinion: bool | None
    error: str | None


class DocumentRow(SortingRow):
    """One document on its whole way: what was said of it, and what it cost."""

    dataset: str
    class_decided_by: str
    class_route: str
    extracted_as: str | None
    extraction_confidence: float | None
    extraction_route: str | None
    straight_through: bool
    review_needed: bool
    schema_valid: bool | None
    values: int
    values_grounded: int
    values_said: int
    field_score: float | None
    calls: int
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    seconds_classify: float | None
    seconds_extract: float | None


def field_rows(
    prediction: Prediction,
    sample: Sample,
    truth: Truth,
    taxonomy: Taxonomy,
    scoring: ScoringConfig,
    rescue: Rescue | None = None,
) -> Iterator[FieldRow]:
    """One row a field that the truth speaks of."""
    for name, value in truth.fields.items():
        spec = taxonomy.classes[truth.doc_class].fields[name]
        result = _score(prediction, truth, name, spec, value.value, rescue)
        yield FieldRow(
            name=sample.name,
            group=sample.group,
            origin=truth.origin,
            doc_class=truth.doc_class,
            field=name,
            field_type=spec.type.value,
            many=spec.many,
            required=spec.required,
            partial_truth=spec.partial_truth,
            tier=value.tier.value,
            outcome=result.outcome.value,
            score=result.score,
            matched=result.matched,
            predicted=result.predicted,
            expected=result.expected,
            escalates=scoring.escalates(spec.type, result),
        )


def _score(
    prediction: Prediction, truth: Truth, name: str, spec: FieldSpec, expected: object, rescue: Rescue | None
) -> FieldScore:
    if prediction.error is None and prediction.extracted_as is None:
        return unscored()
    found = prediction.fields.get(name, ()) if prediction.extracted_as == truth.doc_class else ()
    return score_field(spec, [item.value for item in found], expected, rescue=rescue)


def document_row(
    prediction: Prediction, dataset: str, sample: Sample, truth: Truth, fields: list[FieldRow]
) -> DocumentRow:
    """The row of a document with its own field rows."""
    values = [value for items in prediction.fields.values() for value in items]
    correct = prediction.error is None and prediction.doc_class == truth.doc_class
    scores = [row.score for row in fields if row.score is not None and row.tier == Tier.VERBATIM]
    seconds = prediction.usage.seconds
    return DocumentRow(
        name=sample.name,
        dataset=dataset,
        split=sample.split,
        group=sample.group,
        origin=truth.origin,
        source=truth.source,
        true_class=truth.doc_class,
        doc_class=prediction.doc_class,
        subtype=prediction.subtype,
        class_correct=correct,
        class_confidence=prediction.class_confidence,
        class_decided_by=prediction.class_decided_by,
        class_route=prediction.class_route,
        class_accepted=prediction.class_accepted,
        fast_path=prediction.class_accepted and prediction.class_decided_by == "fast_path",
        resorted=Role.RETRY_SORTER in prediction.asked,
        second_opinion=Role.REVIEWER in prediction.asked,
        extracted_as=prediction.extracted_as,
        extraction_confidence=prediction.extraction_confidence,
        extraction_route=prediction.extraction_route,
        straight_through=prediction.straight_through,
        review_needed=not correct or any(_misleads(row) for row in fields),
        schema_valid=None if prediction.extracted_as is None else not prediction.schema_errors,
        values=len(values),
        values_grounded=sum(value.grounded for value in values),
        values_said=sum(value.said for value in values),
        field_score=round(sum(scores) / len(scores), 4) if scores else None,
        error=prediction.error,
        calls=prediction.usage.calls,
        input_tokens=prediction.usage.input_tokens,
        output_tokens=prediction.usage.output_tokens,
        cost_usd=prediction.usage.cost_usd,
        seconds_classify=seconds.get("classify"),
        seconds_extract=seconds.get("extract"),
    )


def _misleads(row: FieldRow) -> bool:
    """A single value stated wrongly, or a required field not found: what a person would have to mend."""
    if row.tier != Tier.VERBATIM or row.outcome == Outcome.UNSCORED:
        return False
    wrong = not row.many and row.predicted > row.matched
    return wrong or (row.required and not row.predicted)
