"""The dice reader: from a picture to dice, each with a face, a colour and a verdict.

Two readers that share nothing look at every die: the network (or, without a model, the finder that goes
by bodies and pips), and the lattice of pips. Where they differ, or either doubts, the answer is "unsure".
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from calibration.dice_maps import Candidate
from companion.errors import NotAPicture
from companion.vision import pip_finder
from companion.vision.blobs import Floats, light_of
from companion.vision.colours import body_colours
from companion.vision.dice import Box, DiceReading, ReadDie, Trouble, Verdict
from companion.vision.frames import Picture
from companion.vision.lattice import LatticeReading
from companion.vision.pip_check import check_die
from companion.vision.tray import Tray

Finder: TypeAlias = Callable[[Picture, float | None], list[Candidate]]
"""Takes a picture and the edge of a die in pixels, if known; gives what may be dice."""

LEAST_SIDE = 24
"""Pixels; a smaller picture is refused."""


class Network(Protocol):
    """What the reader needs of a network."""

    version: str

    def candidates(self, picture_bgr: Picture, edge_hint_px: float | None = None) -> list[Candidate]:
        """The dice it believes to see, surest first."""


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on the reader believes.

    Attributes:
        noticed: centre score from which a candidate makes the picture unsure unless it is read.
        counted: centre score from which it is shown as a die.
        centre: centre score from which it can be sure.
        face: probability of its face from which it can be sure.
        cocked: probability of leaning above which it is in trouble.
        symbol: probability of an emblem above which its pips are not trusted.
        disagreement: how much better the lattice must explain another face to be an objection.
    """

    noticed: float = 0.30
    counted: float = 0.40
    centre: float = 0.60
    face: float = 0.85
    cocked: float = 0.35
    symbol: float = 0.35
    disagreement: float = 0.6


class DiceReader:
    """Reads dice from pictures. Keeps no memory between them, so it may be called from any thread in turn."""

    def __init__(
        self, network: Network | None = None, tray: Tray | None = None, limits: Limits | None = None
    ) -> None:
        """Make a reader.

        Args:
            network: the trained network; without one dice are found by their bodies and pips alone.
            tray: where the tray is; whatever lies beside it is no die.
            limits: from where on the reader believes.
        """
        self._find: Finder = pip_finder.find_by_pips if network is None else network.candidates
        self._tray = tray
        self._limits = limits or Limits()
        self.model = pip_finder.VERSION if network is None else f"dice {network.version}"

    def read(self, picture: Picture) -> DiceReading:
        """Read one picture.

        Args:
            picture: height x width x 3, BGR, uint8.

        Raises:
            NotAPicture: not of that shape and type, or too small for any die.
        """
        _check_picture(picture)
        started = time.perf_counter()
        size = picture.shape[1], picture.shape[0]
        candidates = [c for c in self._find(picture, self._edge_hint(size)) if self._matters(c, size)]
        light = light_of(picture)
        places = [(c.centre_x, c.centre_y, c.edge) for c in candidates]
        colours = body_colours(picture, places)
        dice = [
            self._judged(candidate, colour, self._trouble(candidate, light, candidates, size), size)
            for candidate, colour in zip(candidates, colours, strict=True)
        ]
        dice.sort(key=lambda die: die.box)
        verdict, reasons = _verdict(dice)
        milliseconds = 1000.0 * (time.perf_counter() - started)
        return DiceReading(tuple(dice), verdict, reasons, milliseconds, size, self.model)

    def _edge_hint(self, size: tuple[int, int]) -> float | None:
        if self._tray is None or self._tray.die_edge is None:
            return None
        return self._tray.die_edge * size[0]

    def _matters(self, candidate: Candidate, size: tuple[int, int]) -> bool:
        """Whether a candidate is likely enough, and on the tray."""
        if candidate.centre_score < self._limits.noticed:
            return False
        return self._tray is None or self._tray.holds((candidate.centre_x, candidate.centre_y), size) > 0

    def _trouble(
        self, candidate: Candidate, light: Floats, others: list[Candidate], size: tuple[int, int]
    ) -> Trouble | None:
        """The first thing that is wrong with a candidate, the gravest first."""
        limits = self._limits
        if candidate.centre_score < limits.counted:
            return Trouble.NOT_A_DIE
        if _is_cut_off(candidate, size):
            return Trouble.OUT_OF_VIEW
        if self._touches_rim(candidate, size):
            return Trouble.AT_THE_RIM
        if any(_overlap(candidate, other) for other in others if other is not candidate):
            return Trouble.STACKED
        if candidate.cocked > limits.cocked:
            return Trouble.LEANING
        if candidate.centre_score < limits.centre or candidate.face_score < limits.face:
            return Trouble.UNCLEAR
        if candidate.symbol > limits.symbol or self._lattice_objects(candidate, light):
            return Trouble.UNCLEAR
        return None

    def _touches_rim(self, candidate: Candidate, size: tuple[int, int]) -> bool:
        if self._tray is None:
            return False
        return self._tray.holds((candidate.centre_x, candidate.centre_y), size) < 0.35 * candidate.edge

    def _lattice_objects(self, candidate: Candidate, light: Floats) -> bool:
        """Whether the pips alone tell another face, and clearly so."""
        reading = check_die(light, (candidate.centre_x, candidate.centre_y), candidate.edge)
        return reading is not None and _disagreement(reading, candidate.face) > self._limits.disagreement

    def _judged(
        self, candidate: Candidate, colour: str, trouble: Trouble | None, size: tuple[int, int]
    ) -> ReadDie:
        confidence = min(candidate.centre_score, candidate.face_score)
        return ReadDie(candidate.face, _box(candidate, size), colour, confidence, trouble is None, trouble)


