"""The shape of each answer: the strict JSON schema a model is given, and how its JSON becomes a typed answer.

Belongs here: shapes and their readers. Does not belong here: whether an answer is right: unknown classes and fields go
through, so that routing's guards and the extraction validator can name them. Extra keys are left out: nothing an answer
adds can choose a route. In strict schemas every property is required, and absent is null.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from mailroom_dagster.agents.contracts import (
    AnswerTask,
    ArbiterAnswer,
    ArbiterTask,
    BossAnswer,
    BossTask,
    ExtractAnswer,
    ExtractTask,
    Interpretation,
    InterpretTask,
    JudgeAnswer,
    JudgeTask,
    RawValue,
    SortAnswer,
    SortTask,
    WrittenAnswer,
)
from mailroom_dagster.providers.openai.outcomes import AttemptError, Outcome
from mailroom_dagster.taxonomy.model import UNKNOWN, Taxonomy

Json = dict[str, Any]
Read = Callable[[Json], BaseModel]

_TEXT: Json = {"type": "string"}
_SHARE: Json = {"type": "number", "minimum": 0, "maximum": 1}
_TEXTS: Json = {"type": "array", "items": _TEXT}


@dataclass(frozen=True)
class AnswerShape:
    """What an answer must look like. `label` is the key whose token probability stands for the answer's."""

    schema: Json
    read: Read
    label: str | None = None


def shape_of(task: Any, taxonomy: Taxonomy) -> AnswerShape | None:
    """The shape of a task's answer; None for tasks that are answered in plain text."""
    match task:
        case SortTask():
            return AnswerShape(_sort_schema(taxonomy), _read_sort, "doc_class")
        case ExtractTask():
            return AnswerShape(_extract_schema(task, taxonomy), _read_extract)
        case JudgeTask():
            return AnswerShape(_judge_schema(task, taxonomy), reader_of(JudgeAnswer), "label")
        case ArbiterTask():
            return AnswerShape(_arbiter_schema(task, taxonomy), reader_of(ArbiterAnswer), "action")
        case BossTask():
            return AnswerShape(_boss_schema(taxonomy), reader_of(BossAnswer), "action")
        case InterpretTask():
            kinds = _list(_one_of(*task.intents))
            return AnswerShape(strict_object(intents=kinds, terms=_TEXTS, names=_TEXTS), reader_of(Interpretation))
        case AnswerTask():
            return AnswerShape(_answer_schema(task), reader_of(WrittenAnswer), "answered")
    return None


def strict_object(**properties: Json) -> Json:
    """An object with exactly these properties."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list(item: Json) -> Json:
    return {"type": "array", "items": item}


def _one_of(*names: str) -> Json:
    return {"type": "string", "enum": list(names)}


def _or_null(shape: Json) -> Json:
    return {"anyOf": [shape, {"type": "null"}]}


def _sort_schema(taxonomy: Taxonomy) -> Json:
    return strict_object(
        reasoning=_TEXT,
        doc_class=_one_of(*taxonomy.classes, UNKNOWN),
        subtype=_or_null(_one_of(*_subtypes(taxonomy))),
        confidence=_SHARE,
    )


def _subtypes(taxonomy: Taxonomy) -> list[str]:
    return list(dict.fromkeys(name for spec in taxonomy.classes.values() for name in spec.subtypes)) or ["other"]


def _extract_schema(task: ExtractTask, taxonomy: Taxonomy) -> Json:
    value = strict_object(value=_TEXT, quote=_TEXT)
    known = taxonomy.classes[task.doc_class].fields
    names = [name for name in task.fields_to_fix if name in known] or known
    fields = {name: _or_null(_list(value) if known[name].many else value) for name in names}
    return strict_object(fields=strict_object(**fields), confidence=_SHARE)


def _judge_schema(task: JudgeTask, taxonomy: Taxonomy) -> Json:
    verdict = _one_of("correct", "partial", "wrong", "missing", "unsupported")
    field = _one_of(*taxonomy.classes[task.doc_class].fields)
    finding = strict_object(field=field, verdict=verdict, note=_TEXT)
    label = _one_of("complete", "partial", "incomplete")
    return strict_object(findings=_list(finding), reasoning=_TEXT, score=_SHARE, label=label)


def _arbiter_schema(task: ArbiterTask, taxonomy: Taxonomy) -> Json:
    action = _one_of("accept", "accept_with_caveats", "re_extract", "escalate")
    field = _one_of(*taxonomy.classes[task.doc_class].fields)
    return strict_object(reasoning=_TEXT, action=action, fields_to_fix=_list(field), caveats=_TEXTS)


def _boss_schema(taxonomy: Taxonomy) -> Json:
    return strict_object(
        reasoning=_TEXT,
        action=_one_of("accept", "reassign_class", "review"),
        doc_class=_or_null(_one_of(*taxonomy.classes)),
        subtype=_or_null(_one_of(*_subtypes(taxonomy))),
    )


def _answer_schema(task: AnswerTask) -> Json:
    keys = _one_of(*(passage.key for passage in task.passages)) if task.passages else _TEXT
    return strict_object(answered={"type": "boolean"}, sentences=_list(strict_object(text=_TEXT, passages=_list(keys))))


def reader_of(kind: type[BaseModel]) -> Read:
    """A reader into a model; null counts as not given. It raises AttemptError: wrong_shape."""

    def read(data: Json) -> BaseModel:
        try:
            return kind.model_validate({name: value for name, value in data.items() if value is not None})
        except ValidationError as error:
            problems = {f"{'.'.join(map(str, item['loc']))} ({item['type']})" for item in error.errors()}
            raise wrong_shape(", ".join(sorted(problems))) from None

    return read


def _read_sort(data: Json) -> BaseModel:
    if isinstance(data.get("confidence"), bool):
        raise wrong_shape("confidence (not a number)")
    known = {name: data.get(name) for name in ("doc_class", "subtype", "confidence", "reasoning")}
    return reader_of(SortAnswer)(known)


def _read_extract(data: Json) -> BaseModel:
    fields = data.get("fields", data)  # some models leave the outer object out
    if not isinstance(fields, dict):
        raise wrong_shape("fields (not an object)")
    values = {name: _read_values(name, value) for name, value in fields.items() if name != "confidence"}
    stated = data.get("confidence")
    confidence = stated if isinstance(stated, int | float) and not isinstance(stated, bool) else None
    held = {name: value for name, value in values.items() if value}
    return reader_of(ExtractAnswer)({"values": held, "confidence": confidence})


def _read_values(name: str, value: Any) -> tuple[RawValue, ...]:
    items = value if isinstance(value, list) else [value]
    return tuple(_read_value(name, item) for item in items if item not in (None, "", {}))


def _read_value(name: str, item: Any) -> RawValue:
    """One value: an object with value and quote, or the bare value of a model that leaves the object out."""
    value, quote = (item.get("value"), item.get("quote")) if isinstance(item, dict) else (item, None)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise wrong_shape(f"fields.{name[:60]} (not a value)")
    return RawValue(value=str(value), quote=quote if isinstance(quote, str) else None)


def wrong_shape(where: str) -> AttemptError:
    """JSON of another shape; `where` names keys and kinds, never values."""
    return AttemptError(Outcome.WRONG_SHAPE, f"the answer is JSON of another shape: {where[:300]}")
