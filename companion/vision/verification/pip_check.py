"""Reads the face of a die from its pips alone, independently of the network, in a patch of fixed size."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading
from companion.vision.frames import Picture
from companion.vision.verification.blobs import Blobs, Floats, find_blobs, to_grey
from companion.vision.verification.pip_patterns import WITH_A_MIDDLE, PipReading, match_patterns

PATCH = 64
"""Side of the patch a die is cut out to, in pixels."""

PATCH_EDGE = 38.0
"""Edge of the die in that patch, in pixels."""

PIP_RADII = (0.055 * PATCH_EDGE, 0.15 * PATCH_EDGE)
"""The smallest and largest pips looked for, in pixels of the patch."""

GREEN, RED = 1, 2
"""Channels of a picture."""

FROM_MIDDLE = np.hypot(*(np.mgrid[:PATCH, :PATCH] - PATCH / 2.0 + 0.5)) / PATCH_EDGE
"""The distance of each pixel of the patch from its middle, in edges of the die."""

ON_BODY = FROM_MIDDLE < 0.42
"""The pixels of the patch that show the die's body."""

SURROUNDINGS = FROM_MIDDLE > 0.62
"""The pixels that show the floor around the die, or its side."""

MIN_FLOOR_CONTRAST = 20.0
"""Contrast of body and floor, in grey levels, from which the whole die looks like a spot."""

PIP_DISTANCES = PATCH_EDGE * np.array([0.25, 0.25 * 2**0.5] * 4)[:, None]
"""Distances from the middle of the patch, in turn of places between the outer pips and of these pips."""

MIN_OUTER = 60.0
"""Contrast of the outer pips with the body from which they stand out clearly, in grey levels."""

MIN_MIDDLE = 0.78
"""Smallest contrast of a middle pip as a share of the outer ones'. Of the threes and fives of eight sources
whose outer pips stand out, one has less than 0.9 (0.43); 30 rendered twos that a glint made sure threes have
at most 0.67.
"""

BODY_WEIGHT = np.clip((0.44 - FROM_MIDDLE) / 0.105, 0.0, 1.0).astype(np.float32)
"""Weight of each pixel when the floor around the die is painted over."""


def check_pips(picture: Picture, dice: Sequence[DieReading]) -> list[DieReading]:
    """The dice, each with the reading of its pips.

    Args:
        picture: height x width x 3, BGR.
        dice: as they were detected.
    """
    read = read_patches(_patches(to_grey(picture), dice))
    return [replace(die, pips=pips) for die, pips in zip(dice, read, strict=True)]


def check_pips_in_colour(
    picture: Picture, dice: Sequence[DieReading], asked: Sequence[bool]
) -> list[DieReading]:
    """The dice, the requested ones with readings of the red and the green channel.

    Red pips on a dark body, and glints, look different there than in grey.
    """
    channels = [np.asarray(picture[..., channel], np.float32) for channel in (RED, GREEN)]
    chosen = list(compress(dice, asked))
    read = zip(*(read_patches(_patches(channel, chosen)) for channel in channels), strict=True)
    return [
        replace(die, pips_in_colour=tuple(pips for pips in next(read) if pips is not None)) if wanted else die
        for die, wanted in zip(dice, asked, strict=True)
    ]


def _patches(light: Floats, dice: Sequence[DieReading]) -> list[Floats]:
    found = [die.detection for die in dice]
    return [cut_out(light, (detection.centre_x, detection.centre_y), detection.edge) for detection in found]


def check_middles(picture: Picture, dice: Sequence[DieReading]) -> list[DieReading]:
    """The dice; of those with a middle pip the ones marked where that may be a glint.

    The lamp's reflection between the pips of a two makes a three of it, to networks and patterns alike.
    """
    channels = cv2.split(picture)
    return [
        replace(die, glint=min(_middles(channels, die.detection))[1] < MIN_MIDDLE)
        if die.detection.face in WITH_A_MIDDLE.values()
        else die
        for die in dice
    ]


def _middles(channels: Sequence[NDArray[Any]], found: Detection) -> list[tuple[float, float]]:
    """For each channel the contrast of the outer pips, negated, and that of the middle one as a share of it.

    The share is 1 where the outer pips do not stand out clearly.
    """
    turns = math.radians(found.angle) + np.arange(8) * math.pi / 4
    ways = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    places = PATCH / 2.0 - 0.5 + np.concatenate([ways * PIP_DISTANCES, [(0.0, 0.0)]])
    across, down = np.ascontiguousarray(places.T, np.float32)
    shares = []
    for light in channels:
        patch = cv2.GaussianBlur(cut_out(light, (found.centre_x, found.centre_y), found.edge), (0, 0), 1.5)
        seen = cv2.remap(patch, across, down, cv2.INTER_LINEAR).ravel()
        contrast = seen - np.median(seen[:8:2])
        pips = contrast[1:8:2].reshape(2, 2).mean(axis=0)
        outer = float(pips.mean() if found.face == 5 else max(pips, key=abs))
        shares.append((-abs(outer), float(contrast[8]) / outer if abs(outer) >= MIN_OUTER else 1.0))
    return shares


