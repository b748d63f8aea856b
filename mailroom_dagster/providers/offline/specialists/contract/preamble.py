"""The preamble of a contract: where it begins and ends, the parties it names and what it calls them.

Belongs here: the grammar of "… by and between X, a Delaware corporation (“Supplier”), and Y …" and its relatives.
Does not belong here: parties named elsewhere (`parties`), dates (`dates`). Works on text with single blanks
(`common.Flat`); all offsets are offsets into that text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from mailroom_dagster.providers.offline.specialists.common import word_set
from mailroom_dagster.providers.offline.specialists.naming import has_form, is_hard_form, read_name

_MAX_CANDIDATES = 40
_MAX_PARTIES = 24
_REACH = 1200  # characters that one party's description may take

_BETWEEN = re.compile(
    r"\b(?:by and between|by and among|by, between and among|by and amongst|between and among|by between|between|among"
    r"|amongst)\b:? ?|\bparties:? (?=\(?[1a][).] )"
    r"|\b(?:made|entered into|executed|given|delivered|granted|dated)\b[^.;]{0,90}? by (?=[A-Z“\"])",
    re.IGNORECASE,
)
_INSTRUMENT = re.compile(
    r"\b(?:agreement|contract|lease|amendment|memorandum|deed|addendum|indenture|nda|undertaking|settlement|guaranty"
    r"|license|licence|plan of merger|statement of work|terms|letter|assignment|supplement|understanding)\b",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(r"\b(?:this|dated|made|entered|effective|executed|as of|concluded)\b", re.IGNORECASE)
_OTHER_INSTRUMENT = re.compile(
    r"(?:\b(?:that certain|pursuant to|under (?:the|that|an?)|terms of|means|referred to in|as defined in|provisions of"
    r"|party to|parties to)\b|[”\"] (?:means|shall mean))[^.]{0,120}$",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(
    r"(?:[,;:&.–—-]|\b(?:and|AND|And|or)\b(?! between\b| among\b)|\b(?:by and )?between\b|\bamong\b"
    r"|\bon the (?:one|other|first|second) (?:hand|part)\b"
    r"|\bparty of the (?:first|second|third) part\b|\b(?:made and )?(?:in favor of|for the benefit of|with)\b"
    r"|\(?(?:\d{1,2}|[a-h]|[A-H]|i{1,3}|iv|v)[.)](?= )|\((?:the )?(?:first|second) part(?:y)?\)|M/[Ss]\.?(?= )"
    r"|[“\"]|\s)+",
)
_EVENT = re.compile(
    r"(?P<paren>\()"
    r"|(?P<stop>\b(?:WHEREAS|Whereas|RECITALS?|Recitals|WITNESSETH|Witnesseth|W ?I ?T ?N ?E ?S ?S|BACKGROUND|Background"
    r"|PRELIMINARY|NOW,? THEREFORE|In consideration|IN CONSIDERATION|hereby agrees?|agree (?:as follows|that)"
    r"|sets? forth"
    r"|is made|is entered|are entering|(?i:the parties|each an? [“\"]party|individually,? (?:as )?an? [“\"]))\b)"
    r"|(?P<alias>(?:herein ?after|herein|hereafter|referred to|known as|called)\b[^“”\".;()]{0,80}?"
    r"[“\"'‘](?P<name>[^“”\"'‘’]{1,60})[”\"'’])"
    r"|(?P<sentence>\. (?=(?:The|This|These|Each|In|It|On|If|Any|All|For|As|Whereas|Collectively|Capitalized|\d+\."
    r"|Section|[A-Z]\.)\s))"
    r"|(?P<dashed>[-–—] ?(?:and|AND) ?[-–—] ?)"
    r"|(?P<join>(?:[,;] ?)?\b(?:(?:hereby )?confirms? (?:its|their|our) agreement with|and|AND|And|in favor of"
    r"|for the benefit of|with)\b:? ?)"
    r"|(?P<mark>[,;] )",
)
_QUOTED = re.compile(r"[“\"‘]([^“”\"‘’]{1,60})[”\"’]")
_PLAIN_ALIAS = re.compile(
    r"(?:hereinafter|hereafter|referred to as|herein|called|the|[,:]|\s)*([A-Z][\w&.’'-]*(?: [A-Z][\w&.’'-]*){0,3})"
)
_DESCRIBED = re.compile(
    r" ?,? ?(?:\(|[Aa]n? |AN |a/an |having|with (?:its|an?|offices|principal|registered)|whose|located"
    r"|incorporated|organi[sz]ed"
    r"|acting|on behalf|represented|for itself|of \d|in its|as (?:the )?[A-Za-z]+ agent|solely)"
)
_INTRODUCED_AS = re.compile(  # tells a party's name even where no legal form does
    r" ?,? ?(?:an? (?:[\w-]+ ){0,5}?(?:corporation|company|partnership|association|institution|university"
    r"|individual|citizen|resident|entity|trust|bank|agency|municipality|foundation|firm)\b"
    r"|(?:having|with) (?:its|their|there|an?) |\((?:the )?[“\"‘])"
)
_PLACEHOLDER = re.compile(r"[\[{<(_•●\u2022][^\])}>]{0,80}[\])}>_]*")
_FORMS_ALONE = word_set("the inc llc ltd limited lp llp plc corp co cover page terms")
_COMMON_ALIASES = word_set("party parties agreement effective date contract")
ROLES = word_set(
    "company seller buyer purchaser vendor supplier customer client licensor licensee lessor lessee landlord tenant "
    "distributor manufacturer franchisor franchisee consultant contractor subcontractor agent principal owner "
    "operator borrower lender guarantor employer employee executive investor shareholder stockholder provider "
    "recipient discloser assignor assignee sponsor affiliate reseller developer publisher university hospital parent "
    "subsidiary you we us undersigned party parties member partner transporter carrier shipper producer service "
    "services corporation bank trust foundation individual user admin end"
)


@dataclass(frozen=True)
class Party:
    """A party's name at [start, end) and what the contract calls it."""

    start: int
    end: int
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Preamble:
    """The parties and the span [start, end) from the word that introduces them to the end of the last description."""

    start: int
    end: int
    parties: tuple[Party, ...]


