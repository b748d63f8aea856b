"""Names of cases and of the parties in them, as captions, subject lines and notices write them.

Belongs here: reading "A, Plaintiff, v. B, Defendant" into "A v. B" and into parties. Does not belong here: finding the
caption on a page (`court_opinion.caption`) or the subject of a letter (`correspondence`).
Everything works on words on one line (`common.squeeze`); values only leave words out, they never add any.
"""

from __future__ import annotations

import re

ROLE = (
    r"(?:(?:Counter|Cross|Third[- ]Party|Intervening|Proposed|Consolidated|Interested|Plaintiff|Defendant|Appellant|"
    r"Appellee|Claimant|Petitioner|Respondent|Debtor|First|Second|Third|Fourth|Lead|Nominal)s?[-/–—,\s]+(?:and[\s-]+)?)"
    r"{0,4}"
    r"(?:Plaintiff|Defendant|Petitioner|Respondent|Appellant|Appellee|Claimant|Applicant|Movant|Intervenor|Intervener|"
    r"Debtor|Relator|Complainant|Garnishee|Objector|Pursuer|Defender|Part(?:y|ies)\s+in\s+Interest|"
    r"Interested\s+Part(?:y|ies)|Amicus\s+Curiae)(?:s|\(s\))?"
)
"""A pattern (case to be ignored) for what a party is in a case: "Plaintiffs-Appellees", "Respondent/Appellant"."""

_VERSUS = re.compile(
    r"(?<=[\w.,)\]’'”\"])[\s,]+(?:(?P<sign>v\.?|V\.|vs\.?|VS\.|versus|Versus|VERSUS|Vs\.?)|-\s?(?P<dashed>v|vs|against|AGAINST|"
    r"V)\.?\s?-)[,\s]+(?=\S)"
)
_FORM = re.compile(
    r"(?:Inc|Incorporated|L\.?\s?L\.?\s?C|Ltd|Limited|Corp|Corporation|Co|Company|L\.?\s?P|L\.?\s?L\.?\s?P|LLLP|"
    r"N\.\s?A|S\.\s?A|P\.?\s?C|P\.\s?A|PLC|GmbH|A\.?G|B\.?V|N\.?V|Jr|Sr|II|III|IV|M\.?\s?D|Esq|Ph\.?D|PLLC|Etc)\b\.?",
    re.IGNORECASE,
)
ENDS_IN_FORM = re.compile(rf"(?:^|[\s,]){_FORM.pattern}\s*$", re.IGNORECASE)
"""A legal form ("Inc.") or a mark of generation or degree ("Jr.") at the end of a name."""

_ROLE_ON = re.compile(rf"[\s,;:(\[–-]*(?<![\w’'])(?:the\s+)?(?P<role>{ROLE})(?![\w’']).*$", re.IGNORECASE | re.DOTALL)
_ASIDE = re.compile(
    r"[,;]?\s+[(\[]?(?:in\s+(?:his|her|their|its)\s+(?:official|individual|own)|individually|on\s+behalf\s+of|"
    r"by\s+and\s+through|by\s+(?:his|her|their|its)\b|acting\s+(?:through|by|in)|d/b/a|dba\b|a/k/a|aka\b|f/k/a|t/a\b|"
    r"trading\s+as|also\s+known\s+as|formerly|survivor\s+of|(?:&|and)\s+(?:ors|anr)\b|et\.?\s+(?:al|ux|seq)|personally\b|and\s+all\s+others|"
    r"as\s+(?:next\s+friend|trustees?|guardian|execut|administrat|\w+\s+representative|subrogee|assignee|parents?)|"
    r"an?\s+(?:minor|individual|married|single|(?:\w+\s+){0,4}(?:corporation|company|partnership|association))|"
    r"(?:Adm|Ex)(?:[’']?[rx]s?|ministrat\w+|ecut\w+)\b).*$"
    r"|,\s+(?:Acting\s+)?(?:Commissioner\s+of\s+(?:the\s+)?Social|Secretary|Attorney\s+General|Warden|Director|"
    r"Governor|Sheriff|Administrator|Superintendent|Clerk|Trustee)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_NO_PARTY = re.compile(
    r"(?:Adm|Ex)[’'][rx]|Dec[’']d|et\.? al|(?:Acting |Assistant |Deputy )*(?:Commissioner|Secretary|Warden|Director|"
    r"Governor|Attorney General|Sheriff|Administrator|Superintendent)\b",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"^\s*\(?\d{1,2}\s?[).]\s*|\s*\(\s*\d{1,2}\s*\)\s*$")
