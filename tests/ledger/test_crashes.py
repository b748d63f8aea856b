"""The ledger on a disk that forgets: whatever is cut, no acknowledged entry is lost and the chain holds."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from mailroom_dagster.ledger import Ledger
from mailroom_dagster.ledger.findings import Kind
from mailroom_dagster.ledger.heads import Head, sign_head
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.policy import LedgerPolicy
from mailroom_dagster.records.home import Home
from tests.ledger.conftest import event
from tests.storage.forgetful import ForgetfulDisk

DOCUMENTS = ["a" * 16, "b" * 16, "c" * 16]


class PowerCut(BaseException):
    """The power goes in the middle of something."""


class CutDisk(ForgetfulDisk):
    """A forgetful disk whose power goes after so many syncs; a write that is under way then gets half way."""

    left: int | None = None

    def _fsync(self, descriptor: int) -> None:
        self._tick()
        super()._fsync(descriptor)

    def _write(self, descriptor: int, data: bytes) -> None:
        if self.left == 0:
            super()._write(descriptor, data[: len(data) // 2])
        self._tick()
        super()._write(descriptor, data)

    def truncate(self, path: Path, size: int) -> None:
        if self.left is not None and self.left < 0:
            return  # the power is gone: nothing is undone any more
        super().truncate(path, size)

    def _tick(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise PowerCut


class LedgerMachine(RuleBasedStateMachine):
    """Appends, seals, signs, and loses power at any moment."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="mailroom-test-"))
        self.home = Home(self.folder / "home")
        self.home.root.mkdir()
        self.disk = CutDisk(self.home.root)
        self.acknowledged: list[tuple[str, str]] = []
        self.heads: list[Head] = []
        self.counter = 0
        self.start()

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    def start(self) -> None:
        self.disk.left = None
        self.disk.make_dir(self.home.ledger, durable=True)
        self.ledger = Ledger(self.home, self.disk, LedgerPolicy(seal_every=7))

    def append_now(self, documents: list[str]) -> None:
        first, self.counter = self.counter, self.counter + len(documents)
        keys = [(doc_id, f"e{first + number}") for number, doc_id in enumerate(documents)]
        self.ledger.append([event(event_id, doc_id) for doc_id, event_id in keys])
        self.acknowledged += keys

    @rule(documents=st.lists(st.sampled_from(DOCUMENTS), min_size=1, max_size=5))
    def append(self, documents: list[str]) -> None:
        self.append_now(documents)

    @precondition(lambda self: self.acknowledged)
    @rule(data=st.data())
    def append_again(self, data: st.DataObject) -> None:
        doc_id, event_id = data.draw(st.sampled_from(self.acknowledged))
        (entry,) = self.ledger.append([event(event_id, doc_id)])
        assert entry.event_id == event_id

    @rule()
    def seal(self) -> None:
        self.ledger.seal()

    @rule()
    def sign(self) -> None:
        self.heads.append(sign_head(self.ledger))

    @rule(
        left=st.integers(0, 12), what=st.sampled_from(["append", "seal", "sign", "nothing"]), seed=st.integers(0, 2**32)
    )
    def power_cut(self, left: int, what: str, seed: int) -> None:
        self.disk.left = left
        try:
            if what == "append":
                self.append_now(DOCUMENTS)
            elif what == "seal":
                self.ledger.seal()
            elif what == "sign":
                self.heads.append(sign_head(self.ledger))
        except PowerCut:
            pass
        self.disk.crash(random.Random(seed))
        self.start()

    @invariant()
    def nothing_is_lost(self) -> None:
        entries = list(self.ledger.entries())
        present = [(entry.doc_id, entry.event_id) for entry in entries]
        assert set(self.acknowledged) <= set(present)
        assert len(present) == len(set(present))

    @invariant()
    def it_verifies(self) -> None:
        report = verify(self.home, heads=self.heads)
        found = [problem for problem in report.problems if problem.kind is not Kind.TORN_END]
        assert not found, found


LedgerMachine.TestCase.settings = settings(
    max_examples=40, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
test_the_ledger_survives = LedgerMachine.TestCase
