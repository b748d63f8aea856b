"""A question taken apart: scored intents, names, words, values and scope.

Belongs here: reading questions, by the patterns of the vocabulary and nothing else; the same question always gives the
same parts.
"""

from __future__ import annotations

import re

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.questions.facts import facts_of
from mailroom_dagster.questions.model import Decomposition, Scope
from mailroom_dagster.questions.vocabulary import Vocabulary

LONGEST_QUESTION = 2_000  # characters
_QUOTED = re.compile(r"[\"“](?P<words>[^\"”]{2,200})[\"”]")
_TOKEN = re.compile(r"\w+(?:[.&'’/-]\w+)*")
_WORD = re.compile(r"\w+")
_CAPITALS = re.compile(r"[A-Z\d][\w.&'’/-]*(?:,?\s+[A-Z\d][\w.&'’/-]*)+")


def decompose(question: str, vocabulary: Vocabulary, scope: Scope | None = None) -> Decomposition:
    """The parts of a question. Raises bad_request for one without words or longer than LONGEST_QUESTION."""
    asked = " ".join(question.split())
    if not _WORD.search(asked) or len(asked) > LONGEST_QUESTION:
        raise MailroomError(
            ErrorCode.BAD_REQUEST,
            "this is no question",
            why=f"it needs a word and at most {LONGEST_QUESTION} characters",
        )
    names = _names(asked, vocabulary)
    in_names = {word.casefold() for name in names for word in _WORD.findall(name)}
    words = (word.casefold() for word in _WORD.findall(_without_possessive(asked)))
    return Decomposition(
        question=asked,
        intents=_intents(_unnamed(_unquoted(asked), names), vocabulary) or _intents(_unquoted(asked), vocabulary),
        entities=names,
        words=tuple(
            dict.fromkeys(word for word in words if len(word) > 1 and word not in vocabulary.silent | in_names)
        ),
        constraints=tuple(dict.fromkeys(item.value for item in facts_of(asked) if item.value.kind != "number")),
        scope=scope or Scope(),
    )


def _intents(question: str, vocabulary: Vocabulary) -> dict[str, float]:
    """Every intent with a score above 0, the strongest first; equals stay in the vocabulary's order."""
    scores = {
        name: sum(weight for pattern, weight in intent.ask.items() if re.search(pattern, question, re.IGNORECASE))
        for name, intent in vocabulary.intents.items()
    }
    return {name: score for name, score in sorted(scores.items(), key=lambda item: -item[1]) if score > 0}


def _names(question: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Quoted words, and words with a capital or a figure that neither open the question nor belong to an intent."""
    quoted = [match["words"] for match in _QUOTED.finditer(question)]
    tokens = list(_TOKEN.finditer(_without_possessive(_unquoted(question))))
    names = [
        token.group()
        for number, token in enumerate(tokens)
        if (number or any(sign.isdigit() for sign in token.group()))
        and (token.group()[0].isupper() or any(sign.isdigit() for sign in token.group()))
        and token.group().casefold() not in vocabulary.silent
        and not _asks(token.group(), vocabulary)
    ]
    return tuple(dict.fromkeys([*quoted, *names]))


def _asks(word: str, vocabulary: Vocabulary) -> bool:
    return any(re.search(p, word, re.IGNORECASE) for intent in vocabulary.intents.values() for p in intent.ask)


def _unquoted(question: str) -> str:
    return _QUOTED.sub(" ", question)


def _unnamed(question: str, names: tuple[str, ...]) -> str:
    """Without the runs of capitals that hold a name: in "Acme Holding AG" nobody holds anything."""
    return _CAPITALS.sub(lambda match: " " if any(name in match.group() for name in names) else match.group(), question)


def _without_possessive(words: str) -> str:
    return re.sub(r"['’]s\b", "", words)