def find_preamble(text: str, openings: Iterable[int] = ()) -> Preamble | None:
    """The passage of `text` (the head of a contract) that names the parties best; the first of equals.

    Without a passage that says "between", the first of `openings` (where paragraphs begin) at which at least two
    described parties are listed.
    """
    best: Preamble | None = None
    best_score = 0
    for match in islice(_BETWEEN.finditer(text), _MAX_CANDIDATES):
        preamble = read_parties(text, match.end(), match.start())
        score = _score(text, match, preamble)
        if score > best_score:
            best, best_score = preamble, score
    if best:
        return best
    return next((opening for start in openings if (opening := _opening(text, start))), None)


def read_parties(text: str, position: int, start: int | None = None) -> Preamble:
    """The parties listed from `position` on."""
    parties: list[Party] = []
    begin = position if start is None else start
    while len(parties) < _MAX_PARTIES:
        position = _skip(_SEPARATOR, text, position)
        name = read_name(text, position)
        behind = name[1] if name else _skip(_PLACEHOLDER, text, position)
        if behind == position:
            break
        position, aliases, goes_on = _description(text, behind)
        if name and is_party_name(text[name[0] : name[1]]):
            parties.append(Party(*name, aliases))
        if not goes_on:
            break
    return Preamble(begin, position, tuple(parties))


def is_party_name(name: str) -> bool:
    """Whether a name can be a party's: not only a role such as "Supplier", not an instrument."""
    words = [word for word in re.split(r"[^\w]+", name.casefold()) if word]
    if not words or len(name) < 3 or len(name) > 150:
        return False
    return any(word not in ROLES and word not in _FORMS_ALONE for word in words) and not _INSTRUMENT.search(
        name.split(" ")[-1]
    )


