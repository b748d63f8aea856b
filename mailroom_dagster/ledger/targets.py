"""What an anchor on the web is called, and the error when an anchor cannot be used; for `anchors` and `timestamps`."""

from __future__ import annotations

from urllib.parse import urlsplit

from mailroom_dagster.errors import ErrorCode, MailroomError


def web_address(url: str) -> str:
    """A URL without user, password, query and fragment: what may be shown and entered."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"


def unavailable(name: str, why: str) -> MailroomError:
    """The error of an anchor that cannot be used."""
    return MailroomError(ErrorCode.ANCHOR_UNAVAILABLE, f"{name} cannot be used", why=why)
