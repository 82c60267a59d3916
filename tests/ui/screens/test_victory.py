"""The end of a game: who has won, how kind the dice were, and the way back."""

from typing import Any

import pytest

from companion.games import find_game
from companion.odds import LuckScore
from companion.referee.seats import seats_of
from companion.ui.demonstrations.map_games import MOMENTS, answers_to
from companion.ui.screens.victory import fortune_in_words, listed


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Bob"], "Ann and Bob"),
        (["Ann", "Bob", "Carla"], "Ann, Bob and Carla"),
    ],
)
def test_names_are_joined_as_people_say_them(names: list[str], words: str) -> None:
    assert listed(names) == words


@pytest.mark.parametrize(
    ("lost", "expected", "z", "words"),
    [
        (9, 4.0, 2.5, "lost 9 in 5 rolls, 4.0 expected: unlucky"),
        (2, 6.0, -2.0, "lost 2 in 5 rolls, 6.0 expected: lucky"),
        (5, 5.0, 0.0, "lost 5 in 5 rolls, 5.0 expected: as expected"),
        (6, 5.0, 0.5, "lost 6 in 5 rolls, 5.0 expected: as expected"),  # within one standard deviation
    ],
)
def test_luck_in_words(lost: int, expected: float, z: float, words: str) -> None:
    assert fortune_in_words(LuckScore(5, lost, expected, z)) == words


@pytest.mark.parametrize("fortune", [None, LuckScore(0, 0, 0.0, 0.0)])
def test_who_rolled_no_dice_had_no_luck(fortune: LuckScore | None) -> None:
    assert fortune_in_words(fortune) == "rolled no dice"


@pytest.fixture
def ended(app: Any) -> Any:
    """A game of StarCraft that is won."""
    moment = next(moment for moment in MOMENTS if moment.picture == "starcraft-victory")
    app.start_game(find_game(moment.game), seats_of(moment.players), moment.house)
    session = app.playing
    session.unsubscribe(app._on_change)
    for answer in answers_to(moment):
        session.answer(answer)
    app.show_session(session)
    app.pointer._pause(0.0)
    return app


def test_the_winner_is_named_first_and_undo_leads_back(ended: Any) -> None:
    winner = ended.playing.seat(ended.playing.table.state.winners[0])
    assert ended.home.name == "victory"
    assert ended.pointer.shows(f"{winner.name} wins")
    assert ended.pointer.shows(f"{len(ended.playing.table.entries)} answers")
    names = [text for text in ended.pointer.texts() if text in {seat.name for seat in ended.playing.seats}]
    assert names[-1] == winner.name, "the winner stands on top"
    ended.pointer.tap("Undo")
    ended.pointer.tap("Take the last one back")
    assert ended.playing.question is not None and ended.home.name != "victory"


def test_the_lobby_is_one_tap_away(ended: Any) -> None:
    ended.pointer.tap("To the lobby")
    assert ended.session is None and ended.home.name == "lobby"
