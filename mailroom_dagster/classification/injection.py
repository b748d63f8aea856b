"""Sentences in a document that tell a reading machine what to answer: found, reported, and taken out before sorting.

They are words of the document like any other, so they may be stored, shown and quoted; but no sorting agent is to read
them as orders. What this misses is caught by routing: an agent that the local evidence contradicts is not believed.
"""

from __future__ import annotations

import re

from mailroom_dagster.reading.model import DocumentText

LOOKED_AT = 20_000  # characters of each end of a document
LONGEST = 2_000  # characters of a sentence that are looked at

# An order needs one word of each of these: a cheap look before the patterns below.
_VERBS = ("ignore", "disregard", "forget", "override", "bypass")
_OBJECTS = ("instruction", "prompt", "rule", "direction", "guideline", "context")
_TRIGGERS = ("confidence", "certainty", "doc_", "doctype", "document class", "document type", "classif", "categori",
             "contract_subtype", "assistant:", "developer:", "developer mode", "im_start", "im_end", "<|", "_call",
             "language model", " ai ", " ai:", "you are now", "you must act")  # fmt: skip
_OF_SYSTEMS = ("system:", "system prompt", "system message", "system note", "system override", "<system")
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
    return "".join(sentence for sentence in _SENTENCE.findall(text) if not _is_order(sentence))


def addresses_machines(document: DocumentText) -> bool:
    """Whether the visible or hidden text tells a reading machine what to answer."""
    ends = document.text[:LOOKED_AT] + "\n" + document.text[-LOOKED_AT:]
    return any(_holds_orders(text) for text in (ends, *(part.text for part in document.hidden)))


def _holds_orders(text: str) -> bool:
    return _may_hold_orders(text) and any(map(_is_order, _SENTENCE.findall(text)))


def _is_order(sentence: str) -> bool:
    return _may_hold_orders(sentence) and _ORDERS.search(sentence[:LONGEST]) is not None


def _may_hold_orders(text: str) -> bool:
    lower = text.lower()
    if any(trigger in lower for trigger in _TRIGGERS):
        return True
    if "system" in lower and any(trigger in lower for trigger in _OF_SYSTEMS):
        return True
    return any(verb in lower for verb in _VERBS) and any(word in lower for word in _OBJECTS)
