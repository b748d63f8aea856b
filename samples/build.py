"""Builds the sample documents from the sources beside this file: `python samples/build.py`.

Every text was written for this project. Formats are as untidy as real ones: two columns, a scan, tracked changes, an
e-mail with attachments, a long agreement, a letter that is two things at once, a form nobody filled in, half a notice, a
list of losses that hardly sounds like one, a file that cannot be read. Plain text and HTML are nobody's copy: they are
written in `documents/`.
"""

from __future__ import annotations

import re
import zipfile
from email.message import EmailMessage
from html import escape
from io import BytesIO
from pathlib import Path

import pymupdf
from PIL import Image, ImageFilter

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "sources"
TARGET = HERE / "documents"
PAGE = pymupdf.paper_rect("letter")
CSS = (
    "body {font-family: serif; font-size: 11.5pt; line-height: 1.4} "
    "h1 {font-size: 14pt; text-align: center} h2 {font-size: 11pt}"
)
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
TRACKED = re.compile(r"\{([-+])(.*?)[-+]\}")

SYSTEMS = (
    "patient records",
    "laboratory",
    "radiology images",
    "pharmacy",
    "billing",
    "scheduling",
    "payroll",
    "telephony",
    "purchasing",
    "document archive",
    "research data",
    "building control",
    "electronic mail",
)
TASKS = (
    ("hosting", "Provider shall run the {} servers in two data centres and keep them patched."),
    ("backup", "Provider shall back up the {} data every night and test one restoration a month."),
    (
        "monitoring",
        "Provider shall watch the {} systems day and night and open an incident within five minutes of an alarm.",
    ),
    ("service desk", "Provider shall answer calls about the {} systems within sixty seconds in the mean of a month."),
    ("change control", "Provider shall plan each change to the {} systems with Customer and keep a way back."),
    ("access", "Provider shall give and withdraw access to the {} systems within one working day of a request."),
    (
        "recovery",
        "Provider shall restore the {} systems within four hours after a disaster, and rehearse it once a year.",
    ),
    ("capacity", "Provider shall report the load of the {} systems every month and propose what to add."),
)


def main() -> None:
    """Write every sample document that is not plain text."""
    for name in (
        "secretary_certificate",
        "demand_letter",
        "beneficial_ownership",
        "denial_letter",
        "appellate_opinion",
    ):
        write(f"{name}.pdf", pdf(source(name)))
    write("mutual_nda_two_columns.pdf", pdf(source("mutual_nda"), columns=2))
    write("master_services_agreement.pdf", pdf(source("clauses") + schedules()))
    for name in ("distribution_agreement", "written_consent", "legal_due_diligence", "uk_judgment"):
        write(f"{name}.docx", docx(source(name)))
    write("consulting_agreement_redlined.docx", docx(source("consulting_agreement")))
    write("license_agreement_scan.pdf", scan(pdf(source("license_agreement"))))
    write("scanned_letter.tiff", picture(pdf(source("scanned_letter")), "TIFF"))
    write("settlement_offer.eml", mail())
    write("copy_of_loss_notice.txt", (TARGET / "loss_notice.txt").read_bytes())
    write("damaged_agreement.docx", docx(source("distribution_agreement"))[:900])


def source(name: str) -> str:
    """The text of a source."""
    return (SOURCES / f"{name}.txt").read_text(encoding="utf-8")


def write(name: str, data: bytes) -> None:
    """Put one document in place."""
    (TARGET / name).write_bytes(data)


def schedules() -> str:
    """Schedule A and B of the master services agreement: what makes it forty pages long."""
    parts = ["", "# SCHEDULE A. SERVICE DESCRIPTIONS"]
    for number, system in enumerate(SYSTEMS, 1):
        parts.append(f"## A.{number} {system.capitalize()}")
        for letter, (task, sentence) in zip("abcdefgh", TASKS, strict=True):
            parts.append(
                f"({letter}) {task.capitalize()}. {sentence.format(system)} Customer shall name a contact for this service. "
                f"The Service Level for {task} of {system} is {99 + number / 100:.2f} percent, measured by calendar month "
                f"and reported in the first week of the next. A failure is credited with {number} percent of the monthly "
                f"fee for {system}. Planned maintenance is announced five days before and takes place between midnight and "
                f"four in the morning. Provider keeps the records of this service for seven years and hands them over on "
                f"request, in a form that can be read without Provider's tools."
            )
            parts.append(
                f"Responsibilities for {task} of {system}: Provider plans, performs and documents; Customer approves and "
                f"is informed. Escalation runs from the shift leader to the service manager and from there to the "
                f"executives named in Article 13. Each step is taken within two hours when the step before it has not "
                f"brought a solution, and every step is entered in the incident record with its time and its author."
            )
    parts.append("# SCHEDULE B. BUSINESS ASSOCIATE TERMS")
    parts += [
        f"B.{number} Provider shall protect health information as required by law, item {number}."
        for number in range(1, 13)
    ]
    return "\n\n".join(parts)


