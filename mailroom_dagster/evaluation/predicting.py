"""One sample through the mailroom's own rooms: read, sort, extract; what came out, with its cost and its failures.

Belongs here: calling the rooms and writing down what they said. It never sees the truth: in mode `specialist` it is
told the class to extract under, and nothing else. A failing sample is a prediction with an error, never a failed run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import structlog
from pydantic import Field

from mailroom_dagster.classification.evaluate import sort_whole
from mailroom_dagster.classification.sorting import Sorting
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import Sample
from mailroom_dagster.evaluation.settings import Frozen, Mode
from mailroom_dagster.extraction.result import Extraction
from mailroom_dagster.hashing import doc_id_of
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.providers.base import CallSummary
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.routing import Route
from mailroom_dagster.scoring.support import StatedFacts
from mailroom_dagster.taxonomy.model import Taxonomy

log = structlog.get_logger(__name__)
T = TypeVar("T")
N = TypeVar("N", int, float)


class PredictedValue(Frozen):
    """One value: whether its evidence was verified, and whether the document says it at all."""

    value: str
    grounded: bool
    said: bool


class Usage(Frozen):
    """What a sample cost. None means unknown, never 0; the offline provider makes no calls and costs nothing."""

    calls: int = 0
    input_tokens: int | None = 0
    output_tokens: int | None = 0
    cost_usd: float | None = 0.0
    seconds: dict[str, float] = Field(default_factory=dict)  # by stage; a stage that did not run is not there


class Prediction(Frozen):
    """What the mailroom said of one sample. Everything but `usage` is the same in a repeated run."""

    name: str
    sha256: str
    error: str | None = None
    doc_class: str = "unknown"
    subtype: str | None = None
    class_confidence: float = 0.0
    class_decided_by: str = ""
    class_route: str = "review"
    class_rules: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()  # whose opinions there are: fast_path, sorter, retry_sorter, reviewer
    extracted_as: str | None = None
    fields: dict[str, tuple[PredictedValue, ...]] = Field(default_factory=dict)
    extraction_confidence: float | None = None
    extraction_route: str | None = None
    extraction_attempts: int = 0
    schema_errors: int = 0
    cleared: int = 0
    usage: Usage = Usage()

    @property
    def class_accepted(self) -> bool:
        """Whether the class was accepted without a person."""
        return self.error is None and self.class_route == "extract"

    @property
    def straight_through(self) -> bool:
        """Whether class and fields were accepted without a judge or a person."""
        return self.class_accepted and self.extraction_route == Route.REPORT


def predict(
    rooms: Mailroom, sample: Sample, read: Callable[[Sample], Reading], mode: Mode, told_class: str | None
) -> Prediction:
    """The prediction for one sample. `told_class` is the true class in mode specialist, else None."""
    seconds: dict[str, float] = {}
    try:
        return _predict(rooms, sample, read(sample), mode, told_class, seconds)
    except MailroomError as error:
        failure = error.code.value
    except Exception as error:
        log.error("prediction_failed", sample=sample.name, kind=type(error).__name__)
        failure = ErrorCode.INTERNAL.value
    return Prediction(name=sample.name, sha256=sample.sha256, error=failure, usage=Usage(seconds=seconds))


def _predict(
    rooms: Mailroom, sample: Sample, reading: Reading, mode: Mode, told_class: str | None, seconds: dict[str, float]
) -> Prediction:
    doc_id = doc_id_of(sample.sha256)
    sorting = _timed(seconds, "classify", lambda: sort_whole(rooms.sorter, doc_id, reading.document))
    doc_class = told_class or (sorting.doc_class if sorting.route == "extract" else None)
    extraction = None
    if doc_class and mode != "classify":
        subtype = sorting.subtype if sorting.doc_class == doc_class else None
        extraction = _timed(
            seconds,
            "extract",
            lambda: rooms.extractor.extract(doc_id, reading.document, reading.words, doc_class, subtype),
        )
    calls = [*sorting.calls, *(extraction.calls if extraction else ())]
    found = _extracted(rooms.taxonomy, reading, doc_class, extraction)
    return Prediction(name=sample.name, sha256=sample.sha256, usage=usage(calls, seconds), **_sorted(sorting), **found)


def usage(calls: Sequence[CallSummary], seconds: dict[str, float]) -> Usage:
    """The sums over calls; a sum with an unknown part is unknown."""
    return Usage(
        calls=len(calls),
        input_tokens=_sum([call.input_tokens for call in calls]),
        output_tokens=_sum([call.output_tokens for call in calls]),
        cost_usd=_sum([call.cost_usd for call in calls]),
        seconds=seconds,
    )


def _sum(numbers: Sequence[N | None]) -> N | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def _sorted(sorting: Sorting) -> dict[str, object]:
    return {
        "doc_class": sorting.doc_class,
        "subtype": sorting.subtype,
        "class_confidence": sorting.confidence,
        "class_decided_by": sorting.decided_by,
        "class_route": sorting.route,
        "asked": tuple(sorting.opinions),
        "class_rules": tuple(f"{item.gate}:{item.rule}" for item in sorting.decisions),
    }


def _extracted(
    taxonomy: Taxonomy, reading: Reading, doc_class: str | None, extraction: Extraction | None
) -> dict[str, object]:
    if extraction is None or doc_class is None:
        return {}
    facts = StatedFacts(reading.document.text)
    specs = taxonomy.classes[doc_class].fields
    return {
        "extracted_as": doc_class,
        "fields": {
            name: tuple(
                PredictedValue(
                    value=item.value, grounded=bool(item.evidence), said=facts.says(specs[name].type, item.value)
                )
                for item in field.values
            )
            for name, field in extraction.fields.items()
            if field.values
        },
        "extraction_confidence": extraction.confidence,
        "extraction_route": extraction.route.value,
        "extraction_attempts": extraction.attempts,
        "schema_errors": len(extraction.errors),
        "cleared": sum(len(reasons) for reasons in extraction.cleared.values()),
    }


def _timed(seconds: dict[str, float], stage: str, work: Callable[[], T]) -> T:
    start = time.perf_counter()
    try:
        return work()
    finally:
        seconds[stage] = round(time.perf_counter() - start, 4)
