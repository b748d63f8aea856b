"""After a power cut, or whenever `mailroom check` finds something: what can be made again is made again.

Belongs here: mending what the originals, the call log, the ledger and people's decisions can give back. Does not belong
here: anything that they cannot. Originals, the ledger and keys are never touched: those come from a backup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mailroom_dagster.catalog.refreshing import rebuild, refresh
from mailroom_dagster.checking import CheckReport, Finding, FindingKind, check
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.batches import busy_batches
from mailroom_dagster.pipeline.bins import place
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.pipeline.standing import order_rerun
from mailroom_dagster.records.model import Manifest, Stage, State
from mailroom_dagster.review.decisions import carry_out, undone

_RECORDS = {FindingKind.RECORD_MISSING, FindingKind.RECORD_CHANGED}
_BINS = {FindingKind.BIN_MISSING, FindingKind.BIN_DIFFERS}
_MENDED = _RECORDS | _BINS
_ORIGINALS = {FindingKind.ORIGINAL_MISSING, FindingKind.ORIGINAL_CHANGED}  # nothing is made again from these


def recover(
    mailroom: Mailroom, running: Callable[[str], bool] = lambda batch: False
) -> tuple[CheckReport, CheckReport]:
    """Check, mend, bring what is queued to rest; returns what was found before and what is left after.

    Raises wrong_state while somebody works on documents: `running` tells of a batch whether a run has it.
    """
    if busy_batches(mailroom, running):
        raise MailroomError(
            ErrorCode.WRONG_STATE, "nothing is mended while documents are under way",
            next_step="stop the daemon, or wait until its runs are over, and say it again",
        )  # fmt: skip
    mailroom.intake.recover_if_needed()
    mailroom.intake.reclaim()
    mailroom.intake.recover()
    before = check(mailroom.home, mailroom.policy.ledger)
    _sweep(mailroom)
    if FindingKind.CATALOG_DAMAGED in {problem.kind for problem in before.problems}:
        rebuild(mailroom.catalog, mailroom.store, mailroom.ledger, mailroom.taxonomy)
    _mend_documents(mailroom, before.problems)
    process_pending(mailroom)
    refresh(mailroom.catalog, mailroom.store, mailroom.ledger, mailroom.taxonomy)
    for doc_id in undone(mailroom):
        carry_out(mailroom, doc_id)
    process_pending(mailroom)
    refresh(mailroom.catalog, mailroom.store, mailroom.ledger, mailroom.taxonomy)
    return before, check(mailroom.home, mailroom.policy.ledger)


def _sweep(mailroom: Mailroom) -> None:
    """Remove what a kill left half written, wherever only the mailroom writes."""
    home = mailroom.home
    for folder in {*home.folders, home.questions} - {home.inbox, home.claims}:
        mailroom.disk.sweep(folder)


def _mend_documents(mailroom: Mailroom, problems: Iterable[Finding]) -> None:
    kinds: dict[str, set[FindingKind]] = {}
    for item in problems:
        kinds.setdefault(item.doc_id or "", set()).add(item.kind)
    for doc_id in [doc_id for doc_id, found in kinds.items() if doc_id and found & _MENDED and not found & _ORIGINALS]:
        try:
            manifest = mailroom.store.manifest(doc_id)
        except MailroomError:
            continue  # named by the check, and by the one after
        if kinds[doc_id] & _RECORDS or manifest.state is State.ARCHIVED:
            _do_again(mailroom, manifest)
        else:
            _show_again(mailroom, manifest, problems)


def _do_again(mailroom: Mailroom, manifest: Manifest) -> None:
    """Set a document going: its sound records stand, the others and its archive entry are made again.

    What the ledger entered last in another form (two processes of different models met) is ordered anew.
    Where a person decided, all goes back to what they saw: then their decision, which is kept, is carried out again.
    """
    if manifest.person is None and (stage := _entered_otherwise(mailroom, manifest)):
        order_rerun(mailroom, [manifest.doc_id], stage)
        return
    sound = {
        stage: digest
        for stage, digest in manifest.record_hashes.items()
        if stage is not Stage.ARCHIVE_ENTRY and mailroom.store.hash_of(manifest.doc_id, stage) == digest
    }
    if not mailroom.store.holds_words(manifest.doc_id):
        sound.pop(Stage.TEXT, None)
    if manifest.person and not {Stage.CLASSIFICATION, Stage.EXTRACTION} & manifest.record_hashes.keys() <= sound.keys():
        sound = {stage: digest for stage, digest in sound.items() if stage is Stage.TEXT}
        manifest = manifest.model_copy(update={"person": None})
        for stage in set(Stage) - {Stage.TEXT}:
            mailroom.disk.remove(mailroom.home.record(manifest.doc_id, stage))
    update = {"record_hashes": sound, "state": State.RECEIVED, "attempts": 0}
    mailroom.store.save(manifest.model_copy(update=update), durable=True)
    mailroom.pending.add([manifest.doc_id])


def _entered_otherwise(mailroom: Mailroom, manifest: Manifest) -> Stage | None:
    """The first stage whose record is the manifest's, but not the one that the ledger has entered last."""
    entered: dict[str, str] = {}
    for entry in mailroom.ledger.entries(manifest.doc_id):
        entered |= entry.output_hashes
    for stage in Stage:
        digest = manifest.record_hashes.get(stage)
        path = f"documents/{manifest.doc_id}/{stage.value}.json"
        if digest and entered.get(path, digest) != digest == mailroom.store.hash_of(manifest.doc_id, stage):
            return stage
    return None


def _show_again(mailroom: Mailroom, manifest: Manifest, problems: Iterable[Finding]) -> None:
    for problem in problems:
        if problem.doc_id == manifest.doc_id and problem.kind in _BINS and problem.path:
            mailroom.disk.remove(mailroom.home.root / problem.path)
    place(mailroom, manifest)
