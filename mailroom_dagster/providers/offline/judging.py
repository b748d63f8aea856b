"""The offline judge, arbiter and boss: what rules can say of an extraction, and no more.

The judge looks for required and expected fields, and for words that the text does not hold. The arbiter accepts what is
only short of expected fields, orders one more try for what is wrong, and hands on the rest. The boss never overrules a
conflict: that is a person's matter.
"""

from __future__ import annotations

import re
from typing import Any

from mailroom_dagster.agents.contracts import (
    ArbiterAnswer,
    ArbiterTask,
    BossAnswer,
    BossTask,
    Finding,
    JudgeAnswer,
    JudgeTask,
)
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType, Taxonomy
from mailroom_dagster.values.names import sides_of

COMPLETE = 0.95
PARTIAL = 0.50


def judge(task: JudgeTask, taxonomy: Taxonomy) -> JudgeAnswer:
    """Label complete (>= .95), partial (>= .5) or incomplete from one finding a field that matters."""
    known = taxonomy.classes[task.doc_class]
    found = {name for name, value in task.fields.items() if value not in (None, "", [])}
    awaited = known.awaited(found)
    text = _plain(task.document.text)
    findings = [
        finding
        for name, spec in known.fields.items()
        if name in awaited or task.fields.get(name) is not None
        if (finding := _finding(name, spec, task.fields.get(name), text))
    ]
    weights = {"correct": 1.0, "partial": 0.5, "missing": 0.0, "wrong": 0.0, "unsupported": 0.0}
    score = sum(weights[item.verdict] for item in findings) / len(findings) if findings else 0.0
    label = "complete" if score >= COMPLETE else "partial" if score >= PARTIAL else "incomplete"
    return JudgeAnswer(label=label, score=round(score, 4), findings=tuple(findings))


def arbitrate(task: ArbiterTask, taxonomy: Taxonomy) -> ArbiterAnswer:
    """Accept with caveats when nothing required is missing and nothing is wrong; else try again, else escalate."""
    specs = taxonomy.classes[task.doc_class].fields
    findings = task.judgement.findings
    bad = [item.field for item in findings if item.verdict in ("wrong", "unsupported")]
    missing = [item.field for item in findings if item.verdict == "missing"]
    required = [name for name in missing if specs[name].required]
    if bad or required:
        return ArbiterAnswer(action="re_extract", fields_to_fix=(*bad, *required), reasoning="fields to mend")
    if task.judgement.score < PARTIAL:
        return ArbiterAnswer(action="escalate", reasoning="less than half of what is expected was found")
    caveats = tuple(f"not found in the document: {name}" for name in missing)
    return ArbiterAnswer(action="accept_with_caveats" if caveats else "accept", caveats=caveats)


def adjudicate(task: BossTask, taxonomy: Taxonomy) -> BossAnswer:
    """Rules have no authority over a conflict or an escalation: a person decides."""
    reason = "; ".join(task.conflicts) or "the extraction is too incomplete to accept"
    return BossAnswer(action="review", reasoning=reason)


def _finding(name: str, spec: FieldSpec, value: Any, text: str) -> Finding:
    if value in (None, "", []):
        return Finding(field=name, verdict="missing")
    if spec.type in (FieldType.LABEL, FieldType.DATE, FieldType.MONEY):
        return Finding(field=name, verdict="correct")  # typed values were checked against their words by grounding
    items = value if isinstance(value, list) else [value]
    held = sum(all(_plain(side) in text for side in sides_of(str(item))) for item in items)
    if held == len(items):
        return Finding(field=name, verdict="correct")
    return Finding(field=name, verdict="partial" if held else "unsupported", note=f"{held} of {len(items)} in the text")


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).casefold().strip()
