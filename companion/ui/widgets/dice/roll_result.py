"""The result of a battle roll, as a banner over the board: the dice in pairs, if known, and the losses."""

from typing import Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.referee.dice import Contest, Dice, pair_dice
from companion.ui import theme
from companion.ui.layout import TextLabel
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.dice.pair_table import PairTable, uncounted_faces

TABLE, NARROW_TABLE = 180, 128
"""Height of the dice, normally and in a narrow box, in theme pixels."""
STEPS, STEP_SECONDS = 6, 0.1
"""Faces that a die shows while it tumbles, and how long each is seen, in seconds."""
NARROW = 400
"""Width from which a box is not narrow, in theme pixels."""


class RollResult(BoxLayout):
    """Shows a roll until it is tapped.

    Args:
        contest: the battle.
        dice: the rolled dice; None if only the losses are known.
        bodies: colours of the attacker's and the defender's dice.
        names: what both sides are called.
        text: the result, in one or two sentences.
        on_close: called when it is tapped.
        tumbles: the dice are seen rolling first, for nobody has rolled them by hand.
    """

    def __init__(
        self,
        contest: Contest,
        dice: Dice | None,
        bodies: tuple[str, ...],
        names: tuple[str, str],
        text: str,
        on_close: Any,
        *,
        tumbles: bool = False,
    ) -> None:
        super().__init__(orientation="vertical", padding=px(theme.SPACE_8), size_hint=(None, None))
        self._close, self._text, self._dice = on_close, text, dice
        if dice is not None:
            table = PairTable(
                pairs=pair_dice(contest, dice),
                contest=contest,
                bodies=bodies,
                names=names,
                spare=uncounted_faces(contest, dice),
                tumble=STEPS if tumbles else 0,
            )
            self.add_widget(table)
            if tumbles:
                Clock.schedule_interval(lambda _: _tumble_on(table), STEP_SECONDS)
        if text:
            self.add_widget(TextLabel(text, theme.BODY, align="center", fill=dice is None))
        self.bind(pos=self._draw, size=self._draw)

    def height_at(self, width: float) -> float:
        """Return the height at a width, in pixels."""
        pad = px(theme.SPACE_8)
        text = drawing.text_height(self._text, px(theme.BODY), width - 2 * pad) if self._text else 0.0
        table = px(TABLE if width >= px(NARROW) else NARROW_TABLE) if self._dice is not None else 0.0
        return text + table + 2 * pad

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


def _tumble_on(table: PairTable) -> bool:
    """Show the next faces of tumbling dice; return whether they tumble on."""
    table.tumble -= 1
    return bool(table.tumble)
