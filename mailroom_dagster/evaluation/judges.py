"""Three judges that look at a finished run, each asked afresh and each with its own failure boundary.

Belongs here: what is asked of the provider's reviewer and judge, and what their answers are called. They never change a
score: they are a second look where truth is missing or a score is in doubt. A failed judgement is no low score.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.agents.contracts import JudgeTask, Role, SortTask
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.intervals import Estimate, mean, share
from mailroom_dagster.evaluation.predicting import Prediction
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.hashing import doc_id_of
from mailroom_dagster.providers.base import Provider
from mailroom_dagster.reading.model import DocumentText

JudgeName = Literal["classification", "completeness", "correctness"]
JUDGES: tuple[JudgeName, ...] = ("classification", "completeness", "correctness")
SURE = 0.5  # a blind reviewer below this confidence has no opinion
ACCURATE, PARTIAL = 0.95, 0.5
_WEIGHTS = {"correct": 1.0, "partial": 0.5}


class Judgement(BaseModel):
    """What one judge says of one document. `score` is 0..1, None when the judge failed (`error` says how)."""

    model_config = ConfigDict(frozen=True)

    judge: JudgeName
    name: str
    label: str | None
    score: float | None
    error: str | None = None


class JudgeFigures(BaseModel):
    """One judge over the sample. `agreement`: how often a correctness judge and the field scorer both see it right."""

    model_config = ConfigDict(frozen=True)

    mean: Estimate
    labels: dict[str, int]
    failed: int
    agreement: Estimate | None = None


class JudgedRun(BaseModel):
    """All judgements of a run and their figures."""

    model_config = ConfigDict(frozen=True)

    run: str
    figures: dict[str, JudgeFigures]
    judgements: tuple[Judgement, ...]


def judge_run(run: EvaluationRun, judges: Sequence[JudgeName] = JUDGES, *, limit: int = 20) -> JudgedRun:
    """Ask the judges about at most `limit` documents of a complete run, and keep what they say beside its report."""
    predictions = {name: item for name, item in run.predictions().items() if item.error is None and item.extracted_as}
    chosen = judged_sample(sorted(predictions), run.settings.seed, limit)
    said = tuple(_judgement(run, judge, predictions[name]) for name in chosen for judge in judges)
    rows = {row.name: row for row in run.documents()}
    figures = {judge: _figures(judge, [item for item in said if item.judge == judge], rows) for judge in judges}
    judged = JudgedRun(run=run.name, figures=figures, judgements=said)
    run.files.write("report/judges.json", judged)
    return judged


def judged_sample(names: Sequence[str], seed: int, limit: int) -> list[str]:
    """The names that a judge looks at: nested, the same for every run with this seed."""
    return sorted(names, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).hexdigest())[:limit]


def _judgement(run: EvaluationRun, judge: JudgeName, prediction: Prediction) -> Judgement:
    ask: Callable[[Provider, Prediction, DocumentText], tuple[str, float]] = _ASK[judge]
    try:
        document = run.texts.read(run.dataset.samples[prediction.name]).document
        label, score = ask(run.mailroom.provider, prediction, document)
    except MailroomError as error:
        return Judgement(judge=judge, name=prediction.name, label=None, score=None, error=error.code.value)
    except Exception:
        return Judgement(judge=judge, name=prediction.name, label=None, score=None, error=ErrorCode.INTERNAL.value)
    return Judgement(judge=judge, name=prediction.name, label=label, score=round(score, 4))


def _classification(provider: Provider, prediction: Prediction, document: DocumentText) -> tuple[str, float]:
    """A blind reviewer sorts the document again; the answer is compared."""
    task = SortTask(role=Role.REVIEWER, doc_id=doc_id_of(prediction.sha256), document=document)
    answer = provider.answer(task).answer
    if answer.confidence < SURE:
        return "ambiguous", 0.5
    same = answer.doc_class == prediction.doc_class
    return ("correct", answer.confidence) if same else ("incorrect", 1 - answer.confidence)


def _completeness(provider: Provider, prediction: Prediction, document: DocumentText) -> tuple[str, float]:
    answer = provider.answer(_task(prediction, document)).answer
    return answer.label, answer.score


def _correctness(provider: Provider, prediction: Prediction, document: DocumentText) -> tuple[str, float]:
    """Only what was given is judged here; what is missing is completeness."""
    answer = provider.answer(_task(prediction, document)).answer
    given = [finding for finding in answer.findings if finding.verdict != "missing"]
    score = sum(_WEIGHTS.get(finding.verdict, 0.0) for finding in given) / len(given) if given else 1.0
    return ("accurate" if score >= ACCURATE else "partial" if score >= PARTIAL else "inaccurate"), score


_ASK = {"classification": _classification, "completeness": _completeness, "correctness": _correctness}


def _task(prediction: Prediction, document: DocumentText) -> JudgeTask:
    fields: dict[str, Any] = {name: [item.value for item in values] for name, values in prediction.fields.items()}
    return JudgeTask(
        doc_id=doc_id_of(prediction.sha256),
        document=document,
        doc_class=prediction.extracted_as or prediction.doc_class,
        fields=fields,
    )


def _figures(judge: JudgeName, said: Sequence[Judgement], rows: dict[str, Any]) -> JudgeFigures:
    groups = [rows[item.name].group for item in said]
    scored = [item for item in said if item.score is not None and rows[item.name].field_score is not None]
    agree = [(item.label == "accurate") == (rows[item.name].field_score >= ACCURATE) for item in scored]
    return JudgeFigures(
        mean=mean([item.score for item in said], groups),
        labels=dict(Counter(item.label for item in said if item.label)),
        failed=sum(item.error is not None for item in said),
        agreement=share(agree, [rows[item.name].group for item in scored]) if judge == "correctness" else None,
    )
