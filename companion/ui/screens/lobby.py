"""The lobby: resume the last game or start a new one."""

from typing import Any

from kivy.uix.widget import Widget

from companion.journal.records import GameRecord
from companion.referee.game import Game
from companion.referee.seats import COLOURS, EMBLEMS, Seat, seats_of
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row, spacer
from companion.ui.shell import Screen, Shell
from companion.ui.widgets.buttons import BigButton, ChoiceCard
from companion.ui.widgets.emblem import EmblemBadge

SIDE = 290
GAME_CARD = 50
"""Height of a game's card."""


class LobbyScreen(Screen):
    """What is played, by how many, at which seats, by which house rules."""

    name = "lobby"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self.game: Game[Any] = shell.context.games[0]
        self.seats: tuple[Seat, ...] = seats_of(max(3, self.game.seats[0]))
        self.chosen: dict[str, str] = {}
        self._body = column()
        self.add_widget(self._body)

    def refresh(self) -> None:
        """Lay everything out anew."""
        self._body.clear_widgets()
        left, right = self._new_game(), self._beside()
        if theme.METRICS.portrait:
            self._body.add_widget(column(left, fixed_height(right, 330), pad=theme.SPACE_12))
        else:
            self._body.add_widget(row(left, fixed_width(right, SIDE), gap=theme.SPACE_24, pad=theme.SPACE_12))

    # --- a new game ----------------------------------------------------------------------------------------

    def _new_game(self) -> Widget:
        games = self.shell.context.games
        rows = (len(games) + 1) // 2
        cards = grid(*(fixed_height(self._game_card(game), GAME_CARD) for game in games), across=2)
        return column(
            fixed_height(TextLabel("A new game", theme.TITLE, theme.ACCENT, bold=True, fill=True), 40),
            fixed_height(cards, rows * (GAME_CARD + theme.SPACE_8)),
            fixed_height(TextLabel(self.game.tagline, theme.BODY, theme.MUTED, fill=True, lines=1), 26),
            fixed_height(self._numbers(), theme.BUTTON_HEIGHT),
            fixed_height(
                TextLabel("Players: tap one to change it.", theme.BODY, theme.MUTED, fill=True),
                26,
            ),
            fixed_height(self._seat_badges(), 80),
            spacer(),
        )

    def _game_card(self, game: Game[Any]) -> ChoiceCard:
        return ChoiceCard(
            title=game.title,
            chosen=game is self.game,
            on_tap=lambda _: self._choose_game(game),
        )

    def _choose_game(self, game: Game[Any]) -> None:
        if game is not self.game:
            self.game, self.chosen = game, {}
            self._set_number(min(max(len(self.seats), game.seats[0]), game.seats[1]))

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
        colours = [colour for colour in COLOURS if colour not in taken]
        emblems = [emblem for emblem in EMBLEMS if emblem not in taken]
        return [Seat(c, c.capitalize(), c, e) for c, e in zip(colours, emblems, strict=False)]

    def _seat_badges(self) -> Widget:
        return row(*(self._seat(seat) for seat in self.seats))

    def _seat(self, seat: Seat) -> Widget:
        badge = EmblemBadge(seat=seat, on_tap=lambda _: self.shell.open_overlay("seats", lobby=self))
        return column(
            badge,
            fixed_height(TextLabel(seat.name, theme.BODY, align="center", fill=True, lines=1), 26),
            gap=0,
        )

    # --- beside it -----------------------------------------------------------------------------------------

    def _beside(self) -> Widget:
        journal = self.shell.context.journal
        last, all_games = journal.last_unfinished(), journal.games()
        parts: list[Widget] = [fixed_height(self._resume(last), 110)] if last is not None else []
        if journal.notice:
            parts.append(TextLabel(journal.notice, theme.BODY, theme.WARNING))
        listed = [self._button("All games", "games")] if all_games else []
        parts.append(
            fixed_height(row(*listed, self._opening("Settings", "", "settings")), theme.BUTTON_HEIGHT)
        )
        if self.shell.context.table is not None:
            covers = (("Measure", "ruler", "measuring"), ("Camera", "eye", "calibration"))
            parts.append(fixed_height(row(*(self._opening(*cover) for cover in covers)), theme.BUTTON_HEIGHT))
        if self.game.editors:
            editors = (self._opening(editor.title, "", editor.id) for editor in self.game.editors)
            parts.append(fixed_height(row(*editors), theme.BUTTON_HEIGHT))
        changed = f"House rules ({len(self.chosen)} changed)" if self.chosen else "House rules"
        start = BigButton(text="Start", icon="play", on_tap=lambda _: self._start())
        return column(
            *parts,
            spacer(),
            fixed_height(self._button(changed, "house rules"), theme.BUTTON_HEIGHT),
            fixed_height(start, 84),
        )

    def _opening(self, words: str, icon: str, screen: str) -> BigButton:
        return BigButton(
            text=words, icon=icon, kind="quiet", on_tap=lambda _: self.shell.open_overlay(screen)
        )

    def _resume(self, record: GameRecord) -> BigButton:
        names = ", ".join(seat.name for seat in record.seats)
        return BigButton(
            text="Go on",
            icon="play",
            detail=f"{record.title}: {names}",
            on_tap=lambda _: self.shell.attempt(lambda: self.shell.resume_game(record.id)),
        )

    def _button(self, words: str, screen: str) -> BigButton:
        return BigButton(
            text=words, kind="quiet", on_tap=lambda _: self.shell.open_overlay(screen, lobby=self)
        )

    def _start(self) -> None:
        self.shell.attempt(lambda: self.shell.start_game(self.game, self.seats, self.chosen))
