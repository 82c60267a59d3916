"""Whose turn it is, across the table: hand-over, a band along the edge, and a turned screen."""

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.core.window import Window
from msgspec.structs import replace

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


def waits(shown: Any, seconds: float) -> Any:
    """Let nobody touch the screen for a while; return the band that shows who plays."""
    shown.now += seconds
    shown.turn_display.tick()
    return shown.turn_display.band


def test_an_untouched_screen_shows_whose_turn_it_is(shown: Any, screen: Any) -> None:
    play(shown, "turn", 1)
    shown.turn_display.close()
    assert waits(shown, theme.AMBIENT_SECONDS - 1) is None
    band = waits(shown, 2)
    screen.frames(2)
    assert band.title == "Red: Reinforce" and ":" in band.text
    assert (tuple(band.pos), tuple(band.size)) == (tuple(shown.home.seats.pos), tuple(shown.home.seats.size))
    shown.pointer.tap_at(*band.center)
    screen.frames(2)
    assert shown.turn_display.band is None
    assert shown.overlay is None, "the seats below take no tap that was meant for the band"


def test_while_it_shows_who_plays_the_first_tap_counts(shown: Any, screen: Any) -> None:
    play(shown, "turn", 1)
    shown.turn_display.close()
    screen.seconds(0.5)  # the new question can be read
    assert waits(shown, 2 * theme.AMBIENT_SECONDS) is not None
    screen.frames(2)
    panel = shown.home.panel
    place = sorted(panel.places)[0]
    before = (shown.playing.seq, panel.marked, str(vars(panel)))
    shown.pointer.tap_at(*shown.home.board.where(place))
    screen.frames(2)
    assert (shown.playing.seq, shown.home.panel.marked, str(vars(shown.home.panel))) != before
    assert shown.turn_display.band is None


def test_who_sits_opposite_reads_it_from_there(shown: Any, screen: Any) -> None:
    play(shown, "turn", 2)
    shown.turn_display.close()
    band = waits(shown, 2 * theme.AMBIENT_SECONDS)
    screen.frames(2)
    assert band.opposite and band.title.startswith("Blue")
    assert tuple(band.pos) == tuple(shown.home.strip.pos)
    assert band.right <= shown.home.strip.pause.x, "Pause is not covered"


@pytest.mark.every(2, first=1)
@pytest.mark.parametrize("covered", [True, False])
def test_who_reads_or_switched_it_off_is_left_alone(shown: Any, covered: bool) -> None:
    play(shown, "turn", 1)
    shown.turn_display.close()
    if covered:
        shown.open_overlay("why")
    else:
        shown.context.settings = replace(shown.context.settings, ambient=False)
    assert waits(shown, 2 * theme.AMBIENT_SECONDS) is None


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


def test_a_turned_screen_is_answered_where_it_is_touched(shown: Any, screen: Any) -> None:
    play(shown, "turn", 1)
    shown.turn_display.close()
    Window.rotation = 180
    screen.frames(2)
    question = shown.playing.question
    shown.driver.give({"place": question.allowed[-1], "count": question.most})
    assert shown.playing.table.entries[-1].value == {"place": question.allowed[-1], "count": question.most}
    shown.pointer.tap("Why?")
    assert shown.overlay is not None and shown.overlay.name == "why"
