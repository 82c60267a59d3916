"""The dice tray under the camera, for questions about dice.

The dice reader works in its own threads. This class runs on the game's thread: it tells the reader which dice
the question asks for, returns the result, and keeps the evidence for the journal.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial

from calibration.profile import Profile
from companion.app.camera.evidence import Examples, evidence_of, examples_path
from companion.app.camera.pool_colours import DEFAULT_COLOURS, PoolColours
from companion.app.camera.recording import FrameRecorder, recordings_path
from companion.app.camera.symbol_dice import SeenFaces, face_number, pool_faces
from companion.journal.records import Evidence
from companion.referee.dice import Dice, DicePool
from companion.referee.questions import Roll
from companion.referee.seats import Seat
from companion.vision.assignment.assign import Assignment, ExpectedDice, assign
from companion.vision.detection.network import DiceNetwork
from companion.vision.dice import DiceReading, DieReading
from companion.vision.faces.profile import FaceProfile
from companion.vision.frames import Frame, Picture
from companion.vision.reading_thread import DiceReadingThread
from companion.vision.sources import SimulatedTray, open_source
from companion.vision.tracking.die_size_estimation import reader_for
from companion.vision.tracking.tray_watcher import TrayState, TrayUpdate
from companion.vision.tray import Tray

_log = logging.getLogger(__name__)


class DiceTray:
    """The camera and the dice reader over the tray.

    Args:
        reading_thread: watches and reads it.
        bodies: body colours of the dice of each pool.
        roll_simulated: rolls simulated dice for a question; None for real dice.
        network: detects the dice; by default the one that comes with the companion.
        floor: where the tray is in the pictures, if that is known.
        recorder: keeps the newest frames.
    """

    def __init__(
        self,
        reading_thread: DiceReadingThread,
        bodies: PoolColours = DEFAULT_COLOURS,
        roll_simulated: Callable[[Sequence[ExpectedDice]], None] | None = None,
        network: DiceNetwork | None = None,
        floor: Tray | None = None,
        recorder: FrameRecorder | None = None,
    ) -> None:
        self._reading_thread = reading_thread
        self._recorder = recorder or FrameRecorder()
        self._roll_simulated = roll_simulated
        self._network, self._floor = network, floor
        self._own: tuple[FaceProfile, ...] = ()
        self._asked: tuple[Roll, Sequence[Seat]] | None = None
        self._in_force: tuple[FaceProfile, ...] = ()
        self._pools: tuple[ExpectedDice, ...] = ()
        self._roll: tuple[Dice, DiceReading, Frame] | None = None
        self.bodies = bodies

    @property
    def simulated(self) -> bool:
        """Whether the dice are simulated and roll at the tap of a button."""
        return self._roll_simulated is not None

    @property
    def problem(self) -> str | None:
        """What is wrong with the camera, for players, or None."""
        return self._reading_thread.problem

    @property
    def tray_update(self) -> TrayUpdate | None:
        """What the camera shows now."""
        return self._reading_thread.last

    @property
    def picture(self) -> Picture | None:
        """The newest picture of the tray."""
        frame = self._reading_thread.newest()
        return None if frame is None else frame.picture

    @property
    def camera(self) -> str:
        """What the camera is called."""
        return str(self._reading_thread.camera.source.name)

    def can_read(self, question: Roll) -> bool:
        """Whether the dice reader can read these dice: six faces, with pips or taught symbols."""
        return all(pool.sides == 6 and self._knows(pool, question) for pool in question.pools)

    def _knows(self, pool: DicePool, question: Roll) -> bool:
        """Whether these are dice with pips, or with symbols that are all taught."""
        if not pool.profile:
            return True
        profile, faces = self._kind(pool.profile), pool_faces(question).get(pool.name, ())
        if profile is None or not profile.symbols or self.simulated:
            return False
        return all(face_number(title, faces) is not None for title in profile.titles.values())

    def _kind(self, name: str) -> FaceProfile | None:
        return next((pool for pool in self._own if pool.name == name), None)

    def body(self, pool: str) -> str:
        """The colour in which the dice of a pool are drawn."""
        return self.bodies.get(pool, ("bone",))[0]

    def set_colours(self, bodies: PoolColours) -> None:
        """Set the body colours of attack and defence; the open question is asked again."""
        self.bodies = bodies
        if self._asked is not None and self._roll is None:
            self.ask(*self._asked)

    def set_tray_region(self, floor: Tray | None) -> None:
        """Set where the tray is; from the next frame on, things beside it are ignored."""
        self._floor = floor
        self._replace_reader()

    def set_face_profiles(self, own: Sequence[FaceProfile]) -> None:
        """Set the dice with taught faces; they are read from the next frame on."""
        self._own = tuple(own)
        self._in_force = self._wanted()
        self._replace_reader()

    def _wanted(self) -> tuple[FaceProfile, ...]:
        """The profiles to match: those that the question asks for, else all with numbers."""
        pools = self._asked[0].pools if self._asked is not None else ()
        kinds = {pool.profile for pool in pools} - {""}
        return tuple(one for one in self._own if (one.name in kinds if kinds else not one.symbols))

    def _replace_reader(self) -> None:
        reader = reader_for(self._network, self._floor, self._in_force)
        self._reading_thread.read_with(reader, self._floor)

    def ask(self, question: Roll, seats: Sequence[Seat]) -> None:
        """Look for the dice of a question."""
        self._asked = question, seats
        if self._wanted() != self._in_force:
            self._in_force = self._wanted()
            self._replace_reader()
        names = {seat.id: seat.name for seat in seats}
        self._pools = tuple(self._pool(pool, names.get(pool.seat, "")) for pool in question.pools)
        self._roll = None
        self._reading_thread.updates()
        self._reading_thread.expect(self._pools)

    def _pool(self, pool: DicePool, player: str) -> ExpectedDice:
        """The expected dice of a pool: of a colour, or of a kind."""
        kind = self._kind(pool.profile) if pool.profile else None
        if kind is None:
            return ExpectedDice(
                pool.name, pool.least, pool.most, tuple(self.bodies.get(pool.name, ())), player
            )
        return ExpectedDice(pool.name, pool.least, pool.most, kind.colours, player, kind.name)

    def finish(self) -> None:
        """End the question; the dice on the tray have answered it and are not counted again."""
        self._asked, self._pools, self._roll = None, (), None
        self._reading_thread.consume()

    def roll(self) -> None:
        """Roll the simulated dice."""
        if self._roll_simulated is not None:
            self._reading_thread.expect(self._pools)
            self._roll_simulated(self._reading_thread.waiting or self._pools)

    def take_roll(self) -> Dice | None:
        """Return the faces read since the last call, by pool; None while there are none."""
        for tray_update in self._reading_thread.updates():
            frame = self._reading_thread.roll_frame
            if tray_update.roll is not None and tray_update.reading is not None and frame is not None:
                rolled = {role: self._numbers(role, dice) for role, dice in tray_update.roll.dice.items()}
                dice = {role: tuple(filter(None, numbers)) for role, numbers in rolled.items()}
                self._roll = (dice, tray_update.reading, frame)
                return dice
        return None

    def uncertain_dice(self) -> SeenFaces | None:
        """Return the dice on the tray if some are unsure and all fit the question; else None."""
        doubted = self._doubted()
        dealt = assign(self._pools, doubted[0].dice) if doubted is not None and self._pools else None
        if not isinstance(dealt, Assignment):
            return None
        return {role: self._numbers(role, dice) for role, dice in dealt.dice.items()}

    def _doubted(self) -> tuple[DiceReading, Frame] | None:
        """A reading of dice just rolled that are certainly dice, but whose faces are not all sure."""
        tray_update, frame = self.tray_update, self._reading_thread.newest()
        if tray_update is None or tray_update.state is not TrayState.SETTLED or tray_update.reading is None:
            return None
        if not tray_update.fresh:
            return None
        reading = tray_update.reading
        return None if frame is None or reading.sure or reading.candidates else (reading, frame)

    def _numbers(self, role: str, dice: Sequence[DieReading]) -> tuple[int | None, ...]:
        """The faces of a pool's dice as the question numbers them; None for an unsure die."""
        question = self._asked[0] if self._asked is not None else None
        faces = pool_faces(question).get(role, ()) if question is not None else ()
        if question is not None and question.in_order:
            dice = sorted(dice, key=lambda die: die.box[0])
        if not faces:
            return tuple(die.face if die.sure else None for die in dice)
        return tuple(face_number(die.title, faces) if die.sure else None for die in dice)

    @property
    def has_read(self) -> bool:
        """Whether all dice of the open question have been read and are sure."""
        return self._roll is not None

    def evidence(self, answered: Dice) -> Evidence | None:
        """The evidence of the roll that is answered now: what was read and what the players corrected.

        Args:
            answered: the faces that count: read, corrected, or entered for unsure dice.
        """
        if self._roll is None:
            return self._evidence_of_doubt(tuple(face for faces in answered.values() for face in faces))
        rolled, reading, frame = self._roll
        corrected: tuple[int, ...] = ()
        if {name: sorted(faces) for name, faces in answered.items()} != {
            name: sorted(faces) for name, faces in rolled.items()
        }:
            corrected = tuple(face for faces in answered.values() for face in faces)
            self._keep_examples(frame, reading, corrected)
        else:
            self._reading_thread.confirm()
        return evidence_of(frame, reading, corrected)

    def _evidence_of_doubt(self, answered: tuple[int, ...]) -> Evidence | None:
        doubted = self._doubted()
        if doubted is None or len(doubted[0].dice) != len(answered):
            return None
        reading, frame = doubted
        if reading.faces == tuple(sorted(answered, reverse=True)):
            self._reading_thread.confirm()
        self._keep_examples(frame, reading, answered)
        return evidence_of(frame, reading, answered)

    def _keep_examples(self, frame: Frame, reading: DiceReading, corrected: tuple[int, ...]) -> None:
        """Keep real dice that were misread, as training examples; an error here affects no roll."""
        if self.simulated:
            return
        self._recorder.keep(recordings_path())
        if any(die.kind for die in reading.dice):
            return
        try:
            examples = Examples(examples_path())
            examples.keep_corrected(frame.picture, reading.dice, corrected, reading.model)
        except OSError as error:
            _log.warning("the dice that were read wrongly could not be saved as examples: %s", error)

    def record(self, on: bool) -> None:
        """Set whether the last seconds before an unsure or corrected roll are kept as a film."""
        self._recorder.on = on and not self.simulated

    def close(self) -> None:
        """Close the camera."""
        self._reading_thread.close()


