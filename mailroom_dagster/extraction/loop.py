"""The self-correcting loop: ask each window, validate, ground, merge, let routing decide, ask again with the errors.

Belongs here: the order of these steps and the trace they leave. Does not belong here: when to stop (that is routing's
extract table) or anything about single values. A retry sees the same window, with the errors verbatim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mailroom_dagster.agents.asking import ask
from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.errors import ErrorCode
from mailroom_dagster.extraction.accepting import Grounds
from mailroom_dagster.extraction.confidence import Calibration, signals_of
from mailroom_dagster.extraction.conflicts import find_conflicts
from mailroom_dagster.extraction.merging import agreement, merge
from mailroom_dagster.extraction.result import Extraction, WindowResult
from mailroom_dagster.extraction.validator import validate
from mailroom_dagster.providers.base import CallSummary, Provider, Reply
from mailroom_dagster.records.model import Decision, ExtractedField, ExtractionRecord
from mailroom_dagster.routing import ExtractState, Route, Trouble, route_extract
from mailroom_dagster.taxonomy.model import DocumentClass, Taxonomy


@dataclass
class Loop:
    """One document's extraction. `run` may be called once."""

    taxonomy: Taxonomy
    transient_retries: int
    provider: Provider
    calibration: Calibration
    grounds: Grounds
    task: ExtractTask  # without window, feedback of the validator and previous answer
    windows: list[tuple[int, int]]
    kept: Mapping[str, ExtractedField] = field(default_factory=dict)  # of an earlier extraction, not asked again
    others: Sequence[ExtractionRecord] = ()
    results: dict[int, WindowResult] = field(default_factory=dict)  # the last one of each window
    attempts: int = 0
    repeated: bool = False
    trouble: Trouble = Trouble.NONE
    transients: int = 0
    trace: list[str] = field(default_factory=list)
    calls: list[CallSummary] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)

    @property
    def spec(self) -> DocumentClass:
        """The class that is extracted."""
        return self.taxonomy.classes[self.task.doc_class]

    def run(self) -> Extraction:
        """Rounds of asking until routing leads elsewhere than to another try."""
        self.trace.append(f"class {self.task.doc_class}, {len(self.windows)} window(s)")
        due = dict.fromkeys(range(len(self.windows)), self.task.feedback)
        while True:
            self._round(due)
            extraction = self._assess()
            if extraction.route is not Route.RETRY:
                return extraction
            due = self._due(extraction)

    def _round(self, due: dict[int, tuple[str, ...]]) -> None:
        """Ask the windows that are due, each with its feedback; a failing provider ends the round."""
        self.attempts += 1
        for index, feedback in due.items():
            result = self._ask(index, feedback)
            if result is None:
                return
            self.results[index] = result
            self.trace.append(self._line(index, result))
        self.repeated = all(self.results[index].repeated for index in due)
        if self.repeated:
            self.trace.append("the answers are those of the attempt before; asking again changes nothing")

    def _ask(self, index: int, feedback: tuple[str, ...]) -> WindowResult | None:
        before = self.results.get(index)
        start, end = self.windows[index]
        task = self.task.model_copy(
            update={
                "window_start": start,
                "window_end": end,
                "feedback": feedback,
                "previous": before.answer if before else None,
            }
        )
        asked = ask(self.provider, task, self.transient_retries)
        self.transients += asked.transients
        if asked.reply is not None:
            self.calls.extend(asked.reply.calls)
            return self._check(index, asked.reply)
        if asked.code is ErrorCode.ANSWER_UNUSABLE:
            error = f"the answer cannot be used: {asked.reason}"
            return WindowResult(errors=(error,), repeated=before is not None and before.errors == (error,))
        self.trouble = asked.trouble
        self.trace.append(f"attempt {self.attempts}, window {index + 1}: {asked.reason}")
        return None

    def _check(self, index: int, reply: Reply[ExtractAnswer]) -> WindowResult:
        before = self.results.get(index)
        claims, errors = validate(self.task.doc_class, self.spec, reply.answer)
        values, cleared = self.grounds.accept(self.spec.fields, claims, self.windows[index])
        return WindowResult(
            values=values,
            cleared=cleared,
            errors=tuple(errors),
            answer=reply.answer,
            repeated=before is not None and before.answer == reply.answer,
            token_probability=reply.token_probability,
        )

    def _assess(self) -> Extraction:
        """What stands after a round, and where routing leads."""
        ordered = [self.results[index] for index in sorted(self.results)]
        values = [result.values for result in ordered]
        fields = {**merge(self.spec.fields, values), **self.kept}
        errors = tuple(dict.fromkeys(error for result in ordered for error in result.errors))
        cleared = _joined([result.cleared for result in ordered])
        signals = signals_of(
            self.spec,
            fields,
            errors=len(errors),
            cleared=sum(map(len, cleared.values())),
            text_quality=self.grounds.document.quality,
            agreement=agreement(self.spec.fields, values),
        ) | _doubts(ordered)
        conflicts = find_conflicts(self.taxonomy, self.task.doc_class, fields, self.others)
        confidence = self.calibration.confidence(signals)
        decision = route_extract(self._state(fields, cleared, errors, conflicts, confidence))
        self.decisions.append(decision)
        self.trace.append(f"{len(fields)} of {len(self.spec.fields)} fields, {len(errors)} error(s): {decision.rule}")
        return Extraction(
            fields=fields,
            cleared=cleared,
            errors=errors,
            confidence=confidence,
            signals=signals,
            attempts=self.attempts,
            trace=tuple(self.trace),
            conflicts=conflicts,
            calls=tuple(self.calls),
            decisions=tuple(self.decisions),
            route=Route(decision.to),
        )

    def _state(
        self,
        fields: dict[str, ExtractedField],
        cleared: dict[str, list[str]],
        errors: tuple[str, ...],
        conflicts: tuple[str, ...],
        confidence: float,
    ) -> ExtractState:
        return ExtractState(
            trouble=self.trouble,
            transients=self.transients,
            transient_retries=self.transient_retries,
            stated=confidence,
            bars=self.taxonomy.bars(self.task.doc_class),
            attempts=self.attempts,
            repeated=self.repeated,
            values=sum(len(item.values) for item in fields.values()),
            errors=len(errors),
            conflicts=len(conflicts),
            ungrounded=sum(map(len, cleared.values())),
            ungrounded_required=sum(self.spec.fields[name].required and name not in fields for name in cleared),
        )

    def _due(self, extraction: Extraction) -> dict[int, tuple[str, ...]]:
        """The windows to ask again with what each is told: its own errors, else what the whole document lacks."""
        own = {index: result.feedback for index, result in self.results.items() if result.feedback}
        missing = tuple(
            f"field {name!r}: no value yet; give it with its quote if the text states it"
            for name, field_spec in self.spec.fields.items()
            if (field_spec.required or field_spec.expected) and name not in extraction.fields
        )
        told = own or dict.fromkeys(self.results, missing)
        return {index: (*self.task.feedback, *sentences) for index, sentences in told.items()}

    def _line(self, index: int, result: WindowResult) -> str:
        start, end = self.windows[index]
        return (
            f"attempt {self.attempts}, window {index + 1} of {len(self.windows)} [{start}, {end}): "
            f"{len(result.values)} field(s), {len(result.errors)} error(s), "
            f"{sum(map(len, result.cleared.values()))} value(s) cleared"
        )


def _joined(cleared: Sequence[dict[str, list[str]]]) -> dict[str, list[str]]:
    joined: dict[str, dict[str, None]] = {}
    for window in cleared:
        for name, reasons in window.items():
            joined.setdefault(name, {}).update(dict.fromkeys(reasons))
    return {name: list(reasons) for name, reasons in joined.items()}


def _doubts(results: Sequence[WindowResult]) -> dict[str, float]:
    """The agent's own number and its token probability, where it gave them: the lowest of all windows."""
    stated = [result.answer.confidence for result in results if result.answer and result.answer.confidence is not None]
    likely = [result.token_probability for result in results if result.token_probability is not None]
    found = {"stated": stated, "token_probability": likely}
    return {name: round(min(max(min(values), 0.0), 1.0), 4) for name, values in found.items() if values}
