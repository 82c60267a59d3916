"""The tray watcher: one roll answers once, and whatever keeps it from answering is said in words."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from companion.vision.assignment.assign import ExpectedDice
from companion.vision.dice import UNDETECTED, DiceReading, DieReading, RejectReason
from companion.vision.frames import Frame, Picture
from companion.vision.reader import NOTHING_FOUND
from companion.vision.tracking.motion import small_picture
from companion.vision.tracking.sentences import (
    ASSUMED_SENTENCE,
    GONE_SENTENCE,
    HAND_SENTENCE,
    MIXED_SENTENCE,
    MOVED_SENTENCE,
    THING_SENTENCE,
    UNREAD_SENTENCE,
)
from companion.vision.tracking.tray_watcher import TrayState, TrayUpdate, TrayWatcher
from companion.vision.tray import WHOLE_PICTURE, Tray

FRAME = 50.0
"""Milliseconds between two frames."""

RED = np.array([0.3, 0.3, 1.0])
"""Blue, green and red of what moves: a grey thing on a grey floor may be a shadow."""

ATTACK = ExpectedDice("attack", 1, 3, ("red",), "Blue")
DEFENCE = ExpectedDice("defence", 1, 2, ("white",), "Green")

Lying = tuple[tuple[int, str, float, float], ...]
"""Dice on a tray that is only thought of: face, colour, x, y in pixels."""

ONE_DIE = ((4, "red", 100.0, 100.0),)
THREE = ((6, "red", 100.0, 100.0), (2, "red", 200.0, 120.0), (5, "white", 150.0, 200.0))


SEEN = replace(UNDETECTED, objectness=0.9)


def as_dice(lying: Lying, problem: RejectReason | None = None) -> tuple[DieReading, ...]:
    return tuple(
        DieReading(face, (x - 20, y - 20, x + 20, y + 20), colour, 0.9, not problem, problem, detection=SEEN)
        for face, colour, x, y in lying
    )


@dataclass
class Play:
    """A tray of which only the states are played: frames change where something moves, readings are given."""

    lying: Lying = ()
    problem: RejectReason | None = None
    reasons: tuple[str, ...] = ()
    time: float = 0.0
    picture: Picture = field(default_factory=lambda: np.full((240, 320, 3), 60, np.uint8))
    seen: list[TrayUpdate] = field(default_factory=list)
    card: tuple[slice, slice] | None = None
    told: list[DiceReading | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.watcher = TrayWatcher(self.read)

    def read(self, picture: Picture, before: DiceReading | None) -> DiceReading:
        self.told.append(before)
        reasons = (str(self.problem),) if self.problem else self.reasons
        size = picture.shape[1], picture.shape[0]
        return DiceReading(as_dice(self.lying, self.problem), reasons, 1.0, size, "play")

    def frame(self, time: float) -> TrayUpdate:
        """One frame at a time of the clock."""
        return self.watcher.update(Frame(self.picture, time, "play"))

    def rest(self, milliseconds: float = 1000.0) -> list[TrayUpdate]:
        """Time passes and nothing moves."""
        seen = []
        for _ in range(int(milliseconds / FRAME)):
            self.time += FRAME
            seen.append(self.watcher.update(Frame(self.picture, self.time, "play")))
        self.seen += seen
        return seen

    def move(self, lying: Lying, problem: RejectReason | None = None) -> list[TrayUpdate]:
        """Something moves for a moment; then these dice lie there, and a second passes."""
        for shade in (200, 90, 160):
            self.picture = np.full((240, 320, 3), 60, np.uint8)
            self.picture[60:140, 80 : 80 + shade] = shade * RED
            self.rest(FRAME)
        self.lay(lying, problem)
        return self.rest()

    def lay(self, lying: Lying, problem: RejectReason | None = None) -> None:
        """These dice lie there from now on."""
        self.lying, self.problem = lying, problem
        self.picture = np.full((240, 320, 3), 60, np.uint8)
        if self.card is not None:
            self.picture[self.card] = (40, 70, 120)
        for face, _, x, y in lying:
            self.picture[int(y) - 20 : int(y) + 20, int(x) - 20 : int(x) + 20] = (100 + 20 * face) * RED

    @property
    def rolls(self) -> list[dict[str, tuple[int, ...]]]:
        """Every roll that was fired."""
        return [one.roll.faces for one in self.seen if one.roll is not None]

    @property
    def state(self) -> TrayState:
        return self.seen[-1].state

    @property
    def sentence(self) -> str | None:
        return self.seen[-1].sentence


def asked(*pools: ExpectedDice) -> Play:
    """An empty tray, and a question for these pools."""
    play = Play()
    play.rest()
    play.watcher.expect(pools)
    return play


def test_the_states_of_one_roll() -> None:
    play = asked(ATTACK, DEFENCE)
    assert play.state is TrayState.EMPTY
    play.move(THREE)
    states = [
        state for state, before in zip(_states(play), [None, *_states(play)], strict=False) if state != before
    ]
    assert states == ["moving", "settling", "empty", "moving", "settling", "settled"]
    assert play.rolls == [{"attack": (6, 2), "defence": (5,)}]
    play.move(())
    assert play.state is TrayState.EMPTY
    play.move(THREE)
    assert len(play.rolls) == 1, "nobody asked for a second roll"


def _states(play: Play) -> list[str]:
    return [one.state.value for one in play.seen]


def test_a_roll_settles_for_a_fifth_of_a_second() -> None:
    play = asked(replace(ATTACK, most=2), replace(DEFENCE, most=1))
    play.move(THREE)
    fired = next(one for one in play.seen if one.roll is not None)
    still_since = max(one.time for one in play.seen if one.state is TrayState.MOVING)
    assert 150.0 <= fired.time - still_since <= 300.0


BOUNDS = [
    # what lies there, milliseconds after the last movement at which frames come, and the state after each
    ("dice", ONE_DIE, None, (50, 100, 149), "settling"),
    ("dice", ONE_DIE, None, (50, 100, 150), "settled"),
    ("dice, the last frame too early", ONE_DIE, None, (50, 100, 140, 150), "settled"),
    ("an empty tray", (), None, (100, 200, 499), "settling"),
    ("an empty tray", (), None, (100, 200, 500), "empty"),
    ("a doubtful die", ONE_DIE, RejectReason.UNCLEAR, (100, 200, 300, 999), "settling"),
    ("a doubtful die", ONE_DIE, RejectReason.UNCLEAR, (100, 200, 300, 1000), "settled"),
]


@pytest.mark.parametrize("since", [0.0, 7000.0])
@pytest.mark.parametrize(("what", "lying", "problem", "times", "state"), BOUNDS)
def test_how_long_must_be_waited(
    what: str, lying: Lying, problem: RejectReason | None, times: tuple[int, ...], state: str, since: float
) -> None:
    """Whatever the clock shows when the last movement ends."""
    play = Play()
    play.picture[60:140, 80:280] = 200 * RED
    play.frame(since - FRAME)
    play.lay(lying, problem)
    play.frame(since)
    assert [play.frame(since + time).state.value for time in times][-1] == state, what


def test_of_readings_that_differ_the_last_is_what_lies_there() -> None:
    play = Play()
    for number in range(30):
        play.lying = ((1 + number % 5, "red", 100.0, 100.0),)
        play.seen.append(play.frame(50.0 * number))
        if play.state is TrayState.SETTLED:
            break
    assert play.state is TrayState.SETTLED and len(play.told) > 1
    assert play.watcher._at_rest == as_dice(play.lying)


@pytest.mark.parametrize("state", TrayState)
def test_the_floor_is_learned_beside_dice_that_have_settled(
    state: TrayState, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play()
    play.move(ONE_DIE)
    learned: list[int] = []
    monkeypatch.setattr(play.watcher._motion, "learn_beside", lambda boxes: learned.append(len(boxes)))
    play.watcher._state = state
    play.watcher.confirm()
    assert learned == ([1] if state is TrayState.SETTLED else [])


READ_AGAIN = [
    # a doubt: until it is shown the next vote comes after 150 ms, later every 500 ms
    ((100, 200, 300, 449), 3),
    ((100, 200, 300, 450), 4),
    ((100, 200, 300, 1000, 1499), 4),
    ((100, 200, 300, 1000, 1500), 5),
]


@pytest.mark.parametrize(("times", "readings"), READ_AGAIN)
def test_when_a_doubtful_tray_is_read_again(times: tuple[int, ...], readings: int) -> None:
    play = Play()
    play.lay(ONE_DIE, RejectReason.UNCLEAR)
    for time in (0, *times):
        play.frame(float(time))
    assert len(play.told) == readings


LATE = [
    # where more may be rolled, another die is waited for; milliseconds after the last movement
    ((50, 100, 150, 899), "1 die: is that all?", []),
    ((50, 100, 150, 900), None, [{"attack": (4,)}]),
]


@pytest.mark.parametrize(("times", "sentence", "rolls"), LATE)
def test_how_long_a_late_die_is_waited_for(
    times: tuple[int, ...], sentence: str | None, rolls: list[Any]
) -> None:
    play = Play()
    play.watcher.expect([ATTACK])
    play.lay(ONE_DIE)
    play.frame(0.0)
    play.seen = [play.frame(float(time)) for time in times]
    assert (play.sentence, play.rolls) == (sentence, rolls)


IN_SHADOWS = [
    # while shadows move as long as otherwise, but each reading is of the whole tray, and they go on
    ((50, 100, 149), 2, "settling"),
    ((50, 100, 150), 3, "settled"),
    ((50, 100, 150, 649), 3, "settled"),
    ((50, 100, 150, 650), 4, "settled"),
]


@pytest.mark.parametrize(("times", "readings", "state"), IN_SHADOWS)
def test_how_long_must_be_waited_while_shadows_move(
    times: tuple[int, ...], readings: int, state: str
) -> None:
    play = Play()
    play.lay(ONE_DIE)
    lit = play.picture
    play.frame(0.0)
    for number, time in enumerate(times):
        play.picture = lit.copy()
        width = 60 + 8 * number
        play.picture[:, 160 : 160 + width] = (0.6 * play.picture[:, 160 : 160 + width]).astype(np.uint8)
        now = play.frame(float(time)).state.value
    assert (play.told, now) == ([None] * readings, state)


@pytest.mark.parametrize(("last", "state"), [(249, "settling"), (250, "settled")])
def test_a_die_that_moves_in_moving_shadows_must_rest_anew(last: int, state: str) -> None:
    play = Play()
    play.lay(ONE_DIE)
    lit = play.picture
    play.frame(0.0)
    for number, time in enumerate((50, 100, 150, last)):
        play.picture = lit.copy()
        play.picture[:, 160 : 220 + 8 * number] = (0.6 * lit[:, 160 : 220 + 8 * number]).astype(np.uint8)
        if time == 100:
            play.lying = ((4, "red", 130.0, 100.0),)
        now = play.frame(float(time)).state.value
    assert now == state


@pytest.mark.parametrize(("last", "told"), [(2000, False), (2001, True)])
def test_how_long_something_may_move_before_it_is_said(last: int, told: bool) -> None:
    play = Play()
    for number, time in enumerate((0, 1000, last)):
        play.picture = np.full((240, 320, 3), 60, np.uint8)
        play.picture[100:140, 20 + 60 * number : 60 + 60 * number] = 200 * RED
        sentence = play.frame(float(time)).sentence
    assert (sentence is not None) is told


@pytest.mark.parametrize("sure", [True, False])
def test_a_die_that_was_read_once_while_it_rolled_is_missed(sure: bool) -> None:
    """A slow core saw a die that left in one frame, with an objectness of 0.59."""
    play = asked(ATTACK)
    blurred = replace(as_dice(ONE_DIE)[0], detection=replace(UNDETECTED, objectness=0.59))
    if not sure:
        blurred = replace(blurred, sure=False, reject_reason=RejectReason.UNCLEAR)
    play.lay(ONE_DIE)
    play.rest(FRAME)
    reasons = () if sure else ("a die cannot be made out",)
    readings = [DiceReading((blurred, *as_dice(THREE[1:2])), reasons, 1.0, (320, 240), "play")]
    play.watcher.read_with(lambda picture, before: readings.pop() if readings else play.read(picture, before))
    play.rest(2000)
    assert play.sentence == GONE_SENTENCE


def test_a_camera_that_gives_larger_pictures_shows_the_same_dice() -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([ATTACK])
    play.lying, larger = ((4, "red", 200.0, 200.0),), play.picture.repeat(2, axis=0).repeat(2, axis=1)
    for play.picture in (larger, np.full_like(larger, 200) - larger, larger):
        play.rest(FRAME)
    play.rest(2000)
    assert len(play.rolls) == 1


@pytest.mark.parametrize(("away", "rolls"), [(300.0, 1), (700.0, 2)])
def test_a_die_that_was_away_for_less_than_half_a_second_was_not_rolled(away: float, rolls: int) -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([ATTACK])
    play.lay(())
    play.rest(FRAME + away)
    play.lay(ONE_DIE)
    play.rest()
    assert len(play.rolls) == rolls


def test_where_more_dice_may_be_rolled_late_ones_are_waited_for() -> None:
    play = asked(ATTACK)
    play.lay(THREE[:2])
    play.rest(FRAME + 850)
    assert (play.rolls, play.sentence) == ([], "2 dice: is that all?")
    play.lay((*THREE[:2], (5, "red", 150.0, 200.0)))
    play.rest()
    assert play.rolls == [{"attack": (6, 5, 2)}]


def test_a_die_that_was_seen_to_roll_and_is_gone_is_missed() -> None:
    play = asked(ATTACK, DEFENCE)
    play.move(THREE)
    play.move(())
    play.watcher.expect([ATTACK])
    for step in range(4):
        play.lay(tuple((face, "red", x + 10.0 * step, y) for face, _, x, y in THREE))
        play.rest(FRAME)
    play.lay(THREE[:2])
    play.rest(2000)
    assert len(play.rolls) == 1
    assert play.sentence == GONE_SENTENCE
    play.move(())
    play.move(THREE[:2])
    play.rest()
    assert play.rolls[1:] == [{"attack": (6, 2)}], "a new roll has a new chance"


def test_a_pale_die_that_was_read_while_it_rolled_and_is_gone_is_missed() -> None:
    play = asked(ATTACK)
    play.lay(THREE[:2])
    play.lying = (*THREE[:2], (5, "red", 150.0, 200.0))
    play.rest(2 * FRAME)
    play.lay(((3, "red", 90.0, 100.0),))
    play.rest(FRAME)
    play.lay(THREE[:2])
    play.rest(2000)
    assert (play.rolls, play.sentence) == ([], GONE_SENTENCE)


def test_a_shadow_that_moves_keeps_no_roll_from_answering() -> None:
    play = asked(replace(ATTACK, most=1))
    play.lay(ONE_DIE)
    lit = play.picture
    for step in range(40):
        play.picture = lit.copy()
        play.picture[:, : 60 + 4 * step] = (0.6 * play.picture[:, : 60 + 4 * step]).astype(np.uint8)
        play.rest(FRAME)
    assert play.rolls == [{"attack": (4,)}]


def test_a_grey_die_that_comes_while_shadows_move_is_read() -> None:
    play = asked(replace(ATTACK, least=1, most=1))
    grey = np.full((240, 320, 3), 120, np.uint8)
    for step in range(60):
        play.picture = grey.copy()
        play.picture[:, : 60 + 4 * step] = 72
        if step == 20:
            play.lying = ONE_DIE
        if step >= 20:
            play.picture[80:120, 80:120] = 90
        play.rest(FRAME)
    assert play.rolls == [{"attack": (4,)}]


def test_fewer_dice_than_may_be_rolled_count_after_a_while() -> None:
    play = asked(ATTACK)
    play.lay(ONE_DIE)
    said = play.rest(FRAME + 900)
    assert [one.sentence for one in said if one.sentence] == ["1 die: is that all?"] * 15
    assert play.rolls == [{"attack": (4,)}]


def late_as_a_shadow(play: Play) -> None:
    """Another die comes, which is read, but changes the picture as a shadow does."""
    play.lying = (*ONE_DIE, (2, "red", 220.0, 120.0))
    play.picture = play.picture.copy()
    play.picture[100:140, 200:240] = 36


def test_a_late_die_that_comes_like_a_shadow_is_waited_for_on_a_slow_core() -> None:
    """Of films on a core like a Pi 4's some told the roll without it: it was to be read a moment later."""
    play = asked(ATTACK)
    play.lay(ONE_DIE)
    start = play.time
    for time in (50, 100, 400, 550, *range(600, 2200, 50)):
        if time == 750:
            late_as_a_shadow(play)
        play.seen.append(play.frame(start + time))
    assert play.rolls == [{"attack": (4, 2)}]


