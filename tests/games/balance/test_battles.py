"""Battles: who rolls how many dice with which bonus, what falls, and what that brings."""

from typing import Any

import pytest

from companion.games.balance.combat import contest
from companion.games.balance.game import BALANCE
from companion.games.balance.state import LastingEffect
from companion.games.territory.attack import Attack
from companion.games.territory.state import NEUTRAL
from companion.referee.entries import Answered
from companion.referee.questions import Count, Roll
from companion.referee.table import Table
from tests.games.balance.boards import a_turn, armies, roll
from tests.referee.tables import play

FRONT = {"alaska": ("red", 6), "alberta": ("red", 4), "kamchatka": ("blue", 5), "siam": (NEUTRAL, 10)}


def dice(table: Any) -> list[tuple[str, int, int]]:
    """Whose dice the open roll wants: seat, fewest and most of each pool."""
    assert isinstance(table.question, Roll)
    return [(pool.seat, pool.least, pool.most) for pool in table.question.pools]


@pytest.mark.rule("BP-ATK", "BP-CAS-1")
def test_a_battle_costs_both_sides_and_fills_their_piles() -> None:
    table = play(a_turn(FRONT), "alaska", "kamchatka")
    assert dice(table) == [("red", 1, 3), ("blue", 1, 2)]
    play(table, roll([6, 2, 1], [4, 2]))  # a tie goes to the defender
    assert armies(table, "alaska", "kamchatka") == [("red", 5), ("blue", 4)]
    assert table.state.casualties == {"red": 1, "blue": 1, NEUTRAL: 0}


@pytest.mark.rule("BP-CAS-1")
def test_a_full_pile_takes_no_more() -> None:
    table = play(a_turn(FRONT, casualties={"blue": 11}), "alaska", "kamchatka")
    pile = table.state.troop_pile["blue"]
    play(table, roll([6, 6, 6], [1, 1]))
    assert (table.state.casualties["blue"], table.state.troop_pile["blue"]) == (12, pile + 1)


@pytest.mark.rule("BP-RGH", "BP-A6", "BP-NEU-8", "BP-A7")
@pytest.mark.parametrize(
    ("target", "troops", "house", "expected"),
    [
        (("kamchatka", "blue"), 5, {}, [("red", 1, 2), ("blue", 2, 2)]),  # rough
        (("kamchatka", "blue"), 1, {}, [("red", 1, 2), ("blue", 2, 2)]),  # always two
        (("kamchatka", "blue"), 1, {"rough_defence": "by troops"}, [("red", 1, 2), ("blue", 1, 1)]),
        (("northwest-territory", NEUTRAL), 1, {}, [("red", 1, 3), ("blue", 2, 2)]),  # the other player rolls
        (
            ("northwest-territory", NEUTRAL),
            1,
            {"neutral_defence": "by troops"},
            [("red", 1, 3), ("blue", 1, 1)],
        ),
    ],
)
def test_terrain_and_neutral_troops(target: tuple[str, str], troops: int, house: Any, expected: Any) -> None:
    place, owner = target
    table = a_turn(FRONT | {place: (owner, troops)}, marks={"kamchatka": "rough"}, **house)
    assert dice(play(table, "alaska", place)) == expected


@pytest.mark.rule("BP-A6", "BP-RGH")
def test_a_single_troop_with_two_dice_is_lost_once() -> None:
    table = a_turn(FRONT | {"kamchatka": ("blue", 1)}, marks={"kamchatka": "rough"})
    play(table, "alaska", "kamchatka", roll([6, 6], [1, 1]))
    assert table.state.casualties["blue"] == 1
    assert armies(table, "kamchatka") == [("red", 2)]


@pytest.mark.rule("BP-NEU-8")
def test_the_next_player_rolls_for_the_neutral_army() -> None:
    held = FRONT | {"northwest-territory": (NEUTRAL, 3), "peru": ("green", 2)}
    table = a_turn(held, players=3, neutral_army="for all")
    assert dice(play(table, "alaska", "northwest-territory"))[1] == ("blue", 2, 2)


@pytest.mark.rule("BP-SCA-DEFENSE", "BP-A12")
def test_improved_defence_on_rough_terrain_rolls_three_always() -> None:
    state = a_turn(FRONT | {"kamchatka": ("blue", 1)}, marks={"kamchatka": "rough"}).state
    state.effects.append(LastingEffect("defence", "blue"))
    defender = contest(state, Attack("alaska", "kamchatka")).defender
    assert (defender.dice, defender.always) == (3, True)


# --- airfields and tanks -----------------------------------------------------------------------------------


