"""What makes an opinion unsound whatever its confidence says; routing clamps the confidence of an unsound one.

Belongs here: checks of an answer against the taxonomy, and of documents that no single class can fit. Each violation is
a sentence without document text.
"""

from __future__ import annotations

from mailroom_dagster.agents.contracts import SortAnswer
from mailroom_dagster.classification.bundles import holds_several
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy

MIN_WORDS = 8  # fewer say nothing about a class; a mail's subject counts


def answer_violations(answer: SortAnswer, taxonomy: Taxonomy) -> tuple[str, ...]:
    """The guards that an answer breaks: class, subtype and the range of its confidence."""
    found = []
    known = taxonomy.classes.get(answer.doc_class)
    if answer.doc_class == UNKNOWN:
        found.append("no class fits")
    elif known is None:
        found.append("the class is not in the taxonomy")
    elif known.subtypes and answer.subtype not in known.subtypes:
        found.append("the class needs one of its subtypes")
    elif not known.subtypes and answer.subtype is not None:
        found.append("the class has no subtypes")
    if not 0.0 <= answer.confidence <= 1.0:
        found.append("the confidence is not between 0 and 1")
    return tuple(found)


def document_violations(document: DocumentText) -> tuple[str, ...]:
    """What keeps a document from being accepted under any class."""
    found = []
    if len(f"{document.text[:2_000]} {document.headers.get('subject', '')}".split()) < MIN_WORDS:
        found.append("there is too little text to tell a class")
    if holds_several(document):
        found.append("it seems to hold several documents of different classes")
    return tuple(found)
