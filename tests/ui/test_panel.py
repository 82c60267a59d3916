"""The panel and the game: lights follow it, buttons answer it, and no press means the wrong question."""

from typing import Any

import pytest

from companion.games import find_game
from companion.hardware.panel import ASK, BLANK, CONFIRM, END, NEXT, UNDO, seat_button
from companion.hardware.signals import ATTENTION, frame
from companion.referee.questions import Deploy, PickOrEnd, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from tests.ui.conftest import play_unseen

READ = 0.4


@pytest.fixture
def playing(app: Any) -> Any:
    """Three players at the first question of a game."""
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    return app


@pytest.fixture
def to(playing: Any, screen: Any) -> Any:
    """Play on by stand-in until the open question is of a kind, and let the players read it."""

    def go_on(kind: Any, fits: Any = lambda _: True) -> Any:
        play_unseen(
            playing,
            RandomBot(4),
            lambda session: isinstance(session.question, kind) and fits(session.question),
        )
        screen.seconds(READ)
        return playing.playing.question

    return go_on


@pytest.fixture
def press(playing: Any, screen: Any) -> Any:
    def once(button: Any, *, long: Any = False) -> None:
        playing.panel.press(button, long=long)
        while not playing.context.presses.empty():
            screen.frames()
        screen.frames(2)

    return once


def test_without_a_game_all_is_dark(app: Any, screen: Any) -> None:
    screen.seconds(0.3)
    assert app.panel.frame == BLANK
    assert app.strip.parent is None, "buttons mean nothing in the lobby"


def test_lights_are_those_of_the_game(playing: Any, to: Any) -> None:
    question = to(PickOrEnd)
    table = playing.playing.table
    assert playing.panel.frame == frame(table.timeline, playing.playing.seats, question, "note")


def test_next_points_and_confirm_takes(playing: Any, to: Any, press: Any) -> None:
    question = to(Deploy)
    press(NEXT)
    press(NEXT)
    assert playing.home.board.pointed == question.allowed[1]
    press(CONFIRM)
    entry = playing.playing.table.entries[-1]
    assert (entry.value, entry.by) == ({"place": question.allowed[1], "count": 1}, "panel")


def test_held_confirm_puts_all(playing: Any, to: Any, press: Any) -> None:
    question = to(Deploy)
    press(NEXT)
    press(CONFIRM, long=True)
    assert playing.playing.table.entries[-1].value["count"] == question.most


def test_confirm_without_a_choice_points_first(playing: Any, to: Any, press: Any) -> None:
    to(Deploy)
    before = playing.playing.seq
    press(CONFIRM)
    assert playing.playing.seq == before
    assert playing.home.board.pointed is not None


def test_the_second_of_two_quick_presses_answers_nothing(
    playing: Any, to: Any, press: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    to(Deploy)
    press(NEXT)
    press(CONFIRM)
    monkeypatch.setattr("companion.app.night.panel_controller.READING", 60.0)  # however slow this machine is
    answered = playing.playing.seq
    press(NEXT)
    press(CONFIRM)
    assert playing.playing.seq == answered


def test_end_ends(playing: Any, to: Any, press: Any) -> None:
    to(PickOrEnd)
    assert playing.playing.table.state.step == "attack"
    press(END)
    assert playing.playing.table.state.step != "attack"


def test_undo_and_undo_of_the_turn(playing: Any, to: Any, press: Any, screen: Any) -> None:
    to(Roll)
    press(UNDO)
    assert isinstance(playing.playing.question, PickOrEnd)
    screen.seconds(READ)
    press(UNDO, long=True)
    starts = [position.entry_count for position in playing.playing.table.positions if position.turn_start]
    assert len(playing.playing.table.entries) == max(starts)


def test_why_and_back_and_pause_and_go_on(playing: Any, to: Any, press: Any) -> None:
    to(PickOrEnd)
    press(ASK)
    assert playing.overlay.name == "why"
    press(CONFIRM)
    assert playing.overlay.name == "why", "under a cover nothing is answered"
    press(ASK)
    assert playing.overlay is None
    press(ASK, long=True)
    assert playing.playing.clocks.paused
    press(ASK, long=True)
    assert not playing.playing.clocks.paused


def test_the_defender_claims_a_die(playing: Any, to: Any, press: Any) -> None:
    question = to(Roll, lambda roll: roll.pools[1].most == 2)
    defence = question.pools[1]
    number = [seat.id for seat in playing.playing.seats].index(defence.seat)
    press(seat_button(number), long=True)
    assert playing.home.question.pools[1].most == 1
    assert playing.playing.question == question, "the game's own question stands"


def test_a_refusal_is_seen_and_heard_and_any_button_puts_it_away(playing: Any, to: Any, press: Any) -> None:
    question = to(PickOrEnd)
    playing.home._explain(sorted(question.denied)[0])
    assert playing.panel.frame.attention == ATTENTION["refusal"]
    seq = playing.playing.seq
    press(END)
    assert not playing.close_popup()
    assert playing.playing.seq == seq


def test_presses_on_a_dark_screen_only_wake_it(playing: Any, to: Any, press: Any, screen: Any) -> None:
    from companion.ui.screen_saver import ScreenSaver

    to(PickOrEnd)
    playing.screen_saver = ScreenSaver(screen.window, 600.0)
    answers = len(playing.playing.table.entries)
    playing.screen_saver.blank()
    press(END)
    assert not playing.screen_saver.blanked
    assert len(playing.playing.table.entries) == answers
    press(END)
    assert len(playing.playing.table.entries) == answers + 1
    playing.screen_saver.close()
