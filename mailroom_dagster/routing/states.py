"""What each gate looks at: frozen, typed states whose rows test properties of few values, so that tables can be proved.

Belongs here: the facts and the bands they fall in. Does not belong here: what follows from them (`tables`).
A confidence that breaks a guard is clamped here, so that no table can be reached with an unclamped one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from mailroom_dagster.routing.routes import Band, JudgeLabel, ReviewerVerdict, Trouble
from mailroom_dagster.taxonomy.model import Bars

CLAMP_BELOW_LOW = 0.01
JUDGE_COMPLETE, JUDGE_PARTIAL = 0.95, 0.5


@dataclass(frozen=True, kw_only=True)
class NodeState:
    """A node that may have failed. `transients` counts transient errors here so far, the last one included."""

    trouble: Trouble = Trouble.NONE
    transients: int = 0
    transient_retries: int = 2

    @property
    def transient_left(self) -> bool:
        """Whether the same node may be tried once more."""
        return self.transients <= self.transient_retries


@dataclass(frozen=True, kw_only=True)
class ScoredState(NodeState):
    """An answer with a confidence. `attempts` counts finished calls, the last one included."""

    stated: float = 0.0  # 0..1 when sound
    bars: Bars = field(default_factory=Bars)
    attempts: int = 1
    repeated: bool = False  # the last two answers are the same: asking again changes nothing
    violations: tuple[str, ...] = ()  # guards broken, as sentences
    doc_class: str = ""  # the class that the answer names
    signals: Mapping[str, float] = field(default_factory=dict)  # what else is known, for the medium-band gates

    @property
    def guard_violated(self) -> bool:
        """Whether a guard is broken; a confidence outside 0..1 always breaks one."""
        return bool(self.violations) or not 0.0 <= self.stated <= 1.0

    @property
    def confidence(self) -> float:
        """The stated confidence, clamped below the low bar when a guard is broken."""
        if not self.guard_violated:
            return self.stated
        stated = 0.0 if math.isnan(self.stated) else self.stated
        return max(0.0, min(stated, self.bars.low - CLAMP_BELOW_LOW))

    @property
    def upper_bar(self) -> float:
        """The bar of the high band."""
        return self.bars.high

    @property
    def band(self) -> Band:
        """The confidence's band: low <= medium < the upper bar. A broken guard is always low."""
        if self.guard_violated or self.confidence < self.bars.low:
            return Band.LOW
        return Band.HIGH if self.confidence >= self.upper_bar else Band.MEDIUM

    @property
    def may_retry(self) -> bool:
        """Whether another try is allowed and could change anything."""
        return self.attempts <= self.bars.retry_max and not self.repeated


@dataclass(frozen=True, kw_only=True)
class FastPathState(ScoredState):
    """After the local text model. `deferred`: the taxonomy lets it never answer alone for this class."""

    readable: bool = True
    available: bool = True
    deferred: bool = False

    @property
    def upper_bar(self) -> float:
        """At and above it no agent is asked."""
        return self.bars.fast_path


@dataclass(frozen=True, kw_only=True)
class ClassifyState(ScoredState):
    """After an opinion on the class. When the reviewer was asked, the confidence is the reviewer's."""

    readable: bool = True
    reviewer: ReviewerVerdict = ReviewerVerdict.NOT_ASKED

    @property
    def reviewer_asked(self) -> bool:
        """Whether the blind reviewer has spoken."""
        return self.reviewer is not ReviewerVerdict.NOT_ASKED


@dataclass(frozen=True, kw_only=True)
class ExtractState(ScoredState):
    """After an extraction. Counts are of fields or values."""

    class_known: bool = True
    left_open: tuple[str, ...] = ()  # codes of what reading leaves to a person: unread pages, several documents …
    values: int = 1
    errors: int = 0  # schema and validator errors
    conflicts: int = 0  # with archived data of the same matter
    ungrounded: int = 0  # values cleared because nothing in the text bears them
    ungrounded_required: int = 0  # of those, required ones

    @property
    def upper_bar(self) -> float:
        """At and above it no judge is asked."""
        return self.bars.judge_high

    @property
    def needs_person(self) -> bool:
        """Whether reading left something that only a person can settle."""
        return bool(self.left_open)

    @property
    def empty(self) -> bool:
        """Whether nothing was found at all."""
        return self.values == 0

    @property
    def invalid(self) -> bool:
        """Whether the validator complains."""
        return self.errors > 0

    @property
    def conflict(self) -> bool:
        """Whether archived data says otherwise."""
        return self.conflicts > 0

    @property
    def value_cleared(self) -> bool:
        """Whether a value was cleared for want of evidence."""
        return self.ungrounded > 0

    @property
    def required_cleared(self) -> bool:
        """Whether a required value was cleared."""
        return self.ungrounded_required > 0


@dataclass(frozen=True, kw_only=True)
class JudgeState(NodeState):
    """After the judge. Label and score must agree; where they do not, the worse one counts."""

    label: JudgeLabel
    score: float = 1.0

    @property
    def verdict(self) -> JudgeLabel:
        """The worse of the label and what the score says."""
        if self.label in (JudgeLabel.SKIPPED, JudgeLabel.UNUSABLE):
            return self.label
        order = list(JudgeLabel)
        return min(self.label, _label_of(self.score), key=order.index)

    @property
    def contradictory(self) -> bool:
        """Whether label and score say different things."""
        return self.verdict is not self.label


def _label_of(score: float) -> JudgeLabel:
    if not 0.0 <= score <= 1.0:
        return JudgeLabel.UNUSABLE
    if score >= JUDGE_COMPLETE:
        return JudgeLabel.COMPLETE
    return JudgeLabel.PARTIAL if score >= JUDGE_PARTIAL else JudgeLabel.INCOMPLETE


@dataclass(frozen=True, kw_only=True)
class ArbiterState(NodeState):
    """After the arbiter. `reextractions` counts those it has had already."""

    action: str  # accept | accept_with_caveats | re_extract | escalate
    reextractions: int = 0
    reextractions_allowed: int = 1

    @property
    def reextraction_left(self) -> bool:
        """Whether one more extraction may be ordered."""
        return self.reextractions < self.reextractions_allowed


@dataclass(frozen=True, kw_only=True)
class BossState(NodeState):
    """After the boss. `class_valid`: the class it names is in the taxonomy and is another one."""

    action: str  # accept | reassign_class | review
    class_valid: bool = False
    reassignments: int = 0
    reassignments_allowed: int = 1

    @property
    def reassignment_left(self) -> bool:
        """Whether the class may be changed once more."""
        return self.reassignments < self.reassignments_allowed


@dataclass(frozen=True, kw_only=True)
class PersonState:
    """After a person. `valid`: class and fields pass the taxonomy's checks; `extracted`: there are fields to report."""

    action: str  # approve | correct | reject | requeue
    valid: bool = True
    extracted: bool = True
    class_changed: bool = False
    fields_given: bool = False

    @property
    def needs_extraction(self) -> bool:
        """Whether the fields at hand are none, or those of another class."""
        return not self.fields_given and (self.class_changed or not self.extracted)
