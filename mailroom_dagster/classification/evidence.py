"""What the mailroom itself knows of a document before and beside any agent: an answer has to stand against it.

Belongs here: the fast path's verdict, whether the text addresses machines, and what follows for an agent's answer. A
document that talks its reader into a class looks like this: the agent says one thing, the local evidence another.
"""

from __future__ import annotations

from dataclasses import dataclass

from mailroom_dagster.classification.fast_path import FastSorter, FastVerdict
from mailroom_dagster.classification.injection import addresses_machines
from mailroom_dagster.classification.marks import load_marks
from mailroom_dagster.classification.view import quick_view
from mailroom_dagster.reading.model import DocumentText

CONTRADICTED = 0.85  # fast-path confidence in another class from which an agent is not believed alone


@dataclass(frozen=True)
class Evidence:
    """`known` are the classes that the fast path was trained on; of others it cannot say anything.

    `marked` are the classes that the text bears a defining mark of; looked for only when it addresses machines.
    """

    verdict: FastVerdict | None = None
    known: tuple[str, ...] = ()
    addresses_machines: bool = False
    marked: frozenset[str] = frozenset()

    def problems_of(self, doc_class: str) -> tuple[str, ...]:
        """The guards that an answer of this class breaks."""
        agrees = self.verdict is not None and self.verdict.doc_class == doc_class
        found = []
        if self.verdict and not agrees and doc_class in self.known and self.verdict.confidence >= CONTRADICTED:
            found.append(f"the local model is sure of another class: {self.verdict.doc_class}")
        if self.addresses_machines and not agrees and doc_class not in self.marked:
            found.append("the text tells its reader what to answer, and nothing else speaks for this class")
        return tuple(found)

    def signals_of(self, doc_class: str) -> dict[str, float]:
        """The evidence as signals beside the agent's own."""
        if self.verdict is None:
            return {}
        agrees = self.verdict.doc_class == doc_class
        return {
            "fast_path": self.verdict.confidence if agrees else 0.0,
            "margin": self.verdict.margin if agrees else 0.0,
        }


def evidence_of(document: DocumentText, fast_path: FastSorter | None) -> Evidence:
    """Look at a readable document."""
    told = addresses_machines(document)
    marked = load_marks().find(quick_view(document)).defined if told else frozenset()
    if fast_path is None:
        return Evidence(addresses_machines=told, marked=marked)
    return Evidence(fast_path.sort(document), fast_path.classes[:-1], told, marked)
