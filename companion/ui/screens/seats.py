"""Players: name, colour and emblem of every seat."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec import structs

from companion.locale.messages import capitalised, gettext
from companion.referee.bot import STRENGTHS
from companion.referee.seats import COLOUR_NAMES, COLOURS, EMBLEMS, Colour, Emblem, Seat, Strength
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row, scrollable
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
PLAYERS = (None, *STRENGTHS)
"""Choices for a seat: a person (None), or the computer at one of its strengths."""
ACROSS, UPRIGHT_ACROSS = 5, 3
"""Choices in a row of a palette."""
NAME = 12
"""Maximum letters of a name: more do not fit into the seat strip."""


class SeatsScreen(Screen):
    """A row per seat; a tap opens a palette of colours, emblems or players, or moves it one seat forward."""

    name = "seats"

    def __init__(self, shell: Shell, lobby: LobbyScreen, **params: Any) -> None:
        super().__init__(shell, lobby=lobby, **params)
        self.lobby = lobby
        self._rows = column()
        self._list = scrollable(self._rows)
        self._plan = SeatingPlan(seats=lobby.seats)
        self._body = column(self._list)
        self.bind(height=lambda *_: self.refresh())
        self._chooses = False
        self.add_widget(overlay_layout(shell, gettext("Who sits where?"), self._body, go_back=self._go_back))

    def _go_back(self) -> None:
        """Close the palette, or else the screen."""
        if self._chooses:
            self.refresh()
        else:
            self.shell.close_overlay()

    def refresh(self) -> None:
        """Show the current seats."""
        self._chooses = False
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
        colour = BigButton(text=gettext("Colour"), kind="quiet", on_tap=lambda _: self._choose_colour(number))
        emblem = BigButton(text=gettext("Emblem"), kind="quiet", on_tap=lambda _: self._choose_emblem(number))
        called = BigButton(text=gettext("Name"), kind="quiet", on_tap=lambda _: self._ask_name(number))
        place = gettext("Move up") if number else gettext("Move last")
        up = BigButton(text=place, kind="quiet", on_tap=lambda _: self._earlier(number))
        name = TextLabel(seat.name, theme.SUBTITLE, bold=True, fill=True, lines=1)
        player = BigButton(
            text=gettext("Computer") if seat.strength else gettext("Person"),
            detail=gettext(seat.strength) if seat.strength else "",
            kind="quiet",
            on_tap=lambda _: self._choose_player(number),
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
        name = "" if is_unnamed(seat) else seat.name
        keyboard = Keyboard(title=gettext("Who sits here?"), text=name, longest=NAME)
        keyboard.bind(on_done=lambda _, text: self._name(number, text.strip() or seat.kept_name))
        keyboard.open()

    def _name(self, number: int, name: str) -> None:
        self._put(number, structs.replace(self.lobby.seats[number], kept_name=name))

    # --- palettes ------------------------------------------------------------------------------------------

    def _choose_colour(self, number: int) -> None:
        seats = (structs.replace(self.lobby.seats[number], colour=colour) for colour in COLOURS)
        self._show_palette(
            gettext("Which colour?"),
            [
                self._badge_key(seat, seat.colour, COLOUR_NAMES[seat.colour], self._colour, number)
                for seat in seats
            ],
        )

    def _choose_emblem(self, number: int) -> None:
        seats = (structs.replace(self.lobby.seats[number], emblem=emblem) for emblem in EMBLEMS)
        self._show_palette(
            gettext("Which emblem?"),
            [
                self._badge_key(seat, seat.emblem, capitalised(gettext(seat.emblem)), self._emblem, number)
                for seat in seats
            ],
        )

    def _choose_player(self, number: int) -> None:
        now = self.lobby.seats[number].strength
        keys = [
            BigButton(
                text=capitalised(gettext(strength)) if strength else gettext("Person"),
                detail=gettext("computer") if strength else "",
                kind="primary" if strength == now else "quiet",
                on_tap=partial(self._player, number, strength),
            )
            for strength in PLAYERS
        ]
        self._show_palette(
            gettext("Who plays?"), [fixed_height(key, 2 * theme.BUTTON_HEIGHT) for key in keys]
        )

    def _badge_key(
        self, seat: Seat, value: str, name: str, choose: Callable[[int, Any], None], number: int
    ) -> Widget:
        """A choice as a badge above its name, and the name of the player who has it now."""
        owner = next((one for one in self.lobby.seats if value in (one.colour, one.emblem)), None)
        return EmblemBadge(
            seat=seat,
            text=_taken(name, owner, self.lobby.seats[number]),
            lit=owner == self.lobby.seats[number],
            on_tap=lambda _: choose(number, value),
        )

    def _show_palette(self, title: str, keys: Iterable[Widget]) -> None:
        """Show choices in place of the seats."""
        self._chooses = True
        across = UPRIGHT_ACROSS if theme.METRICS.portrait else ACROSS
        self._body.clear_widgets()
        parts = TextLabel(title, theme.TITLE, bold=True), grid(*keys, across=across)
        self._body.add_widget(column(*parts))

    def _colour(self, number: int, colour: Colour) -> None:
        """Give a seat a colour; who has it gets this seat's old one."""
        mine = self.lobby.seats[number]
        self.lobby.seats = tuple(
            _in_colour(seat, colour if seat == mine else mine.colour)
            if seat == mine or seat.colour == colour
            else seat
            for seat in self.lobby.seats
        )
        self.refresh()

    def _emblem(self, number: int, emblem: Emblem) -> None:
        """Give a seat an emblem; who has it gets this seat's old one."""
        mine = self.lobby.seats[number]
        self.lobby.seats = tuple(
            structs.replace(seat, emblem=emblem if seat == mine else mine.emblem)
            if seat == mine or seat.emblem == emblem
            else seat
            for seat in self.lobby.seats
        )
        self.refresh()

    def _player(self, number: int, strength: Strength | None, *_: object) -> None:
        """Let a person or the computer play a seat."""
        self._put(number, structs.replace(self.lobby.seats[number], strength=strength))

    # --- order ---------------------------------------------------------------------------------------------

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


def _taken(choice: str, owner: Seat | None, mine: Seat) -> str:
    """Name a choice, and who else has it now."""
    if owner is None or owner == mine:
        return choice
    if is_unnamed(owner):
        return gettext("{choice}, taken", choice=choice)
    return gettext("{choice}: {player}", choice=choice, player=owner.name)


def _in_colour(seat: Seat, colour: Colour) -> Seat:
    """Return a seat in another colour; one without a player's name is called by its colour."""
    name = colour.capitalize() if is_unnamed(seat) else seat.name
    return structs.replace(seat, id=colour, kept_name=name, colour=colour)
