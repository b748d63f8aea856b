"""`mailroom ledger`: verify the audit trail, sign and anchor its head, prove entries to outsiders.

Belongs here: options, tables, exit codes. Does not belong here: what a finding is (`ledger.findings`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from mailroom_dagster.cli.output import (
    DEFAULT_HOME,
    EXIT_ERROR,
    HomeOption,
    JsonOption,
    complaints,
    console,
    emit,
    short,
    standing_home,
    table,
)
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.ledger import Ledger, open_ledger
from mailroom_dagster.ledger.anchoring import anchor_head, anchor_states, anchored_heads
from mailroom_dagster.ledger.findings import VerifyReport
from mailroom_dagster.ledger.heads import Head, last_head, read_head, sign_head
from mailroom_dagster.ledger.heads import rotate_key as replace_key
from mailroom_dagster.ledger.keys import public_keys, signing_keys
from mailroom_dagster.ledger.model import LedgerEntry
from mailroom_dagster.ledger.notes import PublicKey
from mailroom_dagster.ledger.proofs import prove as make_proof
from mailroom_dagster.ledger.proofs import verify_proof as check_proof
from mailroom_dagster.ledger.verify import verify as verify_ledger
from mailroom_dagster.ledger.witness import Witness, have_witnessed
from mailroom_dagster.policy import load_policy
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk, open_disk

EXIT_NO_ANCHOR = 4
EXIT_STALE = 5
NO_ANCHOR = "none is configured; name one in config/policy.yaml, ledger.anchors"
NO_KEY = "none yet; `mailroom ledger sign` makes one"

app = typer.Typer(no_args_is_help=True)
KeyOption = Annotated[list[str], typer.Option("--key", help="A public key to trust; may be given again.")]
OutOption = Annotated[Path | None, typer.Option("--out", "-o", help="Write to this file, not to the terminal.")]


@app.command()
def verify(
    full: Annotated[bool, typer.Option("--full", help="Read every file again; this is the default.")] = False,
    sample: Annotated[int | None, typer.Option("--sample", min=0, help="Read the files of N documents only.")] = None,
    document: Annotated[str | None, typer.Option("--document", "-d", help="Read the files of one document.")] = None,
    head: Annotated[list[Path], typer.Option("--head", help="A signed head that was kept elsewhere.")] = [],  # noqa: B006
    key: KeyOption = [],  # noqa: B006
    anchors: Annotated[bool, typer.Option(help="Ask the anchors of the policy for their heads.")] = True,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Check the whole chain, every signed head, and the files that the entries speak of.

    The exit code tells the kind of the first problem: 10 edit, 11 gap, 12 reorder, 13 truncation, 14 fork,
    15 missing output, 16 changed output, 17 changed original, 18 unknown key, 19 torn end.
    """
    if sum((full, sample is not None, document is not None)) > 1:
        raise MailroomError(ErrorCode.BAD_REQUEST, "--full, --sample and --document exclude each other")
    place, policy = standing_home(home), load_policy().ledger
    heads = [read_head(path) for path in head]
    if anchors:
        heads += _anchored(Ledger(place, Disk(), policy))
    report = verify_ledger(
        place,
        policy=policy,
        sample=sample,
        document=RecordStore(place, open_disk(place)).find(document).doc_id if document else None,
        heads=heads,
        keys=[PublicKey.parse(text) for text in key],
    )
    emit(report.model_dump(mode="json"), as_json, lambda: _show_report(report))
    raise typer.Exit(report.exit_code)


