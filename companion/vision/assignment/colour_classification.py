"""Classifies the body colour of a die under any lamp, with a second candidate if the colour is ambiguous."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import DieColour
from companion.dice.colours import BODY_SHADES
from companion.vision.detection.detector_output import Place
from companion.vision.frames import Floats, Picture, median_colour
from companion.vision.tray import WHOLE_PICTURE, Tray

MORE_BODIES = {"red": ((38, 62, 165), (62, 60, 130))}
"""More body colours (BGR) seen in photos but not rendered: red under a warm lamp, red with a grey
reflection.
"""

MAX_BLACK = 62.0
"""If no channel of a body is brighter than this, it is black unless it is strongly coloured."""

MIN_DARK_CHROMA = 42.0
"""A dark body is coloured if two of its channels differ by at least this much."""

BRIGHTNESSES = (0.4, 0.6, 0.8, 1.0, 1.2)
"""Brightnesses at which palette colours are compared, as shares of the palette's own."""

VEILS = {0.0: 0.0, 0.03: 1.5, 0.08: 4.0}
"""Specular light on a dark body, as a share of white, and the distance penalty for assuming it."""

NEVER_DARK_PIPS = frozenset({"black", "brown"})
"""Bodies on which dark pips would be invisible."""

DARK_PIPS = (0.5, 0.05)
"""Pixels darker than the first share of the body's brightness are pips; a die has dark pips if the second
share of its pixels are.
"""

BRIGHT_BODY = 90.0
"""Grey level above which a body is bright enough to have dark pips."""

MIN_GLOSS = 0.3
"""The darkest share of a body's pixels shows its colour; the rest may be reflections."""

DOUBTFUL = 6.0
"""A second name whose distance is larger by less than this may be the right one."""

SHADES = {0.75: 3.0, 1.0: 0.0, 1.3: 3.0}
"""Possible brightnesses of a known die, as shares of the calibrated light, and the distance penalty of
each.
"""

MAX_KNOWN_DISTANCE = 14.0
"""Colour distance within which a die counts as one of the table's own dice."""

LIGHTNESS_WEIGHT = 0.55
"""Weight of lightness beside hue: shade changes lightness."""

NEUTRAL_SHARE = 0.06
"""White is looked for among this brightest share of the pixels."""

MAX_TINT = 1.9
"""Highest ratio of strongest to weakest channel of a white surface under a lamp; above it the surface is
painted.
"""

MAX_CHANGE = 3.0
"""If the floor is brighter or darker than calibrated by more than this factor, it is another floor."""

FACE_REACH = 0.44
"""Share of the edge: the body is sampled this far around the middle of the face."""

RIM = 0.40
"""Share of the edge: if a drawing may cover most of the face, the body is sampled outside this distance."""


class BodyColour(NamedTuple):
    """A body colour, one of DICE_COLOURS, and another that it may have; None if the first is sure."""

    name: str
    second: str | None = None


def change_since(tray: Tray, picture: Picture, places: Sequence[Place]) -> Floats | None:
    """How the lamp has changed since the empty tray was seen: factors on blue, green and red.

    None if it was not, or its floor is not the one to be seen now beside the dice in these places.
    """
    before = tray.empty_floor
    now = None if before is None else tray.floor_colour(picture, places)
    if before is None or now is None:
        return None
    change = np.asarray((now + 1.0) / (before + 1.0), np.float32)
    least, most = float(change.min()), float(change.max())
    is_lamp = least * MAX_CHANGE > 1.0 and most < MAX_CHANGE and most / least < MAX_TINT
    return change if is_lamp else None


def colour_names(picture: Picture, places: Sequence[Place]) -> list[str]:
    """The body colours of dice, by name; see `classify_colours`."""
    return [colour.name for colour in classify_colours(picture, places)]


