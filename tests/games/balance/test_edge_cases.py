"""Ten places of the document that are easy to get wrong, computed by hand."""

from typing import Any

import pytest

from companion.games.balance import rules
from companion.games.balance.combat import bonus, contest
from companion.games.balance.state import LastingEffect
from companion.games.classic.objectives import MAJOR, MINOR
from companion.games.territory.attack import Attack
from companion.games.territory.objectives import ObjectiveCard
from companion.games.territory.reinforcement import total
from companion.games.territory.state import NEUTRAL
from tests.games.balance.boards import a_turn, armies, roll
from tests.referee.tables import play

FRONT = {"alaska": ("red", 6), "alberta": ("red", 4), "kamchatka": ("blue", 5), "siam": (NEUTRAL, 10)}
RICH = {"red": 12}


@pytest.mark.rule("BP-RGH", "BP-SCA-FORCES", "BP-SCA-ATTACK", "BP-A12")
@pytest.mark.parametrize(
    ("facts", "dice", "most"),
    [
        ({}, 2, 2),
        ({"extra_dice": 1}, 2, 3),  # the extra die comes on top of the two
        ({"special_forces": True}, 3, 3),
        ({"special_forces": True, "extra_dice": 1}, 3, 4),
    ],
)
def test_bp_rgh_special_forces_and_improved_attack_together(facts: Any, dice: int, most: int) -> None:
    table = a_turn(FRONT, marks={"kamchatka": "rough"})
    for name, value in facts.items():
        setattr(table.state.facts, name, value)
    fight = contest(table.state, Attack("alaska", "kamchatka"))
    assert fight.attacker.dice == dice
    play(table, "alaska", "kamchatka")
    assert table.question.pools[0].most == most


@pytest.mark.rule("BP-SCA-NEUTRAL", "BP-CAS-3", "BP-NEU-7", "CL-CARD")
def test_bp_sca_neutral_neither_helps_with_the_buyers_dice_nor_earns_a_card() -> None:
    held = FRONT | {"india": ("blue", 1)}
    table = a_turn(held, step="actions", casualties=RICH, marks={"india": "rough"})
    play(table, "attack", "neutral", "siam", "india")
    assert table.question.pools[0].most == 2  # no extra die, and rough terrain
    play(table, roll([6, 6], [1, 1]), 4)
    assert armies(table, "siam", "india") == [(NEUTRAL, 6), (NEUTRAL, 4)]
    assert not table.state.facts.conquered


@pytest.mark.rule("BP-SCA-NEUTRAL", "BP-NEU-5")
def test_bp_sca_neutral_comes_on_top_of_the_losing_players_own_attack() -> None:
    """The phase has one attack; a bought one is another."""
    held = {"alaska": ("red", 6), "siam": (NEUTRAL, 9), "india": ("blue", 5), "burma": ("blue", 5)}
    table = a_turn(held, step="neutral", casualties=RICH)
    play(table, {"offer": "discard"}, "siam", "india", {"offer": "call off"})
    assert table.state.step == "actions"
    play(table, "neutral", "siam", "india", roll([6, 6, 6], [1, 1]), {"offer": "call off"})
    assert armies(table, "india") == [("blue", 3)]


@pytest.mark.rule("BP-NEU-6", "BP-SCA-ALLIANCE")
def test_bp_sca_alliance_with_the_neutral_army_spares_the_buyer_only() -> None:
    held = {"siam": (NEUTRAL, 9), "india": ("blue", 5), "china": ("red", 5)}
    effects = {"effects": [LastingEffect("alliance", "blue", NEUTRAL)]}
    table = a_turn(held, step="actions", casualties=RICH, players=3, rest=("green", 2), setting=effects)
    play(table, "neutral", "siam")
    assert table.may("india").rules == ("BP-SCA-ALLIANCE",)
    assert table.may("china").rules == ("BP-NEU-6",)  # the buyer of the attack


@pytest.mark.rule("BP-DRF-1", "BP-WIN")
@pytest.mark.parametrize(
    ("capitals", "draft"),
    [({"red": "alaska"}, 4), ({"red": "alaska", "blue": "alberta"}, 5), ({"red": "kamchatka"}, 3)],
)
def test_bp_drf_1_every_capital_under_control_counts(capitals: dict[str, str], draft: int) -> None:
    table = a_turn(FRONT, setting={"capitals": capitals})
    assert total(rules.income(table.state, "red")) == draft


