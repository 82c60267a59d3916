"""The lobby: choose a game, its players and house rules, or resume a game."""

from typing import Any

from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.app.chronicle.people import read_people
from companion.app.night.regular_players import regular_players
from companion.errors import CompanionError
from companion.games.boards.board import load_board
from companion.games.boards.elements import place_name
from companion.journal.records import GameRecord
from companion.locale.catalogue import shown_language
from companion.locale.languages import languages, own_name
from companion.locale.messages import gettext, joined, pgettext
from companion.referee.game_info import GameInfo, Preset
from companion.referee.houserules import fitting
from companion.referee.seats import COLOURS, EMBLEMS, Seat, seats_of
from companion.ui import theme
from companion.ui.colour_vision import alike_hint
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row, scrollable
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard, even_heights
from companion.ui.widgets.players.game_card import GameCard
from companion.ui.widgets.players.seating_plan import SeatingPlan

SIDE = 278
"""Width of the players, in theme pixels."""
PLAN, UPRIGHT_PLAN = 190, 160
"""Smallest height of the seating plan, normally and in portrait."""
WIDE_SIDE, UPRIGHT_SIDE = 400, 342
"""Width of the players in a wide window, and their height in portrait."""
START = 72
"""Height of the start button, in theme pixels."""
RESUME_ICON = 34
"""Width of the icon on the button that resumes a game, in theme pixels."""
MAX_GAMES = 2
"""Largest number of unfinished games that are offered."""
MAX_IN_VIEW, CARD_HEIGHT = 6, 130
"""Games that fit without scrolling; the height of a card if there are more, in theme pixels."""
MARGINS = 20
"""Margins of the text on a preset's button, in theme pixels."""
BY_THE_BOOK = gettext("By the book")
BOARD = "board"
"""The house rule that says on which board a game is played."""


