"""Words that speak to a machine instead of a person, and letters that pretend to be others.

Belongs here: noticing; the text itself is never changed for it. What follows from a note is for routing and people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_WINDOW = 120  # characters before and after a keyword in which its pattern must match
_REACH = 400  # a stretch extends to the sentence's or line's border, but no further than this

_ORDERS = re.compile(
    r"(?i)\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,30}"
    r"\b(?:previous|prior|above|earlier|preceding|your|system)\b[^.\n]{0,20}"
    r"\b(?:instructions?|prompts?|rules|guidelines|directions)\b"
)
_ROLE = re.compile(
    r"(?i)\b(?:as|you are|you're|act as)\s+(?:now\s+)?(?:the\s+|an?\s+)(?:\w+\s+)?"
    r"(?:ai|language model|llm|chatbot|classifier|assistant (?:reading|that|who|processing))\b"
)
_TO_AI = re.compile(r"(?i)\b(?:note|message|instructions?) (?:to|for) (?:the |any |all )?ai\b")
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (  # a rare word in lower case, and what must stand around it
    ("instruction", _ORDERS),
    ("prompt", _ORDERS),
    ("rules", _ORDERS),
    ("guidelines", _ORDERS),
    ("directions", _ORDERS),
    ("system prompt", re.compile(r"(?i)system prompts?\b")),
    ("language model", _ROLE),
    ("assistant", _ROLE),
    ("classifier", _ROLE),
    ("llm", _ROLE),
    (" ai", _ROLE),
    (" ai", _TO_AI),
    ("you are now", re.compile(r"(?i)\byou are now (?:in \w+ mode|an? |the )")),
    ("this document as", re.compile(r"(?i)\b(?:classify|label|categori[sz]e|mark|treat) this document as\b")),
    ("this file as", re.compile(r"(?i)\b(?:classify|label|categori[sz]e|mark|treat) this file as\b")),
    ("<|", re.compile(r"<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>")),
    ("inst]", re.compile(r"\[/?INST\]")),
    ("<<sys", re.compile(r"<<SYS>>")),
    ("<tool_call", re.compile(r"<tool_call>[^\n]*")),
    ("<function_call", re.compile(r"<function_call>[^\n]*")),
    ('"doc_class"', re.compile(r'\{\s*"doc_class"\s*:')),
    ('"arguments"', re.compile(r'\{\s*"name"\s*:\s*"\w+"\s*,\s*"arguments"')),
    ("api key", re.compile(r"(?i)\b(?:reveal|print|output|send|list) [^.\n]{0,40}\bapi keys?\b")),
    ("respond with", re.compile(r"(?i)\brespond (?:only )?with (?:the )?(?:following )?json\b")),
)  # fmt: skip
_MIXED_WORD = re.compile(r"\b(?=\w*[A-Za-z])(?=\w*[\u0391-\u03ce\u0400-\u04ff])[^\W\d_]{3,}\b")
_NOT_LATIN = re.compile("[\u0391-\u03ce\u0400-\u04ff]")
_BORDER = re.compile(r"[.!?](?=\s)|\n")


def suspect_stretches(text: str) -> list[tuple[int, int]]:
    """Where `text` addresses a machine: the sentence or line around such words, ends exclusive, in order."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(_stretch(text, *span) for span in _spans(text)):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _spans(text: str) -> Iterator[tuple[int, int]]:
    lower = text.lower() if len(text.lower()) == len(text) else text  # a few letters change their number
    for word, pattern in _PATTERNS:
        place = lower.find(word)
        while place >= 0:
            match = pattern.search(text, max(0, place - _WINDOW), place + len(word) + _WINDOW)
            if match:
                yield match.span()
            place = lower.find(word, max(place + len(word), match.end() if match else 0))


def _stretch(text: str, start: int, end: int) -> tuple[int, int]:
    before = max(text.rfind(mark, max(0, start - _REACH), start) for mark in ("\n", ". ", "! ", "? "))
    after = _BORDER.search(text, end, end + _REACH)
    return (before + 1 if before >= 0 else start), (after.end() if after else end)


def mixed_script_words(text: str) -> int:
    """How many words mix Latin with Greek or Cyrillic letters, as no language does."""
    return len(_MIXED_WORD.findall(text)) if _NOT_LATIN.search(text) else 0
