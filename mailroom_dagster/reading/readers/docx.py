"""Word documents: paragraphs and tables in place, headers, footnotes and text boxes, changes as if accepted.

Belongs here: walking WordprocessingML. Does not belong here: opening the zip safely (`package`).
Deleted and hidden words are kept apart; nothing is fetched, no macro runs.
"""

from __future__ import annotations

import re

from lxml import etree

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.reading.draft import Draft, PageDraft, Source
from mailroom_dagster.reading.model import HiddenText
from mailroom_dagster.reading.package import Package
from mailroom_dagster.reading.readers.html import html_text

PAGE = "\f"
_LINES_OF_A_CELL = re.compile(r"\s*[\n\f]\s*")
_EMPTY_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def read_docx(source: Source) -> Draft:
    """Read a Word document. Raises corrupt, encrypted, too_compressed."""
    with Package(source.path, source.policy) as package:
        walk = _Walk()
        body = walk.part(package.xml("word/document.xml"))
        body += "".join(_alt_chunks(package))
        headers = [walk.part(package.xml(name)) for name in package.names("word/header")]
        footers = [walk.part(package.xml(name)) for name in package.names("word/footer")]
        notes = [walk.part(package.xml(name)) for name in package.names("word/footnotes", "word/endnotes")]
        comments = [walk.part(package.xml(name)) for name in package.names("word/comments.xml")]
    pages = [_EMPTY_LINES.sub("\n\n", page).strip("\n") for page in body.split(PAGE)]
    pages[0] = _joined([*headers, pages[0]])
    pages[-1] = _joined([pages[-1], *notes, *_labelled("Comment", comments), *footers])
    draft = Draft(source.media_type, pages=[PageDraft(text) for text in pages])
    _tell(draft, walk)
    return draft


def _joined(parts: list[str]) -> str:
    return "\n\n".join(dict.fromkeys(part.strip("\n") for part in parts if part.strip()))


def _labelled(label: str, parts: list[str]) -> list[str]:
    return [f"[{label}] {part.strip()}" for part in parts if part.strip()]


def _alt_chunks(package: Package) -> list[str]:
    """Imported HTML parts, which Word shows in place of an altChunk element."""
    names = package.names("word/", suffixes=(".html", ".htm", ".xhtml"))
    return ["\n\n" + html_text(package.read(name).decode("utf-8", "replace"))[0] for name in names]


def _tell(draft: Draft, walk: _Walk) -> None:
    if walk.inserted or walk.deleted:
        message = f"{walk.inserted} insertions read as accepted, {walk.deleted} deletions left out"
        draft.note("tracked_changes", message)
    draft.hidden = [HiddenText(page=1, reason="vanish", text=text) for text in walk.hidden if text.strip()]


class _Walk:
    """One pass over the parts of a document; namespaces are ignored, so Strict and Transitional read alike."""

    def __init__(self) -> None:
        self.inserted = 0
        self.deleted = 0
        self.hidden: list[str] = []

    def part(self, root: etree._Element) -> str:
        """The text of one XML part. Raises corrupt when it is nested too deeply to be a document."""
        out: list[str] = []
        try:
            self._walk(root, out)
        except RecursionError as error:
            raise MailroomError(ErrorCode.CORRUPT, "the document is nested too deeply") from error
        return "".join(out)

    def _walk(self, node: etree._Element, out: list[str]) -> None:
        for child in node:
            name = etree.QName(child).localname if isinstance(child.tag, str) else ""
            handler = getattr(self, f"_on_{name}", None)
            if handler:
                handler(child, out)
            elif name in _TEXT_OF:
                out.append(_TEXT_OF[name])
            else:
                self._walk(child, out)

    def _on_p(self, node: etree._Element, out: list[str]) -> None:
        self._walk(node, out)
        out.append("\n\n")

    def _on_t(self, node: etree._Element, out: list[str]) -> None:
        out.append(node.text or "")

    def _on_tbl(self, node: etree._Element, out: list[str]) -> None:
        out.append("\n")
        self._walk(node, out)
        out.append("\n")

    def _on_tr(self, node: etree._Element, out: list[str]) -> None:
        if node.find("{*}trPr/{*}del") is not None:
            self.deleted += 1
            return
        cells: list[str] = []
        for cell in node.iterchildren("{*}tc", "{*}sdt"):
            parts: list[str] = []
            self._walk(cell, parts)
            cells.append(_LINES_OF_A_CELL.sub(" / ", "".join(parts).strip()))
        out.append("\t".join(cells) + "\n")

    def _on_br(self, node: etree._Element, out: list[str]) -> None:
        out.append(PAGE if _attribute(node, "type") == "page" else "\n")

    def _on_r(self, node: etree._Element, out: list[str]) -> None:
        vanish = node.find("{*}rPr/{*}vanish")
        if vanish is None or _attribute(vanish, "val") in ("0", "false", "off"):
            self._walk(node, out)
            return
        hidden: list[str] = []
        self._walk(node, hidden)
        self.hidden.append("".join(hidden))

    def _on_ins(self, node: etree._Element, out: list[str]) -> None:
        self.inserted += 1
        self._walk(node, out)

    _on_moveTo = _on_ins  # noqa: N815 - handler names are element names

    def _on_del(self, node: etree._Element, out: list[str]) -> None:
        self.deleted += 1

    _on_moveFrom = _on_del  # noqa: N815

    def _on_AlternateContent(self, node: etree._Element, out: list[str]) -> None:  # noqa: N802
        choice = node.find("{*}Choice")
        self._walk(node if choice is None else choice, out)

    def _on_txbxContent(self, node: etree._Element, out: list[str]) -> None:  # noqa: N802
        out.append("\n")
        self._walk(node, out)

    def _nothing(self, node: etree._Element, out: list[str]) -> None:
        """Elements whose text is no text of the document."""

    _on_instrText = _on_delText = _on_delInstrText = _on_rPr = _on_pPr = _on_sectPr = _on_trPr = _nothing  # noqa: N815


_TEXT_OF = {
    "tab": "\t", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "", "lastRenderedPageBreak": "",
}  # fmt: skip


def _attribute(node: etree._Element, name: str) -> str | None:
    return next((value for key, value in node.attrib.items() if etree.QName(key).localname == name), None)
