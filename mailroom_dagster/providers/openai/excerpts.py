"""The part of a long document that a judging model is shown: its ends, and the passages that hold what was extracted.

Belongs here: choosing. Documents within the window are shown whole; what is left out is said, with its length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

HEAD_SHARE, TAIL_SHARE = 0.3, 0.15  # of the window; the passages share the rest
AROUND = 500  # characters shown before and after a value

Span = tuple[int, int]


def excerpt(text: str, limit: int, values: Iterable[str] = ()) -> str:
    """At most about `limit` characters of `text`: its ends and the surroundings of `values`, in the text's order."""
    if len(text) <= limit:
        return text
    head, tail = int(limit * HEAD_SHARE), int(limit * TAIL_SHARE)
    spans = [(0, head), (len(text) - tail, len(text))]
    left = limit - head - tail
    for value in values:
        at = text.find(value) if value.strip() else -1
        if at >= 0:
            span = (max(0, at - AROUND), min(len(text), at + len(value) + AROUND))
            left -= span[1] - span[0]
            if left < 0:
                break
            spans.append(span)
    return _joined(text, _merged(spans))


def _merged(spans: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _joined(text: str, spans: Sequence[Span]) -> str:
    parts: list[str] = []
    shown_to = 0
    for start, end in spans:
        if start > shown_to:
            parts.append(f"[… {start - shown_to} characters left out …]")
        parts.append(text[start:end])
        shown_to = end
    return "\n".join(parts)
