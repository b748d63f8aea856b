"""The fast path: a local model over marks and words that sorts a document without asking an agent.

Belongs here: loading the trained file and answering. Does not belong here: training it (`training`), or deciding
whether its answer is enough (the fast_path table of `routing`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mailroom_dagster.agents.contracts import SortAnswer
from mailroom_dagster.reading.model import DocumentText

MODEL_FILE = "fast_path.json"


@dataclass(frozen=True)
class FastVerdict:
    """What the fast path says. Confidence is calibrated, 0..1; margin is that of the best class over the next."""

    doc_class: str
    subtype: str | None
    confidence: float
    margin: float
    because: tuple[str, ...]
    signals: dict[str, float]

    def as_answer(self) -> SortAnswer:
        """The verdict as an opinion beside those of agents."""
        return SortAnswer(
            doc_class=self.doc_class,
            subtype=self.subtype,
            confidence=self.confidence,
            reasoning=", ".join(self.because),
            signals=self.signals,
        )


class FastPath:
    """A trained model."""

    @classmethod
    def load(cls, folder: Path) -> FastPath | None:
        """The model of a folder; None when there is none."""
        return None

    def sort(self, document: DocumentText) -> FastVerdict:
        """Sort one document."""
        raise NotImplementedError
