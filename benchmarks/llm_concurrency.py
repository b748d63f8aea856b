"""How near the mailroom comes to the ideal when waiting for models is all that costs.

A fake model on loopback takes 2 s for every call; 64 documents go the whole way of the pipeline with `llm.concurrency`
16. The ideal is what the calls alone would take, 16 at a time, stage after stage. Aim: wall time ≤ 1.3 × ideal.
Run: python benchmarks/llm_concurrency.py [--documents 64] [--seconds 2]
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from mailroom_dagster.agents.contracts import SortTask
from mailroom_dagster.observability.logs import configure_logging
from mailroom_dagster.pipeline.mailroom import Mailroom, open_mailroom
from mailroom_dagster.pipeline.running import process_pending
from mailroom_dagster.providers.build import close_provider
from mailroom_dagster.providers.calls import logged_calls
from mailroom_dagster.reading.model import DocumentText, Page, PageSource
from mailroom_dagster.records.home import Home
from tests.faults.model_server import MODEL, Exchange, model_server

AIM = 1.3
TEXT = """SERVICE AGREEMENT No. {number}

This Service Agreement is made as of January 2, 2024 between Ada Analytics Ltd and Bob Bridges Inc.

1. Services. Ada Analytics Ltd shall deliver the services that are listed in Schedule {number}.
2. Governing law. This Agreement is governed by the laws of Ohio.
3. Termination. Either party may terminate this Agreement upon thirty days' written notice.

Signed: Ada Analytics Ltd, Bob Bridges Inc.
"""
SORTED = {
    "reasoning": "title, parties, mutual promises",
    "doc_class": "contract",
    "subtype": "service",
    "confidence": 0.99,
}
FIELDS = {
    "document_name": "SERVICE AGREEMENT",
    "parties": "Ada Analytics Ltd",
    "governing_law": "Ohio",
}
EXTRACTED = {
    "fields": {name: [{"value": value, "quote": value}] for name, value in FIELDS.items()},
    "confidence": 0.99,
}
JUDGED = {"findings": [], "reasoning": "all there", "score": 1.0, "label": "complete"}


def answer(body: dict[str, Any]) -> dict[str, Any]:
    """The good answer to whatever is asked."""
    asked = body["response_format"]["json_schema"]["schema"]["properties"]
    return SORTED if "doc_class" in asked else JUDGED if "label" in asked else EXTRACTED


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--documents", type=int, default=64)
    arguments.add_argument("--seconds", type=float, default=2.0)
    given = arguments.parse_args()
    configure_logging({"LOG_LEVEL": "WARNING"})
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    model = context.Process(target=_serve, args=(theirs, given.seconds), daemon=True)  # with a GIL of its own
    model.start()
    with tempfile.TemporaryDirectory() as folder:
        environ = {"MAILROOM_PROVIDER": "generic", "MAILROOM_MODEL": MODEL, "GENERIC_BASE_URL": ours.recv()}
        os.environ |= environ
        mailroom = open_mailroom(Home(Path(folder) / "home"))
        _run_pipeline(mailroom, Path(folder), range(-1, 0))  # so that the readers are up
        concurrency = mailroom.policy.llm.concurrency
        print(f"{given.documents} documents, {given.seconds:g} s a call, {concurrency} at a time")
        for name, measure in (("provider alone", _ask_provider), ("whole pipeline", _run_pipeline)):
            before, began = _calls(mailroom), time.perf_counter()
            measure(mailroom, Path(folder), range(given.documents))
            seconds = time.perf_counter() - began
            _report(name, seconds, _calls(mailroom) - before, given.seconds, concurrency)
        close_provider(mailroom.provider)
    model.kill()


def _serve(pipe: Connection, seconds: float) -> None:
    def slowly(exchange: Exchange) -> None:
        time.sleep(seconds)
        exchange.complete()

    with model_server(answer) as server:
        server.always(slowly)
        pipe.send(server.base_url)
        server.released.wait()


def _ask_provider(mailroom: Mailroom, folder: Path, numbers: range) -> None:
    """One sorting call a document, straight at the provider."""

    def sort(number: int) -> None:
        text = f"Agreement number {number}"
        page = Page(number=1, start=0, end=len(text), source=PageSource.TEXT_LAYER)
        document = DocumentText(text=text, pages=(page,), media_type="text/plain")
        mailroom.provider.answer(SortTask(doc_id=f"{number:016x}", document=document))

    with ThreadPoolExecutor(mailroom.policy.llm.concurrency) as pool:
        list(pool.map(sort, numbers))


def _run_pipeline(mailroom: Mailroom, folder: Path, numbers: range) -> None:
    """Everything from claiming to the archive, without an orchestrator."""
    paths = [folder / f"agreement{number}.txt" for number in numbers]
    for number, path in zip(numbers, paths, strict=True):
        path.write_text(TEXT.format(number=number))
    mailroom.intake.accept_files(paths, None, None)
    process_pending(mailroom)


def _calls(mailroom: Mailroom) -> Counter[str]:
    return Counter(row.role.value for row in logged_calls(mailroom.home) if row.role)


def _report(name: str, seconds: float, calls: Counter[str], seconds_a_call: float, concurrency: int) -> None:
    ideal = sum(math.ceil(count / concurrency) * seconds_a_call for count in calls.values())
    told = ", ".join(f"{count} {role}" for role, count in sorted(calls.items()))
    print(f"{name}: {seconds:.1f} s for {told}; ideal {ideal:.1f} s; ratio {seconds / ideal:.2f} (aim {AIM})")


if __name__ == "__main__":
    main()
