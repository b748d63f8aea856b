"""Values made right or wrong on purpose: what the scorers are calibrated on.

Belongs here: format variants that mean the same, and changes that certainly mean something else. Deterministic: the
caller hands in the random generator. Every wrong variant differs from the original in its canonical form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import NamedTuple

from mailroom_dagster.scoring.tokens import FUNCTION_WORDS, tokens
from mailroom_dagster.taxonomy.model import FieldSpec, FieldType
from mailroom_dagster.values.dates import parse_date
from mailroom_dagster.values.ids import id_key
from mailroom_dagster.values.labels import parse_label
from mailroom_dagster.values.money import Money, parse_money
from mailroom_dagster.values.names import name_key


class Variant(NamedTuple):
    """A predicted value (a text, or a list of them) and whether it should count as right."""

    value: str | list[str]
    right: bool


def variants(field: FieldSpec, value: str, others: Sequence[str], random: Random) -> Iterator[Variant]:
    """Right and wrong variants of one value. `others` are values of the same field in other documents."""
    for right in _right(field, value):
        if same_value(field, right, value):
            yield Variant(right, True)
    foreign = random.sample(list(others), min(2, len(others)))
    for wrong in (*_wrong(field, value, random), *foreign):
        if not same_value(field, wrong, value):
            yield Variant(wrong, False)


def list_variants(field: FieldSpec, values: Sequence[str], others: Sequence[str], random: Random) -> Iterator[Variant]:
    """Right and wrong variants of a list: another order is right, a lost, foreign or swapped item is wrong."""
    items = list(values)
    yield Variant(random.sample(items, len(items)), True)
    if len(items) > 1:
        gone = random.randrange(len(items))
        yield Variant(items[:gone] + items[gone + 1 :], False)
    strangers = [item for item in others if not any(same_value(field, item, known) for known in items)]
    if strangers:
        stranger, place = random.choice(strangers), random.randrange(len(items))
        yield Variant([*items, stranger], False)
        yield Variant([*items[:place], stranger, *items[place + 1 :]], False)


def same_value(field: FieldSpec, one: str, other: str) -> bool:
    """Whether two texts state the same value of the field's type, by their canonical keys."""
    return _key(field, one) == _key(field, other)


def _key(field: FieldSpec, value: str) -> object:
    match field.type:
        case FieldType.ID:
            return id_key(value)
        case FieldType.DATE:
            return parse_date(value)
        case FieldType.MONEY:
            return parse_money(value)
        case FieldType.LABEL:
            return parse_label(field.vocabulary, value)
        case FieldType.NAME:
            return name_key(value)
        case FieldType.TEXT:
            return tuple(tokens(value))


def _right(field: FieldSpec, value: str) -> list[str]:
    match field.type:
        case FieldType.DATE:
            return _date_formats(parse_date(value))
        case FieldType.MONEY:
            return _money_formats(parse_money(value))
        case FieldType.LABEL:
            label = parse_label(field.vocabulary, value)
            return [label, *field.vocabulary[label]] if label else []
        case FieldType.ID:
            return [value, value.lower(), value.replace("-", " ")]
        case _:
            return [value, value.upper(), f" {value}, ", value.replace(",", "")]


def _wrong(field: FieldSpec, value: str, random: Random) -> list[str]:
    match field.type:
        case FieldType.DATE:
            return _other_dates(parse_date(value))
        case FieldType.MONEY:
            return _other_amounts(parse_money(value))
        case FieldType.LABEL:
            return [label for label in field.vocabulary if label != parse_label(field.vocabulary, value)][:2]
        case FieldType.ID:
            return [value[:-1], f"{value}1", _swap_digit(value, random)]
        case FieldType.NAME:
            return [_half(value), _without_a_word(value, random), f"not {value}"]
        case FieldType.TEXT:
            return [_half(value), f"not {value}"]


def _date_formats(iso: str | None) -> list[str]:
    if iso is None:
        return []
    day = date.fromisoformat(iso)
    month = day.strftime("%B")
    return [
        iso,
        f"{month} {day.day}, {day.year}",
        f"{day.day} {month} {day.year}",
        f"the {day.day}th day of {month}, {day.year}",
    ]


def _other_dates(iso: str | None) -> list[str]:
    if iso is None:
        return []
    day = date.fromisoformat(iso)
    return [(day + timedelta(days=days)).isoformat() for days in (-1, 1, 31, -365)]


def _money_formats(money: Money | None) -> list[str]:
    if money is None:
        return []
    code = f"{money.currency} " if money.currency else ""
    return [str(money), f"{code}{money.amount:,.2f}", f"{code}{money.amount:f}"]


def _other_amounts(money: Money | None) -> list[str]:
    if money is None:
        return []
    amounts = (money.amount + 1, money.amount - 1, money.amount * 10, money.amount / Decimal(10))
    return [str(Money(amount, money.currency)) for amount in amounts]


def _half(value: str) -> str:
    words = value.split()
    return " ".join(words[: max(1, len(words) // 2)])


def _without_a_word(value: str, random: Random) -> str:
    words = value.split()
    telling = [place for place, word in enumerate(words) if word.casefold() not in FUNCTION_WORDS]
    gone = random.choice(telling or [0])
    return " ".join(words[:gone] + words[gone + 1 :])


def _swap_digit(value: str, random: Random) -> str:
    places = [place for place, sign in enumerate(value) if sign.isdigit()]
    if not places:
        return f"{value}X"
    place = random.choice(places)
    return f"{value[:place]}{(int(value[place]) + 1) % 10}{value[place + 1 :]}"
