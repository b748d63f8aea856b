"""Makes the malformed and hostile files that the reader tests read: `python -m tests.corpus.generate FOLDER`.

Belongs here: one small maker a file, each with what it is for and what reading it must come to. Nothing here is taken
from anywhere; see README.md beside this file.
"""

from __future__ import annotations

import io
import random
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pymupdf
from PIL import Image

WORDS = "This Agreement is entered into as of March 1, 2024 by and between Northwind Boats LLC and Example Sails Inc."


@dataclass(frozen=True)
class Case:
    """A file, why it exists, and the outcome: an error code, `text`, or `review:<code>`; `|` parts what is fine too."""

    name: str
    make: Callable[[], bytes]
    purpose: str
    outcome: str


def pdf(*pages: str, **save: object) -> bytes:
    """A PDF with one text a page."""
    with pymupdf.open() as document:
        for text in pages:
            page = document.new_page()
            page.insert_textbox((72, 72, 540, 720), text, fontsize=11)
        data: bytes = document.tobytes(**save)
    return data


def scan_of(*pages: str, dpi: int = 100) -> bytes:
    """The same pages as pictures, without a text layer."""
    with pymupdf.open(stream=pdf(*pages), filetype="pdf") as document, pymupdf.open() as scan:
        for page in document:
            scan.new_page().insert_image(page.rect, pixmap=page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY))
        data: bytes = scan.tobytes(deflate=True)
    return data


def docx(body: str, **parts: str) -> bytes:
    """A Word file with this XML in its body; `parts` are further members: header="…" makes word/header1.xml."""
    w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    members = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "word/document.xml": f"<w:document {w}><w:body>{body}</w:body></w:document>",
        **{
            f"word/{name}.xml": f"<w:{name.rstrip('0123456789')} {w}>{xml}</w:{name.rstrip('0123456789')}>"
            for name, xml in parts.items()
        },
    }
    return zipped({name: text.encode() for name, text in members.items()})


def paragraph(text: str) -> str:
    """One Word paragraph."""
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def zipped(members: dict[str, bytes]) -> bytes:
    """A zip of these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def mail(body: str = WORDS, headers: str = "") -> bytes:
    """A plain message."""
    head = "From: ann@example.com\nTo: bob@example.com\nSubject: Sails\nDate: Fri, 1 Mar 2024 10:00:00 +0000\n"
    return f"{head}MIME-Version: 1.0\n{headers}\n{body}\n".encode()


def nested_mail(depth: int) -> bytes:
    """A message in a message, `depth` times."""
    message = mail()
    for _ in range(depth):
        message = mail("", "Content-Type: message/rfc822\n").rstrip(b"\n") + b"\n\n" + message
    return message


def png(width: int, height: int) -> bytes:
    """A one-bit PNG of any size, honest about its dimensions, small on disk."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = b"\0" + b"\xff" * ((width + 7) // 8)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def objects(*bodies: str, trailer: str = "/Root 1 0 R") -> bytes:
    """A PDF written by hand, objects numbered from 1, with a right xref table."""
    out = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(bodies, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(out)
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(bodies) + 1
    head = f"xref\n0 {size}\n0000000000 65535 f \n"
    end = f"{head}{table}trailer\n<< /Size {size} {trailer} >>\nstartxref\n{start}\n%%EOF\n"
    return out + end.encode()


CATALOG = ("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")


def stream(data: bytes, entries: str = "") -> str:
    """A deflated stream object."""
    packed = zlib.compress(data, 9).decode("latin-1")
    return f"<< /Length {len(packed)} /Filter /FlateDecode {entries} >>\nstream\n{packed}\nendstream"


def deflate_bomb() -> bytes:
    """A page whose content stream unpacks to 150 MB of spaces."""
    page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>"
    return objects(*CATALOG, page, stream(b" " * 150_000_000))


def huge_image() -> bytes:
    """A page that is one image of 30,000 x 30,000 pixels."""
    resources = "/Resources << /XObject << /I 5 0 R >> >>"
    page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R {resources} >>"
    image = "/Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 1 /ColorSpace /DeviceGray"
    return objects(*CATALOG, page, stream(b"q 612 0 0 792 0 0 cm /I Do Q"), stream(b"\xff" * 100_000, image))


def xref_loop() -> bytes:
    """An xref whose /Prev points at itself."""
    data = objects("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>")
    start = data.rindex(b"xref\n0")
    return data.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev " + str(start).encode())


def page_tree_loop() -> bytes:
    """A page tree that is its own child."""
    return objects("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R] /Count 1 >>")


def xfa() -> bytes:
    """A dynamic XFA form: the page only says to wait."""
    return pdf(
        "Please wait... If this message is not eventually replaced by the proper contents of the document, wait."
    )


def annotation_only() -> bytes:
    """A blank page whose words are all in a comment."""
    with pymupdf.open() as document:
        document.new_page().add_text_annot((72, 72), WORDS)
        data: bytes = document.tobytes()
    return data


def form_only() -> bytes:
    """A blank page whose words are all in a form field without an appearance of its own."""
    with pymupdf.open() as document:
        page = document.new_page()
        widget = pymupdf.Widget()
        widget.field_name, widget.field_type = "party", pymupdf.PDF_WIDGET_TYPE_TEXT
        widget.rect, widget.field_value = pymupdf.Rect(72, 72, 540, 100), "Northwind Boats LLC"
        page.add_widget(widget)
        data: bytes = document.tobytes()
    return data


def nul_in_metadata() -> bytes:
    """A title with NUL in it."""
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), WORDS)
        document.set_metadata({"title": "Sup\x00ply", "author": "\x00"})
        data: bytes = document.tobytes()
    return data


