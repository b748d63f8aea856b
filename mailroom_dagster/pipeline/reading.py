"""Stage text: from originals to stored text, with attachments sent back through the front door.

A file that cannot be read goes to failed/ with its code; one that needs a person is read and parked at the next gate.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from itertools import groupby

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_file
from mailroom_dagster.pipeline.bins import source_path
from mailroom_dagster.pipeline.checks import text_readable
from mailroom_dagster.pipeline.committing import CODE_VERSION, Change, call_refs, commit, rest
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.outcome import Outcome
from mailroom_dagster.pipeline.seeing import Seen, see_unread
from mailroom_dagster.pipeline.standing import fingerprint_of, standing
from mailroom_dagster.reading.pool import ReadJob
from mailroom_dagster.records.model import ErrorInfo, Manifest, Stage, State, TextRecord
from mailroom_dagster.records.pending import AT_REST


def read_documents(mailroom: Mailroom, doc_ids: Sequence[str]) -> list[Outcome]:
    """Read what has not been read; every document named gives one outcome."""
    resting, moving = _split([mailroom.store.manifest(doc_id) for doc_id in doc_ids])
    outcomes = [_stands(mailroom, manifest) for manifest in resting]
    started, quarantined = _count_attempts(mailroom, moving)
    waiting: list[Manifest] = []
    for manifest in started:
        if record := standing(mailroom, manifest, Stage.TEXT, TextRecord):
            outcomes.append(_outcome(manifest, record, unchanged=True))
        else:
            waiting.append(manifest)
    return [*outcomes, *quarantined, *_read(mailroom, waiting)]


def _split(manifests: Sequence[Manifest]) -> tuple[list[Manifest], list[Manifest]]:
    resting = [item for item in manifests if item.state in AT_REST and item.state is not State.PAUSED_BUDGET]
    return resting, [item for item in manifests if item not in resting]


def _stands(mailroom: Mailroom, manifest: Manifest) -> Outcome:
    """A document at rest: what was given up stays so, the rest is read again if its text no longer stands."""
    if manifest.state not in (State.ARCHIVED, State.PARKED):
        return Outcome(Stage.TEXT, manifest, goes_on=False, unchanged=True)
    if record := standing(mailroom, manifest, Stage.TEXT, TextRecord):
        return _outcome(manifest, record, unchanged=True)
    return _read(mailroom, [manifest])[0]


def _count_attempts(mailroom: Mailroom, manifests: Sequence[Manifest]) -> tuple[list[Manifest], list[Outcome]]:
    """Count the attempt on disk before it is made; what has failed too often is quarantined."""
    limit = mailroom.policy.intake.max_attempts
    for item in manifests:
        if item.attempts:
            mailroom.disk.sweep(mailroom.home.document(item.doc_id))  # the attempt before this one may have been killed
    started = [
        mailroom.store.save(item.model_copy(update={"attempts": item.attempts + 1}))
        for item in manifests
        if item.attempts < limit
    ]
    spent = commit(mailroom, [_quarantine(item) for item in manifests if item.attempts >= limit])
    return started, [Outcome(Stage.TEXT, manifest, goes_on=False) for manifest in spent]


def _quarantine(manifest: Manifest) -> Change:
    why = f"the last one ended with {manifest.error.code}" if manifest.error else "the process died each time"
    error = MailroomError(ErrorCode.QUARANTINED, f"set aside after {manifest.attempts} attempts", why=why)
    return rest(manifest, Stage.TEXT, State.QUARANTINED, error)


def _read(mailroom: Mailroom, manifests: Sequence[Manifest]) -> list[Outcome]:
    if not manifests:
        return []
    by_id = {manifest.doc_id: manifest for manifest in manifests}
    attachments: list[tuple[str, bytes, Manifest]] = []
    with ExitStack() as files:
        jobs, changes = _unchanged_originals(mailroom, manifests, files)
        for doc_id, result in mailroom.readers.read_many(jobs):
            manifest = by_id[doc_id]
            seen = result if isinstance(result, MailroomError) else see_unread(mailroom, manifest, result)
            if isinstance(seen, MailroomError):
                changes.append(_unread(manifest, seen))
            else:
                attachments += [(item.name, item.data, manifest) for item in seen.reading.attachments]
                changes.append(_was_read(mailroom, manifest, seen))
    _take_in(mailroom, attachments)
    manifests = commit(mailroom, changes)
    return [
        _outcome(manifest, next((item for item in change.records if isinstance(item, TextRecord)), None))
        for manifest, change in zip(manifests, changes, strict=True)
    ]


def _unchanged_originals(
    mailroom: Mailroom, manifests: Sequence[Manifest], files: ExitStack
) -> tuple[list[ReadJob], list[Change]]:
    """Only bytes that are what was received are read; `files` holds them on this machine."""
    sound: list[ReadJob] = []
    changed: list[Change] = []
    for manifest in manifests:
        with suppress(FileNotFoundError):
            file = files.enter_context(mailroom.disk.local(source_path(mailroom, manifest)))
            if file.is_file() and sha256_file(file) == manifest.sha256:
                sound.append(ReadJob(manifest.doc_id, file, manifest.file_name))
                continue
        error = MailroomError(ErrorCode.ORIGINAL_CHANGED, "an original is gone or altered", where=manifest.file_name)
        changed.append(_unread(manifest, error))
    return sound, changed


def _take_in(mailroom: Mailroom, attachments: Sequence[tuple[str, bytes, Manifest]]) -> None:
    """Attachments become documents before their parent counts as read, so that a kill cannot lose one."""
    for batch, items in groupby(attachments, key=lambda item: mailroom.pending.batch_of(item[2].doc_id)):
        mailroom.intake.accept_bytes(items, batch)


def _unread(manifest: Manifest, error: MailroomError) -> Change:
    if error.code is ErrorCode.BUDGET_SPENT:
        return rest(manifest, Stage.TEXT, State.PAUSED_BUDGET, error)
    if error.permanent and error.code not in (ErrorCode.HOME_UNWRITABLE, ErrorCode.INTERNAL):
        return rest(manifest, Stage.TEXT, State.FAILED, error)
    return Change(manifest.model_copy(update={"error": ErrorInfo(code=error.code.value, message=error.message)}))


def _was_read(mailroom: Mailroom, manifest: Manifest, seen: Seen) -> Change:
    reading = seen.reading
    words = mailroom.store.write_words(manifest.doc_id, reading.words) if len(reading.words.starts) else None
    record = TextRecord(
        doc_id=manifest.doc_id,
        fingerprint=fingerprint_of(mailroom, manifest, Stage.TEXT),
        code_version=CODE_VERSION,
        inputs={"source": manifest.sha256},
        provider=seen.provider,
        model=seen.model,
        calls=call_refs(seen.calls),
        document=reading.document,
        words_sha256=words,
    )
    state = State.READ if manifest.state in AT_REST or manifest.state is State.RECEIVED else manifest.state
    read = manifest.model_copy(update={"state": state, "error": None, "reason": "", "gate": None})
    return Change(read, records=(record,))


def _outcome(manifest: Manifest, record: TextRecord | None, unchanged: bool = False) -> Outcome:
    checks = (text_readable(record),) if record else ()
    return Outcome(Stage.TEXT, manifest, record, checks, goes_on=record is not None, unchanged=unchanged)
