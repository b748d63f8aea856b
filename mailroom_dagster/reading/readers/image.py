"""Pictures of pages: png, jpeg, tiff with many pages, bmp, webp, gif; every frame goes through OCR.

Belongs here: decoding within the pixel limit. Does not belong here: recognising (`ocr`).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from mailroom_dagster.errors import ErrorCode, MailroomError
from mailroom_dagster.policy import ReadingPolicy
from mailroom_dagster.reading.desk import OcrDesk
from mailroom_dagster.reading.draft import Draft, PageDraft, Source
from mailroom_dagster.reading.model import PageSource

FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "WEBP", "GIF")
_MULTI_PAGE = ("TIFF",)  # an animation's other frames are no pages
_POINTS = 72
_DEFAULT_DPI = 96
_LARGEST_SIDE = 4000  # pixels that OCR gets; letters are large enough then
_SMALLEST_SIDE = 1600  # smaller pictures are enlarged to it

Image.MAX_IMAGE_PIXELS = None  # the policy's limit is asked for before anything is decoded


def read_image(source: Source) -> Draft:
    """Read a picture. Raises corrupt, too_many_pixels, too_many_pages."""
    desk = OcrDesk(source.policy, source.cache_dir)
    pages = [_page(grey, dpi, desk) for grey, dpi in grey_pages(source.path, source.policy)]
    return Draft(source.media_type, pages=pages)


def grey_pages(path: Path, policy: ReadingPolicy) -> Iterator[tuple[Image.Image, float]]:
    """Every frame that is a page, upright and in grey levels, with its dots per inch."""
    try:
        with warnings.catch_warnings(), Image.open(path, formats=FORMATS) as image:
            warnings.simplefilter("ignore")
            for frame in _frames(image, policy):
                dpi = float(frame.info.get("dpi", (0, 0))[0]) or _DEFAULT_DPI
                yield _on_paper(ImageOps.exif_transpose(frame)).convert("L"), dpi
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
        raise MailroomError(ErrorCode.CORRUPT, "the picture cannot be decoded") from error


def _frames(image: Image.Image, policy: ReadingPolicy) -> Iterator[Image.Image]:
    count = getattr(image, "n_frames", 1) if image.format in _MULTI_PAGE else 1
    if count > policy.max_pages:
        raise MailroomError(ErrorCode.TOO_MANY_PAGES, f"the picture has {count} pages")
    for frame in ImageSequence.Iterator(image):
        if frame.width * frame.height > policy.max_pixels:
            raise MailroomError(ErrorCode.TOO_MANY_PIXELS, f"a picture of {frame.width} x {frame.height} pixels")
        yield frame
        if count == 1:
            return


def _page(grey: Image.Image, dpi: float, desk: OcrDesk) -> PageDraft:
    width, height = grey.width / dpi * _POINTS, grey.height / dpi * _POINTS
    page = desk.better(PageDraft("", PageSource.UNREAD, width=width, height=height), lambda: _sized(grey), "image")
    page.width, page.height = width, height
    return page


def _on_paper(image: Image.Image) -> Image.Image:
    """Transparent parts become white, as a viewer shows them."""
    if "A" not in image.getbands() and "transparency" not in image.info:
        return image
    paper = Image.new("RGBA", image.size, "white")
    paper.alpha_composite(image.convert("RGBA"))
    return paper


def _sized(image: Image.Image) -> Image.Image:
    side = max(image.size)
    factor = _LARGEST_SIDE / side if side > _LARGEST_SIDE else max(1.0, min(3.0, _SMALLEST_SIDE / side))
    if factor == 1.0:
        return image
    return image.resize((max(1, round(image.width * factor)), max(1, round(image.height * factor))))
