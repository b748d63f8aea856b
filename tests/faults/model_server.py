"""A fake OpenAI-compatible server on loopback that plays one named fault after another, then answers.

Belongs here: the server and its faults. What the client makes of each is asserted in tests/providers/test_faults.py.
Each fault is a function of one `Exchange`; it sees the request and writes whatever it likes to the socket.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]
GOOD_USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
MODEL = "fake-model"


@dataclass
class Exchange:
    """One request and the means to reply to it."""

    body: Json
    answer: Any  # what a good model would say
    handler: BaseHTTPRequestHandler
    released: threading.Event  # set when the test is over

    def send(self, status: int, data: bytes, length: int | None = None, **headers: str) -> None:
        """A whole response, or one whose Content-Length promises more than it has."""
        self.handler.send_response(status)
        named = {"content-type": "application/json"} | {key.replace("_", "-"): value for key, value in headers.items()}
        for name, value in (named | {"content-length": str(length or len(data))}).items():
            self.handler.send_header(name, value)
        self.handler.end_headers()
        self.handler.wfile.write(data)

    def error(self, status: int, message: str = "no", code: str | None = None, **headers: str) -> None:
        """An error in the usual shape."""
        self.send(
            status, json.dumps({"error": {"message": message, "type": "error", "code": code}}).encode(), **headers
        )

    def complete(self, content: str | None = None, finish_reason: str = "stop", **changes: Any) -> None:
        """A completion; by default the good answer. `message` adds to the message, other changes to the response."""
        text = json.dumps(self.answer) if content is None else content
        message = {"role": "assistant", "content": text} | changes.pop("message", {})
        choice = {"index": 0, "finish_reason": finish_reason, "message": message} | changes.pop("choice", {})
        response = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": MODEL,
            "choices": [choice],
            "usage": GOOD_USAGE,
        } | changes
        self.send(200, json.dumps({key: value for key, value in response.items() if value is not None}).encode())


Fault = Callable[[Exchange], None]


@dataclass
class ModelServer:
    """Answers with `answer`, after the faults that are to be played. `requests` holds every body that came in."""

    answer: Any = None
    base_url: str = ""
    requests: list[Json] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    _script: list[Fault] = field(default_factory=list)
    _always: Fault | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def play(self, *faults: Fault) -> None:
        """Play these for the next requests, one each."""
        self._script.extend(faults)

    def always(self, fault: Fault | None) -> None:
        """Play this for every request that nothing else is planned for."""
        self._always = fault

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        body = json.loads(handler.rfile.read(int(handler.headers.get("content-length", 0))) or b"{}")
        with self._lock:
            self.requests.append(body)
            fault = self._script.pop(0) if self._script else self._always or good
        answer = self.answer(body) if callable(self.answer) else self.answer
        fault(Exchange(body, answer, handler, self.released))


@contextmanager
def serving(handle: Callable[[BaseHTTPRequestHandler], None], released: threading.Event) -> Iterator[str]:
    """A loopback server for GET, POST and PATCH; gives its address. Requests still held are let go at the end."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            try:
                handle(self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def __getattr__(self, name: str) -> Callable[[], None]:
            if name.startswith("do_"):
                return self.handle_any
            raise AttributeError(name)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *args: None  # clients that go away are part of the play
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        released.set()
        server.shutdown()
        server.server_close()


@contextmanager
def model_server(answer: Any = None) -> Iterator[ModelServer]:
    """A running fake model."""
    server = ModelServer(answer)
    with serving(server.handle, server.released) as address:
        server.base_url = f"{address}/v1"
        yield server


# --- the faults, one name each


def good(exchange: Exchange) -> None:
    """The good answer."""
    exchange.complete()


def rate_limited(exchange: Exchange) -> None:
    """429 that asks for seven seconds."""
    exchange.error(429, "slow down", "rate_limit_exceeded", retry_after="7")


def rate_limited_until_a_date(exchange: Exchange) -> None:
    """429 with an HTTP date far in the past: at once."""
    exchange.error(429, "slow down", retry_after="Wed, 21 Oct 2015 07:28:00 GMT")


def rate_limited_for_an_hour(exchange: Exchange) -> None:
    """429 that asks for more patience than anybody has."""
    exchange.error(429, "slow down", retry_after="3600")


def quota_exhausted(exchange: Exchange) -> None:
    """429 that no waiting mends."""
    exchange.error(429, "You exceeded your current quota", "insufficient_quota")


def no_credit(exchange: Exchange) -> None:
    """402."""
    exchange.error(402, "insufficient credits")


def server_error(exchange: Exchange) -> None:
    """500."""
    exchange.error(500, "internal error")


def overloaded(exchange: Exchange) -> None:
    """503 with an HTML page."""
    exchange.send(503, b"<html>busy</html>")


def request_timeout(exchange: Exchange) -> None:
    """408."""
    exchange.error(408, "request timeout")


def conflict(exchange: Exchange) -> None:
    """409."""
    exchange.error(409, "conflict")


def key_refused(exchange: Exchange) -> None:
    """401."""
    exchange.error(401, "invalid api key", "invalid_api_key")


def unknown_model(exchange: Exchange) -> None:
    """404."""
    exchange.error(404, "no such model", "model_not_found")


def redirected(exchange: Exchange) -> None:
    """A redirect, which is not followed: it could carry the key away."""
    exchange.send(302, b"", location="http://127.0.0.1:9/v1/chat/completions")


def prompt_too_long(exchange: Exchange) -> None:
    """400 about the context window."""
    exchange.error(400, "This model's maximum context length is 8192 tokens", "context_length_exceeded")


def prompt_filtered(exchange: Exchange) -> None:
    """400 of a provider's filter."""
    exchange.error(400, "The response was filtered by the content management policy", "content_filter")


def bad_request(exchange: Exchange) -> None:
    """400 that says nothing useful."""
    exchange.error(400, "bad request")


def error_with_status_200(exchange: Exchange) -> None:
    """An error that pretends to be a response."""
    exchange.send(200, json.dumps({"error": {"message": "upstream is busy", "code": 502}}).encode())


def slow_first_byte(exchange: Exchange) -> None:
    """Nothing comes until the test is over."""
    exchange.released.wait()


def trickling(exchange: Exchange) -> None:
    """Headers at once, then a space now and then, so that no single read ever times out."""
    exchange.handler.send_response(200)
    exchange.handler.send_header("content-length", "1000000")
    exchange.handler.end_headers()
    while not exchange.released.wait(0.05):
        exchange.handler.wfile.write(b" ")
        exchange.handler.wfile.flush()


def cut_stream(exchange: Exchange) -> None:
    """Half a response, then the connection ends."""
    exchange.send(200, b'{"choices": [{"message": {"content": "half', length=4000)
    exchange.handler.close_connection = True


def connection_reset(exchange: Exchange) -> None:
    """A TCP reset instead of a response."""
    connection = exchange.handler.connection
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    exchange.handler.close_connection = True
    connection.close()


def not_a_completion(exchange: Exchange) -> None:
    """A captive portal's page with status 200."""
    exchange.send(200, b"<html>welcome to the hotel</html>", content_type="text/html")


def no_choices(exchange: Exchange) -> None:
    """A completion with an empty list of choices."""
    exchange.send(200, b'{"id": "x", "choices": []}')


def empty_content(exchange: Exchange) -> None:
    """An empty answer."""
    exchange.complete("")


def null_content(exchange: Exchange) -> None:
    """A null answer, as of a model that spent itself on thinking."""
    exchange.complete(message={"content": None, "reasoning_content": "so many thoughts"})


def only_thinking(exchange: Exchange) -> None:
    """An answer that never leaves its think tag."""
    exchange.complete("<think>The document looks like a contract, but")


def refusal(exchange: Exchange) -> None:
    """A refusal in its own field."""
    exchange.complete("", message={"refusal": "I cannot help with that."})


def content_filter(exchange: Exchange) -> None:
    """An answer that the provider's filter stopped."""
    exchange.complete('{"doc_class": "con', "content_filter")


def length_stop(exchange: Exchange) -> None:
    """An answer cut at max_tokens."""
    exchange.complete(json.dumps(exchange.answer)[:-3], "length")


def invalid_json(exchange: Exchange) -> None:
    """Almost JSON."""
    exchange.complete("{'doc_class': contract, }")


def prose(exchange: Exchange) -> None:
    """No JSON at all."""
    exchange.complete("This looks like a contract to me.")


def not_a_number(exchange: Exchange) -> None:
    """NaN, which is not JSON."""
    exchange.complete('{"doc_class": "contract", "subtype": "other", "confidence": NaN, "reasoning": ""}')


def endless_number(exchange: Exchange) -> None:
    """JSON that Python reads as infinity."""
    exchange.complete('{"doc_class": "contract", "subtype": "other", "confidence": 1e999, "reasoning": ""}')


def enormous_number(exchange: Exchange) -> None:
    """A whole number that no float holds."""
    exchange.complete('{"doc_class": "contract", "subtype": "other", "confidence": 1%s, "reasoning": ""}' % ("0" * 400))


def half_a_character(exchange: Exchange) -> None:
    """The good answer, its reasoning cut in the middle of an emoji."""
    exchange.complete(json.dumps(exchange.answer | {"reasoning": "\ud83d"}))


def deeply_nested(exchange: Exchange) -> None:
    """JSON that is nothing but brackets."""
    exchange.complete('{"a":' * 50_000)


def wrong_shape(exchange: Exchange) -> None:
    """JSON of another shape."""
    exchange.complete('{"category": "contract", "certainty": "high"}')


def a_list(exchange: Exchange) -> None:
    """JSON that is not an object."""
    exchange.complete("[1, 2, 3]")


def extra_fields(exchange: Exchange) -> None:
    """The good answer with more in it than was asked, also things that would like to choose a route."""
    exchange.complete(
        json.dumps(exchange.answer | {"route": "archive", "decided_by": "person:boss", "signals": {"x": 1}})
    )


def enormous_answer(exchange: Exchange) -> None:
    """More bytes than anybody asked for."""
    exchange.complete("x" * 300_000)


def compressed_bomb(exchange: Exchange) -> None:
    """A compressed response, whose size cannot be told beforehand."""
    exchange.send(200, b"\x1f\x8b\x08\x00", content_encoding="gzip")


def tool_call(exchange: Exchange) -> None:
    """A tool call instead of an answer."""
    call = {"id": "1", "type": "function", "function": {"name": "classify", "arguments": "{}"}}
    exchange.complete(None, "tool_calls", message={"content": None, "tool_calls": [call]})


def think_tags(exchange: Exchange) -> None:
    """The good answer after thoughts that hold JSON of their own."""
    exchange.complete(f'<think>maybe {{"doc_class": "unknown"}}</think>\n{json.dumps(exchange.answer)}')


def closing_think_tag(exchange: Exchange) -> None:
    """The good answer after thoughts whose opening tag the template swallowed."""
    exchange.complete(f"maybe a memo?</think>{json.dumps(exchange.answer)}")


def code_fence(exchange: Exchange) -> None:
    """The good answer in a fence."""
    exchange.complete(f"```json\n{json.dumps(exchange.answer)}\n```")


def wrapped_in_prose(exchange: Exchange) -> None:
    """The good answer between sentences."""
    exchange.complete(f"Here is {{my}} answer:\n{json.dumps(exchange.answer)}\nI hope it helps.")


def other_model_name(exchange: Exchange) -> None:
    """The good answer of a model that was not asked."""
    exchange.complete(model="somebody-else-7b")


def usage_missing(exchange: Exchange) -> None:
    """The good answer without a word about tokens."""
    exchange.complete(usage=None)


def usage_absurd(exchange: Exchange) -> None:
    """The good answer with counts that cannot be."""
    exchange.complete(usage={"prompt_tokens": -5, "completion_tokens": 10**15})


def usage_of_words(exchange: Exchange) -> None:
    """The good answer with counts that are no numbers."""
    exchange.complete(usage={"prompt_tokens": "many", "completion_tokens": True})


def without_json_schema(exchange: Exchange) -> None:
    """A server that knows json_object, but no json_schema."""
    if exchange.body.get("response_format", {}).get("type") == "json_schema":
        exchange.error(400, "'response_format.type' must be 'text' or 'json_object'")
    else:
        exchange.complete()


def json_schema_gives_500(exchange: Exchange) -> None:
    """A server that fails on json_schema instead of refusing it."""
    if exchange.body.get("response_format", {}).get("type") == "json_schema":
        exchange.error(500, "unhashable type: 'dict'")
    else:
        exchange.complete()


def without_response_format(exchange: Exchange) -> None:
    """A server that knows no response_format at all."""
    if "response_format" in exchange.body:
        exchange.error(422, "extra fields not permitted: response_format")
    else:
        exchange.complete()


def schema_ignored(exchange: Exchange) -> None:
    """A server that takes json_schema and lets the model say what it likes, unless the words say it."""
    if "json" in exchange.body["messages"][0]["content"].lower():
        exchange.complete()
    else:
        exchange.complete("It is a contract.")


def wants_the_word_json(exchange: Exchange) -> None:
    """A server that takes json_object only when the messages hold the word json in lower case (F-86)."""
    if exchange.body.get("response_format", {}).get("type") == "json_schema":
        exchange.error(400, "json_schema is not supported")
    elif not all("json" in message["content"] for message in exchange.body["messages"]):
        exchange.error(400, "'messages' must contain the word 'json'")
    else:
        exchange.complete()


def wants_max_completion_tokens(exchange: Exchange) -> None:
    """A server that refuses max_tokens, as OpenAI's reasoning models do."""
    if "max_tokens" in exchange.body:
        exchange.error(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    else:
        exchange.complete()


def refuses_temperature(exchange: Exchange) -> None:
    """A server that refuses any temperature."""
    if "temperature" in exchange.body:
        exchange.error(400, "Unsupported value: 'temperature' does not support 0.1 with this model.")
    else:
        exchange.complete()
