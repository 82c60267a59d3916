"""The lobby: go on with the last game, or sit down to a new one."""

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.journal.records import GameRecord
from companion.referee.game import Game
from companion.referee.seats import COLOURS, EMBLEMS, Seat, seats_of
from companion.ui import theme
from companion.ui.layout import Words, column, grid, row, space, tall, wide
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import BigButton, ChoiceCard
from companion.ui.widgets.emblem import EmblemBadge

if TYPE_CHECKING:
    from companion.ui.stage import Stage

SIDE = 290
GAME_CARD = 50
"""Height of a game's card."""


class LobbyScreen(Screen):
    """What is played, by how many, at which seats, by which house rules."""

    name = "lobby"

    def __init__(self, stage: "Stage", **words: Any) -> None:
        super().__init__(stage, **words)
        self.game: Game[Any] = stage.context.games[0]
        self.seats: tuple[Seat, ...] = seats_of(max(3, self.game.seats[0]))
        self.chosen: dict[str, str] = {}
        self._body = column()
        self.add_widget(self._body)

    def refresh(self) -> None:
        """Lay everything out anew."""
        self._body.clear_widgets()
        left, right = self._new_game(), self._beside()
        if theme.MEASURES.portrait:
            self._body.add_widget(column(left, tall(right, 330), pad=theme.GAP))
        else:
            self._body.add_widget(row(left, wide(right, SIDE), gap=theme.BROAD, pad=theme.GAP))

    # --- a new game ----------------------------------------------------------------------------------------

    def _new_game(self) -> Widget:
        games = self.stage.context.games
        rows = (len(games) + 1) // 2
        cards = grid(*(tall(self._game_card(game), GAME_CARD) for game in games), across=2)
        return column(
            tall(Words("A new game", theme.TITLE, theme.LAMP, bold=True, fill=True), 40),
            tall(cards, rows * (GAME_CARD + theme.SMALL)),
            tall(Words(self.game.tagline, theme.BODY, theme.MUTED, fill=True, lines=1), 26),
            tall(self._numbers(), theme.BUTTON),
            tall(Words("Who sits where? Touch a seat to change it.", theme.BODY, theme.MUTED, fill=True), 26),
            tall(self._seat_badges(), 80),
            space(),
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
        badge = EmblemBadge(seat=seat, on_tap=lambda _: self.stage.open("seats", lobby=self))
        return column(
            badge, tall(Words(seat.name, theme.BODY, align="center", fill=True, lines=1), 26), gap=0
        )

    # --- beside it -----------------------------------------------------------------------------------------

    def _beside(self) -> Widget:
        journal = self.stage.context.journal
        last, all_games = journal.last_unfinished(), journal.games()
        parts: list[Widget] = [tall(self._resume(last), 110)] if last is not None else []
        if journal.notice:
            parts.append(Words(journal.notice, theme.BODY, theme.WARNING))
        if all_games:
            parts.append(tall(self._button("All games", "games"), theme.BUTTON))
        if self.stage.context.table is not None:
            covers = (("Measure", "ruler", "measuring"), ("Camera", "eye", "calibration"))
            parts.append(tall(row(*(self._opening(*cover) for cover in covers)), theme.BUTTON))
        if self.game.editors:
            editors = (self._opening(editor.title, "", editor.id) for editor in self.game.editors)
            parts.append(tall(row(*editors), theme.BUTTON))
        changed = f"House rules ({len(self.chosen)} changed)" if self.chosen else "House rules"
        start = BigButton(text="Start", icon="play", on_tap=lambda _: self._start())
        return column(
            *parts, space(), tall(self._button(changed, "house rules"), theme.BUTTON), tall(start, 84)
        )

    def _opening(self, words: str, icon: str, screen: str) -> BigButton:
        return BigButton(text=words, icon=icon, kind="quiet", on_tap=lambda _: self.stage.open(screen))

    def _resume(self, record: GameRecord) -> BigButton:
        names = ", ".join(seat.name for seat in record.seats)
        return BigButton(
            text="Go on",
            icon="play",
            detail=f"{record.title}: {names}",
            on_tap=lambda _: self.stage.do(lambda: self.stage.resume(record.id)),
        )

    def _button(self, words: str, screen: str) -> BigButton:
        return BigButton(text=words, kind="quiet", on_tap=lambda _: self.stage.open(screen, lobby=self))

    def _start(self) -> None:
        self.stage.do(lambda: self.stage.begin(self.game, self.seats, self.chosen))
