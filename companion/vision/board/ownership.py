"""Whose pieces have these colours: a mixture of each seat's taught colours (naive Bayes over pixels)."""

from collections.abc import Mapping

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.board.difference import LIGHTNESS, Floats

Colours = tuple[tuple[float, float, float, float], ...]

CLUSTERS = 5
"""Colours that are learned of a seat's pieces: bright, dark and glossy sides."""
SPREAD = (9.0, 8.0, 8.0)
"""Standard deviation of a pixel from its cluster: lightness (weighted), a and b of CIE Lab."""
FLOOR = 0.01
"""The likelihood that any seat's piece has any colour at all: glare, dirt, other things."""
SHADES = ((1.0, 0.0, 0.6), (0.8, 0.0, 0.12), (0.6, 0.0, 0.1), (0.9, 35.0, 0.12), (0.8, 80.0, 0.06))
"""A piece elsewhere may lie darker, or mirror a lamp: factor, added white (grey levels), and how likely."""
EXPLAINED = 0.06
"""A pixel with a higher likelihood has a seat's colour."""


class SeatLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat's pieces look.

    Attributes:
        area: of one piece, in square board pixels.
        colours: CIE Lab under the light of the teaching: L, a, b and the share of their pixels.
        pieces: how many pieces `area` and `colours` were learned from.
    """

    area: float
    colours: tuple[tuple[float, float, float, float], ...]
    pieces: int = 1


def likelihoods(pixels: Floats, seats: Mapping[str, SeatLook]) -> Floats:
    """The likelihood of pixels under each seat's colours.

    Args:
        pixels: CIE Lab, lightness weighted: n x 3.
        seats: how each seat's pieces look.

    Returns:
        n x seats, `FLOOR` to about 1.
    """
    clusters = [(number, *colour) for number, look in enumerate(seats.values()) for colour in look.colours]
    if not clusters:
        return np.full((len(pixels), len(seats)), FLOOR, np.float32)
    table = _shaded(np.array(clusters, np.float32))
    spread = np.array(SPREAD, np.float32)
    centres = table[:, 1:4] * np.array([LIGHTNESS, 1, 1], np.float32) / spread
    scaled = pixels / spread
    squares = (scaled**2).sum(axis=1)[:, None] - 2 * scaled @ centres.T + (centres**2).sum(axis=1)
    owners = np.zeros((len(table), len(seats)), np.float32)
    owners[np.arange(len(table)), table[:, 0].astype(int)] = table[:, 4]
    return np.asarray(np.exp(-0.5 * np.maximum(squares, 0)) @ owners + np.float32(FLOOR), np.float32)


def _shaded(table: Floats) -> Floats:
    """The same colours elsewhere on the board: rows of seat, L, a, b and share."""
    values = cv2.cvtColor(table[None, :, 1:4], cv2.COLOR_LAB2BGR)[0] * 255
    found = []
    for factor, white, likely in SHADES:
        lit = np.clip(values * factor + white, 0, 255).astype(np.float32)
        colours = cv2.cvtColor(lit[None] / np.float32(255), cv2.COLOR_BGR2LAB)[0]
        found.append(np.column_stack([table[:, 0], colours, table[:, 4] * likely]))
    return np.concatenate(found).astype(np.float32)


def is_explained(likely: Floats) -> NDArray[np.bool_]:
    """Whether pixels with these likelihoods, n x seats, have the colour of somebody's pieces."""
    return np.asarray(likely.max(axis=1, initial=0) > EXPLAINED)


def is_familiar(pixels: Floats, seats: Mapping[str, SeatLook]) -> NDArray[np.bool_]:
    """Whether pixels, CIE Lab, n x 3, have the colour of somebody's pieces."""
    return is_explained(likelihoods(pixels, seats))


def main_colours(pixels: Floats) -> Colours:
    """The main colours of some pixels by k-means: CIE Lab and their share.

    Args:
        pixels: CIE Lab, lightness weighted: n x 3.
    """
    clusters = min(CLUSTERS, len(pixels))
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.5)
    cv2.setRNGSeed(0)
    _, labels, centres = cv2.kmeans(
        pixels, clusters, np.zeros(len(pixels), np.int32), stop, 1, cv2.KMEANS_PP_CENTERS
    )
    shares: NDArray[np.float64] = np.bincount(labels.ravel(), minlength=clusters) / len(pixels)
    return tuple(
        (float(lightness) / LIGHTNESS, float(a), float(b), float(share))
        for (lightness, a, b), share in zip(centres, shares, strict=True)
    )
