"""Of a matter's archive, only what may be about the same thing is looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.pipeline.matters import MatterFiles
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import ExtractionRecord, Stage, State
from mailroom_dagster.records.store import RecordStore
from tests.obedient import EXTRACTED_SURE, claim, drop, obedient_mailroom


def numbered(claim_number: int, amount: str) -> tuple[bytes, dict[str, Any]]:
    """A claim of a number for an amount, and what the specialist says of it."""
    words = {"claim_number": f"CLM-{claim_number}", "claimed_amount": f"${amount}"}
    text = claim().replace(b"CLM-1001", words["claim_number"].encode()).replace(b"$1,250.00", f"${amount}".encode())
    given = {"claim_number": f"CLM-{claim_number}", "claimed_amount": f"USD {amount}"}
    values = {name: [{"value": value, "quote": words[name]}] for name, value in given.items()}
    return text, {"values": EXTRACTED_SURE["values"] | values, "confidence": 0.97}  # type: ignore[operator]


def test_a_claim_conflicts_with_the_one_of_its_number_and_no_other_is_read(home: Home, tmp_path: Path) -> None:
    mailroom, provider = obedient_mailroom(home)
    filed = {f"claim{number}": numbered(number, "100.00") for number in range(4)}
    for text, said in filed.values():
        provider.script(doc_id_of(sha256_bytes(text)), specialist=said)
    ids = drop(mailroom, tmp_path / "in", **{name: text for name, (text, _) in filed.items()})
    process_pending(mailroom)
    text, said = numbered(2, "900.00")
    again = doc_id_of(sha256_bytes(text))
    provider.script(again, specialist=said, boss={"action": "review"})
    drop(mailroom, tmp_path / "again", again=text)
    process_pending(mailroom)
    record = mailroom.store.read(again, Stage.EXTRACTION, ExtractionRecord)
    manifest = mailroom.store.manifest(again)
    assert record is not None
    assert record.conflicts == (f"field 'claimed_amount': here 'USD 900.00', in document {ids['claim2']} 'USD 100.00'",)
    assert manifest.state is State.PARKED
    others = MatterFiles(mailroom).alike(manifest, "insurance_claim")
    assert [item.doc_id for item in others(record.fields)] == [ids["claim2"]]


def test_what_many_documents_of_a_batch_are_alike_to_is_read_once(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailroom, _ = obedient_mailroom(home)
    drop(mailroom, tmp_path / "in", **{f"filed{number}": claim(number) for number in range(3)})
    process_pending(mailroom)
    read: list[str] = []
    original = RecordStore.read

    def noting(self: RecordStore, doc_id: str, stage: Stage, kind: type[Any]) -> Any:
        read.append(doc_id)
        return original(self, doc_id, stage, kind)

    manifests = mailroom.store.manifests()
    fields = {item.doc_id: mailroom.store.read(item.doc_id, Stage.EXTRACTION, ExtractionRecord) for item in manifests}
    monkeypatch.setattr(RecordStore, "read", noting)
    files = MatterFiles(mailroom)
    found = [
        len(files.alike(mailroom.store.manifest(doc_id), "insurance_claim")(record.fields))
        for doc_id, record in fields.items()
        if record
    ]
    assert found == [2, 2, 2]
    assert sorted(read) == sorted(fields)
