"""What a model is told: the prompt, the task's data, and the document text, fenced as data.

Belongs here: rendering a task into messages. Does not belong here: the prompts' words (`config/prompts`) or parameters
(`dialects`). The fence is made of the hash of what it encloses, so no document can write its own end of it. Images go
only to models that see.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from mailroom_dagster.agents.contracts import (
    AnswerTask,
    ArbiterTask,
    BossTask,
    ExtractTask,
    InterpretTask,
    JudgeTask,
    Role,
    SortTask,
    SummaryTask,
    TranscribeTask,
)
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.hashing import sha256_bytes
from mailroom_dagster.providers.openai.excerpts import excerpt
from mailroom_dagster.providers.openai.schemas import AnswerShape
from mailroom_dagster.providers.prompts import Prompt, PromptBook
from mailroom_dagster.providers.settings import Agent
from mailroom_dagster.taxonomy.model import DocumentClass, Taxonomy

_SORTING, _JUDGING = ("classes",), ("class_label", "fields")
_EXTRACTING = ("class_description", *_JUDGING)
VARIABLES: dict[Role, tuple[str, ...]] = {
    Role.SORTER: _SORTING, Role.RETRY_SORTER: _SORTING, Role.REVIEWER: _SORTING, Role.SPECIALIST: _EXTRACTING,
    Role.JUDGE: _JUDGING, Role.ARBITER: ("classes", *_JUDGING), Role.BOSS: ("classes", *_JUDGING),
}  # fmt: skip
"""What the prompts of a role may ask for; those of other roles have no variables."""

_IMAGE_TYPES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", b"RIFF": "image/webp"}


@dataclass(frozen=True)
class Request:
    """A task rendered for one agent, before a dialect is chosen. `images` are data URIs."""

    doc_id: str
    prompt: Prompt
    system: str
    user: str
    images: tuple[str, ...] = ()
    shape: AnswerShape | None = None

    def messages(self, schema_in_words: bool) -> list[dict[str, Any]]:
        """The messages; the shape is told in words, with the word json, to models that take no schema (F-86)."""
        system, user = self.system, self.user
        if self.shape and schema_in_words:
            schema = json.dumps(self.shape.schema, ensure_ascii=False, separators=(",", ":"))
            system += f"\n\nAnswer with one JSON object (json) of this schema and with nothing else:\n{schema}"
            user += "\n\nAnswer with the JSON object (json) only."
        return [{"role": "system", "content": system}, {"role": "user", "content": self._content(user)}]

    def _content(self, user: str) -> str | list[dict[str, Any]]:
        if not self.images:
            return user
        pictures = [{"type": "image_url", "image_url": {"url": image}} for image in self.images]
        return [{"type": "text", "text": user}, *pictures]


def render(task: Any, agent: Agent, prompts: PromptBook, taxonomy: Taxonomy, shape: AnswerShape | None) -> Request:
    """A task as it is told to an agent's model. Raises bad_config, provider_refused (an image, and a blind model)."""
    prompt = prompts.get(prompt_name(task, taxonomy))
    return Request(
        doc_id=task.doc_id,
        prompt=prompt,
        system=prompt.fill(_variables(task, taxonomy)),
        user=_user(task, agent.spec.input_characters),
        images=_images(task, agent),
        shape=shape,
    )


def prompt_name(task: Any, taxonomy: Taxonomy) -> str:
    """The prompt of a task: its role's, or its class's specialist."""
    return taxonomy.classes[task.doc_class].specialist if isinstance(task, ExtractTask) else task.role.value


def prompt_names(role: Role, taxonomy: Taxonomy) -> list[str]:
    """Every prompt that a role's answers may rest on."""
    if role is not Role.SPECIALIST:
        return [role.value]
    return sorted({spec.specialist for spec in taxonomy.classes.values()})


def require_fillable(roles: Collection[Role], prompts: PromptBook, taxonomy: Taxonomy) -> None:
    """Fill every prompt of these roles, so that a wrong variable is told before a document waits. Raises bad_config."""
    for role in roles:
        for name in prompt_names(role, taxonomy):
            prompts.get(name).fill(dict.fromkeys(VARIABLES.get(role, ()), ""))


def fenced(text: str, name: str = "DOCUMENT") -> str:
    """Text between markers that it cannot contain."""
    mark = f"{name} {sha256_bytes(text.encode(errors='replace'))[:16]}"
    return f"<<<{mark}>>>\n{text}\n<<<END OF {mark}>>>"


def _variables(task: Any, taxonomy: Taxonomy) -> dict[str, str]:
    match task:
        case SortTask():
            return {"classes": _class_lines(taxonomy)}
        case ExtractTask():
            spec = taxonomy.classes[task.doc_class]
            return {"class_label": spec.label, "class_description": spec.description, "fields": _field_lines(spec)}
        case JudgeTask():
            spec = taxonomy.classes[task.doc_class]
            return {"class_label": spec.label, "fields": _field_lines(spec)}
        case ArbiterTask() | BossTask():
            spec = taxonomy.classes[task.doc_class]
            lines = {"classes": _class_lines(taxonomy), "fields": _field_lines(spec)}
            return {"class_label": spec.label} | lines
    return {}


