"""The tray watcher: follows frames and reports when a roll is at rest, read, or needs the players' help.

A pure state machine: time comes with the frames and readings from the given reader; it uses no camera and no
screen. Each roll answers once: dice that were only nudged, lifted or left lying never answer again.
"""

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from companion.locale.messages import gettext, ngettext
from companion.vision.assignment.assign import Assignment, ExpectedDice, assign, must_take_turns
from companion.vision.dice import Box, DiceReading, DieReading
from companion.vision.frames import Frame, Picture
from companion.vision.reader import NOTHING_FOUND
from companion.vision.tracking.association import none_in_place, same_arrangement, same_places
from companion.vision.tracking.motion import SMALL, MotionDetector, on_tray, small_box
from companion.vision.tracking.sentences import (
    ASSUMED_SENTENCE,
    GONE_SENTENCE,
    HAND_SENTENCE,
    MIXED_SENTENCE,
    MOVED_SENTENCE,
    THING_SENTENCE,
    UNREAD_SENTENCE,
    why_unsure,
)
from companion.vision.tracking.tracks import DiceTracks, small_places
from companion.vision.tray import Tray

Reader: TypeAlias = Callable[[Picture, DiceReading | None], DiceReading]
"""Reads a picture; its second argument is the previous reading if nothing has moved since, else None."""

STILL_FOR = 150.0
"""Milliseconds for which dice must be at rest, and readings agree, before a roll counts."""

EMPTY_FOR = 500.0
"""The same for an empty tray: a die that is lifted and put back at once has not been rolled."""

DEFAULT_EDGE = 0.05
"""Assumed edge of a die before any was read, as a share of the picture's width."""

VOTES = 3
"""Number of consecutive readings that must agree."""

UNSURE_AFTER = 1000.0
"""Milliseconds at rest after which an unsure reading is shown to the players as it is."""

VOTE_AGAIN = 150.0
"""Milliseconds to the next vote if the first ones disagreed."""

STILL_FOR_MORE = 900.0
"""Milliseconds for which dice must be at rest if more may be rolled: another may still be rolling."""

STILL_FOR_FOLLOWED = 300.0
"""The same if every die that lies there was followed from the roll to its place."""

MOTION_REPORT_AFTER = 2000.0
"""Milliseconds of motion after which players are told what seems to move."""

RETRY_AFTER = 500.0
"""Milliseconds between two readings of dice that could not be read."""

RETRY_EMPTY = 30000.0
"""The same where nothing lies or moves: without a size of dice no tray is surely empty."""

HAND_STILL_FOR = 1000.0
"""Milliseconds after which a hand that never moved counts as a shadow, if it hides none of the dice."""


