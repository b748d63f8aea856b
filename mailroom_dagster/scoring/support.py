"""Whether a document says a value at all, whatever the truth has: the audit behind the hallucination rate.

Belongs here: looking a value up in the whole text by its type. Order and negation count, format does not:
"Seller shall pay Buyer" is not said by "Buyer shall not pay Seller", "100000" is said by "100,000".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from mailroom_dagster.scoring.similarity import CENT
from mailroom_dagster.scoring.tokens import contains_run, tokens
from mailroom_dagster.taxonomy.model import FieldType
from mailroom_dagster.values.dates import find_dates
from mailroom_dagster.values.ids import id_key
from mailroom_dagster.values.money import Money, find_money, parse_money
from mailroom_dagster.values.names import name_key, sides_of
from mailroom_dagster.values.spans import OTHER_COLUMN, unhyphenated


class StatedFacts:
    """What one document states, looked up by type. Reads the text at most once a type."""

    def __init__(self, text: str) -> None:
        self._text = text

    def says(self, kind: FieldType, value: str) -> bool:
        """Whether the document states `value` (canonical form). Labels are conclusions and always pass."""
        match kind:
            case FieldType.DATE:
                return value in self._dates
            case FieldType.MONEY:
                return self._says_money(parse_money(value))
            case FieldType.ID:
                return self._says_id(id_key(value))
            case FieldType.NAME:
                return all(self._says_name(side) for side in sides_of(value))
            case FieldType.TEXT:
                return self._says_run(tokens(value))
            case FieldType.LABEL:
                return True

    def _says_name(self, name: str) -> bool:
        return self._says_run(tokens(name)) or self._says_run(name_key(name).split())

    def _says_run(self, words: list[str]) -> bool:
        """Whether the words stand together as printed, over a word split at a line's end, or down one column."""
        return any(contains_run(held, words) for held in self._readings())

    def _readings(self) -> Iterator[list[str]]:
        yield self._words
        yield self._whole_words
        yield self._left_column

    @cached_property
    def _words(self) -> list[str]:
        return tokens(self._text)

    @cached_property
    def _whole_words(self) -> list[str]:
        return tokens(unhyphenated(self._text))

    @cached_property
    def _left_column(self) -> list[str]:
        return tokens(OTHER_COLUMN.sub("", self._text))

    @cached_property
    def _dates(self) -> set[str]:
        return {span.value for order in (True, False) for span in find_dates(self._text, month_first=order)}

    @cached_property
    def _amounts(self) -> list[Money]:
        return [span.value for span in find_money(self._text)]

    def _says_money(self, money: Money | None) -> bool:
        if money is None:
            return False
        marked = any(
            abs(money.amount - other.amount) <= CENT and money.currency in (None, other.currency)
            for other in self._amounts
        )
        return marked or (money.currency is None and contains_run(self._words, tokens(f"{money.amount:f}")))

    def _says_id(self, key: str) -> bool:
        spaced = r"[\W_]*".join(re.escape(sign) for sign in key)
        return bool(key) and bool(re.search(rf"(?<![^\W_]){spaced}(?![^\W_])", self._text, re.IGNORECASE))