def test_a_shadow_that_moves_during_a_long_reading_has_all_read_anew() -> None:
    play = asked(ATTACK)
    play.lay(ONE_DIE)
    play.rest(2 * FRAME)
    late_as_a_shadow(play)
    for _ in range(12):
        play.time += 50
        play.watcher.follow(small_picture(play.picture), (320, 240), play.time)
    play.told.clear()
    play.rest(FRAME)
    assert play.told == [None]


@pytest.mark.parametrize("bare", [100.0, 400.0])
def test_a_roll_after_dice_entered_by_hand_while_the_tray_moved(bare: float) -> None:
    play = asked(ATTACK)
    play.picture = np.full((240, 320, 3), 200, np.uint8)
    play.rest(FRAME)
    play.watcher.consume()
    play.lay(())
    play.rest(bare)
    play.watcher.expect([ATTACK])
    play.move(THREE[:2])
    assert play.rolls == [{"attack": (6, 2)}], "the tray was bare in between"


def test_what_seems_to_move_is_said_after_two_seconds() -> None:
    play = asked(ATTACK)
    said = []
    for step in range(50):
        play.picture = np.full((240, 320, 3), 60, np.uint8)
        play.picture[100:140, 20 + 4 * (step % 2) : 60 + 4 * (step % 2)] = 200
        said += [one.sentence for one in play.rest(FRAME)]
    assert said[:40] == [None] * 40
    assert said[-1] == "Something moves on the tray, on the left"


