"""The review page shows documents of which this machine has no file."""

from __future__ import annotations

from pathlib import Path

from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.pipeline.bins import source_path
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.web import create_app
from tests.obedient import CLAIM, obedient_mailroom
from tests.web.conftest import ESCALATED, THIN, client_for, pdf, take


def test_pages_pictures_and_originals_come_from_the_store(objects: dict[str, str], tmp_path: Path) -> None:
    home = Home.at(tmp_path / "home")
    mailroom, _ = obedient_mailroom(home, specialist=THIN, **ESCALATED)
    data = pdf(CLAIM)
    doc_id = take(mailroom, tmp_path / "in", {"loss": ("Notice of loss.pdf", data)})["loss"]
    process_pending(mailroom)
    assert not home.documents.exists()
    client = client_for(create_app(mailroom, None))
    assert "Notice of loss.pdf" in client.get("/").text
    assert "CLM-1001" in client.get(f"/documents/{doc_id}").text
    assert client.get(f"/documents/{doc_id}/pages/1.png").content.startswith(b"\x89PNG")
    assert sha256_bytes(client.get(f"/documents/{doc_id}/source").content) == sha256_bytes(data)
    mailroom.disk.remove(source_path(mailroom, mailroom.store.manifest(doc_id)))
    assert client.get(f"/documents/{doc_id}/source").status_code == 500
