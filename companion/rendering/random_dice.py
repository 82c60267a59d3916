"""Random dice for training: bodies, pips, wear and marbling, drawn more widely than they are met.

Domain randomization: see `domain_randomization`.
"""

from dataclasses import replace

import numpy as np

from companion.dice.colours import BODY_SHADES
from companion.dice.colours import Bgr as Colour
from companion.rendering.palette import PIP_COLOURS, contrast, jittered
from companion.rendering.scene import Die, PipStyle

EDGE = 16.0
"""Edge of an ordinary die, mm."""

MIN_CONTRAST = 31.0
"""Pips must stand out from the body at least this much, or the die cannot be read."""

MIN_WORN_CONTRAST = 24.0
"""However worn the paint is, this much contrast is left."""

RED_ON_DARK_EVERY = 8
"""One random die in this many is dark with red pips: the family that is read worst."""

SMOKE: Colour = (66, 66, 70)
"""Body of a clear dark die, as it looks where it is thin."""

SMOKY_SHARE = 0.4
"""Share of the dice with red pips that are clear."""

RIMMED_SHARE = 0.75
"""Share of these dice whose faces are round and end in a rim that mirrors lamps."""

USUAL_PIPS = {
    "white": "black",
    "ivory": "black",
    "bone": "black",
    "yellow": "black",
    "wood": "black",
    "pink": "white",
}


def _weighted_choice(rng: np.random.Generator, *weighted: tuple[float, object]) -> object:
    weights = np.array([weight for weight, _ in weighted])
    return weighted[int(rng.choice(len(weighted), p=weights / weights.sum()))][1]


def random_colour(rng: np.random.Generator) -> Colour:
    """A colour of table, cloth or card: anything from dull to garish."""
    hue, strength, bright = rng.uniform(0, 6.28), rng.beta(1, 2), rng.uniform(15, 245)
    waves = 1 + strength * np.cos(hue + np.array([0, 2.09, 4.19]))
    blue, green, red = np.clip(bright * waves, 5, 250).astype(int).tolist()
    return blue, green, red


def random_pips(rng: np.random.Generator) -> PipStyle:
    """A style of pips."""
    asian = rng.random() < 0.22
    red = PIP_COLOURS["red"] if asian and rng.random() < 0.8 else None
    return PipStyle(
        radius=float(np.clip(rng.normal(0.09, 0.018), 0.055, 0.13)),
        spread=float(rng.uniform(0.17, 0.26) if asian else rng.uniform(0.2, 0.29)),
        dimple=float(rng.choice([0.0, rng.uniform(0.2, 1.0)])),
        ring=float(rng.choice([0.0, 0.0, 0.0, rng.uniform(0.15, 0.4)])),
        lone=float(rng.uniform(1.3, 2.3)) if asian else float(rng.uniform(0.9, 1.25)),
        lone_colour=red,
        four_colour=red,
        level_two=bool(rng.random() < (0.75 if asian else 0.04)),
        narrow=float(rng.choice([1.0, rng.uniform(0.85, 1.1), rng.uniform(0.52, 0.85)], p=[0.3, 0.3, 0.4])),
        slip=float(rng.uniform(0.0, 0.05)) if rng.random() < 0.3 else 0.0,
    )


def _vein_colour(body: Colour, rng: np.random.Generator) -> Colour:
    """The second colour of a marbled body: near the first, milkier, darker, or any."""
    kind = rng.random()
    if kind < 0.4:
        return jittered(body, rng, 35)
    if kind < 0.8:
        share, direction_to_lamp = rng.uniform(0.2, 0.65), 245 if rng.random() < 0.6 else 10
        blue, green, red = (int(value + share * (direction_to_lamp - value)) for value in body)
        return blue, green, red
    return random_colour(rng)


def _random_wear(body: Colour, pip: Colour, rng: np.random.Generator) -> float:
    """Wear of the paint: none on most dice, never so much that they cannot be read."""
    if rng.random() > 0.2:
        return 0.0
    return float(max(0.0, min(rng.uniform(0.1, 0.7), 1 - MIN_WORN_CONTRAST / contrast(body, pip))))


