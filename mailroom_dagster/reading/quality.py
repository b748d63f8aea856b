"""How readable a text is, in numbers: broken characters, likely words, known words; and the language they suggest.

Belongs here: judging text, whatever it came from. Does not belong here: what to do about it (`readers.pdf`, routing).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

PAGE_SAMPLE = 1_200  # characters to judge a page by
LANGUAGE_SAMPLE = 8_000  # characters to tell a language by
MIN_TOKENS = 20  # fewer tokens say nothing about words
GARBLED_BELOW = 0.5  # quality of a text layer under which OCR is asked

_BROKEN = re.compile("[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1f\x7f-\x9f]|\\(cid:\\d{1,5}\\)")
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[A-Za-zÀ-ɏ]{2,}")
_LINK_LENGTH = 30  # characters without a space: addresses and keys are no words
_LINK = re.compile(rf"\S{{{_LINK_LENGTH},}}")
_EDGES = "\"'“”‘’()[].,;:!?"
_PLAIN_WORD = re.compile(r"[\"'“‘(\[]*(?:[A-ZÀ-Þ]?[a-zß-ÿ'’-]{3,}|[A-ZÀ-Þ'’-]{4,})[\"'”’)\].,;:!?]*")
_VOWEL = re.compile(r"[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]")
_CONSONANT_RUN = re.compile(r"[bcdfghjklmnpqrstvwxz]{6}")
_SYMBOL = re.compile(r"[^\w\s.,;:()\[\]'\"’‘“”$€£%&/@*#+=<>|!?§•·°©®™…–—_-]")
_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
)
_COMMON: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the of and to in a is that for on with as by or be this shall any at not from are it was an which will",
        "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus",
        "fr": "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont aux",
        "es": "de la que el en y a los se del las un por con no una su para es al lo como más o este sus",
        "it": "di e il la che in un a per è una sono con non del si da come le dei nel alla più al della",
        "nl": "de het een van en in is dat op te zijn met voor niet aan er om ook als dan bij door uit worden wordt",
        "pt": "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao",
    }.items()
}


@dataclass
class Quality:
    """0..1, what lowered it, and the shares it rests on."""

    score: float = 1.0
    reasons: list[str] = field(default_factory=list)
    numbers: dict[str, float] = field(default_factory=dict)

    def lower(self, reason: str, by: float) -> None:
        """Take `by` off the score and say why; nothing when it is not positive."""
        if by > 0:
            self.score = round(max(self.score - by, 0.0), 3)
            self.reasons.append(reason)


def judge(text: str) -> Quality:
    """The quality of a page's text, from a sample of it."""
    sample = _sample(text)
    visible = max(len(sample) - sample.count(" ") - sample.count("\n") - sample.count("\t"), 1)
    broken = sum(map(len, _BROKEN.findall(sample))) / visible
    symbols = len(_SYMBOL.findall(sample)) / visible
    quality = Quality(numbers={"broken_share": round(broken, 4), "symbol_share": round(symbols, 4)})
    quality.lower("broken_characters", broken * 5 if broken > 0.005 else 0)
    quality.lower("many_symbols", (symbols - 0.15) * 2)
    words = [token for token in _TOKEN.findall(_without_links(sample)) if len(token) > 5 or not token.isupper()]
    if len(words) >= MIN_TOKENS:
        share = sum(map(could_be_word, words)) / len(words)
        quality.numbers["word_share"] = round(share, 4)
        quality.lower("unlikely_words", (0.8 - share) * 2)
    return quality


def _without_links(text: str) -> str:
    return _LINK.sub(" ", text) if max(map(len, text.split()), default=0) >= _LINK_LENGTH else text


def word_weight(text: str) -> int:
    """How much a text looks like words: letters of likely words, less what single letters speak against it."""
    tokens = text.split()
    likely = sum(len(token) for token in tokens if _PLAIN_WORD.fullmatch(token) and could_be_word(token.strip(_EDGES)))
    return likely - 4 * sum(len(token) == 1 and token.isalpha() for token in tokens)


def _sample(text: str) -> str:
    """All of a short text, five pieces of a long one."""
    if len(text) <= PAGE_SAMPLE:
        return text
    return "\n".join(text[start : start + PAGE_SAMPLE // 5] for start in range(0, len(text), len(text) // 5 + 1))


@lru_cache(maxsize=100_000)
def could_be_word(token: str) -> bool:
    """Whether a token has a vowel, no long run of consonants and no more letters than words have."""
    lower = token.lower()
    return len(lower) <= 25 and bool(_VOWEL.search(lower)) and not _CONSONANT_RUN.search(lower)


def language_of(text: str) -> str | None:
    """ISO 639-1 of the language whose script or commonest words the text has; None when it cannot be told."""
    sample = text[:LANGUAGE_SAMPLE]
    letters = sum(map(len, _WORD.findall(sample)))
    for language, pattern in () if sample.isascii() else _SCRIPTS:
        if len(pattern.findall(sample)) > (0.1 if language == "ja" else 0.4) * max(letters, 1):
            return language
    tokens = (token for token in _WORD.findall(sample) if len(token) > 2 or not token.isupper())  # "DE" is a code
    counts = Counter(token.lower() for token in tokens)
    votes = {language: sum(counts[word] for word in words) for language, words in _COMMON.items()}
    best = max(votes, key=lambda language: votes[language])
    return best if votes[best] >= max(2, 0.1 * counts.total()) else None
