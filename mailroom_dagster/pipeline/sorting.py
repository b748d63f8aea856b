"""Stage classification: a first pass over the whole batch, a second opinion for the uncertain, then records.

Nothing is written before `settle_classifications`; until then a kill costs computing, never a paid answer twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.classification.sorting import Sorting
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.checks import classification_confident
from mailroom_dagster.pipeline.committing import CODE_VERSION, Change, call_refs, commit, rest
from mailroom_dagster.pipeline.each import each, park_again, set_aside
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Outcome
from mailroom_dagster.pipeline.standing import fingerprint_of, standing, stored_text
from mailroom_dagster.records.model import ClassificationRecord, Manifest, Stage, State
from mailroom_dagster.routing import Route

_ROLES = {"retry_sorter": Role.RETRY_SORTER, "reviewer": Role.REVIEWER}


@dataclass(frozen=True)
class Sorted:
    """A document on its way through classification: a standing record, an opinion, or what went wrong."""

    doc_id: str
    stood: bool = False
    sorting: Sorting | None = None
    error: MailroomError | None = None

    @property
    def uncertain(self) -> bool:
        """Whether a second opinion is wanted."""
        return self.sorting is not None and self.sorting.route == "uncertain"


def sort_documents(mailroom: Mailroom, doc_ids: Sequence[str]) -> list[Sorted]:
    """The first pass; documents whose class stands are not asked about again."""
    return [
        done.result or Sorted(done.doc_id, error=done.error)
        for done in each(mailroom, "classify-document", doc_ids, lambda doc_id: _first_pass(mailroom, doc_id))
    ]


def second_opinion(mailroom: Mailroom, item: Sorted) -> Sorted:
    """Retry and blind reviewer for one uncertain document."""
    sorting = item.sorting
    assert sorting is not None
    [done] = each(
        mailroom,
        "second-opinion",
        [item.doc_id],
        lambda doc_id: mailroom.sorter.second_opinion(doc_id, stored_text(mailroom, doc_id), sorting),
    )
    return replace(item, sorting=done.result, error=done.error)


def settle_classifications(mailroom: Mailroom, items: Sequence[Sorted]) -> list[Outcome]:
    """Write the records and let each document go on, or park it with the reasons."""
    stood = [_stood(mailroom, item.doc_id) for item in items if item.stood]
    park_again(mailroom, stood)
    changes = [_change(mailroom, item) for item in items if not item.stood]
    manifests = commit(mailroom, changes)
    return stood + [
        _outcome(manifest, change.records[0] if change.records else None)
        for manifest, change in zip(manifests, changes, strict=True)
    ]


def _first_pass(mailroom: Mailroom, doc_id: str) -> Sorted:
    manifest = mailroom.store.manifest(doc_id)
    if standing(mailroom, manifest, Stage.CLASSIFICATION, ClassificationRecord):
        return Sorted(doc_id, stood=True)
    return Sorted(doc_id, sorting=mailroom.sorter.first_pass(doc_id, stored_text(mailroom, doc_id)))


def _stood(mailroom: Mailroom, doc_id: str) -> Outcome:
    record = mailroom.store.read(doc_id, Stage.CLASSIFICATION, ClassificationRecord)
    return _outcome(mailroom.store.manifest(doc_id), record, unchanged=True)


def _change(mailroom: Mailroom, item: Sorted) -> Change:
    manifest = mailroom.store.manifest(item.doc_id)
    if item.sorting is None:
        error = item.error or MailroomError(ErrorCode.INTERNAL, "no opinion came back", where=item.doc_id)
        return set_aside(manifest, Stage.CLASSIFICATION, error)
    record = _record(mailroom, manifest, item.sorting)
    if goes_on(record):
        advanced = manifest.model_copy(update={"state": State.CLASSIFIED, "error": None, "reason": "", "gate": None})
        return Change(advanced, records=(record,))
    parked = rest(manifest, Stage.CLASSIFICATION, State.PARKED, reason=item.sorting.reason)
    return replace(parked, records=(record,))


def _record(mailroom: Mailroom, manifest: Manifest, sorting: Sorting) -> ClassificationRecord:
    answering = mailroom.provider.identity(_ROLES.get(sorting.decided_by, Role.SORTER))
    return ClassificationRecord(
        doc_id=manifest.doc_id,
        fingerprint=fingerprint_of(mailroom, manifest, Stage.CLASSIFICATION),
        code_version=CODE_VERSION,
        provider=answering.provider,
        model=answering.model,
        calls=call_refs(sorting.calls),
        decisions=sorting.decisions,
        doc_class=sorting.doc_class,
        subtype=sorting.subtype,
        confidence=sorting.weighed,
        decided_by=sorting.decided_by,
        signals=sorting.signals,
        opinions=sorting.opinions,
        because=sorting.because,
    )


def goes_on(record: ClassificationRecord) -> bool:
    """Whether the last decision leads to extraction."""
    return bool(record.decisions) and record.decisions[-1].to == Route.EXTRACT


def _outcome(manifest: Manifest, record: object, unchanged: bool = False) -> Outcome:
    if not isinstance(record, ClassificationRecord):
        return Outcome(Stage.CLASSIFICATION, manifest, goes_on=False)
    on = goes_on(record)
    check = classification_confident(record, on)
    return Outcome(Stage.CLASSIFICATION, manifest, record, (check,), goes_on=on, unchanged=unchanged)