def _rounding(rng: np.random.Generator) -> float:
    """Radius of the edges: sharp as casino dice have them, ordinary, or as round as pebbles."""
    low, high = ((0.01, 0.04), (0.04, 0.12), (0.1, 0.24))[int(rng.choice(3, p=[0.15, 0.4, 0.45]))]
    return float(rng.uniform(low, high))


def random_die(rng: np.random.Generator) -> Die:
    """A die of any make, showing any face; where it lies is left to others."""
    names = list(BODY_SHADES)
    weights = np.array([3.0 if name in ("white", "ivory", "black", "red") else 1.0 for name in names])
    while True:
        colour = str(rng.choice(names, p=weights / weights.sum()))
        typical = BODY_SHADES[colour].shades
        body = jittered(typical[int(rng.integers(len(typical)))], rng)
        usual = USUAL_PIPS.get(colour, "white")
        pip = usual if rng.random() < 0.65 else str(rng.choice(list(PIP_COLOURS)))
        if contrast(body, PIP_COLOURS[pip]) >= MIN_CONTRAST + rng.exponential(12):
            break
    finish = _weighted_choice(
        rng,
        (5.0, "plain"),
        (1.5, "marbled"),
        (0.6, "speckled"),
        (1.0, "pearl"),
        (2.0, "translucent"),
        (0.2, "wooden"),
    )
    second = _vein_colour(body, rng)
    if contrast(second, PIP_COLOURS[pip]) < MIN_CONTRAST:
        second = None  # type: ignore[assignment]
    round_edges = rng.random() < 0.5
    pips = random_pips(rng)
    if contrast(body, PIP_COLOURS["red"]) < MIN_CONTRAST:
        pips = replace(pips, lone_colour=None, four_colour=None)
    die = Die(
        face=int(rng.integers(1, 7)),
        colour="wood" if finish == "wooden" and colour == "wood" else colour,
        pip_colour=pip,
        body=body,
        second=second,
        finish=finish,  # type: ignore[arg-type]
        gloss=float(rng.beta(1.5, 1.5)),
        rounding=_rounding(rng),
        ball=float(rng.uniform(0.68, 0.8)) if round_edges else 0.9,
        bulge=float(rng.uniform(0.05, 0.8)) if rng.random() < 0.5 else 0.0,
        worn=_random_wear(body, PIP_COLOURS[pip], rng),
        lettering=bool(rng.random() < 0.03),
        mirrored=bool(rng.random() < 0.3),
        pips=pips,
        seed=int(rng.integers(1 << 30)),
    )
    return dark_with_red_pips(die) if die.seed % RED_ON_DARK_EVERY == 0 else die


def dark_with_red_pips(die: Die) -> Die:
    """The same die with a dark or smoky body, red or maroon pips and a polish that makes glints.

    Readers take the glints for pips and overlook the pips: such dice are most of those that were misread.
    Real ones mirror lamps as thin arcs along the rim of the face and as crescents in the hollows of pips.
    """
    rng = np.random.default_rng(die.seed)
    pip = str(rng.choice(["red", "maroon"]))
    shades = (*BODY_SHADES["black"].shades, BODY_SHADES["brown"].shades[-1])
    smoky = rng.random() < SMOKY_SHARE
    while True:
        body = jittered(SMOKE if smoky else shades[int(rng.integers(len(shades)))], rng)
        if contrast(body, PIP_COLOURS[pip]) >= (MIN_WORN_CONTRAST if smoky else MIN_CONTRAST):
            break
    vein = jittered(body, rng, 25)
    rimmed = rng.random() < RIMMED_SHARE
    return replace(
        die,
        colour="black",
        pip_colour=pip,
        body=body,
        second=vein if contrast(vein, PIP_COLOURS[pip]) >= MIN_CONTRAST else None,
        finish="translucent" if smoky else str(rng.choice(["plain", "marbled"])),  # type: ignore[arg-type]
        gloss=float(rng.uniform(0.5, 1.0)),
        ball=float(rng.uniform(0.66, 0.78)) if rimmed else die.ball,
        rim=float(rng.uniform(0.02, 0.06)) if rimmed else die.rim,
        highlight=float(rng.uniform(1.6, 7.0)),
        worn=0.0,
        pips=replace(
            die.pips,
            radius=float(rng.uniform(0.075, 0.13)),
            dimple=float(rng.uniform(0, 1)),
            lone_colour=None,
            four_colour=None,
        ),
    )
