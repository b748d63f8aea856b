"""The whole mailroom on a disk that forgets: files dropped, claimed, processed, decided and tampered with in any order.

The power is cut at any moment. Afterwards every original is there, every document has one state, and counts add up.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from mailroom_dagster.checking import check
from mailroom_dagster.hashing import doc_id_of, sha256_bytes
from mailroom_dagster.intake.claiming import Intake
from mailroom_dagster.ledger.findings import Kind
from mailroom_dagster.ledger.verify import verify
from mailroom_dagster.operations.recovering import recover
from mailroom_dagster.pipeline.publishing import publish
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import PersonDecision, State
from mailroom_dagster.records.pending import AT_REST
from mailroom_dagster.review.decisions import decide
from tests.ledger.test_crashes import CutDisk, PowerCut
from tests.obedient import claim, obedient_mailroom

UNSURE = {"doc_class": "insurance_claim", "confidence": 0.8}
CONTENTS = {f"claim{number}": claim(number) for number in range(4)} | {"empty": b""}
PARKED = doc_id_of(sha256_bytes(claim(3)))  # nobody is sure of this one


class MailroomMachine(RuleBasedStateMachine):
    """What people, the mailroom and the power company do to a home."""

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mailroom-test-"))
        self.home = Home(self.folder / "home")
        for place in self.home.folders:
            place.mkdir(parents=True)
        self.disk = CutDisk(self.home.root)
        self.dropped: list[str] = []
        for place in (self.home.root, *self.home.folders):
            self.disk.sync_dir(place)
        self.start()

    def teardown(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """A new process over what is on the disk."""
        self.disk.left = None
        self.mailroom, provider = obedient_mailroom(self.home)
        provider.script(PARKED, sorter=UNSURE, retry_sorter=UNSURE, reviewer=UNSURE)
        self.mailroom.disk = self.disk
        policy = self.mailroom.policy.intake.model_copy(update={"stable_seconds": 0})
        room = self.mailroom
        room.__dict__["intake"] = Intake(self.home, self.disk, policy, room.store, room.ledger)

    def work(self) -> None:
        claimed, _ = self.mailroom.intake.claim_inbox()
        publish(self.mailroom, [item.doc_id for item in claimed if item.duplicate])
        process_pending(self.mailroom)

    @rule(name=st.sampled_from(sorted(CONTENTS)), matter=st.sampled_from(["", "M-1"]))
    def drop(self, name: str, matter: str) -> None:
        folder = self.home.inbox / matter
        folder.mkdir(exist_ok=True)
        path = folder / f"{len(self.dropped)}-{name}.txt"
        path.write_bytes(CONTENTS[name])
        for place in (path, folder, self.home.inbox):
            self.disk.sync_file(place)
        self.dropped.append(name)

    @rule()
    def half_write(self) -> None:
        """Somebody still writes a file when the mailroom looks."""
        path = self.home.inbox / f"{len(self.dropped)}-half.txt"
        with path.open("wb") as file:
            file.write(CONTENTS["claim1"][:20])
            file.flush()
            self.mailroom.intake.claim_inbox()
            assert path.exists()
        path.unlink()

    @rule()
    def tick(self) -> None:
        self.work()

    @rule(left=st.integers(0, 60), seed=st.integers(0, 2**32))
    def power_cut(self, left: int, seed: int) -> None:
        self.disk.left = left
        with suppress(PowerCut):
            self.work()
        self.disk.crash(random.Random(seed))
        self.start()
        self.work()
        _, left_over = recover(self.mailroom)
        assert left_over.problems == ()

    @rule()
    def restore(self) -> None:
        """The home is lost and comes back, byte for byte, from a backup of a moment ago."""
        self.work()
        backup = shutil.copytree(self.home.root, self.folder / "backup", symlinks=True)
        self.disk.crash(random.Random(0))
        shutil.rmtree(self.home.root)
        backup.rename(self.home.root)
        self.disk = CutDisk(self.home.root)
        self.disk.settle()
        self.start()

    @precondition(lambda self: self.states().get(PARKED) is State.PARKED)
    @rule(action=st.sampled_from(["approve", "reject"]))
    def decide(self, action: str) -> None:
        decide(
            self.mailroom,
            PARKED,
            PersonDecision(action=action, reviewer="r", reason="because", doc_class="insurance_claim"),
        )
        self.work()

    @precondition(lambda self: self.states())
    @rule(seed=st.integers(0, 2**32))
    def tamper(self, seed: int) -> None:
        """Change one byte of an original, a record or an entry: it is named; then put it back."""
        self.work()
        chance = random.Random(seed)
        path = chance.choice(
            sorted(path for path in self.home.documents.rglob("*") if path.is_file() and path.stat().st_size)
        )
        before = path.read_bytes()
        path.write_bytes(before[:-1] + bytes([before[-1] ^ 1]))
        assert not (verify(self.home).ok and check(self.home).ok), path
        path.write_bytes(before)

    def states(self) -> dict[str, State]:
        return {item.doc_id: item.state for item in self.mailroom.store.manifests()} if hasattr(self, "home") else {}

    @invariant()
    def originals_are_byte_identical(self) -> None:
        wanted = {doc_id_of(sha256_bytes(CONTENTS[name])): CONTENTS[name] for name in self.dropped}
        for doc_id in self.states():
            (original,) = (self.home.document(doc_id) / "source").iterdir()
            assert original.read_bytes() == wanted[doc_id]

    @invariant()
    def nothing_is_lost_and_counts_add_up(self) -> None:
        waiting = [path for path in self.home.inbox.rglob("*") if path.is_file()]
        claimed = len(self.dropped) - len(waiting)
        arrivals = Counter(entry.event for entry in self.mailroom.ledger.entries() if entry.stage == "intake")
        assert arrivals["claimed"] == len(self.states())
        assert arrivals["claimed"] + arrivals["duplicate"] >= claimed  # a cut can make an arrival be told twice

    @invariant()
    def the_ledger_verifies_and_everything_agrees(self) -> None:
        found = [problem for problem in verify(self.home).problems if problem.kind is not Kind.TORN_END]
        assert not found
        if all(state in AT_REST for state in self.states().values()):
            assert check(self.home).problems == ()


MailroomMachine.TestCase.settings = settings(
    max_examples=15, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.slow
class TestMailroom(MailroomMachine.TestCase):  # type: ignore[name-defined, misc]
    """Run by pytest as one test."""
