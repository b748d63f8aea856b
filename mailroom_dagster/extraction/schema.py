"""The typed schema of a class, generated from the taxonomy: one pydantic model, and from it a strict JSON schema.

Belongs here: what a finished set of fields looks like: ISO dates, canonical amounts, labels of the vocabulary, null for
absent. Every extraction is checked against it before it leaves; whoever reads reports by machine may rely on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model

from mailroom_dagster.extraction.validator import canonical_claim, expectation, shown, stranger
from mailroom_dagster.taxonomy.model import DocumentClass, FieldSpec, FieldType, Taxonomy

_FORMS: dict[FieldType, dict[str, Any]] = {
    FieldType.DATE: {"format": "date"},
    FieldType.MONEY: {"pattern": r"^([A-Z]{3} )?-?\d+\.\d{2,}$"},
}


def schema_for(taxonomy: Taxonomy, doc_class: str) -> type[BaseModel]:
    """The model of a class's fields: values in canonical form, None where the document says nothing.

    Unknown fields are errors. Raises KeyError for a class that the taxonomy does not have.
    """
    fields: dict[str, Any] = {
        name: (_type_of(spec), Field(default=None, description=spec.description))
        for name, spec in taxonomy.classes[doc_class].fields.items()
    }
    return create_model(f"{doc_class}_fields", __config__=ConfigDict(extra="forbid", frozen=True), **fields)


def json_schema_for(taxonomy: Taxonomy, doc_class: str) -> dict[str, Any]:
    """The strict JSON schema of a class's fields: every property required, null for absent, nothing else allowed."""
    schema = schema_for(taxonomy, doc_class).model_json_schema()
    for described in schema["properties"].values():
        described.pop("default", None)
    return schema | {"required": list(schema["properties"])}


def schema_errors(
    schema: type[BaseModel], taxonomy: Taxonomy, doc_class: str, values: Mapping[str, Any]
) -> tuple[str, ...]:
    """What is wrong with plain values (text, lists of text, None) under `schema_for`, in the validator's words."""
    try:
        schema.model_validate(dict(values))
    except ValidationError as error:
        return tuple(_sentence(doc_class, taxonomy.classes[doc_class], item) for item in error.errors())
    return ()


def _type_of(spec: FieldSpec) -> Any:
    form: dict[str, Any] = {"enum": list(spec.vocabulary)} if spec.vocabulary else _FORMS.get(spec.type, {})
    value = Annotated[str, AfterValidator(_canonical(spec)), Field(json_schema_extra=form or None)]
    return list[value] | None if spec.many else value | None


def _canonical(spec: FieldSpec) -> Any:
    def check(value: str) -> str:
        canonical = canonical_claim(spec, value)
        if canonical is None:
            raise ValueError(f"{shown(value)} is not {expectation(spec)}")
        return canonical

    return check


def _sentence(doc_class: str, spec: DocumentClass, item: Any) -> str:
    name = str(item["loc"][0])
    if name not in spec.fields:
        return stranger(doc_class, name)
    if item["type"] == "value_error":
        return f"field {name!r}: {item['ctx']['error']}"
    kind = "a list" if spec.fields[name].many and len(item["loc"]) == 1 else expectation(spec.fields[name])
    return f"field {name!r}: {shown(str(item['input']))} is not {kind}"
