"""The chronicle screen: the game turn by turn, with the board and the events of each turn."""

from typing import Any, get_args

import cv2
import numpy as np
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.chronicle.chronicle import TOGETHER, Chronicle, Event, EventKind, names_at
from companion.app.chronicle.replay import table_at
from companion.locale.messages import gettext
from companion.odds import Battle, odds
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.board_view import board_view
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.practising import begin_practice
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, HoldButton
from companion.ui.widgets.dice.face_thumbnail import FaceThumbnail
from companion.ui.widgets.players.emblem import EmblemBadge
from companion.ui.widgets.players.event_row import EventRow
from companion.ui.widgets.players.turn_ribbon import TurnRibbon

WHOLE_GAME_SECONDS = 20.0
"""Seconds to play back the whole game, turn by turn."""

FASTEST = 1 / 15
"""Smallest number of seconds between two turns; in longer games several turns are skipped at once."""

MAX_BADGES = 3
"""Seats whose badges leave room for a button beside them."""
SIDE, WIDE_SIDE = 344, 400
"""Width of the events beside the board, and in a wide window."""
ACTION = 132
"""Width of a button beside the title."""

KINDS: dict[str, frozenset[EventKind]] = {
    gettext("All events"): frozenset(get_args(EventKind)) - {"answer"},
    gettext("Battles"): frozenset({"battle", "summary", "conquest", "elimination", "victory"}),
    gettext("Conquests"): frozenset({"conquest", "elimination", "victory"}),
    gettext("Answers"): frozenset(get_args(EventKind)).difference(TOGETHER),
}
"""Filters of events, by the text of the button; the last one shows every answer."""
LAST_KIND = list(KINDS)[-1]

SPEEDS = (1, 3, 10)
"""Speed factors of the playback."""

PICTURE_HEIGHT = 110
"""Height of the picture of the dice, in theme pixels."""


