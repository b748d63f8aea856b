"""E-mail files: headers as data, the best body as text, every attachment as a document of its own.

Belongs here: the MIME tree. Does not belong here: Outlook's format (`msg`), what becomes of attachments (`intake`).
"""

from __future__ import annotations

import email
import email.policy
import re
from email.message import EmailMessage, MIMEPart
from pathlib import Path

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.draft import Draft, PageDraft
from mailroom_dagster.reading.encoding import decode
from mailroom_dagster.reading.model import Attachment, HiddenText
from mailroom_dagster.reading.readers.html import html_text

HEADERS = ("From", "To", "Cc", "Date", "Subject")
_KEPT = ("from", "sender", "to", "cc", "bcc", "reply-to", "date", "subject", "message-id", "in-reply-to", "references")


def read_mail(path: Path, media_type: str, policy: ReadingPolicy) -> Draft:
    """Read a message file. Raises empty, corrupt, too_large."""
    data = path.read_bytes()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = decode(data)[0].encode()
    message = email.message_from_bytes(data, policy=email.policy.default)
    if not isinstance(message, EmailMessage) or not list(message.keys()):
        raise MailroomError(ErrorCode.CORRUPT, "the file has no mail headers")
    draft = Draft(media_type, headers=_headers(message))
    _check_depth(message, policy.max_nesting)
    body, hidden = _body(message)
    draft.pages = [PageDraft(header_block(draft.headers) + "\n\n" + body)]
    draft.title = draft.headers.get("subject")
    draft.hidden = [HiddenText(page=1, reason="display_none", text=text) for text in hidden]
    draft.attachments = list(_attachments(message))
    return draft


def header_block(headers: dict[str, str]) -> str:
    """The headers people look at, one a line, as the stored text begins with them."""
    return "\n".join(f"{name}: {headers[name.lower()]}" for name in HEADERS if headers.get(name.lower()))


def _headers(message: EmailMessage) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in _KEPT:
        try:
            values = [str(value) for value in message.get_all(name, [])]
        except (ValueError, IndexError, AttributeError, TypeError):  # the header parser's ways to fail on junk
            values = [value for key, value in message.raw_items() if key.lower() == name]
        if values:
            found[name] = re.sub(r"\s+", " ", ", ".join(values)).strip()
    return found


def _check_depth(message: MIMEPart, limit: int, depth: int = 0) -> None:
    if depth > limit:
        raise MailroomError(ErrorCode.TOO_LARGE, "messages are nested deeper than max_nesting allows")
    if message.is_multipart():
        for part in message.iter_parts():
            nested = part.get_content_type() == "message/rfc822"
            _check_depth(part, limit, depth + nested)


def _body(message: EmailMessage) -> tuple[str, list[str]]:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return "", []
    text = _text(part)
    if part.get_content_type() == "text/html":
        visible, hidden, _ = html_text(text)
        return visible, hidden
    return text, []


def _text(part: MIMEPart) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    return decode(payload, part.get_content_charset())[0] if payload else ""


def _attachments(message: EmailMessage) -> list[Attachment]:
    found: list[Attachment] = []
    for part in message.iter_attachments():
        if part.get_content_type() == "message/rfc822":
            inner = part.get_content()
            found.append(Attachment(name=f"{inner.get('subject') or 'message'}.eml", data=inner.as_bytes()))
            continue
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes) and payload:
            found.append(Attachment(name=part.get_filename() or "attachment", data=payload))
    return found