class TrayState(StrEnum):
    """What the tray is doing."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLING = "settling"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class TrayUpdate:
    """The watcher's result after one frame.

    Attributes:
        state: what the tray is doing.
        reading: the newest reading at rest; None during motion.
        roll: the dice assigned to the pools, in the update that answers the question; else None.
        sentence: what the players should know or do now; None if nothing is wrong.
        time: of the frame, in milliseconds.
        fresh: whether all dice that lie there have been rolled since the last ones answered.
    """

    state: TrayState
    reading: DiceReading | None
    roll: Assignment | None
    sentence: str | None
    time: float
    fresh: bool = True


class TrayWatcher:
    """Follows the tray. Call `update` with every frame, `expect` when a question opens."""

    def __init__(self, read: Reader, tray: Tray | None = None) -> None:
        """`read` turns a picture into a reading, see `Reader`; it is asked only while nothing moves."""
        self._read, self._tray = read, tray
        self._motion, self._tracks = MotionDetector(tray), DiceTracks(on_tray(tray))
        self._question: tuple[ExpectedDice, ...] = ()
        self._open: tuple[ExpectedDice, ...] = ()
        self._rolled = Assignment()
        self._state = TrayState.MOVING
        self._still_since = 0.0
        self._last_read = 0.0
        self._votes: deque[DiceReading] = deque(maxlen=VOTES)
        self._at_rest: tuple[DieReading, ...] = ()
        self._size: tuple[int, int] | None = None
        self._moving_since: float | None = None
        self._boxes: tuple[Box, ...] = ()
        self._beside_hand: tuple[float, DiceReading] | None = None
        self._die_size: float | None = None
        self._shadows_moved = -math.inf

    def learn_background(self, picture: Picture) -> None:
        """Learn the background from a picture of the empty tray."""
        self._motion.has_motion(picture)
        self._motion.set_background()

    def read_with(self, read: Reader, tray: Tray | None = None) -> None:
        """Use another reader and tray from the next frame on; the question stays open."""
        self._read = read
        if tray != self._tray:
            self._tray, self._motion = tray, MotionDetector(tray)
            self._tracks.watch(on_tray(tray))
        self._state = TrayState.MOVING
        self._votes.clear()

    def expect(self, pools: Sequence[ExpectedDice]) -> None:
        """Open a question: the next roll that fits these pools answers it, once.

        Without pools no roll answers. Dice that lie there already count if they have not answered before.
        Where colours cannot tell the sides apart, they roll one after the other, and the last one's roll
        answers. Opening the same question again changes nothing.
        """
        if self._open and tuple(pools) == self._question:
            return
        self._question = self._open = tuple(pools)
        self._rolled = Assignment()

    def consume(self) -> None:
        """Mark the dice that lie there as consumed, since they were entered by hand, even if not yet seen."""
        self._tracks.answer(self._at_rest)
        self._open = ()
        if not self._at_rest_now:
            self._tracks.enter()

    def confirm(self) -> None:
        """Learn the floor beside the dice that lie there: players let their roll stand."""
        if self._state is TrayState.SETTLED and self._size is not None:
            self._motion.learn_beside([small_box(die.box, self._size) for die in self._at_rest])

    @property
    def waiting(self) -> tuple[ExpectedDice, ...]:
        """The sides that should roll now: all at once, or the next one alone if their dice look alike."""
        return self._open[:1] if must_take_turns(self._question) else self._open

    def update(self, frame: Frame) -> TrayUpdate:
        """Process the newest frame; frames may be left out but must come in order of time."""
        if self.follow(frame.picture, frame.size, frame.time):
            sentence = self._what_moves(frame.time)
        elif self._hand_present(frame):
            self._motion.stays(frame.time)
            self._on_movement(frame.time)
            sentence = HAND_SENTENCE
        else:
            if self._at_rest_now:
                self._moving_since = None
            if self._is_due(frame.time):
                self._vote(frame)
                self._settle(frame.time)
            return self._update(frame.time)
        return TrayUpdate(TrayState.MOVING, None, None, sentence, frame.time)

    def follow(self, picture: Picture, size: tuple[int, int], time: float) -> bool:
        """Follow what moves in a frame without reading it, and return whether anything does.

        A core that reads for longer than a frame misses no die that rolls meanwhile. The picture may be the
        small one of `motion`; `size` is always the width and height of the frame.
        """
        self._follow_size(size)
        moved = self._motion.has_motion(picture)
        shadows = self._motion.shadows_move and not moved
        if shadows:
            self._shadows_moved = time
        if self._tracks.old and self._motion.background_visible(self._small_area):
            self._tracks.see_background()
        if moved or (shadows and not self._at_rest_now):
            if self._motion.hand_present():  # Under it nothing can be followed.
                self._tracks.cover()
            else:
                self._tracks.follow(self._motion.rolling_objects(self._small_area), self._small_edge)
            # A pale die on a pale floor changes from frame to frame as a shadow does.
            moved = moved or self._tracks.rolling(self._small_edge)
        if moved:
            self._boxes, self._beside_hand = (), None
            self._on_movement(time)
            self._moving_since = time if self._moving_since is None else self._moving_since
        return moved

    def _vote(self, frame: Frame) -> None:
        """Read the tray again; while shadows move, the whole of it, since dice may move as well."""
        shadows = self._shadows_move(frame.time)
        nothing = bool(self._votes) and _shows_nothing(self._votes[-1])
        reading = self._read_now(frame, reset=shadows or (nothing and self._at_rest_now))
        if nothing and _shows_nothing(reading):
            self._tracks.see_nothing()
        if shadows and self._votes and not same_places(self._votes[-1].dice, reading.dice):
            if self._at_rest_now:
                self._tracks.read(reading, self._small_edge)
            self._votes.clear()
            self._state, self._still_since = TrayState.SETTLING, frame.time
        self._votes.append(reading)

    @property
    def _at_rest_now(self) -> bool:
        return self._state not in (TrayState.MOVING, TrayState.SETTLING)

    def _shadows_move(self, time: float) -> bool:
        """Whether shadows have moved a moment ago, or since the tray was read."""
        return self._shadows_moved > min(self._last_read, time - RETRY_AFTER)

    def _read_now(self, frame: Frame, reset: bool = False) -> DiceReading:
        reading = self._read(frame.picture, self._votes[-1] if self._votes and not reset else None)
        self._last_read = frame.time
        if not self._at_rest_now:
            self._tracks.read(reading, self._small_edge)
        self._boxes = tuple(small_box(die.box, reading.size) for die in (*reading.dice, *reading.candidates))
        if reading.dice:
            self._die_size = min(die.size for die in reading.dice) / reading.size[0]
        return reading

    def _hand_present(self, frame: Frame) -> bool:
        """Whether a hand is over the tray. Dice may look like a hand, so they are read first."""
        if not self._motion.hand_present(self._boxes):
            return False
        checked, reading = self._beside_hand or (-RETRY_AFTER, None)
        if reading is None or (not self._boxes and frame.time - checked >= RETRY_AFTER):
            self._beside_hand = frame.time, self._read_now(frame)
            return self._motion.hand_present(self._boxes)
        return frame.time - checked < HAND_STILL_FOR or not self._all_in_view(reading)

    def _all_in_view(self, reading: DiceReading) -> bool:
        """Whether a reading is sure of as many new dice as may be rolled: then nothing hides another."""
        fresh = self._tracks.fresh(reading.dice)
        return reading.sure and fresh is not None and len(fresh) == self._most > 0

    @property
    def _most(self) -> int:
        """The largest number of dice that may be rolled now."""
        return sum(pool.most for pool in self.waiting)

    def _what_moves(self, time: float) -> str | None:
        """A sentence for players if the tray has not come to rest for long."""
        if self._moving_since is None:
            self._moving_since = time
        return self._motion.what_moves() if time - self._moving_since > MOTION_REPORT_AFTER else None

    def _follow_size(self, size: tuple[int, int]) -> None:
        """Where the camera's pictures change in size, dice that have answered are the next that are read."""
        before, self._size = self._size, size
        if before is not None and before != size:
            if self._tracks.old:
                self._tracks.answer(())
                self._tracks.enter()
            self._at_rest, self._state = (), TrayState.MOVING
            self._votes.clear()

    @property
    def _small_edge(self) -> float:
        """The edge of a die in pixels of the small picture in which motion is looked for."""
        calibrated = self._tray.die_edge if self._tray is not None else None
        return SMALL[0] * (self._die_size or calibrated or DEFAULT_EDGE)

    @property
    def _small_area(self) -> float:
        """The area of a die in that picture, in its pixels."""
        width, height = self._size or SMALL
        return self._small_edge**2 * SMALL[1] * width / (SMALL[0] * height)

    def _on_movement(self, time: float) -> None:
        if self._state is TrayState.SETTLED and not self._is_one_missing(self._votes[-1]):
            self._tracks.forget_rolled()
        self._state = TrayState.MOVING
        self._votes.clear()
        self._still_since = time

    def _is_due(self, time: float) -> bool:
        """Whether the tray should be read now: until it has settled, and at intervals while it is unsure."""
        since, shadows = time - self._last_read, self._shadows_move(time)
        if self._at_rest_now:
            unread = not self._votes[-1].sure or (
                self._state is TrayState.SETTLED and not self._votes[-1].dice
            )
            rarely = _shows_nothing(self._votes[-1]) and not shadows
            return (shadows or unread) and since >= (RETRY_EMPTY if rarely else RETRY_AFTER)
        missing = VOTES - len(self._votes)
        if missing > 0:
            return missing > 1 or time - self._still_since >= STILL_FOR
        return since >= VOTE_AGAIN

    def _settle(self, time: float) -> None:
        still_for = time - self._still_since
        enough = STILL_FOR if self._votes[-1].dice else EMPTY_FOR
        agreed = len(self._votes) == VOTES and still_for >= enough and all_agree(self._votes)
        # A slow machine has read only once or twice by then: too few readings to agree or disagree.
        votes_pending = still_for < UNSURE_AFTER or len(self._votes) < VOTES
        if not agreed and (votes_pending or self._state is TrayState.SETTLED):
            if self._state is not TrayState.SETTLED:
                self._state = TrayState.SETTLING
            return
        self._at_rest = self._votes[-1].dice
        # In doubt for another reason than that the size of dice is not known.
        unknown = set(self._votes[-1].reasons) - {NOTHING_FOUND} and not self._motion.floor_known
        bare = agreed and not self._at_rest and not unknown
        if not bare or not self._motion.is_bare(self._small_area, time):
            self._state = TrayState.SETTLED
            self._tracks.settle(self._at_rest)
            return
        self._state = TrayState.EMPTY
        self._tracks.answer(())
        self._motion.set_background()

    def _update(self, time: float) -> TrayUpdate:
        reading = self._votes[-1] if self._votes else None
        fresh = reading is None or none_in_place(reading.dice, self._tracks.answered)
        roll, sentence = None, None
        if self._state is not TrayState.SETTLED or reading is None:
            only_shadows = self._state is TrayState.SETTLING and self._shadows_move(time)
            sentence = (self._what_moves(time) if only_shadows else None) or self._turn()
        elif not reading.sure:
            sentence = why_unsure(reading)
        elif not reading.dice:
            sentence = UNREAD_SENTENCE
        else:
            fresh = bool(self._tracks.fresh(reading.dice))
            roll, sentence = self._answer(reading, time)
        return TrayUpdate(self._state, reading, roll, sentence, time, fresh)

    def _answer(self, reading: DiceReading, time: float) -> tuple[Assignment | None, str | None]:
        """The roll of these dice for the open question, or a sentence why there is none."""
        dice = reading.dice
        if not self._open or self._tracks.untouched(dice):
            return None, ASSUMED_SENTENCE if self._open and self._tracks.assumed else self._turn()
        fresh = self._tracks.fresh(dice)
        boxes = [small_box(die.box, reading.size) for die in dice]
        if not self._all_in_view(reading) and self._motion.foreign_object_present(boxes, time):
            return None, THING_SENTENCE
        if fresh is None:
            return None, MIXED_SENTENCE
        if not fresh:
            return None, MOVED_SENTENCE
        dealt = assign(self.waiting, fresh)
        if isinstance(dealt, str):
            return None, dealt
        if self._is_one_missing(reading):
            return None, GONE_SENTENCE
        if len(fresh) < self._most:
            followed = self._tracks.followed_to(small_places(dice, reading.size), self._small_edge)
            waited = time - self._still_since >= (STILL_FOR_FOLLOWED if followed else STILL_FOR_MORE)
            # A pale die comes as a shadow does.
            if not waited or self._shadows_moved > self._last_read:
                return None, ngettext("{count} die: is that all?", "{count} dice: is that all?", len(fresh))
        self._tracks.answer(dice)
        self._open = self._open[len(dealt.dice) :]
        self._rolled = Assignment({**self._rolled.dice, **dealt.dice})
        return (None, self._turn()) if self._open else (self._rolled, None)

    def _is_one_missing(self, reading: DiceReading) -> bool:
        """Whether more dice may be rolled than lie there, and more were seen to roll."""
        fresh = self._tracks.fresh(reading.dice) if reading.sure else None
        return (
            fresh is not None and len(fresh) < self._most and self._tracks.missing(reading, self._small_edge)
        )

    def _turn(self) -> str | None:
        """A sentence about who rolls now, if the sides roll one after the other."""
        if not self._open or not must_take_turns(self._question):
            return None
        roller, description = self._open[0].roller, self._open[0].description
        if not self._rolled.dice:
            return gettext(
                "Your dice look alike, so you roll one after the other: {roller} begins with {description}",
                roller=roller,
                description=description,
            )
        return gettext(
            "The first roll is read. Now {roller} rolls {description}", roller=roller, description=description
        )


def all_agree(readings: Sequence[DiceReading]) -> bool:
    """Whether all readings are sure and agree, or all show nothing."""
    return all(map(_shows_nothing, readings)) or all(
        reading.sure and same_arrangement(reading.dice, readings[0].dice) for reading in readings
    )


def _shows_nothing(reading: DiceReading) -> bool:
    """Whether neither a die nor what may be one lies there."""
    return not reading.dice and not reading.candidates
