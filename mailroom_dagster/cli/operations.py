"""`mailroom check | recover | doctor | pause | resume | requeue`: is all well, and what to do when it is not."""

from __future__ import annotations

import getpass
import os
import shutil
import sys
import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mailroom_dagster.cli.documents import DocArgument
from mailroom_dagster.cli.output import (
    DEFAULT_HOME,
    EXIT_FOUND,
    HomeOption,
    JsonOption,
    console,
    counted,
    emit,
    home_at,
    standing_home,
    table,
)
from mailroom_dagster.cli.platform import running_in
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.operations.pausing import lift_pause, pause_intake
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Stage, State
from mailroom_dagster.storage.objects import ObjectDisk

if TYPE_CHECKING:
    from mailroom_dagster.checking import Finding

LONGEST_PAUSE = 366 * 24 * 60  # minutes
FOR_DEV = "; `mailroom dev` takes it from there"
ReasonOption = Annotated[str, typer.Option("--reason", help="Why, for whoever looks next.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (check, recover, doctor, pause, resume, requeue):
        app.command()(command)


def check(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Compare files, records, catalog and ledger with each other. Exit code 1 when something does not agree."""
    from mailroom_dagster.checking import check as check_home

    mailroom = open_mailroom(standing_home(home))
    report = check_home(mailroom.home, mailroom.policy.ledger)

    def show() -> None:
        _show_findings("What does not agree", report.problems)
        sums = {"file": report.files, "document": report.documents, "problem": len(report.problems)}
        console.print(", ".join(counted(number, thing) for thing, number in sums.items()))

    emit(report.model_dump(mode="json"), as_json, show)
    if not report.ok:
        raise typer.Exit(EXIT_FOUND)


def recover(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Make again what a power cut or a hand took and what can be made again. Exit code 1 when something is left.

    Originals, the ledger and keys are never touched: those come from a backup.
    """
    from mailroom_dagster.operations.recovering import recover as recover_home

    mailroom = open_mailroom(standing_home(home))
    before, after = recover_home(mailroom, running_in(mailroom.home))
    mended = [item for item in before.problems if item not in after.problems]
    value = {
        "ok": after.ok,
        "found": before.model_dump(mode="json")["problems"],
        "mended": len(mended),
        "left": after.model_dump(mode="json")["problems"],
    }

    def show() -> None:
        _show_findings("Mended", mended)
        _show_findings("Left: this comes from a backup only", after.problems)
        found = counted(len(before.problems), "problem")
        console.print(f"{found} found, {len(mended)} mended, {len(after.problems)} left")

    emit(value, as_json, show)
    if not after.ok:
        raise typer.Exit(EXIT_FOUND)


def _show_findings(title: str, findings: Sequence[Finding]) -> None:
    rows = [(item.kind.value, item.doc_id, item.path, item.message, item.next_step) for item in findings]
    if rows:
        table(title, ["kind", "document", "file", "what", "next"], rows)
        console.print()


def doctor(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Look at what the mailroom needs: configuration, home, OCR, providers. Exit code 1 when something is amiss."""
    findings = _look(home_at(home))
    emit({"ok": all(item["ok"] for item in findings), "findings": findings}, as_json, lambda: _show(findings))
    if not all(item["ok"] for item in findings):
        raise typer.Exit(EXIT_FOUND)


def _look(home: Home) -> list[dict[str, Any]]:
    try:
        mailroom = open_mailroom(home)
        return [*_surroundings(mailroom), *_objects(mailroom), *_providers(mailroom)]
    except MailroomError as error:
        if error.code is not ErrorCode.OBJECTS_UNAVAILABLE:
            raise
        return [_finding("objects", False, error.message)]


def _surroundings(mailroom: Mailroom) -> list[dict[str, Any]]:
    free = shutil.disk_usage(mailroom.home.root).free // (1024 * 1024)
    classes = ", ".join(mailroom.taxonomy.classes)
    places = [place for place in (mailroom.home.root, *mailroom.home.folders) if place.exists()]  # others: on a store
    closed = "".join(f"; {place} cannot be written" for place in places if not os.access(place, os.W_OK))
    return [
        _finding("python", sys.version_info >= (3, 11), sys.version.split()[0]),
        _finding("configuration", True, f"{len(mailroom.taxonomy.classes)} classes: {classes}"),
        _finding("home", free > 1024 and not closed, f"{mailroom.home.root}, {free} MiB free{closed}"),
        _finding("fast path", mailroom.fast_path is not None, "a local text model is installed"),
        _agents(mailroom),
        _finding("ocr", mailroom.policy.reading.ocr, "scans are read by OCR"),
    ]


def _agents(mailroom: Mailroom) -> dict[str, Any]:
    """Whether prompts and model files are such that the work can begin."""
    try:
        ready = (mailroom.sorter, mailroom.extractor)
    except MailroomError as error:
        return _finding("agents", False, error.message)
    return _finding("agents", all(ready), "prompts and model files are sound")


def _objects(mailroom: Mailroom) -> list[dict[str, Any]]:
    """Whether the object store can be reached and written, and lets the first of two writers win."""
    if not isinstance(mailroom.disk, ObjectDisk):
        return []
    kept = mailroom.disk.keeps_first(mailroom.home.catalog / f"doctor-{uuid.uuid4().hex}")
    remark = (
        "first of two writers wins" if kept else "replaces what it should not (no If-None-Match): decide one by one"
    )
    return [_finding("objects", kept, f"{mailroom.disk.where(mailroom.home.documents)}; {remark}")]


def _providers(mailroom: Mailroom) -> list[dict[str, Any]]:
    from mailroom_dagster.providers.doctor import ping

    try:
        pings = ping(mailroom.home, mailroom.disk, mailroom.policy.llm)
    except MailroomError as error:
        return [_finding("provider", False, error.message)]
    answers = [_finding(f"{item.provider} {item.model}", item.ok, item.message) for item in pings]
    return answers or [_finding("provider", True, "offline: rules and a local model, no keys needed")]


def _finding(what: str, ok: bool, message: str) -> dict[str, Any]:
    return {"what": what, "ok": ok, "message": message}


def _show(findings: list[dict[str, Any]]) -> None:
    rows = [(item["what"], "ok" if item["ok"] else "AMISS", item["message"]) for item in findings]
    table("What the mailroom needs", ["what", "", "finding"], rows)


def pause(
    reason: ReasonOption = "",
    actor: Annotated[str, typer.Option("--actor", help="Who pauses.")] = "",
    minutes: Annotated[
        int | None, typer.Option("--minutes", min=1, max=LONGEST_PAUSE, help="How long; default: policy.")
    ] = None,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Stop claiming from the inbox for a while; what is under way goes on."""
    mailroom = open_mailroom(home_at(home))
    seconds = minutes * 60 if minutes else mailroom.policy.operations.pause_seconds
    held = pause_intake(mailroom.home, mailroom.disk, actor or getpass.getuser(), reason, seconds)
    emit(held.model_dump(), as_json, lambda: console.print(f"intake is paused until {held.expires_at}"))


def resume(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Lift a pause, and set documents going again that a spent budget stopped."""
    mailroom = open_mailroom(standing_home(home))
    lifted = lift_pause(mailroom.home, mailroom.disk)
    stopped = [item.doc_id for item in mailroom.store.manifests(State.PAUSED_BUDGET)]
    mailroom.pending.add(stopped)
    pause = "the pause is lifted" if lifted else "intake was not paused"
    said = f"{pause}; {counted(len(stopped), 'document')} queued again{FOR_DEV if stopped else ''}"
    emit({"lifted": lifted, "queued": stopped}, as_json, lambda: console.print(said))


def requeue(
    doc: DocArgument,
    from_stage: Annotated[
        Stage, typer.Option("--from", help="The stage to do again, with all later ones.")
    ] = Stage.TEXT,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Send a document back into the queue, from a stage on."""
    from mailroom_dagster.pipeline.standing import order_rerun

    mailroom = open_mailroom(standing_home(home))
    manifest = mailroom.store.find(doc)
    if manifest.state is State.REJECTED:
        raise MailroomError(ErrorCode.WRONG_STATE, "a rejected document stays rejected", where=manifest.file_name)
    order_rerun(mailroom, [manifest.doc_id], from_stage)
    said = f"{manifest.file_name} is queued from {from_stage.value} on{FOR_DEV}"
    emit({"doc_id": manifest.doc_id, "from": from_stage.value}, as_json, lambda: console.print(said, markup=False))
