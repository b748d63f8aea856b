"""Jurisdictions as legal prose names them: states, provinces, countries.

Belongs here: reading the place that begins at a known offset. Which place governs or forms something is the
specialists' knowledge. Text has single blanks (`common.Flat`).
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.common import word_set

AMERICAN_STATE = (
    r"(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawai[‘'’]?i|Idaho|"
    r"Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|"
    r"Missouri|"
    r"Montana|Nebraska|Nevada|New\s(?:Hampshire|Jersey|Mexico|York)|(?:North|South)\s(?:Carolina|Dakota)|Ohio|Oklahoma|"
    r"Oregon|Pennsylvania|Puerto\sRico|Rhode\sIsland|Tennessee|Texas|Utah|Vermont|(?:West\s)?Virginia|Washington|"
    r"Wisconsin|"
    r"Wyoming|Guam|(?:the\s)?Virgin\sIslands|(?:the\s)?Northern\sMariana\sIslands|(?:the\s)?District\sof\sColumbia)"
)
"""A pattern (case to be ignored) for the name of a state or territory of the United States."""

_STATES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois"
    "|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri"
    "|Montana"
    "|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon"
    "|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington"
    "|West Virginia|Wisconsin|Wyoming|District of Columbia|Puerto Rico"
    "|Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Ontario"
    "|Prince Edward Island"
    "|Quebec|Québec|Saskatchewan|New South Wales|Victoria|Queensland|Western Australia|South Australia"
    "|England and Wales|England & Wales|England|Scotland|Northern Ireland|Hong Kong|Bermuda|Cayman Islands"
    "|British Virgin Islands|Marshall Islands|Singapore|Switzerland|Ireland|Germany|France|Japan|Israel|India|Canada"
    "|Australia|New Zealand|Sweden|Norway|Denmark|Finland|Spain|Italy|Belgium|Austria|Luxembourg|Mexico|Brazil|China"
)
_KNOWN = re.compile(rf"(?:{_STATES})\b", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:the |The |THE |respective |internal |domestic |applicable )*")
_STATE_OF = re.compile(
    r"(?:state|commonwealth|province|territory|federal republic|people[’']s republic|republic|kingdom|united kingdom"
    r"|principality|grand duchy|sovereign state|special administrative region)s? of ",
    re.IGNORECASE,
)
_COUNTRY = re.compile(
    r"(?:United States(?: of America)?|U\.S\.A?\.?|United Kingdom|Netherlands|People[’']s Republic of China|PRC"
    r"|Republic of"
    r" [A-Z]\w+(?: (?!(?:without|and|with|applicable|as|for|which|shall|excluding|in|or)\b)[A-Z]\w+)?"
    r"|Kingdom of [A-Z]\w+|Federal Republic of [A-Z]\w+)(?![\w])",
    re.IGNORECASE,
)
_OTHER = re.compile(r"[A-Z][\w’-]+(?: [A-Z][\w’-]+){0,2}")
_NO_PLACE = word_set(
    "the this that such any each state states country jurisdiction jurisdictions laws law party parties agreement"
    " section without and or company seller buyer licensor licensee contract nature god land its federal applicable"
    " exhibit"
)
_SMALL = word_set("and of the")
_MAX_WORDS = 6  # more is a description ("the state in which the shop is located")


def read_place(text: str, start: int) -> tuple[int, int] | None:
    """The span of the place that begins at `start`, without "the State of" before it; None when no place does."""
    start = _skip(_ARTICLE, text, start)
    if country := _COUNTRY.match(text, start):
        return country.span()
    behind = _skip(_ARTICLE, text, _skip(_STATE_OF, text, start))
    if known := _KNOWN.match(text, behind):
        return known.span()
    other = _OTHER.match(text, behind)
    if other and not any(word.casefold() in _NO_PLACE for word in other.group().split()):
        return other.span()
    return None


def place_name(words: str) -> str:
    """The place in ordinary letter case ("NEW YORK" -> "New York")."""
    if not words.isupper() or len(words) <= 4 or len(words.split()) > _MAX_WORDS:
        return words
    return " ".join(word if word in _SMALL else word.capitalize() for word in words.casefold().split())


def _skip(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position