def test_dice_at_the_edge_are_no_hand() -> None:
    play = asked(replace(ATTACK, least=6, most=6))
    row = tuple((4, "red", 35.0 + 48 * n, 22.0) for n in range(6))
    play.move(row)
    assert HAND_SENTENCE not in [one.sentence for one in play.seen]
    assert play.rolls == [{"attack": (4,) * 6}]


def test_the_reader_is_told_what_it_read_while_nothing_moved() -> None:
    play = asked(ATTACK)
    play.told.clear()
    play.move(((4, "red", 100.0, 100.0),))
    first, *others = play.told
    assert first is None and len(others) == 2
    assert all(before is not None and before.faces == (4,) for before in others)
    play.told.clear()
    play.move(())
    assert play.told[0] is None


AFTERWARDS: list[tuple[str, Callable[[Play], object]]] = [
    ("left lying", lambda play: play.rest(5000)),
    ("nudged", lambda play: play.move(((4, "red", 130.0, 105.0),))),
    (
        "nudged again and again",
        lambda play: [play.move(((4, "red", 100.0 + 20 * k, 100.0),)) for k in range(1, 5)],
    ),
    ("lifted and laid back", lambda play: play.move(ONE_DIE)),
    ("turned over in place", lambda play: play.move(((6, "red", 101.0, 100.0),))),
    ("a hand reaches over it", lambda play: play.move(ONE_DIE)),
    ("read anew after a flash of light", lambda play: play.move(ONE_DIE)),
]


