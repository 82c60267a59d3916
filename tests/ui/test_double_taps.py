"""Double taps on every control, in menus, on keyboards and in all games: nothing is entered twice."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from companion.referee.seats import seats_of
from companion.ui.machine_settings import change_settings
from companion.ui.touch_guard import TouchGuard
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.keyboard import Keyboard
from companion.ui.widgets.controls.stepper import StepButton
from tests.ui.double_taps import Walk, rooms
from tests.ui.every_game import CASES
from tests.ui.screens.test_club import Link
from tests.ui.seen_board import put_under_camera
from tests.ui.simulated_time import SimulatedTime

FIRST = list({case[0]: case for case in reversed(CASES)}.values())
"""The first case of each game."""
FEW, MANY = 40, 1000
"""Double taps in the menus and in one game, and in the menus and in each game."""
SEED = 1
SLOW_STICK = 0.01
"""Seconds until a stick is marked."""


@pytest.fixture
def walk(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """Double taps in app time that passes only as the walk says; no program of the machine is started."""

    def refuse(*command: Any, **_: Any) -> None:
        raise OSError(f"no {command} in a test")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    time = SimulatedTime(screen, app, monkeypatch.setattr)
    before = app.context.settings
    yield Walk(app, time, monkeypatch.setattr, SEED)
    change_settings(app, before)  # the walk has been in the settings too
    time.close()


@pytest.fixture
def equipped(
    app: Any, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Any:
    """The app with all that menus can show: phones, a club, an owner, a stick, a release before, a board."""
    from companion.app.machine.owner_pin import OwnerPin
    from companion.app.machine.releases import Releases
    from companion.hardware.memory_sticks import MemoryStick
    from companion.tools.demonstrations.shown_phones import ShownPhones
    from companion.ui.screens import update

    # Not in the folder of the table's data: each backup would hold all backups before it.
    stick, sticks = tmp_path_factory.mktemp("stick"), "companion.hardware.memory_sticks"
    monkeypatch.setattr(f"{sticks}.find_sticks", lambda: (MemoryStick("/dev/sda1", "", None),))
    monkeypatch.setattr(f"{sticks}.mount", lambda _: stick)
    monkeypatch.setattr(f"{sticks}.unmount", lambda _: None)
    for name in ("current", "previous"):
        (tmp_path / "releases" / name).mkdir(parents=True)
        (tmp_path / name).symlink_to(f"releases/{name}")
    monkeypatch.setattr(update, "own_releases", lambda: Releases(tmp_path))
    monkeypatch.setattr(update, "_stop", lambda: None)
    app.context.backlight = SimpleNamespace(present=True, dim=lambda _: None)
    app.context.phones, app.context.club, app.context.pin = ShownPhones(), Link(), OwnerPin(tmp_path)
    app.context.repairs.add("The settings were damaged.")
    put_under_camera(app)
    app.leave_game()
    return app


def starting(app: Any, case: tuple[str, int, dict[str, str]]) -> Callable[[], None]:
    """Return what starts a game."""
    from companion.games import find_game

    name, players, house = case

    def start() -> None:
        if app.session is None:
            app.start_game(find_game(name), seats_of(players), house)

    return start


@pytest.mark.slow
def test_a_double_tap_in_the_menus_counts_once(app: Any, walk: Walk) -> None:
    walk.play(rooms(app), FEW // 4, home_every=1)
    assert walk.wrong == []
    assert len({screen for screen, _ in walk.taps}) > FEW // 6, "it goes from screen to screen"


def test_a_double_tap_in_a_game_counts_once(app: Any, walk: Walk) -> None:
    walk.play(starting(app, FIRST[0]), FEW)
    assert walk.wrong == []


@pytest.mark.slow
def test_a_thousand_double_taps_in_the_menus_count_once_each(equipped: Any, walk: Walk) -> None:
    walk.play(rooms(equipped), MANY, home_every=6)
    assert walk.wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("case", FIRST, ids=lambda case: case[0])
def test_a_thousand_double_taps_in_a_game_count_once_each(app: Any, walk: Walk, case: Any) -> None:
    walk.play(starting(app, case), MANY)
    assert walk.wrong == []


def test_work_that_the_first_tap_began_is_not_the_second_ones(
    equipped: Any, walk: Walk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stick takes its time: its mark came among the settings between the taps, or after them."""
    pause = walk.time.pause

    def mark(_: Path) -> str:
        sleep(SLOW_STICK)
        return uuid4().hex

    def longer(seconds: float, *, frames: int | None = None) -> None:
        sleep(2 * SLOW_STICK)
        pause(seconds, frames=frames)

    monkeypatch.setattr("companion.ui.screens.backup.mark_stick", mark)
    monkeypatch.setattr(walk.time, "pause", longer)
    walk.play(lambda: equipped.open_overlay("backup"), FEW // 4, home_every=6)
    assert walk.taps["backup ", "BigButton On this stick"]
    assert walk.wrong == []


class Two:
    """A button that turns into another one, in a window whose guard has a clock that a test sets."""

    def __init__(self, screen: Any, **properties: Any) -> None:
        from kivy.uix.floatlayout import FloatLayout

        self.screen, self.now, self.tapped = screen, 100.0, list[str]()
        self.root = screen.show(FloatLayout())
        self.root.guard = TouchGuard(self.root)
        self.root.guard.clock = lambda: self.now
        self.show("one", **properties)

    def show(self, name: str, pos: tuple[float, float] = (50, 50), **properties: Any) -> None:
        """Show only this button."""
        self.root.clear_widgets()
        self.root.add_widget(
            BigButton(
                text=name,
                size_hint=(None, None),
                size=(200, 100),
                pos=pos,
                on_tap=lambda _: self.tapped.append(name),
                **properties,
            )
        )
        self.screen.frames(2)

    def tap(self, later: float = 0.0, at: tuple[float, float] = (100, 100)) -> list[str]:
        """Tap so many seconds later; return what was tapped in all."""
        self.now += later
        self.screen.tap(*at)
        return self.tapped


def test_the_second_tap_does_nothing_on_the_same_button(screen: Any) -> None:
    buttons = Two(screen)
    buttons.tap()
    assert buttons.tap(0.15) == ["one"]
    assert buttons.tap(0.4) == ["one", "one"]


def test_the_second_tap_does_nothing_on_a_button_that_came_there(screen: Any) -> None:
    buttons = Two(screen)
    buttons.tap()
    buttons.show("two")
    assert buttons.tap(0.15) == ["one"]
    assert buttons.tap(0.4) == ["one", "two"]


def test_the_second_tap_does_nothing_beside_a_button_that_was_made_anew(screen: Any) -> None:
    """A tap in the gap between two buttons counts for the nearer one; so does the second."""
    buttons, gap = Two(screen), (47, 100)
    assert buttons.tap(at=gap) == ["one"]
    buttons.show("two")
    assert buttons.tap(0.15, gap) == ["one"]


def test_a_fast_tap_elsewhere_counts(screen: Any) -> None:
    buttons = Two(screen)
    buttons.tap()
    buttons.show("two", pos=(300, 50))
    assert buttons.tap(0.1, (400, 100)) == ["one", "two"]


def test_what_may_be_meant_twice_counts_twice(screen: Any) -> None:
    buttons = Two(screen, repeats=True)
    buttons.tap()
    assert buttons.tap(0.1) == ["one", "one"]


def test_letters_and_steps_may_be_meant_twice() -> None:
    assert Keyboard()._letter("n").repeats
    assert StepButton().repeats
