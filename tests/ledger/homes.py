"""Small homes as the pipeline leaves them: originals, records and the entries that speak of both."""

from __future__ import annotations

from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.model import LedgerEvent
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Manifest, State
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk


def add_document(home: Home, ledger: Ledger, content: bytes, state: State = State.PARKED) -> str:
    """Put a document with one record into `home` and enter both."""
    sha256 = sha256_bytes(content)
    doc_id = doc_id_of(sha256)
    folder = home.document(doc_id)
    (folder / "source").mkdir(parents=True)
    (folder / "source" / "letter.txt").write_bytes(content)
    record = b'{"record of":"' + doc_id.encode() + b'"}'
    (folder / "text.json").write_bytes(record)
    manifest = Manifest(
        doc_id=doc_id, partition_key=f"letter--{doc_id}", file_name="letter.txt", original_name="letter.txt",
        sha256=sha256, bytes=len(content), matter_id="DEFAULT", state=state,
    )  # fmt: skip
    RecordStore(home, Disk()).save(manifest)
    common = {"doc_id": doc_id, "doc_sha256": sha256, "actor": "mailroom"}
    outputs = {f"documents/{doc_id}/text.json": sha256_bytes(record)}
    ledger.append(
        [
            LedgerEvent(event_id="claimed", stage="intake", event="claimed", **common),
            LedgerEvent(event_id="text", stage="text", event="text", output_hashes=outputs, **common),
        ]
    )
    return doc_id
