"""One offscreen window for all tests of the screen. Kivy reads its environment when it is first imported."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")
os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
os.environ.setdefault("KIVY_METRICS_DENSITY", "1")
os.environ.setdefault("KIVY_HOME", tempfile.mkdtemp(prefix="kivy-home-"))

WIDTH, HEIGHT = 800, 480
FRAME = 0.005
"""Seconds between two frames while time passes."""
SURFACE = 1280
"""Offscreen, a window keeps the surface it was opened with: it is opened as large as any test makes it."""


class Screen:
    """The window as a test sees it: show a widget, touch it, let time pass, take a picture."""

    def __init__(self, window: Any) -> None:
        self.window = window

    def show(self, widget: Any) -> Any:
        """Put a widget alone on the window, as large as its size hints say; nothing is drawn yet."""
        self.clear()
        self.window.add_widget(widget)
        self.frames(2, drawn=False)
        return widget

    def clear(self) -> None:
        """Take everything off the window."""
        for widget in list(self.window.children):
            self.window.remove_widget(widget)

    def frames(self, count: int = 1, *, drawn: bool = True) -> None:
        """Let this many frames pass; only the last is drawn, unless nobody looks."""
        from kivy.base import EventLoop

        from companion.demonstrations.offscreen import without_drawing

        with without_drawing(self.window):
            for _ in range(count - drawn):
                EventLoop.idle()
        if drawn:
            EventLoop.idle()

    def seconds(self, duration: float) -> None:
        """Let real time pass, in frames that are not drawn."""
        from kivy.base import EventLoop

        from companion.demonstrations.offscreen import without_drawing

        end = monotonic() + duration
        with without_drawing(self.window):
            while monotonic() < end:
                EventLoop.idle()
                sleep(FRAME)
            EventLoop.idle()

    def until(self, reached: Callable[[], bool], timeout: float = 60.0) -> None:
        """Let frames pass until something is so, however slowly this machine draws.

        Raises:
            AssertionError: it is not so after this many seconds.
        """
        end = monotonic() + timeout
        while not reached():
            assert monotonic() < end, "what is waited for does not come"
            self.seconds(FRAME)

    def finger(self, x: float, y: float) -> Any:
        """Return a finger over the window: call its touch_down, touch_move and touch_up."""
        from kivy.tests.common import UnitTestTouch

        return UnitTestTouch(x, y)

    def tap(self, x: float, y: float) -> None:
        """Tap a point of the window."""
        finger = self.finger(x, y)
        finger.touch_down()
        self.frames(drawn=False)
        finger.touch_up()
        self.frames(drawn=False)

    def tap_on(self, widget: Any) -> None:
        """Tap the middle of a widget."""
        self.tap(*widget.to_window(*widget.center))

    def hold_on(self, widget: Any, duration: float) -> None:
        """Keep a finger on the middle of a widget."""
        finger = self.finger(*widget.to_window(*widget.center))
        finger.touch_down()
        self.seconds(duration)
        finger.touch_up()
        self.frames(drawn=False)

    def find(self, words: str) -> Any:
        """Return the widget that a person finds by its words; the topmost, where several bear them."""
        for child in self.window.children:
            for widget in child.walk():
                if words in (getattr(widget, "text", None), getattr(widget, "title", None)):
                    return widget
        raise LookupError(f"Nothing on the window says {words!r}.")

    def picture(self, path: Path) -> Path:
        """Write what the window shows to a PNG file."""
        self.frames(2)
        written = self.window.screenshot(name=str(path))
        return Path(written).rename(path)

    def resize(self, width: int, height: int) -> None:
        """Make the window another size, each side at most `SURFACE`."""
        from companion.ui.theme import METRICS

        self.window.size = (width, height)
        METRICS.fit(width, height)
        self.frames(2, drawn=False)


def open_window() -> Any:
    """Open the one window, with no display at all."""
    from kivy.config import Config

    Config.set("graphics", "width", str(SURFACE))
    Config.set("graphics", "height", str(SURFACE))
    Config.set("graphics", "maxfps", "0")
    Config.set("graphics", "multisamples", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.ui import theme

    Clock._max_fps = 0.0  # a test that imported the clock before this had it sleep between frames
    EventLoop.ensure_window()
    EventLoop.status = "started"
    Window.clearcolor = theme.BACKGROUND
    return Window


@pytest.fixture(scope="session")
def _window() -> Any:
    return open_window()


@pytest.fixture
def screen(_window: Any) -> Iterator[Screen]:
    """The window, empty and of the usual size."""
    shown = Screen(_window)
    if tuple(_window.size) != (WIDTH, HEIGHT):
        shown.resize(WIDTH, HEIGHT)
    yield shown
    shown.frames(drawn=False)
    shown.clear()
    shown.frames(drawn=False)


@pytest.fixture
def heard() -> Callable[..., Callable[..., None]]:
    """Make listeners: ``heard(list)`` gives a handler that appends what an event carries."""

    def listener(into: list[Any]) -> Callable[..., None]:
        return lambda _sender, *what: into.append(what[0] if len(what) == 1 else what)

    return listener


@contextmanager
def make_app(screen: Screen, folder: Path) -> Iterator[Any]:
    """The whole app on the window, with a simulated panel, no camera, and its games in a folder."""
    from companion.app.app_context import AppContext
    from companion.app.panel_controller import Presses
    from companion.demonstrations.offscreen import ALL_SCREENS
    from companion.games import GAMES
    from companion.hardware.discovery import simulated_panel
    from companion.journal.journal import Journal
    from companion.referee.dice_roller import DiceRoller
    from companion.ui.pointer import Pointer
    from companion.ui.shell import Shell
    from companion.ui.ui_driver import UiDriver

    presses = Presses()
    panels = simulated_panel(presses.put)
    journal = Journal.open(folder / "games.sqlite")
    context = AppContext(journal, GAMES, DiceRoller(1), None, panels, presses)
    shell = Shell(context, ALL_SCREENS, guard_seconds=0.0, show_turns=False)
    shell.pointer = Pointer(
        lambda seconds: screen.seconds(seconds) if seconds else screen.frames(3, drawn=False)
    )
    shell.driver = UiDriver(shell, shell.pointer, screen.seconds)
    shell.panel = panels.panels[0]
    screen.show(shell)
    try:
        yield shell
    finally:
        shell.close()
        journal.close()


def play_unseen(shell: Any, bot: Any, done: Callable[[Any], bool]) -> None:
    """Have a player answer without the screen until this is so of the session, then show the game."""
    session = shell.playing
    session.unsubscribe(shell._on_change)
    while not done(session):
        session.answer(bot.answer(session.question))
    session.subscribe(shell._on_change)
    shell.banner.close()
    shell._on_change()


@pytest.fixture
def app(screen: Screen, tmp_path: Path) -> Iterator[Any]:
    """The whole app, with games in a folder of its own."""
    with make_app(screen, tmp_path) as shell:
        yield shell
