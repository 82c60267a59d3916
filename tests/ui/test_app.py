"""The app: it goes on with the last game, fits every window, sleeps, and leaves everything tidy."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.app_context import Equipment
from companion.app.panel_controller import Presses
from companion.app.session import Session
from companion.games import GAMES, find_game
from companion.hardware.panel_group import PanelGroup
from companion.journal import Journal
from companion.referee.dice_roller import DiceRoller
from companion.referee.seats import seats_of


@pytest.fixture
def window(screen: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A window that remembers who listens to it."""
    bound: dict[str, list[Any]] = {}

    def bind(**calls: Any) -> None:
        for event, call in calls.items():
            bound.setdefault(event, []).append(call)

    window = SimpleNamespace(bind=bind, bound=bound, size=tuple(screen.window.size), clearcolor=None)
    monkeypatch.setattr("companion.ui.app.Window", window)
    return window


@pytest.fixture
def equipment(tmp_path: Path) -> Equipment:
    """No camera, no buttons, and a tray that knows whether it was shut."""
    shut: list[bool] = []
    tray: Any = SimpleNamespace(shut=lambda: shut.append(True), was_shut=shut, can_read=lambda _: False)
    journal = Journal.open(tmp_path / "games.sqlite")
    return Equipment(journal, GAMES, DiceRoller(1), tray, PanelGroup(()), Presses())


def started(screen: Any, equipment: Equipment, **how: Any) -> Any:
    from companion.ui.app import CompanionApp

    app = CompanionApp(equipment, **how)
    screen.show(app.build())
    screen.frames(3)
    return app


def begun(equipment: Equipment) -> int:
    """Sit down to a game and answer nothing."""
    return Session.begin(equipment.journal, find_game("classic"), seats_of(2), {}).number


@pytest.mark.usefixtures("window")
def test_it_goes_on_with_the_last_game(screen: Any, equipment: Equipment) -> None:
    number = begun(equipment)
    app = started(screen, equipment)
    assert app.stage.playing.number == number
    app.on_stop()


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("resume", [True, False])
def test_without_a_game_or_when_told_so_it_opens_the_lobby(
    screen: Any, equipment: Equipment, resume: bool
) -> None:
    if not resume:
        begun(equipment)
    app = started(screen, equipment, resume=resume)
    assert app.stage.session is None and app.stage.home.name == "lobby"
    app.on_stop()


def test_a_window_that_changes_its_size_is_fitted(screen: Any, window: Any, equipment: Equipment) -> None:
    from companion.ui.theme import MEASURES

    app = started(screen, equipment)
    before = app.stage.home
    (fit,) = window.bound["size"]
    fit(window, (720, 1280))
    assert MEASURES.portrait and app.stage.home is not before, "the lobby is laid out anew"
    screen.resize(800, 480)
    app.on_stop()


@pytest.mark.usefixtures("window")
def test_stopping_leaves_everything_tidy(screen: Any, equipment: Equipment) -> None:
    app = started(screen, equipment)
    app.on_stop()
    assert equipment.tray is not None and equipment.tray.was_shut == [True]  # type: ignore[attr-defined]
    assert not any(clock.is_triggered for clock in app.stage._clocks)
