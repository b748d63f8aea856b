"""A fake Langfuse on loopback: OTLP spans, scores, score configs, prompts; it may be down, slow or refuse."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlsplit

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.faults.model_server import serving

Json = dict[str, Any]
NOW = "2026-01-02T03:04:05.000Z"


@dataclass
class LangfuseServer:
    """What arrived, and what is held. `mode` is up, refusing (500) or hanging (until the test is over).

    `refused` is a part of paths that are refused whatever the mode.
    """

    base_url: str = ""
    mode: str = "up"
    refused: str = "nothing"
    calls: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    scores: list[Json] = field(default_factory=list)
    configs: list[Json] = field(default_factory=list)
    prompts: dict[str, Json] = field(default_factory=dict)
    observations: list[Json] = field(default_factory=list)
    hidden_scores: int = 0  # so many reads before scores show
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def environ(self) -> dict[str, str]:
        """What points the mailroom here."""
        return {
            "LANGFUSE_PUBLIC_KEY": "pk-lf-test",
            "LANGFUSE_SECRET_KEY": "sk-lf-test",
            "LANGFUSE_BASE_URL": self.base_url,
        }

    def span(self, name: str) -> Span:
        """The span of a name."""
        return next(span for span in self.spans if span.name == name)

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        url = urlsplit(handler.path)
        self.calls.append(f"{handler.command} {url.path}")
        if self.mode == "hanging":
            self.released.wait()
            return
        status, value = (
            (500, {})
            if self.mode == "refusing" or self.refused in url.path
            else self._answer(handler, url.path, body, parse_qs(url.query))
        )
        data = b"" if value is None else json.dumps(value).encode()
        handler.send_response(status)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def _answer(
        self, handler: BaseHTTPRequestHandler, path: str, body: bytes, query: dict[str, list[str]]
    ) -> tuple[int, Any]:
        posted = handler.command == "POST"
        if path == "/api/public/otel/v1/traces":
            return self._take_spans(handler, body)
        if path == "/api/public/scores" and posted:
            return self._take_scores(json.loads(body))
        if path == "/api/public/score-configs":
            return self._take_config(json.loads(body)) if posted else (200, self._config_page())
        if path.endswith("/observations"):
            held = [item for item in self.observations if _matches(item, query, "name", "traceId")]
            return 200, {"data": held, "meta": {}}
        if path.endswith("/scores"):
            return 200, {"data": self._scores_of(query), "meta": {"limit": 100}}
        if "/prompts" in path:
            return self._take_prompt(json.loads(body)) if posted else self._prompt(path.rsplit("/", 1)[-1])
        return 404, {"message": path}

    def _take_spans(self, handler: BaseHTTPRequestHandler, body: bytes) -> tuple[int, Any]:
        plain = gzip.decompress(body) if handler.headers.get("content-encoding") == "gzip" else body
        request = ExportTraceServiceRequest.FromString(plain)
        for resource in request.resource_spans:
            for scope in resource.scope_spans:
                self.spans.extend(scope.spans)
        return 200, None

    def _take_scores(self, batch: list[Json]) -> tuple[int, Any]:
        self.scores.extend(batch)
        return 202, {"accepted": len(batch), "rejected": 0, "errors": [], "ids": [item["id"] for item in batch]}

    def _take_config(self, config: Json) -> tuple[int, Any]:
        kept = {
            "id": f"c{len(self.configs)}",
            "createdAt": NOW,
            "updatedAt": NOW,
            "projectId": "p",
            "isArchived": False,
        }
        self.configs.append(kept | config)
        return 200, self.configs[-1]

    def _config_page(self) -> Json:
        meta = {"page": 1, "limit": 100, "totalItems": len(self.configs), "totalPages": 1}
        return {"data": self.configs, "meta": meta}

    def _scores_of(self, query: dict[str, list[str]]) -> list[Json]:
        if self.hidden_scores > 0:
            self.hidden_scores -= 1
            return []
        common = {
            "projectId": "p",
            "source": "API",
            "environment": "live",
            "createdAt": NOW,
            "updatedAt": NOW,
            "timestamp": NOW,
        }
        return [common | item for item in self.scores if _matches(item, query, "traceId")]

    def _take_prompt(self, prompt: Json) -> tuple[int, Any]:
        kept = {"version": 1, "tags": [], "labels": [], "config": {}} | prompt
        self.prompts[prompt["name"]] = kept
        return 201, kept

    def _prompt(self, name: str) -> tuple[int, Any]:
        return (200, self.prompts[name]) if name in self.prompts else (404, {"message": "no such prompt"})


def _matches(item: Json, query: dict[str, list[str]], *names: str) -> bool:
    return all(item.get(name) in query[name] for name in names if name in query)


@contextmanager
def langfuse_server() -> Iterator[LangfuseServer]:
    """A running fake Langfuse."""
    server = LangfuseServer()
    with serving(server.handle, server.released) as address:
        server.base_url = address
        yield server
