"""How sure we are of an agent's opinion: signals kept apart, then combined into one calibrated number.

Belongs here: the signals and their combination. Does not belong here: fitting (`calibration`), or guards, which clamp
whatever comes out of here.
"""

from __future__ import annotations

from mailroom_dagster.agents.contracts import SortAnswer
from mailroom_dagster.classification.fast_path import FastVerdict

CONTRADICTED = 0.85  # calibrated fast-path confidence in another class from which an agent is not believed alone
CONTRADICTED_CAP = 0.90


def combine(
    answer: SortAnswer, token_probability: float | None, verdict: FastVerdict | None
) -> tuple[float, dict[str, float]]:
    """Our confidence in an answer (0..1 when the answer's own is) and the signals it comes from.

    The token probability is preferred to the agent's own number. An agent that the local model contradicts is not
    believed alone: that is what a document that talks its reader into an answer looks like."""
    signals = {"stated": answer.confidence} | answer.signals
    confidence = answer.confidence
    if token_probability is not None:
        signals["token_probability"] = token_probability
        confidence = min(confidence, token_probability)
    if verdict is not None:
        signals["fast_path"] = verdict.confidence if verdict.doc_class == answer.doc_class else 0.0
        if verdict.doc_class != answer.doc_class and verdict.confidence >= CONTRADICTED:
            signals["contradicted"] = verdict.confidence
            confidence = min(confidence, CONTRADICTED_CAP)
    return confidence, signals
