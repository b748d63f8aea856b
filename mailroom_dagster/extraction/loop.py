"""The self-correcting loop: ask each window, validate, ground, merge, let routing decide, ask again with the errors.

Belongs here: the order of these steps and the trace they leave. Does not belong here: when to stop (that is routing's
extract table) or anything about single values. A retry sees the same window, with the errors verbatim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from mailroom_dagster.agents.asking import ask
from mailroom_dagster.agents.contracts import ExtractAnswer, ExtractTask
from mailroom_dagster.errors import ErrorCode
from mailroom_dagster.extraction.accepting import Grounds
from mailroom_dagster.extraction.confidence import Calibration, signals_of
from mailroom_dagster.extraction.conflicts import Others, find_conflicts
from mailroom_dagster.extraction.merging import Values, agreement, merge
from mailroom_dagster.extraction.result import Extraction, WindowResult
from mailroom_dagster.extraction.schema import schema_errors
from mailroom_dagster.extraction.validator import validate
from mailroom_dagster.providers.base import CallSummary, Provider, Reply
from mailroom_dagster.records.model import Decision, ExtractedField
from mailroom_dagster.routing import ExtractState, MediumGate, Route, Trouble, route_extract
from mailroom_dagster.taxonomy.model import DocumentClass, Taxonomy


@dataclass
class Loop:
    """One document's extraction. `run` may be called once."""

    taxonomy: Taxonomy
    transient_retries: int
    provider: Provider
    calibration: Calibration
    schema: type[BaseModel]
    grounds: Grounds
    task: ExtractTask  # without window, feedback of the validator and previous answer
    windows: list[tuple[int, int]]
    kept: Mapping[str, ExtractedField] = field(default_factory=dict)  # of an earlier extraction, not asked again
    others: Others = lambda fields: ()
    medium_gate: MediumGate | None = None
    results: dict[int, WindowResult] = field(default_factory=dict)  # the last one of each window
    attempts: int = 0
    before: dict[str, ExtractedField] = field(default_factory=dict)  # what the attempt before gave
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
        draft = self._draft()
        decision = route_extract(self._state(draft), self.medium_gate)
        self.decisions.append(decision)
        self.trace.append(
            f"{len(draft.fields)} of {len(self.spec.fields)} fields, {len(draft.errors)} error(s): {decision.rule}"
        )
        return draft.model_copy(
            update={
                "trace": tuple(self.trace),
                "calls": tuple(self.calls),
                "decisions": tuple(self.decisions),
                "route": Route(decision.to),
            }
        )

    def _draft(self) -> Extraction:
        """The windows' results put together, with our confidence in them."""
        ordered = [self.results[index] for index in sorted(self.results)]
        values: list[Values] = [result.values for result in ordered]
        fields = self._with_kept(merge(self.spec.fields, values))
        plain = {name: item.json_value for name, item in fields.items()}
        unfit = schema_errors(self.schema, self.taxonomy, self.task.doc_class, plain)
        errors = tuple(dict.fromkeys([*(error for result in ordered for error in result.errors), *unfit]))
        cleared = _joined([result.cleared for result in ordered])
        signals = signals_of(
            self.spec,
            fields,
            errors=len(errors),
            cleared=sum(map(len, cleared.values())),
            text_quality=self.grounds.document.quality,
            agreement=self._agreement(values, fields),
        ) | _doubts(ordered)
        return Extraction(
            fields=fields,
            cleared=cleared,
            errors=errors,
            confidence=self.calibration.confidence(signals),
            signals=signals,
            attempts=self.attempts,
            conflicts=find_conflicts(self.taxonomy, self.task.doc_class, fields, self.others(fields)),
        )

    def _with_kept(self, found: dict[str, ExtractedField]) -> dict[str, ExtractedField]:
        """What was found and what is kept of an earlier extraction, in the taxonomy's order."""
        both = found | dict(self.kept)
        return {name: both[name] for name in self.spec.fields if name in both}

    def _agreement(self, windows: list[Values], fields: dict[str, ExtractedField]) -> float:
        """How far windows agree with each other, and this attempt with the one before."""
        attempts = [{name: item.values for name, item in held.items()} for held in (self.before, fields)]
        self.before = fields
        return min(agreement(self.spec.fields, windows), agreement(self.spec.fields, attempts))

    def _state(self, draft: Extraction) -> ExtractState:
        return ExtractState(
            trouble=self.trouble,
            transients=self.transients,
            transient_retries=self.transient_retries,
            stated=draft.confidence,
            bars=self.taxonomy.bars(self.task.doc_class),
            attempts=self.attempts,
            repeated=self.repeated,
            doc_class=self.task.doc_class,
            signals=draft.signals,
            left_open=self.grounds.document.needs_person,
            values=sum(len(item.values) for item in draft.fields.values()),
            errors=len(draft.errors),
            conflicts=len(draft.conflicts),
            ungrounded=sum(map(len, draft.cleared.values())),
            ungrounded_required=len(self._required_refused(draft)),
        )

    def _due(self, extraction: Extraction) -> dict[int, tuple[str, ...]]:
        """The windows to ask again with what each is told.

        Errors and refused required values go back to the windows that gave them; otherwise every window is told its own
        and what the whole document lacks.
        """
        own = {index: result.feedback for index, result in self.results.items() if result.feedback}
        if extraction.errors or self._required_refused(extraction):
            return {index: (*self.task.feedback, *sentences) for index, sentences in own.items()}
        missing = tuple(
            f"field {name!r}: no value yet; give it with its quote if the text states it"
            for name in self.spec.awaited(extraction.fields)
            if name not in extraction.fields
        )
        return {index: (*self.task.feedback, *own.get(index, ()), *missing) for index in self.results}

    def _required_refused(self, draft: Extraction) -> list[str]:
        """Required fields whose every value was cleared."""
        return [name for name in draft.cleared if self.spec.fields[name].required and name not in draft.fields]

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
    """The agent's own number and its token probability, where it gave them: the lowest of all windows.

    What is no number from 0 to 1 counts as 0.
    """
    stated = [result.answer.confidence for result in results if result.answer and result.answer.confidence is not None]
    likely = [result.token_probability for result in results if result.token_probability is not None]
    found = {"stated": stated, "token_probability": likely}
    return {
        name: round(min(value if 0 <= value <= 1 else 0.0 for value in values), 4)
        for name, values in found.items()
        if values
    }
