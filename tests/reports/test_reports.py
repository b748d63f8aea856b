"""A report says what the records say, shows where, and lets nobody's words become markup."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mailroom_dagster.grounding import Span, evidence_of
from mailroom_dagster.reading.model import DocumentText, Note, Page, PageSource, WordBoxes
from mailroom_dagster.records.model import (
    ClassificationRecord,
    Decision,
    ExtractedField,
    ExtractionRecord,
    FieldValue,
    Manifest,
    TextRecord,
    VerdictRecord,
)
from mailroom_dagster.reports import Report, build_report
from mailroom_dagster.reports.escaping import escaped, plain
from mailroom_dagster.taxonomy.model import load_taxonomy

HOSTILE = (
    "<script>alert(1)</script>|[x](javascript:alert(1)) ![i](http://e.vil/x.png) *b* `c`\n"
    "# h www.e.vil a@e.vil \u202egpj"
)
TEXT = f"AGREEMENT\n\nbetween Acme {HOSTILE} and Borealis Ltd. made January 13, 2026."
COMMON = {"doc_id": "d" * 16, "fingerprint": "f", "code_version": "1"}


def value(text: str, quote: str, canonical: str | None = None) -> FieldValue:
    document = document_of(text)
    start = text.index(quote)
    evidence = evidence_of(document, WordBoxes(), Span(start, start + len(quote)))
    return FieldValue(value=canonical or " ".join(quote.split()), words=quote, evidence=evidence)


def document_of(text: str, **more: object) -> DocumentText:
    pages = (Page(number=1, start=0, end=len(text), source=PageSource.TEXT_LAYER),)
    return DocumentText(text=text, pages=pages, media_type="text/plain").model_copy(update=more)


def report(
    name: str = HOSTILE, document: DocumentText | None = None, decided_by: str = "extract", **extraction: object
) -> Report:
    fields = {
        "agreement_date": ExtractedField(
            name="agreement_date", values=(value(TEXT, "January 13, 2026", "2026-01-13"),)
        ),
        "parties": ExtractedField(
            name="parties", many=True, values=(value(TEXT, f"Acme {HOSTILE}"), value(TEXT, "Borealis Ltd."))
        ),
    }
    decision = Decision(gate="extract", rule="confident", to="report", reason="the confidence reaches the bar")
    return build_report(
        load_taxonomy(),
        Manifest(
            doc_id="d" * 16,
            partition_key="k",
            file_name="f",
            original_name=name,
            sha256="a" * 64,
            bytes=9,
            matter_id="M|1",
        ),
        TextRecord(**COMMON, document=document or document_of(TEXT)),
        ClassificationRecord(**COMMON, doc_class="contract", subtype="service", confidence=0.97, decided_by="sorter"),
        ExtractionRecord(
            **COMMON,
            doc_class="contract",
            subtype="service",
            confidence=0.91,
            provider="offline",
            model="rules-1",
            decisions=(decision,),
            **{"fields": fields, **extraction},
        ),
        VerdictRecord(**COMMON, accepted=True, decided_by=decided_by, caveats=("Check <this>.",)),
    )


def test_machines_get_every_field_with_quote_and_page_and_null_for_absent() -> None:
    content = json.loads(json.dumps(report().content))
    assert list(content["fields"]) == list(load_taxonomy().classes["contract"].fields)
    date = content["fields"]["agreement_date"]
    assert date["value"] == "2026-01-13"
    [evidence] = date["values"][0]["evidence"]
    assert (evidence["page"], evidence["quote"]) == (1, "January 13, 2026")
    assert TEXT[evidence["start"] : evidence["end"]] == evidence["quote"]
    assert content["fields"]["governing_law"] == {"type": "name", "many": False, "value": None, "values": []}
    assert content["decisions"][0]["rule"] == "confident"


def test_people_get_value_quote_page_gaps_caveats_and_decisions() -> None:
    text = report(name="msa.pdf").markdown
    assert "# msa.pdf" in text
    assert "**Contract / Agreement – service**" in text
    assert "| Agreement date | 2026-01-13 | p. 1: “January 13, 2026” |" in text
    assert "- Borealis Ltd. (p. 1)" in text
    assert "## Not stated\n\nDocument name, Effective date" in text
    assert "- Check &lt;this&gt;." in text
    assert "1. extract: the confidence reaches the bar → report (confident, routing)" in text


@pytest.mark.parametrize(
    ("decided_by", "said"),
    [
        ("extract", "Accepted without a judge, the fields being sure enough; confidence in the class 97 %"),
        ("arbiter", "Accepted by the arbiter;"),
        ("person:Grace Hopper", "Accepted by Grace Hopper;"),
    ],
)
def test_people_are_told_who_accepted_the_fields(decided_by: str, said: str) -> None:
    assert said in report(decided_by=decided_by).markdown


def test_an_extraction_without_fields_is_still_reported() -> None:
    made = report(fields={})
    assert "What it says" not in made.markdown
    assert "Not found although a Contract / Agreement should state it: Parties." in made.content["caveats"]


def test_what_reading_and_grounding_left_open_is_said() -> None:
    pages = tuple(
        Page(number=number, start=0, end=0, source=source)
        for number, source in enumerate(
            [PageSource.TEXT_LAYER, PageSource.UNREAD, PageSource.UNREAD, PageSource.OCR], start=1
        )
    )
    document = document_of(TEXT, pages=pages, quality=0.6, notes=(Note(code="x", message="A note.", page=4),))
    stated = ExtractedField(name="court", values=(FieldValue(value="v", words="v", stated_by="A. Reviewer"),))
    made = report(document=document, cleared={"governing_law": ["no evidence"]}, fields={"document_name": stated})
    assert made.content["caveats"] == [
        "Check <this>.",
        "Pages without readable text: 2–3.",
        "Read from images, so letters may be wrong: pages 4.",
        "The text is of low quality (0.60).",
        "A note (page 4).",
        "Governing law: 1 proposed value(s) refused for want of evidence.",
        "Stated by a reviewer, not read from the document: Document name.",
        "Not found although a Contract / Agreement should state it: Parties.",
    ]
    assert "stated by A. Reviewer" in made.markdown


def test_the_same_records_give_the_same_report() -> None:
    assert report() == report()


def inline_kinds(markdown: str) -> set[str]:
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    return {child.type for token in tokens for child in token.children or []} | {
        token.type for token in tokens if token.type == "html_block"
    }


def test_hostile_names_and_values_become_no_markup() -> None:
    text = report().markdown
    assert inline_kinds(text) <= {"text", "text_special", "strong_open", "strong_close", "code_inline", "softbreak"}
    for live in ("<script", "http://", "www.e", "a@e", "\u202e"):
        assert live not in text
    rendered = MarkdownIt("commonmark").enable("table").render(text)
    assert rendered.count("<table>") == 1
    assert rendered.count("<tr>") == 2


@given(st.text(max_size=80))
def test_escaped_words_are_shown_letter_by_letter(words: str) -> None:
    [_, inline, _] = MarkdownIt("commonmark").parse(f"x{escaped(words)}x")
    assert {child.type for child in inline.children or []} <= {"text", "text_special"}
    shown = "".join(child.content for child in inline.children or [])
    assert shown == f"x{plain(words)}x"


@pytest.mark.parametrize(("words", "limit", "shown"), [("abcdef", 4, "abc…"), ("abc", 4, "abc"), ("a\nb", None, "a b")])
def test_words_are_flattened_and_cut(words: str, limit: int | None, shown: str) -> None:
    assert escaped(words, limit) == shown
