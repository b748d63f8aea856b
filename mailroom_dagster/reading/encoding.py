"""Which encoding bytes of text are in: BOM, NUL pattern, UTF-8, then the likely code pages.

Belongs here: decoding. Does not belong here: cleaning what was decoded (`clean`).
"""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from mailroom_dagster.errors import ErrorCode, MailroomError

_BOMS = (  # UTF-32 first: its little-endian mark begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CODE_PAGES = [
    "cp1252", "cp932", "euc_jp", "gb18030", "big5", "cp949", "cp1251", "koi8_r", "cp1256", "cp1255", "cp1253",
    "cp1250", "cp1254", "cp500", "iso2022_jp",
]  # fmt: skip
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_SAMPLE_BYTES = 64 * 1024
_BINARY_SHARE = 0.05  # of control bytes: text has next to none, random bytes have a ninth
_REPAIR_SHARE = 0.005  # of bytes: UTF-8 with fewer bad ones is damaged UTF-8, not a code page


def decode(data: bytes, declared: str | None = None) -> tuple[str, str]:
    """The text and the name of the encoding chosen. `declared` is tried before any guess. Raises undecodable."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data.decode(name, "replace").removeprefix("\ufeff"), name
    wide = _wide_without_mark(data)
    if wide:
        return data.decode(wide, "replace"), wide
    for candidate in ("utf-8", declared):
        text = _strict(data, candidate)
        if text is not None and not _is_binary(data):
            return text, str(candidate).lower()
    return _guess(data)


def _strict(data: bytes, name: str | None) -> str | None:
    try:
        return data.decode(name) if name else None
    except (UnicodeDecodeError, LookupError):
        return None


def _is_binary(data: bytes) -> bool:
    sample = data[:_SAMPLE_BYTES]
    return len(_CONTROLS.findall(sample)) > _BINARY_SHARE * len(sample)


def _wide_without_mark(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without BOM: zero bytes stand at every second or fourth place, and always the same."""
    sample = data[: _SAMPLE_BYTES - _SAMPLE_BYTES % 4]
    if len(sample) < 8 or sample.count(0) < 0.2 * len(sample):
        return None
    for name, width, zeros, letters in (
        ("utf-32-le", 4, (1, 2, 3), 0),
        ("utf-32-be", 4, (0, 1, 2), 3),
        ("utf-16-le", 2, (1,), 0),
        ("utf-16-be", 2, (0,), 1),
    ):
        few = sample[letters::width].count(0) < 0.02 * len(sample) / width
        if few and all(sample[place::width].count(0) > 0.4 * len(sample) / width for place in zeros):
            return name if _strict(sample, name) is not None else None
    return None


def _guess(data: bytes) -> tuple[str, str]:
    """Damaged UTF-8, or the code page that charset-normalizer finds the least odd."""
    repaired = data.decode("utf-8", "replace")
    bad = repaired.count("\ufffd")
    if bad < _REPAIR_SHARE * len(data) and len(data) - len(repaired) > bad:
        return repaired, "utf-8 (damaged)"
    matches = list(from_bytes(data[: 4 * _SAMPLE_BYTES], cp_isolation=_CODE_PAGES))
    if not matches or (matches[0].encoding != "cp500" and _is_binary(data)):
        raise MailroomError(ErrorCode.UNDECODABLE, "the bytes are no text in any encoding that was tried")
    western = any("cp1252" in match.could_be_from_charset and match.chaos <= matches[0].chaos for match in matches)
    name = "cp1252" if western else matches[0].encoding  # of code pages that fit as well, the commonest
    return data.decode(name, "replace"), name
