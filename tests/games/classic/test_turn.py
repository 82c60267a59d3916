"""A turn of classic Risk, rule by rule."""

from typing import Any

import pytest

from companion.referee.questions import Count, Deploy, PickOrEnd, PlayCards, Roll
from tests.games.classic.boards import a_turn, armies
from tests.referee.tables import play

FRONT = {"alaska": ("red", 5), "kamchatka": ("blue", 2), "alberta": ("red", 1)}


def roll(attack: list[int], defence: list[int]) -> dict[str, list[int]]:
    return {"attack": attack, "defence": defence}


# --- CL-RNF ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CL-RNF")
@pytest.mark.parametrize(
    ("held", "expected", "words"),
    [
        ({"brazil": ("red", 1)}, 3, "at least 3"),  # fewer than nine territories
        (
            {"peru": ("red", 1), "brazil": ("red", 1), "argentina": ("red", 1), "venezuela": ("red", 1)},
            5,
            "2 for South America",
        ),
    ],
)
def test_reinforcements_are_a_sum_that_can_be_checked(held: Any, expected: int, words: str) -> None:
    table = a_turn(held, step="trade")
    question = table.question
    assert isinstance(question, Deploy)
    assert question.most == expected
    assert words in question.detail


@pytest.mark.rule("CL-RNF")
def test_all_reinforcements_are_placed_before_attacking() -> None:
    table = a_turn(FRONT, step="trade")
    play(table, {"place": "alaska", "count": 2}, {"place": "alberta", "count": 1})
    assert table.state.step == "attack"
    assert armies(table, "alaska", "alberta") == [("red", 7), ("red", 2)]


@pytest.mark.rule("CL-RNF")
def test_reinforcements_do_not_go_to_somebody_else() -> None:
    ruling = a_turn(FRONT, step="trade").answer({"place": "kamchatka", "count": 9})
    assert ruling.rules == ("CL-RNF",)
    assert "Kamchatka belongs to Blue." in ruling.text
    assert "9 is not between 1 and 3." in ruling.text


@pytest.mark.rule("CL-RNF")
def test_a_correction_while_reinforcing_does_not_pay_twice() -> None:
    table = play(a_turn(FRONT, step="trade"), {"place": "alaska", "count": 2})
    assert table.correct({"alberta.armies": 4}).allowed
    question = table.question
    assert isinstance(question, Deploy)
    assert question.most == 1


# --- CL-SET, CL-STAR ---------------------------------------------------------------------------------------


@pytest.mark.rule("CL-SET")
@pytest.mark.parametrize(
    ("cards", "allowed"),
    [
        (["infantry", "infantry", "infantry"], True),  # three alike
        (["infantry", "cavalry", "artillery"], True),  # one of each
        (["infantry", "cavalry", "wild"], True),  # any two and a wild one
        (["wild", "cavalry", "wild"], True),
        (["infantry", "infantry", "cavalry"], False),
        (["wild", "wild", "wild"], False),  # there are only two
        (["infantry", "infantry"], False),
    ],
)
def test_what_a_set_is(cards: list[str], allowed: bool) -> None:
    ruling = a_turn(FRONT, step="trade", hands={"red": 3}).may(cards)
    assert ruling.allowed is allowed
    assert allowed or ruling.rules == ("CL-SET",)


@pytest.mark.rule("CL-SET")
def test_sets_are_worth_more_and_more() -> None:
    from companion.games.classic.rules import set_armies

    assert [set_armies(traded) for traded in range(9)] == [4, 6, 8, 10, 12, 15, 20, 25, 30]


@pytest.mark.rule("CL-SET", "CL-SET-2")
def test_a_traded_set_brings_armies_and_two_on_a_territory_it_shows() -> None:
    table = a_turn(FRONT, step="trade", hands={"red": 3})
    play(table, ["infantry"] * 3, "alaska")
    assert armies(table, "alaska") == [("red", 7)]
    question = table.question
    assert isinstance(question, Deploy)
    assert question.most == 4 + 3
    assert table.state.cards.discards == 3


@pytest.mark.rule("CL-SET-3")
def test_five_cards_must_be_traded() -> None:
    table = a_turn(FRONT, step="trade", hands={"red": 5})
    ruling = table.answer([])
    assert ruling.rules == ("CL-SET-3",)
    assert "5 cards in hand" in ruling.text


@pytest.mark.rule("CL-STAR")
@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        (["one-star", "one-star"], 2),
        (["two-star", "two-star", "two-star"], 13),
        (["two-star"] * 5, 30),
    ],
)
def test_stars_are_traded_together(cards: list[str], worth: int) -> None:
    table = play(a_turn(FRONT, step="trade", hands={"red": 6}, cards="stars"), cards)
    question = table.question
    assert isinstance(question, Deploy)
    assert question.most == worth + 3