@pytest.mark.every(3)
@pytest.mark.parametrize(("what", "then"), AFTERWARDS, ids=[what for what, _ in AFTERWARDS])
def test_a_roll_fires_once_though_the_dice_are(what: str, then: Callable[[Play], object]) -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    assert play.rolls == [{"attack": (4,)}]
    then(play)
    assert len(play.rolls) == 1, what


NOT_ROLLED: list[tuple[str, Lying]] = [
    ("left lying", ONE_DIE),
    ("nudged", ((4, "red", 128.0, 100.0),)),
]


@pytest.mark.parametrize(("what", "lying"), NOT_ROLLED)
def test_old_dice_do_not_answer_a_new_question(what: str, lying: Lying) -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([ATTACK])
    play.move(lying)
    assert len(play.rolls) == 1, what
    assert not play.seen[-1].fresh, "the screen does not outline them"


def test_nudged_dice_are_told_to_be_rolled() -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([ATTACK])
    play.move(((4, "red", 130.0, 100.0),))
    assert play.sentence == MOVED_SENTENCE


NEXT: list[tuple[str, Lying, dict[str, tuple[int, ...]]]] = [
    ("another face elsewhere", ((2, "red", 240.0, 180.0),), {"attack": (2,)}),
    ("the same face far away", ((4, "red", 290.0, 200.0),), {"attack": (4,)}),
    ("more dice", ((4, "red", 250.0, 40.0), (1, "red", 40.0, 200.0)), {"attack": (4, 1)}),
]


