"""Players: name, colour and emblem of every seat."""

from typing import Any, TypeVar

from kivy.uix.widget import Widget
from msgspec import structs

from companion.referee.bot import STRENGTHS
from companion.referee.seats import COLOURS, EMBLEMS, Seat
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.question_views.question_view import next_choice
from companion.ui.screen import Screen
from companion.ui.screens.lobby import LobbyScreen, is_unnamed
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.keyboard import Keyboard
from companion.ui.widgets.players.emblem import EmblemBadge
from companion.ui.widgets.players.seating_plan import SeatingPlan

MIN_PLAN = 160
"""Minimum height for the seating plan, in theme pixels."""
T = TypeVar("T", bound=str)

PLAYERS = (None, *STRENGTHS)
"""Choices for a seat: a person (None), or the computer at one of its strengths."""
NAME = 12
"""Maximum letters of a name: more do not fit into the seat strip."""


class SeatsScreen(Screen):
    """A row per seat; taps change its colour or emblem to the next free one, or move it one seat forward."""

    name = "seats"

    def __init__(self, shell: Shell, lobby: LobbyScreen, **params: Any) -> None:
        super().__init__(shell, lobby=lobby, **params)
        self.lobby = lobby
        self._rows = column()
        self._list = scrollable(self._rows)
        self._plan = SeatingPlan(seats=lobby.seats)
        self._body = column(self._list)
        self.bind(height=lambda *_: self.refresh())
        self.add_widget(overlay_layout(shell, "Who sits where?", self._body))

    def refresh(self) -> None:
        """Show the current seats."""
        self._rows.clear_widgets()
        for number, seat in enumerate(self.lobby.seats):
            self._rows.add_widget(self._row(number, seat))
        self._show_plan()

    def _show_plan(self) -> None:
        """Show the seating plan if the list leaves enough height for it."""
        self._body.clear_widgets()
        self._body.add_widget(self._list)
        self._list.size_hint_y = 1
        each = theme.BUTTON_HEIGHT * (2 if theme.METRICS.portrait else 1) + theme.SPACE_8
        rows = theme.px(each * len(self.lobby.seats) + (theme.SPACE_8 if theme.METRICS.portrait else 0))
        if self.height - rows - theme.px(theme.BUTTON_HEIGHT + 2 * theme.SPACE_8) >= theme.px(MIN_PLAN):
            self._list.size_hint_y, self._list.height = None, rows
            self._plan.seats = self.lobby.seats
            self._body.add_widget(self._plan)

    def _row(self, number: int, seat: Seat) -> Widget:
        colour = BigButton(text="Colour", kind="quiet", on_tap=lambda _: self._next_colour(number))
        emblem = BigButton(text="Emblem", kind="quiet", on_tap=lambda _: self._next_emblem(number))
        called = BigButton(text="Name", kind="quiet", on_tap=lambda _: self._ask_name(number))
        place = "Move up" if number else "Move last"
        up = BigButton(text=place, kind="quiet", on_tap=lambda _: self._earlier(number))
        name = TextLabel(seat.name, theme.SUBTITLE, bold=True, fill=True, lines=1)
        player = BigButton(
            text="Computer" if seat.strength else "Person",
            detail=seat.strength or "",
            kind="quiet",
            on_tap=lambda _: self._next_player(number),
        )
        badge = fixed_width(EmblemBadge(seat=seat), 56)
        if theme.METRICS.portrait:
            both = column(row(badge, name, player, up), row(called, colour, emblem))
            return fixed_height(both, 2 * theme.BUTTON_HEIGHT)
        parts = row(badge, fixed_width(name, 120), called, player, colour, emblem, up)
        return fixed_height(parts, theme.BUTTON_HEIGHT)

    def _ask_name(self, number: int) -> None:
        """Open the keyboard for a name; an empty name changes nothing."""
        seat = self.lobby.seats[number]
        keyboard = Keyboard(title="Who sits here?", text="" if is_unnamed(seat) else seat.name, longest=NAME)
        keyboard.bind(on_done=lambda _, text: self._name(number, text.strip() or seat.name))
        keyboard.open()

    def _name(self, number: int, name: str) -> None:
        self._put(number, structs.replace(self.lobby.seats[number], name=name))

    def _next_colour(self, number: int) -> None:
        taken = {seat.colour for seat in self.lobby.seats}
        colour = _next_free(COLOURS, self.lobby.seats[number].colour, taken)
        seat = self.lobby.seats[number]
        name = colour.capitalize() if is_unnamed(seat) else seat.name
        self._put(number, structs.replace(seat, id=colour, name=name, colour=colour))

    def _next_emblem(self, number: int) -> None:
        seat = self.lobby.seats[number]
        emblem = _next_free(EMBLEMS, seat.emblem, {other.emblem for other in self.lobby.seats})
        self._put(number, structs.replace(seat, emblem=emblem))

    def _next_player(self, number: int) -> None:
        """Switch a seat to the next choice: a person, or the computer at one of its strengths."""
        seat = self.lobby.seats[number]
        self._put(number, structs.replace(seat, strength=next_choice(PLAYERS, seat.strength, 1)))

    def _earlier(self, number: int) -> None:
        seats = list(self.lobby.seats)
        seat = seats.pop(number)
        seats.insert(number - 1 if number else len(seats), seat)
        self.lobby.seats = tuple(seats)
        self.refresh()

    def _put(self, number: int, seat: Seat) -> None:
        seats = self.lobby.seats
        self.lobby.seats = (*seats[:number], seat, *seats[number + 1 :])
        self.refresh()


def _next_free(order: tuple[T, ...], now: T, taken: set[T]) -> T:
    start = order.index(now)
    return next((one for one in order[start + 1 :] + order[:start] if one not in taken), now)