@pytest.mark.rule("BP-SCA-AIRFIELD", "BP-A16", "BP-TNK")
@pytest.mark.parametrize(
    ("airfields", "tanks", "house", "expected"),
    [
        ({}, {}, {}, (0, 0)),
        ({"alaska": "red"}, {}, {}, (1, 0)),  # next to the territory attacked
        ({"alberta": "red"}, {}, {}, (0, 0)),  # only next to the origin
        ({"kamchatka": "blue"}, {}, {}, (0, 1)),
        ({"kamchatka": "blue", "japan": "blue"}, {}, {}, (0, 2)),  # two add up
        ({"kamchatka": "blue", "japan": "blue"}, {}, {"airfields": "one counts"}, (0, 1)),
        ({"alaska": "red"}, {"alberta": 1}, {}, (2, 0)),  # the tank stands next to the origin
        ({"alaska": "red"}, {"alaska": 1}, {"bonuses": "one at most"}, (1, 0)),
        ({}, {"alaska": 3}, {}, (1, 0)),  # however many
        ({}, {"alaska": 1, "kamchatka": 2}, {}, (0, 1)),  # a single tank against two
        ({}, {"alaska": 1, "kamchatka": 1}, {}, (1, 1)),
        ({}, {"alaska": 2, "kamchatka": 2}, {}, (1, 1)),
        ({}, {"brazil": 5}, {}, (0, 0)),  # far away
    ],
)
def test_what_is_added_to_the_highest_die(
    airfields: dict[str, str], tanks: dict[str, int], house: Any, expected: tuple[int, int]
) -> None:
    table = a_turn(FRONT, setting={"airfields": airfields, "tanks": tanks}, tanks="yes", **house)
    fight = contest(table.state, Attack("alaska", "kamchatka"))
    assert (fight.attacker.bonus, fight.defender.bonus) == expected


@pytest.mark.rule("BP-SCA-AIRFIELD", "BP-A16")
def test_the_bonus_turns_a_tie() -> None:
    table = play(a_turn(FRONT, setting={"airfields": {"alaska": "red"}}), "alaska", "kamchatka")
    assert "attack +1, defence +0" in (table.question.detail if table.question else "")
    play(table, roll([4, 4, 1], [4, 4]))
    assert armies(table, "alaska", "kamchatka") == [("red", 5), ("blue", 4)]


@pytest.mark.rule("BP-SCA-AIRFIELD", "BP-TNK")
@pytest.mark.parametrize(("house", "left"), [({}, {}), ({"lost_airfield": "captured"}, {"kamchatka": "red"})])
def test_what_a_conquest_destroys(house: Any, left: dict[str, str]) -> None:
    standing = {"airfields": {"kamchatka": "blue"}, "tanks": {"kamchatka": 2}}
    table = a_turn(FRONT | {"kamchatka": ("blue", 1)}, setting=standing, tanks="yes", **house)
    pile = table.state.troop_pile["blue"]
    play(table, "alaska", "kamchatka", roll([6, 6, 6], [1]))
    assert (table.state.airfields, table.state.tanks) == (left, {})
    assert table.state.troop_pile["blue"] == pile + 10
    assert table.state.casualties["blue"] == 1  # the tanks are no casualties


# --- what may be attacked ----------------------------------------------------------------------------------


@pytest.mark.rule("BP-ATK")
@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("japan", None, "Japan belongs to "),
        ("quebec", None, "an attack needs 2"),
        ("alaska", "japan", "Japan is not linked to Alaska."),
        ("alaska", "alberta", "Alberta is your own."),
    ],
)
def test_attacks_that_are_refused(first: str, second: str | None, words: str) -> None:
    table = a_turn(FRONT | {"quebec": ("red", 1)})
    if second:
        play(table, first)
    ruling = table.answer(second or first)
    assert words in ruling.text and ruling.rules == ("BP-ATK",)
    assert words in table.inquire("attack", origin=first, target=second or "greenland").text


@pytest.mark.rule("BP-ATK")
def test_may_i_attack_at_another_time() -> None:
    table = a_turn(FRONT, step="maneuver")
    ruling = table.inquire("attack", origin="alaska", target="kamchatka")
    assert ruling.text == (
        "It is the maneuver step, not attack. Asked now: 'Maneuver: out of where?'. Allowed: Alaska, Alberta."
    )
    assert a_turn(FRONT).inquire("attack", origin="alaska", target="kamchatka").allowed


@pytest.mark.rule("CL-OCC")
def test_those_that_attacked_move_in() -> None:
    table = a_turn(FRONT | {"kamchatka": ("blue", 1)})
    play(table, "alaska", "kamchatka", roll([6, 6], [1]))
    question = table.question
    assert isinstance(question, Count) and (question.least, question.most) == (2, 5)
    assert table.answer(1).rules == ("CL-OCC",)
    play(table, 5)
    assert armies(table, "alaska", "kamchatka") == [("red", 1), ("red", 5)]