def classify_colours(
    picture: Picture,
    places: Sequence[Place],
    drawn: Collection[int] = (),
    tray: Tray = WHOLE_PICTURE,
) -> list[BodyColour]:
    """The body colours of dice, each with a second candidate if it is ambiguous.

    Args:
        picture: height x width x 3, BGR.
        places: for each die the middle x and y of its top face and its edge, in pixels.
        drawn: which of them carry a drawing that may cover most of the face.
        tray: as it was calibrated, with the table's own dice.
    """
    if not places:
        return []
    patches = [
        face_pixels(picture, *place, RIM if number in drawn else 0.0) for number, place in enumerate(places)
    ]
    bodies = [face_body_colour(patch) for patch in patches]
    change = change_since(tray, picture, places) if tray.dice else None
    known = () if change is None else tray.dice
    change = np.ones(3, np.float32) if change is None else change
    # What looks white in a picture without dice is more often paint: trusting it was worse than not knowing.
    white = next((die.body for die in known if die.name == "white"), None)
    if white is None:
        lamp = estimate_illuminant(picture, patches)
    else:
        lamp = np.asarray(np.clip(change * np.array(white, np.float32) / 240.0, 0.25, 1.1), np.float32)
    return [
        _match_known_die(known, body / change) or nearest_body_colour(body / lamp, has_dark_pips(patch, body))
        for body, patch in zip(bodies, patches, strict=True)
    ]


def _match_known_die(dice: Sequence[DieColour], body: Floats) -> BodyColour | None:
    """Which of the table's own dice this is, by its body in the light of the calibration."""
    nearest = {die.name: _known_die_distance(die, body) for die in dice}
    return _nearest_of(nearest) if min(nearest.values(), default=np.inf) <= MAX_KNOWN_DISTANCE else None


def _nearest_of(distances: dict[str, float]) -> BodyColour:
    """The nearest of the colours with these distances, and the next if that is hardly farther."""
    first, *others = sorted(distances, key=distances.__getitem__)[:2]
    return BodyColour(first, *(name for name in others if distances[name] - distances[first] < DOUBTFUL))


def _known_die_distance(die: DieColour, body: Floats) -> float:
    """The colour distance of a body from that of a known die, which may lie in shade or be glossy."""
    light = np.square(np.array(die.body, np.float32) / 255.0)
    looks = [
        (light * shade + veil, cost + penalty)
        for shade, cost in SHADES.items()
        for veil, penalty in VEILS.items()
    ]
    places = _to_lab(np.array([255.0 * np.sqrt(look) for look, _ in looks], np.float32))
    gaps = np.linalg.norm(places - _to_lab(np.clip(body, 0, 255)[None]), axis=1)
    return float((gaps + np.array([penalty for _, penalty in looks])).min())


def as_bgr_tuple(colour: Floats) -> tuple[float, float, float]:
    """Blue, green and red as plain numbers."""
    blue, green, red = (float(value) for value in colour)
    return blue, green, red


def face_pixels(picture: Picture, x: float, y: float, edge: float, beyond: float = 0.0) -> NDArray[np.uint8]:
    """The pixels of a die's top face, n x 3, `beyond` this many edges from its middle; 400 at most."""
    reach = FACE_REACH * edge
    rows, columns = (
        _sample_positions(y, reach, picture.shape[0]),
        _sample_positions(x, reach, picture.shape[1]),
    )
    if not len(rows) or not len(columns):
        return np.zeros((1, 3), np.uint8)
    far = np.hypot(rows[:, None] - y, columns[None] - x)
    inside = (far <= reach) & (far >= beyond * edge)
    pixels = picture[rows[:, None], columns[None]]
    return pixels[inside] if inside.any() else pixels.reshape(-1, 3)


def _sample_positions(middle: float, reach: float, end: int) -> NDArray[np.intp]:
    """Evenly spaced positions within `reach` of a middle, at least 0 and below `end`; at most 23."""
    first, last = max(0, int(middle - reach)), min(end - 1, int(middle + reach))
    return np.linspace(first, last, max(0, min(23, last - first + 1))).astype(np.intp)


