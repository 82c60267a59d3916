"""Correct the board: the table is the truth. Touch what is wrong, set it right, confirm once."""

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.referee.correction import Changes, Correctable
from companion.ui import theme
from companion.ui.board_view import board_view
from companion.ui.layout import Words, column, row, scrolled, tall, wide
from companion.ui.screens.cover import covered
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import BigButton, ChoiceCard
from companion.ui.widgets.emblem import EmblemBadge
from companion.ui.widgets.stepper import Stepper

if TYPE_CHECKING:
    from companion.ui.stage import Stage

SIDE = 310
GAME = "game"


class CorrectScreen(Screen):
    """The board beside what can be set right about the place, seat or turn that was touched."""

    name = "correct"

    def __init__(self, stage: "Stage", subject: str = GAME, **words: Any) -> None:
        super().__init__(stage, subject=subject, **words)
        session = self.playing
        self._changes: Changes = {}
        self._known = session.game.correctables(session.table.state)
        board = board_view(session.table.game_view, session.seats, self._show, self._show)
        self.fields = column(gap=theme.SMALL)
        self._done = BigButton(text="Nothing changed", on_tap=lambda _: self._confirm())
        side = column(self._subjects(), scrolled(self.fields), tall(self._done, theme.BUTTON))
        both = column(board, side) if theme.MEASURES.portrait else row(board, wide(side, SIDE))
        self.add_widget(covered(stage, "Set right: touch what is wrong", both))
        self._show(subject)

    def _subjects(self) -> Widget:
        badges = [EmblemBadge(seat=seat, on_tap=self._showing(seat.id)) for seat in self.playing.seats]
        turn = BigButton(text="Turn", kind="quiet", on_tap=self._showing(GAME))
        return tall(row(*badges, wide(turn, 80), gap=theme.HAIR), theme.TAP)

    def _showing(self, subject: str) -> Any:
        return lambda _: self._show(subject)

    def _show(self, subject: str) -> None:
        self.fields.clear_widgets()
        things = [thing for thing in self._known if thing.subject == subject]
        things.sort(key=lambda thing: bool(thing.choices))  # numbers are the most often wrong, and the lowest
        if not things:
            self.fields.add_widget(Words("Nothing to set right here now.", colour=theme.MUTED))
        for thing in things:
            self.fields.add_widget(Words(thing.label, theme.BODY, bold=True))
            self.fields.add_widget(self._field(thing))

    def _field(self, thing: Correctable) -> Widget:
        value = self._changes.get(thing.key, thing.value)
        if not thing.choices:
            stepper = Stepper(least=thing.least, most=thing.most, value=int(value))
            stepper.bind(value=lambda _, new: self._set(thing, int(new)))
            return tall(stepper, 72)
        cards = column(gap=theme.HAIR)
        for choice in thing.choices:
            cards.add_widget(tall(self._choice(thing, choice, value, cards), theme.TAP))
        tall(cards, len(thing.choices) * (theme.TAP + theme.HAIR))
        return cards

    def _choice(self, thing: Correctable, choice: str, value: int | str, cards: Widget) -> ChoiceCard:
        seat = self.playing.seat(choice)

        def choose(card: ChoiceCard) -> None:
            for other in cards.children:
                other.chosen = other is card
            self._set(thing, choice)

        title = seat.name if seat is not None else choice.capitalize()
        return ChoiceCard(
            title=title,
            picture=EmblemBadge(seat=seat, disabled=True) if seat is not None else None,
            chosen=choice == value,
            on_tap=choose,
        )

    def _set(self, thing: Correctable, value: int | str) -> None:
        if value == thing.value:
            self._changes.pop(thing.key, None)
        else:
            self._changes[thing.key] = value
        count = len(self._changes)
        self._done.text = f"Set right ({count})" if count else "Nothing changed"

    def _confirm(self) -> None:
        if not self._changes:
            self.stage.back()
            return
        self.stage.do(lambda: self.playing.correct(self._changes))
