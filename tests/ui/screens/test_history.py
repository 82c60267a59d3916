"""Undo: one answer with a tap, more by holding, and bringing back what was taken back."""

from typing import Any

import pytest

from companion.games import find_game
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.screens.history import SHOWN


@pytest.fixture
def played(app: Any) -> Any:
    """A game with more answers than the list shows."""
    app.begin(find_game("classic"), seats_of(3), {"placing": "all at once"})
    player = RandomBot(2)
    for _ in range(SHOWN + 20):
        app.playing.answer(player.answer(app.playing.question))
    app.go_home()
    app.open("history")
    app.hand._pause(0.0)
    return app


def test_the_newest_answers_are_listed_with_what_was_asked(played: Any) -> None:
    assert len(played.cover._rows) == SHOWN
    assert played.cover._rows[0].chosen and not played.cover._rows[1].chosen


def test_one_is_taken_back_with_a_tap_and_brought_back(played: Any) -> None:
    before = len(played.playing.table.entries)
    played.hand.tap("Take the last one back")
    assert len(played.playing.table.entries) == before - 1
    assert played.cover is None
    played.open("history")
    played.hand._pause(0.0)
    played.hand.tap("Bring back")
    assert len(played.playing.table.entries) == before


def test_more_are_marked_and_want_to_be_held(played: Any) -> None:
    before = len(played.playing.table.entries)
    played.hand.touch(played.cover._rows[3])
    assert [card.chosen for card in played.cover._rows[:5]] == [True, True, True, True, False]
    button = played.hand.find("Take 4 back")
    button.hold = 60.0  # however slowly this machine taps
    played.hand.touch(button)
    assert len(played.playing.table.entries) == before, "a tap is not enough"
    button.hold = 0.1
    played.hand.hold("Take 4 back")
    assert len(played.playing.table.entries) == before - 4


def test_at_the_beginning_there_is_nothing_to_take_back(app: Any) -> None:
    app.begin(find_game("classic"), seats_of(3), {})
    app.open("history")
    app.hand._pause(0.0)
    assert app.hand.sees("Nothing has been answered yet")
    assert not app.hand.sees("Take the last")
