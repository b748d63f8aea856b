"""The Dagster instance of a home: what is wrong with its settings is named."""

from __future__ import annotations

import pytest

from mailroom_dagster.cli.platform import latest_runs, open_instance, running_in
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.records.home import Home


@pytest.mark.parametrize("settings", [b"\xff\xfe\x00", b"{: bad", b"- a list\n", b"unknown_key: 3\n"])
def test_settings_that_cannot_be_used_are_a_bad_configuration(home: Home, settings: bytes) -> None:
    path = home.root / "dagster" / "dagster.yaml"
    path.parent.mkdir(parents=True)
    path.write_bytes(settings)
    for look in (open_instance, running_in, lambda home: latest_runs(home).__enter__()):
        with pytest.raises(MailroomError) as failed:
            look(home)
        assert failed.value.code is ErrorCode.BAD_CONFIG
        assert failed.value.where == "dagster/dagster.yaml"
