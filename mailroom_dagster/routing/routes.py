"""The words of routing: where a row can lead, and what can go wrong at a node.

Belongs here: the vocabulary that tables, states and gates share. Does not belong here: any rule.
"""

from __future__ import annotations

from enum import StrEnum


class Route(StrEnum):
    """Where a decision leads."""

    GO_ON = "go_on"  # the row is noted and the rows below are asked
    SAME = "same"  # the same node once more, after a transient error
    SORTER = "sorter"
    RETRY = "retry"
    REVIEWER = "reviewer"
    EXTRACT = "extract"
    JUDGE = "judge"
    ARBITER = "arbiter"
    BOSS = "boss"
    REPORT = "report"
    REVIEW = "review"  # a person
    REJECTED = "rejected"
    RESTART = "restart"  # from the beginning, ordered by a person


class Trouble(StrEnum):
    """How the last call at a node ended."""

    NONE = "none"
    TRANSIENT = "transient"
    PERMANENT = "permanent"


class Band(StrEnum):
    """Where a confidence stands between the bars of its class."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class ReviewerVerdict(StrEnum):
    """What the blind reviewer's opinion means beside the first one."""

    NOT_ASKED = "not_asked"
    AGREES = "agrees"
    OVERRIDES = "overrides"


class JudgeLabel(StrEnum):
    """How complete the judge finds an extraction, worst first; `skipped` when it was not asked."""

    UNUSABLE = "unusable"
    INCOMPLETE = "incomplete"
    PARTIAL = "partial"
    COMPLETE = "complete"
    SKIPPED = "skipped"
