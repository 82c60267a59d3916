"""The battle of symbol dice: both squads, their dice, and the exact odds of wounds before and after."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.hardware.panel import CONFIRM
from companion.hardware.signals import Meaning, Meanings
from companion.odds import melee_wounds
from companion.odds.pool import Wounds
from companion.referee.dice import Dice, Pool
from companion.referee.questions import Roll
from companion.referee.ruling import ALLOWED
from companion.ui import theme
from companion.ui.layout import Words, column, row, tall, wide
from companion.ui.panels.roll import faces_of
from companion.ui.screens.screen import Screen
from companion.ui.screens.tools import tools
from companion.ui.theme import Paint
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.sides import sides_of
from companion.ui.widgets.symbol_pad import SymbolPad, melee_with
from companion.ui.widgets.wounds_chart import WoundsChart, by_number

if TYPE_CHECKING:
    from companion.ui.stage import Stage


DETAIL = 250
"""Width of what is said about the dice, beside the odds."""
SHORT = 64
"""Letters that fit there in the usual size."""


class MeleeScreen(Screen):
    """Who fights whom with how many dice, and what comes of it."""

    name = "melee"

    def __init__(self, stage: "Stage", **words: Any) -> None:
        super().__init__(stage, **words)
        self._seq = -1
        self.pad: SymbolPad | None = None

    def refresh(self) -> None:
        """Show the open roll; a new one starts with empty dice."""
        question = self.playing.question
        if self.playing.seq == self._seq or not isinstance(question, Roll) or question.melee is None:
            return
        self._seq, self.question = self.playing.seq, question
        self._build()

    def meanings(self, meanings: Meanings) -> Meanings:
        """Confirm accepts the dice once they are entered."""
        return {**meanings, (CONFIRM, False): Meaning("accept", "Dice are right")}

    def press(self, meaning: Meaning) -> None:
        """Accept the dice, or hear what is missing."""
        if meaning.deed == "accept":
            self._confirm()

    # --- laying out ----------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.clear_widgets()
        question, session = self.question, self.playing
        self.pad = SymbolPad(question, self._labels(), self._paints())
        self.pad.bind(on_change=lambda _, dice: self._show_odds(dice))
        self.pad.bind(on_denied=lambda _, ruling: self.stage.refuse(ruling))
        self.charts = {side: WoundsChart(title=self._wounds_on(seat), colour=self._colour(seat))
                       for side, seat in self._sides()}  # fmt: skip
        self._done = BigButton(text="Confirm", icon="check", on_tap=lambda _: self._confirm())
        self._done.bind(on_denied=lambda _, ruling: self.stage.refuse(ruling))
        (_, second), (_, first) = self._sides()
        parts: list[Widget] = [
            sides_of(session.table.scene, session.seats, first, second),
            self.pad,
        ]
        self._odds = row()
        size = theme.BODY if len(question.detail) <= SHORT else theme.CAPTION
        words = Words(question.detail, size, theme.MUTED, fill=True)
        said = [wide(words, DETAIL)] if question.detail else []
        parts += [tall(row(*said, self._odds), 104), tall(self._buttons(), theme.BUTTON)]
        self.add_widget(column(*parts, pad=theme.SMALL))
        self._show_odds({})

    def _buttons(self) -> Widget:
        seq = self._seq
        offers = [
            BigButton(text=offer.label, kind="quiet", on_tap=self._taking(offer.id, seq))
            for offer in self.question.offers
        ]
        signs = wide(tools(self.stage, signs=True, pause=True), 4 * (theme.TAP + theme.SMALL))
        return row(signs, *offers, self._done)

    def _taking(self, offer: str, seq: int) -> Any:
        return lambda _: self.stage.answer({"offer": offer}, seq=seq)

    # --- acting --------------------------------------------------------------------------------------------

    def _show_odds(self, dice: Dice) -> None:
        """Reckon with the dice that lie already, and hold Confirm back until all of them do."""
        chances = melee_wounds(melee_with(self.question, dice))
        lying = {pool.name: dice.get(pool.name, ()) for pool in self.question.pools}
        self._odds.clear_widgets()
        for side, chart in self.charts.items():
            suffered = _suffered(chances, side)
            chart.chances = by_number(suffered)
            chart.mean = sum((number * chance for number, chance in suffered.items()), Fraction(0))
            chart.certain = next(iter(suffered)) if len(suffered) == 1 else None
            if side == "defender" or chart.certain != 0:
                self._odds.add_widget(chart)
        ruling = self.question.judge(lying)
        self._done.ruling = None if ruling == ALLOWED else ruling

    def _confirm(self) -> None:
        if self.pad is None:
            return
        if self._done.denied:
            self.stage.refuse(self._done.ruling)
        else:
            self.stage.answer(faces_of(self.pad.dice), seq=self._seq)

    # --- words ---------------------------------------------------------------------------------------------

    def _sides(self) -> tuple[tuple[str, str], ...]:
        """Both sides of the melee with their seats."""
        first = self.question.pools[0].seat
        other = next(
            (pool.seat for pool in self.question.pools if pool.seat != first), self._other_owner(first)
        )
        return ("defender", other), ("attacker", first)

    def _other_owner(self, first: str) -> str:
        scene = self.playing.table.scene
        return next(
            (owner for id in scene.focus if (owner := scene.places[id].owner) not in (None, first)), first
        )

    def _labels(self) -> dict[str, str]:
        return {pool.name: _label(pool) for pool in self.question.pools}

    def _paints(self) -> dict[str, Paint]:
        return {pool.seat: theme.SEATS[self._colour(pool.seat)] for pool in self.question.pools}

    def _colour(self, seat: str) -> Any:
        known = self.playing.seat(seat)
        return known.colour if known is not None else "gray"

    def _wounds_on(self, seat: str) -> str:
        known = self.playing.seat(seat)
        return f"Wounds on {known.name}" if known is not None else "Wounds"


def _label(pool: Pool) -> str:
    return f"{pool.most} {pool.name}"


def _suffered(chances: dict[Wounds, Fraction], side: str) -> dict[int, Fraction]:
    """Add up the chances of the wounds of one side."""
    sums: dict[int, Fraction] = {}
    for wounds, chance in chances.items():
        number = wounds.defender if side == "defender" else wounds.attacker
        sums[number] = sums.get(number, Fraction(0)) + chance
    return sums
