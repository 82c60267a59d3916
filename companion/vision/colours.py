"""The name of a die's body colour, whatever the lamp."""

from collections.abc import Collection

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.render.palette import BODY_COLOURS as PALETTE
from companion.vision.blobs import Floats
from companion.vision.frames import Picture

NAMES = {"ivory": "bone", "wood": "bone", "pink": "red"}
"""The eye's names for colours that the palette tells apart and a game need not."""

MORE_BODIES = {"red": ((38, 62, 165), (62, 60, 130))}
"""Bodies that cameras show and nobody renders: red under a warm lamp, and red with a grey gleam."""

BLACKEST = 62.0
"""A body none of whose channels is brighter than this is black, unless it is deeply coloured."""

DEEPLY = 36.0
"""From this difference between two channels on, a dark body is coloured."""

BRIGHTNESSES = (0.4, 0.6, 0.8, 1.0, 1.2)
"""A body is looked for in light from this dim to this bright, as a share of the palette's own."""

LIGHTNESS_WEIGHT = 0.55
"""Lightness tells less than hue, since shade changes it."""

NEUTRAL_SHARE = 0.06
"""The brightest share of the pixels is where something white is looked for."""

MOST_TINT = 1.9
"""A lamp does not make white more lopsided than this, strongest to weakest channel; beyond it is paint."""

FACE_REACH = 0.44
"""Of the edge: the body is looked at this far about the middle of the face."""


RIM = 0.40
"""Of the edge: where a drawing may cover most of the face, the body is looked at from here outwards."""


def body_colours(
    picture: Picture, places: list[tuple[float, float, float]], drawn: Collection[int] = ()
) -> list[str]:
    """The body colours of dice, by name.

    Args:
        picture: height x width x 3, BGR.
        places: for each die the middle x and y of its top face and its edge, in pixels.
        drawn: which of them carry a drawing instead of pips.
    """
    if not places:
        return []
    patches = [face_pixels(picture, *place) for place in places]
    lamp = lamp_colour(picture, patches)
    bodies = [
        face_pixels(picture, *places[number], RIM) if number in drawn else patch
        for number, patch in enumerate(patches)
    ]
    return [name_of(body_of(body) / lamp) for body in bodies]


def face_pixels(picture: Picture, x: float, y: float, edge: float, beyond: float = 0.0) -> NDArray[np.uint8]:
    """The pixels of a die's top face, n x 3, `beyond` so many edges from its middle; two thousand at most."""
    reach = FACE_REACH * edge
    step = max(1, int(reach / 24))
    rows = np.arange(max(0, int(y - reach)), min(picture.shape[0], int(y + reach) + 1), step)
    columns = np.arange(max(0, int(x - reach)), min(picture.shape[1], int(x + reach) + 1), step)
    if not len(rows) or not len(columns):
        return np.zeros((1, 3), np.uint8)
    far = np.hypot(rows[:, None] - y, columns[None] - x)
    inside = (far <= reach) & (far >= beyond * edge)
    pixels = picture[rows[:, None], columns[None]]
    return pixels[inside] if inside.any() else pixels.reshape(-1, 3)


def body_of(pixels: NDArray[np.uint8]) -> Floats:
    """The colour most of a face has, pips and glints left out: blue, green, red, 0 to 255."""
    values = pixels.astype(np.float32)
    middle = np.median(values, axis=0)
    for limit in (70.0, 45.0):
        near = np.linalg.norm(values - middle, axis=1) < limit
        if near.sum() >= 0.2 * len(values):
            middle = np.median(values[near], axis=0)
    return np.asarray(middle, np.float32)


def lamp_colour(picture: Picture, patches: list[NDArray[np.uint8]]) -> Floats:
    """What the lamp makes of white, as blue, green and red with 1.0 for full white.

    White is looked for among the brightest pixels, first on the dice (white pips, white bodies), then
    in the whole picture. What is too lopsided for a lamp is taken for paint, and daylight is assumed.
    """
    step = max(1, max(picture.shape[:2]) // 160)
    everywhere = picture[::step, ::step].reshape(-1, 3)
    whites = [
        white
        for pixels in (np.concatenate(patches), everywhere)
        if (white := _white_among(pixels)) is not None
    ]
    if not whites:
        return np.full(3, max(0.35, float(np.percentile(everywhere.max(axis=1), 98)) / 240.0), np.float32)
    brightest = max(whites, key=lambda white: float(white.min()))
    return np.asarray(np.clip(brightest / 240.0, 0.25, 1.1), np.float32)


def _white_among(pixels: NDArray[np.uint8]) -> Floats | None:
    """The mean of the brightest unpainted pixels, or None if the brightest are painted."""
    values = pixels.astype(np.float32)
    darkest_channel = values.min(axis=1)
    brightest = values[darkest_channel >= np.percentile(darkest_channel, 100 * (1 - NEUTRAL_SHARE))]
    white = np.asarray(np.median(brightest, axis=0), np.float32)
    return white if float(white.min()) > 40 and float(white.max() / white.min()) < MOST_TINT else None


def name_of(body: Floats) -> str:
    """The name of the nearest body colour.

    Args:
        body: blue, green, red as under a white lamp, 0 to 255.
    """
    looked_at = np.clip(body, 0, 255).astype(np.float32)
    if looked_at.max() < BLACKEST and np.ptp(looked_at) < DEEPLY:
        return "black"
    gaps = np.linalg.norm(_PLACES - _place(looked_at[None]), axis=1)
    return _PLACE_NAMES[int(np.argmin(gaps))]


def _place(colours: Floats) -> Floats:
    """Where colours (n x 3, BGR, 0 to 255) lie in the space in which they are compared: n x 3."""
    lab = cv2.cvtColor((colours / 255.0)[None].astype(np.float32), cv2.COLOR_BGR2LAB)[0]
    return np.asarray(lab * np.array([LIGHTNESS_WEIGHT, 1.0, 1.0]), np.float32)


def _palette_places() -> tuple[Floats, tuple[str, ...]]:
    names, colours = [], []
    for name, bodies in PALETTE.items():
        for body in (*bodies, *MORE_BODIES.get(name, ())):
            for brightness in BRIGHTNESSES:
                # Black in bright light is still black, white in dim light is grey: only paint varies freely.
                if name in ("white", "grey", "ivory", "wood") and brightness < 0.8:
                    continue
                names.append(NAMES.get(name, name))
                colours.append(np.minimum(np.array(body) * np.sqrt(brightness), 255.0))
    return _place(np.array(colours, np.float32)), tuple(names)


_PLACES, _PLACE_NAMES = _palette_places()
