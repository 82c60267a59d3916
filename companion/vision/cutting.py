"""Single dice cut out of a picture: turned, scaled, and in the middle of a square."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frames import Picture

Placement: TypeAlias = NDArray[np.float64]
"""2 x 3, from pixels of the picture to pixels of the square."""

FINER = 1.5
"""A large picture is first made only so much finer than the square, so that turning it costs no sharpness."""


def placement(centre: tuple[float, float], degrees: float, scale: float, side: int) -> Placement:
    """The placement that brings a point into the middle of a square.

    Args:
        centre: the point, in pixels of the picture.
        degrees: turn, counter-clockwise as one looks at the picture.
        scale: pixels of the square per pixel of the picture.
        side: of the square, in pixels.
    """
    matrix = np.asarray(cv2.getRotationMatrix2D(centre, degrees, scale), np.float64)
    matrix[:, 2] += (side - 1) / 2 - np.array(centre, np.float64)
    return matrix


def cut(picture: Picture, where: Placement, side: int) -> Picture:
    """The part of a picture that a placement brings onto a square of `side` pixels.

    What lies beyond the picture's edge repeats the edge.
    """
    scale = float(np.sqrt(abs(np.linalg.det(where[:, :2]))))
    back = cv2.invertAffineTransform(where)
    corners = np.array([[0, 0], [side, 0], [0, side], [side, side]]) @ back[:, :2].T + back[:, 2]
    left, top = np.clip(np.floor(corners.min(axis=0)) - 2, 0, None).astype(int)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 3
    part = picture[top : max(bottom, top + 1), left : max(right, left + 1)]
    shrink = min(1.0, FINER * scale)
    if shrink < 1.0:
        smaller = cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        part = np.asarray(smaller, np.uint8)
    # A pixel's middle stands half a pixel in, whatever its size.
    off = 0.5 / shrink - 0.5
    onto_picture = np.array([[1 / shrink, 0, left + off], [0, 1 / shrink, top + off], [0, 0, 1]])
    turned = cv2.warpAffine(
        part, where @ onto_picture, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(turned, np.uint8)