_NUMBERED = re.compile(r"\s*;\s*(?:and\s+)?|(?:^|[\s,]+)\(\d{1,2}\)\s*(?:and\s+)?")
_SEPARATOR = re.compile(r",\s+(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_DOCKET_BEFORE = re.compile(
    r"^(?:(?!\svs?\.?\s).){0,60}?\b(?:Nos?|Case|Number|Docket|Appeal|"
    r"Action)\b[.:#]*\s*(?:Nos?\.?\s*)?[\w:./-]*\d[\w:./()-]*[,:;]?\s+(?=\S)",
    re.IGNORECASE,
)
_BARE_DOCKET_BEFORE = re.compile(r"^(?:Re:?\s+)?(?:\d:)?\d{2,4}-[\w-]*\d[\w-]*[,:;]?\s+", re.IGNORECASE)
_AFTER_NAME = re.compile(
    r"\s*(?:[,;(\[]\s*)?(?:\b(?:Case|Docket|Civil|Appeal|Claim|C\.A\.)\s+)*(?:\bNos?\.|\bNo\s+\d|\bNumber\b|"
    r"\bDocket\b).*$|\s+[\"“].*$|\s*[(\[](?=[^)\]]*\d).*$"
)
_LEAD = re.compile(
    r"^(?:re:\s+|case\s+of\s+)?(?:(?:in\s+the\s+matter\s+of|in\s+re|matter\s+of)\b.*?(?:(?-i:[a-z]{3,})\.\s+(?=(?-i:[A-Z]))"
    r"|\blitigation\b[\s,.:]*))?",
    re.DOTALL | re.IGNORECASE,
)
TITLE = re.compile(
    r"\b(?:In\s+(?:the\s+Matters?\s+of|re)\b|(?:The\s+)?Matter\s+of\b|Ex\s+parte\b|Appeals?\s+of\b|"
    r"(?:In\s+the\s+)?Estate\s+of\b|Guardianship\s+of\b|Petition\s+of\b|Application\s+of\b)",
    re.IGNORECASE,
)
"""How a case without two sides is called: "In re", "In the Matter of", "Appeal of"."""


def split_sides(words: str) -> tuple[str, str, str] | None:
    """The words left of the "v.", the sign itself, the words right of it; None without one."""
    match = _VERSUS.search(words)
    if match is None:
        return None
    return words[: match.start()], match["sign"] or match["dashed"], words[match.end() :]


def tidy_party(words: str) -> str:
    """A party's name without numbering, role, capacity, aliases and "et al."."""
    name = _NUMBERING.sub("", words.strip(" ,;:"))
    for cut in (_ROLE_ON, _ASIDE):
        shorter = cut.sub("", name)
        name = shorter if any(sign.isalpha() for sign in shorter) else name
    name = _NUMBERING.sub("", name).strip(" ,;:-–—_*…")
    return name if ENDS_IN_FORM.search(name) or re.search(r"\b\w\.$", name) else name.rstrip(" .…")


def split_parties(words: str) -> list[str]:
    """The parties of one side, tidied: split at numbers, semicolons, and commas or "and" before a new name."""
    words = _LEAD.sub("", words)
    role = _ROLE_ON.search(words)
    plural = bool(role and role["role"].rstrip("()").casefold().endswith(("s", "ies")))
    body = words[: role.start()] if role and role.start() else words
    names = [name for piece in _NUMBERED.split(body) for name in _listed(piece, plural)]
    first, *others = [tidy_party(name) for name in names]
    parties = [first, *(name for name in others if not _NO_PARTY.match(name))]
    return [name for name in parties if any(map(str.isalpha, name))]


def case_title(words: str) -> str | None:
    """The case name that a line states, with its first parties: "A v. B", "In re A"; None when it states none."""
    line = _AFTER_NAME.sub("", _BARE_DOCKET_BEFORE.sub("", _DOCKET_BEFORE.sub("", words)))
    if sides := split_sides(line):
        ahead, behind = split_parties(sides[0]), split_parties(sides[2])
        return versus(ahead[0], sides[1], behind[0]) if ahead and behind else None
    title = TITLE.search(line)
    if title is None:
        return None
    name = tidy_party(line[title.end() :].lstrip(" :"))
    return f"{title.group()} {name}" if name else None


def versus(first: str, sign: str, second: str) -> str:
    """The name of a case between two parties, with the "v." or "v" of its country."""
    return f"{first} {'v' if sign == 'v' else 'v.'} {second}"


def _listed(piece: str, plural: bool) -> list[str]:
    names: list[str] = []
    start = 0
    for separator in _SEPARATOR.finditer(piece):
        left, right = piece[start : separator.start()], piece[separator.end() :]
        listed = separator.group().startswith(",") or (plural and bool(names))
        if _starts_a_name(left, right, listed, plural):
            names.append(left)
            start = separator.end()
    return [*names, piece[start:]]


def _starts_a_name(left: str, right: str, listed: bool, plural: bool) -> bool:
    if not right[:1].isupper() or _FORM.match(right) or not left.strip():
        return False
    return listed or bool(ENDS_IN_FORM.search(left)) or (plural and not ENDS_IN_FORM.search(right))