def face_body_colour(pixels: NDArray[np.uint8]) -> Floats:
    """The colour of a die's body without pips and reflections: blue, green, red, 0 to 255."""
    values = pixels.astype(np.float32)
    middle = median_colour(values)
    for limit in (70.0, 45.0):
        near = np.linalg.norm(values - middle, axis=1) < limit
        if near.sum() >= 0.2 * len(values):
            middle = median_colour(values[near])
    body = values[np.linalg.norm(values - middle, axis=1) < 45.0]
    if len(body) < 5:
        return middle
    brightness = body.sum(axis=1)
    return median_colour(body[brightness <= np.quantile(brightness, MIN_GLOSS)])


def has_dark_pips(pixels: NDArray[np.uint8], body: Floats) -> bool:
    """Whether the face of a die, n x 3, has pips that are much darker than its body."""
    darker, least = DARK_PIPS
    bright = float(body.mean())
    return bright > BRIGHT_BODY and float(np.mean(pixels.mean(axis=1) < darker * bright)) > least


def estimate_illuminant(picture: Picture, patches: list[NDArray[np.uint8]]) -> Floats:
    """The colour of white under the current lamp: blue, green and red, 1.0 for full white.

    White is looked for among the brightest pixels, first on the dice (white pips, white bodies), then
    in the whole picture. A colour that no lamp has counts as paint; daylight is assumed then.
    """
    step = max(1, max(picture.shape[:2]) // 100)
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
    white = median_colour(brightest)
    return white if float(white.min()) > 40 and float(white.max() / white.min()) < MAX_TINT else None


def nearest_body_colour(body: Floats, dark_pips: bool = False) -> BodyColour:
    """The body colour nearest to one seen as under a white lamp, and another if that is hardly farther."""
    looked_at = np.clip(body, 0, 255).astype(np.float32)
    places, penalties, by_name = _palette_in_lab()
    gaps = np.linalg.norm(places - _to_lab(looked_at[None]), axis=1) + penalties
    nearest = {name: float(gaps[numbers].min()) for name, numbers in by_name.items()}
    if looked_at.max() < MAX_BLACK and np.ptp(looked_at) < MIN_DARK_CHROMA:
        nearest["black"] = min(nearest.values()) - DOUBTFUL
    if dark_pips:
        nearest = {name: gap for name, gap in nearest.items() if name not in NEVER_DARK_PIPS}
    return _nearest_of(nearest)


def _to_lab(colours: Floats) -> Floats:
    """Colours (n x 3, BGR, 0 to 255) in CIE Lab with the lightness weighted: n x 3."""
    lab = cv2.cvtColor((colours / 255.0)[None].astype(np.float32), cv2.COLOR_BGR2LAB)[0]
    return np.asarray(lab * np.array([LIGHTNESS_WEIGHT, 1.0, 1.0]), np.float32)


@cache
def _palette_in_lab() -> tuple[Floats, Floats, dict[str, NDArray[np.intp]]]:
    """The Lab colours and penalties of all bodies in several lights, and the rows of each name."""
    names, colours, penalties = [], [], []
    for name, (called, bodies) in BODY_SHADES.items():
        for body in (*bodies, *MORE_BODIES.get(name, ())):
            for light, penalty in _appearances(name, np.square(np.array(body) / 255.0)):
                names.append(called)
                colours.append(np.minimum(255.0 * np.sqrt(light), 255.0))
                penalties.append(penalty)
    by_name = {name: np.flatnonzero(np.array(names) == name) for name in dict.fromkeys(names)}
    return _to_lab(np.array(colours, np.float32)), np.array(penalties, np.float32), by_name


def _appearances(name: str, light: Floats) -> Iterator[tuple[Floats, float]]:
    """The colours of a body in several lights, as shares of white, with a penalty for each."""
    for brightness in BRIGHTNESSES:
        # Black in bright light is still black, and white in dim light looks grey: only colours vary freely.
        if name in ("white", "grey", "ivory", "wood") and brightness < 0.8:
            continue
        for veil, penalty in VEILS.items():
            if not veil or name != "black" or brightness == 1.0:
                yield light * brightness + veil, penalty
