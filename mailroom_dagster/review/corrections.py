"""What a reviewer may state: classes and fields of the taxonomy, in values that the field's type can hold.

A corrected value keeps its place in the document when its words stand there; else it is marked as stated by the
reviewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mailroom_dagster.extraction.validator import expectation
from mailroom_dagster.grounding.evidence import evidence_of
from mailroom_dagster.grounding.locate import ground
from mailroom_dagster.pipeline.mailroom import Mailroom
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.records.model import (
    ClassificationRecord,
    ExtractedField,
    ExtractionRecord,
    FieldValue,
    Manifest,
    PersonDecision,
    Stage,
    TextRecord,
)
from mailroom_dagster.taxonomy.model import UNKNOWN, FieldSpec, Taxonomy
from mailroom_dagster.values import canonical

Correction = str | list[str] | None


def class_problems(taxonomy: Taxonomy, doc_class: str, subtype: str | None) -> list[str]:
    """Why a class or subtype cannot be taken."""
    if doc_class == UNKNOWN:
        return ["choose the class of this document, or reject it"]
    known = taxonomy.classes.get(doc_class)
    if known is None:
        return [f"class {doc_class!r} is none of {', '.join(taxonomy.classes)}; name one"]
    if subtype and subtype not in known.subtypes:
        return [f"subtype {subtype!r} is none of {', '.join(known.subtypes) or 'this class has none'}"]
    return []


def field_problems(taxonomy: Taxonomy, doc_class: str, fields: Mapping[str, Correction]) -> list[str]:
    """Why fields cannot be taken, a sentence each."""
    known = taxonomy.classes.get(doc_class)
    problems = []
    for name, value in fields.items():
        spec = known.fields.get(name) if known else None
        if spec is None:
            problems.append(f"{doc_class} has no field {name!r}, but {', '.join(known.fields) if known else 'none'}")
        elif isinstance(value, list) and not spec.many:
            problems.append(f"field {name!r} takes one value")
        else:
            problems += [
                f"field {name!r} needs {expectation(spec)}" for item in _items(value) if not canonical(spec, item)
            ]
    return problems


def corrected(
    mailroom: Mailroom,
    manifest: Manifest,
    classification: ClassificationRecord,
    decision: PersonDecision,
    before: ExtractionRecord | None,
) -> ExtractionRecord:
    """The extraction with the reviewer's fields in place of the machine's."""
    same = before is not None and before.doc_class == classification.doc_class
    fields = dict(before.fields) if before and same else {}
    specs = mailroom.taxonomy.classes[classification.doc_class].fields
    text = mailroom.store.read(manifest.doc_id, Stage.TEXT, TextRecord)
    for name, value in decision.fields.items():
        values = tuple(
            _stated(mailroom, manifest, text.document if text else None, specs[name], item, decision.reviewer)
            for item in _items(value)
        )
        fields[name] = ExtractedField(name=name, many=specs[name].many, values=values)
    update = {"doc_class": classification.doc_class, "subtype": classification.subtype, "fields": fields, "errors": ()}
    if before and same:
        return before.model_copy(update=update | {"confidence": 1.0 if decision.fields else before.confidence})
    return ExtractionRecord(doc_id=manifest.doc_id, fingerprint="", code_version="", confidence=1.0, **update)


def _stated(
    mailroom: Mailroom, manifest: Manifest, document: DocumentText | None, spec: FieldSpec, words: str, reviewer: str
) -> FieldValue:
    value = canonical(spec, words) or words
    span = ground(document, words, None, (0, len(document.text))) if document else None
    if document is None or span is None:
        return FieldValue(value=value, words=words, stated_by=reviewer)
    evidence = evidence_of(document, mailroom.store.words(manifest.doc_id), span)
    return FieldValue(value=value, words=words, evidence=evidence, stated_by=reviewer)


def _items(value: Correction) -> Iterable[str]:
    if value is None:
        return ()
    return value if isinstance(value, list) else (value,)
