"""The dice reader: from a picture to dice, each with a face, a colour and a verdict.

Two readers that share nothing look at every die: the network (or, without a model, the finder that goes
by bodies and pips), and the lattice of pips. What the network doubts at first sight it looks at once more,
closer and turned in several ways. What both tell is believed sooner than what one tells alone; where they
differ the answer is "unsure".
Faces that carry a drawing instead of pips are known by the profiles of the table's own dice.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

import numpy as np

from companion.errors import NotAPicture
from companion.vision.assignment.assign import NEAR_COLOURS
from companion.vision.assignment.body_colours import BodyColour, body_colours, colours_told
from companion.vision.detection import pip_detector as pip_finder
from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.detection.non_max_suppression import non_max_suppression
from companion.vision.detection.test_time_augmentation import Place
from companion.vision.dice import Box, DiceReading, DieReading, Trouble, Verdict
from companion.vision.faces.profile import FaceMatch, FaceProfile, best_match, upright_face
from companion.vision.frames import Picture
from companion.vision.fusion.thresholds import Thresholds, is_certain, is_surely_a_die
from companion.vision.tray import Tray
from companion.vision.verification.blank_faces import find_blank_faces
from companion.vision.verification.blobs import Floats, to_grey
from companion.vision.verification.pip_check import read_pips
from companion.vision.verification.pip_lattice import LatticeReading
from companion.vision.verification.segmentation_check import (
    TOO_MUCH_BODY,
    bodies_overlooked,
    body_area,
    level_body,
    usual_body,
)

MOST_LOOKS = 30
"""So many detections are looked at again, the surest first; more are no dice but a pattern."""

LEAST_SIDE = 24
"""Pixels; a smaller picture is refused."""


class Network(Protocol):
    """What the reader needs of a network."""

    version: str

    def detect(self, picture: Picture, edge_hint: float | None = None) -> DetectorOutput:
        """The dice it believes to see, surest first, and where the bodies of dice are."""

    def refine(self, picture: Picture, detection: Detection) -> Detection:
        """A detection as several closer views show it."""

    def redetect(self, picture: Picture, places: Sequence[Place]) -> list[Detection | None]:
        """The dice at some places, each as one closer view shows it; None where none is seen."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """What may be a die, before it is judged.

    Attributes:
        detection: where it lies and what its pips say.
        colour: the body's colour.
        own: what the drawing on its face is most like, for dice with faces of their own.
        body: how much more of the picture it covers than a level die would; 1 where that is not known.
        doubt: another colour that it may have; None if there is none.
        pips: what the lattice of pips makes of it; None if there is no spot on it, or nobody asked.
    """

    detection: Detection
    colour: str
    own: FaceMatch | None
    body: float = 1.0
    doubt: str | None = None
    pips: LatticeReading | None = None


Judged: TypeAlias = tuple[DieReading, float]
"""A die and the length of its edge, in pixels."""


class DiceReader:
    """Reads dice from pictures. Keeps no memory between them, so it may be called from any thread in turn."""

    def __init__(
        self,
        network: Network | None = None,
        tray: Tray | None = None,
        thresholds: Thresholds | None = None,
        profiles: Sequence[FaceProfile] = (),
    ) -> None:
        """Make a reader.

        Args:
            network: the trained network; without one dice are found by their bodies and pips alone.
            tray: where the tray is; whatever lies beside it is no die.
            thresholds: from where on the reader believes.
            profiles: of dice whose faces carry something else than pips.
        """
        self._network = network
        self._profiles = tuple(profiles)
        self._tray = tray
        self._limits = thresholds or Thresholds()
        self.model = pip_finder.VERSION if network is None else f"dice {network.version}"

    def read(self, picture: Picture, before: DiceReading | None = None) -> DiceReading:
        """Read one picture.

        Args:
            picture: height x width x 3, BGR, uint8.
            before: what was read a moment ago, if nothing has moved since: then its dice are looked at once
                more, from closer, which is much quicker; where that leaves a doubt, the whole picture is.

        Raises:
            NotAPicture: not of that shape and type, or too small for any die.
        """
        _check_picture(picture)
        started = time.perf_counter()
        size = picture.shape[1], picture.shape[0]
        again = self._read_closer(picture, before)
        if again is not None:
            return _told(again, (), self.model, size, started)
        sight, detections = self._seen(picture)
        overlooked = sight is not None and self._overlooks(sight, detections, size)
        light = to_grey(picture)
        seen = [
            replace(one, body=body, pips=_pips(one, light))
            for one, body in zip(
                self._described(picture, detections), self._bodies(sight, detections, size), strict=True
            )
        ]
        judged = self._judged_all(seen, size)
        reasons = _reasons([die for die, _ in judged])
        if overlooked and REASONS[Trouble.NOT_A_DIE] not in reasons:
            reasons = (*reasons, REASONS[Trouble.NOT_A_DIE])
        if not judged and self._edge_hint(size) is None:
            reasons = (NOTHING_FOUND,)
        return _told(judged, reasons, self.model, size, started)

    def _read_closer(self, picture: Picture, before: DiceReading | None) -> list[Judged] | None:
        """The dice that were read surely a moment ago, if all of them are told surely and alike once more."""
        if self._network is None or before is None or not before.sure or before.edge is None:
            return None
        if before.size != picture.shape[1::-1]:
            return None
        places = [(*die.centre, before.edge) for die in before.dice]
        found = [one for one in self._network.redetect(picture, places) if one is not None]
        if len(found) != len(places):
            return None
        light = to_grey(picture)
        seen = [replace(one, pips=_pips(one, light)) for one in self._described(picture, found)]
        judged = self._judged_all(seen, before.size)
        alike = all(
            die.sure and (die.face, die.colour) == (old.face, old.colour)
            for (die, _), old in zip(judged, before.dice, strict=True)
        )
        return judged if alike else None

    def _judged_all(self, seen: list[SeenDie], size: tuple[int, int]) -> list[Judged]:
        """Dice, each with the length of its edge in pixels."""
        vouched = any(is_surely_a_die(one.detection, one.pips, self._limits) for one in seen)
        return [
            (self._judged(one, self._trouble(one, vouched, seen, size), size), one.detection.edge)
            for one in seen
        ]

    def look(self, picture: Picture) -> list[SeenDie]:
        """What may be dice, unjudged, with the drawing on each: for teaching a profile its faces.

        Args:
            picture: height x width x 3, BGR, uint8.
        """
        return self._described(picture, self._seen(picture)[1])

    def _described(self, picture: Picture, detections: list[Detection]) -> list[SeenDie]:
        drawn = [number for number, one in enumerate(detections) if one.symbol > self._limits.symbol]
        places = [(one.centre_x, one.centre_y, one.edge) for one in detections]
        colours = self._colours(picture, places, drawn)
        return [
            SeenDie(one, colour.name, self._own_face(picture, one, colour.name), doubt=colour.doubt)
            for one, colour in zip(detections, colours, strict=True)
        ]

    def _colours(
        self, picture: Picture, places: list[tuple[float, float, float]], drawn: list[int]
    ) -> list[BodyColour]:
        tray = self._tray
        if tray is None or tray.light is None:
            return colours_told(picture, places, drawn)
        floor = tray.mask((picture.shape[1], picture.shape[0]))
        return colours_told(picture, places, drawn, tray.light, floor)

    def _own_face(self, picture: Picture, detection: Detection, colour: str) -> FaceMatch | None:
        """What the drawing on a die is, if it is of a kind that has drawings; None if it shows pips."""
        fitting = [one for one in self._profiles if not one.colours or colour in one.colours]
        if detection.symbol > self._limits.symbol:
            # A drawing for certain: the lamp may have changed the body's colour.
            fitting = fitting or [
                one for one in self._profiles if not set(NEAR_COLOURS[colour]).isdisjoint(one.colours)
            ]
        if not fitting:
            return None
        best = best_match(fitting, upright_face(picture, detection))
        has_pips = not any(one.complete for one in fitting)
        return None if best is None or (has_pips and not best.sure) else best

    def _edge_hint(self, size: tuple[int, int]) -> float | None:
        if self._tray is None or self._tray.die_edge is None:
            return None
        return self._tray.die_edge * size[0]

    def _seen(self, picture: Picture) -> tuple[DetectorOutput | None, list[Detection]]:
        """What the network sees, and the detections on the tray, the doubtful ones looked at twice."""
        size = picture.shape[1], picture.shape[0]
        hint = self._edge_hint(size)
        if self._network is None:
            found = pip_finder.detect_by_pips(picture, hint)
            return None, [one for one in found if self._lies_inside(one, size)]
        sight = self._sight(self._network, picture, hint)
        found = [one for one in sight.detections if self._lies_inside(one, size)]
        worth = [one for one in found if one.objectness >= self._limits.faint][:MOST_LOOKS]
        looked = [one if self._clear(one) else self._network.refine(picture, one) for one in worth]
        seen = [one for one in non_max_suppression(looked) if one.objectness >= self._limits.noticed]
        return sight, [*seen, *self._empty_faces(picture, seen)]

    def _sight(self, network: Network, picture: Picture, hint: float | None) -> DetectorOutput:
        """What the network sees on the tray and about it: whatever lies farther off is not even looked at."""
        if self._tray is None:
            return network.detect(picture, hint)
        left, top, right, below = self._tray.window((picture.shape[1], picture.shape[0]))
        return network.detect(picture[top:below, left:right], hint).translated(left, top)

    def _empty_faces(self, picture: Picture, seen: list[Detection]) -> list[Detection]:
        """Dice of the table's own that lie with an empty face up, of which the network knows nothing."""
        kinds = [one for one in self._profiles if one.empty_face is not None]
        edges = [one.edge for one in seen if one.objectness >= self._limits.counted]
        edge = self._edge_hint((picture.shape[1], picture.shape[0])) or (np.median(edges) if edges else None)
        if not kinds or edge is None:
            return []
        floor = None if self._tray is None else self._tray.mask((picture.shape[1], picture.shape[0]))
        plain = find_blank_faces(picture, float(edge), floor, seen)
        colours = body_colours(picture, [(one.centre_x, one.centre_y, one.edge) for one in plain])
        return [
            one
            for one, colour in zip(plain, colours, strict=True)
            if any(not kind.colours or colour in kind.colours for kind in kinds)
        ]

    def _overlooks(self, sight: DetectorOutput, seen: list[Detection], size: tuple[int, int]) -> bool:
        """Whether the network sees the body of a die on the tray where no die was found.

        Asked only where the size of dice is known: photos from anywhere show too much that has a body.
        """
        hint = self._edge_hint(size)
        if hint is None:
            return False
        mask = None if self._tray is None else self._tray.mask(size)
        return bodies_overlooked(sight, seen, hint, mask)

    def _bodies(
        self, sight: DetectorOutput | None, seen: list[Detection], size: tuple[int, int]
    ) -> list[float]:
        """How much more of the picture each die covers than if it lay level; 1 where nobody knows."""
        hint = self._edge_hint(size)
        seen_from = None if self._tray is None else self._tray.perspective(size)
        if sight is None or hint is None or seen_from is None:
            return [1.0] * len(seen)
        return [body_area(sight, one, seen) / level_body(one, hint, seen_from) for one in seen]

    def _clear(self, detection: Detection) -> bool:
        """Whether one look at a detection is enough."""
        centre, face = self._limits.clear
        return detection.objectness >= centre and detection.face_score >= face

    def _lies_inside(self, detection: Detection, size: tuple[int, int]) -> bool:
        return self._tray is None or self._tray.holds((detection.centre_x, detection.centre_y), size) > 0

    def _trouble(
        self, seen: SeenDie, vouched: bool, everything: list[SeenDie], size: tuple[int, int]
    ) -> Trouble | None:
        """The first thing that is wrong with a die, the gravest first; `vouched` if any surely is one."""
        thresholds, detection = self._limits, seen.detection
        if detection.objectness < thresholds.counted or not vouched:
            return Trouble.NOT_A_DIE
        if _is_cut_off(detection, size):
            return Trouble.OUT_OF_VIEW
        if self._touches_rim(detection, size):
            return Trouble.AT_THE_RIM
        if any(_overlap(detection, other.detection) for other in everything if other is not seen):
            return Trouble.STACKED
        if seen.body > TOO_MUCH_BODY * usual_body([one.body for one in everything if one is not seen]):
            return Trouble.NOT_LEVEL
        if detection.cocked > thresholds.cocked:
            return Trouble.LEANING
        return None if self._is_plain(seen) else Trouble.UNCLEAR

    def _is_plain(self, seen: SeenDie) -> bool:
        """Whether the face can be told without doubt."""
        if seen.own is not None:
            return seen.own.sure
        return is_certain(seen.detection, seen.pips, self._limits)

    def _touches_rim(self, detection: Detection, size: tuple[int, int]) -> bool:
        if self._tray is None:
            return False
        return self._tray.holds((detection.centre_x, detection.centre_y), size) < 0.35 * detection.edge

    def _judged(self, seen: SeenDie, trouble: Trouble | None, size: tuple[int, int]) -> DieReading:
        detection = seen.detection
        face, score = detection.face, detection.face_score
        if seen.own is not None:
            face, score = seen.own.value, min(1.0, seen.own.score)
        confidence = min(detection.objectness, score)
        kind, title = (seen.own.kind, seen.own.title) if seen.own is not None else ("", "")
        box, sure = _box(detection, size), trouble is None
        return DieReading(face, box, seen.colour, confidence, sure, trouble, kind, title, seen.doubt)


