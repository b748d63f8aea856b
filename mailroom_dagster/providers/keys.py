"""Keys of providers: from the environment alone, never shown, and never a placeholder (F-87)."""

from __future__ import annotations

import re

_PLACEHOLDER_WORDS = re.compile(
    r"(?:my|your|the|insert|enter|add|put|replace|change|mock|dummy|fake|test|example|sample|placeholder|todo|none|null"
    r"|empty|unused|some|any|this|with|real|actual|me|it|sk|or|v1|openai|openrouter|api|key|token|secret|here|123\d*|x"
    r"|[-_ .*<>(){}\[\]$#])+",
    re.IGNORECASE,
)


def is_placeholder(key: str) -> bool:
    """Whether a key is made of nothing but the words that examples put in a key's place: mock-key, sk-xxx, your-key."""
    return bool(_PLACEHOLDER_WORDS.fullmatch(key))
