"""HTML: what a browser would show, tables row by row; nothing is fetched or run.

Belongs here: visible text, and what is hidden by style. Does not belong here: decoding (`encoding`).
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.reading.draft import Draft, PageDraft, Source
from mailroom_dagster.reading.encoding import decode
from mailroom_dagster.reading.model import HiddenText

_SKIPPED = {"script", "style", "noscript", "template", "iframe", "object", "embed", "svg", "head", "title", "-comment"}
_BLOCKS = {
    "p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "ul", "ol", "li", "dl", "dt", "dd",
    "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote", "pre", "form", "fieldset", "address", "hr",
    "center", "caption", "figure", "body",
}  # fmt: skip
_PARAGRAPHS = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "blockquote", "pre", "hr", "section"}
DEEPEST = 12_000  # elements; parsers need time that grows with the square of the depth
_NESTING = re.compile(
    r"<(?P<closing>/?)(?:div|span|font|b|i|u|s|em|strong|a|big|small|sub|sup|code|tt|table|ul|ol|dl|blockquote|center"
    r"|section|article|main|nav|aside|header|footer|form|fieldset|label|figure|details|ins|del)\b",
    re.IGNORECASE,
)
MOST_ATTRIBUTES = 2000  # of one tag; parsers compare each with all before it
_ATTRIBUTE = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+"""
_TAG = re.compile(
    rf"<(?P<raw>script|style)\b(?:.*?</(?P=raw)|.*)"
    rf"|<[a-z][^\s/>]*+(?:(?P<many>(?:{_ATTRIBUTE}){{{MOST_ATTRIBUTES + 1}}})|(?:{_ATTRIBUTE})*+)",
    re.IGNORECASE | re.DOTALL,
)
_CELL_END, _ROW_END = "\x00", "\x01"  # while the text is being put together
_META_CHARSET = re.compile(rb"(?i)<meta[^>]{0,200}charset\s*=\s*[\"']?([a-z0-9_-]{2,30})")
_HIDDEN_STYLE = re.compile(
    r"(?i)display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])"
    r"|(?<![-\w])color\s*:\s*(?:white|#fff(?:fff)?|transparent)\b"
)


def read_html(source: Source) -> Draft:
    """Read an HTML file. Raises undecodable, too_deeply_nested, corrupt."""
    data = source.path.read_bytes()
    declared = _META_CHARSET.search(data[:4096])
    markup, encoding = decode(data, declared.group(1).decode("ascii") if declared else None)
    text, hidden, title = html_text(markup)
    draft = Draft(source.media_type, pages=[PageDraft(text)], encoding=encoding, title=title)
    draft.hidden = [HiddenText(page=1, reason="display_none", text=part) for part in hidden]
    return draft


def html_text(markup: str) -> tuple[str, list[str], str | None]:
    """Visible text, hidden texts, title. Raises too_deeply_nested, corrupt."""
    if _depth(markup) > DEEPEST:
        raise MailroomError(ErrorCode.TOO_DEEPLY_NESTED, f"elements lie in elements more than {DEEPEST} deep")
    if any(match["many"] for match in _TAG.finditer(markup)):
        raise MailroomError(ErrorCode.CORRUPT, f"a tag has more than {MOST_ATTRIBUTES} attributes")
    tree = LexborHTMLParser(markup)
    root = tree.body or tree.root
    walk = _Walk()
    if root is not None:
        walk.over(root)
    title = tree.css_first("title")
    return walk.text(), walk.hidden, title.text().strip() if title else None


def _depth(markup: str) -> int:
    """How deep elements lie in each other, from above: those that close by themselves are not looked at."""
    deepest = depth = 0
    for match in _NESTING.finditer(markup):
        depth = max(0, depth - 1) if match["closing"] else depth + 1
        deepest = max(deepest, depth)
    return deepest


class _Walk:
    """Collects the text of a tree without recursion, so that no nesting is too deep for it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.hidden: list[str] = []

    def over(self, root: LexborNode) -> None:
        stack: list[tuple[LexborNode | None, str]] = [(root, "")]
        while stack:
            node, closing = stack.pop()
            if node is None:
                self.parts.append(closing)
                continue
            self._enter(node, stack)

    def _enter(self, node: LexborNode, stack: list[tuple[LexborNode | None, str]]) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self.parts.append(re.sub(r"\s+", " ", node.text_content or ""))
        elif tag == "br":
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self._children(node, stack, _CELL_END)
        elif tag == "tr":
            self._children(node, stack, _ROW_END)
        elif tag == "-comment":
            self._hide(node.html or "")
        elif tag not in _SKIPPED:
            if _is_hidden(node):
                self._hide(node.text(separator=" "))
                return
            mark = "\n\n" if tag in _PARAGRAPHS else "\n" if tag in _BLOCKS else ""
            self.parts.append(mark)
            self._children(node, stack, mark)

    def _children(self, node: LexborNode, stack: list[tuple[LexborNode | None, str]], closing: str) -> None:
        stack.append((None, closing))
        stack.extend((child, "") for child in reversed(list(node.iter(include_text=True))))

    def _hide(self, text: str) -> None:
        words = re.sub(r"\s+", " ", text).strip()
        if words:
            self.hidden.append(words)

    def text(self) -> str:
        joined = re.sub(rf"\s*{_CELL_END}\s*", _CELL_END, "".join(self.parts))
        joined = re.sub(rf"[{_CELL_END}\s]*{_ROW_END}", "\n", joined).replace(_CELL_END, "\t")
        joined = re.sub(r" *\n *", "\n", re.sub(r" {2,}", " ", joined))
        return re.sub(r"\n{3,}", "\n\n", joined).strip()


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    return "hidden" in attributes or bool(_HIDDEN_STYLE.search(attributes.get("style") or ""))
