"""Games choose their board: what fits it, and that a game opens again on the board it began on."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.night.session import Session
from companion.errors import UnknownName
from companion.games import find_game
from companion.games.boards import library
from companion.games.boards.board import FOLDER, load_board
from companion.games.boards.board_choice import BOARDS, largest_continents, scaled
from companion.games.boards.board_files import read_board_file
from companion.journal.journal import Journal
from companion.referee.houserules import departures, fitting, in_words, set_house_rules
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.games.players import Player

ON_MAPS = ("classic", "nuked", "balance")
"""Games that are played on boards of the table's choice."""


def begin(game: str, players: int, **house: str) -> Any:
    """The state of a game at its start."""
    played = find_game(game)
    return played.begin(seats_of(players), set_house_rules(played.house_rules, house))


def test_the_boards_of_one_game_are_not_offered() -> None:
    assert [choice.value for choice in BOARDS.choices()] == ["classic", "archipelago", "duel", "europe"]
    with pytest.raises(UnknownName, match="another game"):
        BOARDS.text("starcraft")


def test_a_players_board_is_offered_and_a_broken_one_is_not() -> None:
    named = library.keep(replace(read_board_file(FOLDER / "duel.json"), name="Ours"))
    (library.boards_folder() / "broken@0123456789abcdef.json").write_text("{")
    assert [choice.text for choice in BOARDS.choices()][-1] == "Ours"
    assert begin("classic", 2, board=named).board == named


@pytest.mark.parametrize("game", ON_MAPS)
def test_the_classic_board_is_the_default(game: str) -> None:
    state = begin(game, 3)
    assert (state.board, len(state.holdings)) == ("classic", 42)
    assert "board" not in departures(state.house)


@pytest.mark.parametrize("game", ON_MAPS)
def test_another_board_is_told_among_the_house_rules(game: str) -> None:
    state = begin(game, 3, board="europe")
    assert set(state.holdings) == load_board("europe").ids
    assert in_words(state.house) == ("Which board? Europe",)


@pytest.mark.parametrize(
    ("board", "players", "each", "neutral", "cards"),
    [
        ("classic", 2, 40, 40, 44),
        ("classic", 6, 20, None, 44),
        ("duel", 2, 19, 19, 22),
        ("duel", 6, 10, None, 22),
        ("europe", 3, 28, None, 36),
        ("archipelago", 4, 24, None, 35),
    ],
)
def test_classic_set_up_numbers_are_in_proportion(
    board: str, players: int, each: int, neutral: int | None, cards: int
) -> None:
    state = begin("classic", players, board=board)
    assert {state.supply[seat.id] for seat in state.seats} == {each}
    assert (state.supply.get("neutral"), state.cards.deck) == (neutral, cards)


@pytest.mark.parametrize(("board", "troops"), [("classic", 40), ("duel", 19), ("europe", 32)])
def test_nuked_first_troops_are_in_proportion(board: str, troops: int) -> None:
    assert begin("nuked", 2, board=board).table.troops.two == troops


def test_nuked_reads_the_coasts_from_the_drawing() -> None:
    assert begin("nuked", 2, board="europe").table.boat.landlocked == tuple(
        sorted(load_board("europe").inland)
    )
    assert {"bohemia", "hungary"} & load_board("europe").inland
    assert "iceland" not in load_board("europe").inland


@pytest.mark.parametrize(
    ("game", "house", "said"),
    [
        ("classic", {"board": "duel", "edition": "2008"}, "Two Shores has 20"),
        ("classic", {"board": "europe", "goal": "missions"}, "mission cards name the classic continents"),
        ("classic", {"board": "europe", "cities": "preset"}, "for the classic board"),
        ("classic", {"board": "europe", "red_sea": "closed"}, "Europe has no Red Sea"),
        ("balance", {"board": "duel"}, "30 to 60 territories"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(game: str, house: dict[str, str], said: str) -> None:
    rules = find_game(game).house_rules
    with pytest.raises(UnknownName, match=said):
        set_house_rules(rules, house)
    left, refused = fitting(rules, house)
    assert len(left) < len(house) and said in next(iter(refused.values())).text
    set_house_rules(rules, left)


@pytest.mark.parametrize("house", [{"edition": "2008"}, {"goal": "missions"}, {"red_sea": "closed"}])
def test_all_fits_the_classic_board(house: dict[str, str]) -> None:
    assert fitting(find_game("classic").house_rules, house) == (house, {})


def test_the_objectives_name_the_continents_of_the_largest_bonuses() -> None:
    assert largest_continents(load_board("classic")) == ("asia", "europe", "north-america")
    assert largest_continents(load_board("europe")) == ("balkans", "centre", "east")


def test_armies_are_in_proportion_to_the_classic_board() -> None:
    assert [scaled(40, size) for size in (42, 21, 84, 8)] == [40, 20, 80, 8]


@pytest.mark.parametrize("game", ON_MAPS)
def test_a_game_opens_again_on_the_board_it_began_on(tmp_path: Path, game: str) -> None:
    """Its board is changed afterwards, and put away: the saved game has its own."""
    board = replace(read_board_file(FOLDER / "europe.json"), name="Ours")
    named, played, player = library.keep(board), find_game(game), Player(3)
    with Journal.open(tmp_path / "games.db") as journal:
        session = Session.begin(journal, played, seats_of(3), {"board": named})
        for _ in range(60):
            assert session.question is not None
            session.answer(player.answer(session.question))
        library.put_away(library.keep(replace(board, links=board.links[1:])))
        load_board.cache_clear()
        again = Session.resume(journal, session.number, find_game)
        assert again.table.state == session.table.state
        assert again.table.state.map.name == "Ours"


@pytest.mark.parametrize("game", ON_MAPS)
def test_positions_on_another_board_read_back(game: str) -> None:
    played, player = find_game(game), Player(5)
    table = Table(played, begin(game, 3, board="europe"))
    for _ in range(200):
        assert table.question is not None
        table.answer(player.answer(table.question))
    assert played.notation is not None
    state = table.state
    line = played.notation.write(state)
    assert "board=europe" in line
    assert played.notation.read(line).holdings == state.holdings
