"""One typed schema a class, from the taxonomy."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from pydantic import ValidationError
from typer.testing import CliRunner

from mailroom_dagster.cli.schema import register
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.extraction.schema import json_schema_for, schema_errors, schema_for
from mailroom_dagster.taxonomy.model import load_taxonomy

TAXONOMY = load_taxonomy()


@pytest.mark.parametrize("doc_class", TAXONOMY.classes)
def test_every_field_is_optional_null_when_absent_and_nothing_else_is_allowed(doc_class: str) -> None:
    schema = schema_for(TAXONOMY, doc_class)
    assert set(schema().model_dump().values()) == {None}
    with pytest.raises(ValidationError):
        schema(no_such_field="x")


@pytest.mark.parametrize("doc_class", TAXONOMY.classes)
def test_the_json_schema_is_strict(doc_class: str) -> None:
    schema = json_schema_for(TAXONOMY, doc_class)
    assert schema["required"] == list(schema["properties"]) == list(TAXONOMY.classes[doc_class].fields)
    assert schema["additionalProperties"] is False
    for described in schema["properties"].values():
        assert {"type": "null"} in described["anyOf"]


def test_values_become_canonical() -> None:
    filled = schema_for(TAXONOMY, "insurance_claim").model_validate(
        {"claimed_amount": "$1,250", "claim_type": "vehicle", "claim_numbers": ["Claim No. PA-12"], "insurer": None}
    )
    assert filled.model_dump(exclude_none=True) == {
        "claimed_amount": "USD 1250.00",
        "claim_type": "auto",
        "claim_numbers": ["PA-12"],
    }


@pytest.mark.parametrize(
    ("values", "sentences"),
    [
        ({}, []),
        ({"date_of_loss": "soon"}, ["field 'date_of_loss': 'soon' is not a date like 2026-01-31"]),
        ({"claimed_amount": "a lot"}, ["field 'claimed_amount': 'a lot' is not an amount of money"]),
        ({"x": "1"}, ["field 'x': insurance_claim has no such field"]),
        ({"claim_numbers": "PA-12"}, ["field 'claim_numbers': 'PA-12' is not a list"]),
        ({"insurer": 7}, ["field 'insurer': '7' is not a name"]),
        (
            {"coverage_determination": "maybe"},
            ["field 'coverage_determination': 'maybe' is not one of: approved, denied, partial, pending"],
        ),
    ],
)
def test_errors_are_the_validators_sentences(values: dict[str, Any], sentences: list[str]) -> None:
    schema = schema_for(TAXONOMY, "insurance_claim")
    assert list(schema_errors(schema, TAXONOMY, "insurance_claim", values)) == sentences


def test_the_command_line_shows_a_class() -> None:
    app = typer.Typer()
    register(app)
    shown = CliRunner().invoke(app, ["insurance_claim", "--json"])
    assert json.loads(shown.stdout) == json_schema_for(TAXONOMY, "insurance_claim")
    assert "claimed_amount" in CliRunner().invoke(app, ["insurance_claim"]).stdout
    unknown = CliRunner().invoke(app, ["novel"])
    assert isinstance(unknown.exception, MailroomError)
    assert unknown.exception.code is ErrorCode.BAD_REQUEST