def embedded() -> bytes:
    """A letter with a file inside."""
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), WORDS)
        document.embfile_add("price list.txt", b"Sail: USD 120.00", filename="price list.txt")
        data: bytes = document.tobytes()
    return data


def portfolio() -> bytes:
    """A portfolio: a cover page over embedded documents."""
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "For the best experience, open this PDF portfolio in a reader.")
        document.embfile_add("one.pdf", pdf(WORDS), filename="one.pdf")
        document.embfile_add("two.pdf", pdf(WORDS), filename="two.pdf")
        document.xref_set_key(document.pdf_catalog(), "Collection", "<< /Type /Collection >>")
        data: bytes = document.tobytes()
    return data


def encrypted(user: str, owner: str) -> bytes:
    """AES-256 with these passwords."""
    return pdf(WORDS, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=user, owner_pw=owner)


def picture() -> bytes:
    """A blank white JPEG."""
    buffer = io.BytesIO()
    Image.new("L", (800, 600), 255).save(buffer, "JPEG")
    return buffer.getvalue()


def entity_bomb() -> bytes:
    """A Word file whose XML declares entities that multiply."""
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    xml = f'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e0 "ha">{levels}]><d>&e9;</d>'
    return zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": xml.encode()})


def external_entity() -> bytes:
    """A Word file that asks for a local file."""
    xml = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]><d>&x;</d>'
    return zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": xml.encode()})


def zip_bomb() -> bytes:
    """A Word file whose body unpacks to 60 MB."""
    text = b"<w:t>" + b"a" * 60_000_000 + b"</w:t>"
    ns = b'<w:d xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    return zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": ns + text + b"</w:d>"})


def deep_xml() -> bytes:
    """A Word file nested 100,000 elements deep."""
    return docx("<w:p>" * 100_000 + "</w:p>" * 100_000)


def tenths(name: str, whole: bytes, purpose: str) -> list[Case]:
    """The file cut short at every tenth: a text or a named error, nothing else."""
    stem, dot, suffix = name.rpartition(".")
    cuts = {tenth: whole[: len(whole) * tenth // 10] for tenth in range(1, 10)}
    return [Case(f"{stem}_{tenth}{dot}{suffix}", partial(bytes, cut), purpose, "any") for tenth, cut in cuts.items()]


CASES: list[Case] = [
    Case("user_password.pdf", lambda: encrypted("sesame", "owner"), "needs a password", "encrypted"),
    Case("owner_password.pdf", lambda: encrypted("", "owner"), "opens without asking", "text"),
    Case("zero.pdf", lambda: b"", "no bytes", "empty"),
    Case("zero.txt", lambda: b"", "no bytes", "empty"),
    Case("blank.eml", lambda: b"  \r\n\r\n ", "white space only", "empty"),
    Case("one_byte.txt", lambda: b"x", "one byte", "text"),
    Case("one_byte.pdf", lambda: b"%", "one byte", "text"),
    Case("pdf_named.txt", lambda: pdf(WORDS), "wrong extension", "text"),
    Case("docx_named.pdf", lambda: docx(paragraph(WORDS)), "wrong extension", "text"),
    Case("xref_loop.pdf", xref_loop, "xref that points at itself", "corrupt"),
    Case("page_tree_loop.pdf", page_tree_loop, "page tree that is its own child", "corrupt|review:no_text"),
    Case("deflate_bomb.pdf", deflate_bomb, "content stream of 150 MB", "too_compressed|review:no_text"),
    Case("huge_image.pdf", huge_image, "30,000 x 30,000 pixels on a page", "too_many_pixels"),
    Case("huge_image.png", lambda: png(30_000, 30_000), "30,000 x 30,000 pixels", "too_many_pixels"),
    Case("white.jpg", picture, "nothing on it", "review:no_text"),
    Case("xfa.pdf", xfa, "dynamic form with a waiting page", "unsupported_type"),
    Case("annotation_only.pdf", annotation_only, "words only in a comment", "text"),
    Case("form_only.pdf", form_only, "words only in a field", "text"),
    Case("nul_in_metadata.pdf", nul_in_metadata, "NUL in the title", "text"),
    Case("embedded.pdf", embedded, "a file inside", "text"),
    Case("portfolio.pdf", portfolio, "the documents are inside", "review:embedded_files"),
    Case("entity_bomb.docx", entity_bomb, "entities that multiply", "corrupt"),
    Case("external_entity.docx", external_entity, "entity that reads a local file", "corrupt"),
    Case("zip_bomb.docx", zip_bomb, "unpacks to a thousandfold", "too_compressed"),
    Case("deep_xml.docx", deep_xml, "100,000 elements deep", "corrupt"),
    Case("nested.eml", lambda: nested_mail(50), "messages in messages", "too_deeply_nested"),
    Case("random.bin", lambda: random.Random(7).randbytes(4096), "no text in any encoding", "undecodable"),
    *tenths("cut.pdf", pdf(WORDS, WORDS), "a PDF cut short"),
    *tenths("cut.docx", docx(paragraph(WORDS) * 50), "a Word file cut short"),
    *tenths("cut.eml", mail(WORDS * 20), "a message cut short"),
    *tenths("cut.jpg", picture(), "a picture cut short"),
]  # fmt: skip


def main(folder: Path) -> None:
    """Write every file."""
    folder.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        (folder / case.name).write_bytes(case.make())
        print(f"{case.name}: {case.purpose} -> {case.outcome}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
