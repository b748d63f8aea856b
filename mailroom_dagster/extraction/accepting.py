"""From claims to values with evidence: what the text bears is accepted, the rest is cleared with its reason."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from mailroom_dagster.extraction.result import Claim
from mailroom_dagster.extraction.validator import shown
from mailroom_dagster.grounding import Span, evidence_of, ground, supported_value
from mailroom_dagster.grounding.words import without_running_lines
from mailroom_dagster.reading.model import DocumentText, WordBoxes
from mailroom_dagster.records.model import FieldValue
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType
from mailroom_dagster.values.dates import reads_month_first

_NUMERIC_DATE = re.compile(r"\b\d{1,2}\s?[-/]\s?\d{1,2}\s?[-/]\s?\d")
_LEAD = 200  # characters before a quote in which a negation is looked for


@dataclass(frozen=True)
class Grounds:
    """One document as grounding sees it."""

    document: DocumentText
    words: WordBoxes

    @cached_property
    def month_first(self) -> bool | None:
        """The order of the document's numeric dates, by reasons in it."""
        return reads_month_first(self.document.text)

    def accept(
        self, specs: Mapping[str, FieldSpec], claims: Mapping[str, Sequence[Claim]], window: tuple[int, int]
    ) -> tuple[dict[str, tuple[FieldValue, ...]], dict[str, list[str]]]:
        """The values that the window bears, and for every other claim the reason why it was cleared."""
        values: dict[str, tuple[FieldValue, ...]] = {}
        cleared: dict[str, list[str]] = {}
        for name, items in claims.items():
            accepted = []
            for claim in items:
                result = self._judge(specs[name], claim, window)
                if isinstance(result, FieldValue):
                    accepted.append(result)
                else:
                    cleared.setdefault(name, []).append(f"{shown(claim.value)} {result}")
            if accepted:
                values[name] = tuple(accepted)
        return values, cleared

    def _judge(self, spec: FieldSpec, claim: Claim, window: tuple[int, int]) -> FieldValue | str:
        span = ground(self.document, claim.quote, claim.start, window)
        evidence = evidence_of(self.document, self.words, span) if span else ()
        if not span or not evidence:
            return "has no evidence: its quote is not in the text"
        words = without_running_lines(self.document.text[span.start : span.end])
        value = supported_value(
            spec, claim.value, words, before=self._before(span), month_first=self._order(spec, words)
        )
        if value is None:
            return f"is not what the words on page {evidence[0].page} say"
        return FieldValue(value=value, words=" ".join(words.split()), evidence=evidence)

    def _before(self, span: Span) -> str:
        return self.document.text[max(0, span.start - _LEAD) : span.start]

    def _order(self, spec: FieldSpec, words: str) -> bool | None:
        """Only numeric dates need the document's order; looking for it costs a pass over the text."""
        return self.month_first if spec.type is FieldType.DATE and _NUMERIC_DATE.search(words) else None
