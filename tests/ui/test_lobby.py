"""The lobby and what lies behind it: names, saved games handed on."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import GAMES, find_game
from companion.referee.random_bot import RandomBot
from companion.referee.seats import Seat, seats_of
from companion.ui.widgets.controls.keyboard import Keyboard
from tests.ui.conftest import play_unseen

FOR_A_GAME = (
    "aiohttp",
    "companion.app.night.session",
    "companion.referee.questions",
    "companion.ui.screens.table",
    "companion.ui.turn_display",
    "companion.vision.reader",
    "cv2",
    "serial",
)
"""What the lobby is drawn without."""


def test_the_lobby_loads_nothing_that_only_a_game_needs(tmp_path: Path) -> None:
    script = f"""
import sys
from companion.cli import main
from companion.ui import app
app.CompanionApp._ready = app.CompanionApp.stop
main(["play", "--size", "800x480", "--data", {str(tmp_path)!r}, "--camera", "none", "--panel", "none"])
print(*(name for name in {FOR_A_GAME!r} if name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen"},
    )
    assert done.stdout.split() == []


def play(app: Any, screen: Any, answers: Any) -> None:
    app.start_game(find_game("classic"), seats_of(2), {"placing": "all at once"})
    play_unseen(app, RandomBot(1), lambda session: len(session.table.entries) >= answers)
    app.leave_game()
    screen.frames(4)


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_the_lobby_has_room_for_an_open_game_and_its_players(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch, size: Any
) -> None:
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    screen.resize(*size)
    names = ("Anna", "Benjamin", "Charlotte", "Dimitri", "Eva", "Francesca")
    app.start_game(find_game("starcraft"), seats_of(6, names), {})
    app.leave_game()
    found = []
    for game in GAMES:
        app.home._choose_game(game)
        screen.frames(4)
        found += overflow.found(app.home)
    app.open_overlay("games", lobby=app.home)
    screen.frames(4)
    assert found + overflow.found(app.overlay) == []


def test_every_game_can_be_seen_and_chosen(app: Any) -> None:
    for game in GAMES:
        app.pointer.tap(game.title)
        assert app.home.game is game
        assert app.pointer.shows(game.tagline)


def test_a_name_is_typed_with_a_finger(app: Any, screen: Any) -> None:
    app.open_overlay("seats", lobby=app.home)
    screen.frames(4)
    app.pointer.tap("Name")
    keyboard = app.pointer.find_kind(Keyboard)
    for letter in ("A", "n", "n"):
        app.pointer.tap(letter)
    keyboard.finish()
    assert [seat.name for seat in app.home.seats] == ["Red", "Blue", "Ann"]
    screen.frames(4)
    app.pointer.tap("Colour")
    app.pointer.tap("Purple")
    assert app.home.seats[2].colour == "purple"
    assert app.home.seats[2].name == "Ann", "a new colour keeps the name"


def test_an_empty_name_changes_nothing(app: Any, screen: Any) -> None:
    app.open_overlay("seats", lobby=app.home)
    screen.frames(4)
    app.pointer.tap("Name")
    app.pointer.find_kind(Keyboard).finish()
    assert [seat.name for seat in app.home.seats] == ["Red", "Blue", "Green"]


def test_a_game_is_saved_to_a_file_and_taken_in_again(app: Any, screen: Any) -> None:
    play(app, screen, 20)
    app.pointer.tap("Games")
    app.pointer.tap("Save")
    assert app.pointer.shows("Saved as")
    assert len(app.context.journal.games()) == 1
    app.pointer.tap("Import")
    games = app.context.journal.games()
    assert len(games) == 2
    assert {record.entry_count for record in games} == {20}


def test_a_broken_file_says_so_and_changes_nothing(
    app: Any, screen: Any, caplog: pytest.LogCaptureFixture
) -> None:
    play(app, screen, 3)
    app.pointer.tap("Games")
    app.pointer.tap("Save")
    file = next((app.context.journal.path.parent / "saved games").iterdir())
    file.write_bytes(file.read_bytes()[:200])
    app.pointer.tap("Import")
    assert len(app.context.journal.games()) == 1
    assert file.name in caplog.text


@pytest.mark.every(3, first=2)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_begins_with_three_taps(app: Any, screen: Any, game: Any) -> None:
    screen.frames(3)
    preset = game.presets[:1]  # a game may have none: then it is two taps
    for words in (game.title, *(one.title for one in preset), "Start"):
        app.pointer.tap(words)
        screen.frames(2)
    assert app.playing.game.id == game.id
    for name, value in (item for one in preset for item in one.house_rules.items()):
        assert getattr(app.playing.table.state.house, name) == value


def test_the_last_players_sit_down_with_a_tap(app: Any, screen: Any) -> None:
    app.start_game(find_game("classic"), seats_of(2, ("Ann", "Bob")), {})
    app.leave_game()
    screen.frames(4)
    app.home.seats = tuple(replace(seat, kept_name=seat.colour.capitalize()) for seat in seats_of(3)[1:])
    app.home.refresh()
    screen.frames(3)
    app.pointer.tap("Ann")
    assert (app.home.seats[0].name, app.home.seats[0].colour, app.home.seats[0].emblem) == (
        "Ann",
        "red",
        "star",
    )
    screen.frames(3)
    app.pointer.tap("Bob")
    assert [seat.name for seat in app.home.seats] == ["Ann", "Bob"]
    assert app.home.seats[1].colour == "blue", "in the colour of the last game"


def test_a_badge_opens_its_seat(app: Any, screen: Any) -> None:
    from companion.ui.widgets.players.seating_plan import SeatingPlan

    screen.frames(3)
    plan = app.pointer.find_kind(SeatingPlan)
    app.pointer.touch(plan._badges[1])
    assert app.overlay.name == "seats"


def test_a_first_turn_is_explained_once(app: Any, screen: Any) -> None:
    from companion.ui.widgets.controls.bubble import Bubble

    screen.frames(3)
    app.pointer.tap("Learn")
    screen.frames(3)
    assert app.pointer.shows(find_game("classic").rulebook.rules[0].title)
    app.pointer.tap("Play a first turn")
    screen.frames(4)
    bubble = app.pointer.find_kind(Bubble)
    assert bubble.text == find_game("classic").lessons[0].text
    app.pointer.touch(bubble)
    app.playing.undo() if app.playing.table.entries else None
    screen.frames(4)
    assert not any(isinstance(child, Bubble) for child in app.children)


def test_a_box_with_colours_of_its_own_sets_them_until_somebody_chose(app: Any) -> None:
    app.pointer.tap("Battlefield Rogue")
    app.pointer.tap("4")
    assert [seat.colour for seat in app.home.seats] == ["orange", "blue", "gray", "black"]
    app.pointer.tap("Classic Risk")
    assert [seat.colour for seat in app.home.seats] == ["red", "blue", "green", "yellow"]
    app.home.seats = (Seat("white", "Anna", "white", "star"), *app.home.seats[1:])
    app.pointer.tap("Battlefield Rogue")
    assert [seat.colour for seat in app.home.seats] == ["white", "blue", "green", "yellow"], "as chosen"


def test_presets_that_have_no_room_are_one_tap_further(app: Any, screen: Any) -> None:
    app.pointer.tap("More")
    screen.frames(3)
    app.pointer.tap("Italy")
    screen.frames(3)
    assert app.home.chosen and app.pointer.find("Italy").kind == "primary"
    app.pointer.tap("By the book")
    assert app.home.chosen == {}
