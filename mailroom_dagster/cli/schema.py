"""`mailroom schema`: the fields of a class, as a table for people and as a strict JSON schema for programs."""

from __future__ import annotations

from typing import Annotated

import typer

from mailroom_dagster.cli.output import JsonOption, emit, table
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.taxonomy.model import FieldSpec, load_taxonomy


def register(parent: typer.Typer) -> None:
    """Add the command."""
    parent.command("schema")(schema)


def schema(
    doc_class: Annotated[str, typer.Argument(help="A class of config/taxonomy.yaml.")], as_json: JsonOption = False
) -> None:
    """Show which fields a class has and what their values look like."""
    from mailroom_dagster.extraction.schema import json_schema_for

    taxonomy = load_taxonomy()
    if doc_class not in taxonomy.classes:
        known = ", ".join(taxonomy.classes)
        raise MailroomError(ErrorCode.BAD_REQUEST, f"no class {doc_class!r}", why=f"known are {known}")
    rows = [(name, _kind(field), field.description) for name, field in taxonomy.classes[doc_class].fields.items()]
    emit(json_schema_for(taxonomy, doc_class), as_json, lambda: table("", ["field", "type", "meaning"], rows))


def _kind(field: FieldSpec) -> str:
    return f"list of {field.type.value}" if field.many else field.type.value
