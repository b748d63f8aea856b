"""Where configuration lives and how a YAML file, or a fitted model's JSON file, becomes a checked model.

A file that is not valid gives one error that lists every problem with its line. Nothing is read at import.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from mailroom_dagster.errors import ErrorCode, MailroomError

M = TypeVar("M", bound=BaseModel)
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same, ten times faster where libyaml is there


class ConfigModel(BaseModel):
    """Base of every configuration model: frozen; an unknown key or a number without end is a problem, not a silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def config_dir() -> Path:
    """`MAILROOM_CONFIG`, else the checkout's config/, else the copy packed into the wheel."""
    if named := os.environ.get("MAILROOM_CONFIG"):
        return Path(named)
    return _beside_or_packed("config")


def models_dir() -> Path:
    """The folder of trained models: `MAILROOM_MODELS`, else the checkout's models/, else the packed copy."""
    if named := os.environ.get("MAILROOM_MODELS"):
        return Path(named)
    return _beside_or_packed("models")


def samples_dir() -> Path:
    """The bundled sample documents, in the checkout or in the wheel."""
    return _beside_or_packed("samples")


def checkout_dir() -> Path:
    """The folder that holds the package: the checkout, when it is installed editable."""
    return Path(__file__).resolve().parent.parent


def _beside_or_packed(name: str) -> Path:
    beside = checkout_dir() / name
    packed = Path(__file__).resolve().parent / "_packed" / name
    return packed if packed.is_dir() else beside


def load_yaml(path: Path, model: type[M]) -> M:
    """Read and check one YAML file. Raises bad_config with every problem and its line."""
    try:
        text = path.read_text(encoding="utf-8")
        root = yaml.compose(text, Loader=_Loader)
        data = yaml.load(text, Loader=_Loader)  # noqa: S506 a safe loader
    except OSError as error:
        raise MailroomError(ErrorCode.BAD_CONFIG, "a configuration file cannot be read", where=str(path)) from error
    except (yaml.YAMLError, ValueError) as error:  # not UTF-8, a date that is none, a number of a thousand digits
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", "") or "not valid YAML"
        raise MailroomError(ErrorCode.BAD_CONFIG, f"{path.name}{line}: {problem}", where=str(path)) from error
    if twice := _named_twice(root):
        raise _bad(path, [(key.start_mark.line + 1, f"{key.value} stands there already") for key in twice])
    try:
        return model.model_validate(data if data is not None else {})
    except ValidationError as error:
        raise _bad(path, [(_line_of(root, item["loc"]), _sentence(item)) for item in error.errors()]) from error


def load_fitted(path: Path, model: type[M], what: str, next_step: str) -> M | None:
    """What was fitted, from its JSON file; None without a file. Raises bad_config with every problem."""
    try:
        return model.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        problems = map(_sentence, error.errors()) if isinstance(error, ValidationError) else [str(error.strerror)]
        message, why = f"{what} cannot be used", "; ".join(problems)
        raise MailroomError(ErrorCode.BAD_CONFIG, message, where=str(path), why=why, next_step=next_step) from error


def _bad(path: Path, problems: list[tuple[int, str]]) -> MailroomError:
    listed = "; ".join(f"line {line}: {sentence}" for line, sentence in sorted(problems))
    return MailroomError(
        ErrorCode.BAD_CONFIG, f"{len(problems)} problem(s) in {path.name}", where=str(path), why=listed
    )


def _named_twice(root: yaml.Node | None) -> list[yaml.ScalarNode]:
    """The keys that their mapping has already: YAML would silently let the last one win."""
    found: list[yaml.ScalarNode] = []
    waiting, met = [root], set()
    while waiting:
        node = waiting.pop()
        if not isinstance(node, yaml.CollectionNode) or id(node) in met:
            continue
        met.add(id(node))  # anchors: a node can be met again, also within itself
        if isinstance(node, yaml.MappingNode):
            names = [key.value for key, _ in node.value]
            found += [key for number, (key, _) in enumerate(node.value) if key.value in names[:number]]
            waiting += [value for _, value in node.value]
        else:
            waiting += node.value
    return found


def _sentence(item: Any) -> str:
    place = ".".join(str(part) for part in item["loc"]) or "the file"
    return f"{place}: {item['msg']}"


def _line_of(node: yaml.Node | None, location: tuple[int | str, ...]) -> int:
    """The line (from 1) of the deepest part of `location` that the file has."""
    line = node.start_mark.line + 1 if node else 1
    for part in location:
        child = _child(node, part)
        if child is None:
            break
        key, node = child
        line = key.start_mark.line + 1
    return line


def _child(node: yaml.Node | None, part: int | str) -> tuple[yaml.Node, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        return next(((key, value) for key, value in node.value if key.value == str(part)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        return node.value[part], node.value[part]
    return None
