"""The dice tray under the camera, as a question about dice meets it.

The eye watches in its own threads; this is its face on the game's thread: it opens a roll question to the
eye, hands over what the eye has made of it, and keeps the evidence for the journal.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from calibration.profile import Profile
from companion.journal import Evidence, SeenDie
from companion.referee.dice import Dice
from companion.referee.questions import Roll
from companion.referee.seats import Seat
from companion.ui.dice_bodies import BODIES, Bodies
from companion.vision.dice import DiceReading, ReadDie
from companion.vision.evidence import Examples, examples_path
from companion.vision.eye import Eye
from companion.vision.frames import Frame, Picture
from companion.vision.network import DiceNetwork
from companion.vision.reader import DiceReader, Network
from companion.vision.roles import Dealt, Pool
from companion.vision.sources import SimulatedTray, open_source
from companion.vision.tray import Tray
from companion.vision.watcher import Sighting

_log = logging.getLogger(__name__)

MARGIN = 0.6
"""How much tray the evidence shows around the dice, in sizes of a die."""

JPEG_QUALITY = 85


class DiceTray:
    """The eye over the tray.

    Args:
        eye: what watches it.
        bodies: body colours of the dice of each pool.
        throw: rolls simulated dice for a question; nothing for real dice.
        network: finds the dice; nothing finds them by bodies and pips alone.
    """

    def __init__(
        self,
        eye: Eye,
        bodies: Bodies = BODIES,
        throw: Callable[[Sequence[Pool]], None] | None = None,
        network: Network | None = None,
    ) -> None:
        self._eye = eye
        self._throw = throw
        self._network = network
        self._asked: tuple[Roll, Sequence[Seat]] | None = None
        self._pools: tuple[Pool, ...] = ()
        self._roll: tuple[Dealt, DiceReading, Frame] | None = None
        self.bodies = bodies

    @property
    def simulated(self) -> bool:
        """Whether the dice are drawn, and roll at the touch of a button."""
        return self._throw is not None

    @property
    def trouble(self) -> str | None:
        """What is wrong with the camera, in words, or nothing."""
        return self._eye.trouble

    @property
    def sighting(self) -> Sighting | None:
        """What the eye sees now."""
        return self._eye.last

    @property
    def picture(self) -> Picture | None:
        """The newest picture of the tray."""
        frame = self._eye.newest()
        return None if frame is None else frame.picture

    @property
    def camera(self) -> str:
        """What the camera is called."""
        return str(self._eye.camera.source.name)

    @staticmethod
    def can_read(question: Roll) -> bool:
        """Tell whether the eye knows these dice: with six faces, and pips on them."""
        return all(pool.sides == 6 and not pool.profile for pool in question.pools)

    def body(self, pool: str) -> str:
        """The colour in which the dice of a pool are drawn."""
        return self.bodies.get(pool, ("bone",))[0]

    def deal_by(self, bodies: Bodies) -> None:
        """The table has chosen which dice attack and which defend; this counts for the open question too."""
        self.bodies = bodies
        if self._asked is not None and self._roll is None:
            self.open(*self._asked)

    def look_at(self, floor: Tray | None) -> None:
        """The tray was calibrated anew: whatever lies beside it is no die from the next frame on."""
        self._eye.read_with(DiceReader(self._network, floor).read, floor)

    def open(self, question: Roll, seats: Sequence[Seat]) -> None:
        """Ask the eye for the dice of a question."""
        self._asked = question, seats
        names = {seat.id: seat.name for seat in seats}
        self._pools = tuple(
            Pool(
                pool.name,
                pool.least,
                pool.most,
                tuple(self.bodies.get(pool.name, ())),
                names.get(pool.seat, ""),
            )
            for pool in question.pools
        )
        self._roll = None
        self._eye.sightings()
        self._eye.expect(self._pools)

    def close(self) -> None:
        """No question about dice is open any more; those on the tray have answered."""
        self._asked, self._pools, self._roll = None, (), None
        self._eye.use_up()

    def throw(self) -> None:
        """Roll the simulated dice."""
        if self._throw is not None:
            self._eye.expect(self._pools)
            self._throw(self._pools)

    def rolled(self) -> Dice | None:
        """The faces that the eye has read and dealt since the last call; nothing while there is none."""
        for sighting in self._eye.sightings():
            frame = self._eye.roll_frame
            if sighting.roll is not None and sighting.reading is not None and frame is not None:
                self._roll = (sighting.roll, sighting.reading, frame)
                return dict(sighting.roll.faces.items())
        return None

    def evidence(self, answered: Dice) -> Evidence | None:
        """What the eye saw of the roll that is answered now, and what the table made of it.

        Args:
            answered: the faces that count, as read or as corrected by hand.
        """
        if self._roll is None:
            return None
        dealt, reading, frame = self._roll
        corrected: tuple[int, ...] = ()
        if {name: sorted(faces) for name, faces in answered.items()} != {
            name: sorted(faces) for name, faces in dealt.faces.items()
        }:
            corrected = tuple(face for faces in answered.values() for face in faces)
            self._keep_examples(frame, reading, corrected)
        return evidence_of(frame, reading, corrected)

    def _keep_examples(self, frame: Frame, reading: DiceReading, corrected: tuple[int, ...]) -> None:
        """Keep real dice that were read wrongly, for the eye to learn from; no roll depends on it."""
        if self.simulated:
            return
        try:
            examples = Examples(examples_path())
            examples.keep_corrected(frame.picture, reading.dice, corrected, reading.model)
        except OSError as error:
            _log.warning("the dice that were read wrongly could not be kept as examples: %s", error)

    def shut(self) -> None:
        """Close the camera."""
        self._eye.close()


def open_tray(source: str, bodies: Bodies = BODIES, floor: Tray | None = None) -> DiceTray:
    """Open the camera that a word names, with the dice reader behind it.

    Args:
        source: see `companion.vision.sources.SOURCES`.
        bodies: body colours of the dice of each pool.
        floor: where the tray is in its pictures, if that is known.

    Raises:
        UnknownName: no source is called so.
        CameraUnavailable: the camera cannot be used.
    """
    frames, network = open_source(source), DiceNetwork()
    if isinstance(frames, SimulatedTray):
        return DiceTray(Eye(frames, DiceReader(network).read), bodies, partial(_throw, frames), network)
    return DiceTray(Eye(frames, DiceReader(network, floor).read, floor), bodies, network=network)


def floor_of(profile: Profile | None) -> Tray | None:
    """Where a calibrated tray is; nothing when none was."""
    if profile is None or profile.tray is None:
        return None
    corners = tuple((float(x), float(y)) for x, y in profile.tray.corners)
    lens = profile.lens
    focal = float(lens.matrix[0, 0]) / lens.size[0] if lens is not None else None
    return Tray(corners, profile.tray.die_edge, focal)


def _throw(tray: SimulatedTray, pools: Sequence[Pool]) -> None:
    """Roll as many dice as everybody may, in the first of their colours."""
    tray.roll({pool.colours[0] if pool.colours else "bone": pool.most for pool in pools})


def evidence_of(frame: Frame, reading: DiceReading, corrected: tuple[int, ...] = ()) -> Evidence:
    """Cut the dice out of a frame and note what was read on them."""
    left, top, right, bottom = _crop(frame.picture, reading.dice)
    works, encoded = cv2.imencode(
        ".jpg", frame.picture[top:bottom, left:right], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    )
    seen = tuple(
        SeenDie(die.face, die.confidence, die.colour, _moved(die.box, -left, -top)) for die in reading.dice
    )
    return Evidence(
        encoded.tobytes() if works else b"", seen, Path(frame.source).name, reading.model, corrected
    )


def _crop(picture: Picture, dice: Sequence[ReadDie]) -> tuple[int, int, int, int]:
    """The part of a picture with all dice on it: left, top, right, bottom."""
    high, wide = picture.shape[:2]
    if not dice:
        return 0, 0, wide, high
    boxes = np.array([die.box for die in dice])
    margin = MARGIN * max(die.size for die in dice)
    left, top = (max(0, int(side - margin)) for side in boxes[:, :2].min(axis=0))
    right, bottom = boxes[:, 2:].max(axis=0) + margin
    return left, top, min(wide, int(right) + 1), min(high, int(bottom) + 1)


def _moved(
    box: tuple[float, float, float, float], across: int, down: int
) -> tuple[float, float, float, float]:
    return box[0] + across, box[1] + down, box[2] + across, box[3] + down
