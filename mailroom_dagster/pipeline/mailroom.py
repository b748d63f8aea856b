"""The mailroom of one home: every room, opened once and only when it is needed.

Belongs here: how the rooms are put together. Does not belong here: what happens to a document (the stage modules).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING

from mailroom_dagster.configuration import models_dir
from mailroom_dagster.hashing import fingerprint, sha256_file
from mailroom_dagster.policy import Policy, load_policy
from mailroom_dagster.providers.base import Provider
from mailroom_dagster.records.home import Home
from mailroom_dagster.records.model import Manifest
from mailroom_dagster.records.pending import Pending
from mailroom_dagster.records.store import RecordStore
from mailroom_dagster.storage import Disk, open_disk
from mailroom_dagster.taxonomy.model import Taxonomy, load_taxonomy

if TYPE_CHECKING:  # a room is imported when it is opened: looking at a document takes no model and no PDF library
    from mailroom_dagster.catalog import Catalog
    from mailroom_dagster.classification.fast_path import FastSorter
    from mailroom_dagster.classification.sorting import Sorter
    from mailroom_dagster.extraction.extractor import Extractor
    from mailroom_dagster.intake.claiming import Intake
    from mailroom_dagster.ledger import Ledger
    from mailroom_dagster.observability.tracing import Tracing
    from mailroom_dagster.reading.pool import ReaderPool
    from mailroom_dagster.routing import MediumGate


@dataclass
class Mailroom:
    """All rooms of one home. Tests hand in their own disk or provider; users get what the configuration names."""

    home: Home
    disk: Disk = field(default_factory=Disk)
    given_provider: Provider | None = None
    progress: Callable[[str], None] = lambda stage: None  # told once for every document and stage

    @cached_property
    def policy(self) -> Policy:
        """config/policy.yaml."""
        return load_policy()

    @cached_property
    def taxonomy(self) -> Taxonomy:
        """config/taxonomy.yaml."""
        return load_taxonomy()

    @cached_property
    def store(self) -> RecordStore:
        """Records and manifests."""
        return RecordStore(self.home, self.disk, self._rebuild)

    def _rebuild(self, doc_id: str) -> Manifest | None:
        from mailroom_dagster.pipeline.rebuilding import rebuild_manifest

        return rebuild_manifest(self.home, self.disk, self.ledger.entries(doc_id))

    @cached_property
    def pending(self) -> Pending:
        """The queue."""
        return Pending(self.home, self.disk)

    @cached_property
    def ledger(self) -> Ledger:
        """The audit ledger."""
        from mailroom_dagster.ledger import open_ledger

        return open_ledger(self.home, self.disk, self.policy.ledger)

    @cached_property
    def catalog(self) -> Catalog:
        """The Parquet catalog."""
        from mailroom_dagster.catalog import Catalog

        return Catalog(self.home, self.disk)

    @cached_property
    def intake(self) -> Intake:
        """Claiming."""
        from mailroom_dagster.intake.claiming import Intake

        return Intake(self.home, self.disk, self.policy.intake, self.store, self.ledger)

    @cached_property
    def readers(self) -> ReaderPool:
        """Reader processes, started once and stopped with the mailroom: starting them is what costs."""
        from mailroom_dagster.reading.pool import ReaderPool

        pool = ReaderPool(self.policy.reading, self.home.control / "ocr")
        # not weakref.finalize: what multiprocessing started, as Dagster's runs are, waits for its children before that
        Finalize(self, pool.__exit__, args=(None, None, None), exitpriority=0)
        return pool

    @cached_property
    def provider(self) -> Provider:
        """Who answers for the agents."""
        from mailroom_dagster.providers.build import build_provider

        return self.given_provider or build_provider(
            self.home, self.disk, self.policy, self.taxonomy, tracing=self.tracing
        )

    @cached_property
    def tracing(self) -> Tracing:
        """Where traces go: as OBSERVABILITY_PROVIDER and the keys in the environment say."""
        from mailroom_dagster.observability.opening import build_tracing

        return build_tracing()

    @cached_property
    def fast_path(self) -> FastSorter | None:
        """The local text model that the policy names, when it is installed."""
        from mailroom_dagster.classification.slot import load_fast_path

        return load_fast_path(self.policy.sorting, models_dir(), self.taxonomy)

    @cached_property
    def medium_gate(self) -> MediumGate | None:
        """Who speaks in the medium band instead of the tables, when the policy names somebody."""
        from mailroom_dagster.routing import gates

        return gates.medium_gate(self.policy.routing, models_dir())

    @cached_property
    def models_digest(self) -> str:
        """One hash over every trained model file: a new model makes new classes and confidences."""
        found = (path for pattern in ("*.json", "transformer/*") for path in models_dir().glob(pattern))
        return fingerprint(**{path.name: sha256_file(path) for path in sorted(found) if path.is_file()})

    @cached_property
    def sorter(self) -> Sorter:
        """Classification."""
        from mailroom_dagster.classification.sorting import Sorter

        return Sorter(self.taxonomy, self.policy, self.provider, self.fast_path, self.medium_gate)

    @cached_property
    def extractor(self) -> Extractor:
        """Extraction."""
        from mailroom_dagster.extraction.extractor import Extractor

        return Extractor(self.taxonomy, self.policy, self.provider, medium_gate=self.medium_gate)


def open_mailroom(home: Home, provider: Provider | None = None, disk: Disk | None = None) -> Mailroom:
    """The mailroom of a home; missing folders are made. Raises home_unwritable, bad_config."""
    from mailroom_dagster.observability.opening import choice_in

    choice_in()
    mailroom = Mailroom(home, disk or open_disk(home), provider)
    for folder in home.folders:
        mailroom.disk.make_dir(folder)
    return mailroom
