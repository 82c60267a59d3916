"""Corrects the game: tap what is wrong, correct it, confirm once."""

from typing import Any

from kivy.uix.widget import Widget

from companion.locale.messages import capitalised, gettext
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.ui import theme
from companion.ui.board_view import board_view
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard
from companion.ui.widgets.controls.stepper import Stepper
from companion.ui.widgets.players.emblem import EmblemBadge

SIDE = 344
MAX_BADGES = 4
"""Seats whose badges leave room for a button beside them."""
GAME = "game"


UNCHANGED = gettext("Leave it as it is")
"""On the main button while nothing is changed."""


class CorrectScreen(Screen):
    """The board beside the correctable values of the selected place, seat or turn.

    Args:
        shell: where it is shown.
        subject: the place or seat whose values are shown first.
        proposed: changes that are entered already; nothing applies before they are confirmed.
        back: the overlay to return to; empty for none.
    """

    name = "correct"

    def __init__(
        self,
        shell: Shell,
        subject: str = GAME,
        proposed: Changes | None = None,
        back: str = "",
        **params: Any,
    ) -> None:
        super().__init__(shell, subject=subject, proposed=proposed, back=back, **params)
        session = self.playing
        self._changes: dict[str, int | str] = dict(proposed or {})
        self._known = session.game.correctables(session.table.state)
        board = board_view(session.table.game_view, session.seats, self._show, self._show)
        self.fields = column()
        self._done = BigButton(text=UNCHANGED, on_tap=lambda _: self._confirm())
        side = column(
            *self._subjects(), scrollable(self.fields), fixed_height(self._done, theme.BUTTON_HEIGHT)
        )
        both = column(board, side) if theme.METRICS.portrait else row(board, fixed_width(side, SIDE))
        title = gettext("Fix the board: tap what is wrong")
        self.add_widget(overlay_layout(shell, title, both, go_back=self.leave))
        self._show(subject)
        self._show_count()

    def _subjects(self) -> list[Widget]:
        """A badge for each seat, and a button for the turn, in a separate row if there are many seats."""
        badges = [EmblemBadge(seat=seat, on_tap=self._showing(seat.id)) for seat in self.playing.seats]
        turn = BigButton(text=gettext("Turn"), kind="quiet", on_tap=self._showing(GAME))
        if len(badges) <= MAX_BADGES:
            return [fixed_height(row(*badges, fixed_width(turn, 80)), theme.TAP_TARGET)]
        return [fixed_height(row(*line), theme.TAP_TARGET) for line in (badges, [turn])]

    def _showing(self, subject: str) -> Any:
        return lambda _: self._show(subject)

    def _show(self, subject: str) -> None:
        self.fields.clear_widgets()
        known = [correctable for correctable in self._known if correctable.subject == subject]
        # Numbers first: they are wrong most often.
        known.sort(key=lambda correctable: bool(correctable.choices))
        if not known:
            self.fields.add_widget(TextLabel(gettext("Nothing to fix here now."), colour=theme.MUTED))
        for correctable in known:
            self.fields.add_widget(TextLabel(correctable.label, theme.BODY, bold=True))
            self.fields.add_widget(self._field(correctable))

    def _field(self, correctable: Correctable) -> Widget:
        value = self._changes.get(correctable.key, correctable.value)
        if not correctable.choices:
            stepper = Stepper(least=correctable.least, most=correctable.most, value=int(value))
            stepper.bind(value=lambda _, new: self._set(correctable, int(new)))
            return fixed_height(stepper, 72)
        cards = column()
        for choice in correctable.choices:
            cards.add_widget(fixed_height(self._choice(correctable, choice, value, cards), theme.TAP_TARGET))
        step = theme.TAP_TARGET + theme.TARGET_GAP
        fixed_height(cards, len(correctable.choices) * step - theme.TARGET_GAP)
        return cards

    def _choice(self, correctable: Correctable, choice: str, value: int | str, cards: Widget) -> ChoiceCard:
        seat = self.playing.seat(choice)

        def choose(card: ChoiceCard) -> None:
            for other in cards.children:
                other.chosen = other is card
            self._set(correctable, choice)

        title = seat.name if seat is not None else capitalised(correctable.text(choice))
        return ChoiceCard(
            title=title,
            picture=EmblemBadge(seat=seat, disabled=True) if seat is not None else None,
            chosen=choice == value,
            on_tap=choose,
        )

    def _set(self, correctable: Correctable, value: int | str) -> None:
        if value == correctable.value:
            self._changes.pop(correctable.key, None)
        else:
            self._changes[correctable.key] = value
        self._show_count()

    def _show_count(self) -> None:
        count = len(self._changes)
        self._done.text = gettext("Fix ({count})", count=count) if count else UNCHANGED

    def _confirm(self) -> None:
        if not self._changes or (
            self.shell.attempt(lambda: self.playing.correct(self._changes)) and self.params["back"]
        ):
            self.leave()