@pytest.mark.parametrize(("what", "lying", "roll"), NEXT)
def test_a_new_roll_answers_a_new_question(what: str, lying: Lying, roll: dict[str, Any]) -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([ATTACK])
    play.move(lying)
    assert play.rolls[1:] == [roll], what


def test_the_same_places_answer_again_once_the_tray_was_empty() -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.move(())
    play.watcher.expect([ATTACK])
    play.move(ONE_DIE)
    assert len(play.rolls) == 2


def test_the_defence_may_roll_beside_the_attack() -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([replace(DEFENCE, colours=("red",))])
    play.move((*ONE_DIE, (5, "red", 220.0, 180.0)))
    assert play.rolls == [{"attack": (4,)}, {"defence": (5,)}]


def test_what_cannot_be_told_apart_is_asked_to_be_rolled_again() -> None:
    play = asked(ATTACK)
    play.move(((4, "red", 100.0, 100.0), (4, "red", 150.0, 100.0)))
    play.watcher.expect([ATTACK])
    play.move(((4, "red", 100.0, 100.0), (1, "red", 200.0, 100.0), (6, "red", 40.0, 200.0)))
    assert len(play.rolls) == 1
    assert play.sentence == MIXED_SENTENCE


def test_quick_players_may_roll_before_the_question() -> None:
    play = Play()
    play.rest()
    play.move(ONE_DIE)
    assert play.rolls == []
    play.watcher.expect([ATTACK])
    play.rest()
    assert play.rolls == [{"attack": (4,)}]


def test_a_tray_that_was_calibrated_anew_keeps_the_question_open() -> None:
    play = asked(ATTACK)
    play.watcher.read_with(play.read, Tray(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))))
    play.move(ONE_DIE)
    play.watcher.read_with(play.read)
    play.rest()
    assert play.rolls == [{"attack": (4,)}]


@pytest.mark.parametrize(("lying", "state"), [(ONE_DIE, TrayState.SETTLED), ((), TrayState.EMPTY)])
def test_a_slow_machine_gathers_its_votes_all_the_same(lying: Lying, state: TrayState) -> None:
    play = asked(ATTACK)
    play.move(((1, "red", 60.0, 60.0),), RejectReason.UNCLEAR)
    play.rest(2000)
    play.lay(lying)
    play.rest(FRAME)
    told = []
    for _ in range(3):
        play.time += 1500.0
        told.append(play.rest(FRAME)[-1])
    assert [one.state for one in told] == [TrayState.SETTLING, TrayState.SETTLING, state]
    assert play.rolls == [{"attack": (4,)}] * bool(lying)


def test_dice_entered_by_hand_do_not_answer_again() -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE, RejectReason.UNCLEAR)
    play.rest(2000)
    play.watcher.consume()
    play.watcher.expect([ATTACK])
    play.problem = None
    play.rest(3000)
    assert play.rolls == []


def test_a_hand_that_comes_and_goes_unnoticed_is_no_trouble() -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    bare, sleeve = play.picture.copy(), play.picture.copy()
    sleeve[150:, 150:] = 120
    for step in (*range(1, 11), *range(9, -1, -1)):
        play.picture = np.asarray(bare + (sleeve - bare.astype(float)) * step / 10, np.uint8)
        play.rest(FRAME)
    assert HAND_SENTENCE in [one.sentence for one in play.seen]
    play.rest()
    assert (play.state, play.sentence, len(play.rolls)) == (TrayState.SETTLED, None, 1)


