"""Outlook messages (.msg): headers as data, the best body, attachments; read like mail in every other way.

Belongs here: Outlook's properties. Does not belong here: how a message's text begins (`mail.header_block`).
"""

from __future__ import annotations

import re

from oxmsg import Message
from oxmsg.attachment import Attachment as OutlookAttachment

from mailroom_dagster.reading.draft import Draft, PageDraft, Source
from mailroom_dagster.reading.encoding import decode
from mailroom_dagster.reading.model import Attachment, HiddenText
from mailroom_dagster.reading.readers.html import html_text
from mailroom_dagster.reading.readers.mail import message_text

_CONTENT_ID = 0x3712  # PidTagAttachContentId: set on pictures that the body shows


def read_msg(source: Source) -> Draft:
    """Read an Outlook message."""
    message = Message.load(str(source.path))
    draft = Draft(source.media_type, headers=_headers(message), title=message.subject or None)
    body = message.body or ""
    if not body.strip() and message.html_body:
        body, hidden, _ = html_text(_decoded(message.html_body))
        draft.hidden = [HiddenText(page=1, reason="display_none", text=text) for text in hidden]
    draft.pages = [PageDraft(message_text(draft.headers, body))]
    for attachment in message.attachments:
        _take(attachment, draft)
    return draft


def _headers(message: Message) -> dict[str, str]:
    date = message.sent_date
    found = {name.lower(): value for name, value in message.message_headers.items() if name.lower() != "content-type"}
    found |= {
        "from": message.sender or "",
        "to": ", ".join(f"{person.name} <{person.email_address}>" for person in message.recipients),
        "date": found.get("date") or (date.isoformat() if date else ""),
        "subject": message.subject or "",
    }
    return {name: re.sub(r"\s+", " ", value).strip() for name, value in found.items() if value}


def _decoded(body: str | bytes) -> str:
    return body if isinstance(body, str) else decode(body)[0]


def _take(attachment: OutlookAttachment, draft: Draft) -> None:
    data, name = attachment.file_bytes, attachment.file_name
    if not data:
        draft.note("attachment_unread", "an attachment by reference, or a message in the message, is not taken out")
    elif attachment.properties.str_prop_value(_CONTENT_ID) and (attachment.mime_type or "").startswith("image/"):
        draft.note("inline_picture", "a picture shown in the body is no document of its own")
    else:
        draft.attachments.append(Attachment(name=name or "attachment", data=data))