def _opening(text: str, start: int) -> Preamble | None:
    """The parties of a contract that begins with them ("X, a … corporation (“Agent”), and Y … agree")."""
    name = read_name(text, start)
    if name is None or not (described := _DESCRIBED.match(text, name[1])):
        return None
    if described.group().endswith("(") and not _QUOTED.search(text, name[1], name[1] + 40):
        return None
    preamble = read_parties(text, start)
    named = [party for party in preamble.parties if party.aliases]
    return preamble if len(preamble.parties) >= 2 and named else None


def _score(text: str, match: re.Match[str], preamble: Preamble) -> int:
    """How much a passage is the preamble; 0 and less is not one."""
    parties = preamble.parties
    before = text[max(0, match.start() - 400) : match.start() + 12]
    named = sum(bool(party.aliases) for party in parties[:3])
    if not _INSTRUMENT.search(before) or len(parties) + named < 2:
        return 0
    introduced = bool(_INTRODUCED.search(before[-200:]))
    companies = sum(has_form(text[party.start : party.end]) for party in parties[:3])
    if not introduced and not parties[0].aliases and companies < len(parties[:3]):
        return 0  # a cover page
    other = bool(_OTHER_INSTRUMENT.search(before[-200:]))
    return 3 * min(len(parties), 2) + 2 * named + companies + 2 * introduced - 6 * other


def _description(text: str, position: int) -> tuple[int, tuple[str, ...], bool]:
    """Read what follows a name: (where the next party begins or the description ends, aliases, whether more follow)."""
    aliases: list[str] = []
    known = position  # the end of the name or of the last alias
    limit = min(len(text), position + _REACH)
    while (event := _EVENT.search(text, position, limit)) is not None:
        position, kind = event.end(), event.lastgroup
        if kind in ("stop", "sentence"):
            return event.start(), tuple(aliases), False
        if kind == "paren":
            position, found = _parenthesis(text, event.start(), limit)
        elif kind in ("alias", "name"):
            found = _kept([event["name"]])
        elif _begins_party(text, position, _joined(kind, event.start() - known), bool(aliases), kind != "mark"):
            return event.end(), tuple(aliases), True
        else:
            continue
        aliases += found
        known = position if found else known
    return known, tuple(aliases), False


def _joined(kind: str | None, distance: int) -> str | None:
    """What joins the next party: a dashed "and" wherever it stands, other joints only right behind the one before."""
    if kind == "dashed":
        return "join"
    return kind if distance < 3 else None


def _begins_party(text: str, position: int, joined_by: str | None, named: bool, after_and: bool) -> bool:
    """Whether a party begins at `position`.

    Right behind a party and an "and", any name does; right behind a party and a comma, a company's; elsewhere in a
    description, only one that is itself described. `named`: the party before it has an alias.
    """
    position = _skip(_SEPARATOR, text, position)
    name = read_name(text, position)
    if name is None:
        return joined_by == "join" and text[position : position + 1] in ("[", "{", "_") and position < len(text)
    words = text[name[0] : name[1]]
    if not is_party_name(words):
        return False
    if joined_by == "join" or ((after_and or joined_by) and _INTRODUCED_AS.match(text, name[1])):
        return True
    company = has_form(words) if named else any(is_hard_form(word) for word in re.split(r"[ ,]+", words))
    return company and (joined_by == "mark" or _DESCRIBED.match(text, name[1]) is not None)


def _parenthesis(text: str, start: int, limit: int) -> tuple[int, list[str]]:
    """The end of the bracket that opens at `start` and the aliases in it."""
    depth = 0
    for position in range(start, min(limit, start + 600)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            inside = text[start + 1 : position]
            quoted = _QUOTED.findall(inside)
            plain = _PLAIN_ALIAS.fullmatch(inside) if not quoted else None
            return position + 1, _kept(quoted or ([plain[1]] if plain else []))
    return start + 1, []


def _kept(aliases: list[str]) -> list[str]:
    trimmed = [re.sub(r"^[Tt]he |[,.]$", "", alias.strip()) for alias in aliases]
    return [alias for alias in trimmed if alias and alias.casefold() not in _COMMON_ALIASES]


def _skip(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position
