"""How often a batch waits for the disk: as often for many documents as for few, once their originals are safe."""

from __future__ import annotations

from pathlib import Path

from mailroom_dagster.agents.contracts import Role
from mailroom_dagster.pipeline.mailroom import open_mailroom
from mailroom_dagster.pipeline.running import process
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import State
from mailroom_dagster.storage import Disk
from tests.obedient import EXTRACTED_SURE, SORTED_SURE, Obedient, claim, drop


class CountingDisk(Disk):
    """Counts the waits and does not wait."""

    waits = 0

    def _fsync(self, descriptor: int) -> None:
        self.waits += 1


def waits_of_a_batch(root: Path, documents: int) -> int:
    """Waits for a clean batch of so many documents, after their claim."""
    disk = CountingDisk()
    agents = Obedient({Role.SORTER: SORTED_SURE, Role.SPECIALIST: EXTRACTED_SURE})
    mailroom = open_mailroom(Home(root / f"home{documents}"), agents, disk)
    mailroom.fast_path = None
    files = {f"claim{number}": claim(number) for number in range(documents)}
    ids = list(drop(mailroom, root / f"in{documents}", **files).values())
    before = disk.waits
    process(mailroom, ids)
    assert {mailroom.store.manifest(doc_id).state for doc_id in ids} == {State.ARCHIVED}
    return disk.waits - before


def test_a_clean_batch_waits_no_more_often_for_more_documents(tmp_path: Path) -> None:
    assert waits_of_a_batch(tmp_path, 2) == waits_of_a_batch(tmp_path, 9) > 0
