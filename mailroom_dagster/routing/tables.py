"""The routing tables: one a gate, first matching row wins, every row named. This file is the whole of routing's rules.

A row's `when` names properties of the gate's state and the value each must have; an empty one always matches.
`docs/routing.md` is generated from here (`mailroom routes --markdown`). Does not belong here: how facts come about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mailroom_dagster.routing.routes import Band, JudgeLabel, ReviewerVerdict, Route, Trouble
from mailroom_dagster.routing.states import (
    ArbiterState,
    BossState,
    ClassifyState,
    ExtractState,
    FastPathState,
    JudgeState,
    NodeState,
    PersonState,
)


@dataclass(frozen=True)
class Row:
    """One rule. `medium` marks the rows that a learned or decision-model gate may replace."""

    name: str
    when: Mapping[str, object]
    to: Route
    reason: str
    medium: bool = False


@dataclass(frozen=True)
class Table:
    """The rules of one gate over one type of state. Raises TypeError when a row names what the state has not."""

    gate: str
    state: type[NodeState] | type[PersonState]
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        known = {*self.state.__dataclass_fields__, *dir(self.state)}
        for row in self.rows:
            if strangers := set(row.when) - known:
                raise TypeError(f"{self.gate}.{row.name}: no such fact: {', '.join(sorted(strangers))}")


TROUBLE = (
    Row(
        "transient_again",
        {"trouble": Trouble.TRANSIENT, "transient_left": True},
        Route.SAME,
        "a passing failure; the same step is tried again",
    ),
    Row(
        "transient_spent",
        {"trouble": Trouble.TRANSIENT},
        Route.REVIEW,
        "the provider kept failing; a person decides",
    ),
    Row("permanent_error", {"trouble": Trouble.PERMANENT}, Route.REVIEW, "the step failed for good; a person decides"),
)
GUARD = Row("guard_violated", {"guard_violated": True}, Route.GO_ON, "the confidence was clamped below the low bar")

UNREADABLE = Row("unreadable", {"readable": False}, Route.REVIEW, "no readable text; no model is asked")

FAST_PATH = Table(
    "fast_path",
    FastPathState,
    (
        UNREADABLE,
        Row("unavailable", {"available": False}, Route.SORTER, "there is no local text model"),
        Row("deferred", {"deferred": True}, Route.SORTER, "the taxonomy wants this class sorted in full"),
        GUARD,
        Row("confident", {"band": Band.HIGH}, Route.EXTRACT, "the confidence reaches the class's fast-path bar"),
        Row("unsure", {}, Route.SORTER, "below the fast-path bar; sorted in full"),
    ),
)

CLASSIFY = Table(
    "classify",
    ClassifyState,
    (
        UNREADABLE,
        *TROUBLE,
        GUARD,
        Row(
            "reviewer_agrees",
            {"reviewer": ReviewerVerdict.AGREES, "band": Band.HIGH},
            Route.EXTRACT,
            "the blind reviewer names the same class with high confidence",
        ),
        Row(
            "reviewer_overrides",
            {"reviewer": ReviewerVerdict.OVERRIDES, "band": Band.HIGH},
            Route.EXTRACT,
            "the blind reviewer names another class with high confidence",
        ),
        Row("reviewer_unsure", {"reviewer_asked": True}, Route.REVIEW, "no opinion is sure enough; both are attached"),
        Row("confident", {"band": Band.HIGH}, Route.EXTRACT, "the confidence reaches the class's high bar"),
        Row(
            "medium_retry",
            {"band": Band.MEDIUM, "may_retry": True},
            Route.RETRY,
            "between the bars; asked again with another prompt",
            medium=True,
        ),
        Row(
            "medium_reviewer",
            {"band": Band.MEDIUM},
            Route.REVIEWER,
            "still between the bars; a blind reviewer is asked",
            medium=True,
        ),
        Row(
            "low_retry",
            {"may_retry": True},
            Route.RETRY,
            "not sure enough of the class; asked again with another prompt",
        ),
        Row("low_spent", {}, Route.REVIEW, "not sure enough of the class after every try"),
    ),
)

EXTRACT = Table(
    "extract",
    ExtractState,
    (
        *TROUBLE,
        Row("unknown_class", {"class_known": False}, Route.REVIEW, "there are no fields for this class"),
        GUARD,
        Row("needs_person", {"needs_person": True}, Route.REVIEW, "reading left something open; a person looks at it"),
        Row("conflict", {"conflict": True}, Route.BOSS, "an archived document of the matter says otherwise"),
        Row(
            "invalid_retry",
            {"invalid": True, "may_retry": True},
            Route.RETRY,
            "the validator's errors go back, with the same text",
        ),
        Row("invalid_spent", {"invalid": True}, Route.REVIEW, "the validator's errors stayed after every try"),
        Row("empty_retry", {"empty": True, "may_retry": True}, Route.RETRY, "no field was found; asked again"),
        Row("empty_spent", {"empty": True}, Route.REVIEW, "no field was found after every try"),
        Row("value_cleared", {"value_cleared": True}, Route.GO_ON, "values without evidence were cleared and listed"),
        Row(
            "required_cleared_retry",
            {"required_cleared": True, "may_retry": True},
            Route.RETRY,
            "a required value had no evidence; asked again",
        ),
        Row("required_cleared", {"required_cleared": True}, Route.JUDGE, "a required value has no evidence"),
        Row("confident", {"band": Band.HIGH}, Route.REPORT, "the confidence reaches the class's judge bar"),
        Row("medium_judge", {"band": Band.MEDIUM}, Route.JUDGE, "between the bars; the judge is asked", medium=True),
        Row("low_retry", {"may_retry": True}, Route.RETRY, "not sure enough of the fields; asked again"),
        Row("low_spent", {}, Route.BOSS, "not sure enough of the fields after every try"),
    ),
)

JUDGE = Table(
    "judge",
    JudgeState,
    (
        *TROUBLE,
        Row("contradictory", {"contradictory": True}, Route.GO_ON, "label and score differ; the worse one counts"),
        Row("complete", {"verdict": JudgeLabel.COMPLETE}, Route.REPORT, "the judge finds the extraction complete"),
        Row("skipped", {"verdict": JudgeLabel.SKIPPED}, Route.REPORT, "no judge is configured"),
        Row("partial", {"verdict": JudgeLabel.PARTIAL}, Route.ARBITER, "the judge finds the extraction partial"),
        Row("incomplete", {"verdict": JudgeLabel.INCOMPLETE}, Route.ARBITER, "the judge finds it incomplete"),
        Row("unusable", {}, Route.REVIEW, "the judge's answer cannot be used"),
    ),
)

ARBITER = Table(
    "arbiter",
    ArbiterState,
    (
        *TROUBLE,
        Row("accept", {"action": "accept"}, Route.REPORT, "the arbiter accepts"),
        Row("accept_with_caveats", {"action": "accept_with_caveats"}, Route.REPORT, "accepted; the caveats are kept"),
        Row(
            "re_extract",
            {"action": "re_extract", "reextraction_left": True},
            Route.EXTRACT,
            "extracted again with the findings and the fields to fix",
        ),
        Row(
            "re_extract_spent", {"action": "re_extract"}, Route.BOSS, "another extraction was ordered but none is left"
        ),
        Row("escalate", {"action": "escalate"}, Route.BOSS, "the arbiter cannot decide"),
        Row("unusable", {}, Route.REVIEW, "the arbiter's answer cannot be used"),
    ),
)

BOSS = Table(
    "boss",
    BossState,
    (
        *TROUBLE,
        Row("accept", {"action": "accept"}, Route.REPORT, "the boss accepts"),
        Row(
            "reassign_class",
            {"action": "reassign_class", "class_valid": True, "reassignment_left": True},
            Route.EXTRACT,
            "extracted again under the new class",
        ),
        Row("review", {}, Route.REVIEW, "no agent settles it; a person decides"),
    ),
)

PERSON = Table(
    "person",
    PersonState,
    (
        Row("reject", {"action": "reject"}, Route.REJECTED, "a person rejected it"),
        Row("requeue", {"action": "requeue"}, Route.RESTART, "a person sent it back to the beginning"),
        Row("invalid", {"valid": False}, Route.REVIEW, "the decision does not pass the taxonomy's checks"),
        Row(
            "approve_class",
            {"action": "approve", "needs_extraction": True},
            Route.EXTRACT,
            "the class is approved; the fields are still to be read",
        ),
        Row("approve", {"action": "approve"}, Route.REPORT, "a person approved it; no gate is asked again"),
        Row(
            "correct_class",
            {"action": "correct", "needs_extraction": True},
            Route.EXTRACT,
            "extracted again under the class a person named",
        ),
        Row("correct", {"action": "correct"}, Route.REPORT, "a person corrected it; no gate is asked again"),
        Row("unusable", {}, Route.REVIEW, "no such decision"),
    ),
)

TABLES = (FAST_PATH, CLASSIFY, EXTRACT, JUDGE, ARBITER, BOSS, PERSON)
