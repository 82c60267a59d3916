"""Dice are assigned to the sides by colour and count, or it is said why they cannot be."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.colours import DICE_COLOURS
from companion.errors import ImpossibleReading
from companion.vision.assignment.assign import (
    Assignment,
    ExpectedDice,
    assign,
    must_take_turns,
)
from companion.vision.dice import DieReading

ATTACK = ExpectedDice("attack", 1, 3, ("red",), "Blue")
DEFENCE = ExpectedDice("defence", 1, 2, ("white", "black"), "Green")


def dice(*shown: tuple[int, str]) -> tuple[DieReading, ...]:
    return tuple(
        DieReading(face, (50.0 * n, 0.0, 50.0 * n + 40, 40.0), colour, 0.9, True)
        for n, (face, colour) in enumerate(shown)
    )


NEAR = (ExpectedDice("attack", 1, 3, ("bone",), "Blue"), ExpectedDice("defence", 1, 2, ("yellow",), "Green"))
"""Sides whose colours a poor illumination types alike."""

ASSIGNED = [
    # each side its colour, highest first
    ((ATTACK, DEFENCE), ((1, "red"), (6, "red"), (5, "white")), {"attack": (6, 1), "defence": (5,)}),
    # either of a side's two colours, even mixed
    ((ATTACK, DEFENCE), ((4, "red"), (2, "black"), (5, "white")), {"attack": (4,), "defence": (5, 2)}),
    # one side rolls alone
    ((ATTACK,), ((4, "red"), (4, "red"), (2, "red")), {"attack": (4, 4, 2)}),
    # nobody cares for colours
    ((ExpectedDice("attack", 1, 3),), ((4, "green"), (2, "red")), {"attack": (4, 2)}),
    # a poor illumination: bone passes for white, orange for red, if no side rolls these
    ((ATTACK, DEFENCE), ((4, "orange"), (2, "bone")), {"attack": (4,), "defence": (2,)}),
    # white may be bone or yellow; but somebody must roll bone
    (NEAR, ((4, "white"), (2, "yellow")), {"attack": (4,), "defence": (2,)}),
    # any against red: red goes to red since the other must roll too
    (
        (ATTACK, ExpectedDice("defence", 1, 2, ("blue",))),
        ((3, "red"), (3, "blue")),
        {"attack": (3,), "defence": (3,)},
    ),
    # nothing need be rolled
    ((ExpectedDice("attack", 0, 2, ("red",)), DEFENCE), ((3, "white"),), {"attack": (), "defence": (3,)}),
]


@pytest.mark.parametrize(("pools", "shown", "faces"), ASSIGNED)
def test_dice_are_assigned(
    pools: tuple[ExpectedDice, ...], shown: tuple[Any, ...], faces: dict[str, Any]
) -> None:
    assigned = assign(pools, dice(*shown))
    assert isinstance(assigned, Assignment)
    assert assigned.faces == faces


MISMATCHES = [
    ((ATTACK, DEFENCE), ((1, "red"),) * 4, "I see 4 red dice; Blue may roll at most 3"),
    (
        (ATTACK, DEFENCE),
        ((1, "red"),),
        "I see 1 red die; Green still rolls 1 to 2 white or black dice",
    ),
    (
        (ATTACK, ExpectedDice("defence", 1, 2, ("white",))),
        ((1, "red"), (2, "green")),
        "nobody rolls green dice now. Expected Blue: 1 to 3 red dice and the defence: 1 to 2 white dice",
    ),
    # orange passes for red, also if there are too many
    ((ATTACK, DEFENCE), ((1, "orange"),) * 4, "I see 4 orange dice; Blue may roll at most 3"),
    ((ATTACK,), (), "I see no dice; Blue still rolls 1 to 3 red dice"),
    # white against white in one roll: nobody can tell whose they are
    (
        (
            ExpectedDice("attack", 1, 3, ("white",), "Blue"),
            ExpectedDice("defence", 1, 2, ("white",), "Green"),
        ),
        ((1, "white"), (2, "white"), (3, "white")),
        "I see 3 white dice",
    ),
    # white may be bone or yellow, and nobody knows which
    (
        NEAR,
        ((6, "white"), (4, "bone"), (2, "yellow")),
        "1 white, 1 bone and 1 yellow dice, and more than one side may roll these",
    ),
    # two colours, either side may roll both
    (
        (ExpectedDice("attack", 1, 1), ExpectedDice("defence", 1, 1)),
        ((1, "red"), (2, "white")),
        "more than one side may roll these: roll one after the other",
    ),
]


@pytest.mark.parametrize(("pools", "shown", "sentence"), MISMATCHES)
def test_mismatches_are_explained(
    pools: tuple[ExpectedDice, ...], shown: tuple[Any, ...], sentence: str
) -> None:
    mismatch = assign(pools, dice(*shown))
    assert isinstance(mismatch, str)
    assert sentence in mismatch


ROTATIONS = [
    ((ATTACK, DEFENCE), False),
    ((ATTACK, ExpectedDice("defence", 1, 2, ("white", "red"))), True),
    ((ATTACK, ExpectedDice("defence", 1, 2)), True),
    ((ATTACK,), False),
    # faces of their own tell them apart
    (
        (
            ExpectedDice("regular", 0, 2, ("red",), kind="plain"),
            ExpectedDice("better", 0, 2, ("red",), kind="starred"),
        ),
        False,
    ),
]


@pytest.mark.parametrize(("pools", "turns"), ROTATIONS)
def test_equal_colours_take_turns(pools: tuple[ExpectedDice, ...], turns: bool) -> None:
    assert must_take_turns(pools) == turns


AMBIGUOUS = [
    # white or bone, and somebody else rolls bone
    ("bone", ("white",), ("bone",), "white", "whether one die is white or bone"),
    # white or bone, and nobody rolls bone
    ("bone", ("white",), ("red",), "white", None),
    # either way it is the same side's
    ("bone", ("white", "bone"), ("red",), "white", None),
    # red or orange against orange, the other way round
    ("red", ("red",), ("orange",), "orange", "whether one die is orange or red"),
    # sure
    (None, ("white",), ("bone",), "white", None),
]


@pytest.mark.parametrize(("second_colour", "mine", "theirs", "named", "asks"), AMBIGUOUS)
def test_a_doubtful_colour_deals_no_die_to_the_wrong_side(
    second_colour: str | None, mine: tuple[str, ...], theirs: tuple[str, ...], named: str, asks: str | None
) -> None:
    pools = (ExpectedDice("attack", 0, 3, mine), ExpectedDice("defence", 0, 2, theirs))
    (die,) = dice((4, named))
    answer = assign(pools, (replace(die, second_colour=second_colour),))
    if asks is None:
        assert isinstance(answer, Assignment)
    else:
        assert isinstance(answer, str)
        assert asks in answer


def test_doubtful_dice_that_fit_in_one_way_only_are_dealt() -> None:
    red, white = dice((4, "red"), (2, "white"))
    assigned = assign(
        (ATTACK, ExpectedDice("defence", 1, 1, ("white", "bone"))),
        (red, replace(white, second_colour="bone")),
    )
    assert isinstance(assigned, Assignment)


def test_dice_that_look_alike_are_doubted_together() -> None:
    # One alone would leave the defence without; both together would be the defence's.
    pools = (ExpectedDice("attack", 0, 2, ("white",)), ExpectedDice("defence", 0, 2, ("bone",)))
    both = tuple(replace(die, second_colour="bone") for die in dice((4, "white"), (2, "white")))
    assert isinstance(assign(pools, both), str)


IMPOSSIBLE = [
    (lambda: ExpectedDice("attack", 3, 2), "3 to 2 dice"),
    (lambda: ExpectedDice("attack", -1, 2), "-1 to 2"),
    (lambda: ExpectedDice("attack", 1, 2, ("plaid",)), "plaid"),
]


@pytest.mark.parametrize(("make", "message"), IMPOSSIBLE)
def test_impossible_pools_are_refused(make: Callable[[], ExpectedDice], message: str) -> None:
    with pytest.raises(ImpossibleReading, match=message):
        make()


def test_every_colour_has_near_ones_that_are_not_itself() -> None:
    for colour, paint in DICE_COLOURS.items():
        assert paint.near
        assert colour not in paint.near
        assert set(paint.near) <= set(DICE_COLOURS)


@given(st.lists(st.tuples(st.integers(1, 6), st.sampled_from(list(DICE_COLOURS))), max_size=6))
def test_no_die_is_lost_or_dealt_twice(shown: list[tuple[int, str]]) -> None:
    rolled = dice(*shown)
    assigned = assign((ATTACK, DEFENCE), rolled)
    if isinstance(assigned, Assignment):
        given_out = [die for held in assigned.dice.values() for die in held]
        assert sorted(given_out, key=lambda die: die.box) == sorted(rolled, key=lambda die: die.box)
        assert 1 <= len(assigned.dice["attack"]) <= 3
        assert 1 <= len(assigned.dice["defence"]) <= 2


OWN = (
    ExpectedDice("regular", 0, 2, ("red",), kind="plain ones"),
    ExpectedDice("upgraded", 0, 2, ("red",), kind="starred ones"),
)
"""Two kinds of the same colour, told apart by their faces alone."""


def of_kinds(*kinds: str) -> tuple[DieReading, ...]:
    return tuple(
        DieReading(1, (50.0 * n, 0.0, 50.0 * n + 40, 40.0), "red", 0.9, True, kind=kind, title="blank")
        for n, kind in enumerate(kinds)
    )


def test_dice_with_faces_of_their_own_go_to_who_rolls_their_kind() -> None:
    assigned = assign(OWN, of_kinds("plain ones", "starred ones", "plain ones"))
    assert isinstance(assigned, Assignment)
    assert {role: len(own) for role, own in assigned.dice.items()} == {"regular": 2, "upgraded": 1}


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        # of neither kind for certain
        (("", "plain ones"), "more than one side may roll these"),
        # dice of a kind that nobody rolls
        (("skulls",), "nobody rolls skulls dice now"),
        # one too many of a kind
        (("plain ones",) * 3, "may roll at most 2"),
    ],
)
def test_kinds_that_do_not_fit_are_named(kinds: tuple[str, ...], sentence: str) -> None:
    mismatch = assign(OWN, of_kinds(*kinds))
    assert isinstance(mismatch, str)
    assert sentence in mismatch


def test_where_nobody_asks_for_kinds_colours_count() -> None:
    logo = (DieReading(6, (0, 0, 40, 40), "red", 0.9, True, kind="logo"), *dice((3, "red"), (2, "white")))
    assigned = assign((ATTACK, DEFENCE), logo)
    assert isinstance(assigned, Assignment)
    assert assigned.faces == {"attack": (6, 3), "defence": (2,)}


@pytest.mark.parametrize(
    ("least", "most", "colours", "kind", "words"),
    [
        (1, 1, ("red",), "", "1 red die"),
        (2, 2, ("red",), "", "2 red dice"),
        (0, 1, (), "", "0 to 1 die"),
        (1, 3, ("red", "white"), "", "1 to 3 red or white dice"),
        (1, 2, ("red",), "hits", "1 to 2 hits dice"),
    ],
)
def test_what_is_expected_is_said(
    least: int, most: int, colours: tuple[str, ...], kind: str, words: str
) -> None:
    assert ExpectedDice("attack", least, most, colours, kind=kind).description == words


@pytest.mark.parametrize(
    ("kinds", "colours", "turns"),
    [
        (("hits", "hits"), ((), ()), True),
        (("hits", "misses"), ((), ()), False),
        (("hits", ""), ((), ()), True),
        (("", "hits"), (("red",), ("blue",)), False),
    ],
)
def test_kinds_tell_dice_apart_as_colours_do(
    kinds: tuple[str, str], colours: tuple[tuple[str, ...], tuple[str, ...]], turns: bool
) -> None:
    pools = [
        ExpectedDice(role, 1, 2, own, kind=kind)
        for role, own, kind in zip(("attack", "defence"), colours, kinds, strict=True)
    ]
    assert must_take_turns(pools) == turns


def test_as_many_as_a_side_may_roll_are_not_too_many() -> None:
    answer = assign((ATTACK, DEFENCE), dice(*((1, "red"),) * 3))
    assert isinstance(answer, str) and "Green still rolls" in answer
