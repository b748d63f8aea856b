"""The judge: every claim of an answer against the places it cites, by rules.

Belongs here: kinds of claims, what supports and what contradicts. Numbers with their units, dates, names, negations and
duties are compared one by one; likeness of words alone supports nothing that states one of these differently.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from mailroom_dagster.grounding.words import NEGATIONS, words_of
from mailroom_dagster.providers.offline.specialists.common import word_set
from mailroom_dagster.questions.facts import facts_of
from mailroom_dagster.questions.model import Claim, ClaimKind, Constraint, Statement, Verdict
from mailroom_dagster.questions.vocabulary import JudgeRules
from mailroom_dagster.values.sentences import sentence_spans

_DUTY = re.compile(r"\b(?:shall|must|will|requir\w+|obligat\w+|may)\b", re.IGNORECASE)
_DUTY_WORDS = frozenset(("shall", "must", "required", "obligated", "obliged"))
_LEAVE_WORDS = frozenset(("may", "can", "permitted", "entitled"))
_PASSIVE = re.compile(r"\bby\b", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][\w’'&.-]*[\w]")
_SAME_WORDS = 0.9
_EMPTY = word_set("a an the of to in on by for and or is are be as at with that this it its from")

_OPENERS = _EMPTY | word_set(  # words with a capital only because they open a sentence
    "under if according upon each either no when where neither both any all such there they he she we i you these "
    "those however after before during until unless except while also in accordance"
)

Finding = tuple[str, str]  # verdict, reason


def judge(statements: Sequence[Statement], rules: JudgeRules) -> Verdict:
    """The verdict over an answer: hallucinated when any claim is contradicted or the confidence is too low."""
    claims = tuple(_judged(claim, item, rules) for item in statements for claim in claims_of(item.text))
    total = sum(rules.weights[claim.kind.value] for claim in claims)
    lost = sum(
        rules.weights[claim.kind.value] * rules.penalties[claim.verdict]
        for claim in claims
        if claim.verdict != "supported"
    )
    confidence = round(1 - lost / total, 2) if total else 0.0
    contradicted = any(claim.verdict == "contradicted" for claim in claims)
    return Verdict(claims=claims, confidence=confidence, hallucinated=contradicted or confidence < rules.passing)


def claims_of(text: str) -> list[str]:
    """The claims of an answer: its sentences."""
    return [text[start:end] for start, end in sentence_spans(text)]


def kind_of(claim: str) -> ClaimKind:
    """What a claim is about; one that states several things is of the dearest kind."""
    kinds = {item.value.kind for item in facts_of(claim)}
    if kinds & {"money", "percentage", "number"}:
        return ClaimKind.QUANTITATIVE
    if kinds & {"date", "duration"}:
        return ClaimKind.TEMPORAL
    return ClaimKind.OBLIGATION if _DUTY.search(claim) else ClaimKind.GENERAL


def _judged(claim: str, statement: Statement, rules: JudgeRules) -> Claim:
    """The claim by the source that bears it best: support outweighs contradiction only in one and the same source."""
    found = [(*_compare(claim, piece, rules), piece) for item in statement.citations for piece in _pieces(item.quote)]
    order = ("supported", "contradicted", "unsupported")
    verdict, reason, quote = min(
        found, key=lambda item: order.index(item[0]), default=("unsupported", "it cites nothing", "")
    )
    return Claim.model_validate(
        {"text": claim, "kind": kind_of(claim), "verdict": verdict, "reason": reason, "quote": quote}
    )


def _pieces(quote: str) -> list[str]:
    """A quote's sentences, and the whole of it for claims that draw on more than one."""
    sentences = [quote[start:end] for start, end in sentence_spans(quote)]
    return sentences if len(sentences) == 1 else [*sentences, quote]


def _compare(claim: str, quote: str, rules: JudgeRules) -> Finding:
    said, held = _words(claim), _words(quote)
    meant = [word for word in said if word not in _EMPTY]
    shared = sum(word in set(held) for word in meant) / len(meant) if meant else 0.0
    if shared < rules.supported_share:
        return "unsupported", "its words do not stand there"
    for check in (_facts, _negation, _duty, _names):
        if finding := check(claim, quote):
            return finding
    return "supported", ""


def _facts(claim: str, quote: str) -> Finding | None:
    stated = [item.value for item in facts_of(claim)]
    held = [item.value for item in facts_of(quote)]
    for fact in stated:
        if not any(_same(fact, other) for other in held):
            others = [other.value for other in held if other.kind == fact.kind]
            if others:
                return "contradicted", f"{fact.kind}: {fact.value} is claimed, {', '.join(others[:3])} is stated"
            return "unsupported", f"{fact.kind}: {fact.value} is not stated"
    return None


def _same(fact: Constraint, other: Constraint) -> bool:
    return fact.kind == other.kind and fact.value == other.value


def _negation(claim: str, quote: str) -> Finding | None:
    said, held = _words(claim), _words(quote)
    passage = _aligned(said, held)
    if _denials(said) != _denials(passage):
        return "contradicted", "a negation is claimed or left out"
    return None


def _duty(claim: str, quote: str) -> Finding | None:
    """A leave ("may") told as a duty ("must"), or the other way round."""
    said = set(_words(claim))
    held = set(_aligned(_words(claim), _words(quote)))
    for told, stated in ((_DUTY_WORDS, _LEAVE_WORDS), (_LEAVE_WORDS, _DUTY_WORDS)):
        if said & told and not held & told and held & stated:
            return "contradicted", "a duty and a leave are exchanged"
    return None


def _names(claim: str, quote: str) -> Finding | None:
    claimed = [match.group().casefold() for match in _NAME.finditer(claim)]
    stated = {word.text for word in words_of(quote)}
    opening = _words(claim)[0]
    strange = [name for name in claimed if not all(word in stated for word in _words(name))]
    if any(name != opening or name not in _OPENERS for name in strange):
        return "unsupported", "a name is not stated there"
    return _exchanged(claim, quote, set(claimed))


def _exchanged(claim: str, quote: str, names: set[str]) -> Finding | None:
    """The same words with the names in another order: somebody else's duty."""
    parts = {word for name in names for word in (item.text for item in words_of(name))}
    said = _words(claim)
    passage = _aligned(said, _words(quote))
    plain, source = ([word for word in side if word not in parts] for side in (said, passage))
    if SequenceMatcher(None, plain, source, autojunk=False).ratio() < _SAME_WORDS or _PASSIVE.search(claim):
        return None
    order, other = ([word for word in side if word in parts and word not in _EMPTY] for side in (said, passage))
    if order != other and Counter(order) == Counter(other):
        return "contradicted", "the names stand in another order"
    return None


def _aligned(said: Sequence[str], held: Sequence[str]) -> list[str]:
    """The part of a source that a claim tells, with the word before it."""
    blocks = [block for block in SequenceMatcher(None, said, held, autojunk=False).get_matching_blocks() if block.size]
    if not blocks:
        return list(held)
    return list(
        held[
            max(0, blocks[0].b - blocks[0].a - 1) : blocks[-1].b
            + blocks[-1].size
            + len(said)
            - blocks[-1].a
            - blocks[-1].size
        ]
    )


def _denials(words: Sequence[str]) -> int:
    """How many negations; "No. 7" is none."""
    following = [*words[1:], ""]
    return sum(
        (word in NEGATIONS and not (word == "no" and after[:1].isdigit())) or word.endswith("n't")
        for word, after in zip(words, following, strict=True)
    )


def _words(text: str) -> list[str]:
    return [word.text for word in words_of(text)]
