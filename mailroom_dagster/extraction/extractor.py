"""Extraction of one document, as the pipeline asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from mailroom_dagster.agents.contracts import ExtractTask, Role
from mailroom_dagster.extraction.accepting import Grounds
from mailroom_dagster.extraction.confidence import Calibration, load_calibration
from mailroom_dagster.extraction.conflicts import Others
from mailroom_dagster.extraction.loop import Loop
from mailroom_dagster.extraction.result import Extraction
from mailroom_dagster.extraction.schema import schema_for
from mailroom_dagster.extraction.windows import windows_of
from mailroom_dagster.policy import Policy
from mailroom_dagster.providers.base import Provider
from mailroom_dagster.reading.model import DocumentText, WordBoxes
from mailroom_dagster.records.model import ExtractedField
from mailroom_dagster.routing import ExtractState, MediumGate, Route, route_extract
from mailroom_dagster.taxonomy.model import Taxonomy

OVERLAP_CHARACTERS = 1500


class Extractor:
    """Extracts documents of every class of the taxonomy. May be shared between threads when its provider may."""

    def __init__(
        self,
        taxonomy: Taxonomy,
        policy: Policy,
        provider: Provider,
        calibration: Calibration | None = None,
        medium_gate: MediumGate | None = None,
    ) -> None:
        self._taxonomy = taxonomy
        self._policy = policy
        self._provider = provider
        self._calibration = calibration or load_calibration()
        self._medium_gate = medium_gate
        self._schemas = {name: schema_for(taxonomy, name) for name in taxonomy.classes}

    def extract(
        self,
        doc_id: str,
        document: DocumentText,
        words: WordBoxes,
        doc_class: str,
        subtype: str | None = None,
        *,
        feedback: tuple[str, ...] = (),
        fields_to_fix: tuple[str, ...] = (),
        earlier: Mapping[str, ExtractedField] | None = None,
        others: Others = lambda fields: (),
    ) -> Extraction:
        """Extract the fields of `doc_class`, each with evidence. Raises budget_spent; other failures are routed.

        `feedback` and `fields_to_fix` come from the arbiter; with fields to fix, all other fields are kept as `earlier`
        has them. `others` finds the matter's archived extractions that may be about the same thing.
        """
        if doc_class not in self._taxonomy.classes:
            decision = route_extract(ExtractState(class_known=False))
            return Extraction(decisions=(decision,), route=Route(decision.to))
        size = self._provider.identity(Role.SPECIALIST).parameters.get("input_characters")
        task = ExtractTask(
            doc_id=doc_id,
            document=document,
            doc_class=doc_class,
            subtype=subtype,
            feedback=feedback,
            fields_to_fix=fields_to_fix,
        )
        loop = Loop(
            taxonomy=self._taxonomy,
            transient_retries=self._policy.routing.transient_retries,
            provider=self._provider,
            calibration=self._calibration,
            schema=self._schemas[doc_class],
            grounds=Grounds(document, words),
            task=task,
            windows=windows_of(document.text, int(size) if size else None, OVERLAP_CHARACTERS),
            kept={name: item for name, item in (earlier or {}).items() if name not in fields_to_fix},
            others=others,
            medium_gate=self._medium_gate,
        )
        return loop.run()
