"""A person's decision on a parked document: checked, taken once, and carried out so that no gate is asked again.

The first decision on a parked document wins: it is a file that can only be created once. Carrying it out writes
records that name the person, an entry in the ledger, and the state from which the pipeline goes on. A kill between the
two is mended by the next look of the sensor.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.pipeline.committing import Change, commit, event, rest
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.publishing import publish
from mailroom_dagster.records.model import (
    AnyRecord,
    ClassificationRecord,
    Decision,
    ExtractionRecord,
    Manifest,
    PersonDecision,
    Stage,
    State,
)
from mailroom_dagster.review.corrections import class_problems, corrected, field_problems
from mailroom_dagster.review.labels import CONSENT
from mailroom_dagster.review.queue import parked_rows
from mailroom_dagster.routing import PersonState, Route, route_person
from mailroom_dagster.taxonomy.model import UNKNOWN

LONGEST = {"reviewer": 100, "reason": 2000}  # characters


def decide(mailroom: Mailroom, doc_id: str, decision: PersonDecision) -> Manifest:
    """Take a decision and carry it out; returns the manifest after it.

    Raises unknown_document, review_invalid (with every problem), review_conflict (somebody else was first).
    """
    manifest = mailroom.store.manifest(doc_id)
    _refuse_invalid(mailroom, manifest, decision)
    _take(mailroom, manifest, decision)
    return carry_out(mailroom, doc_id)


def carry_out(mailroom: Mailroom, doc_id: str) -> Manifest:
    """Bring a taken decision into effect; nothing when it is in effect already. Raises wrong_state without one."""
    manifest = mailroom.store.manifest(doc_id)
    decision = taken(mailroom, manifest)
    if decision is None:
        raise MailroomError(ErrorCode.WRONG_STATE, "nobody has decided this document", where=manifest.file_name)
    if manifest.state is not State.PARKED:
        return manifest
    mailroom.pending.add([doc_id])  # so that a run brings the catalog up to date if a kill comes before `publish`
    [after] = commit(mailroom, [_change(mailroom, manifest, decision)])
    if after.state is State.REJECTED:
        publish(mailroom, [doc_id])
    else:
        mailroom.pending.add([doc_id])  # again: a run may have looked at the first mark before the state changed
    return after


def taken(mailroom: Mailroom, manifest: Manifest) -> PersonDecision | None:
    """The decision on a document in its present generation, if there is one."""
    try:
        return PersonDecision.model_validate_json(mailroom.disk.read(_file(mailroom, manifest)))
    except (FileNotFoundError, ValidationError):
        return None


def undone(mailroom: Mailroom) -> list[str]:
    """Parked documents whose decision has not been carried out yet, as the catalog knows them."""
    rows = parked_rows(mailroom)
    return [row["doc_id"] for row in rows if mailroom.disk.exists(_place(mailroom, row["doc_id"], row["generation"]))]


def _file(mailroom: Mailroom, manifest: Manifest) -> Path:
    return _place(mailroom, manifest.doc_id, manifest.generation)


def _place(mailroom: Mailroom, doc_id: str, generation: int) -> Path:
    return mailroom.home.document(doc_id) / f"decision-{generation}.json"


def _take(mailroom: Mailroom, manifest: Manifest, decision: PersonDecision) -> None:
    if decision.generation not in (None, manifest.generation):
        raise MailroomError(
            ErrorCode.REVIEW_CONFLICT, f"{manifest.file_name} was decided", why="it ran again since you opened it"
        )
    if manifest.state is not State.PARKED:
        earlier = taken(mailroom, manifest)
        if earlier:
            raise _conflict(manifest, earlier)
        raise MailroomError(
            ErrorCode.WRONG_STATE,
            f"{manifest.file_name} does not wait for a person",
            why=f"its state is {manifest.state.value}",
        )
    try:
        mailroom.disk.create_file(_file(mailroom, manifest), decision.model_dump_json().encode())
    except FileExistsError as error:
        raise _conflict(manifest, taken(mailroom, manifest)) from error


def _conflict(manifest: Manifest, earlier: PersonDecision | None) -> MailroomError:
    who = f"{earlier.reviewer} decided {earlier.action}" if earlier else "another decision was first"
    return MailroomError(ErrorCode.REVIEW_CONFLICT, f"{manifest.file_name} is decided", why=who)


def _refuse_invalid(mailroom: Mailroom, manifest: Manifest, decision: PersonDecision) -> None:
    for name, most in LONGEST.items():
        if len(getattr(decision, name)) > most:
            raise MailroomError(ErrorCode.REVIEW_INVALID, f"the {name} is longer than {most} characters")
    if not decision.reviewer.strip():
        raise MailroomError(ErrorCode.REVIEW_INVALID, "a decision needs the reviewer's name")
    if decision.action == "correct" and not (decision.doc_class or decision.subtype or decision.fields):
        raise MailroomError(ErrorCode.REVIEW_INVALID, "a correction names a class or a field", where=manifest.file_name)
    if decision.action in ("reject", "requeue"):
        return
    doc_class = _class_of(mailroom, manifest, decision)
    problems = class_problems(mailroom.taxonomy, doc_class, decision.subtype)
    problems += field_problems(mailroom.taxonomy, doc_class, decision.fields)
    if problems:
        raise MailroomError(
            ErrorCode.REVIEW_INVALID, f"the decision on {manifest.file_name} cannot be taken", why="; ".join(problems)
        )


def _class_of(mailroom: Mailroom, manifest: Manifest, decision: PersonDecision) -> str:
    record = mailroom.store.current(manifest, Stage.CLASSIFICATION, ClassificationRecord)
    return decision.doc_class or (record.doc_class if record else UNKNOWN)


def _change(mailroom: Mailroom, manifest: Manifest, decision: PersonDecision) -> Change:
    extraction = mailroom.store.current(manifest, Stage.EXTRACTION, ExtractionRecord)
    doc_class = _class_of(mailroom, manifest, decision)
    state = PersonState(
        action=decision.action,
        extracted=extraction is not None and extraction.doc_class == doc_class,
        class_changed=extraction is not None and extraction.doc_class != doc_class,
        fields_given=bool(decision.fields),
    )
    route = route_person(state).model_copy(
        update={"actor": f"person:{decision.reviewer}", "reason": decision.reason or "no reason was given"}
    )
    word = _event(mailroom, manifest, decision, route)
    if route.to == Route.REJECTED:
        rejected = rest(
            manifest.model_copy(update={"person": decision}), Stage.VERDICT, State.REJECTED, reason=route.reason
        )
        return Change(rejected.manifest, (), (word, *rejected.events))
    if route.to == Route.RESTART:
        fresh = manifest.redone_from(Stage.TEXT).model_copy(update=_going(State.RECEIVED))
        return Change(fresh, (), (word,))
    return _accepted(mailroom, manifest, decision, route, word, extraction)


def _accepted(
    mailroom: Mailroom,
    manifest: Manifest,
    decision: PersonDecision,
    route: Decision,
    word: LedgerEvent,
    extraction: ExtractionRecord | None,
) -> Change:
    """Approved or corrected: the class is the person's, and so are the fields they gave."""
    classification = _classification(mailroom, manifest, decision, route)
    hashes = {
        stage: digest for stage, digest in manifest.record_hashes.items() if stage in (Stage.TEXT, Stage.CLASSIFICATION)
    }
    records: tuple[AnyRecord, ...] = (classification,)
    state = State.CLASSIFIED
    if route.to == Route.REPORT:
        records = (classification, corrected(mailroom, manifest, classification, decision, extraction))
        state = State.EXTRACTED
    going = manifest.model_copy(update=_going(state) | {"person": decision, "record_hashes": hashes})
    return Change(going, records, (word,))