def html(text: str) -> str:
    """Light markup (#, ##, **bold**, lines) as HTML."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        heading = re.match(r"(#+) ", block)
        body = "<br>".join(escape(re.sub(r"^#+ ", "", line)) for line in block.splitlines())
        body = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", body)
        tag = f"h{len(heading.group(1))}" if heading else "p"
        blocks.append(f"<{tag}>{body}</{tag}>")
    return "".join(blocks)


def pdf(text: str, columns: int = 1) -> bytes:
    """A PDF with a text layer, in one or more columns."""
    story = pymupdf.Story(html(text), user_css=CSS)
    inner = pymupdf.Rect(PAGE.x0 + 60, PAGE.y0 + 64, PAGE.x1 - 60, PAGE.y1 - 64)
    gap = 18
    width = (inner.width - gap * (columns - 1)) / columns
    frames = [
        pymupdf.Rect(inner.x0 + i * (width + gap), inner.y0, inner.x0 + i * (width + gap) + width, inner.y1)
        for i in range(columns)
    ]
    out = BytesIO()
    writer = pymupdf.DocumentWriter(out)
    more = True
    while more:
        device = writer.begin_page(PAGE)
        for frame in frames:
            if more:
                more, _ = story.place(frame)
                story.draw(device)
        writer.end_page()
    writer.close()
    document = pymupdf.Document(stream=out.getvalue())
    document.subset_fonts()
    return bytes(document.tobytes(deflate=True, garbage=4))


def page_image(data: bytes, dpi: int = 150) -> Image.Image:
    """The first page as a slightly skewed, soft grey picture, as a scanner gives it."""
    pixmap = pymupdf.Document(stream=data)[0].get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    image = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
    return image.rotate(0.8, fillcolor=250, resample=Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(0.6))


def scan(data: bytes) -> bytes:
    """A PDF that holds only pictures of its pages."""
    out = BytesIO()
    page_image(data).save(out, "PDF", resolution=150)
    return out.getvalue()


def picture(data: bytes, kind: str) -> bytes:
    """The first page as an image file."""
    out = BytesIO()
    page_image(data).convert("1").save(out, kind, compression="group4", dpi=(150, 150))
    return out.getvalue()


def docx(text: str) -> bytes:
    """A Word file; {-deleted-}{+inserted+} become tracked changes."""
    paragraphs = "".join(f"<w:p>{_runs(re.sub(r'^#+ ', '', line))}</w:p>" for line in text.splitlines() if line.strip())
    document = f'<w:document xmlns:w="{WORD}"><w:body>{paragraphs}</w:body></w:document>'
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    )
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    )
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (
            ("[Content_Types].xml", types),
            ("_rels/.rels", relations),
            ("word/document.xml", document),
        ):
            archive.writestr(zipfile.ZipInfo(name), f'<?xml version="1.0" encoding="UTF-8"?>{content}')
    return out.getvalue()


def _runs(line: str) -> str:
    runs = []
    for position, piece in enumerate(TRACKED.split(line)):
        if position % 3 == 0:
            runs.append(_run(piece, "w:t"))
        elif position % 3 == 2:
            deleted = TRACKED.split(line)[position - 1] == "-"
            mark = 'w:id="1" w:author="Reviewer" w:date="2025-01-10T09:00:00Z"'
            runs.append(
                f"<w:del {mark}>{_run(piece, 'w:delText')}</w:del>"
                if deleted
                else f"<w:ins {mark}>{_run(piece, 'w:t')}</w:ins>"
            )
    return "".join(runs)


def _run(text: str, tag: str) -> str:
    return f'<w:r><{tag} xml:space="preserve">{escape(text)}</{tag}></w:r>' if text else ""


def mail() -> bytes:
    """An e-mail with two attachments."""
    message = EmailMessage()
    message["From"] = "Henrietta Mbeki <h.mbeki@mbekilowell.example>"
    message["To"] = "Oliver Stanhope <o.stanhope@stanhopelaw.example>"
    message["Cc"] = "Anton Gruber <anton@gruberscaffolding.example>"
    message["Date"] = "Wed, 19 Feb 2025 11:24:00 -0500"
    message["Subject"] = "Larch Street scaffold: settlement offer"
    message["Message-ID"] = "<20250219112400.1@mbekilowell.example>"
    message.set_content(source("settlement_email"))
    message.add_attachment(
        pdf(source("engagement_letter")), maintype="application", subtype="pdf", filename="engagement letter.pdf"
    )
    tag = BytesIO()
    page_image(pdf("# SCAFFOLD TAG\n\nInspected January 30, 2025\n\nDo not remove"), 100).save(tag, "PNG")
    message.add_attachment(tag.getvalue(), maintype="image", subtype="png", filename="scaffold tag.png")
    return message.as_bytes()


if __name__ == "__main__":
    main()
