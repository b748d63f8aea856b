"""Words of strangers made harmless in Markdown: no markup, no HTML, no links, no control of the reading direction.

Everything that a document, a file name or a model says passes through here before it stands in a report.
"""

from __future__ import annotations

import re
import unicodedata

_MARKUP = re.compile(r"([\\`*_\[\]|~#$^=])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;", "!": "&#33;"}
_ENTITY = re.compile("[" + "".join(_ENTITIES) + "]")
_LINK = re.compile(r"://|\b(www)\.", re.IGNORECASE)


def plain(words: str) -> str:
    """Words on one line, with control and direction signs replaced by a visible mark."""
    flat = " ".join(words.split())
    return "".join("\N{REPLACEMENT CHARACTER}" if _steers(sign) else sign for sign in flat)


def escaped(words: str, limit: int | None = None) -> str:
    """Words that Markdown and HTML show letter by letter, cut to `limit` characters."""
    shown = plain(words)
    if limit is not None and len(shown) > limit:
        shown = shown[: limit - 1].rstrip() + "…"
    shown = _ENTITY.sub(lambda match: _ENTITIES[match.group()], _MARKUP.sub(r"\\\1", shown))
    return _LINK.sub(lambda match: f"{match[1]}&#46;" if match[1] else "&#58;//", shown)


def _steers(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cs", "Co") or unicodedata.bidirectional(sign) in (
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
    )  # fmt: skip
