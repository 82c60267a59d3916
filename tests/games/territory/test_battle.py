"""What battles share beyond the plain rules: armies that always roll all dice, or have no player."""

from itertools import product
from typing import Any

import pytest
from msgspec import structs

from companion.games.territory import battle
from companion.games.territory.attack import Attack
from companion.referee.dice import Contest, Force, Losses, contest_losses
from companion.referee.losses import roll_losses
from companion.referee.script import Report, Script
from tests.games.classic.boards import a_turn, armies

AGAINST_ONE = Contest(Force("red", "alaska", 4, 3), Force("blue", "kamchatka", 1, 2, always=True))
HELD = {"alaska": ("red", 5), "kamchatka": ("blue", 1)}


def test_who_always_rolls_two_dice_loses_no_more_armies_than_there_are() -> None:
    table = a_turn(HELD)
    script = battle.take_losses(table.state, AGAINST_ONE, {"attack": (6, 6, 6), "defence": (1, 1)}, "CL-ATK")
    told = next(script)
    assert isinstance(told, Report) and told.text.startswith("Red loses 0, Blue loses 1")
    assert armies(table, "alaska", "kamchatka") == [("red", 5), ("blue", 0)]


def test_the_dice_of_an_army_that_always_rolls_all() -> None:
    attack, defence = battle.pools(AGAINST_ONE, "blue")
    assert (attack.least, attack.most, defence.least, defence.most) == (1, 3, 2, 2)


def test_somebody_rolls_for_an_attacking_army_without_a_player() -> None:
    fight = structs.replace(AGAINST_ONE, attacker=Force("neutral", "alaska", 4, 3))
    assert [pool.seat for pool in battle.pools(fight, "blue", "green")] == ["green", "blue"]


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        (Force("red", "alaska", 4, 3), Force("blue", "kamchatka", 1, 2, always=True)),
        (Force("red", "alaska", 4, 3), Force("blue", "kamchatka", 5, 2)),
        (Force("red", "alaska", 1, 3), Force("blue", "kamchatka", 2, 2)),
        (Force("red", "alaska", 3, 2, always=True), Force("blue", "kamchatka", 2, 2)),
        (Force("red", "alaska", 3, 2, bonus=2), Force("blue", "kamchatka", 2, 1, bonus=1, extra=1)),
        (Force("red", "alaska", 3, 2, bonus=6), Force("blue", "kamchatka", 2, 2)),
    ],
)
def test_losses_told_without_dice_are_those_that_dice_can_cause(attacker: Force, defender: Force) -> None:
    fight = Contest(attacker, defender)
    attack, defence = battle.pools(fight, "blue")
    faces = range(1, 7)
    possible = set()
    for one, two in product(range(attack.least, attack.most + 1), range(defence.least, defence.most + 1)):
        for attacking, defending in product(product(faces, repeat=one), product(faces, repeat=two)):
            lost = contest_losses(fight, {"attack": attacking, "defence": defending})
            possible.add((min(lost.attacker, attacker.armies), min(lost.defender, defender.armies)))
    assert {(lost.attacker, lost.defender) for lost in roll_losses(fight)} == possible


def test_a_lone_troop_that_rolls_two_dice_loses_one_and_after_fewer_dice_one_pair_is_lost() -> None:
    assert roll_losses(AGAINST_ONE) == (Losses(2, 0), Losses(1, 1), Losses(1, 0), Losses(0, 1))


FIGHT = Contest(Force("red", "alaska", 4, 3), Force("blue", "kamchatka", 5, 2))


@pytest.mark.parametrize(
    ("fight", "later", "rolled", "attacked", "left"),
    [
        # (the battle, that of the last of several rolls, what was entered, who attacked last, who is left)
        (FIGHT, None, {"attack": (6, 5, 1), "defence": (6, 5)}, 3, 1),
        (FIGHT, None, {"attack": (6, 5), "defence": (4,)}, 2, 2),
        (FIGHT, None, Losses(1, 1), 3, 2),
        (FIGHT, None, Losses(0, 2), 3, 3),
        (FIGHT, None, Losses(0, 5), 3, 3),
        (FIGHT, None, Losses(2, 5), 2, 2),
        (FIGHT, None, Losses(3, 5), 1, 1),
        (FIGHT, structs.replace(FIGHT, attacker=Force("red", "alaska", 4, 2)), Losses(1, 5), 2, 2),
        (
            structs.replace(FIGHT, attacker=Force("red", "alaska", 4, 3, extra=1)),
            None,
            {"attack": (6, 5, 1, 1), "defence": (6, 5)},
            3,
            1,
        ),
    ],
)
def test_who_attacked_last_and_who_of_them_is_left(
    fight: Contest, later: Contest | None, rolled: battle.Rolled, attacked: int, left: int
) -> None:
    """Losses of several rolls are those of all who attacked: of the last ones nobody is known to be lost."""
    lost = rolled if isinstance(rolled, Losses) else contest_losses(fight, rolled)
    assert battle.attackers(fight, rolled, later) == attacked
    assert battle.survivors(fight, rolled, lost, later) == left


@pytest.mark.parametrize(
    ("held", "rolls", "once", "attacked", "asked"),
    [
        # (armies, losses of each roll, roll once, who attacked in the last one, how often dice were asked)
        ((5, 1), [(0, 1)], False, 3, 1),
        ((5, 3), [(0, 2), (0, 1)], False, 3, 2),
        ((3, 2), [(1, 1), (0, 1)], False, 1, 2),
        ((3, 2), [(1, 1), (1, 0)], False, 0, 2),
        ((2, 2), [(1, 0)], False, 0, 1),
        ((1, 2), [], False, 0, 0),
        ((5, 3), [(0, 2)], True, 0, 1),
        ((5, 2), [(0, 2)], True, 3, 1),
        ((5, 3), [(0, 2), None], False, 0, 2),
    ],
)
def test_a_battle_ends_with_a_conquest_or_one_army_or_when_it_is_called_off(
    held: tuple[int, int], rolls: list[tuple[int, int] | None], once: bool, attacked: int, asked: int
) -> None:
    state = a_turn({"alaska": ("red", held[0]), "kamchatka": ("blue", held[1])}).state
    fought, left = list[Contest](), iter(rolls)

    def roll(_: Any, fight: Contest) -> Script[Any]:
        fought.append(fight)
        yield from ()
        lost = next(left)
        return None if lost is None else Losses(*lost)

    def lose(_: Any, fight: Contest, lost: Any) -> Script[Any]:
        return (yield from battle.take_losses(state, fight, lost, "CL-ATK"))

    script: Any = battle.fight(state, Attack("alaska", "kamchatka"), battle.contest, roll, lose, once=once)
    reports = 0
    with pytest.raises(StopIteration) as end:
        while next(script) is not None:
            reports += 1
    lost = [one for one in rolls if one is not None]
    assert (end.value.value, len(fought), reports) == (attacked, asked, len(lost))
    assert [state.holdings[place].armies for place in ("alaska", "kamchatka")] == [
        held[0] - sum(one for one, _ in lost), held[1] - sum(other for _, other in lost)
    ]  # fmt: skip