@app.command()
def entries(
    document: Annotated[str | None, typer.Option("--document", "-d", help="Only those of one document.")] = None,
    after: Annotated[int, typer.Option("--after", min=0, help="Only those after this seq.")] = 0,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")] = 100,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """List what was entered, oldest first."""
    place = standing_home(home)
    doc_id = RecordStore(place, open_disk(place)).find(document).doc_id if document else None
    found: list[LedgerEntry] = []
    for entry in Ledger(place, Disk(), load_policy().ledger).entries(doc_id, after):
        if len(found) == limit:
            break
        found.append(entry)
    rows = [(item.seq, item.ts[:19], short(item.doc_id), item.stage, item.event, item.actor) for item in found]
    value = [item.model_dump() for item in found]
    emit(value, as_json, lambda: table("", ["seq", "time", "document", "stage", "event", "actor"], rows))


@app.command()
def status(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """The newest entry, the newest signed head, and what every anchor covers. Exit 5 when an anchor is stale."""
    ledger = Ledger(standing_home(home), Disk(), load_policy().ledger)
    head, signed, states = ledger.head(), last_head(ledger.home), anchor_states(ledger)
    value = {
        "seq": head.seq,
        "entry_hash": head.entry_hash,
        "signed": signed.checkpoint.size if signed else 0,
        "keys": [str(item) for item in public_keys(ledger)],
        "anchors": [state.model_dump() for state in states],
        "stale": any(state.stale for state in states),
    }

    def show() -> None:
        console.print(f"{head.seq} entries, {value['signed']} under the newest signed head", markup=False)
        rows = [(item.target, item.size, item.at, item.uncovered, item.stale) for item in states]
        table("Anchors", ["anchor", "covers up to", "since", "not covered", "stale"], rows, none=NO_ANCHOR)

    emit(value, as_json, show)
    raise typer.Exit(EXIT_STALE if value["stale"] else 0)


@app.command()
def sign(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Sign the ledger as it is now, after showing that it extends the last signed head."""
    _tell_head(sign_head(_opened(home)), as_json, None)


@app.command()
def anchor(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Sign the head and hand it to every anchor of the policy. Exit 3 when one fails, 4 when none is configured."""
    ledger = _opened(home)
    results = anchor_head(ledger)
    rows = [(item.target, item.size, "kept" if item.ok else item.message) for item in results]
    value = [item.model_dump() for item in results]
    emit(value, as_json, lambda: table("Heads handed over", ["anchor", "entries", "result"], rows, none="none"))
    if not results:
        complaints.print(NO_ANCHOR, markup=False)
        raise typer.Exit(EXIT_NO_ANCHOR)
    raise typer.Exit(0 if all(item.ok for item in results) else EXIT_ERROR)


@app.command()
def witness(
    state: Annotated[Path, typer.Option("--state", help="The witness's own folder, which the mailroom cannot write.")],
    name: Annotated[str, typer.Option(help="The witness's name, for a new key.")] = "witness.local",
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Sign the newest head as a witness who remembers the last one seen; refuse one that does not extend it."""
    ledger = _opened(home)
    head = last_head(ledger.home) or sign_head(ledger)
    watcher = Witness(state.expanduser().resolve(), Disk(), name)
    signed = have_witnessed(ledger, head, watcher)
    _tell_head(signed, as_json, None, witness_key=str(watcher.key().public))


@app.command()
def export_head(out: OutOption = None, home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Write the newest signed head, to be kept elsewhere and given to `verify --head`."""
    ledger = _opened(home)
    _tell_head(last_head(ledger.home) or sign_head(ledger), as_json, out)


@app.command()
def prove(
    seq: Annotated[int, typer.Argument(min=1, help="The entry to prove.")],
    out: OutOption = None,
    home: HomeOption = DEFAULT_HOME,
    as_json: JsonOption = False,
) -> None:
    """Write a proof (C2SP tlog-proof) that an entry is under the newest signed head."""
    ledger = _opened(home)
    head = last_head(ledger.home)
    if head is None or head.checkpoint.size < seq:
        head = sign_head(ledger)
    _tell_text(make_proof(ledger, head, seq), {"seq": seq}, "proof", as_json, out)


@app.command()
def verify_proof(
    proof: Annotated[Path, typer.Argument(help="A file that `ledger prove` wrote.")],
    key: KeyOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Check a proof with public keys alone; no home is needed. Prints the entry that it proves."""
    try:
        text = proof.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise MailroomError(ErrorCode.BAD_REQUEST, "the proof cannot be read", where=str(proof)) from error
    entry = check_proof(text, [PublicKey.parse(item) for item in key])
    value = {"ok": True, "entry": entry.model_dump()}
    emit(value, as_json, lambda: console.print_json(json.dumps(entry.model_dump())))


@app.command()
def keys(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """The public keys, and which of them sign."""
    ledger = Ledger(standing_home(home), Disk(), load_policy().ledger)
    signing = {item.public for item in signing_keys(ledger)}
    rows = [(str(item), "signs" if item in signing else "retired") for item in public_keys(ledger)]
    emit(
        [{"key": text, "state": use} for text, use in rows],
        as_json,
        lambda: table("Keys", ["key", "state"], rows, none=NO_KEY),
    )


@app.command()
def rotate_key(home: HomeOption = DEFAULT_HOME, as_json: JsonOption = False) -> None:
    """Put a new signing key in the place of the old one; one head is signed by both."""
    key = str(replace_key(_opened(home)))
    emit({"key": key}, as_json, lambda: typer.echo(key))


def _opened(path: Path) -> Ledger:
    return open_ledger(standing_home(path), Disk(), load_policy().ledger)


def _anchored(ledger: Ledger) -> list[Head]:
    """What the anchors gave back; one that cannot be asked is complained of and not counted."""
    heads, failures = anchored_heads(ledger)
    for failure in failures:
        complaints.print(f"not compared: {failure.message}", markup=False)
    return heads


def _tell_head(head: Head, as_json: bool, out: Path | None, **more: str) -> None:
    checkpoint = head.checkpoint
    value = {"origin": checkpoint.origin, "size": checkpoint.size, "root": checkpoint.root.hex(), **more}
    _tell_text(str(head.note), value, "note", as_json, out)


def _tell_text(text: str, value: dict[str, Any], name: str, as_json: bool, out: Path | None) -> None:
    if out:
        Disk().write_file(out, text.encode(), durable=True)
        value["path"] = str(out)
    elif not as_json:
        typer.echo(text, nl=False)
    emit({**value, name: text}, as_json, lambda: None)


def _show_report(report: VerifyReport) -> None:
    said = f"{report.entries} entries, {report.heads} signed heads, {report.files} files read again"
    if report.ok:
        console.print(f"sound: {said}", style="green", markup=False)
        return
    console.print(f"{len(report.problems)} problems: {said}", style="red", markup=False)
    rows = [(item.kind.value, item.seq, item.doc_id, item.path, item.message) for item in report.problems]
    table("", ["kind", "seq", "document", "file", "what"], rows)
