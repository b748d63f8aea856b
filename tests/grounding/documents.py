"""Documents for grounding tests."""

from __future__ import annotations

from mailroom_dagster.reading.model import PAGE_BREAK, DocumentText, Page, PageSource, WordBoxes


def document(*pages: str) -> DocumentText:
    """A document of these pages."""
    made, start = [], 0
    for number, text in enumerate(pages, start=1):
        made.append(Page(number=number, start=start, end=start + len(text), source=PageSource.TEXT_LAYER))
        start += len(text) + len(PAGE_BREAK)
    return DocumentText(text=PAGE_BREAK.join(pages), pages=tuple(made), media_type="text/plain")


def boxes_of(text: DocumentText) -> WordBoxes:
    """Boxes as a page of 10-point lines and 5-point letters would have them."""
    starts, ends, pages, boxes = [], [], [], []
    for page in text.pages:
        x = y = 0.0
        word_start = None
        for offset in range(page.start, page.end + 1):
            sign = text.text[offset] if offset < page.end else " "
            if sign.isspace():
                if word_start is not None:
                    starts.append(word_start)
                    ends.append(offset)
                    pages.append(page.number)
                    boxes.append((x - 5 * (offset - word_start), y, x, y + 10))
                    word_start = None
                x, y = (0.0, y + 12) if sign == "\n" else (x + 5, y)
            else:
                word_start = offset if word_start is None else word_start
                x += 5
    return WordBoxes(starts=tuple(starts), ends=tuple(ends), pages=tuple(pages), boxes=tuple(boxes))