def _disagreement(reading: LatticeReading, face: int) -> float:
    """How much better the lattice explains another face than `face`; 0 if it agrees."""
    return reading.costs[face - 1] - reading.cost


def _check_picture(picture: Picture) -> None:
    right = isinstance(picture, np.ndarray) and picture.ndim == 3 and picture.shape[2] == 3
    if not right or picture.dtype != np.uint8:
        shape, kind = getattr(picture, "shape", "no shape"), getattr(picture, "dtype", type(picture).__name__)
        raise NotAPicture(f"the eye was given {shape} of {kind}; expected height x width x 3 of uint8")
    if min(picture.shape[:2]) < LEAST_SIDE:
        raise NotAPicture(
            f"a picture of {picture.shape[1]} x {picture.shape[0]} pixels is too small for any die"
        )


def _box(candidate: Candidate, size: tuple[int, int]) -> Box:
    """The upright box about the top face, within the picture."""
    turn = math.radians(candidate.angle % 90.0)
    half = 0.5 * candidate.edge * (abs(math.cos(turn)) + abs(math.sin(turn)))
    x0, y0 = max(0.0, candidate.centre_x - half), max(0.0, candidate.centre_y - half)
    x1, y1 = min(float(size[0]), candidate.centre_x + half), min(float(size[1]), candidate.centre_y + half)
    return x0, y0, max(x1, x0 + 1.0), max(y1, y0 + 1.0)


def _is_cut_off(candidate: Candidate, size: tuple[int, int]) -> bool:
    """Whether the picture's edge cuts into the top face."""
    margins = (
        candidate.centre_x,
        candidate.centre_y,
        size[0] - candidate.centre_x,
        size[1] - candidate.centre_y,
    )
    return min(margins) < 0.42 * candidate.edge


def _overlap(one: Candidate, other: Candidate) -> bool:
    """Whether two dice are nearer to each other than two dice side by side can be."""
    gap = math.hypot(one.centre_x - other.centre_x, one.centre_y - other.centre_y)
    return gap < 0.72 * min(one.edge, other.edge)


REASONS: dict[Trouble, str] = {
    Trouble.UNCLEAR: "a die cannot be made out",
    Trouble.LEANING: "a die leans",
    Trouble.STACKED: "a die lies on another",
    Trouble.AT_THE_RIM: "a die touches the rim of the tray",
    Trouble.OUT_OF_VIEW: "a die is partly out of view",
    Trouble.NOT_A_DIE: "something may be a die or not",
}


def _verdict(dice: list[ReadDie]) -> tuple[Verdict, tuple[str, ...]]:
    reasons = tuple(
        sentence for trouble, sentence in REASONS.items() if any(d.trouble is trouble for d in dice)
    )
    return ("unsure" if reasons else "read"), reasons
