"""What the lights say, as tables; the game is a made-up one."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hardware.link import MAX_ITEMS
from companion.hardware.panel import ASK, CONFIRM, DARK, END, NEXT, UNDO, LightFrame, LightState, seat_button
from companion.hardware.signals import (
    ATTENTION,
    CHIMES,
    DONE,
    LIGHT,
    PULSES,
    TO_COME,
    WANTED,
    Meaning,
    chime,
    emblem_pattern,
    frame,
    meanings,
    wanted,
)
from companion.referee.dice import Contest, DicePool, Force
from companion.referee.questions import (
    Choose,
    Confirm,
    Count,
    Deploy,
    Field,
    FillIn,
    Measure,
    Offer,
    Option,
    Pick,
    PickOrEnd,
    PlayCards,
    Roll,
    Shuffle,
)
from companion.referee.seats import COLOURS, EMBLEMS, seats_of
from companion.referee.timeline import Chip, Timeline

RED, BLUE, GREEN = seats_of(3)
SEATS = (RED, BLUE, GREEN)
TURN = Timeline(
    "turn", (Chip("a", "A", "done"), Chip("b", "B", "now"), Chip("c", "C", "next")), 4, "red", "red"
)
ASKED: dict[str, Any] = {"rules": ("R-1",), "prompt": "?"}
BATTLE = Roll(
    seat="red",
    pools=(DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 1, 2)),
    contest=Contest(Force("red", "x", 3, 3), Force("blue", "y", 2, 2)),
    **ASKED,
)
PICK = Pick(seat="red", allowed=("x",), **ASKED)
OFFERED = Pick(seat="red", allowed=("x",), offers=(Offer("stop", "green", "Play a card"),), **ASKED)
BLUE_CHOOSES = Confirm(seat="blue", yes="Retreat", no="Stay", **ASKED)
ENDABLE = PickOrEnd(seat="red", allowed=(), end="End attacks", **ASKED)
TRADE = PlayCards(seat="red", kinds=(), allowed=(), none="Keep them", **ASKED)
ALL = Shuffle(items=("x", "y"), **ASKED)

RED_WANTED = LightState("ff0000", "1911111111111111")  # the star's one pulse over a glow: its turn as well
BLUE_WANTED = LightState("0030ff", "0909000000000000")  # the anchor's two pulses out of the dark
RED_TURN, RED_GLOW = LightState("ff0000", "6"), LightState("ff0000", "1")
BLUE_GLOW, GREEN_GLOW = LightState("0030ff", "1"), LightState("00ff00", "1")


@pytest.mark.parametrize(
    ("question", "seats"),
    [
        (PICK, (RED_WANTED, BLUE_GLOW, GREEN_GLOW)),  # the player whose turn it is
        (BLUE_CHOOSES, (RED_TURN, BLUE_WANTED, GREEN_GLOW)),  # the defender, while red has the turn
        (BATTLE, (RED_WANTED, BLUE_WANTED, GREEN_GLOW)),  # both roll
        (OFFERED, (RED_WANTED, BLUE_GLOW, LightState("00ff00", "1111222333222111"))),  # green may interrupt
        (ALL, (RED_TURN, BLUE_GLOW, GREEN_GLOW)),  # the whole table: see attention
        (None, (RED_TURN, BLUE_GLOW, GREEN_GLOW)),  # nobody
    ],
)
def test_seats(question: Any, seats: Any) -> None:
    assert frame(TURN, SEATS, question).seats == seats


def test_steps() -> None:
    shown = frame(TURN, SEATS, PICK)
    assert shown.steps == (DONE, LightState("ff0000", "9"), TO_COME)
    assert shown.now == 1


def test_a_setup_of_all_has_a_white_step() -> None:
    setup = Timeline("setup", (Chip("a", "A", "now"),), 0, None, None)
    assert frame(setup, SEATS).steps == (LightState("ffffff", "9"),)


@pytest.mark.parametrize(
    ("question", "event", "attention"),
    [
        (PICK, "note", DARK),
        (None, "note", DARK),
        (ALL, "note", LightState("ffffff", "9")),  # the whole table is asked
        (BATTLE, "note", ATTENTION["battle"]),
        (PICK, "refusal", ATTENTION["refusal"]),
        (BATTLE, "thinking", ATTENTION["thinking"]),  # the eye reads the dice
        (PICK, "conquest", ATTENTION["conquest"]),
    ],
)
def test_attention(question: Any, event: Any, attention: Any) -> None:
    assert frame(TURN, SEATS, question, event).attention == attention


def test_victory_shines_for_the_winners_only() -> None:
    over = Timeline("over", TURN.chips, 9, "red", None)
    shown = frame(over, SEATS, winners=("blue",))
    assert shown.seats == (DARK, LightState("0030ff", "9"), DARK)
    assert {light.colour for light in shown.steps} == {"0030ff"}
    assert len({light.pattern for light in shown.steps}) == 3, "a light runs along the steps"
    assert shown.attention == ATTENTION["victory"]


def test_who_is_out_is_dark() -> None:
    assert frame(TURN, SEATS, PICK, out=("green",)).seats[2] == DARK


@pytest.mark.parametrize("one, other", list(combinations(EMBLEMS, 2)))
def test_no_two_emblems_blink_alike(one: Any, other: Any) -> None:
    """Not even when the eye joins in at another event."""
    pattern = emblem_pattern(one, "0")
    assert all(pattern[by:] + pattern[:by] != emblem_pattern(other, "0") for by in range(len(pattern)))


def test_every_colour_and_emblem_has_its_light() -> None:
    assert set(LIGHT) == set(COLOURS)
    assert len(set(LIGHT.values())) == len(COLOURS)
    assert set(PULSES) == set(EMBLEMS)


@given(
    st.integers(2, 10), st.integers(1, MAX_ITEMS), st.sampled_from([None, PICK, BATTLE, BLUE_CHOOSES, ALL])
)
def test_a_frame_has_a_light_for_each_step_and_seat(players: Any, steps: Any, question: Any) -> None:
    timeline = Timeline("turn", tuple(Chip(str(n), "", "next") for n in range(steps)), 1, "red", None)
    for winners in ((), ("red",)):
        shown = frame(timeline, seats_of(players), question, winners=winners)
        assert isinstance(shown, LightFrame)
        assert (len(shown.steps), len(shown.seats)) == (steps, players)


@pytest.mark.parametrize(
    ("event", "question", "heard"),
    [
        ("note", PICK, ()),  # the player who has the turn needs no call
        ("note", BLUE_CHOOSES, WANTED),  # somebody else does
        ("note", BATTLE, WANTED),
        ("refusal", PICK, CHIMES["refusal"]),
        ("thinking", PICK, ()),
        ("victory", None, CHIMES["victory"]),
    ],
)
def test_chimes(event: Any, question: Any, heard: Any) -> None:
    assert chime(event, TURN, question) == heard


@pytest.mark.parametrize(
    ("question", "seats"), [(BATTLE, {"red", "blue"}), (PICK, {"red"}), (ALL, set()), (None, set())]
)
def test_who_must_answer(question: Any, seats: Any) -> None:
    assert wanted(question) == seats


RED_BUTTON, BLUE_BUTTON, GREEN_BUTTON = (seat_button(number) for number in range(3))


@pytest.mark.parametrize(
    ("question", "button", "long", "meaning"),
    [
        (BLUE_CHOOSES, CONFIRM, False, Meaning("answer", "Retreat", True)),
        (BLUE_CHOOSES, END, False, Meaning("answer", "Stay", False)),
        (BLUE_CHOOSES, BLUE_BUTTON, False, Meaning("answer", "Retreat", True)),
        (BLUE_CHOOSES, BLUE_BUTTON, True, Meaning("answer", "Stay", False)),
        (BLUE_CHOOSES, RED_BUTTON, False, None),  # red is not asked
        (PICK, CONFIRM, False, Meaning("accept", "This place")),
        (PICK, NEXT, False, Meaning("next", "Next place")),
        (PICK, NEXT, True, Meaning("previous", "Previous")),
        (PICK, RED_BUTTON, False, Meaning("next", "Next place")),
        (PICK, RED_BUTTON, True, Meaning("accept", "This place")),
        (PICK, END, False, None),  # it cannot be ended
        (ENDABLE, END, False, Meaning("answer", "End attacks", "end")),
        (TRADE, END, False, Meaning("answer", "Keep them", [])),
        (PlayCards(seat="red", kinds=(), allowed=(), **ASKED), END, False, None),  # a trade that must be
        (BATTLE, CONFIRM, False, Meaning("accept", "Dice are right")),
        (BATTLE, BLUE_BUTTON, False, Meaning("claim", "Defence with 2", ("defence", 2))),
        (BATTLE, BLUE_BUTTON, True, Meaning("claim", "Defence with 1", ("defence", 1))),
        (BATTLE, GREEN_BUTTON, False, None),
        (OFFERED, GREEN_BUTTON, True, Meaning("answer", "Play a card", {"offer": "stop"})),  # only by holding
        (OFFERED, GREEN_BUTTON, False, None),
        (PICK, UNDO, False, Meaning("undo", "Undo")),
        (PICK, UNDO, True, Meaning("undo turn", "Back to the start of the turn")),  # only by holding
        (PICK, ASK, False, Meaning("why", "Why?")),
        (PICK, ASK, True, Meaning("pause", "Pause")),
        (None, UNDO, False, Meaning("undo", "Undo")),  # after the end of the game
        (None, CONFIRM, False, None),
    ],
)  # fmt: skip
def test_what_a_button_means(question: Any, button: Any, long: bool, meaning: Any) -> None:
    assert meanings(question, SEATS).get((button, long)) == meaning


@pytest.mark.parametrize(
    "question",
    [
        Choose(options=(Option("a", "A"),), **ASKED),
        PICK,
        PickOrEnd(allowed=(), end="End", **ASKED),
        Deploy(allowed=(), most=3, **ASKED),
        Count(least=1, most=3, **ASKED),
        PlayCards(kinds=(), allowed=(), **ASKED),
        BATTLE,
        Measure(start="a", finish="b", **ASKED),
        FillIn(fields=(Field("n", "N", 1),), **ASKED),
        BLUE_CHOOSES,
        ALL,
    ],
    ids=lambda question: type(question).__name__,
)
def test_every_kind_of_question_can_be_confirmed(question: Any) -> None:
    assert (CONFIRM, False) in meanings(question, SEATS)


@pytest.mark.parametrize(
    "allowed_answer",
    [
        (BLUE_CHOOSES, CONFIRM),
        (BLUE_CHOOSES, END),
        (ENDABLE, END),
        (TRADE, END),
    ],
)
def test_answers_of_buttons_are_answers_of_the_referee(allowed_answer: Any) -> None:
    question, button = allowed_answer
    answer = question.parse(meanings(question, SEATS)[button, False].raw)
    assert question.judge(answer).allowed
