"""A model's part in taking a question apart: it adds, and what it may add is bounded here.

Belongs here: asking the model, and which of its words are taken. Kinds of question count only when the vocabulary knows
them, names only when the question holds them, further words are only searched for. Nothing is removed, and the scope is
never the model's to name. A model that fails adds nothing.
"""

from __future__ import annotations

import re

from mailroom_dagster.agents.contracts import Interpretation, InterpretTask
from mailroom_dagster.errors import MailroomError
from mailroom_dagster.providers.base import Provider
from mailroom_dagster.questions.decompose import RIVAL, WORD
from mailroom_dagster.questions.model import Added, Decomposition
from mailroom_dagster.questions.vocabulary import Vocabulary

MOST_TERMS = 12
_LONGEST_TERM = 40  # characters


def interpreted(parts: Decomposition, question_id: str, vocabulary: Vocabulary, provider: Provider) -> Decomposition:
    """The parts of a question with what a model adds to them; with the reason alone when it does not answer."""
    task = InterpretTask(doc_id=question_id, question=parts.question, intents=tuple(vocabulary.intents))
    try:
        reply = provider.answer(task).answer
    except MailroomError as error:
        return parts.model_copy(update={"added": Added(problem=f"the model gave no answer ({error.code.value})")})
    added = _bounded(parts, reply, vocabulary)
    beside = max(parts.intents.values(), default=1.0) * RIVAL
    return parts.model_copy(
        update={
            "intents": parts.intents | dict.fromkeys(added.intents, beside),
            "entities": (*parts.entities, *added.entities),
            "added": added,
        }
    )


def _bounded(parts: Decomposition, reply: Interpretation, vocabulary: Vocabulary) -> Added:
    """What may be taken of a reply, each once and new."""
    words = [word.casefold() for term in reply.terms for word in WORD.findall(term)]
    known = {*parts.words, *vocabulary.silent, *(word.casefold() for word in WORD.findall(parts.question))}
    new = dict.fromkeys(word for word in words if word not in known and 1 < len(word) <= _LONGEST_TERM)
    held = {name.casefold() for name in parts.entities}
    names = (name for name in reply.names if name.casefold() not in held and _stands(name, parts, vocabulary))
    return Added(
        intents=tuple(
            dict.fromkeys(name for name in reply.intents if name in vocabulary.intents.keys() - parts.intents)
        ),
        terms=tuple(new)[:MOST_TERMS],
        entities=tuple(dict.fromkeys(names)),
    )


def _stands(name: str, parts: Decomposition, vocabulary: Vocabulary) -> bool:
    """Whether the question holds these very words, and they mean something."""
    told = any(word.casefold() not in vocabulary.silent for word in WORD.findall(name))
    return told and bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", parts.question, re.IGNORECASE))
