"""One attempt at an endpoint: the `openai` package over one connection pool that all threads share.

Belongs here: the pool, and bounds on a response's size and time. Does not belong here: what is sent, what it means, or
trying again: the SDK's own retries are off (F-85).
"""

from __future__ import annotations

import functools
import ssl
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import openai

from mailroom_dagster.policy import LlmPolicy
from mailroom_dagster.providers.settings import Endpoint

NO_KEY = "unused"  # what endpoints without a key are sent, because the SDK wants one


class AnswerTooLargeError(httpx2.RequestError):
    """A response has more bytes than allowed."""


@functools.cache
def _tls() -> ssl.SSLContext:
    """One for the process: loading the certificates takes longer than a short call."""
    return httpx2.create_ssl_context()


class Transport:
    """The endpoints' connections. Thread-safe; `close` ends them."""

    def __init__(self, policy: LlmPolicy) -> None:
        self._max_bytes = policy.answer_max_bytes
        self._attempt = threading.local()
        self._clients: dict[Endpoint, openai.OpenAI] = {}
        self._lock = threading.Lock()
        self._http = httpx2.Client(
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=policy.concurrency),
            verify=_tls(),
            headers={"accept-encoding": "identity"},  # so that the bound on bytes is a bound on memory
            event_hooks={"response": [self._bound]},
        )

    def send(self, endpoint: Endpoint, body: dict[str, Any], timeout: float) -> str:
        """The response's text. `timeout` (seconds) covers the attempt as a whole. Raises openai.OpenAIError."""
        self._attempt.ends = time.monotonic() + timeout
        client = self._client(endpoint)  # `post`, because `create` walks through the whole schema in Python
        return client.post("/chat/completions", cast_to=httpx2.Response, body=body, options={"timeout": timeout}).text

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def _client(self, endpoint: Endpoint) -> openai.OpenAI:
        with self._lock:
            if endpoint not in self._clients:
                self._clients[endpoint] = openai.OpenAI(
                    api_key=endpoint.key or NO_KEY,
                    base_url=endpoint.base_url,
                    max_retries=0,
                    http_client=self._http,
                )
            return self._clients[endpoint]

    def _bound(self, response: httpx2.Response) -> None:
        if response.headers.get("content-encoding", "identity") != "identity":
            raise AnswerTooLargeError("a compressed response has no bound", request=response.request)
        response.stream = _BoundedStream(response, self._max_bytes, self._attempt.ends)


class _BoundedStream(httpx2.SyncByteStream):
    """A response's bytes, as far as they are not too many and not too late."""

    def __init__(self, response: httpx2.Response, max_bytes: int, ends: float) -> None:
        assert isinstance(response.stream, httpx2.SyncByteStream)
        self._stream = response.stream
        self._request = response.request
        self._left = max_bytes
        self._ends = ends

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            self._left -= len(part)
            if self._left < 0:
                raise AnswerTooLargeError("the response has more bytes than allowed", request=self._request)
            if time.monotonic() > self._ends:
                raise httpx2.ReadTimeout("the response takes too long", request=self._request)
            yield part

    def close(self) -> None:
        self._stream.close()
