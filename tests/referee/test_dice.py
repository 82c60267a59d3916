"""Dice compared in pairs: the best faces, ties, bonuses and bonus dice."""

from typing import Any

import pytest

from companion.referee.dice import (
    Contest,
    Force,
    Losses,
    Pair,
    Symbols,
    best,
    contest_losses,
    losses,
    pair_dice,
    pairs,
)


@pytest.mark.parametrize(
    ("faces", "keep", "bonus", "kept"),
    [
        ((2, 6, 4), 2, 0, (6, 4)),
        ((2, 6, 4), 2, 1, (7, 4)),
        ((2, 6, 4), 3, 0, (6, 4, 2)),
        ((5,), 3, 2, (7,)),
        ((), 2, 1, ()),
    ],
)
def test_the_best_faces_are_kept_and_the_highest_gets_the_bonus(
    faces: Any, keep: int, bonus: int, kept: Any
) -> None:
    assert best(faces, keep, bonus) == kept


@pytest.mark.parametrize(
    ("attack", "defence", "ties", "lost"),
    [
        ((6, 1), (5, 1), "defender", (1, 1)),
        ((6, 1), (5, 1), "attacker", (0, 2)),
        ((6, 1), (5, 3), "attacker", (1, 1)),
        ((3, 3, 3), (3, 2), "defender", (1, 1)),
        ((1, 6), (2,), "defender", (0, 1)),
        ((4,), (5, 6), "defender", (1, 0)),
        ((), (6,), "defender", (0, 0)),
    ],
)
def test_highest_against_highest_and_a_tie_goes_to_one_side(
    attack: Any, defence: Any, ties: Any, lost: Any
) -> None:
    assert losses(attack, defence, ties) == Losses(*lost)
    assert sum(lost) == len(pairs(attack, defence, ties)) == min(len(attack), len(defence))


def test_a_face_without_symbols_is_blank() -> None:
    assert (Symbols().hits, Symbols().blocks) == (0, 0)


def test_a_pair_says_who_loses() -> None:
    assert pairs((2, 5), (3, 5)) == (Pair(5, 5, "attacker"), Pair(2, 3, "attacker"))
    assert pairs((2, 5), (3, 4)) == (Pair(5, 4, "defender"), Pair(2, 3, "attacker"))


@pytest.mark.parametrize(
    ("attacker", "defender", "rolled", "laid"),
    [
        ({}, {"bonus": 1}, ((6, 2), (5, 2)), ((6, 6, "attacker"), (2, 2, "attacker"))),
        ({"bonus": 1}, {}, ((6, 2), (6, 1)), ((7, 6, "defender"), (2, 1, "defender"))),
        ({"extra": 1}, {}, ((1, 6, 2), (5, 3)), ((6, 5, "defender"), (2, 3, "attacker"))),
        ({}, {"extra": 1}, ((4, 4, 4), (1, 5, 5)), ((4, 5, "attacker"), (4, 5, "attacker"))),
    ],
)
def test_bonus_dice_are_swapped_in_before_a_bonus_is_added(
    attacker: Any, defender: Any, rolled: Any, laid: Any
) -> None:
    contest = Contest(
        Force("red", "alaska", armies=3, dice=2, **attacker),
        Force("blue", "alberta", armies=2, dice=2, **defender),
    )
    dice = dict(zip(("attack", "defence"), rolled, strict=True))
    assert pair_dice(contest, dice) == tuple(Pair(*pair) for pair in laid)
    losers = [loser for _, _, loser in laid]
    assert contest_losses(contest, dice) == Losses(losers.count("attacker"), losers.count("defender"))
