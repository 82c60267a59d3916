"""Aircraft: flying, dogfights, and whose aircraft falls."""

from typing import Any

import pytest

from companion.games.rogue import rules
from companion.games.rogue.state import RogueState
from companion.referee.questions import Choose, Count, Roll
from companion.referee.table import Table
from tests.games.rogue.boards import a_card, a_table
from tests.referee.tables import play

HOME = {"docks": "red assault*", "command-post": "blue assault*"}


def over(aircraft: dict[str, dict[str, int]], *, step: str = "dogfight", **facts: Any) -> Table[RogueState]:
    """A table with aircraft on tiles."""
    return a_table(facts.pop("squads", HOME), step=step, level="advanced", aircraft=aircraft, **facts)


@pytest.mark.rule("RG-AIR-1", "RG-AIR-2")
@pytest.mark.parametrize(
    ("target", "may"),
    [("3B", True), ("6B", True), ("5A", True), ("1A", False), ("4A", False)],  # 4A is at the bottom left
)
def test_two_tiles_side_by_side(target: str, may: bool) -> None:
    table = over({"4A": {"red": 1}, "3B": {"blue": 2}}, step="aircraft")  # the enemy does not hinder
    assert table.answer("3B").rules == ("RG-AIR-1",)  # no aircraft of one's own
    play(table, "4A")
    assert table.may(target).allowed == may
    assert table.inquire("fly", origin="4A", target=target).allowed == may
    assert may or table.answer(target).rules == ("RG-AIR-1",)


@pytest.mark.rule("RG-AIR-1")
def test_each_aircraft_flies_once() -> None:
    table = over({"4A": {"red": 2}}, step="aircraft")
    play(table, "4A", "3B")
    assert table.answer("3B").rules == ("RG-AIR-1",)
    play(table, "4A", "3B")  # the last one: the step is over
    assert table.state.aircraft["3B"] == {"red": 2}
    assert table.state.step == "squad"


@pytest.mark.rule("RG-AIR-2")
def test_aircraft_are_asked_about_by_tile() -> None:
    table = over({"4A": {"red": 1}})
    assert table.inquire("fly", origin="docks", target="quay").rules == ("RG-AIR-2",)
    assert table.game_view.places["4A"].marks == ("aircraft*1:red",)


@pytest.mark.rule("RG-AIR-4", "RG-A3", "RG-AIR-5")
@pytest.mark.parametrize(("house", "fights"), [("per tile", 1), ("per token", 2)])
def test_how_many_dogfights(house: str, fights: int) -> None:
    table = over({"3B": {"red": 2, "blue": 3}, "4A": {"red": 1}}, dogfights=house)
    assert table.answer("4A").rules == ("RG-AIR-4",)
    fought = 0
    while table.state.step == "dogfight":
        play(table, "3B")
        assert isinstance(table.question, Roll)
        pools = {pool.name: pool.most for pool in table.question.pools}
        # 3 dice, one of them upgraded for the second token; 2 dice, both upgraded for two more tokens.
        assert pools == {"regular attack": 2, "upgraded attack": 1, "upgraded defence": 2}
        play(table, {name: [1] * number for name, number in pools.items()})
        fought += 1
    assert fought == fights


@pytest.mark.rule("RG-AIR-5")
@pytest.mark.parametrize(
    ("told", "left"),
    [
        ({"hits": 2, "blocks": 0, "struck": 0}, {"red": 1, "blue": 1}),  # many wounds take many down
        ({"hits": 1, "blocks": 2, "struck": 0}, {"red": 1, "blue": 3}),
        ({"hits": 1, "blocks": 0, "struck": 1}, {"blue": 2}),
    ],
)
def test_one_round_takes_aircraft(told: dict[str, int], left: dict[str, int]) -> None:
    table = over({"3B": {"red": 1, "blue": 3}}, typed=True)
    play(table, "3B", told)
    assert table.state.aircraft["3B"] == left
    assert table.state.step == "squad"  # there is no second round


@pytest.mark.rule("RG-AIR-5")
def test_up_to_three_cards_each() -> None:
    ace = a_card("Ace", "upgrade 2", when="dogfight", needs="tank")  # no squad fights, no unit is needed
    table = over({"3B": {"red": 1, "blue": 1}}, cards=(ace,), hand=2)
    play(table, "3B")
    assert isinstance(table.question, Count) and table.question.most == 3
    play(table, 1, 0, "Ace")
    assert rules.dice_of(table.state, "attack") == (3, 2)


@pytest.mark.rule("RG-AIR-5")
def test_each_player_with_an_aircraft_on_the_tile_plays_cards() -> None:
    squads = HOME | {"quay": "green recon*", "ford": "yellow recon*"}
    ace = a_card("Ace", "upgrade 1", when="dogfight")
    dive = a_card("Dive", "hits 1", when="dogfight")
    over_3b = {"3B": {"red": 1, "green": 1, "blue": 1}, "4A": {"yellow": 1}}
    table = over(over_3b, squads=squads, players=4, teams=True, cards=(ace, dive), hand=2)
    play(table, "3B", 1)
    assert table.question is not None and table.question.seat == "green"
    play(table, 1)
    assert table.question.seat == "blue"  # yellow's aircraft is on another tile
    play(table, 1, "Ace", "+back", "Dive")
    assert rules.dice_of(table.state, "attack") == (3, 2)  # the second aircraft, and red's card
    assert table.state.dogfight is not None
    battle = table.state.dogfight.card_battle
    assert (battle.attack.hits, [ally.revealed for ally in battle.allies["attack"]]) == (1, [["Dive"]])
    assert table.state.hand("green") == 5


@pytest.mark.rule("RG-A15")
@pytest.mark.parametrize(("house", "most"), [("ground", 3), ("dogfights too", 1)])
def test_suppressing_fire_in_the_air(house: str, most: int) -> None:
    squads = HOME | {"ford": "blue support support support"}
    table = over({"3B": {"red": 1, "blue": 1}}, squads=squads, suppression=house, hand=2)
    play(table, "3B")
    assert isinstance(table.question, Count) and table.question.most == most


@pytest.mark.rule("RG-AIR-5")
@pytest.mark.parametrize(
    ("answers", "seats"),
    [(("green",), ["red"]), (("+cannot", "red"), ["red", "blue"])],  # the team, or else the other side
)
def test_whose_aircraft_falls(answers: tuple[str, ...], seats: list[str]) -> None:
    squads = HOME | {"quay": "green recon*", "ford": "yellow recon*"}
    table = over(
        {"3B": {"red": 1, "green": 1, "blue": 1}},
        squads=squads,
        players=4,
        teams=True,
        active="blue",
        typed=True,
    )
    play(table, "3B", {"hits": 1})
    asked = []
    for answer in answers:
        assert isinstance(table.question, Choose)
        asked.append(table.question.seat)
        play(table, answer)
    assert asked == seats
    assert sum(table.state.aircraft["3B"].values()) == 2


@pytest.mark.rule("RG-AIR-4")
def test_against_whom_among_several_enemies() -> None:
    squads = HOME | {"quay": "green recon*"}
    table = over({"3B": {"red": 1, "green": 1, "blue": 1}}, squads=squads, players=3)
    play(table, "3B", "Side 3")
    assert table.state.dogfight is not None
    assert table.state.dogfight.card_battle.defence.seat == "green"


@pytest.mark.rule("RG-AIR-4")
def test_teammates_do_not_fight() -> None:
    squads = HOME | {"quay": "green recon*", "ford": "yellow recon*"}
    table = over({"3B": {"red": 1, "green": 1}}, squads=squads, players=4, teams=True)
    assert table.state.step == "squad"
