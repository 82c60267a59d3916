"""Double taps on every control of the app, in menus, on keyboards and in games.

``Walk`` goes from screen to screen by double taps, each time on the control that was tapped least so far. It
notes what the second tap did: anything tapped, answered or opened, but on a key that may be meant twice.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

from companion.errors import ElementNotFound
from companion.referee.random_bot import RandomBot
from companion.ui.widgets.board.board_widget import BoardWidget
from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.controls.ruling_popup import RulingPopup
from companion.ui.widgets.controls.touch_blocker import TouchBlocker
from companion.ui.widgets.players.event_row import EventRow
from tests.ui.simulated_time import FRAME, SimulatedTime

SHORTEST, LONGEST = 0.08, 0.18
"""Seconds from the moment the finger goes up until it comes down again."""
READING = 2.5
"""Seconds that a player reads: longer than a hand-over and the guard last."""
ANSWERS_EVERY, ANSWERS = 15, 2
"""After so many double taps players answer so many questions, so that the game goes on."""
HOME_EVERY = 40
"""After so many double taps the table is shown again, or the lobby."""
EVENTS = ("on_tap", "on_denied", "on_step", "on_close", "on_done")

MENUS = (
    *("settings", "language", "time zone", "backup", "update", "club", "invitation", "games", "players"),
    *("owner", "repairs", "calibration", "faces"),
)
"""Screens without a game."""
IN_LOBBY = ("seats", "house rules", "learn")
"""Screens about the lobby's game."""
IN_GAME = (
    *("pause", "board teaching", "agreement", "board setup", "standings", "phones", "share", "measuring"),
    *("correct", "why", "settings", "history", "curves", "chronicle"),
)
"""Screens over a game."""

Target = tuple[str, Callable[[], tuple[float, float]]]


