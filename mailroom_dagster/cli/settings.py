"""docs/settings.md: every setting, generated from the policy's model and the lists here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from mailroom_dagster.configuration import ConfigModel
from mailroom_dagster.policy import MIB, Policy

FILES = (
    ("policy.yaml", "limits, bounds and intervals: below", "here"),
    ("taxonomy.yaml", "classes, their fields, their bars", "[classification](classification.md)"),
    ("marks.yaml", "what documents of a kind look like", "[classification](classification.md)"),
    ("agents.yaml", "who answers for each agent", "[providers](providers.md)"),
    ("providers.yaml", "where models answer, and what they cost", "[providers](providers.md)"),
    ("prompts/", "what a model is asked, by agent and class", "[providers](providers.md)"),
    ("questions.yaml", "how questions are understood", "[questions](questions.md)"),
    ("scoring.yaml", "escalation bands of the field scorers", "[evaluation](evaluation.md)"),
    ("datasets.yaml", "labelled documents for evaluation and training", "[evaluation](evaluation.md)"),
    ("evaluators/", "judges of finished runs in Langfuse", "[evaluation](evaluation.md)"),
)  # fmt: skip
VARIABLES = (
    ("MAILROOM_HOME", "the home: where everything of a mailroom lies; `var` when nothing is said"),
    ("MAILROOM_CONFIG", "the folder of configuration, in place of `config/`"),
    ("MAILROOM_MODELS", "the folder of trained models, in place of `models/`"),
    ("MAILROOM_CORPUS", "the folder of labelled documents that `config/datasets.yaml` names"),
    ("MAILROOM_PROVIDER", "who answers for every agent, whatever `agents.yaml` says"),
    ("MAILROOM_MODEL", "the model of every agent, whatever `agents.yaml` says"),
    ("…_API_KEY, …_BASE_URL", "key and address of a provider, as `providers.yaml` names them"),
    ("MAILROOM_OBJECTS", "an object store for documents, archive and catalog: `s3://bucket/prefix`"),
    ("AWS_…", "keys, region and endpoint of that store, as its library knows them"),
    ("MAILROOM_LEDGER_POSTGRES", "the URL of a database for the growing part of the ledger"),
    ("MAILROOM_LEDGER_KEYS", "the folder of the ledger's signing keys, in place of the home's"),
    ("MAILROOM_REVIEW_TOKEN", "the access token of the review page and the API, at least 16 characters"),
    ("FORWARDED_ALLOW_IPS", "the proxies in front of the review page that may name a client"),
    ("MAILROOM_WEBHOOK", "where alerts and failed runs are reported by HTTP"),
    ("OBSERVABILITY_PROVIDER", "where traces go: `auto`, `langfuse`, `otlp` or `none`"),
    ("OBSERVABILITY_ENVIRONMENT", "the environment that traces name; `live` when nothing is said"),
    ("LANGFUSE_…, OTEL_EXPORTER_OTLP_…", "keys and addresses of a tracing backend, as it defines them"),
    ("LOG_LEVEL, LOG_FORMAT, LOG_FILE", "logs: `INFO` and above, `pretty` or `json`, into a file"),
    ("TESSDATA_PREFIX", "where Tesseract's language data lie"),
    ("MAILROOM_CELERY_BROKER", "the URL of Redis, with `executor: celery`"),
    ("DAGSTER_HOME", "Dagster's instance; `dagster/` within the home when nothing is said"),
    ("DAGSTER_PG_URL", "the database of `deploy/dagster.postgres.yaml`"),
    ("DAGSTER_EVENT_BATCH_SIZE", "events stored at once; 0: one by one"),
)
_HEAD = """# Settings

Every file and variable that changes what the mailroom does. Copy `config/`, change the copy and name it in
`MAILROOM_CONFIG`; `mailroom doctor` says what is wrong in it. This page is generated from the code: the policy's part
from `mailroom_dagster/policy.py`.
"""


def settings_page() -> str:
    """The page as Markdown."""
    parts = [
        _HEAD,
        "## Files of `config/`",
        _table(("file", "holds", "told in"), [(f"`{name}`", holds, where) for name, holds, where in FILES]),
        "## `config/policy.yaml`",
        "Sizes are bytes, times are what the key says. What is not written there has the value given here; – is none.",
        *_sections(),
        "## Environment variables",
        _table(("variable", "says"), [(f"`{name}`", meaning) for name, meaning in VARIABLES]),
    ]
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _sections() -> Iterator[str]:
    fields = Policy.model_fields
    yield _settings({name: field for name, field in fields.items() if not isinstance(field.default, ConfigModel)})
    for name, field in fields.items():
        if isinstance(field.default, ConfigModel):
            section = type(field.default)
            yield f"### {name}"
            yield str(section.__doc__)
            yield _settings(section.model_fields)


def _settings(fields: dict[str, FieldInfo]) -> str:
    rows = [
        (f"`{name}`", _value(field.default), _allowed(field), str(field.description)) for name, field in fields.items()
    ]
    return _table(("key", "value", "allowed", "what it is"), rows)


def _value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, int) and not isinstance(value, bool) and value >= MIB and value % MIB == 0:
        return f"{value} ({value // MIB} MiB)"
    return f"`{json.dumps(value)}`" if isinstance(value, str | bool | tuple) else f"{value}"


def _allowed(field: FieldInfo) -> str:
    if get_origin(field.annotation) is Literal:
        return ", ".join(f"`{word}`" for word in get_args(field.annotation))
    signs = {"ge": "≥", "gt": ">", "le": "≤"}
    return ", ".join(f"{signs[n]} {getattr(rule, n)}" for rule in field.metadata for n in signs if hasattr(rule, n))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