def test_several_dice_that_all_were_gone_for_a_moment_have_been_rolled() -> None:
    play = asked(ATTACK)
    two = ((4, "red", 100.0, 100.0), (2, "red", 200.0, 150.0))
    play.move(two)
    play.watcher.expect([ATTACK])
    play.move(tuple((face, colour, x + 45, y) for face, colour, x, y in two))
    assert (len(play.rolls), play.sentence) == (1, MOVED_SENTENCE), "pushed aside"
    play.picture = np.full((240, 320, 3), 60, np.uint8)
    play.rest(FRAME)
    play.move(two)
    assert len(play.rolls) == 2, "taken up and rolled: the same faces by chance"


def test_a_single_die_that_was_gone_for_a_moment_may_be_either() -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([ATTACK])
    play.picture = np.full((240, 320, 3), 60, np.uint8)
    play.rest(FRAME)
    play.move((*ONE_DIE, (2, "red", 240.0, 180.0)))
    assert (len(play.rolls), play.sentence) == (1, MIXED_SENTENCE), "laid back and one added, or both rolled"


def test_what_may_hide_a_die_keeps_the_others_from_answering_until_it_is_taken_away() -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([ATTACK])
    play.move(())
    play.move(((3, "red", 220.0, 160.0),))
    assert play.rolls == [{"attack": (4,)}, {"attack": (3,)}]
    play.watcher.expect([ATTACK])
    play.move(())
    play.card = (slice(20, 90), slice(30, 60))
    play.move(ONE_DIE)
    assert (play.sentence, len(play.rolls)) == (THING_SENTENCE, 2)
    play.card = None
    play.move(ONE_DIE)
    assert play.rolls[2:] == [{"attack": (4,)}]


def test_what_lies_beside_all_dice_that_may_be_rolled_hides_none() -> None:
    play = asked(replace(ATTACK, least=1, most=1))
    play.card = (slice(20, 90), slice(30, 60))
    play.move(ONE_DIE)
    assert play.rolls == [{"attack": (4,)}]


def test_dice_entered_by_hand_before_they_were_seen_do_not_answer_the_next_question() -> None:
    play = asked(ATTACK)
    play.move(THREE[:2])
    play.watcher.expect([ATTACK])
    play.picture = np.full((240, 320, 3), 200, np.uint8)
    play.rest(FRAME)
    assert play.state is TrayState.MOVING, "somebody bends over the tray, and enters what lies there"
    play.watcher.consume()
    play.watcher.expect([ATTACK])
    play.move(((5, "red", 60.0, 60.0), (1, "red", 250.0, 60.0)))
    assert len(play.rolls) == 1
    play.move(())
    play.move(((3, "red", 160.0, 160.0),))
    assert play.rolls[1:] == [{"attack": (3,)}], "taken up and rolled"


def entered_while_something_moves(play: Play) -> Play:
    """Dice were entered by hand before any were seen at rest."""
    play.picture[60:140, 80:280] = 200 * RED
    play.rest(FRAME)
    assert play.state is TrayState.MOVING
    play.watcher.consume()
    return play


def test_dice_taken_for_those_entered_by_hand_are_said_to_be() -> None:
    play = entered_while_something_moves(asked(ATTACK))
    play.watcher.expect([ATTACK])
    play.move(THREE[:2])
    assert (play.rolls, play.sentence) == ([], ASSUMED_SENTENCE)


def test_two_empty_readings_end_what_was_entered_by_hand() -> None:
    play = entered_while_something_moves(Play())
    play.lay(())
    play.rest(6 * FRAME)
    assert play.state is TrayState.SETTLING, "too short to be told as empty"
    play.watcher.expect([ATTACK])
    play.move(THREE[:2])
    assert play.rolls == [{"attack": (6, 2)}], "the bare tray was not known before"


def rolled(play: Play, *frames: tuple[tuple[float, float], ...]) -> None:
    """Dice of 40 pixels roll on a calibrated tray: they are at these places, a tuple for each frame."""
    play.lay(())
    play.watcher.read_with(play.read, replace(WHOLE_PICTURE, die_edge=40 / 320))
    play.rest()
    for places in frames:
        play.lay(tuple((1, "red", x, y) for x, y in places))
        play.rest(FRAME)


def test_a_die_that_leaves_the_tray_is_told_though_both_were_never_seen_at_once() -> None:
    play = asked(ATTACK)
    rolled(play, *(((130.0, 60.0 + 45 * step),) for step in range(4)))
    play.lay(((4, "red", 60.0, 60.0),))
    play.rest(3000)
    assert (play.rolls, play.sentence) == ([], GONE_SENTENCE)


def test_a_die_that_leaves_while_the_tray_is_read_is_missed() -> None:
    """A core that took 1.6 seconds to read the empty tray saw none of the frames in which dice rolled."""
    play = asked(ATTACK)
    rolled(play)
    readings = len(play.told)
    for step in range(5):
        play.lay(((4, "red", 60.0, 60.0), (1, "red", 130.0, 60.0 + 40 * step)))
        play.time += FRAME
        play.watcher.follow(small_picture(play.picture), (320, 240), play.time)
    assert len(play.told) == readings
    play.lay(((4, "red", 60.0, 60.0),))
    play.rest(3000)
    assert (play.rolls, play.sentence) == ([], GONE_SENTENCE)


