"""The dice reader: from a picture to dice, each with face, colour and whether it is sure.

`DiceReader.read` is the list of stages, and `DieReading` the record that each of them adds to. Two networks
that were trained apart look at every die.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from companion.errors import NotAPicture
from companion.locale.messages import gettext
from companion.vision.assignment.colour_classification import classify_colours
from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.detection.heatmaps import non_max_suppression
from companion.vision.detection.network import DiceNetwork
from companion.vision.dice import DiceReading, DieReading, RejectReason
from companion.vision.faces.blank_faces import blank_dice
from companion.vision.faces.profile import FaceProfile
from companion.vision.faces.symbol_check import MAX_SYMBOL, check_symbols
from companion.vision.frames import Picture, size_of
from companion.vision.fusion.diagnosis import MIN_REPORTED, REASONS, STAYS_CLEAR, diagnose, is_clear
from companion.vision.looks import Look, confirmed
from companion.vision.tray import WHOLE_PICTURE, Tray
from companion.vision.verification.floor_check import on_the_floor
from companion.vision.verification.glint_check import check_glints
from companion.vision.verification.segmentation_check import bodies_overlooked, check_bodies

MOST_DICE = 30
"""At most this many detections are looked at, best first; more of them are a pattern and not dice."""

MAX_REFINED_FURTHER = 6
"""At most this many of those that are still unclear are refined further."""

REFINED_REASONS = (RejectReason.UNCLEAR, RejectReason.NOT_A_DIE, RejectReason.NOT_LEVEL)
"""Reasons that larger crops may remove."""

UNCLEAR_SENTENCES = {REASONS[reason] for reason in (RejectReason.UNCLEAR, RejectReason.NOT_A_DIE)}
"""Reasons that another look may remove; dice that lean or touch the rim do so in every look."""

NOTHING_FOUND = gettext(
    "no die can be made out, and how large dice look here is not known: calibrate the tray"
)

LARGER = (3.0, 8.0)
"""Multiples of the expected size at which dice are looked for if none of that size is seen; this is quick."""

SMALLER = (0.4, 0.16)
"""The same for smaller dice, if the size was not calibrated: this takes several passes."""

MIN_EDGE = 20.0
"""Smallest edge that is looked for, in pixels; smaller dice are read badly."""

OTHER_SIZE_CONFIDENCE = 0.8
"""Smallest confidence with which a die of another size counts."""

WRONG_DIE_SIZE = gettext("dice lie there of another size than was set: calibrate the tray")


class DiceReader:
    """Reads dice from pictures. It has no state, so any thread may call it, one at a time."""

    def __init__(
        self,
        network: DiceNetwork | None = None,
        tray: Tray | None = None,
        profiles: Sequence[FaceProfile] = (),
        zoom: float = 1.0,
    ) -> None:
        """Make a reader.

        Args:
            network: the trained networks; without them those that come with the companion.
            tray: where the tray is; whatever lies beside it is no die. Without one it is the whole picture.
            profiles: of dice whose faces carry something else than pips.
            zoom: of dice of a known size, relative to the scale at which the network reads best.
        """
        self._network = network or DiceNetwork()
        self._profiles = tuple(profiles)
        self._tray, self._zoom = tray or WHOLE_PICTURE, zoom
        self.model = f"dice {self._network.version}"

    def read(self, picture: Picture, before: DiceReading | None = None) -> DiceReading:
        """Read one picture.

        Args:
            picture: height x width x 3, BGR, uint8.
            before: the previous reading, if nothing has moved since: where nothing was found at any size it
                still holds, else one crop of each die is enough; if that is unclear, all is read.

        Raises:
            NotAPicture: not of that shape and type.
        """
        _check_picture(picture)
        started = time.perf_counter()
        empty = before is not None and before.sure and not before.dice
        reading = self._unchanged(picture, before) or self._read(picture, empty)
        unclear = reading.reasons and set(reading.reasons) <= UNCLEAR_SENTENCES
        # A glint stays one, whichever way it is looked at.
        if unclear and not any(die.glint for die in reading.dice):
            reading = self._look_again(picture, reading)
        return replace(reading, milliseconds=1000.0 * (time.perf_counter() - started))

    def _read(self, picture: Picture, empty: bool = False) -> DiceReading:
        """Read one picture in one look; where all was `empty` before, no other size is looked for."""
        size = size_of(picture)
        output = self.detect(picture)
        dice = diagnose(self._verify(picture, output), self._tray, size)
        if unclear := [die.detection for die in dice if die.reject_reason in REFINED_REASONS]:
            refined = self._refined(picture, output.detections, unclear[:MAX_REFINED_FURTHER], closer=True)
            output = replace(output, detections=refined)
            dice = diagnose(self._verify(picture, output), self._tray, size)
        return _reading(dice, self._reasons(picture, output, dice, empty), self.model, size)

    def _look_again(self, picture: Picture, first: DiceReading) -> DiceReading:
        """The reading of a look that can be trusted, in the pixels of the picture; else the first."""

        def look_again(look: Look) -> DiceReading:
            reader = DiceReader(self._network, look.on_tray(self._tray), self._profiles, look.scale)
            return reader._read(look.at(picture))

        found = confirmed(first, look_again)
        if found is None:
            return first
        look, reading = found
        size = size_of(picture)
        detections = [look.back(die.detection, size) for die in reading.dice]
        dice = [
            replace(die, box=seen.box, detection=there, colour=seen.colour, second_colour=seen.second_colour)
            for die, there, seen in zip(
                reading.dice, detections, self._classify_colours(picture, detections), strict=True
            )
        ]
        return _reading(dice, (), self.model, size)

    def describe(self, picture: Picture) -> list[DieReading]:
        """Every detection with colour and symbol, not yet diagnosed: for teaching faces."""
        return self._verify(picture, self.detect(picture))

    def _verify(self, picture: Picture, output: DetectorOutput) -> list[DieReading]:
        """A record of each detection that the empty floor does not show, with the results of all checks."""
        empty = self._tray.empty
        real = [one for one in output.detections if not on_the_floor(empty, picture, one)]
        dice = self._classify_colours(picture, real)
        dice = check_symbols(picture, dice, self._profiles)
        dice = check_glints(picture, dice)
        size = size_of(picture)
        return check_bodies(output, dice, self._tray.perspective(size))

    def _refined(
        self, picture: Picture, found: Iterable[Detection], unclear: Sequence[Detection], closer: bool = False
    ) -> tuple[Detection, ...]:
        """The detections that may be dice, with the unclear ones refined from more crops."""
        seen = (self._network.refine(picture, one, closer) if one in unclear else one for one in found)
        return tuple(one for one in non_max_suppression(seen) if one.objectness >= MIN_REPORTED)

    def detect(self, picture: Picture) -> DetectorOutput:
        """The detections on the tray, with unclear ones refined, and the segmentation; not yet verified."""
        edge = self._tray.edge_in(size_of(picture))
        output = self._detect_at(picture, edge and edge / self._zoom)
        clear = [detection for detection in output.detections if is_clear(detection)]
        means = zip(clear, self._network.verify(picture, clear), strict=True)
        verified = {one: mean for one, mean in means if is_clear(mean, STAYS_CLEAR)}
        unclear = [detection for detection in output.detections if detection not in verified]
        kept = self._refined(picture, (verified.get(one, one) for one in output.detections), unclear)
        mask = self._tray.mask(size_of(picture))
        return replace(output, detections=(*kept, *blank_dice(picture, self._profiles, edge, mask, kept)))

    def _detect_at(self, picture: Picture, edge: float | None) -> DetectorOutput:
        """The network's output for the part of a picture with the tray: the best detections on it."""
        size = size_of(picture)
        left, top, right, bottom = self._tray.window(size)
        output = self._network.detect(picture[top:bottom, left:right], edge).translated(left, top)
        within = (
            one for one in output.detections if self._tray.holds((one.centre_x, one.centre_y), size) > 0
        )
        return replace(output, detections=tuple(islice(within, MOST_DICE)))

    def _other_size_seen(self, picture: Picture, edge: float) -> bool:
        """Whether clear dice are seen that are much larger or smaller than the expected edge."""
        measured = self._tray.focal is not None
        sizes = (edge * factor for factor in (LARGER if measured else (*LARGER, *SMALLER)))
        return any(
            one.confidence >= OTHER_SIZE_CONFIDENCE and not on_the_floor(self._tray.empty, picture, one)
            for size in sizes
            if MIN_EDGE <= size <= min(size_of(picture))
            for one in self._detect_at(picture, size).detections
        )

    def _classify_colours(self, picture: Picture, detections: Sequence[Detection]) -> list[DieReading]:
        """The records of detections, each with the colour of its body."""
        drawn = [number for number, one in enumerate(detections) if one.symbol > MAX_SYMBOL]
        places, size = [detection.place for detection in detections], size_of(picture)
        colours = classify_colours(picture, places, drawn, self._tray)
        return [
            DieReading.from_detection(one, size, colour.name, colour.second)
            for one, colour in zip(detections, colours, strict=True)
        ]

    def _unchanged(self, picture: Picture, before: DiceReading | None) -> DiceReading | None:
        """The previous reading, where it holds in this picture: each die is seen again, sure and the same."""
        if before is None or before.size != size_of(picture):
            return None
        if before.reasons == (NOTHING_FOUND,):
            return before
        if not before.sure or before.edge is None:
            return None
        places = [(*die.centre, before.edge) for die in before.dice]
        # Nothing has moved: pips and colours are those of a moment ago.
        dice = [
            DieReading.from_detection(one, before.size, known.colour, known.second_colour)
            for one, known in zip(self._network.redetect(picture, places), before.dice, strict=True)
            if one is not None
        ]
        dice = diagnose(check_symbols(picture, dice, self._profiles), self._tray, before.size)
        same = [(die.face, die.sure) for die in dice] == [(die.face, True) for die in before.dice]
        return _reading(dice, (), self.model, before.size) if same else None

    def _reasons(
        self, picture: Picture, output: DetectorOutput, dice: Sequence[DieReading], empty: bool
    ) -> tuple[str, ...]:
        """Why these dice cannot all be trusted; where all was `empty` before, no other size is looked for."""
        edge = self._tray.edge_in(size_of(picture))
        if edge is None and not dice:
            return (NOTHING_FOUND,)
        if edge is not None and not dice and not empty and self._other_size_seen(picture, edge):
            return (WRONG_DIE_SIZE,)
        rejected = {die.reject_reason for die in dice}
        if bodies_overlooked(output, output.detections, self._tray.mask(size_of(picture))):
            rejected.add(RejectReason.NOT_A_DIE)
        return tuple(sentence for reason, sentence in REASONS.items() if reason in rejected)


def _reading(
    dice: Sequence[DieReading], reasons: tuple[str, ...], model: str, size: tuple[int, int]
) -> DiceReading:
    """The reading made of these dice."""
    counted = tuple(
        sorted(
            (die for die in dice if die.reject_reason is not RejectReason.NOT_A_DIE), key=lambda die: die.box
        )
    )
    candidates = tuple(die for die in dice if die.reject_reason is RejectReason.NOT_A_DIE)
    edge = float(np.median([die.detection.edge for die in counted])) if counted else None
    return DiceReading(counted, reasons, 0.0, size, model, candidates, edge)


def _check_picture(picture: Picture) -> None:
    right = isinstance(picture, np.ndarray) and picture.ndim == 3 and picture.shape[2] == 3
    if not right or picture.dtype != np.uint8:
        shape, kind = getattr(picture, "shape", "no shape"), getattr(picture, "dtype", type(picture).__name__)
        raise NotAPicture(
            "the reader was given {shape} of {kind}; expected height x width x 3 of uint8",
            shape=shape,
            kind=kind,
        )