def _class_lines(taxonomy: Taxonomy) -> str:
    lines = []
    for name, spec in taxonomy.classes.items():
        kinds = f" Subtypes: {', '.join(spec.subtypes)}." if spec.subtypes else ""
        lines.append(f"- {name}: {spec.label}. {spec.description}{kinds}")
    return "\n".join(lines)


def _field_lines(spec: DocumentClass) -> str:
    lines = []
    for name, field in spec.fields.items():
        many = ", any number" if field.many else ""
        labels = f" One of: {', '.join(field.vocabulary)}." if field.vocabulary else ""
        lines.append(f"- {name} ({field.type.value}{many}): {field.description}{labels}")
    return "\n".join(lines)


def _user(task: Any, limit: int) -> str:
    match task:
        case SortTask():
            earlier = task.previous and {"doc_class": task.previous.doc_class, "subtype": task.previous.subtype}
            stated = {"confidence": round(task.previous.confidence, 2)} if task.previous else {}
            return _told({"earlier_answer": earlier and earlier | stated}, excerpt(task.document.text, limit))
        case ExtractTask():
            return _told(_extract_data(task), task.document.text[task.window_start : task.window_end])
        case JudgeTask() | ArbiterTask() | BossTask() | SummaryTask():
            return _told(_verdict_data(task), excerpt(task.document.text, limit, _values(task.fields)))
        case TranscribeTask():
            return f"This is page {task.page} of the document."
        case InterpretTask():
            return f"Kinds of question: {', '.join(task.intents)}\n\n{_asked(task.question)}"
        case AnswerTask():
            return _question(task)
    raise MailroomError(ErrorCode.PROVIDER_REFUSED, f"no model is asked a {type(task).__name__}")


def _told(data: dict[str, Any], text: str) -> str:
    given = {name: value for name, value in data.items() if value}
    facts = f"Task data:\n{json.dumps(given, ensure_ascii=False, indent=1)}\n\n" if given else ""
    return f"{facts}The document, as data:\n{fenced(text)}"


def _extract_data(task: ExtractTask) -> dict[str, Any]:
    end = task.window_end if task.window_end is not None else len(task.document.text)
    whole = task.window_start == 0 and end >= len(task.document.text)
    part = f"characters {task.window_start} to {end} of {len(task.document.text)}"
    previous = task.previous and {
        name: [value.model_dump(include={"value", "quote"}) for value in values]
        for name, values in task.previous.values.items()
    }
    return {
        "subtype": task.subtype,
        "part_of_the_document": "" if whole else part,
        "fields_to_fix": list(task.fields_to_fix),
        "errors_of_the_earlier_answer": list(task.feedback),
        "earlier_answer": previous,
    }


def _verdict_data(task: JudgeTask | ArbiterTask | BossTask | SummaryTask) -> dict[str, Any]:
    data: dict[str, Any] = {"document_class": task.doc_class, "extracted_fields": task.fields}
    if isinstance(task, ArbiterTask | BossTask) and task.judgement:
        data["judgement"] = task.judgement.model_dump(mode="json")
    if isinstance(task, BossTask):
        data |= {"conflicts": list(task.conflicts), "class_was_reassigned_before": task.reassigned}
    return data


def _values(fields: dict[str, Any]) -> list[str]:
    held = [item for value in fields.values() for item in (value if isinstance(value, list) else [value])]
    return [item for item in held if isinstance(item, str)]


def _question(task: AnswerTask) -> str:
    notes = "".join(f"\n- {note}" for note in task.feedback)
    told = f"\n\nNotes from an earlier attempt:{notes}" if notes else ""
    passages = "\n\n".join(
        f"Passage {passage.key}{f' ({passage.title})' if passage.title else ''}:\n{fenced(passage.text, 'PASSAGE')}"
        for passage in task.passages
    )
    return f"{_asked(task.question)}{told}\n\n{passages}"


def _asked(question: str) -> str:
    return f"Question:\n{fenced(question, 'QUESTION')}"


def _images(task: Any, agent: Agent) -> tuple[str, ...]:
    images = (task.image,) if isinstance(task, TranscribeTask) else getattr(task, "images", ())
    if agent.model.sees_images:
        return tuple(map(_data_uri, images))
    if isinstance(task, TranscribeTask):
        raise MailroomError(
            ErrorCode.PROVIDER_REFUSED,
            "a page image cannot be read",
            why=f"the model {agent.model.id} does not see images",
        )
    return ()


def _data_uri(image: bytes) -> str:
    kind = next((name for magic, name in _IMAGE_TYPES.items() if image.startswith(magic)), None)
    if kind is None:
        raise MailroomError(ErrorCode.PROVIDER_REFUSED, "an image is of no type that models take")
    return f"data:{kind};base64,{base64.b64encode(image).decode()}"
