"""What keeps a number honest: fitting on train only, no truth in prompts, no training document in a test.

Belongs here: the guards themselves. They refuse with evaluation_refused, or report; they never repair.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from mailroom_dagster.classification.training.training import MANIFEST_FILE
from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.evaluation.datasets import Dataset, Sample, Split, Tier, Truth
from mailroom_dagster.providers.base import Identity, Provider, Reply
from mailroom_dagster.scoring.score import as_values
from mailroom_dagster.scoring.tokens import contains_run, tokens

DISTINCT_CHARACTERS = 8  # shorter truth values occur anywhere
TELLING_TOKENS = 3  # so many tokens in a row name one thing


def require_train(samples: Iterable[Sample]) -> None:
    """Refuse to fit, calibrate or tune on anything but the train split. Raises evaluation_refused."""
    strangers = sorted({sample.split for sample in samples} - {Split.TRAIN})
    if strangers:
        raise MailroomError(
            ErrorCode.EVALUATION_REFUSED,
            "only the train split may be fitted on",
            why=f"split {', '.join(strangers)} was handed in",
        )


class Overlap(BaseModel):
    """Documents of a sample that a model was trained on. `state` is `unknown` when no manifest tells."""

    model_config = ConfigDict(frozen=True)

    state: Literal["ok", "overlap", "unknown"]
    names: tuple[str, ...] = ()


def trained_on(folder: Path) -> frozenset[str] | None:
    """sha256 of the documents that the fast path of a models folder was trained on; None when nothing tells."""
    try:
        manifest = json.loads((folder / MANIFEST_FILE).read_bytes())
        return frozenset(str(item["sha256"]) for item in manifest["documents"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def overlap(samples: Iterable[Sample], trained_on: Collection[str] | None) -> Overlap:
    """Which samples have bytes (sha256) that the fast-path model was trained on: recorded as a warning."""
    if trained_on is None:
        return Overlap(state="unknown")
    names = tuple(sample.name for sample in samples if sample.sha256 in trained_on)
    return Overlap(state="overlap" if names else "ok", names=names)


@dataclass(frozen=True)
class Leak:
    """A truth value that a request gave away: of which sample and which field. Never the value itself."""

    sample: str
    field: str


class _Secret(NamedTuple):
    leak: Leak
    run: tuple[str, ...]

    @property
    def telling(self) -> bool:
        """Whether it gives its sample away alone; two words may also be a common term, such as a form's name."""
        return len(self.run) >= TELLING_TOKENS


class LeakGuard:
    """Knows what must not stand in a request: file names that tell the class, and values that only the truth has."""

    def __init__(self, dataset: Dataset) -> None:
        self._secrets = _secrets([dataset.truth_of(sample) for sample in dataset.samples.values()])

    def leaks(self, request: str) -> list[Leak]:
        """Every secret that a request holds; a short one counts beside another of its sample.

        The document's own text is no part of a request.
        """
        words = tokens(request.replace("_", " "))
        held = set(words)
        found = [item for item in self._secrets if set(item.run) <= held and contains_run(words, item.run)]
        counts = Counter(item.leak.sample for item in found)
        return [item.leak for item in found if item.telling or counts[item.leak.sample] > 1]

    def require_clean(self, requests: Mapping[str, Iterable[str]]) -> None:
        """Refuse a run whose recorded requests (name -> texts) give truth away. Raises evaluation_refused."""
        found = [
            f"{where}: {leak.field} of {leak.sample}"
            for where, texts in requests.items()
            for text in texts
            for leak in self.leaks(text)
        ]
        if found:
            raise MailroomError(
                ErrorCode.EVALUATION_REFUSED, "truth stands in a request", why="; ".join(sorted(set(found))[:5])
            )


def _secrets(truths: Sequence[Truth]) -> list[_Secret]:
    """What would give a sample away: values of one sample alone, long enough not to occur by chance."""
    found = [secret for truth in truths for secret in _secrets_of(truth)]
    owners = defaultdict(set)
    for item in found:
        owners[item.run].add(item.leak.sample)
    return [item for item in found if len(item.run) > 1 and len(owners[item.run]) == 1]


def _secrets_of(truth: Truth) -> Iterator[_Secret]:
    yield _Secret(Leak(truth.name, "file_name"), tuple(tokens(Path(truth.file_name).stem.replace("_", " "))))
    for field, value in truth.fields.items():
        if value.tier is not Tier.CATEGORY:
            for text in as_values(value.value):
                if len(text) >= DISTINCT_CHARACTERS:
                    yield _Secret(Leak(truth.name, field), tuple(tokens(text)))


class RecordingProvider:
    """A provider that remembers every request without the document's text, for the leak guard."""

    def __init__(self, inner: Provider) -> None:
        self._inner = inner
        self.name = inner.name
        self.sees_images = inner.sees_images
        self._requests: dict[str, list[str]] = defaultdict(list)

    def identity(self, role: Any) -> Identity:
        """Who answers for a role."""
        return self._inner.identity(role)

    def answer(self, task: Any) -> Reply[Any]:
        """Answer, and keep what was asked. Earlier answers and the validator's words come from the document."""
        shown = task.model_dump(mode="json", exclude={"document", "previous", "feedback", "fields", "judgement"})
        self._requests[task.doc_id].append(json.dumps(shown, ensure_ascii=False))
        return self._inner.answer(task)

    def requests_of(self, doc_id: str) -> list[str]:
        """What was asked about one document."""
        return self._requests[doc_id]
