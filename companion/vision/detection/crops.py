"""Square crops of single dice: rotated and scaled by an affine transform."""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frames import Picture

AffineTransform: TypeAlias = NDArray[np.float64]
"""2 x 3, from pixels of the picture to pixels of the crop."""

PRESCALE = 1.5
"""A large picture is first scaled down to this many times the crop's resolution, so that rotating does not
alias.
"""


def crop_transform(centre: tuple[float, float], degrees: float, scale: float, side: int) -> AffineTransform:
    """The transform that brings a point to the middle of a crop.

    Args:
        centre: the point, in pixels of the picture.
        degrees: rotation, counter-clockwise as you look at the picture.
        scale: pixels of the crop per pixel of the picture.
        side: of the crop, in pixels.
    """
    matrix = np.asarray(cv2.getRotationMatrix2D(centre, degrees, scale), np.float64)
    matrix[:, 2] += (side - 1) / 2 - np.array(centre, np.float64)
    return matrix


def crop(picture: Picture, transform: AffineTransform, side: int) -> Picture:
    """The part of a picture that a transform brings into a square of `side` pixels.

    What lies beyond the picture's border repeats the border.
    """
    scale = float(np.sqrt(abs(np.linalg.det(transform[:, :2]))))
    inverse = cv2.invertAffineTransform(transform)
    corners = np.array([[0, 0], [side, 0], [0, side], [side, side]]) @ inverse[:, :2].T + inverse[:, 2]
    left, top = np.clip(np.floor(corners.min(axis=0)) - 2, 0, None).astype(int)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 3
    part = picture[top : max(bottom, top + 1), left : max(right, left + 1)]
    shrink = min(1.0, PRESCALE * scale)
    if shrink < 1.0:
        smaller = cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        part = np.asarray(smaller, np.uint8)
    # The centre of a pixel is half a pixel from its edge at every scale.
    offset = 0.5 / shrink - 0.5
    onto_picture = np.array([[1 / shrink, 0, left + offset], [0, 1 / shrink, top + offset], [0, 0, 1]])
    cropped = cv2.warpAffine(
        part, transform @ onto_picture, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cropped, np.uint8)
