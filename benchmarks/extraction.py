"""How fast documents are extracted offline, by class and length, and whether cost grows with length alone.

    python benchmarks/extraction.py [--repeats 3] [--json]

Documents are made up: a head with the class's fields, then prose with dates, amounts and citations up to the length.
Times are CPU seconds of one core, so that other work on the machine does not count. `growth` is the cost of a
character in the longest document over that in the 30,000-character one (1.0 is linear).
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from typing import Any

from mailroom_dagster.extraction.extractor import Extractor
from mailroom_dagster.policy import Policy
from mailroom_dagster.providers.base import Identity, Reply
from mailroom_dagster.providers.offline.provider import OfflineProvider
from mailroom_dagster.reading.model import PAGE_BREAK, DocumentText, Page, PageSource, WordBoxes
from mailroom_dagster.taxonomy.model import load_taxonomy

LENGTHS = (3_000, 30_000, 300_000, 1_000_000)  # characters
PAGE_LENGTH = 3_000

HEADS = {
    "contract": "SERVICES AGREEMENT\n\nThis Services Agreement (the “Agreement”) is made as of January 13, 2026 "
    "between Acme Robotics, Inc., a Delaware corporation, and Borealis Ltd.\n\n1. Term. The term is two (2) years.\n\n"
    "2. Governing Law. This Agreement is governed by the laws of the State of Delaware.",
    "corporate_record": "ACME ROBOTICS, INC.\n\nMINUTES OF THE MEETING OF THE BOARD OF DIRECTORS\n\n"
    "January 13, 2026\n\nRESOLVED, that the budget is approved.\n\n/s/ Jane Doe, Secretary",
    "due_diligence": "Security Assessment of Acme Gateway\n\nPrepared by: Borealis Audit\nDate: January 13, 2026\n\n"
    "Findings\n\nThe gateway logs every request.\n\nRisks\n\nKeys are not rotated.",
    "correspondence": "From: Jane Doe <jane@acme.example>\nTo: John Roe <john@borealis.example>\n"
    "Date: Tue, 13 Jan 2026 10:22:01 +0000\nSubject: Notice of default\n\nDear John,\n\nPlease pay $1,250 by Friday.",
    "compliance_filing": "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n\nFORM 10-K\n\n"
    "For the fiscal year ended December 31, 2025\n\nCommission file number 001-12345\n\nACME ROBOTICS, INC.\n"
    "(Exact name of registrant as specified in its charter)",
    "court_opinion": "UNITED STATES DISTRICT COURT\nDISTRICT OF DELAWARE\n\nACME ROBOTICS, INC., Plaintiff,\nv.\n"
    "BOREALIS LTD., Defendant.\n\nNo. 1:25-cv-00123\n\nJanuary 13, 2026\n\nOPINION\n\nThe motion is denied.",
    "insurance_claim": "CLAIM REPORT\n\nClaim Number: PA-12345\nPolicy Number: HO-7788\nInsurer: Northern Mutual\n"
    "Insured: Jane Doe\nDate of Loss: January 13, 2026\nAmount Claimed: $12,500.00\n\nA pipe burst in the kitchen.",
}
PROSE = (
    "The parties met again on March {day}, 2025 and agreed that a further sum of ${sum},000 is payable within "
    "thirty (30) days, unless the board resolves otherwise. Neither side may assign its rights without consent.",
    "In Smith v. Jones, {volume} U.S. {page} (1985), the Court held that notice must be given in writing. The lower "
    "court saw no reason to depart from that rule, and we see none.",
    "Section {page} sets out how records are kept, who may inspect them, and for how long. Nothing in it limits the "
    "duty to answer a lawful request in good time.",
)


class Timed:
    """The offline provider with a clock beside it."""

    name = "offline"
    sees_images = False

    def __init__(self, inner: OfflineProvider) -> None:
        self._inner = inner
        self.seconds = 0.0

    def identity(self, role: Any) -> Identity:
        return self._inner.identity(role)

    def answer(self, task: Any) -> Reply[Any]:
        start = time.process_time()
        try:
            return self._inner.answer(task)
        finally:
            self.seconds += time.process_time() - start


def document_of(doc_class: str, length: int) -> DocumentText:
    """A made-up document of a class, cut into pages."""
    text = "\n\n".join([HEADS[doc_class], *_prose(length - len(HEADS[doc_class]))])[:length]
    texts = [text[start : start + PAGE_LENGTH] for start in range(0, len(text), PAGE_LENGTH)]
    pages, start = [], 0
    for number, piece in enumerate(texts, start=1):
        pages.append(Page(number=number, start=start, end=start + len(piece), source=PageSource.TEXT_LAYER))
        start += len(piece) + len(PAGE_BREAK)
    return DocumentText(text=PAGE_BREAK.join(texts), pages=tuple(pages), media_type="text/plain")


def _prose(length: int) -> Iterator[str]:
    number = 0
    while length > 0:
        paragraph = PROSE[number % len(PROSE)].format(
            day=number % 28 + 1, sum=number % 900 + 1, volume=number % 400 + 100, page=number % 800 + 1
        )
        yield paragraph
        length -= len(paragraph) + 2
        number += 1


def measure(doc_class: str, length: int, repeats: int) -> dict[str, Any]:
    """Median seconds for one document, and how much of them the specialist took."""
    taxonomy = load_taxonomy()
    provider = Timed(OfflineProvider(taxonomy))
    extractor = Extractor(taxonomy, Policy(), provider)
    document = document_of(doc_class, length)
    totals, answers, attempts = [], [], 0
    for _ in range(repeats + 1):
        provider.seconds = 0.0
        start = time.process_time()
        attempts = extractor.extract("0" * 16, document, WordBoxes(), doc_class).attempts
        totals.append(time.process_time() - start)
        answers.append(provider.seconds)
    seconds = statistics.median(totals[1:])  # the first run loads data files
    specialist = statistics.median(answers[1:])
    return {
        "class": doc_class,
        "characters": length,
        "attempts": attempts,
        "seconds": seconds,
        "documents_per_second": 1 / seconds,
        "seconds_besides_specialist": seconds - specialist,
        "microseconds_per_character": seconds / length * 1e6,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [measure(doc_class, length, given.repeats) for doc_class in HEADS for length in LENGTHS]
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    print(f"{'class':18}{'characters':>11}{'docs/s':>9}{'ms':>9}{'ms besides':>12}{'µs/char':>9}{'attempts':>9}")
    for row in rows:
        print(
            f"{row['class']:18}{row['characters']:>11,}{row['documents_per_second']:>9.1f}"
            f"{row['seconds'] * 1e3:>9.1f}{row['seconds_besides_specialist'] * 1e3:>12.1f}"
            f"{row['microseconds_per_character']:>9.2f}{row['attempts']:>9}"
        )
    for doc_class in HEADS:
        cost = {row["characters"]: row["microseconds_per_character"] for row in rows if row["class"] == doc_class}
        print(f"growth {doc_class}: {cost[LENGTHS[-1]] / cost[LENGTHS[1]]:.2f}")


if __name__ == "__main__":
    main()