def _told(
    judged: list[Judged], reasons: tuple[str, ...], model: str, size: tuple[int, int], started: float
) -> DiceReading:
    """The reading that single dice make up, begun at a time of `time.perf_counter`."""
    dice = tuple(sorted((die for die, _ in judged if not _may_be_none(die)), key=lambda die: die.box))
    perhaps = tuple(die for die, _ in judged if _may_be_none(die))
    edges = [edge for die, edge in judged if not _may_be_none(die)]
    edge = float(np.median(edges)) if edges else None
    verdict: Verdict = "unsure" if reasons else "read"
    milliseconds = 1000.0 * (time.perf_counter() - started)
    return DiceReading(dice, verdict, reasons, milliseconds, size, model, perhaps, edge)


def _check_picture(picture: Picture) -> None:
    right = isinstance(picture, np.ndarray) and picture.ndim == 3 and picture.shape[2] == 3
    if not right or picture.dtype != np.uint8:
        shape, kind = getattr(picture, "shape", "no shape"), getattr(picture, "dtype", type(picture).__name__)
        raise NotAPicture(f"the eye was given {shape} of {kind}; expected height x width x 3 of uint8")
    if min(picture.shape[:2]) < LEAST_SIDE:
        raise NotAPicture(
            f"a picture of {picture.shape[1]} x {picture.shape[0]} pixels is too small for any die"
        )


