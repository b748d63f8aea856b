"""What a question becomes on its way: its parts, the sections found, the cited answer, the verdict.

Belongs here: the shapes alone. All offsets are code points into a document's stored text.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from mailroom_dagster.records.model import Model

Place = tuple[int, int]  # [start, end)


class Section(Model):
    """A titled part of one document: `text` is its stored text at [start, end)."""

    doc_id: str
    number: int  # from 0, in the document's order
    title: str
    page: int
    start: int
    end: int
    text: str


class Scope(Model):
    """Where an answer may come from: None means everywhere."""

    matter: str | None = None
    document: str | None = None  # a doc_id


class Constraint(Model):
    """A value that the question itself states: canonical as in `questions.facts`."""

    kind: str
    value: str


class Added(Model):
    """What a model added to a question's parts, or why it added nothing."""

    intents: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()  # words that are searched for as well, and that nothing has to hold
    entities: tuple[str, ...] = ()
    problem: str = ""


class Decomposition(Model):
    """A question taken apart. `intents` are scores, the strongest first; none at all is the intent `unknown`."""

    question: str
    intents: dict[str, float]
    entities: tuple[str, ...]  # names, numbers and quoted words, as the question writes them
    words: tuple[str, ...]  # everything else that carries meaning, in lower case
    rates: tuple[str, ...] = ()  # how often what is asked for falls due: keys of the vocabulary's rates
    constraints: tuple[Constraint, ...] = ()
    wanted: Literal["value", "documents", "count"] = "value"  # what one says, which of them, or how many there are
    scope: Scope = Scope()
    added: Added | None = None  # by a model; its intents and entities are among those above

    @property
    def intent(self) -> str:
        """The strongest intent, or `unknown`."""
        return next(iter(self.intents), "unknown")


class Found(Model):
    """A section that was retrieved, with what each signal gave to its score."""

    section: Section
    document: str  # the document's name
    score: float
    signals: dict[str, float]
    names_borne: float = 1.0  # share of the question's names that the section and its document bear
    named: float = 1.0  # share of the word pairs of its names that they bear side by side
    focus_borne: float = 1.0  # share of the words that no intent accounts for
    places: tuple[Place, ...] = ()  # where values stand in it that were extracted for what is asked


class Citation(Model):
    """Where a sentence stands; `quote` is the stored text at [start, end)."""

    doc_id: str
    document: str
    title: str
    page: int
    start: int
    end: int
    quote: str


class Statement(Model):
    """One sentence of an answer with the places it rests on."""

    text: str
    citations: tuple[Citation, ...]


class ClaimKind(StrEnum):
    """What a claim is about, the dearest first."""

    QUANTITATIVE = "quantitative"
    TEMPORAL = "temporal"
    OBLIGATION = "obligation"
    GENERAL = "general"


class Claim(Model):
    """One claim of an answer and what its sources say of it."""

    text: str
    kind: ClaimKind
    verdict: Literal["supported", "contradicted", "unsupported"]
    quote: str = ""  # what supports or contradicts it
    reason: str = ""


class Verdict(Model):
    """The judgement of an answer: confidence 0..1 with two decimals."""

    claims: tuple[Claim, ...]
    confidence: float
    hallucinated: bool

    @property
    def counts(self) -> dict[str, int]:
        """How many claims have which verdict."""
        known = ("supported", "contradicted", "unsupported")
        return {name: sum(claim.verdict == name for claim in self.claims) for name in known}


class Attempt(Model):
    """One round of the loop: what was different about it, and how it came out."""

    changed: str
    outcome: str
    sections: int
    confidence: float | None = None


class Answer(Model):
    """What a question was answered with. `answered` is false for the fallback; `sections` are then the nearest."""

    question_id: str
    decomposition: Decomposition
    answered: bool
    text: str
    statements: tuple[Statement, ...] = ()
    sections: tuple[Found, ...] = ()
    caveats: tuple[str, ...] = ()  # what a reader must know of the documents cited
    verdict: Verdict | None = None
    attempts: tuple[Attempt, ...] = ()
    weights: dict[str, float]
    threshold: float
    provider: str

    @property
    def documents(self) -> tuple[str, ...]:
        """The doc_ids cited, each once."""
        cited = (item.doc_id for statement in self.statements for item in statement.citations)
        return tuple(dict.fromkeys(cited))
