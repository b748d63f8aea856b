"""One file, several documents: told by how its pages begin."""

from __future__ import annotations

import pytest

from mailroom_dagster.classification.bundles import holds_several
from mailroom_dagster.reading.model import PAGE_BREAK, DocumentText, Page, PageSource
from tests.classification import samples


def paged(*texts: str) -> DocumentText:
    pages, start = [], 0
    for number, text in enumerate(texts, start=1):
        pages.append(Page(number=number, start=start, end=start + len(text), source=PageSource.TEXT_LAYER))
        start += len(text) + len(PAGE_BREAK)
    return DocumentText(text=PAGE_BREAK.join(texts), pages=tuple(pages), media_type="application/pdf")


def test_a_letter_a_contract_and_an_opinion_in_one_file_are_several() -> None:
    assert holds_several(paged(samples.LETTER, samples.NDA, samples.OPINION))


@pytest.mark.parametrize("text", samples.BY_CLASS.values(), ids=samples.BY_CLASS)
def test_a_document_with_plain_pages_after_it_is_one(text: str) -> None:
    assert not holds_several(paged(text, "continued on this page\n" * 8, "and on this one\n" * 8))
    assert not holds_several(paged(text))


def test_a_long_contract_with_a_form_of_letter_annexed_is_one() -> None:
    assert not holds_several(paged(samples.NDA, *["Section 4.\nmore terms\n"] * 5, samples.LETTER))
