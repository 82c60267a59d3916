"""The app: it goes on with the last game, fits every window, sleeps, and leaves everything tidy."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.app_context import AppContext
from companion.app.machine.owner_pin import OwnerPin
from companion.app.machine.releases import CONFIRMED, Releases
from companion.app.night.panel_controller import Presses
from companion.app.night.session import Session
from companion.games import GAMES, find_game
from companion.hardware.panel_group import PanelGroup
from companion.journal.journal import Journal
from companion.referee.dice_roller import DiceRoller
from companion.referee.seats import seats_of
from tests.app.machine.signed_releases import release


@pytest.fixture
def window(screen: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A window that remembers who listens to it."""
    bound: dict[str, list[Any]] = {}

    def bind(**calls: Any) -> None:
        for event, call in calls.items():
            bound.setdefault(event, []).append(call)

    window = SimpleNamespace(
        bind=bind, unbind=lambda **_: None, bound=bound, size=tuple(screen.window.size), clearcolor=None
    )
    monkeypatch.setattr("companion.ui.app.Window", window)
    return window


@pytest.fixture
def context(tmp_path: Path) -> AppContext:
    """No camera, no buttons, and a tray that knows whether it was closed."""
    closed: list[bool] = []
    tray: Any = SimpleNamespace(
        close=lambda: closed.append(True), was_closed=closed, can_read=lambda _: False, record=lambda _: None
    )
    journal = Journal.open(tmp_path / "games.sqlite")
    return AppContext(journal, GAMES, DiceRoller(1), tray, PanelGroup(()), Presses())


def started(screen: Any, context: AppContext, **how: Any) -> Any:
    from companion.ui.app import CompanionApp

    app = CompanionApp(context, {}, **how)
    _started.append(app)
    screen.show(app.build())
    screen.frames(3)
    return app


_started: list[Any] = []


@pytest.fixture(autouse=True)
def _stopped() -> Iterator[None]:
    """Stop every app: its screen saver would go dark in another test, ten minutes later."""
    yield
    while _started:
        _started.pop().on_stop()


def begun(context: AppContext) -> int:
    """Sit down to a game and answer nothing."""
    return Session.begin(context.journal, find_game("classic"), seats_of(2), {}).number


@pytest.mark.usefixtures("window")
def test_it_goes_on_with_the_last_game(screen: Any, context: AppContext) -> None:
    number = begun(context)
    app = started(screen, context)
    assert app.shell.playing.number == number
    app.on_stop()


