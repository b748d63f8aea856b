"""Fixtures for every test: no network, a home of its own, and the corpus where it is present."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from mailroom_dagster.records.home import Home

settings.register_profile("mailroom", deadline=None)  # nothing here times anything
settings.load_profile("mailroom")

LOOPBACK = {"127.0.0.1", "::1", "localhost"}


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only loopback and Unix sockets may be reached."""
    real_connect = socket.socket.connect

    def connect(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else None
        if self.family in (socket.AF_INET, socket.AF_INET6) and host not in LOOPBACK:
            raise AssertionError(f"a test tried to reach {host}")
        real_connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", connect)


os.environ["DAGSTER_DISABLE_TELEMETRY"] = "1"


@pytest.fixture(autouse=True)
def _no_outside_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and keys of the person who runs the tests do not leak in."""
    for name in list(os.environ):
        if name.startswith(("MAILROOM_", "AWS_", "LANGFUSE_", "OPENAI_", "OPENROUTER_")) and name not in (
            "MAILROOM_CORPUS",
            "MAILROOM_TEST_GGUF",
        ):
            monkeypatch.delenv(name)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """An empty home with all its folders."""
    place = Home(tmp_path / "home")
    for folder in place.folders:
        folder.mkdir(parents=True)
    return place


@pytest.fixture(scope="session")
def s3() -> Iterator[str]:
    """A local S3 server."""
    from tests.objects import s3_server  # takes seconds to import

    with s3_server() as url:
        yield url


@pytest.fixture
def objects(s3: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The settings, in force, of a mailroom with its objects in a bucket of its own."""
    from tests.objects import settings_of, use

    settings = settings_of(s3)
    use(monkeypatch, settings)
    return settings


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The corpus of real documents; skipped where it is not present."""
    checkout = Path(__file__).resolve().parent.parent
    place = Path(os.environ.get("MAILROOM_CORPUS", checkout.parent / "shared" / "corpus"))
    if not (place / "pilot" / "labels.csv").exists():
        pytest.skip(f"no corpus at {place}: set MAILROOM_CORPUS")
    return place
