"""E-mail files: headers as data, the best body as text, every attachment as a document of its own.

Belongs here: the MIME tree. Does not belong here: Outlook's format (`msg`), what becomes of attachments (`intake`).
"""

from __future__ import annotations

import email
import email.policy
import re
from email.message import EmailMessage, MIMEPart

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.reading.draft import Draft, PageDraft, Source
from mailroom_dagster.reading.encoding import decode
from mailroom_dagster.reading.model import Attachment, HiddenText
from mailroom_dagster.reading.readers.html import html_text

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_KEPT = ("from", "sender", "to", "cc", "bcc", "reply-to", "date", "subject", "message-id", "in-reply-to", "references")
_UUENCODED = re.compile(
    r"(?m)(?:^begin [0-7]{3} [^\n]*\r?\n)?(?:^M[ -`]{58,62}\r?\n){8,}(?:^[ -`]{1,62}\r?\n)?(?:^`?\r?\nend\s*$)?"
)


def read_mail(source: Source) -> Draft:
    """Read a message file. Raises corrupt, too_deeply_nested."""
    data = source.path.read_bytes()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = decode(data)[0].encode()
    message = email.message_from_bytes(data, policy=email.policy.default)
    draft = Draft(source.media_type, headers=_headers(message))
    if not draft.headers:
        raise MailroomError(ErrorCode.CORRUPT, "the file has no mail headers")
    _check_depth(message, source.policy.max_nesting)
    body, hidden = _body(message)
    plain = _UUENCODED.sub("[encoded file]\n", body)
    if plain != body:
        draft.note("encoded_part_removed", "a uuencoded file stood in the body; it is not part of the text")
    draft.pages = [PageDraft(message_text(draft.headers, plain))]
    draft.title = draft.headers.get("subject")
    draft.hidden = [HiddenText(page=1, reason="display_none", text=text) for text in hidden]
    _take_attachments(message, draft)
    return draft


def message_text(headers: dict[str, str], body: str) -> str:
    """The headers people look at, one a line, then the body: the text of any message."""
    block = "\n".join(f"{name}: {headers[name.lower()]}" for name in _SHOWN if headers.get(name.lower()))
    return f"{block}\n\n{body}"


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


def _check_depth(message: MIMEPart, limit: int) -> None:
    """Without recursion, so that a tree of any depth is measured and not a crash."""
    parts = [(message, 0)]
    while parts:
        part, depth = parts.pop()
        if depth > limit:
            raise MailroomError(ErrorCode.TOO_DEEPLY_NESTED, "messages are nested deeper than max_nesting allows")
        inner = depth + (part.get_content_type() == "message/rfc822")
        parts += (
            [(child, inner) for child in part.get_payload() if isinstance(child, MIMEPart)]
            if part.is_multipart()
            else []
        )


def _body(message: EmailMessage) -> tuple[str, list[str]]:
    """The body and its hidden texts: plain text when it says anything, else HTML."""
    for kind in ("plain", "html"):
        part = message.get_body(preferencelist=(kind,))
        text = _text(part) if part else ""
        if text.strip() and kind == "html":
            visible, hidden, _ = html_text(text)
            return visible, hidden
        if text.strip():
            return text, []
    return "", []


def _text(part: MIMEPart) -> str:
    payload = part.get_payload(decode=True)
    return decode(payload, part.get_content_charset())[0] if isinstance(payload, bytes) and payload else ""


def _take_attachments(message: EmailMessage, draft: Draft) -> None:
    for part in message.iter_attachments():
        if part.get_content_type() == "message/rfc822":
            draft.attachments += _nested(part)
        elif part.get_content_maintype() == "image" and part["content-id"] and not part.is_attachment():
            draft.note("inline_picture", "a picture shown in the body is no document of its own")
        else:
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes) and payload:
                draft.attachments.append(Attachment(name=part.get_filename() or "attachment", data=payload))


def _nested(part: MIMEPart) -> list[Attachment]:
    """The message in a message, as a mail file of its own."""
    return [
        Attachment(name=f"{inner.get('subject') or 'message'}.eml", data=inner.as_bytes(policy=email.policy.SMTP))
        for inner in part.get_payload()
        if isinstance(inner, EmailMessage)
    ]