class ChronicleScreen(Screen):
    """A ribbon of turns on top, the board and the events of the chosen turn below.

    Args:
        shell: where it is shown.
        entry: number of the first entry to show; by default the last.
    """

    name = "chronicle"

    def __init__(self, shell: Shell, entry: int | None = None, **params: Any) -> None:
        super().__init__(shell, **params)
        self.chronicle: Chronicle = self.playing.chronicle
        self._entry = 0
        self._only: str | None = None
        self._kinds = next(iter(KINDS))
        self._speed = SPEEDS[0]
        self._clock: Any = None
        self.ribbon = TurnRibbon(
            turns=self.chronicle.turns,
            seats=self.chronicle.seats,
            on_turn=lambda _, index: self.show_turn(index),
        )
        seats = self.playing.seats
        self.board = board_view(self.playing.table.game_view, seats, lambda _: None, lambda _: None)
        self._events = column()
        self._actions = row(size_hint_x=None)
        self._actions.bind(minimum_width=self._actions.setter("width"))
        self._returns = column(size_hint_y=None, height=0)
        self._returns.bind(minimum_height=self._returns.setter("height"))
        self._beside = column(*self._filters(), scrollable(self._events), self._returns)
        upright, wide = theme.METRICS.portrait, theme.METRICS.wide
        middle = (column if upright else row)(self.board, self._beside)
        if not upright:
            fixed_width(self._beside, WIDE_SIDE if wide else SIDE)
        elif (shape := self.board.shape) is not None:
            self.board.size_hint_y = None
            self.board.bind(width=lambda board, width: setattr(board, "height", width / shape))
        ribbon = fixed_height(self.ribbon, 58)
        self.add_widget(overlay_layout(shell, gettext("Chronicle"), ribbon, middle, beside=self._actions))
        last = self.chronicle.turns[-1].last_entry if self.chronicle.turns else 0
        self.show_entry(last if entry is None else entry)

    @property
    def turn(self) -> int:
        """Index of the turn that is shown."""
        return int(self.ribbon.chosen)

    def show_turn(self, index: int) -> None:
        """Show the end of a turn."""
        self.ribbon.chosen = index
        self._show(self.chronicle.turns[index].last_entry)

    def show_entry(self, entry: int) -> None:
        """Show the board after an entry, and the turn that it belongs to."""
        indices = [index for index, turn in enumerate(self.chronicle.turns) if turn.first_entry < entry]
        self.ribbon.chosen = max(indices, default=0)
        self._show(entry)

    def _show(self, entry: int) -> None:
        self._entry = entry
        self.board.game_view = table_at(self.playing.table, entry).game_view
        self._list_events()
        self._lay_actions()

    # --- events --------------------------------------------------------------------------------------------

    def _filters(self) -> list[Widget]:
        """Badges filter events by seat; a button switches through the kinds of events.

        The button has a separate row if there are many seats.
        """
        self._badges = [
            fixed_width(EmblemBadge(seat=seat, on_tap=self._filtering(seat)), theme.TAP_TARGET)
            for seat in self.chronicle.seats
        ]
        self._kind_button = BigButton(text=self._kinds, kind="quiet", on_tap=lambda _: self._next_kind())
        lines: list[list[Widget]] = [[*self._badges], [self._kind_button]]
        if len(self._badges) <= MAX_BADGES:
            lines = [[*self._badges, self._kind_button]]
        return [fixed_height(row(*line), theme.TAP_TARGET) for line in lines]

    def _next_kind(self) -> None:
        kinds = list(KINDS)
        self._kinds = self._kind_button.text = kinds[(kinds.index(self._kinds) + 1) % len(kinds)]
        self._list_events()

    def _show_answers(self) -> None:
        """Show every answer, of all players."""
        self._kinds = self._kind_button.text = LAST_KIND
        self._filter(None)

    def _filtering(self, seat: Seat) -> Any:
        return lambda _: self._filter(None if self._only == seat.id else seat.id)

    def _filter(self, seat: str | None) -> None:
        self._only = seat
        for badge in self._badges:
            badge.lit = badge.seat.id == seat
        self._list_events()

    def _list_events(self) -> None:
        self._events.clear_widgets()
        if not self.chronicle.turns:
            self._events.add_widget(TextLabel(gettext("Nothing has happened yet."), theme.BODY, theme.MUTED))
            return
        turn = self.chronicle.turns[self.turn]
        kinds = KINDS[self._kinds]
        events = [event for event in turn.events if event.kind in kinds and self._only in (None, event.seat)]
        for event in events:
            self._events.add_widget(self._event_row(event))
            if event.entry == self._entry:
                for detail in self._details(event):
                    self._events.add_widget(detail)
        if not events:
            text = gettext(
                "Nothing of that kind yet. Tap {button} for all {number} answers.",
                button=LAST_KIND,
                number=len(turn.events),
            )
            text = text if turn.events else gettext("Nothing has happened yet.")
            self._events.add_widget(TextLabel(text, theme.BODY, theme.MUTED))
            if turn.events:
                answers = BigButton(text=LAST_KIND, kind="quiet", on_tap=lambda _: self._show_answers())
                self._events.add_widget(fixed_height(answers, theme.TAP_TARGET))

    def _event_row(self, event: Event) -> EventRow:
        seat = next((seat for seat in self.chronicle.seats if seat.id == event.seat), None)
        chosen = event.entry == self._entry
        return EventRow(text=event.text, seat=seat, chosen=chosen, on_tap=lambda _: self._show(event.entry))

    def _details(self, event: Event) -> list[Widget]:
        """The odds before a roll, the picture of dice that the camera read, and the way to the rules."""
        parts: list[Widget] = []
        if event.contest is not None:
            place = names_at(self.playing.table)[event.contest.defender.place]
            chance = odds(Battle.of(event.contest)).conquest
            told = gettext("{place} falls with a chance of {chance:.0%}.", place=place, chance=chance)
            parts.append(TextLabel(told, theme.BODY, theme.ACCENT))
        if event.roll is not None and (picture := self._dice_picture(event.entry)) is not None:
            thumbnail = FaceThumbnail()
            thumbnail.show(picture)
            parts.append(fixed_height(thumbnail, PICTURE_HEIGHT))
        if event.rules:
            rules = BigButton(text=gettext("Rules"), kind="quiet", on_tap=lambda _: self._open_rules(event))
            parts.append(fixed_height(rules, theme.TAP_TARGET))
        return parts

    def _dice_picture(self, entry: int) -> Any:
        """The picture saved with a roll, height x width x 3, BGR; None if the camera was not used."""
        evidence = self.playing.journal.evidence(self.playing.number, entry)
        if evidence is None:
            return None
        return cv2.imdecode(np.frombuffer(evidence.crop, np.uint8), cv2.IMREAD_COLOR)

    def _open_rules(self, event: Event) -> None:
        self.shell.open_overlay("why", rules=event.rules)

    # --- moving through the game ---------------------------------------------------------------------------

    def _lay_actions(self) -> None:
        given = len(self.playing.table.entries)
        self._actions.clear_widgets()
        self._returns.clear_widgets()
        playing = self._clock is not None
        text, icon = (gettext("Stop"), "pause") if playing else (gettext("Play"), "play")
        play = BigButton(text=text, icon=icon, kind="quiet", on_tap=lambda _: self._play_or_stop())
        second = self._speed_button() if playing else self._curves_button()
        for button in (play, second):
            self._actions.add_widget(fixed_width(button, ACTION))
        if playing:
            return
        what_if = BigButton(text=gettext("What if?"), kind="quiet", on_tap=lambda _: self._practise())
        if self._entry == given:
            self._returns.add_widget(fixed_height(what_if, theme.BUTTON_HEIGHT))
            return
        back = HoldButton(text=gettext("Go back to here"), on_tap=lambda _: self._go_back())
        branch = BigButton(text=gettext("New game from here"), kind="quiet", on_tap=lambda _: self._branch())
        others = row(fixed_width(what_if, ACTION), branch) if not self.shell.practice else what_if
        for button in (back, others):
            self._returns.add_widget(fixed_height(button, theme.BUTTON_HEIGHT))

    def _curves_button(self) -> BigButton:
        return BigButton(
            text=gettext("Curves"),
            icon="eye",
            kind="quiet",
            on_tap=lambda _: self.shell.open_overlay("curves"),
        )

    def _speed_button(self) -> BigButton:
        return BigButton(
            text=gettext("Speed x{speed}", speed=self._speed),
            kind="quiet",
            on_tap=lambda _: self._next_speed(),
        )

    def _next_speed(self) -> None:
        self._speed = SPEEDS[(SPEEDS.index(self._speed) + 1) % len(SPEEDS)]
        self._start()
        self._lay_actions()

    def _start(self) -> None:
        """Start the playback from here, a turn at a time, or several if there are too many to draw."""
        self._stop()
        pause = WHOLE_GAME_SECONDS / self._speed / max(1, len(self.chronicle.turns))
        self._clock = Clock.schedule_interval(self._next_turn, max(FASTEST, pause))

    def _play_or_stop(self) -> None:
        if self._clock is not None:
            self._stop()
        elif self.chronicle.turns:
            if self.turn >= len(self.chronicle.turns) - 1:
                self.show_turn(0)
            self._start()
        self._lay_actions()

    def _next_turn(self, elapsed: float) -> None:
        last = len(self.chronicle.turns) - 1
        passed = max(1, round(elapsed * self._speed * len(self.chronicle.turns) / WHOLE_GAME_SECONDS))
        if self.turn >= last:
            self._stop()
            self._lay_actions()
            return
        self.show_turn(min(last, self.turn + passed))

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
        self._clock = None

    def on_leave(self) -> None:
        """Stop playing."""
        self._stop()

    def _go_back(self) -> None:
        """Undo everything since the shown entry."""
        count = len(self.playing.table.entries) - self._entry
        self.shell.attempt(lambda: self.playing.undo(count))

    def _practise(self) -> None:
        """Go on from this entry without keeping anything."""
        self.shell.attempt(lambda: begin_practice(self.shell, self._entry))

    def _branch(self) -> None:
        """Continue from this entry as a new game; the old one is not changed."""
        self.shell.attempt(lambda: self.shell.branch_game(self._entry))
