"""The mailroom as a Dagster resource: the one way in which ops and sensors reach the domain."""

from __future__ import annotations

from pathlib import Path

import dagster as dg

from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.records.home import Home

_OPEN: dict[Path, Mailroom] = {}  # one a home and process; Dagster makes resources anew for every run


class MailroomResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Hands out the mailroom of a home (`home` empty: MAILROOM_HOME, else ./var), opened once a process."""

    home: str = ""

    @classmethod
    def around(cls, mailroom: Mailroom) -> MailroomResource:
        """A resource over a mailroom that is open already: for the command line, tests and benchmarks."""
        _OPEN[mailroom.home.root] = mailroom
        return cls(home=str(mailroom.home.root))

    def open(self) -> Mailroom:
        """The mailroom. Raises bad_config, home_unwritable."""
        home = Home.at(self.home) if self.home else Home.from_environment()
        if home.root not in _OPEN:
            _OPEN[home.root] = open_mailroom(home)
        return _OPEN[home.root]
