"""A transformer in the fast path's slot, by configuration: any sequence classifier exported to ONNX.

Belongs here: loading `models/transformer/` (model.onnx, tokenizer.json, settings.json) and answering. It is an extra:
when a library or file is missing there is no fast path, and a document that is too long or makes the model fail is
sorted in full. It never answers on a part of a document.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import Field

from mailroom_dagster.classification.fast_path import FastVerdict
from mailroom_dagster.classification.language import is_foreign
from mailroom_dagster.classification.subtypes import subtype_of
from mailroom_dagster.classification.view import quick_view
from mailroom_dagster.classification.words import softmax
from mailroom_dagster.configuration import ConfigModel, load_fitted
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.taxonomy.model import Taxonomy

FOLDER = "transformer"
_log = logging.getLogger(__name__)


class TransformerSettings(ConfigModel):
    """settings.json: the classes in the order of the model's outputs, `unknown` last; the temperature of its logits."""

    classes: list[str] = Field(min_length=2)
    max_tokens: int = Field(8192, ge=1)
    temperature: float = Field(1.0, gt=0)


@dataclass(frozen=True)
class TransformerPath:
    """`encode` gives token ids of a text, `run` the logits of token ids."""

    settings: TransformerSettings
    taxonomy: Taxonomy
    encode: Callable[[str], list[int]]
    run: Callable[[list[int]], Sequence[float]]

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes it was trained on, `unknown` last."""
        return tuple(self.settings.classes)

    @classmethod
    def load(cls, models: Path, taxonomy: Taxonomy) -> TransformerPath | None:
        """The model of `models`/transformer; None when a file or library is missing. Raises bad_config."""
        folder = models / FOLDER
        step = "write it as docs/classification.md says, or set classification.fast_path to linear"
        settings = load_fitted(folder / "settings.json", TransformerSettings, "the transformer's settings", step)
        if settings is None:
            _log.warning("no transformer in the fast path: settings.json is missing")
            return None
        try:
            encode, run = _open(folder)
        except Exception as error:  # whatever these libraries raise on a missing or broken file
            _log.warning("no transformer in the fast path: %s", type(error).__name__)
            return None
        return cls(settings, taxonomy, encode, run)

    def sort(self, document: DocumentText) -> FastVerdict | None:
        """Sort one document; None: it has to be sorted in full."""
        if is_foreign(document):
            return None
        try:
            tokens = self.encode(document.text)
            if len(tokens) > self.settings.max_tokens:
                return None
            probabilities = softmax(np.array(self.run(tokens), dtype=float) / self.settings.temperature)
        except Exception as error:  # a model may fail in any way; the sorter does not depend on it
            _log.warning("the transformer failed: %s", type(error).__name__)
            return None
        order = np.argsort(-probabilities)
        best = self.settings.classes[order[0]]
        margin = round(float(probabilities[order[0]] - probabilities[order[1]]), 4)
        confidence = round(float(probabilities[order[0]]), 4)
        subtype = subtype_of(quick_view(document), best, self.taxonomy)
        return FastVerdict(best, subtype, confidence, margin, ("transformer",), {"margin": margin})


def _open(folder: Path) -> tuple[Callable[[str], list[int]], Callable[[list[int]], Sequence[float]]]:
    tokenizer: Any = importlib.import_module("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
    runtime: Any = importlib.import_module("onnxruntime")
    session = runtime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])
    wanted = {item.name for item in session.get_inputs()}

    def run(tokens: list[int]) -> Sequence[float]:
        ids = np.array([tokens], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        logits: Sequence[float] = session.run(None, {name: inputs[name] for name in wanted})[0][0]
        return logits

    return lambda text: list(tokenizer.encode(text).ids), run
