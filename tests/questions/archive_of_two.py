"""Two service agreements that differ in names, law and rate, as a desk that questions can be put to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mailroom_dagster.classification.labelled import plain_document
from mailroom_dagster.questions.archive import entry
from mailroom_dagster.questions.asking import Desk
from mailroom_dagster.questions.index import Entry, SectionIndex
from mailroom_dagster.questions.model import Scope
from mailroom_dagster.questions.stated import Stated
from mailroom_dagster.questions.vocabulary import load_vocabulary
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.storage import Disk

ARBOR, BIRCH = "a" * 16, "b" * 16
AGREEMENT = """SERVICES AGREEMENT

This Services Agreement is made as of March 3, 2021 between Arbor Lane LLC ("Client") and Quill Works Inc. ("Supplier").

1. Scope of Services. Supplier shall provide the services of Exhibit A.

2. Payment Terms. Client shall pay each invoice within thirty (30) days of receipt.

3. Late Payment Penalties. Overdue amounts bear a late fee of 1.5 % per month. No. 12 of the schedule lists exceptions.

4. Termination for Convenience. Either party may terminate this Agreement on sixty (60) days written notice.

5. Intellectual Property Rights. Supplier shall pay all damages for infringement of third-party patents by its work.

6. Governing Law. This Agreement shall be governed by the laws of the State of Oregon.
"""
TEXTS = {
    ARBOR: AGREEMENT,
    BIRCH: AGREEMENT.replace("Arbor Lane", "Birch Road").replace("Oregon", "Utah").replace("1.5 %", "2 %"),
}
MATTERS = {ARBOR: "M-1", BIRCH: "M-2"}


class TwoTexts:
    """The sources behind the desk."""

    def document(self, doc_id: str) -> DocumentText | None:
        return plain_document(TEXTS[doc_id])

    def stated(self, doc_id: str) -> Stated:
        return {}

    def in_scope(self, doc_id: str, scope: Scope) -> bool:
        return scope.document in (None, doc_id) and scope.matter in (None, MATTERS[doc_id])

    def waits(self, doc_id: str) -> bool:
        return False


def entry_of(doc_id: str, text: str | None = None) -> Entry:
    document = plain_document(text or TEXTS[doc_id])
    return entry(doc_id, f"digest of {doc_id}", f"{doc_id[:2]}.txt", (MATTERS.get(doc_id, "M-1"),), document)


def index_of_two(folder: Path) -> SectionIndex:
    index = SectionIndex(folder, Disk())
    index.update([entry_of(doc_id) for doc_id in TEXTS])
    return index


def desk_of_two(folder: Path, provider: Any = None) -> Desk:
    return Desk(index_of_two(folder), TwoTexts(), load_vocabulary(), provider)
