"""A question taken apart: scored intents, names, words, values and scope.

Belongs here: reading questions, by the patterns of the vocabulary and nothing else; the same question always gives the
same parts.
"""

from __future__ import annotations

import re
from typing import Literal

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.questions.amounts import rates_of, without_rates
from mailroom_dagster.questions.facts import facts_of
from mailroom_dagster.questions.model import Decomposition, Scope
from mailroom_dagster.questions.vocabulary import Vocabulary

LONGEST_QUESTION = 2_000  # characters
_QUOTED = re.compile(r"[\"“](?P<words>[^\"”]{2,200})[\"”]")
_TOKEN = re.compile(r"\w+(?:[.&'’/-]\w+)*")
WORD = re.compile(r"\w+")
RIVAL = 0.5  # an intent counts from this share of the strongest one's score
_WHICH = r"(?:in |under )?(?:which|what)(?: of (?:the|our))?|(?:list|show|find)(?: me)?(?: all)?(?: the| our)?"
_THAT = (
    "is|are|was|were|has|have|had|do|does|did|can|may|must|shall|will|that|which|with|from|under|by|governed|signed|"
    "dated|mentions?|names?|expires?|ends?|renews?|terminates?"
)
_THERE_ARE = "are|were|is|was|have|has|do we|did we|wait|await"
_KIND = re.compile(  # of a document: in "the license agreement" nobody asks for the license
    r"\b(?:(?!(?:the|this|that|an?|any|our|its|their|each|which|what|of|in|under|to|and|or)\b)[a-z][\w-]*\s+){1,3}"
    r"(?=(?:agreement|contract|lease)s?\b)"
)
_CAPITALS = re.compile(r"[A-Z\d][\w.&'’/-]*(?:,?\s+[A-Z\d][\w.&'’/-]*)+")


def decompose(question: str, vocabulary: Vocabulary, scope: Scope | None = None) -> Decomposition:
    """The parts of a question. Raises bad_request for one without words or longer than LONGEST_QUESTION."""
    asked = " ".join(question.split())
    if not WORD.search(asked) or len(asked) > LONGEST_QUESTION:
        raise MailroomError(
            ErrorCode.BAD_REQUEST,
            "this is no question",
            why=f"it needs a word and at most {LONGEST_QUESTION} characters",
        )
    names = _names(asked, vocabulary)
    in_names = {word.casefold() for name in names for word in WORD.findall(name)}
    unnamed = _KIND.sub(" ", _unnamed(_unquoted(asked), names))
    words = map(str.casefold, WORD.findall(without_rates(_without_possessive(asked), vocabulary.amounts)))
    return Decomposition(
        question=asked,
        intents=_intents(unnamed, vocabulary) or _intents(_unquoted(asked), vocabulary),
        entities=names,
        words=tuple(
            dict.fromkeys(word for word in words if len(word) > 1 and word not in vocabulary.silent | in_names)
        ),
        rates=rates_of(unnamed, vocabulary.amounts),
        constraints=tuple(dict.fromkeys(item.value for item in facts_of(asked) if item.value.kind != "number")),
        wanted=_wanted(asked, vocabulary.documents),
        scope=scope or Scope(),
    )


def active(parts: Decomposition) -> dict[str, float]:
    """The intents that count, the strongest as 1."""
    strongest = max(parts.intents.values(), default=0.0)
    return {name: score / strongest for name, score in parts.intents.items() if score >= RIVAL * strongest}


def focus(parts: Decomposition, vocabulary: Vocabulary) -> list[str]:
    """The words of a question that no active intent accounts for."""
    patterns = [pattern for name in active(parts) for pattern in vocabulary.intents[name].ask]
    asked = [match.span() for p in patterns for match in re.finditer(p, parts.question, re.IGNORECASE)]
    accounted = {
        word.group().casefold()
        for word in WORD.finditer(parts.question)
        if any(word.start() < end and start < word.end() for start, end in asked)
    }
    return [word for word in parts.words if word not in accounted]


def _wanted(question: str, documents: str) -> Literal["value", "documents", "count"]:
    """Whether a question asks for documents. One that names a second kind of them asks for what that one says."""
    if re.search(rf"\bhow many (?:\w+ )?(?:{documents}) (?:{_THERE_ARE})\b", question, re.IGNORECASE):
        return "count"
    asked = re.search(rf"^(?:{_WHICH})(?: \w+)?? (?:{documents}) (?:{_THAT})\b", question, re.IGNORECASE)
    named = re.findall(rf"\b(?:{documents})\b", question, re.IGNORECASE)
    return "documents" if asked and len(named) == 1 else "value"


def _intents(question: str, vocabulary: Vocabulary) -> dict[str, float]:
    """Every intent with a score above 0, the strongest first; equals stay in the vocabulary's order."""
    scores = {
        name: sum(weight for pattern, weight in intent.ask.items() if re.search(pattern, question, re.IGNORECASE))
        for name, intent in vocabulary.intents.items()
    }
    return {name: score for name, score in sorted(scores.items(), key=lambda item: -item[1]) if score > 0}


def _names(question: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Quoted words, and words with a capital or a figure that do not open the question.

    A word of an intent is part of a name only beside one that is not: in "Acme Holding AG", not in "Governing Law".
    """
    quoted = [match["words"] for match in _QUOTED.finditer(question)]
    plain = _without_possessive(_unquoted(question))
    tokens = [
        token
        for number, token in enumerate(_TOKEN.finditer(plain))
        if _may_name(token.group(), number == 0) and token.group().casefold() not in vocabulary.silent
    ]
    sure = [token.start() for token in tokens if not _asks(token.group(), vocabulary)]
    runs = [run.span() for run in _CAPITALS.finditer(plain) if any(run.start() <= at < run.end() for at in sure)]
    names = [
        token.group()
        for token in tokens
        if token.start() in sure or any(low <= token.start() < high for low, high in runs)
    ]
    return tuple(dict.fromkeys([*quoted, *names]))


def _may_name(word: str, opens: bool) -> bool:
    return any(sign.isdigit() for sign in word) or (word[0].isupper() and not opens)


def _asks(word: str, vocabulary: Vocabulary) -> bool:
    return any(re.search(p, word, re.IGNORECASE) for intent in vocabulary.intents.values() for p in intent.ask)


def _unquoted(question: str) -> str:
    return _QUOTED.sub(" ", question)


def _unnamed(question: str, names: tuple[str, ...]) -> str:
    """Without the runs of capitals that hold a name: in "Acme Holding AG" nobody holds anything."""
    return _CAPITALS.sub(lambda match: " " if any(name in match.group() for name in names) else match.group(), question)


def _without_possessive(words: str) -> str:
    return re.sub(r"['’]s\b", "", words)
