"""The API's description in OpenAPI 3.1, for programs, for the page `/api`, and for the tests that hold us to it."""

from __future__ import annotations

from typing import Any

from mailroom_dagster.records.model import PersonDecision, State
from mailroom_dagster.taxonomy.model import Taxonomy

VERSION = "1"
ABOUT = (
    "Documents in, decisions in, everything known of them out. Send `Authorization: Bearer <token>` when one is set."
)
Schema = dict[str, Any]

_DOC = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
_FAILURES = {
    "400": "The request cannot be understood.",
    "401": "The token is wrong or missing.",
    "403": "The request comes from another page or machine.",
    "404": "There is no such thing.",
    "409": "The document does not wait for this, or somebody was first.",
    "413": "The body is too large.",
    "422": "Something in the request is not valid; the body names it.",
    "429": "Too often; wait a minute.",
}
_ALWAYS = ("401", "403", "429")


def openapi(taxonomy: Taxonomy) -> Schema:
    """The description of every path."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mailroom", "version": VERSION, "description": ABOUT},
        "paths": _paths(taxonomy),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Problem": _problem()},
        },
        "security": [{"token": []}],
    }


def operations(description: Schema) -> list[Schema]:
    """The operations of a description, one after the other, with method and path."""
    return [
        {"parameters": [], **operation, "method": method.upper(), "path": path}
        for path, item in description["paths"].items()
        for method, operation in item.items()
    ]


def _paths(taxonomy: Taxonomy) -> Schema:
    doc = [_in_path("doc_id", "The document: 16 hex digits.", _DOC)]
    matter = [_in_path("matter", "The matter's name.", {"type": "string", "minLength": 1, "pattern": "^[^/]+$"})]
    run = [
        _in_path("run", "The run's name, or its beginning.", {"type": "string", "minLength": 1, "pattern": "^[^/]+$"})
    ]
    row = _object({"doc_id": _DOC, "state": {"enum": [item.value for item in State]}})
    rows = {"type": "array", "items": row}
    audit = _object(
        {"doc_id": _DOC, "entries": {"type": "array"}, "verification": _object({"ok": {"type": "boolean"}})}
    )
    decided = _object({"doc_id": _DOC, "action": {"type": "string"}, "state": {"type": "string"}})
    page = _object({"documents": rows, "next": {"type": ["string", "null"]}})
    word = {"enum": ["ok", "degraded", "unknown"]}
    text = {"text/plain": {"schema": {"type": "string"}}}
    bytes_ = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return {
        "/v1/documents": {
            "get": _operation("Documents at rest, by doc_id, a page at a time.", _json(page), ("422",), _listing()),
            "post": _operation(
                "Put a file into the inbox of a matter.",
                _json(_uploaded()),
                ("400", "413", "422"),
                [],
                _upload(),
                "202",
            ),
        },
        "/v1/documents/{doc_id}": {
            "get": _operation("One document with its fields and their evidence.", _json(row), ("404",), doc)
        },
        "/v1/documents/{doc_id}/source": {"get": _operation("The original's bytes.", bytes_, ("404",), doc)},
        "/v1/audit/{doc_id}": {
            "get": _operation("The document's ledger entries, verified.", _json(audit), ("404",), doc)
        },
        "/v1/review/{doc_id}/resolve": {
            "post": _operation(
                "Decide a parked document.",
                _json(decided),
                ("400", "404", "409", "413", "422"),
                doc,
                _decision(taxonomy),
            )
        },
        "/v1/matters/{matter}": {
            "get": _operation("The documents of a matter.", _json(_object({"documents": rows})), ("404",), matter)
        },
        "/v1/runs": {
            "get": _operation("Evaluation runs with their cost cards.", _json(_object({"runs": {"type": "array"}})))
        },
        "/v1/runs/{run}": {
            "get": _operation(
                "One evaluation run in figures.", _json(_object({"run": {"type": "string"}})), ("404",), run
            )
        },
        "/v1/ledger/head": {
            "get": _operation(
                "The newest ledger entry.",
                _json(_object({"seq": {"type": "integer"}, "entry_hash": {"type": "string"}})),
            )
        },
        "/health": {"get": _health(_json(_object({"status": word})))},
        "/metrics": {"get": _operation("Figures in the Prometheus text format.", text)},
    }


def _operation(
    summary: str,
    content: Schema,
    failures: tuple[str, ...] = (),
    parameters: list[Schema] | None = None,
    body: Schema | None = None,
    success: str = "200",
) -> Schema:
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    answers: Schema = {success: {"description": "Done.", "content": content}}
    for status in sorted({*failures, *_ALWAYS}):
        answers[status] = {"description": _FAILURES[status], "content": problem}
    operation: Schema = {"summary": summary, "parameters": parameters or [], "responses": answers}
    return operation | ({"requestBody": body} if body else {})


def _health(content: Schema) -> Schema:
    answers = {
        "200": {"description": "It works.", "content": content},
        "503": {"description": "It cannot be told how it works.", "content": content},
    }
    return {"summary": "One word, for everybody.", "security": [], "responses": answers}


def _listing() -> list[Schema]:
    named = {"doc_class": 100, "matter_id": 200, "gate": 100}
    return [
        _in_query("state", "Only documents in this state.", {"enum": [item.value for item in State]}),
        *(_in_query(name, f"Only this {name}.", {"type": "string", "maxLength": most}) for name, most in named.items()),
        _in_query("after", "`next` of the page before.", _DOC),
        _in_query("limit", "At most so many.", {"type": "integer", "minimum": 1, "maximum": 200, "default": 50}),
    ]


def _upload() -> Schema:
    parts = {
        "file": {"type": "string", "format": "binary"},
        "matter": {"type": "string", "pattern": "^[A-Za-z0-9]{1,40}$"},
    }
    schema = {"type": "object", "required": ["file"], "properties": parts, "additionalProperties": False}
    return {"required": True, "content": {"multipart/form-data": {"schema": schema}}}


def _uploaded() -> Schema:
    return _object(
        {"doc_id": _DOC, "file_name": {"type": "string"}, "matter": {"type": "string"}, "known": {"type": "boolean"}}
    )


def _decision(taxonomy: Taxonomy) -> Schema:
    schema = PersonDecision.model_json_schema()
    schema["properties"]["reviewer"] |= {"minLength": 1, "maxLength": 100, "pattern": "\\S"}
    schema["properties"]["doc_class"] |= {"description": f"One of {', '.join(taxonomy.classes)}."}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _problem() -> Schema:
    parts = {name: {"type": "string"} for name in ("code", "what", "why", "next_step", "message")}
    return _object({"error": _object(parts)})


def _object(properties: Schema) -> Schema:
    return {"type": "object", "required": list(properties), "properties": properties}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _in_path(name: str, description: str, schema: Schema) -> Schema:
    return {"name": name, "in": "path", "required": True, "description": description, "schema": schema}


def _in_query(name: str, description: str, schema: Schema) -> Schema:
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}
