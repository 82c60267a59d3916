"""The result of a battle roll, as a banner over the board: the dice in pairs, if known, and the losses."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.referee.dice import Contest, Dice, pair_dice
from companion.ui import theme
from companion.ui.layout import TextLabel, fixed_height
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.dice.pair_table import PairTable, uncounted_faces

HEIGHT, HEIGHT_OF_WORDS = 248, 72
"""Height with dice, and with text only, in theme pixels."""


class RollResult(BoxLayout):
    """Shows a roll until it is tapped.

    Args:
        contest: the battle.
        dice: the rolled dice; None if only the losses are known.
        bodies: colours of the attacker's and the defender's dice.
        names: what both sides are called.
        text: the result, in one or two sentences.
        on_close: called when it is tapped.
    """

    def __init__(
        self,
        contest: Contest,
        dice: Dice | None,
        bodies: tuple[str, ...],
        names: tuple[str, str],
        text: str,
        on_close: Any,
    ) -> None:
        super().__init__(orientation="vertical", padding=px(theme.SPACE_8), size_hint=(None, None))
        self._close = on_close
        self.high = HEIGHT if dice is not None else HEIGHT_OF_WORDS
        if dice is not None:
            pairs = pair_dice(contest, dice)
            self.add_widget(
                PairTable(
                    pairs=pairs,
                    contest=contest,
                    bodies=bodies,
                    names=names,
                    spare=uncounted_faces(contest, dice),
                )
            )
        if text:
            self.add_widget(fixed_height(TextLabel(text, theme.BODY, align="center", fill=True, lines=2), 52))
        self.bind(pos=self._draw, size=self._draw)

    def on_touch_down(self, touch: Any) -> bool:
        """Close at a tap."""
        if not self.collide_point(*touch.pos):
            return False
        self._close()
        return True

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            drawing.rounded_rectangle(
                self.pos, self.size, theme.SURFACE, edge=theme.ACCENT, line=px(theme.LINE_WIDTH)
            )
