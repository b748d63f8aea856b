"""What a letter or mail says: its kind, its urgency, what it demands and asks, what it refers to.

Belongs here: the sentences and words that say so, verbatim. Nothing is summarised.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mailroom_dagster.providers.offline.specialists.common import Sheet, Window
from mailroom_dagster.providers.offline.specialists.prose import Sentence, sentences
from mailroom_dagster.values.money import find_money

_MOST_SENTENCES = 6
_SHORTEST_POINT = 30  # characters
_LONGEST_POINT = 600
_HEAD_SIZE = 12_000
_KINDS = (
    (
        "notice",
        re.compile(
            r"\bNotice of (?:Docket Activity|Electronic Filing|Appeal|Hearing|Default|Termination|[A-Z]\w+)|"
            r"\b(?:DOCKETING|COURT|FINAL|PUBLIC|LEGAL|SHOW CAUSE) NOTICE\b|^NOTICE\b",
            re.MULTILINE,
        ),
    ),
    ("press_release", re.compile(r"\bpress release\b|\bfor immediate release\b", re.IGNORECASE)),
    ("memo", re.compile(r"^[^\w\n]*memo(?:randum)?\b", re.IGNORECASE | re.MULTILINE)),
    (
        "demand",
        re.compile(r"\b(?:demand letter|letter of demand|hereby (?:make )?demand|formal demand)\b", re.IGNORECASE),
    ),
    (
        "meeting_request",
        re.compile(r"\b(?:meeting invit\w+|invitation to (?:a |the )?meeting|meeting request)\b", re.IGNORECASE),
    ),
)
_LETTER_WORDS = re.compile(
    r"\b(?:this|my|our|cover|resignation) letter\b|^[^\S\n]*Dear\b.*$|^.*\b(?:Sincerely|truly yours|Yours (?:truly|"
    r"faithfully))\b.*$",
    re.IGNORECASE | re.MULTILINE,
)
_URGENT = re.compile(
    r"\b(?:urgent(?:ly)?|asap|as soon as possible|immediate (?:attention|action|response|payment)|final notice)\b|"
    r"\bplease\b[^.]{0,60}\bimmediately\b",
    re.I,
)
_DEMANDS = re.compile(
    r"\b(?:demand|pay(?:ment)?|amount (?:due|owed|owing)|balance|outstanding|overdue|past[- ]due|settle(?:ment)?|"
    r"owes?|owed|unpaid|arrears|refund|reimburse|remit|compensat\w+|damages)\b",
    re.IGNORECASE,
)
_NO_DEMAND = re.compile(r"\b(?:fee|insured to|limit|coverage|deductible|salary|budget)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\bplease\b|\b(?:you|counsel|parties|appellants?|appellees?|petitioners?|respondents?|defendants?|plaintiffs?|"
    r"recipient)s? (?:must|should|shall|are required to|are asked to|are directed to|need to|may wish to)\b|\bkindly\b|"
    r"\b(?:we|I) (?:request|ask|require|demand|would ask|would appreciate|would like you|insist|expect)\b|"
    r"\bmust be (?:filed|"
    r"completed|returned|paid|received|submitted)\b|\blet (?:me|us) know\b|\b(?:can|could|would|will) you\b|"
    r"\bare you available\b|\byou are directed\b|"
    r"\bno later than\b|\b(?:brief|response|statement|answer)s? (?:is |are )?(?:now )?due\b",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"DO NOT RESPOND|PUBLIC ACCESS USERS|PACER access|download a copy|no longer wish to receive|intended only for|"
    r"confidential and|virus|disclaimer|acecfStamp|STAMP|Original [Ff]ilename|unsubscribe|If you have received this|"
    r"please notify the sender",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"\b(?:your|our|my|the|that|his|her|their|earlier|previous|prior|last|recent)\s+(?:\w+\s+){0,2}(?:letter|e-?mail|"
    r"message|memo(?:randum)?|notice|fax|order|request|correspondence|telephone (?:call|conversation)|call|"
    r"conversation)s?\s+(?:\w+\s+){0,2}(?:dated|of|on|from)\s+"
    r"(?:the\s+)?(?:\w+\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?[A-Z\d][\w,/-]*(?:\s+\d[\w,]*){0,2}",
    re.IGNORECASE,
)


def note_kind(window: Window, sheet: Sheet, header: tuple[int, int] | None) -> None:
    """Note the form of the communication with the words that show it."""
    head = window.head(_HEAD_SIZE)
    for kind, pattern in _KINDS:
        if sheet.add_match("communication_type", head.search(pattern), value=kind):
            return
    if header:
        sheet.add("communication_type", *header, "email")
        return
    sheet.add_match("communication_type", head.search(_LETTER_WORDS), value="letter")


def note_content(body: Window, subject: tuple[int, int] | None, sheet: Sheet) -> None:
    """Note urgency, amount demanded, points, requests and earlier communications from the message's own words."""
    subject_window = Window(body.text, *subject) if subject else Window(body.text, 0, 0)
    urgent = subject_window.search(_URGENT) or body.search(_URGENT)
    sheet.add_match("urgency", urgent, value="high")
    spoken = [sentence for sentence in sentences(body) if not _NOISE.search(sentence.text)]
    _note_demand(spoken, sheet)
    asking = [
        sentence for sentence in spoken if _ASKS.search(sentence.text) and len(sentence.text) >= _SHORTEST_POINT // 2
    ]
    _note_all("action_items", asking, sheet)
    telling = [item for item in spoken if item not in asking and _SHORTEST_POINT <= len(item.text) <= _LONGEST_POINT]
    _note_all("key_points", telling, sheet)
    for match in body.finditer(_REFERS):
        sheet.add_match("referenced_communications", match)


def _note_all(name: str, found: Iterable[Sentence], sheet: Sheet) -> None:
    for sentence in list(found)[:_MOST_SENTENCES]:
        sheet.add(name, sentence.start, sentence.end)


def _note_demand(spoken: Iterable[Sentence], sheet: Sheet) -> None:
    for sentence in spoken:
        if not _DEMANDS.search(sentence.text) or _NO_DEMAND.search(sentence.text):
            continue
        for amount in find_money(sentence.text):
            sheet.add("demand_amount", *sentence.flat.span(amount.start, amount.end), str(amount.value))
            return