class Walk:
    """Double taps in one window.

    Args:
        app: the app.
        time: app time.
        replace: replaces an attribute, like ``monkeypatch.setattr``.
        seed: of the choice among controls that were tapped as rarely.

    Attributes:
        taps: number of double taps, by screen and control.
        wrong: what second taps did that they must not.
    """

    def __init__(self, app: Any, time: SimulatedTime, replace: Callable[..., Any], seed: int) -> None:
        self.app, self.time, self.chance = app, time, Random(seed)
        self.bot = RandomBot(seed)
        self.taps: Counter[tuple[str, str]] = Counter()
        self.wrong: list[str] = []
        self._events: list[tuple[Any, str, str]] = []
        for kind in (Tappable, RulingPopup, TouchBlocker):
            replace(kind, "dispatch", self._spy(kind), raising=False)
        app.guard.seconds, app.turn_display._enabled = 0.35, True

    def _spy(self, kind: type[Any]) -> Callable[..., Any]:
        original = kind.dispatch

        def dispatch(widget: Any, event: str, *what: Any, **named: Any) -> Any:
            if event in EVENTS:
                self._events.append((widget, event, words_of(widget)))
            return original(widget, event, *what, **named)

        return dispatch

    def play(self, start: Callable[[], None], double_taps: int, home_every: int = HOME_EVERY) -> None:
        """Tap twice so many times; `start` opens what was left each time that the walk is home again."""
        start()
        for number in range(double_taps):
            if self.app.session is None:
                self.time.pause(READING, frames=3)
            if number % home_every == home_every - 1:
                self.go_home()
                start()
            if number % ANSWERS_EVERY == ANSWERS_EVERY - 1:
                self._answer()
            self._tap_twice()
            self.time.pause(READING, frames=3)

    def go_home(self) -> None:
        """Close keyboards, popups and overlays."""
        for top in list(self.app.parent.children):
            if top is not self.app:
                self.app.parent.remove_widget(top)
        self.app.close_popup()
        self.app.show_home()
        self.time.pause(READING, frames=3)

    def _answer(self) -> None:
        for _ in range(ANSWERS):
            if self.app.session is not None and self.app.playing.question is not None:
                self.app.playing.answer(self.bot.answer(self.app.playing.question), by="script")
        self.time.pause(READING, frames=3)

    def _tap_twice(self) -> None:
        targets = list(self._targets())
        if not targets:
            self.go_home()
            return
        where = self._where()
        fewest = min(self.taps[where, name] for name, _ in targets)
        name, place = self.chance.choice([each for each in targets if self.taps[where, each[0]] == fewest])
        self.taps[where, name] += 1
        try:
            x, y = place()
        except (ElementNotFound, KeyError):
            return
        self._events, before = [], self._state()
        self.app.pointer.tap_at(x, y)
        self._finish_work()
        first, state = self._events, self._state()
        self._events = []
        self.time.pause(self.chance.uniform(SHORTEST, LONGEST) - FRAME)
        self.app.pointer.tap_at(x, y)
        self.time.pause(0.3)
        if not first and state == before:
            return  # the first one came before its question was drawn
        for widget, event, words in self._events:
            if not (getattr(widget, "repeats", False) and any(widget is each[0] for each in first)):
                did = [words for _, _, words in first]
                self.wrong.append(
                    f"{where}: {name}: {did}, then {event} of {type(widget).__name__} {words!r}"
                )
        after = self._state()
        if after != state and not self._events:
            self.wrong.append(f"{where}: {name}: {state} became {after}")

    def _finish_work(self) -> None:
        """Let work end that the first tap began, while no time passes: its result is not the second one's."""
        working = True
        while working:
            threads = {thread.name for thread in threading.enumerate()}
            working = "background" in threads or getattr(self.app.overlay, "_busy", False)
            self.app.tasks.drain()
            self.time.stand()

    def _targets(self) -> Iterator[Target]:
        """What can be tapped in front: a popup, else each control and each lit place."""
        for widget in self.app.pointer._in_front():
            if isinstance(widget, RulingPopup | TouchBlocker):
                yield type(widget).__name__, partial(self._middle, widget)
                return
        for widget in self.app.pointer._in_front():
            if isinstance(widget, Tappable) and min(widget.size) > 1:
                row = isinstance(widget, EventRow)  # one of many alike
                name = f"{type(widget).__name__} {'' if row else words_of(widget)}"
                yield name, partial(self._middle, widget)
            elif isinstance(widget, BoardWidget) and widget.selectable:
                place = self.chance.choice(sorted(widget.selectable))
                yield "place", partial(widget.where, place)

    def _middle(self, widget: Any) -> tuple[float, float]:
        self.app.pointer._bring_into_view(widget)
        x, y = widget.to_window(*widget.center)
        return x, y

    def _where(self) -> str:
        """The name of the screen in front."""
        top = self.app.parent.children[0]
        if top is not self.app:
            return type(top).__name__
        shown = self.app.overlay or self.app.home
        question = self.app.session.question if self.app.session is not None else None
        kind = type(question).__name__ if shown is self.app.home else ""
        return f"{shown.name} {kind}"

    def _state(self) -> tuple[Any, ...]:
        """What a second tap must leave as it is."""
        session, top = self.app.session, self.app.parent.children[0]
        return (
            session and (session.number, session.seq, len(session.table.entries)),
            self.app.overlay and self.app.overlay.name,
            self.app.home.name,
            self.app._popup is not None and self.app._popup.parent is not None,
            type(top).__name__,
            getattr(top, "text", ""),
            repr(self.app.context.settings),
            getattr(getattr(self.app.home, "board", None), "doubtful", ()),
        )


def rooms(app: Any) -> Callable[[], None]:
    """Return what opens a screen after the other: of the machine, of each game's lobby, of the first game."""

    def open_each() -> Iterator[None]:
        for game in cycle(app.context.games):
            for name in (*MENUS, *IN_LOBBY, *(editor.id for editor in game.editors)):
                if app.session is not None:
                    app.leave_game()
                app.show_home()
                app.home._choose_game(game)
                app.open_overlay(name, **({"lobby": app.home} if name in IN_LOBBY else {}))
                yield
            for name in IN_GAME:
                if app.session is None or app.session.number != 1:
                    app.leave_game()
                    app.resume_game(1)
                app.open_overlay(name)
                yield

    return partial(next, open_each())


def words_of(widget: Any) -> str:
    """What a control says, or its icon."""
    said = (getattr(widget, name, "") for name in ("text", "title", "label", "icon", "name"))
    return next((words for words in said if isinstance(words, str) and words), "")