@pytest.mark.rule("BP-DRF-1")
@pytest.mark.parametrize(("cities", "draft"), [(0, 3), (1, 4), (3, 4), (4, 5)])
def test_bp_drf_1_cities_are_added_before_dividing(cities: int, draft: int) -> None:
    places = list(a_turn({}).state.holdings)[14:25]  # eleven territories, no whole continent
    table = a_turn(dict.fromkeys(places, ("red", 1)))
    table.state.landmarks["city"] = places[:cities]
    terms = rules.income(table.state, "red")[:1]
    assert total(terms) == draft


@pytest.mark.rule("BP-CARD-1", "BP-SCA-ESPIONAGE", "BP-A4")
def test_bp_card_1_a_stolen_card_too_many_goes_back_to_a_losing_victim() -> None:
    table = a_turn(
        FRONT | {"congo": ("blue", 1)},
        rest=("red", 2),
        step="actions",
        casualties=RICH,
        hands={"red": 5, "blue": 2},
    )
    play(table, "espionage", [], "blue")
    assert (table.state.cards.hands["red"], table.state.cards.hands["blue"]) == (5, 2)


@pytest.mark.rule("BP-CARD-1", "CL-ELM")
def test_bp_card_1_cards_of_the_fallen_go_over_the_limit_one_by_one() -> None:
    held = {"alaska": ("red", 9), "kamchatka": ("blue", 1), "siam": ("green", 3)}
    table = a_turn(held, players=3, rest=("red", 2), hands={"red": 4, "blue": 4, "green": 3})
    play(table, "alaska", "kamchatka", roll([6, 6, 6], [1]), 3)
    hands, discards = table.state.cards.hands, table.state.cards.discards
    assert hands == {"red": 5, "blue": 0, "green": 5} and discards == 1  # two fit with Green, the third not


@pytest.mark.rule("BP-SCA-AIRFIELD", "BP-TNK", "BP-A16")
@pytest.mark.parametrize(
    ("airfields", "tanks", "attack", "defence"),
    [
        ({"alaska": "red", "kamchatka": "blue"}, {}, 1, 1),
        ({"alberta": "red"}, {}, 0, 0),  # beside the origin, not beside the territory attacked
        ({"alaska": "red"}, {"alberta": 1}, 2, 0),
        ({}, {"alaska": 1, "kamchatka": 2}, 0, 1),  # a single tank against two
        ({}, {"alaska": 2, "kamchatka": 2}, 1, 1),
    ],
)
def test_bp_tnk_airfields_and_tanks_on_both_sides(
    airfields: Any, tanks: Any, attack: int, defence: int
) -> None:
    table = a_turn(FRONT, setting={"airfields": airfields, "tanks": tanks}, tanks="yes")
    assert bonus(table.state, "red", "alaska", "kamchatka") == attack
    assert bonus(table.state, "blue", "alaska", "kamchatka", attacks=False) == defence


@pytest.mark.rule("BP-WIN", "BP-OBJ")
@pytest.mark.parametrize(
    ("owned", "capital", "won"), [(3, "alaska", True), (3, "kamchatka", False), (2, "alaska", False)]
)
def test_bp_win_three_objectives_are_nothing_without_the_own_capital(
    owned: int, capital: str, *, won: bool
) -> None:
    table = a_turn(FRONT, setting={"capitals": {"red": capital}})
    cards = [ObjectiveCard(objective, "red") for objective in (*MINOR, *MAJOR)[:owned]]
    table.state.objectives.cards = cards
    play(table, "end")
    assert (table.state.winners == ("red",)) == won


@pytest.mark.rule("BP-SCA-SABOTAGE", "BP-A13")
def test_bp_sca_sabotage_is_over_after_the_victims_turn() -> None:
    effects = {
        "effects": [LastingEffect("sabotage", "blue", "red"), LastingEffect("sabotage", "red", "blue")]
    }
    table = play(a_turn(FRONT, setting=effects), "end", "end")
    assert [effect.target for effect in table.state.effects] == ["blue"]