@pytest.mark.rule("CL-STAR")
def test_one_star_alone_buys_nothing() -> None:
    table = a_turn(FRONT, step="trade", hands={"red": 2}, cards="stars")
    assert table.answer(["one-star"]).rules == ("CL-STAR",)


# --- CL-ATK ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CL-ATK")
@pytest.mark.parametrize(
    ("origin", "words"),
    [
        ("japan", "Japan belongs to "),
        ("alberta", "Alberta has 1 army; an attack needs 2"),
    ],
)
def test_where_an_attack_cannot_come_from(origin: str, words: str) -> None:
    ruling = a_turn(FRONT).answer(origin)
    assert ruling.rules == ("CL-ATK",)
    assert words in ruling.text
    assert "Attack from Alaska" in ruling.text


@pytest.mark.rule("CL-ATK")
@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("alberta", "Alberta is your own."),
        ("japan", "Japan is not linked to Alaska."),
        ("alaska", "Alaska is your own."),
    ],
)
def test_what_cannot_be_attacked(target: str, words: str) -> None:
    ruling = play(a_turn(FRONT), "alaska").answer(target)
    assert ruling.rules == ("CL-ATK",)
    assert words in ruling.text
    assert "Within reach: " in ruling.text


@pytest.mark.rule("CL-ATK")
@pytest.mark.parametrize(
    ("origin", "target", "way_out"),
    [
        ("kamchatka", "japan", "Attack from Alaska."),  # not what Kamchatka, where Blue stands, could reach
        ("alaska", "japan", "Within reach: Kamchatka, Northwest Territory."),
    ],
)
def test_who_asks_about_an_attack_hears_of_one_that_is_possible(
    origin: str, target: str, way_out: str
) -> None:
    assert a_turn(FRONT).inquire("attack", origin=origin, target=target).instead == way_out


@pytest.mark.rule("CL-ATK")
@pytest.mark.parametrize(
    ("attack", "defence", "left"),
    [
        ([6, 5, 1], [6, 4], (4, 1)),  # a tie goes to the defender, the second die to the attacker
        ([1, 1, 1], [1, 1], (3, 2)),
        ([6], [5, 1], (5, 1)),  # one die against two compares the highest
        ([2, 2], [3], (4, 2)),
    ],
)
def test_dice_are_compared_highest_first(
    attack: list[int], defence: list[int], left: tuple[int, int]
) -> None:
    table = play(a_turn(FRONT), "alaska", "kamchatka", roll(attack, defence))
    assert armies(table, "alaska", "kamchatka") == [("red", left[0]), ("blue", left[1])]


@pytest.mark.rule("CL-ATK")
@pytest.mark.parametrize(
    ("armies_there", "dice"),
    [((2, 1), (1, 1)), ((3, 5), (2, 2)), ((9, 9), (3, 2))],
)
def test_dice_need_armies(armies_there: tuple[int, int], dice: tuple[int, int]) -> None:
    attackers, defenders = armies_there
    table = a_turn({**FRONT, "alaska": ("red", attackers), "kamchatka": ("blue", defenders)})
    question = play(table, "alaska", "kamchatka").question
    assert isinstance(question, Roll)
    assert tuple(pool.most for pool in question.pools) == dice
    assert table.answer(roll([1] * 4, [1])).rules == ("CL-ATK",)


@pytest.mark.rule("CL-ATK")
def test_an_attack_can_be_called_off() -> None:
    table = play(a_turn(FRONT), "alaska", "kamchatka", {"offer": "call off"})
    assert isinstance(table.question, PickOrEnd)
    assert armies(table, "alaska", "kamchatka") == [("red", 5), ("blue", 2)]


@pytest.mark.rule("CL-MAP")
def test_the_red_sea_can_be_closed() -> None:
    held = {"east-africa": ("red", 5), "middle-east": ("blue", 1)}
    assert a_turn(held).inquire("attack", origin="east-africa", target="middle-east").allowed
    closed = a_turn(held, red_sea="closed").inquire("attack", origin="east-africa", target="middle-east")
    assert "not linked" in closed.text


# --- CL-OCC, CL-ELM, CL-SET-3, CL-WIN ----------------------------------------------------------------------


@pytest.mark.rule("CL-OCC")
def test_at_least_the_dice_that_rolled_move_in() -> None:
    table = play(a_turn(FRONT), "alaska", "kamchatka", roll([6, 6, 6], [1, 1]))
    question = table.question
    assert isinstance(question, Count)
    assert (question.least, question.most) == (3, 4)
    assert table.answer(2).rules == ("CL-OCC",)
    assert table.answer(5).rules == ("CL-OCC",)
    play(table, 4)
    assert armies(table, "alaska", "kamchatka") == [("red", 1), ("red", 4)]