def _pips(seen: SeenDie, light: Floats) -> LatticeReading | None:
    """What the pips alone make of a die."""
    at = seen.detection
    return read_pips(light, (at.centre_x, at.centre_y), at.edge)


def _box(detection: Detection, size: tuple[int, int]) -> Box:
    """The upright box about the top face, within the picture."""
    turn = math.radians(detection.angle % 90.0)
    half = 0.5 * detection.edge * (abs(math.cos(turn)) + abs(math.sin(turn)))
    x0, y0 = max(0.0, detection.centre_x - half), max(0.0, detection.centre_y - half)
    x1, y1 = min(float(size[0]), detection.centre_x + half), min(float(size[1]), detection.centre_y + half)
    return x0, y0, max(x1, x0 + 1.0), max(y1, y0 + 1.0)


def _is_cut_off(detection: Detection, size: tuple[int, int]) -> bool:
    """Whether the picture's edge cuts into the top face."""
    margins = (
        detection.centre_x,
        detection.centre_y,
        size[0] - detection.centre_x,
        size[1] - detection.centre_y,
    )
    return min(margins) < 0.42 * detection.edge


def _overlap(one: Detection, other: Detection) -> bool:
    """Whether two dice are nearer to each other than two dice side by side can be."""
    gap = math.hypot(one.centre_x - other.centre_x, one.centre_y - other.centre_y)
    return gap < 0.72 * min(one.edge, other.edge)


REASONS: dict[Trouble, str] = {
    Trouble.UNCLEAR: "a die cannot be made out",
    Trouble.LEANING: "a die leans",
    Trouble.STACKED: "a die lies on another",
    Trouble.NOT_LEVEL: "a die leans or lies on another",
    Trouble.AT_THE_RIM: "a die touches the rim of the tray",
    Trouble.OUT_OF_VIEW: "a die is partly out of view",
    Trouble.NOT_A_DIE: "something may be a die or not",
}


NOTHING_FOUND = "no die can be made out, and how large dice look here is not known: calibrate the tray"


def _reasons(dice: list[DieReading]) -> tuple[str, ...]:
    """Why these dice cannot all be trusted, a sentence for each kind of trouble."""
    return tuple(
        sentence for trouble, sentence in REASONS.items() if any(die.trouble is trouble for die in dice)
    )


def _may_be_none(die: DieReading) -> bool:
    return die.trouble is Trouble.NOT_A_DIE
