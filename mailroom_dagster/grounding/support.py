"""Whether the words at a place say the value that is claimed of them.

Belongs here: one rule a field type. Dates, amounts and labels are read from the words and compared; names, ids and text
must be among the words, in their order, with no negation left out. Overlap of words alone supports nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mailroom_dagster.grounding.words import NEGATIONS, words_of
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType
from mailroom_dagster.values import canonical
from mailroom_dagster.values.dates import find_dates
from mailroom_dagster.values.labels import bears_label
from mailroom_dagster.values.money import Money, find_money, parse_money
from mailroom_dagster.values.numbers import FIGURES, figures
from mailroom_dagster.values.spans import OTHER_COLUMN

_REACH = 100  # characters before a value in which a negation is looked for
_SPLIT_WORD = re.compile(r"(?<=\w)(?:[-‐]\s*\n\s*|\u00ad\s*)(?=\w)")  # at the end of a printed line
_LONGEST_CAPTION = 200  # words out of which a short case name may be drawn
_VERSUS = frozenset(("v", "vs", "versus", "re", "appeal"))
_PARAGRAPH = re.compile(
    r"\n[^\S\n]*\n|\f|\t|(?<=\n)[^\n]{0,30}\n"
)  # a cell or a short line of a form ends a clause too
_BOUND = r"(?!\W+(?:less|more|later|fewer|earlier|greater|longer|exceed\w*|only)\b)"  # "not less than" denies nothing
_TURNED_ROUND = re.compile(  # a negation in the same clause, at most two words before; "No. 7" is none
    rf"\b(?:{'|'.join(sorted(NEGATIONS - {'no', 'non'}))}|no(?!\s*[.:#\d])|other than|rather than|instead of)\b{_BOUND}"
    r"(?:[^\w.;:!?]+\w+){0,2}[^\w.;:!?]*$",
    re.IGNORECASE,
)


def supported_value(
    spec: FieldSpec, claim: str, words: str, *, before: str = "", month_first: bool | None = None
) -> str | None:
    """The canonical value that `words` bear out of `claim`; None when they do not say it.

    `before` is the text that stands before the words in their sentence; `month_first` the order of numeric dates.
    """
    whole = _SPLIT_WORD.sub("", words)
    if spec.type is FieldType.DATE:
        dates = (span.value for form in (words, whole) for span in find_dates(form, month_first=month_first))
        return claim if claim in dates else None
    if spec.type is FieldType.MONEY:
        return _supported_money(claim, words)
    if spec.type is FieldType.LABEL:
        return claim if bears_label(spec.vocabulary, claim, words) else None
    printed = (words, whole, OTHER_COLUMN.sub("", words))
    return canonical(spec, claim) if any(_says(spec.type, claim, form, before) for form in printed) else None


def _supported_money(claim: str, words: str) -> str | None:
    """The amount as the words bear it: their currency counts, and none is added to words that name none."""
    claimed = parse_money(claim)
    if claimed is None:
        return None
    marked = [span.value for span in find_money(words) if span.value.amount == claimed.amount]
    for money in marked:
        if claimed.currency in (None, money.currency):
            return str(money)
    if marked or find_money(words):
        return None
    bare = (figures(match.group()) for match in re.finditer(FIGURES, words))
    return str(Money(claimed.amount, None)) if abs(claimed.amount) in bare else None


def _says(kind: FieldType, claim: str, words: str, before: str) -> bool:
    claimed, held = words_of(claim), words_of(words)
    wanted, texts = [word.text for word in claimed], [word.text for word in held]
    for place in _places(wanted, texts):
        preceding = _PARAGRAPH.split(before + words[: held[place].start])[-1][-_REACH:]
        if kind is FieldType.ID or wanted[0] in NEGATIONS or not _TURNED_ROUND.search(preceding):
            return True
    is_case = kind is FieldType.NAME and bool(_VERSUS & set(wanted)) and len(texts) <= _LONGEST_CAPTION
    return is_case and _in_order(wanted, texts)


def _places(wanted: Sequence[str], held: Sequence[str]) -> list[int]:
    size = len(wanted)
    if not size:
        return []
    return [at for at in range(len(held) - size + 1) if held[at] == wanted[0] and held[at : at + size] == wanted]


def _in_order(wanted: Sequence[str], held: Sequence[str]) -> bool:
    """Whether the words of a short case name stand in the caption in the same order; its "v." may be an "and" there."""
    rest = iter(held)
    return all(any(word == other for other in rest) for word in wanted if word not in ("v", "vs", "versus"))