class LobbyScreen(Screen):
    """Sets up a game: the game, the number of players, the seats, the house rules."""

    name = "lobby"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self.game: GameInfo = shell.context.games[0]
        self.seats: tuple[Seat, ...] = seats_of(max(3, self.game.seats[0]), first=self.game.colours)
        self.chosen: dict[str, str] = {}
        self._body = column()
        self.add_widget(self._body)

    def refresh(self) -> None:
        """Lay everything out again."""
        self._body.clear_widgets()
        if theme.METRICS.portrait:
            parts = (self._head(), self._games(), self._tagline(), self._rules(), *self._people())
            side = fixed_height(self._below(), UPRIGHT_SIDE)
            self._body.add_widget(column(*parts, side, pad=theme.SPACE_12))
        else:
            left = column(self._head(), self._games(), self._tagline(), self._rules(), *self._people())
            self._body.add_widget(row(left, fixed_width(self._beside(), self._side), pad=theme.SPACE_4))

    @property
    def _side(self) -> float:
        """The width of the players beside the games, in theme pixels."""
        return WIDE_SIDE if theme.METRICS.wide else SIDE

    # --- what is played ------------------------------------------------------------------------------------

    def _head(self) -> Widget:
        """The openings; where the room is short, the last ones have only an icon."""
        openings = [
            self._opening(gettext("Learn"), "learn", lobby=self),
            self._opening(gettext("Settings"), "settings"),
        ]
        signs = {openings[1]: "gear"}
        if self.shell.context.journal.games():
            openings.append(self._opening(gettext("Games"), "games", lobby=self))
        if self.shell.context.table is not None:
            more = (
                self._opening(gettext("Measure"), "measuring"),
                self._opening(gettext("Camera"), "calibration"),
            )
            openings += more
            signs |= dict(zip(more, ("ruler", "eye"), strict=True))
        if len(languages()) > 1:
            openings.append(self._opening(own_name(shown_language().language), "language"))
        for button, icon in reversed(signs.items()):
            if self._wide(openings) > self._room:
                button.label, button.text, button.icon = button.text, "", icon
        for button in openings:
            button.size_hint_x = button.least_width
        return fixed_height(row(*openings), theme.TAP_TARGET)

    @staticmethod
    def _wide(buttons: list[BigButton]) -> float:
        """Return the width of a row of buttons with their words, in pixels."""
        return sum(button.least_width + px(theme.TARGET_GAP) for button in buttons)

    def _games(self) -> Widget:
        cards = [self._game_card(game) for game in self.shell.context.games]
        across = 2 if theme.METRICS.portrait else 3
        if len(cards) <= MAX_IN_VIEW:
            return grid(*cards, across=across)
        return scrollable(grid(*(fixed_height(card, CARD_HEIGHT) for card in cards), across=across))

    def _game_card(self, game: GameInfo) -> GameCard:
        fewest, most = game.seats
        return GameCard(
            title=game.title,
            players=f"{fewest}-{most}",
            time=gettext("{hours:g} h", hours=game.minutes / 60)
            if game.minutes >= 60
            else gettext("{minutes} min", minutes=game.minutes),
            difficulty=gettext(game.difficulty),
            cover=game.cover,
            chosen=game is self.game,
            on_tap=lambda _: self._choose_game(game),
        )

    def _choose_game(self, game: GameInfo) -> None:
        if game is not self.game:
            untouched = self.seats == seats_of(len(self.seats), first=self.game.colours)
            self.game, self.chosen = game, {}
            number = min(max(len(self.seats), game.seats[0]), game.seats[1])
            if untouched:
                self.seats = seats_of(number, first=game.colours)
            self._set_number(number)

    def _tagline(self) -> Widget:
        """The game's tagline or a warning, and the game's editors."""
        notice = alike_hint(seat.colour for seat in self.seats)
        chosen = (p.note for p in self.game.presets if p.note and dict(p.house_rules) == self._rules_chosen)
        place = (
            gettext("On the board {board}", board=place_name(load_board(self.chosen[BOARD]).name))
            if BOARD in self.chosen
            else ""
        )
        plain = place or next(chosen, self.game.tagline)
        words, colour = (notice, theme.WARNING) if notice else (plain, theme.MUTED)
        editors = [self._opening(editor.title, editor.id) for editor in self.game.editors]
        beside = bool(editors) and not theme.METRICS.portrait
        for button in editors if beside else ():
            button.size_hint_x, button.width = None, button.least_width
        text = TextLabel(words, theme.BODY, colour, fill=True, lines=2 if beside else 1)
        if editors and not beside:
            both = column(fixed_height(text, 26), fixed_height(row(*editors), theme.TAP_TARGET))
            return fixed_height(both, 26 + theme.TARGET_GAP + theme.TAP_TARGET)
        return fixed_height(row(text, *editors), theme.TAP_TARGET if editors else 26)

    # --- by which rules ------------------------------------------------------------------------------------

    def _rules(self) -> Widget:
        presets = (Preset(BY_THE_BOOK, {}), *self.game.presets)
        others = not any(dict(preset.house_rules) == self._rules_chosen for preset in presets)
        more = (
            gettext("House rules ({number})", number=len(self._rules_chosen))
            if others
            else gettext("House rules")
        )
        rules = self._opening(more, "house rules", lobby=self, kind="primary" if others else "quiet")
        keys = [self._preset(preset) for preset in presets]
        if self._wide([*keys, rules]) > self._room:
            all_keys = BigButton(
                text=gettext("More"), kind="quiet", on_tap=lambda _: self._show_presets(presets)
            )
            while keys and self._wide([*keys, all_keys, rules]) > self._room:
                keys.remove(next((key for key in reversed(keys) if key.kind == "quiet"), keys[-1]))
            keys.append(all_keys)
        keys.append(rules)
        for key in keys:
            key.size_hint_x = drawing.text_width(key.text, px(theme.BODY), bold=True) + px(MARGINS)
        return fixed_height(row(*keys), theme.TAP_TARGET)

    def _show_presets(self, presets: tuple[Preset, ...]) -> None:
        """Show all presets with their notes in place of the lobby, until one is tapped."""
        self._body.clear_widgets()
        cards = [self._preset_card(preset) for preset in presets]
        laid = grid(*cards, across=1 if theme.METRICS.portrait else 2, size_hint_y=None)
        laid.bind(width=lambda *_: even_heights(laid))
        title = fixed_height(TextLabel(gettext("Which rules?"), theme.TITLE, bold=True, fill=True), 48)
        self._body.add_widget(column(title, scrollable(laid), pad=theme.SPACE_8))

    def _preset_card(self, preset: Preset) -> ChoiceCard:
        return ChoiceCard(
            title=preset.title,
            detail=preset.note,
            chosen=dict(preset.house_rules) == self._rules_chosen,
            on_tap=lambda _: self._choose_preset(preset),
        )

    def _preset(self, preset: Preset) -> BigButton:
        kind = "primary" if dict(preset.house_rules) == self._rules_chosen else "quiet"
        return BigButton(text=preset.title, kind=kind, on_tap=lambda _: self._choose_preset(preset))

    def _choose_preset(self, preset: Preset) -> None:
        """Choose a preset; the board stays, and what does not fit it is refused."""
        on_board = {BOARD: self.chosen[BOARD]} if BOARD in self.chosen else {}
        game = self.shell.context.find_game(self.game.id)
        left, refused = fitting(game.house_rules, {**on_board, **preset.house_rules})
        for ruling in refused.values():
            self.shell.show_refusal(ruling)
        if not refused:
            self.chosen = left
        self.refresh()

    @property
    def _rules_chosen(self) -> dict[str, str]:
        """The chosen house rules but the board, which is chosen in its own list."""
        return {name: value for name, value in self.chosen.items() if name != BOARD}

    # --- who plays -----------------------------------------------------------------------------------------

    def _people(self) -> list[Widget]:
        """A chip for each recent player without a seat."""
        journal = self.shell.context.journal
        try:
            people = read_people(journal.path.parent)
        except CompanionError:
            return []
        sitting = {seat.name for seat in self.seats}
        known = [seat for seat in regular_players(journal.games(), people) if seat.name not in sitting]
        chips = [
            BigButton(text=seat.name, kind="quiet", on_tap=lambda _, seat=seat: self._add_player(seat))
            for seat in known
        ]
        while chips and self._wide(chips) > self._room:
            chips.pop()
        return [fixed_height(row(*chips), theme.TAP_TARGET)] if chips else []

    @property
    def _room(self) -> float:
        """The width of a row of buttons, in pixels."""
        if theme.METRICS.portrait:
            return float(Window.width) - 2 * px(theme.SPACE_12)
        return float(Window.width) - px(self._side + 2 * theme.SPACE_12)

    def _add_player(self, known: Seat) -> None:
        """Give a recent player the first unnamed seat, with the last colour and emblem if free."""
        number = next((n for n, seat in enumerate(self.seats) if is_unnamed(seat)), len(self.seats))
        if number == len(self.seats):
            if number >= self.game.seats[1]:
                self.shell.show_toast(gettext("All seats are taken"))
                return
            self._set_number(number + 1)
        seat, others = self.seats[number], (*self.seats[:number], *self.seats[number + 1 :])
        colour = seat.colour if known.colour in [other.colour for other in others] else known.colour
        emblem = seat.emblem if known.emblem in [other.emblem for other in others] else known.emblem
        seat = Seat(colour, known.name, colour, emblem)
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        self.refresh()

    def _numbers(self) -> Widget:
        fewest, most = self.game.seats
        return row(*(self._number(number) for number in range(fewest, most + 1)))

    def _number(self, number: int) -> BigButton:
        kind = "primary" if number == len(self.seats) else "quiet"
        return BigButton(text=str(number), kind=kind, on_tap=lambda _: self._set_number(number))

    def _set_number(self, number: int) -> None:
        self.seats = (*self.seats[:number], *self._free_seats()[: max(0, number - len(self.seats))])
        self.refresh()

    def _free_seats(self) -> list[Seat]:
        taken = {seat.colour for seat in self.seats} | {seat.emblem for seat in self.seats}
        colours = [colour for colour in dict.fromkeys((*self.game.colours, *COLOURS)) if colour not in taken]
        emblems = [emblem for emblem in EMBLEMS if emblem not in taken]
        return [Seat(c, c.capitalize(), c, e) for c, e in zip(colours, emblems, strict=False)]

    def _beside(self) -> Widget:
        """The seating plan, the number of players, and the start buttons."""
        going_on = [self._resume(record, self._side) for record in self._unfinished()]
        buttons = [fixed_height(button, theme.BUTTON_HEIGHT) for button in going_on]
        return column(*self._players(PLAN), *buttons, fixed_height(self._start_button(), START))

    def _below(self) -> Widget:
        """The same in portrait, where the start buttons have room side by side."""
        half = self._room / 2 / theme.METRICS.unit - theme.TARGET_GAP
        going_on = [self._resume(record, half) for record in self._unfinished()]
        buttons = fixed_height(row(*going_on, self._start_button()), START)
        return column(*self._players(UPRIGHT_PLAN), buttons)

    def _players(self, plan_height: float) -> list[Widget]:
        plan = SeatingPlan(seats=self.seats, size_hint_min_y=px(plan_height))
        plan.bind(on_seat=lambda *_: self.shell.open_overlay("seats", lobby=self))
        asked = TextLabel(gettext("How many play?"), colour=theme.MUTED, fill=True)
        return [plan, fixed_height(asked, theme.BODY * 1.2), fixed_height(self._numbers(), theme.TAP_TARGET)]

    def _start_button(self) -> BigButton:
        return BigButton(text=pgettext("button", "Start"), icon="play", on_tap=lambda _: self._start())

    def _unfinished(self) -> list[GameRecord]:
        """List the last games that can be resumed: one, or several if there is space."""
        games = [record for record in self.shell.context.journal.games() if not record.finished]
        return games[: MAX_GAMES if theme.METRICS.wide else 1]

    def _opening(self, text: str, screen: str, *, kind: str = "quiet", **params: Any) -> BigButton:
        return BigButton(text=text, kind=kind, on_tap=lambda _: self.shell.open_overlay(screen, **params))

    def _resume(self, record: GameRecord, width: float) -> BigButton:
        """The button that resumes a game, with its players if a button so wide has room for them."""
        room = px(width - RESUME_ICON - 2 * theme.SPACE_8)
        detail = joined([record.heading, joined((seat.name for seat in record.seats), ", ")], ": ")
        return BigButton(
            text=gettext("Go on"),
            icon="play",
            kind="quiet",
            detail=detail if drawing.text_width(detail, px(theme.CAPTION)) <= room else record.heading,
            on_tap=lambda _: self.shell.attempt(lambda: self.shell.resume_game(record.id)),
        )

    def _start(self) -> None:
        game = self.shell.context.find_game(self.game.id)
        self.shell.attempt(lambda: self.shell.start_game(game, self.seats, self.chosen))


def is_unnamed(seat: Seat) -> bool:
    """Whether the seat has no player's name yet, but that of its colour."""
    return seat.kept_name == seat.colour.capitalize() and seat.strength is None
