"""What reading the rulebooks against the program found: reshuffling, claiming for two, editions."""

from typing import Any

import pytest
from msgspec import json

from companion.app.chronicle.chronicle import chronicle
from companion.games.boards.board import load_board
from companion.games.classic import rules
from companion.games.classic.game import CLASSIC
from companion.games.territory.cards import Cards, take_card
from companion.referee.questions import Choose, Pick, Shuffle
from companion.referee.random_bot import RandomBot
from companion.referee.script import Report
from companion.referee.table import Table
from tests.games.classic.boards import a_turn
from tests.referee.tables import lay, play

PLACES = [territory.id for territory in load_board("classic").territories]
CONTINENTS = {continent.id: continent.territories for continent in load_board("classic").continents}
EUROPE_AND_AUSTRALIA = dict.fromkeys((*CONTINENTS["europe"], *CONTINENTS["australia"]), ("red", 1))
SOUTH_AMERICA = dict.fromkeys(CONTINENTS["south-america"], ("red", 1))
FRONT = {"alaska": ("red", 9), "kamchatka": ("blue", 1)}


@pytest.mark.rule("CL-CARD")
def test_cl_card_reshuffling_is_said() -> None:
    cards = Cards(0, 7, {"red": 0})
    told = list(take_card(cards, "red", "CL-CARD"))
    assert isinstance(told[0], Report) and told[0].text == "Shuffle the discards: 7 cards are the new deck."
    assert (cards.deck, cards.discards) == (6, 0)


@pytest.mark.rule("CL-2P", "CL-SETUP")
def test_cl_2p_claiming_with_two_is_explained() -> None:
    table = play(lay(CLASSIC, 2, setup="claim"), "red")
    assert isinstance(table.question, Shuffle)
    assert any("the territories are dealt" in report.text for report in table.latest)


@pytest.mark.rule("CL-SET-4")
@pytest.mark.parametrize(
    ("laid", "worth"),
    [
        (("infantry", "infantry", "infantry"), 4),
        (("cavalry", "cavalry", "wild"), 6),
        (("artillery", "artillery", "artillery"), 8),
        (("artillery", "cavalry", "infantry"), 10),
        (("artillery", "infantry", "wild"), 10),
    ],
)
def test_cl_set_4_sets_of_fixed_value(laid: tuple[str, ...], worth: int) -> None:
    table = a_turn(FRONT, step="trade", hands={"red": 3}, set_values="fixed")
    assert rules.set_worth(table.state, laid) == worth
    assert "4, 6, 8 or 10" in table.question.prompt
    play(table, list(laid), *(("end",) if table.state.house.territory_bonus == "two armies" else ()))
    assert table.state.facts.traded_armies == worth


@pytest.mark.rule("CL-SET-4")
@pytest.mark.parametrize(
    ("laid", "worth"), [(("artillery",) * 3, 4), (("infantry",) * 3, 6), (("cavalry", "cavalry", "wild"), 8)]
)
def test_cl_set_4_artillery_is_least_in_other_editions(laid: tuple[str, ...], worth: int) -> None:
    table = a_turn(FRONT, step="trade", hands={"red": 3}, set_values="artillery least")
    assert rules.set_worth(table.state, laid) == worth


@pytest.mark.rule("CL-CAP")
def test_cl_cap_every_capital_wins() -> None:
    table: Table[Any] = lay(CLASSIC, 3, goal="capitals")
    bot = RandomBot(4)
    while not (isinstance(table.question, Pick) and table.state.step == "capitals"):
        assert table.question is not None
        play(table, bot.answer(table.question))
    assert "All capitals together" in table.question.detail
    table = a_turn(FRONT, goal="capitals")
    table.state.edition_2008.capitals = {"red": "alaska", "blue": "kamchatka", "green": "kamchatka"}
    play(table, "alaska", "kamchatka", {"attack": [6, 6, 6], "defence": [1]})
    assert table.state.winners == ("red",) and table.latest[-1].rules == ("CL-CAP",)


def capitals_seen(table: Table[Any]) -> list[str]:
    """All that everybody sees of the capitals: on the board, among what Fix lists, in the chronicle."""
    marks = [mark for place in table.game_view.places.values() for mark in place.marks]
    fixed = [one.key for one in table.game.correctables(table.state) if one.value in ("red", "blue")]
    told = [event.text for turn in chronicle(table, 0).turns for event in turn.events]
    capitals = [key for key in marks + fixed if "capital" in key]
    return [*capitals, *(text for text in told if "capital" in text)]