def read_pips(light: Floats, centre: tuple[float, float], edge: float) -> PipReading | None:
    """Read the face of a die from its pips, dark or bright, whichever fits better.

    Args:
        light: grey levels of the whole picture, height x width.
        centre: middle of the die's top face, in pixels.
        edge: the die's edge, in pixels.

    Returns:
        The reading in pixels of the patch, or None if there is no spot on the die.
    """
    return read_patches([cut_out(light, centre, edge)])[0]


def read_patches(patches: Sequence[Floats]) -> list[PipReading | None]:
    """Read the faces of several dice, each cropped to a patch, see `cut_out`."""
    if not patches:
        return []
    stack = np.stack(patches)
    bodies = np.median(stack[:, ON_BODY], axis=1)
    floors = np.median(stack[:, SURROUNDINGS], axis=1) - bodies
    without = bodies[:, None, None] + BODY_WEIGHT * (stack - bodies[:, None, None])
    read = _read(np.concatenate([stack, without]), np.concatenate([bodies, bodies]))
    return [
        _fuse(whole, alone, float(floor))
        for whole, alone, floor in zip(read[: len(patches)], read[len(patches) :], floors, strict=True)
    ]


def _read(patches: Floats, bodies: Floats) -> list[PipReading | None]:
    """The reading of each patch, dark or bright; `bodies` are the grey levels of the dice's bodies."""
    most, least = np.percentile(patches.reshape(len(patches), -1), (97, 3), axis=1)
    found = find_blobs(patches, *PIP_RADII, np.maximum(6.0, 0.12 * (most - least)))
    smooth = [cv2.GaussianBlur(patch, (0, 0), 1.0) for patch in patches]
    asked = [
        (number, blobs)
        for number, pair in enumerate(found)
        for blobs in _comparable(
            *(_contrasting(float(bodies[number]), smooth[number], blobs) for blobs in pair)
        )
    ]
    readings = match_patterns([blobs for _, blobs in asked], (PATCH / 2.0, PATCH / 2.0), PATCH_EDGE)
    best: list[PipReading | None] = [None] * len(patches)
    for (number, _), reading in zip(asked, readings, strict=True):
        known = best[number]
        if reading is not None and (known is None or reading.cost < known.cost):
            best[number] = reading
    return best


def _fuse(whole: PipReading | None, alone: PipReading | None, floor: float) -> PipReading | None:
    """Fuse the readings of the whole patch and of the die alone.

    `floor` is the floor's contrast to the body.
    """
    if whole is None or alone is None:
        return whole or alone
    brighter = floor if whole.dark else -floor
    if brighter < MIN_FLOOR_CONTRAST and alone.face == WITH_A_MIDDLE.get(whole.face):
        # A real middle pip would have been seen: this one is a glint.
        return whole
    return _merge(whole, alone)


def _merge(whole: PipReading, alone: PipReading) -> PipReading:
    """Two readings of a die combined: a face that either of them explains well stays possible.

    A bright die on a dark floor is itself a large spot that hides a bright middle pip; if the floor is
    painted over, pips near the edge are lost instead.
    """
    best = whole if whole.cost <= alone.cost else alone
    costs = tuple(min(each) for each in zip(whole.costs, alone.costs, strict=True))
    return replace(best, costs=costs)


def cut_out(light: NDArray[Any], centre: tuple[float, float], edge: float) -> Floats:
    """Crop a die to the middle of a patch of PATCH x PATCH, its edge PATCH_EDGE pixels long."""
    scale = PATCH_EDGE / edge
    shift = (PATCH / 2.0 - scale * centre[0], PATCH / 2.0 - scale * centre[1])
    placement = np.array([[scale, 0.0, shift[0]], [0.0, scale, shift[1]]], np.float32)
    if scale < 0.6:
        light = _window(light, centre, edge, placement)
        light = cv2.GaussianBlur(light, (0, 0), 0.45 / scale).astype(np.float32)
    patch = cv2.warpAffine(
        light, placement, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(patch, np.float32)


def _window(light: NDArray[Any], centre: tuple[float, float], edge: float, placement: Floats) -> NDArray[Any]:
    """The part of the picture around the die; `placement` is translated to match."""
    x, y = (max(0, int(middle - 1.5 * edge)) for middle in centre)
    reach = int(3.0 * edge) + 1
    placement[:, 2] += placement[:, :2] @ np.array([x, y], np.float32)
    return light[y : y + reach, x : x + reach]


def _contrasting(body: float, smooth: Floats, blobs: Blobs) -> Blobs:
    """Only spots that differ from the body: the body between dark pips is bright, but no pip."""
    columns, rows = np.rint(blobs.points).astype(np.intp).T
    contrast = (body - smooth[rows, columns]) * (1.0 if blobs.dark else -1.0)
    kept = contrast > 0.4 * blobs.strengths
    strengths = np.minimum(blobs.strengths, 1.5 * contrast)[kept]
    order = np.argsort(-strengths)
    return Blobs(
        blobs.points[kept][order], blobs.radii[kept][order], strengths[order].astype(np.float32), blobs.dark
    )


def _comparable(dark: Blobs, bright: Blobs) -> list[Blobs]:
    """Both polarities, without one whose spots are all faint compared with the other's."""
    strongest = [float(blobs.strengths[0]) if len(blobs) else 0.0 for blobs in (dark, bright)]
    limit = 0.4 * max(strongest)
    return [
        blobs for blobs, strength in zip((dark, bright), strongest, strict=True) if strength >= limit > 0.0
    ]
