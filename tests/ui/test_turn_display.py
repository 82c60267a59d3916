"""Whose turn it is, across the table: hand-over, ambient view, and the screen turned towards who plays."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from kivy.core.window import Window

from companion.games import find_game
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui import theme


@pytest.fixture
def shown(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The app with its turn display, and a clock that a test sets."""
    from companion.ui import turn_display

    app.now = 1000.0
    monkeypatch.setattr(turn_display, "monotonic", lambda: app.now)
    app.turn_display._enabled = True
    app.start_game(find_game("classic"), seats_of(2), {"placing": "all at once"})
    screen.frames(3)
    yield app
    Window.rotation = 0


def play(shown: Any, part: str, turn: int) -> None:
    """Play until this many turns have begun."""
    session, bot = shown.playing, RandomBot(1)
    while (session.table.timeline.part, session.table.state.turn) != (part, turn):
        session.answer(bot.answer(session.question))


def test_a_change_of_turn_is_shown_over_the_whole_screen(shown: Any, screen: Any) -> None:
    assert not shown.turn_display.card
    play(shown, "turn", 1)
    card = shown.turn_display.card
    assert (card.title, card.text) == ("Red", "Your turn: 4 armies") or card.text.startswith("Your turn: ")
    seq = shown.playing.seq
    screen.frames(2)
    assert tuple(card.size) == tuple(shown.size)
    shown.pointer.tap_at(*shown.home.board.where("brazil"))
    assert shown.turn_display.card is None
    assert shown.playing.seq == seq, "the tap that skips it answers nothing"


def test_within_a_turn_nothing_is_shown(shown: Any) -> None:
    play(shown, "turn", 1)
    shown.turn_display.close()
    bot, session = RandomBot(1), shown.playing
    session.answer(bot.answer(session.question))
    assert session.table.state.turn == 1
    assert shown.turn_display.card is None


def test_it_can_be_switched_off(shown: Any) -> None:
    shown.context.settings = replace(shown.context.settings, hand_over=False)
    play(shown, "turn", 2)
    assert shown.turn_display.card is None


def test_an_untouched_screen_shows_whose_turn_it_is(shown: Any, screen: Any) -> None:
    play(shown, "turn", 1)
    shown.turn_display.close()
    shown.now += theme.AMBIENT_SECONDS - 1
    shown.turn_display.tick()
    assert shown.turn_display.card is None
    shown.now += 2
    shown.turn_display.tick()
    card = shown.turn_display.card
    assert card is not None and card.step and ":" in card.text
    screen.frames(2)
    shown.pointer.tap_at(*shown.center)
    assert shown.turn_display.card is None


@pytest.mark.parametrize("covered", [True, False])
def test_who_reads_or_switched_it_off_is_left_alone(shown: Any, covered: bool) -> None:
    play(shown, "turn", 1)
    shown.turn_display.close()
    if covered:
        shown.open_overlay("why")
    else:
        shown.context.settings = replace(shown.context.settings, ambient=False)
    shown.now += 2 * theme.AMBIENT_SECONDS
    shown.turn_display.tick()
    assert shown.turn_display.card is None


def test_letters_are_legible_across_the_table() -> None:
    from companion.ui.widgets.controls import drawing

    assert drawing.text_texture("H", theme.DISTANT, theme.TEXT).height * 0.55 >= 29


def test_the_screen_turns_towards_who_plays(shown: Any) -> None:
    shown.context.settings = replace(shown.context.settings, face_player=True, hand_over=False)
    faced = set()
    for turn in (1, 2, 3):
        play(shown, "turn", turn)
        faced.add((shown.playing.table.timeline.active, Window.rotation))
    assert faced == {("red", 0), ("blue", 180)}
