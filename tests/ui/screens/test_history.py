"""Undo: one answer with a tap, more by holding, and bringing back what was undone."""

from typing import Any

import pytest

from companion.games import find_game
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.screens.history import SHOWN
from tests.ui.conftest import play_unseen


@pytest.fixture
def played(app: Any) -> Any:
    """A game with more answers than the list shows."""
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(app, RandomBot(2), lambda session: len(session.table.entries) >= SHOWN + 20)
    app.open_overlay("history")
    app.pointer._pause(0.0)
    return app


def test_undo_is_the_last_page_of_the_chronicle(played: Any) -> None:
    assert len(played.overlay._rows) == SHOWN
    told = [event for turn in played.playing.chronicle.turns for event in turn.events]
    newest = [event.text for event in told if event.entry == len(played.playing.table.entries)]
    assert all(text in played.overlay._rows[0].text for text in newest)
    assert played.overlay._rows[0].text.startswith("Round ")
    assert played.overlay._rows[0].chosen and not played.overlay._rows[1].chosen


def test_one_is_taken_back_with_a_tap_and_brought_back(played: Any) -> None:
    before = len(played.playing.table.entries)
    played.pointer.tap("Undo the last one")
    assert len(played.playing.table.entries) == before - 1
    assert played.overlay is None
    played.open_overlay("history")
    played.pointer._pause(0.0)
    played.pointer.tap("Redo")
    assert len(played.playing.table.entries) == before


def test_more_are_marked_and_want_to_be_held(played: Any) -> None:
    before = len(played.playing.table.entries)
    played.pointer.touch(played.overlay._rows[3])
    assert [card.chosen for card in played.overlay._rows[:5]] == [True, True, True, True, False]
    button = played.pointer.find("Undo 4")
    button.hold = 60.0  # however slowly this machine taps
    played.pointer.touch(button)
    assert len(played.playing.table.entries) == before, "a tap is not enough"
    button.hold = 0.1
    played.pointer.hold("Undo 4")
    assert len(played.playing.table.entries) == before - 4


def test_at_the_beginning_there_is_nothing_to_take_back(app: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    app.open_overlay("history")
    app.pointer._pause(0.0)
    assert app.pointer.shows("Nothing has been answered yet")
    assert not app.pointer.shows("Undo the last")