def open_tray(
    source: str,
    bodies: PoolColours = DEFAULT_COLOURS,
    floor: Tray | None = None,
    own: Sequence[FaceProfile] = (),
) -> DiceTray:
    """Open a camera by name, with the dice reader.

    Args:
        source: see `companion.vision.sources.SOURCES`.
        bodies: body colours of the dice of each pool.
        floor: where the tray is in its pictures, if that is known.
        own: profiles of dice that the table has taught.

    Raises:
        UnknownName: no source is called so.
        CameraUnavailable: the camera cannot be used.
    """
    frames, network = open_source(source), DiceNetwork()
    if isinstance(frames, SimulatedTray):
        reading_thread = DiceReadingThread(frames, reader_for(network, frames.floor), frames.floor)
        return DiceTray(reading_thread, bodies, partial(_roll_simulated, frames), network, frames.floor)
    recorder = FrameRecorder()
    reading_thread = DiceReadingThread(frames, reader_for(network, floor), floor, record=recorder.add)
    tray = DiceTray(reading_thread, bodies, network=network, floor=floor, recorder=recorder)
    tray.set_face_profiles(own)
    return tray


DEFAULT_FOCAL_LENGTH = 0.95
"""Assumed focal length of a lens that was not calibrated, in widths of the picture."""


def tray_of(profile: Profile | None) -> Tray | None:
    """The calibrated tray of a profile; None if it has none."""
    if profile is None or profile.tray is None:
        return None
    lens = profile.lens
    focal = float(lens.matrix[0, 0]) / lens.size[0] if lens is not None else DEFAULT_FOCAL_LENGTH
    return Tray.observed(profile.tray, profile.dice, focal)


def _roll_simulated(tray: SimulatedTray, pools: Sequence[ExpectedDice]) -> None:
    """Roll the largest allowed number of dice for every pool, in its first colour."""
    tray.roll({pool.colours[0] if pool.colours else "bone": pool.most for pool in pools})
