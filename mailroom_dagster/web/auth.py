"""Who may ask: the token, signed session cookies, CSRF tokens, and where the server may listen.

Belongs here: proofs and their comparison, always in constant time. Does not belong here: which path needs which proof
(`web.guard`).
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import secrets
import stat
import time
from collections.abc import Mapping

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReviewPolicy

SESSION_SECONDS = 12 * 3600
SHORTEST_TOKEN = 16  # characters
SIGNED_IN, VISITOR = "in", "visitor"


class Sessions:
    """Session cookies that carry their own proof; nothing is kept, and all end when the server stops."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def open(self, kind: str) -> str:
        """A new cookie value of a kind: SIGNED_IN, or VISITOR for whoever sees the login page."""
        claim = f"{kind}.{int(time.time()) + SESSION_SECONDS}.{secrets.token_urlsafe(18)}"
        return f"{claim}.{self._sign(claim)}"

    def kind(self, cookie: str) -> str | None:
        """The kind of a cookie that this server signed and that has not expired."""
        claim, _, proof = cookie.rpartition(".")
        if not same(proof, self._sign(claim)):
            return None
        kind, expires, _ = claim.split(".", 2)
        return kind if int(expires) > time.time() else None

    def csrf(self, cookie: str) -> str:
        """What every form of this session carries."""
        return self._sign(f"csrf.{cookie}")

    def csrf_fits(self, cookie: str, given: str) -> bool:
        """Whether a form comes from this session."""
        return same(given, self.csrf(cookie))

    def _sign(self, words: str) -> str:
        return hmac.new(self._key, words.encode(), "sha256").hexdigest()


def same(given: str, expected: str) -> bool:
    """Whether two secrets are equal, told in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode("utf-8", "replace"))


def bearer_of(header: str) -> str:
    """The token of an Authorization header, or an empty string."""
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def is_loopback(host: str) -> bool:
    """Whether a host name or address means this machine."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def token_of(policy: ReviewPolicy, environment: Mapping[str, str] | None = None) -> str | None:
    """The token that the environment or the policy's file sets. Raises bad_config for a weak or an open one."""
    token = (os.environ if environment is None else environment).get(policy.token_env, "").strip()
    if not token and policy.token_file:
        token = _read_secret(policy)
    if token and len(token) < SHORTEST_TOKEN:
        raise MailroomError(
            ErrorCode.BAD_CONFIG, "the review token is too short",
            why=f"it has fewer than {SHORTEST_TOKEN} characters",
            next_step="`python -c 'import secrets; print(secrets.token_urlsafe(32))'` makes a good one",
        )  # fmt: skip
    return token or None


def refuse_open_bind(host: str, token: str | None, policy: ReviewPolicy) -> None:
    """Raises bad_config when the server would be reachable from elsewhere without a token."""
    if token is None and not is_loopback(host):
        raise MailroomError(
            ErrorCode.BAD_CONFIG, f"the server does not listen on {host} without a token",
            why="everybody who can reach it could read and decide documents",
            next_step=f"set {policy.token_env}, or listen on 127.0.0.1",
        )  # fmt: skip


def _read_secret(policy: ReviewPolicy) -> str:
    assert policy.token_file is not None
    where = str(policy.token_file)
    try:
        with policy.token_file.open(encoding="utf-8") as file:
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                raise MailroomError(
                    ErrorCode.BAD_CONFIG,
                    "others may read the token's file",
                    where=where,
                    next_step=f"chmod 600 {where}",
                )
            return file.read().strip()
    except OSError as error:
        raise MailroomError(ErrorCode.BAD_CONFIG, "the token's file cannot be read", where=where) from error
