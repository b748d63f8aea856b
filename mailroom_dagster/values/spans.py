"""A typed value beside the place of its words.

Belongs here: the shape that every finder of this room returns. Does not belong here: evidence with pages and boxes
(`records.model.Evidence`), which grounding makes.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Found(NamedTuple, Generic[T]):
    """`text[start:end]` are the words of `value`."""

    value: T
    start: int
    end: int