@pytest.mark.rule("CL-OCC", "BP-SCA-ATTACK")
def test_an_extra_die_is_no_troop() -> None:
    table = a_turn(FRONT | {"kamchatka": ("blue", 1)}, setting={})
    table.state.facts.extra_dice = 1
    assert table.correct({"game.dice": 1}).allowed
    play(table, "alaska", "kamchatka", roll([6, 6, 6], [1]))
    assert isinstance(table.question, Count) and table.question.least == 2


@pytest.mark.rule("CL-ELM", "BP-CARD-1")
def test_the_conqueror_takes_cards_and_objectives() -> None:
    held = FRONT | {"northwest-territory": ("green", 1)}
    table = a_turn(held, players=3, hands={"green": 2, "red": 1}, casualties={"red": 1})
    play(table, "alaska", "northwest-territory", roll([6, 6, 6], [1]))
    assert table.state.cards.hands == {"red": 3, "blue": 0, "green": 0}
    assert [standing.out for standing in table.game_view.standings] == [False, False, True]


@pytest.mark.rule("BP-WIN")
def test_the_last_player_wins_whatever_the_neutral_army_holds() -> None:
    table = a_turn({"alaska": ("red", 6), "kamchatka": ("blue", 1)}, rest=(NEUTRAL, 2))
    play(table, "alaska", "kamchatka", roll([6, 6, 6], [1]))
    assert table.state.winners == ("red",) and table.question is None


@pytest.mark.rule("BP-NEU-9")
def test_the_neutral_army_ends_with_its_last_troop() -> None:
    table = a_turn({"alaska": ("red", 6), "kamchatka": (NEUTRAL, 1)})
    play(table, "alaska", "kamchatka", roll([6, 6, 6], [1, 1]))
    assert any(report.rules == ("BP-NEU-9",) for report in table.latest)
    assert not table.state.neutral_army


@pytest.mark.rule("BP-NEU-8", "BP-RGH")
@pytest.mark.parametrize(("owner", "marks"), [(NEUTRAL, {}), ("blue", {"kamchatka": "rough"})])
def test_a_lone_troop_with_two_dice_may_be_told_to_lose_one_and_never_two(
    owner: str, marks: dict[str, str]
) -> None:
    table = play(a_turn({"alaska": ("red", 6), "kamchatka": (owner, 1)}, marks=marks), "alaska", "kamchatka")
    told = {"losses": {"attacker": 0, "defender": 2}}
    assert not table.may(told).allowed
    assert table.answer({"losses": {"attacker": 0, "defender": 1}}).allowed
    pairs = Answered(told)  # as older versions counted and stored it
    again = Table.resume(BALANCE, table.positions, (*table.entries[:-1], pairs))
    assert armies(again, "kamchatka") == armies(table, "kamchatka")


@pytest.mark.rule("BP-RGH", "BP-A6", "BP-NEU-8", "BP-ATK")
@pytest.mark.parametrize(
    ("owner", "mark", "dice", "rule", "said"),
    [
        ("blue", "rough", ([6, 5, 4], [1, 1]), "BP-RGH", "1 to 2 are to be rolled: it is rough terrain."),
        ("blue", "rough", ([6, 5], [1]), "BP-RGH", "2 are to be rolled: it is rough terrain."),
        (NEUTRAL, "city", ([6], [1]), "BP-NEU-8", "2 are to be rolled: the neutral army defends."),
        ("blue", "city", ([6], [1, 1]), "BP-ATK", "1 is to be rolled: 1 defends."),
    ],
)
def test_a_wrong_number_of_dice_names_the_rule_and_the_troops(
    owner: str, mark: str, dice: tuple[list[int], list[int]], rule: str, said: str
) -> None:
    table = a_turn(FRONT | {"kamchatka": (owner, 1)}, marks={"kamchatka": mark})
    play(table, "alaska", "kamchatka")
    ruling = table.answer(roll(*dice))
    assert ruling.rules == (rule,) and said in ruling.text


@pytest.mark.rule("BP-ATK")
def test_too_many_attack_dice_are_refused_with_the_troops_that_can_attack() -> None:
    table = a_turn({"alaska": ("red", 3), "kamchatka": ("blue", 5)})
    play(table, "alaska", "kamchatka")
    ruling = table.answer(roll([6, 5, 4], [1, 1]))
    assert "Attack: 3 dice, but 1 to 2 are to be rolled: 2 can attack." in ruling.text
