"""A local S3 server, and the settings of a home whose objects lie on it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from fsspec import get_filesystem_class
from moto.server import ThreadedMotoServer


@contextmanager
def s3_server() -> Iterator[str]:
    """The URL of a server on loopback that speaks S3 and forgets everything at its end."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.stop()


def settings_of(server: str) -> dict[str, str]:
    """The environment of a mailroom with its objects in a new bucket of a server."""
    bucket = f"bucket-{uuid.uuid4().hex[:12]}"
    httpx.put(f"{server}/{bucket}", timeout=60).raise_for_status()
    return {
        "MAILROOM_OBJECTS": f"s3://{bucket}/office one",
        "AWS_ENDPOINT_URL": server,
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_MAX_ATTEMPTS": "1",
    }


def use(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str]) -> None:
    """Put settings in force; a connection made under others is not used again."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    get_filesystem_class("s3").clear_instance_cache()
