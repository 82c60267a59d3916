"""What battles share beyond the plain rules: armies that always roll all dice, or have no player."""

from msgspec import structs

from companion.games.territory import battle
from companion.referee.dice import Contest, Force
from companion.referee.script import Report
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
