"""What a file is, told from its bytes; its name is only compared with that.

Belongs here: signatures and the names that fit them. Does not belong here: parsing.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path, PurePath

HEAD_BYTES = 4096
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ODT = "application/vnd.oasis.opendocument.text"
MSG = "application/vnd.ms-outlook"
DOC = "application/msword"
OLE = "application/x-ole-storage"
BINARY = "application/octet-stream"

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", "text/rtf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\x1f\x8b", "application/gzip"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"\x30\x82", "application/pkcs7-mime"),
    (b"\x30\x80", "application/pkcs7-mime"),
    (b"\x7fELF", BINARY),
    (b"MZ\x90", BINARY),
)
_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HTML = re.compile(
    rb"(?is)^(?:\s|<\?xml[^>]*>|<!--.*?-->)*<(?:!doctype\s+html|html|head|body|meta|title|table|div|p|h1)\b"
)
_MAIL_HEADER = re.compile(rb"(?m)^([A-Za-z][A-Za-z0-9-]{1,40}):[ \t]")
_MAIL_NAMES = {
    b"received", b"return-path", b"message-id", b"mime-version", b"from", b"to", b"subject", b"date", b"delivered-to",
    b"content-type", b"x-mailer", b"reply-to", b"cc", b"dkim-signature", b"content-transfer-encoding",
}  # fmt: skip
_SURE_MAIL_NAMES = {b"received", b"return-path", b"message-id", b"mime-version", b"delivered-to", b"dkim-signature"}

EXTENSIONS: dict[str, tuple[str, ...]] = {
    "application/pdf": (".pdf",),
    DOCX: (".docx", ".docm", ".dotx"),
    "text/rtf": (".rtf", ".doc"),
    "text/html": (".html", ".htm", ".xhtml"),
    "message/rfc822": (".eml", ".mht", ".mhtml"),
    MSG: (".msg",),
    "text/plain": (".txt", ".text", ".log", ".md", ".markdown"),
    "text/markdown": (".md", ".markdown"),
    "image/png": (".png",),
    "image/jpeg": (".jpg", ".jpeg", ".jpe"),
    "image/tiff": (".tif", ".tiff"),
    "image/bmp": (".bmp",),
    "image/webp": (".webp",),
    "image/gif": (".gif",),
}


def sniff(path: Path, name: str) -> str:
    """The media type of a file; text is `text/markdown` or `message/rfc822` when its name or headers say so."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    return (
        _by_signature(head)
        or (_inside_zip(path) if head.startswith(b"PK") else None)
        or (_inside_ole(path, name) if head.startswith(_OLE_MAGIC) else None)
        or _by_text(head, name)
    )


def fits_name(media_type: str, name: str) -> bool:
    """Whether the name's extension, if it has a known one, agrees with the content."""
    extension = PurePath(name.lower()).suffix
    known = {item for items in EXTENSIONS.values() for item in items}
    return extension not in known or extension in EXTENSIONS.get(media_type, ())


def _by_signature(head: bytes) -> str | None:
    if b"%PDF-" in head[:1024]:
        return "application/pdf"
    if head[:2] == b"BM" and head[6:10] == b"\x00\x00\x00\x00":
        return "image/bmp"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for magic, kind in _SIGNATURES if head.startswith(magic)), None)


def _inside_zip(path: Path) -> str:
    """Which kind of office file a zip is; a zip that cannot be listed goes by its first member's name."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        with path.open("rb") as file:
            start = file.read(HEAD_BYTES)
        return DOCX if b"[Content_Types].xml" in start or b"word/" in start else "application/zip"
    if any(name.startswith("word/") for name in names) and "[Content_Types].xml" in names:
        return DOCX
    return ODT if {"content.xml", "META-INF/manifest.xml"} <= names else "application/zip"


def _inside_ole(path: Path, name: str) -> str:
    """Outlook message or legacy Word, told by the stream names (UTF-16) of the directory."""
    with path.open("rb") as file:
        data = file.read(8 * 1024 * 1024)
    if "__properties_version1.0".encode("utf-16-le") in data:
        return MSG
    return DOC if "WordDocument".encode("utf-16-le") in data else OLE


def _by_text(head: bytes, name: str) -> str:
    plain = head.decode("utf-16", "ignore").encode() if head[:2] in (b"\xff\xfe", b"\xfe\xff") else head
    if _HTML.match(plain.removeprefix(b"\xef\xbb\xbf")):
        return "text/html"
    extension = PurePath(name.lower()).suffix
    if _looks_like_mail(plain, extension):
        return "message/rfc822"
    if extension in (".html", ".htm", ".xhtml") and b"<" in plain:
        return "text/html"
    return "text/markdown" if extension in (".md", ".markdown") else "text/plain"


def _looks_like_mail(head: bytes, extension: str) -> bool:
    """A header block with names that only mail has; a letter that begins with "From:" is no mail."""
    if extension == ".eml":
        return True
    block = re.split(rb"\r?\n\r?\n", head.lstrip(), maxsplit=1)[0]
    names = {name.lower() for name in _MAIL_HEADER.findall(block)}
    starts = bool(_MAIL_HEADER.match(head.lstrip()))
    return starts and bool(names & _SURE_MAIL_NAMES) and len(names & _MAIL_NAMES) >= 3
