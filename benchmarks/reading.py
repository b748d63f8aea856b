"""How fast the readers are, beside plain PyMuPDF text extraction of the same files, and what isolation costs.

Run: `python -m benchmarks.reading [--corpus FOLDER] [--repeat N]`. Times by type are CPU seconds, each the best of N
runs, so that a busy machine does not blur them; the pool beside plain extraction is timed by the clock, in turn.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pymupdf

from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.model import Reading
from mailroom_dagster.reading.pool import ReaderPool, ReadJob
from mailroom_dagster.reading.readers import read_file
from mailroom_dagster.reading.sandbox import enter

NO_OCR = ReadingPolicy(ocr=False)


def best_cpu_seconds(work: Callable[[], object], repeat: int) -> float:
    """CPU seconds of the quickest of `repeat` runs."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def plain_text(path: Path) -> int:
    """What a bare script would do: every page's text."""
    with pymupdf.open(path) as document:
        return sum(len(page.get_text()) for page in document)


def by_type(files: list[Path], repeat: int) -> dict[str, dict[str, float]]:
    """Documents, pages, pages a CPU second, and for PDFs the ratio to plain extraction."""
    groups: dict[str, list[Path]] = defaultdict(list)
    for path in files:
        groups[path.suffix.lower().lstrip(".")].append(path)
    table = {}
    for kind, members in sorted(groups.items()):
        pages = sum(len(read_file(path, path.name, NO_OCR).document.pages) for path in members)
        seconds = best_cpu_seconds(lambda of=members: [read_file(path, path.name, NO_OCR) for path in of], repeat)  # type: ignore[misc]
        table[kind] = {"documents": len(members), "pages": pages, "pages_per_cpu_second": round(pages / seconds, 1)}
        if kind == "pdf":
            plain = best_cpu_seconds(lambda of=members: [plain_text(path) for path in of], repeat)  # type: ignore[misc]
            table[kind] |= {"plain_pages_per_cpu_second": round(pages / plain, 1), "ratio": round(seconds / plain, 2)}
    return table


def side_by_side(pdfs: list[Path], repeat: int) -> dict[str, float]:
    """Wall seconds for the PDFs in turn: plain extraction in this process, and a warm pool of a worker a core."""
    jobs = [ReadJob(str(number), path, path.name) for number, path in enumerate(pdfs)]
    plain, pooled = [], []
    with ReaderPool(NO_OCR.model_copy(update={"workers": os.cpu_count() or 1})) as pool:
        for _ in range(repeat + 1):
            start = time.perf_counter()
            for path in pdfs:
                plain_text(path)
            plain.append(time.perf_counter() - start)
            start = time.perf_counter()
            assert all(isinstance(outcome, Reading) for _, outcome in pool.read_many(jobs))
            pooled.append(time.perf_counter() - start)
    ratios = sorted(ours / theirs for ours, theirs in zip(pooled[1:], plain[1:], strict=True))  # the first warms up
    return {
        "plain_s": round(min(plain[1:]), 2),
        "pool_s": round(min(pooled[1:]), 2),
        "ratio_lowest": round(ratios[0], 2),
        "ratio_median": round(ratios[len(ratios) // 2], 2),
        "ratio_highest": round(ratios[-1], 2),
    }


def in_worker(path: Path) -> dict[str, float]:
    """Peak memory and CPU of reading one file in a process of its own, limits set as in the pool."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        enter(NO_OCR.max_memory, NO_OCR.max_file_bytes, None)
        start = time.process_time()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        read_file(path, path.name, NO_OCR)
        usage = resource.getrusage(resource.RUSAGE_SELF)
        figures = {
            "peak_mb": usage.ru_maxrss // 1024,
            "before_mb": before // 1024,
            "cpu_s": time.process_time() - start,
        }
        os.write(writer, json.dumps(figures).encode())
        os._exit(0)
    os.waitpid(child, 0)
    return {name: round(value, 2) for name, value in json.loads(os.read(reader, 1000)).items()}


def long_documents(folder: Path) -> dict[str, dict[str, float]]:
    """A PDF of 2,000 pages and a text of 50 MB."""
    line = "The tenant shall pay the rent on the first day of each month to the landlord or its agent. "
    pdf, text = folder / "2000.pdf", folder / "50mb.txt"
    with pymupdf.open() as document:
        for number in range(2000):
            document.new_page().insert_textbox((72, 72, 540, 760), f"Page {number}. " + line * 28, fontsize=10)
        document.save(pdf)
    text.write_text((line + "\n") * (50_000_000 // (len(line) + 1)))
    return {"pdf_2000_pages": in_worker(pdf), "text_50_mb": in_worker(text)}


def isolation(files: list[Path]) -> dict[str, float]:
    """Wall seconds for many small files: in this process, and through a pool of one worker with its start."""
    start = time.perf_counter()
    for path in files:
        read_file(path, path.name, NO_OCR)
    here = time.perf_counter() - start
    jobs = [ReadJob(str(number), path, path.name) for number, path in enumerate(files)]
    start = time.perf_counter()
    with ReaderPool(NO_OCR.model_copy(update={"workers": 1})) as pool:
        read = [outcome for _, outcome in pool.read_many(jobs)]
        first = time.perf_counter() - start
        again = [outcome for _, outcome in pool.read_many(jobs)]
        warm = time.perf_counter() - start - first
    assert all(isinstance(outcome, Reading) for outcome in read + again)
    return {
        "files": len(files),
        "in_process_ms_a_file": round(1000 * here / len(files), 1),
        "pool_ms_a_file": round(1000 * warm / len(files), 1),
        "start_of_pool_s": round(first - warm, 2),
    }


def main() -> None:
    """Print everything as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    default = os.environ.get("MAILROOM_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus")
    parser.add_argument("--corpus", type=Path, default=Path(default))
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    with (options.corpus / "pilot" / "labels.csv").open(encoding="utf-8", newline="") as labels:
        files = [options.corpus / "pilot" / row["path"] for row in csv.DictReader(labels)]
    small = [path for path in files if path.stat().st_size < 50_000 and path.suffix != ".pdf"]
    with tempfile.TemporaryDirectory() as folder:
        figures = {
            "by_type": by_type(files, options.repeat),
            "pdf_wall_seconds": side_by_side([path for path in files if path.suffix == ".pdf"], options.repeat),
            "long_documents": long_documents(Path(folder)),
            "isolation": isolation(small),
        }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