@pytest.mark.rule("CL-CAP")
@pytest.mark.parametrize("how", ["in secret", "in turn"])
def test_cl_cap_capitals_are_shown_together(how: str) -> None:
    table: Table[Any] = lay(CLASSIC, 3, goal="capitals", capitals=how)
    bot = RandomBot(4)
    while table.question is not None and table.state.step != "capitals":
        play(table, bot.answer(table.question))
    places = []
    for _ in range(3):
        assert isinstance(table.question, Pick) and table.question.secret == (how == "in secret")
        places.append(table.question.allowed[0])
        play(table, places[-1])
        if how == "in secret" and len(places) < 3:
            told = "Put your capital where? In secret"
            assert capitals_seen(table) == [told] * len(places)
            assert not table.correct({f"{places[0]}.capital": "red"}).allowed
    assert len([seen for seen in capitals_seen(table) if seen.startswith("capital:")]) == 3
    names = [table.state.name(place) for place in places]
    shown = f"All show their capitals: Red in {names[0]}, Blue in {names[1]} and Green in {names[2]}."
    assert [report.text for report in table.latest] == ([shown] if how == "in secret" else [])
    table.undo()
    assert not [seen for seen in capitals_seen(table) if "capital:" in seen] or how == "in turn"


def test_cl_cap_games_from_before_the_switch_go_on_openly() -> None:
    table: Table[Any] = lay(CLASSIC, 3, goal="capitals")
    fields = json.decode(json.encode(table.state))
    del fields["house"]["capitals"]
    CLASSIC.upgrade(fields)
    assert fields["house"]["capitals"] == "in turn"


@pytest.mark.rule("CL-CAP", "CL-2008")
def test_cl_cap_a_capital_brings_no_army_and_can_be_set_right() -> None:
    table = a_turn(FRONT, goal="capitals", step="trade")
    assert table.correct({"alaska.capital": "red"}).allowed
    assert [term.text for term in rules.income(table.state, "red")] == ["1 territory (at least 3)"]


@pytest.mark.rule("CL-MISSION")
@pytest.mark.parametrize(
    ("held", "mission", "allowed"),
    [
        ({}, "territories", False),
        (dict.fromkeys(PLACES[:24], ("red", 1)), "territories", True),
        ({}, "africa+south-america", False),
        ({}, "end-blue", False),
        (EUROPE_AND_AUSTRALIA, "europe+australia", False),  # the printed card adds a third continent
        (EUROPE_AND_AUSTRALIA | SOUTH_AMERICA, "europe+australia", True),
        (EUROPE_AND_AUSTRALIA | SOUTH_AMERICA, "south-america+europe", True),
        (SOUTH_AMERICA | dict.fromkeys(CONTINENTS["asia"], ("red", 1)), "south-america+asia", True),
    ],
)
def test_cl_mission_only_a_fulfilled_mission_wins(held: Any, mission: str, allowed: bool) -> None:
    table = play(a_turn(FRONT | held, goal="missions"), {"offer": "mission"})
    assert isinstance(table.question, Choose)
    ruling = table.answer(mission)
    assert (ruling.allowed, table.state.winners) == (allowed, ("red",) if allowed else ())
    if not allowed:
        assert ruling.rules == ("CL-MISSION",)
        assert "not yet" in ruling.instead.casefold(), "a refused choice names those allowed"
        play(table, "not yet")


@pytest.mark.rule("CL-MISSION", "CL-ELM")
def test_cl_mission_the_end_of_a_player_counts_for_who_ended_them() -> None:
    table = a_turn(FRONT, goal="missions")
    play(table, "alaska", "kamchatka", {"attack": [6, 6, 6], "defence": [1]}, 3)
    play(table, {"offer": "mission"}, "end-blue")
    assert table.state.winners == ("red",)


def test_no_mission_is_offered_in_other_games() -> None:
    assert not a_turn(FRONT).question.offers


@pytest.mark.rule("CL-MISSION", "CL-FORT")
def test_cl_mission_the_last_move_may_fulfil_it() -> None:
    others = [place for place in PLACES if place not in ("alaska", "alberta")][:16]
    held = dict.fromkeys(others, ("red", 2)) | {"alaska": ("red", 3), "alberta": ("red", 1)}
    table = play(a_turn(held, step="fortify", goal="missions", rest="blue"), "alaska", "alberta", 1)
    assert isinstance(table.question, Choose) and table.question.prompt == "Which mission is yours?"
    play(table, "strong")
    assert table.state.winners == ("red",)


@pytest.mark.rule("CL-MISSION")
def test_cl_mission_is_shown_before_the_last_move() -> None:
    table = a_turn(FRONT | dict.fromkeys(PLACES[:24], ("red", 2)), step="fortify", goal="missions")
    play(table, {"offer": "mission"}, "territories")
    assert table.state.winners == ("red",) and table.question is None
