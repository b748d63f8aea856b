"""Names of people, companies, courts and places: cleaned for showing, keyed for comparing.

Belongs here: safe, closed normalisation. A legal form is dropped from a key only when a name remains, so that
"Trust" and "Holdings" never become equal. Legal forms come from cleanco.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import cleanco

_DEFINED_TERM = re.compile(
    r"\s*,?\s*[(\[]\s*(?:(?:hereinafter|herein|collectively|together|individually|each|referred to as|the|as|a|an|and|"
    r"or|called|known)\b[\s,]*)*[\"“”'‘’][^()\[\]]*[)\]]?\s*$",
    re.IGNORECASE,
)
_MAILBOX = re.compile(r"(?<=\S)\s*<[^<>\s]*@[^<>\s]*>\s*$")
_SIDES = re.compile(r"\s+vs?\.?\s+|^(?:In re|Appeal of):?\s+", re.IGNORECASE)
_EDGES = ' \t\n\r\f\u00a0,;:"“”*_|'


def clean_name(words: str) -> str | None:
    """The name as people write it: white space flattened; quotes, a mail address or defined term after it removed."""
    flat = " ".join(words.split())
    kept = _DEFINED_TERM.sub("", _MAILBOX.sub("", flat)).strip(_EDGES)
    return kept if any(sign.isalnum() for sign in kept) else None


def sides_of(name: str) -> list[str]:
    """The names that the short name of a case puts together ("A v. B", "In re A"); any other name by itself."""
    return [side for side in _SIDES.split(name) if side]


@lru_cache(maxsize=4096)
def base_name(name: str) -> str:
    """The name without its legal form; the whole name when nothing else would remain."""
    base = str(cleanco.basename(name))
    return base if any(sign.isalnum() for sign in base) else name


def legal_form(name: str) -> str | None:
    """The legal form at the end of a company's name ("Inc.", "GmbH"), as written; None without one."""
    base = base_name(name)
    rest = name[len(base) :].strip(" ,()") if name.startswith(base) else ""
    return rest or None


def name_key(name: str) -> str:
    """What makes two names the same: no case, accents, punctuation, leading article or legal form."""
    flat = unicodedata.normalize("NFKD", base_name(name))
    letters = "".join(sign for sign in flat if not unicodedata.combining(sign)).casefold()
    tokens = re.sub(r"[^\w]+", " ", letters.replace("&", " and ").replace("'", "").replace("’", "")).split()
    if len(tokens) > 1 and tokens[0] == "the":
        tokens = tokens[1:]
    return " ".join(tokens)
