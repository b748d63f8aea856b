"""RTF: the body by striprtf; header, footer and footnote groups, which it leaves out, are given to it one by one.

Belongs here: finding groups. Does not belong here: turning RTF into text (striprtf).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from striprtf.striprtf import rtf_to_text

from mailroom_dagster.errors import ErrorCode
from mailroom_dagster.reading.draft import Draft, PageDraft, Source
from mailroom_dagster.reading.model import HiddenText

_ANSI_CODE_PAGE = re.compile(r"\\ansicpg(\d{3,5})")
_FONT_TABLE = re.compile(r"\{\\fonttbl")
_BRACES = re.compile(r"\\[{}\\]|[{}]")
_HIDDEN = re.compile(r"\{\\v(?![a-z0])[^{}]{0,20000}\}")
_OBJECT = re.compile(r"\\objdata(?![a-z])")
_PICTURE = re.compile(r"\\pict(?![a-z])")
_PAGE_BREAK = re.compile(r"\\page(?![a-z]) ?")
_PAGE_MARK = "MAILROOMPAGEBREAK"  # striprtf has no page breaks; this word stands for one while it works


def read_rtf(source: Source) -> Draft:
    """Read an RTF file. Damaged groups cost their own text only."""
    markup = source.path.read_bytes().decode("latin-1")
    page = _ANSI_CODE_PAGE.search(markup[:2000])
    encoding = f"cp{page.group(1)}" if page else "cp1252"
    fonts = "".join(_groups(markup, _FONT_TABLE))
    hidden = [_text(group.replace("\\v", "", 1), fonts, encoding) for group in _HIDDEN.findall(markup)]
    body = _text(_PAGE_BREAK.sub(rf"\\par {_PAGE_MARK}\\par ", _HIDDEN.sub("", markup)), "", encoding)
    pages = [part.strip("\n") for part in body.split(_PAGE_MARK)]
    pages[0] = _joined([*_parts(markup, r"header[lrf]?", fonts, encoding), pages[0]])
    endings = _parts(markup, r"(?:\*\\)?footnote", fonts, encoding) + _parts(markup, r"footer[lrf]?", fonts, encoding)
    pages[-1] = _joined([pages[-1], *endings])
    draft = Draft(source.media_type, pages=[PageDraft(text) for text in pages], encoding=encoding)
    draft.hidden = [HiddenText(page=1, reason="vanish", text=text.strip()) for text in hidden if text.strip()]
    _note_embedded(markup, draft)
    return draft


def _note_embedded(markup: str, draft: Draft) -> None:
    """Tell of what lies in the file and is not read: an object (a sheet, a message) may be the real document."""
    if objects := len(_OBJECT.findall(markup)):
        draft.note(ErrorCode.EMBEDDED_FILES, f"{objects} embedded objects are not taken out", person=True)
    elif _PICTURE.search(markup):
        draft.note("inline_picture", "a picture shown in the body is no document of its own")


def _text(markup: str, fonts: str, encoding: str) -> str:
    """Plain text of a whole file, or of one group with the fonts that its letters need."""
    whole = markup if markup.lstrip().startswith("{\\rtf") else f"{{\\rtf1{fonts}{markup}}}"
    text: str = rtf_to_text(whole, encoding=encoding, errors="replace")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("|", "\t")


def _parts(markup: str, name: str, fonts: str, encoding: str) -> list[str]:
    opening = re.compile(rf"\{{\\{name}(?![a-z])")
    return [_text(opening.sub("{", group, count=1), fonts, encoding).strip() for group in _groups(markup, opening)]


def _groups(markup: str, opening: re.Pattern[str]) -> Iterator[str]:
    """Every group that begins so, up to the brace that closes it."""
    for match in opening.finditer(markup):
        depth = 0
        for brace in _BRACES.finditer(markup, match.start()):
            depth += {"{": 1, "}": -1}.get(brace.group(), 0)
            if depth == 0:
                yield markup[match.start() : brace.end()]
                break


def _joined(parts: list[str]) -> str:
    return "\n\n".join(dict.fromkeys(part.strip("\n") for part in parts if part.strip()))
