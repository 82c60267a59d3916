"""What a session looks like to the club."""

from typing import Any

import pytest

from companion.app.night.session import Session
from companion.club.messages import Standings, TableMap, TableState, decode, encode
from companion.club.snapshot import snapshot, state_at
from companion.games import every_game, find_game
from companion.journal.journal import Journal
from companion.referee.seats import seats_of
from tests.short_games import play, win


def test_a_turn_names_its_player_colour_and_clock(session: Session) -> None:
    while session.table.timeline.part == "setup":
        play(session, 1)
    state = state_at(snapshot(session, 5.0), "Window", 8.0, 1000.0)
    turn = session.seat(session.table.timeline.active)
    assert (state.table, state.turn, state.colour, state.active) == (
        "Window",
        turn.name,
        turn.colour,
        turn.id,
    )
    assert state.rgb == {"red": (255, 0, 0), "blue": (0, 48, 255), "green": (0, 255, 0)}[turn.colour]
    assert state.clocks[str(state.running)] == 3000
    assert (state.clock_s, state.at, state.winner) == (3, 1000.0, "")
    assert state.question.startswith(turn.name)


def test_a_paused_clock_stands(session: Session) -> None:
    session.pause()
    state = state_at(snapshot(session, 0.0), "Window", 60.0, 1000.0)
    assert state.paused
    assert not any(state.clocks.values())


def test_the_end_names_the_winner_and_nobodys_turn(session: Session) -> None:
    win(session)
    state = snapshot(session, 0.0).state
    assert (state.winner, state.winners, state.turn, state.question) == ("Anna", ("red",), "", "")


def test_between_games_there_is_a_table_without_a_game() -> None:
    taken = snapshot(None, 0.0)
    assert (taken.number, state_at(taken, "Window", 1.0, 2.0)) == (None, TableState(table="Window", at=2.0))


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_what_any_game_shows_is_within_the_bounds(game: Any, journal: Journal) -> None:
    session = Session.begin(journal, game, seats_of(game.seats[0], ("<b>" + "A" * 200,)))
    play(session, 5)
    taken = snapshot(session, 0.0)
    assert decode(encode(state_at(taken, "T" * 100, 0.0, 0.0)), TableState).title
    assert decode(encode(taken.standings), Standings) == taken.standings
    assert decode(encode(taken.map), TableMap) == taken.map
    places = session.table.game_view.places if taken.map.board else {}
    assert {id: count for id, (_, count) in taken.map.places.items()} == {
        id: place.count for id, place in places.items()
    }
    assert bool(taken.map.board) == (session.table.game_view.kind == "territories")


def test_a_game_on_a_players_board_names_it(journal: Journal, own_board: str) -> None:
    session = Session.begin(journal, find_game("classic"), seats_of(2), {"board": own_board})
    taken = snapshot(session, 0.0)
    assert decode(encode(taken.map), TableMap).board == own_board and len(taken.map.places) == 20
