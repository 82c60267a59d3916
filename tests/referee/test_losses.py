"""Losses of several rolls told together are exactly those that dice can cause, one roll after the other."""

from itertools import product

import pytest
from msgspec import structs

from companion.referee import losses
from companion.referee.dice import Contest, Force, Losses, contest_losses
from companion.referee.losses import MOST_TOLD, roll_losses, total_losses


def rolled(fight: Contest) -> set[tuple[int, int]]:
    """The losses of one roll, by every number of dice and every face."""
    sides = []
    for force in (fight.attacker, fight.defender):
        most = force.dice if force.always else min(force.dice, force.armies)
        dice = range((most if force.always else 1) + force.extra, most + force.extra + 1)
        sides.append([faces for count in dice for faces in product((1, 3, 6), repeat=count)])
    found = set()
    for attack, defence in product(*sides):
        lost = contest_losses(fight, {"attack": attack, "defence": defence})
        found.add((min(lost.attacker, fight.attacker.armies), min(lost.defender, fight.defender.armies)))
    return found


def with_armies(fight: Contest, attackers: int, defenders: int) -> Contest:
    return structs.replace(
        fight,
        attacker=structs.replace(fight.attacker, armies=attackers),
        defender=structs.replace(fight.defender, armies=defenders),
    )


def fought(fight: Contest, later: Contest) -> set[tuple[int, int]]:
    """All totals, by following every roll of every battle."""
    totals, rolls = set(), [(0, 0, fight)]
    seen = set()
    while rolls:
        one, other, battle = rolls.pop()
        for lost in rolled(battle):
            total = one + lost[0], other + lost[1]
            totals.add(total)
            left = fight.attacker.armies - total[0], fight.defender.armies - total[1]
            if min(left) > 0 and total not in seen:
                seen.add(total)
                rolls.append((*total, with_armies(later, *left)))
    return totals


PLAIN = Contest(Force("red", "alaska", 5, 3), Force("blue", "kamchatka", 4, 2))
ROUGH = Contest(Force("red", "alaska", 4, 2), Force("blue", "kamchatka", 3, 2, always=True))
ALWAYS = Contest(
    Force("red", "alaska", 5, 2, always=True), Force("blue", "kamchatka", 5, 2, bonus=1, always=True)
)
EXACT = Contest(Force("red", "alaska", 4, 1, bonus=1, always=True), Force("blue", "kamchatka", 3, 2, extra=1))


@pytest.mark.parametrize(
    ("fight", "later"),
    [
        (PLAIN, PLAIN),
        (ROUGH, ROUGH),
        (ALWAYS, ALWAYS),
        (EXACT, structs.replace(EXACT, attacker=Force("red", "alaska", 4, 3))),
    ],
)
def test_what_several_rolls_can_cost(fight: Contest, later: Contest) -> None:
    assert {(lost.attacker, lost.defender) for lost in total_losses(fight, later)} == fought(fight, later)


def test_nobody_is_left_on_one_side_only() -> None:
    assert Losses(5, 4) not in total_losses(PLAIN, PLAIN)
    assert Losses(5, 3) in total_losses(PLAIN, PLAIN)


def test_sides_that_always_roll_two_dice_lose_an_even_number_together() -> None:
    inside = [lost for lost in total_losses(ALWAYS, ALWAYS) if lost.attacker < 5 and lost.defender < 5]
    assert inside and all((lost.attacker + lost.defender) % 2 == 0 for lost in inside)


def test_a_battle_without_later_rolls_or_of_countless_armies_is_told_roll_by_roll() -> None:
    many = with_armies(PLAIN, MOST_TOLD + 1, 5)
    assert total_losses(PLAIN, None) < total_losses(PLAIN, PLAIN)
    assert total_losses(many, many) == total_losses(many, None)


def test_one_rolls_losses_are_found_once_wherever_and_by_whomever_it_is_fought() -> None:
    losses._of_roll.cache_clear()
    elsewhere = structs.replace(PLAIN.attacker, seat="green", place="peru", armies=60)
    fights = (PLAIN, structs.replace(PLAIN, attacker=elsewhere))
    assert {tuple(roll_losses(fight)) for fight in fights} == {roll_losses(PLAIN)}
    assert losses._of_roll.cache_info().misses == 1
    assert set(roll_losses(ROUGH)) == {Losses(*lost) for lost in rolled(ROUGH)}
