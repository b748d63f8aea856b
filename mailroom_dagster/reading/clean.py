"""Characters that no stored text has: controls, zero-width and direction marks, soft hyphens; and a count of each.

Belongs here: what is removed or made plain, before any offset is given out. Does not belong here: layout.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

_KINDS: tuple[tuple[str, str], ...] = (
    ("control_characters", "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"),
    ("zero_width", "\u200b\u2060\ufeff\u180e"),
    ("soft_hyphens", "\u00ad"),
    ("direction_marks", "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"),
    ("tag_characters", "\U000e0000-\U000e007f"),
)
_JOINERS = r"(?<![\u0600-\u08ff\u0900-\u0dff])[\u200c\u200d](?![\u0600-\u08ff\u0900-\u0dff])"
_REMOVED = re.compile("|".join(f"(?P<{kind}>[{chars}])" for kind, chars in _KINDS) + f"|(?P<joiners>{_JOINERS})")
_NEWLINE = re.compile("\r\n?|[\x0b\x85\u2028\u2029]")
_SPACE = re.compile("[\u00a0\u2007\u202f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile("[ﬀ-ﬆ]")


def clean(text: str, removed: Counter[str] | None = None) -> str:
    """`text` as it is stored: composed (NFC), newlines are \\n, odd spaces are spaces, ligatures are letters.

    What disappears is counted by kind in `removed`. Form feeds stay: they part pages.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _NEWLINE.sub("\n", unicodedata.normalize("NFC", text))
    text = _SPACE.sub(" ", text)
    text = _SURROGATE.sub("\ufffd", text)
    text = _LIGATURE.sub(lambda match: _LIGATURES[match.group()], text)

    def drop(match: re.Match[str]) -> str:
        if removed is not None:
            removed[match.lastgroup or ""] += 1
        return ""

    return _REMOVED.sub(drop, text)