def _classification(
    mailroom: Mailroom, manifest: Manifest, decision: PersonDecision, route: Decision
) -> ClassificationRecord:
    doc_class = _class_of(mailroom, manifest, decision)
    record = mailroom.store.current(manifest, Stage.CLASSIFICATION, ClassificationRecord)
    subtypes = mailroom.taxonomy.classes[doc_class].subtypes
    kept = record.subtype if record and record.doc_class == doc_class else None
    step = route.model_copy(update={"to": Route.EXTRACT.value})
    earlier = [item for item in record.decisions if item.gate != step.gate] if record else []  # half done by a kill
    update = {
        "doc_class": doc_class,
        "subtype": (decision.subtype or kept or "other") if subtypes else None,
        "confidence": 1.0,
        "decided_by": f"person:{decision.reviewer}",
        "decisions": (*earlier, step),
    }
    if record is None:
        return ClassificationRecord(doc_id=manifest.doc_id, fingerprint="", code_version="", **update)
    return record.model_copy(update=update)


def _going(state: State) -> dict[str, object]:
    return {"state": state, "attempts": 0, "reason": "", "gate": None, "error": None}


def _event(mailroom: Mailroom, manifest: Manifest, decision: PersonDecision, route: Decision) -> LedgerEvent:
    path = _file(mailroom, manifest)
    return event(
        manifest,
        f"review:{manifest.generation}",
        "review",
        f"review_{decision.action}",
        {
            "reason": decision.reason,
            "rule": route.rule,
            "to": route.to,
            "doc_class": decision.doc_class,
            "fields": sorted(decision.fields),
            CONSENT: mailroom.policy.review.collect_labels,
        },
        actor=f"person:{decision.reviewer}",
        outputs={str(path.relative_to(mailroom.home.root)): mailroom.disk.sha256(path)},
    )
