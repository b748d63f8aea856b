"""The mailroom as a Dagster resource: the one way in which ops and sensors reach the domain."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
from pydantic import PrivateAttr

from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.records.home import Home


class MailroomResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Hands out the mailroom of a home (`home` empty: MAILROOM_HOME, else ./var), opened once a process."""

    home: str = ""
    _mailroom: Mailroom | None = PrivateAttr(default=None)

    def open(self) -> Mailroom:
        """The mailroom. Raises bad_config, home_unwritable."""
        if self._mailroom is None:
            home = Home(Path(self.home).resolve()) if self.home else Home.from_environment()
            self._mailroom = open_mailroom(home)
        return self._mailroom

    @classmethod
    def around(cls, mailroom: Mailroom) -> MailroomResource:
        """A resource over a mailroom that is open already: for the command line, tests and benchmarks."""
        resource = cls(home=str(mailroom.home.root))
        resource._mailroom = mailroom
        return resource
