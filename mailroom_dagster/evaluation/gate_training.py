"""What the medium-band gates are fitted on: training documents there, and whether going on was wrong.

Belongs here: walking the train split with the truth beside it. The fits are `routing.gates`'.
"""

from __future__ import annotations

from collections.abc import Iterator

from mailroom_dagster.classification.evaluate import sort_whole
from mailroom_dagster.classification.sorting import Sorter
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.calibrating import train_run
from mailroom_dagster.evaluation.datasets import Dataset, Sample, Split, Truth
from mailroom_dagster.evaluation.predicting import predict
from mailroom_dagster.evaluation.rows import document_row, field_rows
from mailroom_dagster.evaluation.runs import EvaluationRun
from mailroom_dagster.hashing import doc_id_of
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.records.model import Decision
from mailroom_dagster.routing.evaluator import MediumGate
from mailroom_dagster.routing.gates.decision_model import DecisionCalibration, DecisionModelGate
from mailroom_dagster.routing.gates.learned import PROCEED, GateFile
from mailroom_dagster.routing.gates.scaling import Scaling, ScalingRow, fit_scaling
from mailroom_dagster.routing.gates.training import GateRow, gate_row, train_gate
from mailroom_dagster.routing.routes import Route
from mailroom_dagster.routing.states import ScoredState
from mailroom_dagster.routing.tables import Row
from mailroom_dagster.scoring.bands import load_scoring

_NEUTRAL = DecisionCalibration(temperature=1.0, accept_threshold=0.0, verify_threshold=0.0)


def fit_learned_gate(mailroom: Mailroom, dataset: Dataset, split: Split = Split.TRAIN) -> GateFile:
    """The learned gate. Raises evaluation_refused off the train split, or when the medium band was never entered."""
    run, samples = train_run(mailroom, dataset, split)
    return train_gate([row for item in samples for row in _gate_rows(run, item)])


def fit_decision_gate(mailroom: Mailroom, dataset: Dataset, split: Split = Split.TRAIN) -> Scaling:
    """What the decision model's confidence is worth. Raises evaluation_refused off train, bad_config without a URL."""
    run, samples = train_run(mailroom, dataset, split)
    url = mailroom.policy.routing.decision_model_url
    if not url:
        raise MailroomError(
            ErrorCode.BAD_CONFIG, "no decision model is configured", next_step="set routing.decision_model_url"
        )
    gate = DecisionModelGate(url, _NEUTRAL)
    return fit_scaling([row for item in samples for row in _scaling_rows(run, item, gate)])


class Listening:
    """A medium gate that notes what another one would answer, and lets the table decide."""

    name = "listening"

    def __init__(self, gate: MediumGate) -> None:
        self._gate = gate
        self.heard: list[tuple[str, Route, float, str]] = []  # gate, wanted route, confidence, class

    def decide(self, gate: str, state: ScoredState, row: Row) -> tuple[Route, dict[str, float]]:
        """The table's own route."""
        wanted, numbers = self._gate.decide(gate, state, row)
        if "gate_confidence" in numbers:
            self.heard.append((gate, wanted, numbers["gate_confidence"], state.doc_class))
        return row.to, {}


def _gate_rows(run: EvaluationRun, item: Sample) -> Iterator[GateRow]:
    truth, decisions = run.dataset.truth_of(item), list(_decisions(run, item))
    misread = _misread(run, item, truth) if any(decision.gate == "extract" for decision in decisions) else False
    for decision in decisions:
        wrong_class = decision.numbers.get("doc_class") != truth.doc_class
        row = gate_row(decision, item.split, trouble=wrong_class or (decision.gate == "extract" and misread))
        if row:
            yield row


def _decisions(run: EvaluationRun, item: Sample) -> Iterator[Decision]:
    reading, doc_id, mailroom = run.texts.read(item), doc_id_of(item.sha256), run.mailroom
    sorting = sort_whole(mailroom.sorter, doc_id, reading.document)
    yield from sorting.decisions
    if sorting.route == "extract":
        subtype = sorting.subtype
        found = mailroom.extractor.extract(doc_id, reading.document, reading.words, sorting.doc_class, subtype)
        yield from found.decisions


def _misread(run: EvaluationRun, item: Sample, truth: Truth) -> bool:
    """Whether a person would have had to mend the fields."""
    prediction = predict(run.mailroom, item, run.texts.read, "specialist", truth.doc_class)
    rows = list(field_rows(prediction, item, truth, run.mailroom.taxonomy, load_scoring()))
    return document_row(prediction, run.dataset.name, item, truth, rows).review_needed


def _scaling_rows(run: EvaluationRun, item: Sample, gate: DecisionModelGate) -> Iterator[ScalingRow]:
    mailroom, truth, listening = run.mailroom, run.dataset.truth_of(item), Listening(gate)
    sorter = Sorter(mailroom.taxonomy, mailroom.policy, mailroom.provider, mailroom.fast_path, listening)
    sort_whole(sorter, doc_id_of(item.sha256), run.texts.read(item).document)
    for asked, wanted, confidence, doc_class in listening.heard:
        right = (wanted == PROCEED[asked]) == (doc_class == truth.doc_class)
        yield ScalingRow(split=item.split, confidence=confidence, correct=right)
