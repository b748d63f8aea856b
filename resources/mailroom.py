"""The mailroom as a Dagster resource: the one way in which ops and sensors reach the domain."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
from pydantic import PrivateAttr

from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.providers.base import Provider
from mailroom_dagster.records.home import Home


class MailroomResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Hands out the mailroom of a home (`home` empty: MAILROOM_HOME, else ./var), opened once a process."""

    home: str = ""
    _mailroom: Mailroom | None = PrivateAttr(default=None)
    _provider: Provider | None = PrivateAttr(default=None)

    def open(self) -> Mailroom:
        """The mailroom. Raises bad_config, home_unwritable."""
        if self._mailroom is None:
            home = Home(Path(self.home).resolve()) if self.home else Home.from_environment()
            self._mailroom = open_mailroom(home, self._provider)
        return self._mailroom

    def with_provider(self, provider: Provider) -> MailroomResource:
        """The same mailroom with a provider of the caller's: for tests and benchmarks."""
        copy = MailroomResource(home=self.home)
        copy._provider = provider
        return copy