def test_a_pale_die_that_rolls_on_like_a_shadow_is_waited_for() -> None:
    play = asked(ATTACK)
    rolled(play, ((40.0, 40.0),))
    readings = len(play.told)
    for step in range(6):
        play.picture = play.picture.copy()
        play.picture[100:240] = 60
        play.picture[120:160, 40 + 30 * step : 80 + 30 * step] = 130
        play.rest(FRAME)
    assert len(play.told) <= readings + 1, "its first frame alone tells no speed"
    play.lying = ((4, "red", 210.0, 140.0), (1, "red", 40.0, 40.0))
    play.rest(2000)
    assert play.rolls == [{"attack": (4, 1)}]


def test_dice_that_were_followed_to_their_place_do_not_wait_for_more() -> None:
    play = asked(ATTACK)
    rolled(play, *(((40.0 + 30 * step, 100.0),) for step in range(5)))
    play.lay(((4, "red", 170.0, 100.0),))
    play.rest(8 * FRAME)
    assert play.rolls == [{"attack": (4,)}], "within 400 ms; 900 where a die was not seen to roll"


@pytest.mark.long
def test_a_tray_is_never_empty_while_something_lies_there_that_is_not_read() -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([ATTACK])
    play.card = (slice(150, 190), slice(200, 240))
    play.move(())
    assert (play.state, play.sentence) == (TrayState.SETTLED, UNREAD_SENTENCE)
    play.rest(30_000)
    assert (play.state, play.sentence) == (TrayState.SETTLED, UNREAD_SENTENCE), "however long"
    play.card = None
    play.move(())
    assert play.state is TrayState.EMPTY


def test_a_tray_is_never_empty_unread_where_its_floor_is_not_known() -> None:
    play = Play(reasons=("dice lie there of another size than was set",))
    play.rest(3000)
    assert (play.state, play.sentence) == (TrayState.SETTLED, "Dice lie there of another size than was set")


def test_a_confirmed_roll_tells_what_the_empty_tray_looks_like() -> None:
    play = Play()
    play.watcher.expect([ATTACK])
    play.move(ONE_DIE)
    assert play.rolls == [{"attack": (4,)}]
    play.watcher.confirm()
    play.reasons = ("something may be a die or not",)
    play.lay(())
    play.rest()
    assert play.state is TrayState.EMPTY, "it is the floor that is doubted"
    play.card = (slice(150, 190), slice(200, 240))
    play.move(())
    assert play.state is TrayState.SETTLED


def test_what_is_never_read_lets_dice_roll_beside_it() -> None:
    play = asked(ATTACK)
    play.card = (slice(150, 190), slice(200, 240))
    play.move(ONE_DIE)
    assert (play.rolls, play.sentence) == ([], THING_SENTENCE)
    play.rest(7000)
    assert play.rolls == [{"attack": (4,)}]
    play.watcher.expect([ATTACK])
    play.move(((6, "red", 60.0, 200.0),))
    play.rest()
    assert play.rolls[1:] == [{"attack": (6,)}], "it is known by now"
    play.move(())
    assert (play.state, play.sentence) == (TrayState.SETTLED, UNREAD_SENTENCE)


@pytest.mark.parametrize(
    ("lying", "rolls"),
    [(THREE, [{"attack": (6, 2), "defence": (5,)}]), (THREE[:2], [])],
    ids=["all dice that may roll", "one may be hidden"],
)
def test_a_dark_shadow_that_hides_no_die_is_no_hand(lying: Lying, rolls: list[dict[str, Any]]) -> None:
    play = asked(replace(ATTACK, most=2), replace(DEFENCE, most=1))
    play.card = (slice(0, 240), slice(230, 320))
    play.move(lying)
    assert (play.rolls, play.sentence) == ([], HAND_SENTENCE)
    play.rest(1500)
    assert play.rolls == rolls


def test_a_hand_that_moves_is_waited_for_though_all_dice_are_in_view() -> None:
    play = asked(replace(ATTACK, most=2), replace(DEFENCE, most=1))
    for step in range(8):
        play.card = (slice(0, 240), slice(230 + 2 * step, 320))
        play.lay(THREE)
        play.rest(500)
    assert (play.rolls, play.sentence) == ([], HAND_SENTENCE)


def test_another_floor_is_learned_after_a_while() -> None:
    play = asked(ATTACK)
    play.card = (slice(0, 240), slice(0, 200))
    play.lay(())
    play.rest(5000)
    assert play.state is not TrayState.EMPTY
    play.rest(4000)
    assert play.state is TrayState.EMPTY


DOUBTFUL: list[tuple[str, Lying, bool]] = [
    ("where the old one lay", ((6, "red", 101.0, 100.0),), False),
    ("beside the old one", (*ONE_DIE, (2, "red", 240.0, 180.0)), False),
    ("elsewhere", ((4, "red", 240.0, 180.0),), True),
]


