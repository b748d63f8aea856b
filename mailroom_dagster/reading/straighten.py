"""Scanned pages made ready for recognition: which way is up, how skewed, how noisy, whether blank.

Belongs here: grey page images as numbers. Does not belong here: recognising words (`ocr`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image, ImageFilter, ImageOps

Place = Callable[[float, float], tuple[float, float]]

_LOOK_SIZE = 500  # pixels of the long side when angles are looked for
_MAX_SKEW = 8  # degrees
_NOISE = 0.8  # mean deviation of bare paper, in grey levels of 255, above which the page image is smoothed
_BLOCK = 16  # pixels
_INK = 60  # grey levels darker than the paper
_BLANK = 0.00005  # share of ink below which a page is blank


def ink_of(image: Image.Image) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which pixels of a grey page image are clearly darker than its paper."""
    grey = np.asarray(image, dtype=np.int16)
    return np.asarray(np.median(grey) - grey > _INK)


def ink_share(image: Image.Image) -> float:
    """The share of a grey page image that is clearly darker than its paper."""
    return float(ink_of(image).mean())


def is_blank(image: Image.Image) -> bool:
    """Whether a grey page image has next to no contrast, dark on light or light on dark."""
    return max(ink_share(image), ink_share(ImageOps.invert(image))) < _BLANK


def stance(image: Image.Image) -> tuple[bool, float]:
    """Whether lines of text run up or down the page, and by how many degrees they must be turned to be level."""
    small = _small(image)
    level = _skew(small)
    upright = _skew(small.transpose(Image.Transpose.ROTATE_90))
    return (True, upright[0]) if upright[1] > 1.5 * level[1] else (False, level[0])


def column_skew(image: Image.Image) -> float:
    """By how many degrees the image must be turned for columns of text to stand straight."""
    return _skew(_small(image).transpose(Image.Transpose.ROTATE_90))[0]


def _small(image: Image.Image) -> Image.Image:
    """The image small and light on dark, as angles are looked for."""
    small = ImageOps.invert(image)
    small.thumbnail((_LOOK_SIZE, _LOOK_SIZE))
    return small


def _skew(small: Image.Image) -> tuple[float, float]:
    """The angle at which rows differ most from their neighbours, and by how much."""

    def contrast(angle: float) -> float:
        rows = np.asarray(small.rotate(angle, Image.Resampling.BILINEAR), dtype=np.float32).mean(axis=1)
        return float(np.square(np.diff(rows)).sum())

    coarse = max(range(-_MAX_SKEW, _MAX_SKEW + 1), key=contrast)
    fine = max((coarse + step / 4 for step in range(-3, 4)), key=contrast)
    angle = fine if contrast(fine) > 1.1 * contrast(0) else 0.0
    return angle, contrast(angle)


def turned(image: Image.Image, angle: float) -> tuple[Image.Image, Place]:
    """The image turned counter-clockwise by degrees, and a function from its points back to the image before."""
    if not angle:
        return image, lambda x, y: (x, y)
    after = image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def back(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - after.width / 2, y - after.height / 2
        return image.width / 2 + cosine * dx - sine * dy, image.height / 2 + sine * dx + cosine * dy

    return after, back


def without_noise(image: Image.Image) -> Image.Image:
    """The image smoothed by a median filter when its bare paper is uneven; else as it is."""
    smooth = image.filter(ImageFilter.MedianFilter(3))
    before, after = _blocks(image), _blocks(smooth)
    paper = after.min(axis=(1, 3)) > np.median(after) - _INK
    noisy = paper.any() and before.std(axis=(1, 3))[paper].mean() > _NOISE
    return smooth if noisy else image


def _blocks(image: Image.Image) -> np.ndarray[Any, np.dtype[np.float32]]:
    height, width = image.height - image.height % _BLOCK, image.width - image.width % _BLOCK
    grey = np.asarray(image, dtype=np.float32)[:height, :width]
    return grey.reshape(height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK)
