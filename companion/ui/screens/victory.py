"""Victory: the winners, the course of the game, medals, luck, and whether the dice were fair."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.app.chronicle.awards import Award, awards, curves, fairness_tests, luck_ledger
from companion.app.chronicle.chronicle import names_at
from companion.app.chronicle.report import luck_in_words
from companion.app.chronicle.win_curve import win_curve
from companion.app.night.clocks import clock_face
from companion.locale.messages import capitalised, gettext, joined, listed, ngettext
from companion.referee.game_view import Standing
from companion.referee.houserules import departures
from companion.ui import theme
from companion.ui.free_boxes import Box
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.players.curve_chart import CurveChart
from companion.ui.widgets.players.emblem import EmblemBadge, seat_named
from companion.ui.widgets.players.event_row import EventRow

HEAD, UPRIGHT_HEAD = 114, 152
"""Height of the winner's name and of two lines below it, or three in portrait, in theme pixels."""
CAPTION = 34
"""Height of the line above the chart, in theme pixels."""
SIDE = 390
"""Width of medals and luck beside the chart, in theme pixels."""


class VictoryScreen(Screen):
    """The end of a game; Undo can still return to it."""

    name = "victory"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._chronicle = self.playing.chronicle
        self._luck = luck_ledger(self._chronicle)
        drawn = {gettext("who was winning, %"): win_curve(self._chronicle)} | curves(self._chronicle)
        label, self._curve = next(((label, curve) for label, curve in drawn.items() if curve), ("", {}))
        self._drawn = capitalised(gettext(label))
        facts = scrollable(column(*self._medals(), *self._standings(), *self._fairness()))
        chart = column(fixed_height(self._heading(self._drawn), CAPTION), self._chart(), gap=0)
        if theme.METRICS.portrait:
            self._middle = column(fixed_height(chart, 254), facts)
        else:
            self._middle = row(chart, fixed_width(facts, SIDE))
        head = fixed_height(self._head(), UPRIGHT_HEAD if theme.METRICS.portrait else HEAD)
        rows = 2 if theme.METRICS.portrait else 1
        buttons = fixed_height(
            self._buttons(), rows * (theme.BUTTON_HEIGHT + theme.TARGET_GAP) - theme.TARGET_GAP
        )
        self.add_widget(column(head, self._middle, buttons, pad=theme.SPACE_12))

    def banner_box(self, height_at: Callable[[float], float]) -> Box:
        """Show the result of the last roll above the buttons."""
        middle = self._middle
        return (middle.x, middle.y), (middle.width, height_at(middle.width))

    def _head(self) -> Widget:
        """Return the winners in large letters, and the event that ended the game."""
        table = self.playing.table
        winners = [seat for seat in self.playing.seats if seat.id in table.state.winners]
        alone = len(winners) == 1
        summary = table.reports[-1].report.text if table.reports else ""
        badges = [fixed_width(EmblemBadge(seat=seat, lit=True), 96 if alone else 70) for seat in winners]
        names = TextLabel(
            ngettext(
                "{players} wins", "{players} win", len(winners), players=listed(seat.name for seat in winners)
            ),
            theme.DISPLAY if alone else theme.TITLE,
            theme.ACCENT,
            bold=True,
            fill=True,
        )
        length = ngettext(
            "Round {round}, {count} answer.",
            "Round {round}, {count} answers.",
            len(table.entries),
            round=table.timeline.round,
        )
        told = TextLabel(joined([summary, length]), theme.BODY, fill=True)
        return row(*badges, column(names, told, gap=0))

    def _chart(self) -> CurveChart:
        return CurveChart(
            series=self._curve,
            seats=self.playing.seats,
            on_entry=lambda _, entry: self.shell.open_overlay("chronicle", entry=entry),
        )

    def _medals(self) -> list[Widget]:
        medals = awards(self._chronicle, self.playing.thinking_times(), names_at(self.playing.table))
        return [self._heading(gettext("Medals")), *map(self._medal, medals)] if medals else []

    def _medal(self, medal: Award) -> Widget:
        seat = seat_named(self.playing.seats, medal.seat)
        return EventRow(text=joined([medal.title, medal.text], ": "), seat=seat)

    def _standings(self) -> list[Widget]:
        """List every seat, winners first: luck (figures if no dice were rolled) and thinking time."""
        winners = self._chronicle.winners
        order = sorted(
            self.playing.table.game_view.standings, key=lambda standing: standing.seat not in winners
        )
        return [
            self._heading(gettext("Luck") if self._luck else gettext("Standings")),
            *map(self._standing, order),
        ]

    def _standing(self, standing: Standing) -> Widget:
        seat = seat_named(self.playing.seats, standing.seat)
        name = seat.name if seat is not None else standing.seat
        time = clock_face(self.playing.clocks.spent()[standing.seat])
        return EventRow(
            text=gettext(
                "{player}: {result}. Thinking time {time}", player=name, result=self._how(standing), time=time
            ),
            seat=seat,
        )

    def _how(self, standing: Standing) -> str:
        if self._luck:
            return luck_in_words(self._luck.get(standing.seat))
        return joined((joined([figure.label, str(figure.value)]) for figure in standing.figures[:3]), ", ")

    def _fairness(self) -> list[Widget]:
        tests = fairness_tests(self._chronicle)
        words = [joined([capitalised(test.conclusion), "."], "") for test in tests]
        return (
            [self._heading(gettext("Fair dice?")), *(EventRow(text=text) for text in words)] if words else []
        )

    def _heading(self, text: str) -> Widget:
        return TextLabel(text, theme.SUBTITLE, theme.ACCENT, bold=True)

    def _buttons(self) -> Widget:
        shell = self.shell
        undo = BigButton(
            text=gettext("Undo"), icon="undo", kind="quiet", on_tap=lambda _: shell.open_tool("history")
        )
        replay = BigButton(
            text=gettext("Chronicle"), kind="quiet", on_tap=lambda _: shell.open_overlay("chronicle")
        )
        if self.playing.practice:
            return row(undo, replay)
        share = BigButton(text=gettext("Share"), kind="quiet", on_tap=lambda _: shell.open_overlay("share"))
        rematch = BigButton(text=gettext("Rematch"), kind="quiet", on_tap=lambda _: self._rematch())
        lobby = BigButton(text=gettext("To the lobby"), on_tap=lambda _: shell.leave_game())
        if theme.METRICS.portrait:
            return column(row(undo, replay, share), row(rematch, lobby), gap=theme.TARGET_GAP)
        return row(fixed_width(undo, 130), replay, share, rematch, lobby)

    def _rematch(self) -> None:
        """Begin the same game again, with the same seats and house rules."""
        session, shell = self.playing, self.shell
        game, seats, house = session.game, session.seats, departures(session.house)
        shell.leave_game()
        shell.start_game(game, seats, house)
