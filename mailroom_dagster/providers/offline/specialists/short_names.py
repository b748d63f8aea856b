"""Short names of American cases: people by their last name, companies with one legal form, "United States".

Belongs here: which words of a party's name the short name keeps. Does not belong here: finding the parties
(`case_names`).
"""

from __future__ import annotations

import re

from mailroom_dagster.providers.offline.specialists.case_names import ENDS_IN_FORM, versus
from mailroom_dagster.providers.offline.specialists.common import word_set
from mailroom_dagster.providers.offline.specialists.given_names import GIVEN_NAMES
from mailroom_dagster.providers.offline.specialists.places import AMERICAN_STATE

_CUTS = (
    re.compile(
        r"(?<=\b(?:COMPANY|Company)),?\s+(?:Inc|INC|L\.?L\.?C|Ltd|LTD)\b\.?$|(?<=\bCo\.),\s+Inc\.$|"
        r"(?<=\bCO\.),\s+INC\.$"
    ),
    re.compile(r"(?<=^COMMISSIONER) OF INTERNAL REVENUE$|(?<=^UNITED STATES) OF AMERICA$", re.IGNORECASE),
    re.compile(rf"(?<=^STATE) OF {AMERICAN_STATE}$|(?<=^PEOPLE) OF THE STATE OF {AMERICAN_STATE}$", re.IGNORECASE),
    re.compile(r"^the (?=(?:state|people)$)", re.IGNORECASE),
)
_PROSECUTES = re.compile(rf"(?:people|state|commonwealth|united states)(?: of {AMERICAN_STATE})?", re.IGNORECASE)
_NAME_WORD = re.compile(r"[A-Z]\.?|(?:[A-Z][a-z]?[’']?)?[A-Z][A-Za-z’'-]+\.?|de|la|van|von|der|del")
_GENERATION = re.compile(r"\b(?:Jr|Sr|II|III|IV|M\.?D|Esq|Ph\.?D)\b\.?$", re.IGNORECASE)
_ORGANISATION_WORDS = word_set(
    "bank university association county city state states united national international fund trust board school "
    "hospital church department district commission union society insurance group services systems holdings partners "
    "industries enterprises railway railroad authority agency estate commissioner secretary chapel center"
)


def title_of(first: str, sign: str, second: str) -> str:
    """The short name of a case between two parties; a British one ("v") keeps the parties' whole names."""
    if sign == "v":
        return versus(first, sign, second)
    ahead = short_party(first)
    return versus(ahead, sign, short_party(second, accused=_PROSECUTES.fullmatch(ahead) is not None))


def short_party(name: str, *, accused: bool = False) -> str:
    """A party as American case names have it: "Janet T. Mills" is "Mills". Who is `accused` is mostly a person."""
    for cut in _CUTS:
        name = cut.sub("", name)
    if not _is_person(name, accused):
        return name
    from nameparser import HumanName

    last = str(HumanName(name).last)
    return last if len(last) > 1 and last in name else name


def _is_person(name: str, accused: bool) -> bool:
    words = name.replace(",", " ").split()
    if not 2 <= len(words) <= 5 or not all(_NAME_WORD.fullmatch(word) for word in words):
        return False
    plain = [word.strip(".").casefold() for word in words]
    is_company = ENDS_IN_FORM.search(name) and not _GENERATION.search(name)
    if is_company or _ORGANISATION_WORDS & set(plain):
        return False
    return accused or plain[0] in GIVEN_NAMES or any(len(word) == 1 for word in plain[:-1])