@pytest.mark.usefixtures("window")
def test_what_a_stopped_app_repeats_ends(
    screen: Any, context: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Apps of other tests went on to collect the garbage of this one."""
    from companion.ui.app import CompanionApp

    ran: list[bool] = []
    monkeypatch.setattr("companion.ui.app.PRELOAD_EVERY", 0.01)
    monkeypatch.setattr(CompanionApp, "_preload", lambda _: ran.append(True))
    app = started(screen, context)
    screen.until(lambda: bool(ran))
    app.on_stop()
    ran.clear()
    screen.seconds(0.1)
    assert ran == []


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("resume", [True, False])
def test_what_was_damaged_is_told_until_a_tap(screen: Any, context: AppContext, resume: bool) -> None:
    from companion.ui.pointer import Pointer

    number = begun(context)
    context.repairs.add("Friday had 60 answers; 46 are still there.")
    app = started(screen, context, resume=resume)
    pointer = Pointer(lambda _: screen.frames(3))
    assert (app.shell.session is not None) == resume
    if resume:
        assert app.shell.playing.number == number
        app.shell.playing.pause()
        app.shell._on_change()
    screen.seconds(1.0)
    assert pointer.shows("Friday had 60 answers")
    pointer.tap("I have read it")
    assert app.shell.overlay is None and context.repairs.messages == ()
    app.on_stop()


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("resume", [True, False])
def test_without_a_game_or_when_told_so_it_opens_the_lobby(
    screen: Any, context: AppContext, resume: bool
) -> None:
    if not resume:
        begun(context)
    app = started(screen, context, resume=resume)
    assert app.shell.session is None and app.shell.home.name == "lobby"
    app.on_stop()


@pytest.mark.usefixtures("window")
def test_a_game_that_stops_every_start_waits_in_the_lobby(
    screen: Any, context: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the watchdog ends a start that takes too long: nothing is caught."""
    from companion.ui.app import CompanionApp
    from companion.ui.shell import Shell

    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    number = begun(context)
    with monkeypatch.context() as patched:
        patched.setattr(Shell, "resume_game", killed)
        for _ in range(2):
            app = CompanionApp(context, {})
            root = app.build()
            with pytest.raises(Killed):
                screen.show(root)
                screen.frames(3)
            app.shell.close()
            screen.clear()
            screen.frames(3)  # what the killed frame left to do, such as the delay of the screen saver
            app.shell.screen_saver.close()
    app = started(screen, context)
    assert app.shell.session is None
    assert "has stopped the companion twice" in context.repairs.messages[0]
    app.shell.resume_game(number)
    assert app.shell.playing.number == number, "by hand it may be tried"
    app.on_stop()


def test_a_window_that_changes_its_size_is_fitted(screen: Any, window: Any, context: AppContext) -> None:
    from companion.ui.theme import METRICS

    app = started(screen, context)
    before = app.shell.home
    (fit,) = window.bound["size"]
    fit(window, (720, 1280))
    assert METRICS.portrait and app.shell.home is not before, "the lobby is laid out anew"
    screen.resize(800, 480)
    app.on_stop()


@pytest.mark.usefixtures("window")
def test_stopping_twice_with_an_open_game_closes_once(screen: Any, context: AppContext) -> None:
    """As Kivy does it after a SIGTERM: at once, and again when its loop has ended."""
    number = begun(context)
    app = started(screen, context)
    assert app.shell.playing.number == number
    app.on_stop()
    app.on_stop()
    with Journal.open(context.journal.path) as journal:
        assert journal.load(number).record.id == number


@pytest.mark.usefixtures("window")
def test_stopping_leaves_everything_tidy(screen: Any, context: AppContext) -> None:
    app = started(screen, context)
    app.on_stop()
    assert context.tray is not None and context.tray.was_closed == [True]  # type: ignore[attr-defined]
    assert not any(clock.is_triggered for clock in app.shell._clocks)


@pytest.mark.usefixtures("window")
def test_a_game_that_cannot_be_shown_leaves_the_lobby(
    screen: Any, context: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(context)

    def fail(*_: object) -> None:
        raise KeyError("city")

    monkeypatch.setattr("companion.ui.screens.table.TableScreen.refresh", fail)
    app = started(screen, context)
    assert app.shell.session is None and app.shell.home.name == "lobby"
    app.on_stop()


@pytest.mark.usefixtures("window")
def test_the_widgets_of_old_questions_are_collected_once_for_each_question(
    screen: Any, context: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(context)
    app, collected = started(screen, context), []
    monkeypatch.setattr(
        "companion.ui.app.gc", SimpleNamespace(collect=lambda: collected.append(True), freeze=lambda: None)
    )
    app._collect_garbage()
    app._collect_garbage()
    assert len(collected) == 1, "nothing has changed since"
    app.shell.playing.answer("red")
    app._collect_garbage()
    assert len(collected) == 2
    app.on_stop()


def test_frames_are_fewer_until_a_touch(context: AppContext, window: Any, screen: Any) -> None:
    app = started(screen, context, resume=False)
    assert app._frame_rate._touched in window.bound["on_touch_down"]
    app.on_stop()


def test_a_new_release_counts_from_the_first_touch(
    screen: Any, window: Any, context: AppContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    release(home, "2.0-new")
    releases = Releases(home)
    releases.switch("2.0-new")
    monkeypatch.setattr("companion.ui.app.is_kiosk", lambda: True)
    monkeypatch.setattr("companion.ui.app.own_releases", lambda: releases)
    confirmed = tmp_path / CONFIRMED
    started(screen, context)
    screen.seconds(0.5)
    assert not confirmed.exists()  # a screen that nobody can touch is no working release
    for touched in window.bound["on_touch_down"]:
        assert not touched(window, SimpleNamespace(pos=(0, 0)))
    assert confirmed.read_text() == (home / "unproven").read_text()


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize(
    ("kiosk", "known", "asked"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_the_owner_is_asked_at_the_first_start(
    screen: Any,
    context: AppContext,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kiosk: bool,
    known: bool,
    asked: bool,
) -> None:
    context.pin = OwnerPin(tmp_path)
    if known:
        begun(context)
    monkeypatch.setattr("companion.ui.app.is_kiosk", lambda: kiosk)
    app = started(screen, context, resume=False)
    assert (app.shell.overlay is not None and app.shell.overlay.name == "owner") == asked


SCRIPT = """
import ctypes, resource
from pathlib import Path
from companion.ui.app import return_free_memory
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
# Small blocks, with one kept at the end: the heap cannot shrink from there.
blocks = [library.malloc(60_000) for _ in range(1000)]
for block in blocks:
    ctypes.memset(block, 1, 60_000)
last = library.malloc(60_000)
for block in blocks:
    library.free(ctypes.c_void_p(block))
before = resident()
return_free_memory()
print(before - resident())
"""


def test_free_pages_go_back() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 50_000_000
