"""How figures are said to people, the same in the terminal, on pages and in reports.

Belongs here: a figure as words. Does not belong here: tables and pages (`cli.output`, `web`), what programs get: plain
numbers.
"""

from __future__ import annotations


def sure(confidence: float) -> str:
    """A confidence from 0 to 1 as a whole percentage, `97 %`. Only certainty is said to be 100 %, only none 0 %."""
    nearest = round(confidence * 100)
    if 0 < confidence < 1:
        nearest = min(max(nearest, 1), 99)
    return f"{nearest} %"
