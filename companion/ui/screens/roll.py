"""Rolls outside battles, read by the camera: a shot and its defence, a die to flee."""

from kivy.uix.widget import Widget

from companion.locale.messages import capitalised, joined
from companion.referee.dice import Dice, DicePool
from companion.referee.game_view import Unit
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, spacer
from companion.ui.screens.battle import BattleScreen
from companion.ui.theme import px
from companion.ui.widgets.board.roster import UnitCard
from companion.ui.widgets.dice.die import DiceRow
from companion.ui.widgets.players.emblem import EmblemBadge, seat_named

SIDE = 196
"""Width of the card of a unit that the roll concerns, in theme pixels."""


class RollScreen(BattleScreen):
    """The prompt, the units that the roll concerns, the live tray, and a Confirm button."""

    name = "roll"

    def _sides(self) -> Widget:
        """Return the prompt between the two units it concerns, such as the shooter and the target."""
        question = self.question
        assert question is not None, "the shell shows this screen only for a roll"
        heading = column(
            TextLabel(question.prompt, theme.SUBTITLE, bold=True, align="center", fill=True, lines=1),
            TextLabel(question.detail, theme.BODY, theme.MUTED, align="center", fill=True, lines=2),
            gap=0,
        )
        cards = [fixed_width(self._piece(unit), SIDE) for unit in self._pieces()[:2]]
        sides = row(*cards[:1], heading, *cards[1:])

        def fit(*_: object) -> None:
            sides.height = max(px(self._sides_height()), *(card.height for card in cards))

        for card in cards:
            card.bind(height=fit)
        return sides

    def _pieces(self) -> list[Unit]:
        """Return the units in the focus, in the order of the focus; none if it names no units."""
        game_view = self.playing.table.game_view
        roster = {unit.id: unit for unit in game_view.roster}
        return [roster[name] for name in game_view.focus if name in roster]

    def _piece(self, unit: Unit) -> UnitCard:
        return UnitCard(unit=unit, seat=seat_named(self.playing.seats, unit.seat))

    def _result(self, dice: Dice) -> Widget:
        pools = self.question.pools if self.question is not None else ()
        return column(*(fixed_height(self._read(pool, dice), 84) for pool in pools), spacer())

    def _read(self, pool: DicePool, dice: Dice) -> Widget:
        seat = self.playing.seat(pool.seat)
        badge = [fixed_width(EmblemBadge(seat=seat), 44)] if seat is not None else []
        name = TextLabel(capitalised(pool.words), theme.SUBTITLE, bold=True, fill=True, lines=1)
        faces = dice.get(pool.name, ())
        return row(
            *badge,
            name,
            fixed_width(DiceRow(faces=faces, body=self._bodies()[pool.name]), 78 * max(1, len(faces))),
        )

    def _helps(self) -> list[Widget]:
        """Return nothing: `_sides` already shows the detail."""
        return []

    def _extras(self) -> dict[str, int]:
        """Return 0 for every pool: all rolled dice count."""
        return {pool.name: 0 for pool in self.question.pools} if self.question is not None else {}

    def _labels(self) -> dict[str, str]:
        """Label pools that are neither attack nor defence with their own name."""
        labels = super()._labels()
        pools = self.question.pools if self.question is not None else ()
        return {
            pool.name: joined([label, pool.words], ": ") if len(pools) > 1 else label
            for pool, label in zip(pools, labels.values(), strict=True)
        }
