"""Pages that a reader could not give are shown to a model that sees; the text of the others stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pymupdf

from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.pipeline.views import full_view
from mailroom_dagster.reading.model import PageSource
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Stage, State, TextRecord
from tests.corpus.generate import pdf, scan_of
from tests.obedient import CLAIM, obedient_mailroom


def scan_before_text() -> bytes:
    """Page 1 a scan, page 2 text."""
    with pymupdf.open(stream=scan_of("a scanned page"), filetype="pdf") as document:
        with pymupdf.open(stream=pdf(CLAIM), filetype="pdf") as other:
            document.insert_pdf(other)
        data: bytes = document.tobytes()
    return data


def worked(home: Home, folder: Path, transcriber: dict[str, Any]) -> tuple[Mailroom, str, int]:
    """A mailroom without OCR whose provider sees, after it read one such file: its doc_id, and the pages shown."""
    mailroom, provider = obedient_mailroom(home, transcriber=transcriber)
    provider.sees_images = True
    reading = mailroom.policy.reading.model_copy(update={"ocr": False, "vision_dpi": 72})
    mailroom.__dict__["policy"] = mailroom.policy.model_copy(update={"reading": reading})
    file = folder / "claim.pdf"
    file.write_bytes(scan_before_text())
    [(_, claimed)], _ = mailroom.intake.accept_files([file], "M-1", batch=None)
    process_pending(mailroom)
    return mailroom, claimed.doc_id, sum(task.role == "transcriber" for task in provider.tasks)


def text_of(mailroom: Mailroom, doc_id: str) -> TextRecord:
    record = mailroom.store.read(doc_id, Stage.TEXT, TextRecord)
    assert record is not None
    return record


def test_only_unread_pages_are_shown_and_the_rest_of_the_text_stays(home: Home, tmp_path: Path) -> None:
    mailroom, doc_id, shown = worked(home, tmp_path, {"text": "a scanned page"})
    record = text_of(mailroom, doc_id)
    assert shown == 1
    assert [page.source for page in record.document.pages] == [PageSource.VISION, PageSource.TEXT_LAYER]
    assert record.document.text.startswith("a scanned page\fNOTICE OF LOSS")
    assert (record.provider, record.model) == ("obedient", "obedient-1")
    assert mailroom.store.manifest(doc_id).state is State.ARCHIVED


def test_a_page_that_no_model_can_give_leads_to_a_person(home: Home, tmp_path: Path) -> None:
    """F-60, F-61: a document is not archived with pages that nobody read."""
    mailroom, doc_id, _ = worked(home, tmp_path, {"raise": "provider_refused"})
    sources = [page.source for page in text_of(mailroom, doc_id).document.pages]
    assert sources == [PageSource.UNREAD, PageSource.TEXT_LAYER]
    manifest = mailroom.store.manifest(doc_id)
    assert (manifest.state, manifest.gate) == (State.PARKED, "verdict")
    assert full_view(mailroom, manifest)["fields"]["claim_number"]["value"] == "CLM-1001"


def test_a_spent_budget_pauses_a_document_with_unread_pages(home: Home, tmp_path: Path) -> None:
    mailroom, doc_id, _ = worked(home, tmp_path, {"raise": "budget_spent"})
    assert mailroom.store.manifest(doc_id).state is State.PAUSED_BUDGET
