"""A page as a picture, with bounded memory whatever the page says of its size and its images.

Belongs here: rendering. Does not belong here: what is done with the picture (`ocr`, `vision`, `hidden`).
"""

from __future__ import annotations

import math

import pymupdf
from PIL import Image

from mailroom_dagster.errors import ErrorCode, MailroomError

MAX_RENDER_PIXELS = 16_000_000  # of the rendered page; a larger page gets fewer dots per inch


def page_picture(page: pymupdf.Page, dpi: int, max_pixels: int) -> Image.Image:
    """The page in grey levels. Raises too_many_pixels when one of its images has more than `max_pixels`."""
    for image in page.get_images():
        if image[2] * image[3] > max_pixels:
            raise MailroomError(ErrorCode.TOO_MANY_PIXELS, f"an image on page {page.number + 1} is too large")
    area = max(page.rect.width * page.rect.height, 1.0) / 72**2
    bounded = min(dpi, math.isqrt(int(MAX_RENDER_PIXELS / area)))
    pixmap = page.get_pixmap(dpi=max(bounded, 1), colorspace=pymupdf.csGRAY, alpha=False)
    return Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
