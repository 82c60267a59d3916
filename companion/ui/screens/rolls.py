"""The dice of every roll of a battle that the companion rolled."""

from typing import Any

from kivy.uix.widget import Widget

from companion.app.night.rolling import BattleRoll
from companion.locale.messages import gettext, joined
from companion.referee.dice import contest_losses
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.dice.die import DiceRow

NUMBER = 44
"""Width of the number of a roll, in theme pixels."""


class RollsScreen(Screen):
    """A line for each roll: both sides' dice, and who lost how many."""

    name = "rolls"

    def __init__(
        self,
        shell: Shell,
        rolls: tuple[BattleRoll, ...],
        names: tuple[str, str],
        bodies: tuple[str, ...],
        **params: Any,
    ) -> None:
        super().__init__(shell, rolls=rolls, names=names, bodies=bodies, **params)
        self._names, self._bodies = names, bodies
        lines = (
            fixed_height(self._line(number, roll), theme.TAP_TARGET) for number, roll in enumerate(rolls, 1)
        )
        listed = column(*lines, size_hint_y=None)
        listed.bind(minimum_height=listed.setter("height"))
        self.add_widget(
            overlay_layout(
                shell,
                gettext("{player} against {other}", player=names[0], other=names[1]),
                scrollable(listed),
            )
        )

    def _line(self, number: int, roll: BattleRoll) -> Widget:
        contest, dice = roll
        lost = contest_losses(contest, dice)
        sides = zip(self._names, (lost.attacker, lost.defender), strict=True)
        text = joined((joined([name, f"-{count}"]) for name, count in sides if count), ", ")
        rows = [
            DiceRow(faces=tuple(sorted(dice[pool], reverse=True)), body=body)
            for pool, body in zip(("attack", "defence"), self._bodies, strict=True)
        ]
        label = fixed_width(TextLabel(str(number), theme.BODY, theme.MUTED, fill=True), NUMBER)
        return row(label, *rows, TextLabel(text, theme.BODY, bold=True, fill=True))
