"""Players: a list of everybody who finished a game, and one player's record against the others."""

from collections.abc import Iterator
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.chronicle.people import People, read_people, write_people
from companion.app.chronicle.result_cache import finished_results
from companion.app.chronicle.statistics import GameResult, PlayerStatistics, dice_by_year, player_statistics
from companion.app.night.clocks import clock_face
from companion.errors import BrokenFile
from companion.locale.catalogue import alphabetical
from companion.locale.messages import capitalised, gettext, joined, ngettext
from companion.referee.seats import name_of
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable, spacer
from companion.ui.owner_lock import as_owner
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard, HoldButton

ROW = 76
"""Height of a player's row in the list, in theme pixels."""


class PlayersScreen(Screen):
    """A list of players; a tap opens one player, whose name can be merged with another or deleted."""

    name = "players"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._folder = shell.context.journal.path.parent
        self._results: list[GameResult] = []
        self._pending: Iterator[GameResult] = finished_results(shell.context.journal)
        self._merging: str | None = None
        self._content = column()
        self.add_widget(overlay_layout(shell, gettext("Players"), self._content))
        self._say(gettext("Counting the games ..."))
        # One game per frame: a long game takes most of a second on a Pi, and Back must stay responsive.
        self._reading = Clock.schedule_interval(self._read_one, 0)

    def on_leave(self) -> None:
        """Stop reading games."""
        self._reading.cancel()

    def _read_one(self, _: float) -> None:
        result = next(self._pending, None)
        if result is not None:
            self._results.append(result)
            self._say(gettext("Counting the games ... {number}", number=len(self._results)))
            return
        self._reading.cancel()
        self.show_all()

    def _people(self) -> People:
        return read_people(self._folder)

    def _statistics(self) -> tuple[PlayerStatistics, ...]:
        return player_statistics(self._results, self._people())

    def _say(self, text: str) -> None:
        label = TextLabel(text, theme.SUBTITLE, theme.MUTED, align="center", fill=True)
        self._show(label)

    def _show(self, *parts: Widget) -> None:
        self._content.clear_widgets()
        for part in parts:
            self._content.add_widget(part)

    # --- all -----------------------------------------------------------------------------------------------

    def show_all(self) -> None:
        """List all players, most wins first."""
        try:
            players = self._statistics()
        except BrokenFile as error:  # the list of people was changed by hand
            self._say(str(error))
            return
        if not players:
            self._say(gettext("No game has been finished yet."))
            return
        rows = [fixed_height(self._card(player), ROW) for player in players]
        text = (
            gettext("Which player is {player}?", player=name_of(self._merging))
            if self._merging
            else gettext("Tap a player for details.")
        )
        listed = scrollable(column(*rows))
        head = TextLabel(text, theme.BODY, theme.MUTED, fill=True)
        dice = BigButton(text=gettext("Dice"), kind="quiet", on_tap=lambda _: self.show_dice())
        self._show(fixed_height(row(head, fixed_width(dice, 150)), theme.TAP_TARGET), listed)

    def _card(self, player: PlayerStatistics) -> ChoiceCard:
        wins = ngettext("{count} win", "{count} wins", player.wins)
        games = ngettext("{count} game", "{count} games", player.games)
        pace = gettext("thinks {time} a game", time=clock_face(_pace(player)))
        return ChoiceCard(
            title=gettext("{player}: {wins} in {games}", player=name_of(player.name), wins=wins, games=games),
            detail=joined([_luck(player), pace], "; "),
            on_tap=lambda _: self._chosen(player.name),
        )

    def _chosen(self, name: str) -> None:
        spelling, self._merging = self._merging, None
        if spelling is None or spelling == name:
            self.show_player(name)
            return
        if self.shell.attempt(lambda: write_people(self._folder, self._people().merged(spelling, name))):
            self.show_player(name)

    def show_dice(self) -> None:
        """Show how often each face of the real dice was rolled, by year."""
        lines: list[Widget] = []
        for test in dice_by_year(self._results):
            faces = ",  ".join(f"{face}: {count}" for face, count in enumerate(test.counts, 1))
            conclusion = joined([capitalised(test.conclusion), "."], "")
            lines += [
                TextLabel(faces, theme.SUBTITLE, bold=True),
                TextLabel(conclusion, theme.BODY, theme.MUTED),
            ]
        lines = lines or [TextLabel(gettext("No real dice were rolled yet."), theme.SUBTITLE, theme.MUTED)]
        back = BigButton(text=gettext("All players"), kind="quiet", on_tap=lambda _: self.show_all())
        self._show(
            scrollable(column(*lines)),
            fixed_height(row(fixed_width(back, 190), spacer()), theme.BUTTON_HEIGHT),
        )

    # --- one -----------------------------------------------------------------------------------------------

    def show_player(self, name: str) -> None:
        """Show one player: wins by game and by colour, and results against each other player."""
        player = next(each for each in self._statistics() if each.name == name)
        lines = [
            gettext(
                "{game}: {won} of {number} won", game=title, won=player.wins_by_title[title], number=count
            )
            for title, count in player.games_by_title.most_common()
        ]
        lines += [
            gettext("Won as {colour}: {number}", colour=gettext(colour.capitalize()), number=count)
            for colour, count in player.wins_by_colour.most_common()
        ]
        lines += [
            gettext(
                "Against {other}: {won} won, {lost} lost",
                other=name_of(other),
                won=rivalry.won,
                lost=rivalry.lost,
            )
            for other, rivalry in sorted(
                player.against.items(), key=lambda pair: alphabetical(name_of(pair[0]))
            )
        ]
        merge = BigButton(
            text=gettext("Same as ..."), kind="quiet", on_tap=lambda _: self._start_merging(name)
        )
        delete = HoldButton(text=gettext("Delete this name"), on_tap=lambda _: self._ask_delete(name))
        back = BigButton(text=gettext("All players"), kind="quiet", on_tap=lambda _: self.show_all())
        self._show(
            fixed_height(self._card(player), ROW),
            scrollable(column(*(TextLabel(line, theme.BODY) for line in lines))),
            fixed_height(row(fixed_width(back, 190), merge, delete), theme.BUTTON_HEIGHT),
        )

    def _start_merging(self, name: str) -> None:
        self._merging = name
        self.show_all()

    def _ask_delete(self, name: str) -> None:
        as_owner(self.shell, lambda: self._delete(name))

    def _delete(self, name: str) -> None:
        if self.shell.attempt(lambda: write_people(self._folder, self._people().without(name))):
            self.show_all()


def _luck(player: PlayerStatistics) -> str:
    if not player.rolls:
        return gettext("rolled no dice")
    return gettext(
        "lost {lost} in battle, {expected:.0f} by the odds", lost=player.lost, expected=player.expected
    )


def _pace(player: PlayerStatistics) -> float:
    """Return the thinking time per game, in seconds."""
    return player.thinking_ms / 1000 / player.games
