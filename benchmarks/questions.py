"""How fast sections are indexed and found, beside raw tantivy.

    python benchmarks/questions.py [--sections 100000] [--json]

Sections are made up from a fixed vocabulary, ten to a document. Indexing is timed as a whole with its commit; a query
is retrieval with all signals, without reading records. Wall-clock seconds.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import tantivy

from mailroom_dagster.questions.decompose import decompose
from mailroom_dagster.questions.index import Entry, SectionIndex
from mailroom_dagster.questions.model import Section
from mailroom_dagster.questions.retrieve import Retriever
from mailroom_dagster.questions.vocabulary import load_vocabulary
from mailroom_dagster.storage import Disk

TITLES = ("Payment Terms", "Termination", "Governing Law", "Confidentiality", "Indemnification")
WORDS = str.split(
    "the supplier shall pay each invoice within thirty days of receipt and notice to terminate law of state party "
    "confidential information claim loss policy amount fee royalty license patent order court date term renewal"
)
WORDS_A_SECTION, SECTIONS_A_DOCUMENT, QUERIES = 80, 10, 50


def entries(count: int) -> Iterator[Entry]:
    """`count` sections in documents of ten."""
    chance = random.Random(42)
    for number in range(count // SECTIONS_A_DOCUMENT):
        doc_id, name = f"{number:016x}", f"Company{number} Holdings"
        sections = []
        for place in range(SECTIONS_A_DOCUMENT):
            text = f"{name} " + " ".join(chance.choices(WORDS, k=WORDS_A_SECTION))
            title = TITLES[place % len(TITLES)]
            sections.append(
                Section(doc_id=doc_id, number=place, title=title, page=1, start=0, end=len(text), text=text)
            )
        yield Entry(doc_id, doc_id, name, name, ("M-1",), sections)


def raw(folder: Path, made: list[Entry]) -> float:
    """Seconds that tantivy alone takes for the same texts."""
    builder = tantivy.SchemaBuilder()
    for field in ("title", "text"):
        builder.add_text_field(field, stored=True, tokenizer_name="en_stem")
    index = tantivy.Index(builder.build(), path=str(folder))
    began = time.perf_counter()
    writer = index.writer(64 * 1024 * 1024, 1)
    for entry in made:
        for section in entry.sections:
            writer.add_document(tantivy.Document(title=section.title, text=section.text))
    writer.commit()
    writer.wait_merging_threads()
    return time.perf_counter() - began


def measure(count: int) -> dict[str, float]:
    """Sections a second, and the median and 95th percentile of a query in milliseconds."""
    made = list(entries(count))
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "raw").mkdir()
        alone = raw(Path(place) / "raw", made)
        index = SectionIndex(Path(place) / "ours", Disk())
        began = time.perf_counter()
        index.update(made)
        ours = time.perf_counter() - began
        vocabulary = load_vocabulary()
        retriever, times = Retriever(index, vocabulary, lambda doc_id: {}), []
        for number in range(QUERIES):
            parts = decompose(f"Which law governs the agreement of Company{number} Holdings?", vocabulary)
            began = time.perf_counter()
            retriever.retrieve(parts)
            times.append(1000 * (time.perf_counter() - began))
    return {
        "sections": count,
        "sections_a_second": round(count / ours),
        "raw_sections_a_second": round(count / alone),
        "query_ms_median": round(statistics.median(times), 1),
        "query_ms_p95": round(statistics.quantiles(times, n=20)[-1], 1),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sections", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options.sections)
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
