"""One offscreen window for all tests of screens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

WIDTH, HEIGHT = 800, 480
FRAME = 0.005
"""Seconds between two frames."""
SURFACE = 1280
"""Side of the offscreen surface, which cannot grow later: the largest window of any test."""


class Screen:
    """The window for tests: show a widget, touch it, wait, take a screenshot."""

    def __init__(self, window: Any) -> None:
        self.window = window

    def show(self, widget: Any) -> Any:
        """Show only this widget, as large as its size hints say; nothing is drawn yet."""
        self.clear()
        self.window.add_widget(widget)
        self.frames(2)
        return widget

    def clear(self) -> None:
        """Remove all widgets from the window."""
        for widget in list(self.window.children):
            self.window.remove_widget(widget)

    def frames(self, count: int = 1, *, drawn: bool = False) -> None:
        """Advance this many frames. Drawing is a fifth of the work: whoever looks at pixels asks for it."""
        from kivy.base import EventLoop

        from companion.tools.demonstrations.offscreen import without_drawing

        with without_drawing(self.window):
            for _ in range(count - drawn):
                EventLoop.idle()
        if drawn:
            EventLoop.idle()

    def seconds(self, duration: float) -> None:
        """Let real time pass in frames that are not drawn."""
        from kivy.base import EventLoop

        from companion.tools.demonstrations.offscreen import without_drawing

        end = monotonic() + duration
        with without_drawing(self.window):
            while monotonic() < end:
                EventLoop.idle()
                sleep(FRAME)
            EventLoop.idle()

    def until(self, reached: Callable[[], bool], timeout: float = 60.0) -> None:
        """Advance frames until a condition is true, independent of the machine's speed.

        Raises:
            AssertionError: it is still false after the timeout in seconds.
        """
        end = monotonic() + timeout
        while not reached():
            assert monotonic() < end, "what is waited for does not come"
            self.seconds(FRAME)

    def finger(self, x: float, y: float) -> Any:
        """Return a simulated touch: call its touch_down, touch_move and touch_up."""
        from kivy.tests.common import UnitTestTouch

        return UnitTestTouch(x, y)

    def tap(self, x: float, y: float) -> None:
        """Tap a point of the window."""
        finger = self.finger(x, y)
        finger.touch_down()
        self.frames()
        finger.touch_up()
        self.frames()

    def tap_on(self, widget: Any) -> None:
        """Tap the centre of a widget."""
        self.tap(*widget.to_window(*widget.center))

    def hold_on(self, widget: Any, duration: float) -> None:
        """Hold the centre of a widget for this many seconds."""
        finger = self.finger(*widget.to_window(*widget.center))
        finger.touch_down()
        self.seconds(duration)
        finger.touch_up()
        self.frames()

    def tap_in_slow_frame(self, widget: Any, duration: float) -> None:
        """Tap a widget while a frame takes so many seconds; the lifted finger is told at its end."""
        from kivy.clock import Clock

        from companion.ui import theme

        finger = self.finger(*widget.to_window(*widget.center))
        finger.touch_down()
        Clock.tick()
        sleep(duration)
        Clock.tick()
        finger.touch_up()
        self.seconds(theme.SETTLE_SECONDS + 0.1)

    def find(self, words: str) -> Any:
        """Return the widget with this text or title; the topmost of several."""
        for child in self.window.children:
            for widget in child.walk():
                if words in (getattr(widget, "text", None), getattr(widget, "title", None)):
                    return widget
        raise LookupError(f"Nothing on the window says {words!r}.")

    def picture(self, path: Path) -> Path:
        """Save a screenshot as PNG."""
        self.frames(2, drawn=True)
        written = self.window.screenshot(name=str(path))
        return Path(written).rename(path)

    def resize(self, width: int, height: int) -> None:
        """Resize the window; each side at most `SURFACE`."""
        from companion.ui.theme import METRICS

        self.window.size = (width, height)
        METRICS.fit(width, height)
        self.frames(2)


def open_window() -> Any:
    """Open the only window, without a display."""
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

    Clock._max_fps = 0.0  # a test that imported the clock earlier made it sleep between frames
    EventLoop.ensure_window()
    EventLoop.status = "started"
    Window.clearcolor = theme.BACKGROUND
    return Window


@pytest.fixture(scope="session")
def _window() -> Any:
    return open_window()


@pytest.fixture
def screen(_window: Any) -> Iterator[Screen]:
    """The empty window at its normal size."""
    from companion.ui.theme import METRICS

    shown = Screen(_window)
    if tuple(_window.size) != (WIDTH, HEIGHT):
        shown.resize(WIDTH, HEIGHT)
    yield shown
    shown.frames()
    shown.clear()
    shown.frames()
    METRICS._measured.clear()  # widgets that wait to be collected would be laid out in the next test's window


@pytest.fixture
def heard() -> Callable[..., Callable[..., None]]:
    """Return a factory of event handlers: ``heard(list)`` appends what an event carries."""

    def listener(into: list[Any]) -> Callable[..., None]:
        return lambda _sender, *what: into.append(what[0] if len(what) == 1 else what)

    return listener


@contextmanager
def make_app(screen: Screen, folder: Path) -> Iterator[Any]:
    """Run the whole app in the window, with a simulated panel, no camera, and its games in a folder."""
    from companion.app.app_context import AppContext
    from companion.app.night.panel_controller import Presses
    from companion.games import GAMES
    from companion.hardware.discovery import simulated_panel
    from companion.journal.journal import Journal
    from companion.referee.dice_roller import DiceRoller
    from companion.tools.demonstrations.offscreen import ALL_SCREENS
    from companion.ui.pointer import Pointer
    from companion.ui.shell import Shell
    from companion.ui.ui_driver import UiDriver

    presses = Presses()
    panels = simulated_panel(presses.put)
    journal = Journal.open(folder / "games.sqlite")
    context = AppContext(journal, GAMES, DiceRoller(1), None, panels, presses)
    shell = Shell(context, ALL_SCREENS, guard_seconds=0.0, show_turns=False)
    shell.pointer = Pointer(lambda seconds: screen.seconds(seconds) if seconds else screen.frames(3))
    shell.driver = UiDriver(shell, shell.pointer, screen.seconds)
    shell.panel = panels.panels[0]
    screen.show(shell)
    try:
        yield shell
    finally:
        shell.close()
        journal.close()


def play_unseen(shell: Any, bot: Any, done: Callable[[Any], bool]) -> None:
    """Let a bot answer without the screen until a condition on the session is true, then show the game."""
    session = shell.playing
    session.unsubscribe(shell._on_change)
    while not done(session):
        session.answer(bot.answer(session.question))
    session.subscribe(shell._on_change)
    shell.banner.close()
    shell._on_change()


@pytest.fixture
def app(screen: Screen, tmp_path: Path) -> Iterator[Any]:
    """The whole app, with games in a temporary folder."""
    with make_app(screen, tmp_path) as shell:
        yield shell
