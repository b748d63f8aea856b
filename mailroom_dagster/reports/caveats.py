"""What a reader should know before relying on a report, as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from mailroom_dagster.reading.model import DocumentText, PageSource
from mailroom_dagster.records.model import ExtractionRecord, VerdictRecord
from mailroom_dagster.taxonomy.model import DocumentClass

LOW_QUALITY = 0.8  # text quality, 0..1, under which a reader is told


def caveats_of(
    spec: DocumentClass, document: DocumentText, extraction: ExtractionRecord, verdict: VerdictRecord
) -> list[str]:
    """The arbiter's caveats, then what reading, extraction and review left open; each once."""
    found = [*verdict.caveats, *_of_reading(document), *_of_extraction(spec, extraction)]
    return list(dict.fromkeys(found))


def title_of(name: str) -> str:
    """A field's name as people read it."""
    return name.replace("_", " ").capitalize()


def _of_reading(document: DocumentText) -> Iterator[str]:
    unread = [page.number for page in document.pages if page.source is PageSource.UNREAD]
    if unread:
        yield f"Pages without readable text: {_listed(unread)}."
    recognised = [page.number for page in document.pages if page.source in (PageSource.OCR, PageSource.VISION)]
    if recognised:
        yield f"Read from images, so letters may be wrong: pages {_listed(recognised)}."
    if document.quality < LOW_QUALITY:
        yield f"The text is of low quality ({document.quality:.2f})."
    if document.hidden:
        yield f"The file holds hidden text that was kept apart ({len(document.hidden)} passages)."
    for note in document.notes:
        yield f"{note.message.rstrip('.')}{f' (page {note.page})' if note.page else ''}."


def _of_extraction(spec: DocumentClass, extraction: ExtractionRecord) -> Iterator[str]:
    for name, reasons in extraction.cleared.items():
        yield f"{title_of(name)}: {len(reasons)} proposed value(s) refused for want of evidence."
    stated = [name for name, field in extraction.fields.items() if any(item.stated_by for item in field.values)]
    if stated:
        yield f"Stated by a reviewer, not read from the document: {', '.join(map(title_of, stated))}."
    missing = [name for name, field in spec.fields.items() if field.required and name not in extraction.fields]
    if missing:
        yield f"Not found although a {spec.label} should state it: {', '.join(map(title_of, missing))}."
    for conflict in extraction.conflicts:
        yield f"Conflict with the matter's archive: {conflict}."


def _listed(numbers: list[int]) -> str:
    """Page numbers with runs drawn together: 1, 3–5."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
