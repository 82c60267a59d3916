"""Setting up classic Risk for two to six."""

from collections import Counter

import pytest

from companion.games.classic.game import CLASSIC
from companion.referee.questions import Deploy, Pick, Shuffle
from tests.games.players import Player
from tests.referee.tables import lay, play

PLACES = tuple(CLASSIC.begin(lay(CLASSIC, 2).state.seats, lay(CLASSIC, 2).state.house).holdings)


@pytest.mark.rule("CL-SETUP", "CL-2P")
@pytest.mark.parametrize(
    ("players", "house", "armies"),
    [
        (3, {}, 35),
        (4, {}, 30),
        (5, {}, 25),
        (6, {}, 20),
        (3, {"armies": "french"}, 40),
        (6, {"armies": "french"}, 25),
        (2, {}, 40),
    ],
)
def test_all_starting_armies_come_onto_the_board(players: int, house: dict[str, str], armies: int) -> None:
    table = lay(CLASSIC, players, **house)
    player = Player(1)
    while table.timeline.part == "setup":
        assert table.question is not None
        play(table, player.answer(table.question))
    assert {table.state.armies(seat.id) for seat in table.state.seats} == {armies}
    owners = Counter(holding.owner for holding in table.state.holdings.values())
    assert sum(owners.values()) == 42
    assert max(owners.values()) - min(owners.values()) <= 1
    assert players > 2 or owners["neutral"] == 14


@pytest.mark.rule("CL-SETUP", "CL-TURN")
def test_dealing_goes_round_from_the_first_player() -> None:
    table = lay(CLASSIC, 3, "blue")
    assert isinstance(table.question, Shuffle)
    play(table, list(PLACES))
    assert [table.state.holdings[place].owner for place in PLACES[:4]] == ["blue", "green", "red", "blue"]


@pytest.mark.rule("CL-SETUP")
def test_a_deal_that_names_a_territory_twice_is_refused() -> None:
    table = lay(CLASSIC, 3, "red")
    ruling = table.answer(["alaska", *PLACES[1:-1], "alaska"])
    assert ruling.rules == ("CL-SETUP",)


@pytest.mark.rule("CL-SETUP")
def test_claiming_takes_turns_and_refuses_what_is_taken() -> None:
    table = lay(CLASSIC, 3, "red", "brazil", setup="claim")
    question = table.question
    assert isinstance(question, Pick)
    assert question.seat == "blue"
    ruling = table.answer("brazil")
    assert ruling.rules == ("CL-SETUP",)
    assert "Brazil is claimed by Red." in ruling.text


@pytest.mark.rule("CL-2P")
def test_two_players_place_two_of_their_own_and_one_neutral_army() -> None:
    table = lay(CLASSIC, 2, "red", list(PLACES))
    asked = []
    for _ in range(4):
        question = table.question
        assert isinstance(question, Deploy)
        owner = table.state.holdings[question.allowed[0]].owner
        asked.append((question.seat, owner, question.most))
        play(table, {"place": question.allowed[0], "count": question.most})
    assert asked == [("red", "red", 2), ("red", "neutral", 1), ("blue", "blue", 2), ("blue", "neutral", 1)]


@pytest.mark.rule("CL-SETUP")
def test_all_at_once_places_a_whole_supply() -> None:
    table = lay(CLASSIC, 3, "red", list(PLACES), placing="all at once")
    question = table.question
    assert isinstance(question, Deploy)
    assert question.most == 35 - 14