@pytest.mark.parametrize(("what", "lying", "fresh"), DOUBTFUL)
def test_doubtful_dice_are_told_from_those_that_have_answered(what: str, lying: Lying, fresh: bool) -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE)
    play.watcher.expect([ATTACK])
    play.move(lying, RejectReason.UNCLEAR)
    play.rest()
    assert (play.state, play.seen[-1].fresh) == (TrayState.SETTLED, fresh), what


TROUBLES = [
    (RejectReason.NOT_LEVEL, "One red die leans or lies on another: roll it again"),
    (RejectReason.AT_THE_RIM, "One red die touches the rim: roll it again"),
    (RejectReason.OUT_OF_VIEW, "One red die is partly out of view: roll it again"),
    (RejectReason.UNCLEAR, "One red die cannot be made out: turn it a little, or enter it by hand"),
]


@pytest.mark.parametrize(("problem", "sentence"), TROUBLES)
def test_trouble_is_told_and_never_answers(problem: RejectReason, sentence: str) -> None:
    play = asked(ATTACK)
    play.move(ONE_DIE, problem)
    play.rest(1500)
    assert play.rolls == []
    assert play.sentence == sentence
    play.move(ONE_DIE)
    assert play.rolls == [{"attack": (4,)}], "rolled again, and fine"


REASONS_SAID = [
    (
        "something may be a die or not",
        "Something on the tray may be a die or not: take it away, or roll it again",
    ),
    ("a die leans or lies on another", "One die leans or lies on another: roll it again"),
    ("no die can be made out: calibrate the tray", "No die can be made out: calibrate the tray"),
]


@pytest.mark.parametrize(("reason", "sentence"), REASONS_SAID)
def test_a_doubt_about_the_whole_picture_is_said_in_a_sentence(reason: str, sentence: str) -> None:
    play = asked(ATTACK)
    play.reasons = (reason,)
    play.move(ONE_DIE)
    play.rest(1500)
    assert play.sentence == sentence


MISMATCHES: list[tuple[str, Lying, str]] = [
    (
        "one die too many",
        tuple((n, "red", 50.0 * n, 100.0) for n in (1, 2, 3, 4)),
        "I see 4 red dice; Blue may roll at most 3",
    ),
    (
        "somebody else's die",
        ((3, "red", 60.0, 60.0), (2, "green", 160.0, 60.0)),
        "nobody rolls green dice now",
    ),
    ("one still to roll", ((3, "red", 60.0, 60.0),), "Green still rolls 1 to 2 white dice"),
]


@pytest.mark.parametrize(("what", "lying", "sentence"), MISMATCHES)
def test_what_does_not_fit_the_question_is_said(what: str, lying: Lying, sentence: str) -> None:
    play = asked(ATTACK, DEFENCE)
    play.move(lying)
    assert play.rolls == [], what
    assert sentence in (play.sentence or "")


WHITE_ATTACK = replace(ATTACK, colours=("white",))


def test_sides_whose_dice_look_alike_roll_one_after_the_other() -> None:
    play = asked(WHITE_ATTACK, DEFENCE)
    play.rest()
    assert "Blue begins with 1 to 3 white dice" in (play.sentence or "")
    play.move(((6, "white", 100.0, 100.0), (3, "white", 200.0, 120.0)))
    assert play.rolls == []
    assert "Now Green rolls 1 to 2 white dice" in (play.sentence or "")
    play.watcher.expect([WHITE_ATTACK, DEFENCE])
    play.move(())
    play.move(((5, "white", 60.0, 180.0),))
    assert play.rolls == [{"attack": (6, 3), "defence": (5,)}]


def test_the_second_side_may_roll_beside_the_first() -> None:
    play = asked(WHITE_ATTACK, DEFENCE)
    play.move(((6, "white", 100.0, 100.0),))
    play.move(((6, "white", 100.0, 100.0), (2, "white", 220.0, 180.0)))
    assert play.rolls == [{"attack": (6,), "defence": (2,)}]


def test_a_roll_entered_by_hand_ends_the_turns() -> None:
    play = asked(WHITE_ATTACK, DEFENCE)
    play.move(((6, "white", 100.0, 100.0),))
    play.watcher.consume()
    play.watcher.expect([WHITE_ATTACK, DEFENCE])
    play.rest()
    assert play.rolls == []
    assert "Blue begins" in (play.sentence or "")


def test_a_doubtful_empty_tray_is_empty_all_the_same() -> None:
    play = Play(reasons=(NOTHING_FOUND,))
    play.rest()
    assert play.state is TrayState.EMPTY


def test_a_tray_that_stays_empty_is_searched_rarely() -> None:
    play = Play(reasons=(NOTHING_FOUND,))
    times, searched = [], []

    def read(picture: Picture, before: DiceReading | None) -> DiceReading:
        times.append(play.time)
        searched.append(before is None)
        return play.read(picture, before)

    play.watcher.read_with(read)
    play.rest(61_000.0)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert gaps == [50.0] * 2 + [150.0] * 3 + [30_000.0] * 2
    assert searched == [True] + [False] * 5 + [True] * 2
    before = len(play.told)
    play.reasons = ()
    play.move(ONE_DIE)
    assert len(play.told) > before + 1
