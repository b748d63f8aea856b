"""Sentences in a document that tell a reading machine what to answer: found, reported, and taken out before sorting.

They are words of the document like any other, so they may be stored, shown and quoted; but no sorting agent is to read
them as orders. What this misses is caught by routing: an agent that the local evidence contradicts is not believed.
"""

from __future__ import annotations

import re

from mailroom_dagster.reading.model import DocumentText

LOOKED_AT = 20_000  # characters of each end of a document

_TRIGGERS = ("instruction", "prompt", "confidence", "disregard", "ignore", "you are", "you must", "system", "assistant",
             "classif", "doc_type", "doc_class", "im_start", "tool_call", "note to ai", "language model")  # fmt: skip
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:previous|prior|above|all|earlier|other|your|any)\b"
    r".{0,60}\b(?:instruction|prompt|rule|direction|guideline|context)"
    r"|\b(?:classify|label|categori[sz]e|sort|file|treat|mark|output|return|answer|respond)\b.{0,60}"
    r"\b(?:as|with|class|confidence)\b.{0,80}"
    r"\b(?:confidence|class|category|document type|doc_?type|doc_?class|certainty)\b"
    r"|\b(?:classify|categori[sz]e) (?:this|the|it)\b.{0,40}\bas\b"
    r"|\b(?:confidence|certainty)\b ?(?:score|level)? ?(?:[:=]|of|is|to|at)? ?[\"']?(?:1\.0|0?\.9\d*|9\d ?%|100 ?%|1\b)"
    r"|\b(?:doc_?type|doc_?class|document class|contract_subtype)\b ?[\"']? ?(?:[:=]|is|to)"
    r"|^\W*(?:system|assistant|developer|note to ai|ai)\b ?(?:prompt|message|note|instruction|override)?\W{0,3}:"
    r"|\byou (?:are|must act as) (?:now )?(?:an?|the|in) "
    r"(?:ai|assistant|language model|classifier|sorter|helpful|unrestricted|developer mode)\b"
    r"|<\|?/?(?:im_start|im_end|system|tool_call|function_call|assistant)\b"
    r"|\b(?:as an ai|language model|ai (?:assistant|model|reviewer|system)s?)\b.{0,80}"
    r"\b(?:must|should|shall|please|ignore|approve|classify)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^\n.!?]*(?:[.!?](?=\S)[^\n.!?]*)*[.!?]*[ \t]*\n?")


def without_instructions(text: str) -> str:
    """The text without sentences that tell a reading machine what to answer. Linear in the text's length."""
    if not _may_hold_orders(text):
        return text
    return "".join(sentence for sentence in _SENTENCE.findall(text) if not _ORDERS.search(sentence[:2_000]))


def addresses_machines(document: DocumentText) -> bool:
    """Whether the visible or hidden text tells a reading machine what to answer."""
    ends = document.text[:LOOKED_AT] + "\n" + document.text[-LOOKED_AT:]
    return any(_holds_orders(text) for text in (ends, *(part.text for part in document.hidden)))


def _holds_orders(text: str) -> bool:
    return _may_hold_orders(text) and any(_ORDERS.search(line[:2_000]) for line in _SENTENCE.findall(text))


def _may_hold_orders(text: str) -> bool:
    lower = text.lower()
    return any(trigger in lower for trigger in _TRIGGERS)
