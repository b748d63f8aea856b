"""`mailroom review`: what waits for a person, and the person's decisions."""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from mailroom_dagster.cli.documents import DocArgument, show_document
from mailroom_dagster.cli.output import (
    DEFAULT_HOME,
    HomeOption,
    JsonOption,
    console,
    counted,
    emit,
    standing_home,
    table,
)
from mailroom_dagster.cli.platform import run_documents
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.pipeline.batches import HeldBatch
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.pipeline.views import full_view
from mailroom_dagster.records.model import PersonDecision, State
from mailroom_dagster.review.queue import waiting

app = typer.Typer(no_args_is_help=True)

NOTHING_WAITS = "nothing waits for a person"

ReviewerOption = Annotated[str, typer.Option("--reviewer", help="Your name, for the ledger; default: the login name.")]
WhyOption = Annotated[str, typer.Option("--reason", help="Why, for the ledger.")]


@app.command(name="list")
def list_queue(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Documents that wait for a person, most pressing first."""
    items = waiting(open_mailroom(standing_home(home)))

    def show() -> None:
        rows = [(item.file_name, item.matter, item.doc_class, item.reason) for item in items]
        table("Waiting for a person", ["file", "matter", "class", "why"], rows, none=NOTHING_WAITS)
        if items:
            console.print(f"\n{len(items)} waiting; decide on the page of `mailroom review serve`, or here:")
            console.print("`mailroom review show FILE`, then approve, correct, reject or requeue")

    emit([item.as_json() for item in items], as_json, show)


@app.command()
def show(doc: DocArgument, home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """One document with its reason, opinions, fields and decisions."""
    mailroom = open_mailroom(standing_home(home))
    value = full_view(mailroom, mailroom.store.find(doc))
    emit(value, as_json, lambda: show_document(value))


@app.command(name="next")
def show_next(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """The most pressing document."""
    mailroom = open_mailroom(standing_home(home))
    items = waiting(mailroom)
    value = full_view(mailroom, mailroom.store.manifest(items[0].doc_id)) if items else {}
    emit(value, as_json, lambda: show_document(value) if items else console.print(NOTHING_WAITS))


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8765,
    host: Annotated[str, typer.Option(help="The address to listen on; others than this machine need a token.")] = (
        "127.0.0.1"
    ),
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Serve the review page and the HTTP API until Ctrl-C."""
    import uvicorn

    from mailroom_dagster.web import create_app
    from mailroom_dagster.web.auth import refuse_open_bind, token_of

    mailroom = open_mailroom(standing_home(home))
    policy = mailroom.policy.review
    token = token_of(policy)
    refuse_open_bind(host, token, policy)
    address = f"http://{host}:{port}"
    value = {"page": f"{address}/", "api": f"{address}/api", "token": token is not None}
    said = f"Review page: {address}/   API: {address}/api   stop with Ctrl-C"
    emit(value, as_json, lambda: console.print(said, markup=False))
    uvicorn.run(
        create_app(mailroom, token),
        host=host,
        port=port,
        log_level="warning",
        server_header=False,
        proxy_headers="FORWARDED_ALLOW_IPS" in os.environ,  # else anybody here could claim another address
    )


@app.command()
def labels(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write the set into.")],
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Write what people decided as a labelled dataset; only with consent in the policy, and only to fit on."""
    from mailroom_dagster.review.labels import DATASET, write_labels

    count, config = write_labels(open_mailroom(standing_home(home)), out.expanduser().resolve())
    entry = {"datasets": {DATASET: config.model_dump(mode="json", exclude_defaults=True)}}

    def show() -> None:
        console.print(f"{counted(count, 'document')}; the entry for config/datasets.yaml:\n")
        console.print(yaml.safe_dump(entry, sort_keys=False), markup=False, soft_wrap=True)

    emit({"documents": count, **entry}, as_json, show)


@app.command()
def approve(
    doc: DocArgument,
    reviewer: ReviewerOption = "",
    reason: WhyOption = "",
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Accept the class and fields as they are; no gate is asked again."""
    _decide(doc, PersonDecision(action="approve", reviewer=_name(reviewer), reason=reason), home, as_json)


@app.command()
def correct(
    doc: DocArgument,
    doc_class: Annotated[str | None, typer.Option("--class", help="The right class.")] = None,
    subtype: Annotated[str | None, typer.Option("--subtype", help="The right subtype.")] = None,
    fields: Annotated[
        list[str] | None, typer.Option("--field", help="name=value; again for each value of a list; name= clears it.")
    ] = None,
    reviewer: ReviewerOption = "",
    reason: WhyOption = "",
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """State the right class or fields; a class without fields is extracted again."""
    decision = PersonDecision(
        action="correct",
        reviewer=_name(reviewer),
        reason=reason,
        doc_class=doc_class,
        subtype=subtype,
        fields=_fields(fields or []),
    )
    _decide(doc, decision, home, as_json)


@app.command()
def reject(
    doc: DocArgument,
    reviewer: ReviewerOption = "",
    reason: WhyOption = "",
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Refuse the document: it rests as rejected, its bytes are kept."""
    _decide(doc, PersonDecision(action="reject", reviewer=_name(reviewer), reason=reason), home, as_json)


@app.command()
def requeue(
    doc: DocArgument,
    reviewer: ReviewerOption = "",
    reason: WhyOption = "",
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Send the document back to the beginning."""
    _decide(doc, PersonDecision(action="requeue", reviewer=_name(reviewer), reason=reason), home, as_json)


def _decide(doc: str, decision: PersonDecision, home: HomeOption, as_json: bool) -> None:
    from mailroom_dagster.review.decisions import decide

    mailroom = open_mailroom(standing_home(home))
    manifest = mailroom.store.find(doc)
    after = decide(mailroom, manifest.doc_id, decision)
    if after.state is not State.REJECTED:
        _go_on(mailroom, manifest.doc_id)
        after = mailroom.store.manifest(manifest.doc_id)
    value: dict[str, Any] = {"doc_id": after.doc_id, "action": decision.action, "state": after.state.value}
    said = f"{after.file_name}: {decision.action} by {decision.reviewer}; it is now {after.state.value}"
    emit(value, as_json, lambda: console.print(said, markup=False))


def _go_on(mailroom: Mailroom, doc_id: str) -> None:
    """Bring a decided document to rest at once, in this process."""
    with HeldBatch(mailroom.home) as batch:
        mailroom.pending.add([doc_id], batch.key)
        run_documents(mailroom, [doc_id], batch.key)


def _name(given: str) -> str:
    return given or getpass.getuser()


def _fields(pairs: list[str]) -> dict[str, str | list[str] | None]:
    fields: dict[str, str | list[str] | None] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise MailroomError(
                ErrorCode.BAD_REQUEST,
                f"--field {pair!r} is not name=value",
                next_step="write --field date_signed=2024-05-01, say, with a field that `mailroom review show` names",
            )
        before = fields.get(name)
        if name not in fields:
            fields[name] = value or None
        else:
            fields[name] = [*(before if isinstance(before, list) else [before or ""]), value]
    return fields
