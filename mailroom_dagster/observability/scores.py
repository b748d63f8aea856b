"""Scores of a document's trace, made from its records alone: no truth needed, nothing asked of a model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """One score. Booleans and numbers as they are; a label as text."""

    name: str
    value: bool | float | str
