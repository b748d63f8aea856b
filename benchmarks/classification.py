"""How fast the fast path sorts, on one core, beside a plain scikit-learn pipeline; how long its model takes to load.

    python -m benchmarks.classification [--documents 210] [--rounds 5] [--json FILE]

Documents are made up, 20,000 characters each. The plain pipeline (TF-IDF of words and pairs, logistic regression) is
fitted on the texts written for this project and looks at whole documents; beside it stands the same pipeline over the
part that the fast path looks at. Figures are documents a CPU second, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from threadpoolctl import threadpool_limits

from benchmarks.extraction import HEADS, document_of
from benchmarks.measuring import interleaved, report, spread
from mailroom_dagster.classification.evaluate import sort_whole
from mailroom_dagster.classification.fast_path import FastPath
from mailroom_dagster.classification.labelled import handwritten
from mailroom_dagster.classification.marks import load_marks
from mailroom_dagster.classification.sorting import Sorter
from mailroom_dagster.classification.view import QUICK_HEAD, QUICK_TAIL
from mailroom_dagster.configuration import models_dir
from mailroom_dagster.policy import Policy
from mailroom_dagster.providers.offline.provider import OfflineProvider
from mailroom_dagster.reading.model import DocumentText
from mailroom_dagster.reading.quality import language_of
from mailroom_dagster.taxonomy.model import load_taxonomy

CHARACTERS = 20_000
SIZES = (2_000, 200_000, 1_000_000)


def cpu_seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def documents_of(count: int, characters: int) -> list[DocumentText]:
    """Made-up documents of all classes in turn, no two alike, with their language told as the reader does."""
    heads = list(HEADS)
    made = [document_of(heads[number % len(heads)], characters - number % 97) for number in range(count)]
    return [
        item.model_copy(update={"text": f"No. {number}\n{item.text}", "language": language_of(item.text)})
        for number, item in enumerate(made)
    ]


def plain_pipeline() -> Pipeline:
    """What one would write with scikit-learn in three lines."""
    rows = handwritten(models_dir())
    pipeline = make_pipeline(TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True), LogisticRegression(max_iter=200))
    return pipeline.fit([row.document.text for row in rows], [row.doc_class for row in rows])


def load() -> FastPath:
    """The shipped model with its marks, from disk."""
    load_marks.cache_clear()
    model = FastPath.load(models_dir())
    assert model is not None
    return model


def measure(count: int, rounds: int) -> dict[str, Any]:
    """Documents a CPU second of every way, and seconds to load, with their spread."""
    documents, model, plain = documents_of(count, CHARACTERS), load(), plain_pipeline()
    texts = [document.text for document in documents]
    ends = [text[:QUICK_HEAD] + text[-QUICK_TAIL:] for text in texts]
    taxonomy = load_taxonomy()
    sorter = Sorter(taxonomy, Policy(), OfflineProvider(taxonomy), model)
    ways: dict[str, Callable[[], object]] = {
        "fast_path": lambda: [model.sort(document) for document in documents],
        "whole_sorter": lambda: [sort_whole(sorter, "doc", document) for document in documents],
        "plain_scikit_learn": lambda: [plain.predict_proba([text]) for text in texts],
        "plain_scikit_learn_same_part": lambda: [plain.predict_proba([text]) for text in ends],
    }
    rates = interleaved({name: _rate(way, count) for name, way in ways.items()}, rounds)
    found: dict[str, Any] = {name: spread(figures, 0) for name, figures in rates.items()}
    found["load_seconds"] = spread([cpu_seconds(load) for _ in range(rounds)], 3)
    found["fast_path_by_size"] = {size: _at_size(model, size, rounds) for size in SIZES}
    return found


def _rate(way: Callable[[], object], count: int) -> Callable[[], float]:
    return lambda: count / cpu_seconds(way)


def _at_size(model: FastPath, size: int, rounds: int) -> dict[str, float]:
    some: Sequence[DocumentText] = documents_of(len(HEADS), size)
    return spread([len(some) / cpu_seconds(lambda: [model.sort(item) for item in some]) for _ in range(rounds)], 0)


def rows_of(found: dict[str, Any]) -> list[list[object]]:
    """The figures as a table."""
    sizes = {f"fast_path, {size:,} characters": figures for size, figures in found["fast_path_by_size"].items()}
    figures = {name: item for name, item in found.items() if name != "fast_path_by_size"} | sizes
    head: list[object] = ["documents a CPU second", "median", "low", "high", "rounds"]
    return [head, *([name, item["median"], item["low"], item["high"], item["n"]] for name, item in figures.items())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=210)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with threadpool_limits(limits=1):
        found = measure(given.documents, given.rounds)
    report(found, rows_of(found), given.json)


if __name__ == "__main__":
    main()
