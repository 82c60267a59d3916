"""Prints a board: its places in the colours of their groups, with paper, borders, names, and ornaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.rendering.scene import Array, Picture
from companion.rendering.textures import grain, value_noise

Rings = Sequence[Sequence[tuple[float, float]]]

SHADE = 14.0
"""Standard deviation of a place's colour from its group's, grey levels."""


def printed_board(
    size: tuple[float, float],
    outlines: Mapping[str, Rings],
    groups: Mapping[str, str],
    chance: np.random.Generator,
    pixels: int = 1600,
) -> Picture:
    """Print a board in random colours.

    Args:
        size: width and height of the canvas, in its units.
        outlines: rings of each place: origin at the bottom left, y upwards.
        groups: the continent of each place: those of one have one colour.
        chance: the random generator.
        pixels: of the longer side of the print.
    """
    scale = pixels / max(size)
    shape = (round(size[1] * scale), round(size[0] * scale))
    sea = _group_colour(chance)
    picture = np.asarray(sea + value_noise(shape, 9, chance)[..., None] * chance.uniform(2, 9), np.float32)
    palette = {group: _group_colour(chance) for group in sorted(set(groups.values()))}
    lands = np.zeros(shape, np.uint8)
    borders = np.zeros(shape, np.uint8)
    width = int(chance.integers(1, 4))
    for place, rings in outlines.items():
        points = [
            np.round((np.array(ring) * (scale, -scale) + (0, shape[0])) * 16).astype(np.int32)
            for ring in rings
        ]
        colour = palette[groups[place]] + chance.normal(0, SHADE, 3) * chance.uniform(0.3, 1)
        cv2.fillPoly(picture, points, [float(value) for value in colour], cv2.LINE_8, 4)
        cv2.fillPoly(lands, points, (1,), cv2.LINE_8, 4)
        cv2.polylines(borders, points, True, (255,), width, cv2.LINE_AA, 4)
    relief = value_noise(shape, 60, chance) * chance.uniform(0, 9) * lands
    picture += (relief + grain(shape, chance, 0.8) * chance.uniform(0.5, 3))[..., None]
    ink = np.asarray(chance.uniform(10, 90, 3), np.float32)
    share = borders[..., None].astype(np.float32) / 255 * np.float32(chance.uniform(0.5, 1))
    drawn = np.clip(picture * (1 - share) + ink * share, 0, 255).astype(np.uint8)
    _names(drawn, outlines, scale, chance)
    _ornaments(drawn, chance)
    return drawn


def _group_colour(chance: np.random.Generator) -> Array:
    """A colour that maps are printed in: pale to strong, seldom dark."""
    hue, strength, value = chance.uniform(0, 180), chance.uniform(25, 150), chance.uniform(110, 225)
    pixel = np.array([[[hue, strength, value]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _names(
    picture: Picture, outlines: Mapping[str, Rings], scale: float, chance: np.random.Generator
) -> None:
    """Write each place's name at its middle."""
    ink = chance.integers(0, 70, 3).tolist()
    font, height = int(chance.choice([0, 2, 3, 4, 6])), float(chance.uniform(0.4, 0.8))
    for place, rings in outlines.items():
        x, y = np.mean(rings[0], axis=0)
        at = (int(x * scale - 22 * height * len(place) / 3), int(picture.shape[0] - y * scale))
        cv2.putText(picture, place.upper(), at, font, height, ink, 1, cv2.LINE_AA)


def _ornaments(picture: Picture, chance: np.random.Generator) -> None:
    """Draw ships, compass roses and dashed lines, as maps have them."""
    for _ in range(int(chance.integers(4, 16))):
        x, y = (int(chance.uniform(0, side)) for side in picture.shape[1::-1])
        ink = chance.integers(20, 240, 3).tolist()
        size = int(chance.integers(15, 60))
        kind = int(chance.integers(3))
        if kind == 0:
            for turn in np.arange(8) * np.pi / 4:
                end = (int(x + size * np.cos(turn)), int(y + size * np.sin(turn)))
                cv2.line(picture, (x, y), end, ink, 1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), size // 2, ink, 2, cv2.LINE_AA)
        elif kind == 1:
            hull = np.array([(-1, 0), (1, 0), (0.7, 0.4), (-0.7, 0.4)]) * size + (x, y)
            sail = np.array([(0, -1.2), (0.6, -0.1), (0, -0.1)]) * size + (x, y)
            cv2.fillPoly(picture, [hull.astype(np.int32), sail.astype(np.int32)], ink, cv2.LINE_AA)
        else:
            way = chance.uniform(-120, 120, 2)
            for step in np.arange(0, 1, 0.1):
                one, two = ((x, y) + way * part for part in (step, step + 0.06))
                ends = tuple(int(value) for value in one), tuple(int(value) for value in two)
                cv2.line(picture, *ends, ink, 2, cv2.LINE_AA)