@pytest.mark.rule("CL-ELM", "CL-SET-3")
def test_elimination_hands_the_cards_over_and_forces_a_trade() -> None:
    table = a_turn(FRONT, hands={"red": 3, "blue": 4})
    play(table, "alaska", "kamchatka", roll([6, 6, 6], [1, 1]), 3)
    question = table.question
    assert isinstance(question, PlayCards)
    assert question.rules[0] == "CL-SET-3"
    assert table.state.cards.hands == {"red": 7, "blue": 0, "green": 0}
    play(table, ["infantry"] * 3, "end")
    assert isinstance(table.question, Deploy)  # four cards are left: the armies are placed at once
    assert table.game_view.standings[1].out


@pytest.mark.rule("CL-SET-3")
def test_five_cards_after_an_elimination_need_no_trade_now() -> None:
    table = play(
        a_turn(FRONT, hands={"red": 1, "blue": 4}), "alaska", "kamchatka", roll([6, 6, 6], [1, 1]), 3
    )
    assert isinstance(table.question, PickOrEnd)


@pytest.mark.rule("CL-WIN")
def test_the_last_one_standing_has_won() -> None:
    table = a_turn({"kamchatka": ("green", 1)}, rest="red")
    play(table, "alaska", "kamchatka", roll([6], [1]))
    assert table.state.winners == ("red",)
    assert table.question is None
    assert table.latest[-1].kind == "victory"


@pytest.mark.rule("CL-2P", "CL-WIN")
def test_two_players_win_over_the_other_and_not_over_the_neutral_army() -> None:
    table = a_turn({"kamchatka": ("blue", 1), "alaska": ("red", 4)}, players=2, rest="neutral")
    play(table, "alaska", "kamchatka", roll([6], [1]))
    assert table.state.winners == ("red",)


@pytest.mark.rule("CL-2P")
def test_the_opponent_rolls_for_the_neutral_army() -> None:
    table = a_turn({"kamchatka": ("neutral", 2), "alaska": ("red", 4)}, players=2, rest="blue")
    play(table, "alaska", "kamchatka")
    question = table.question
    assert isinstance(question, Roll)
    assert [pool.seat for pool in question.pools] == ["red", "blue"]


# --- CL-FORT, CL-CARD, CL-TURN -----------------------------------------------------------------------------

CHAIN = {"alaska": ("red", 5), "alberta": ("red", 1), "ontario": ("red", 1), "brazil": ("red", 3)}


@pytest.mark.rule("CL-FORT")
@pytest.mark.parametrize(
    ("house", "target", "words"),
    [
        ({}, "ontario", ""),  # through Alberta
        ({"fortify": "adjacent"}, "alberta", ""),
        ({"fortify": "adjacent"}, "ontario", "Ontario is not next to Alaska."),
        ({}, "brazil", "Brazil is not connected through your own territories to Alaska."),
        ({}, "kamchatka", "Kamchatka belongs to Green."),
    ],
)
def test_where_armies_may_be_moved(house: dict[str, Any], target: str, words: str) -> None:
    table = play(a_turn(CHAIN, step="fortify", **house), "alaska")
    ruling = table.may(target)
    assert ruling.allowed is not bool(words)
    assert words in ruling.text
    assert table.inquire("fortify", origin="alaska", target=target).allowed is ruling.allowed


@pytest.mark.rule("CL-FORT", "CL-TURN")
def test_one_army_stays_behind_when_fortifying() -> None:
    table = play(a_turn(CHAIN, step="fortify"), "alaska", "ontario")
    assert table.answer(5).rules == ("CL-FORT",)
    play(table, 4)
    assert armies(table, "alaska", "ontario") == [("red", 1), ("red", 5)]
    assert table.state.active == "green"  # blue holds nothing and is left out


@pytest.mark.rule("CL-CARD")
@pytest.mark.parametrize(("conquers", "cards"), [(True, 1), (False, 0)])
def test_a_card_for_a_conquest(conquers: bool, cards: int) -> None:
    table = a_turn({**FRONT, "japan": ("blue", 1)})
    if conquers:
        play(table, "alaska", "kamchatka", roll([6, 6, 6], [1, 1]), 3)
    play(table, "end", "end")
    assert table.state.cards.hands["red"] == cards
    assert table.state.active == "blue"
    assert table.state.facts.conquered is False


@pytest.mark.rule("CL-CARD")
def test_an_empty_deck_is_made_of_the_discards() -> None:
    table = a_turn(FRONT, hands={"green": 40})
    table.state.cards.deck, table.state.cards.discards = 0, 4
    play(table, "alaska", "kamchatka", roll([6, 6, 6], [1, 1]), 3, "end", "end")
    assert (table.state.cards.deck, table.state.cards.discards) == (3, 0)
