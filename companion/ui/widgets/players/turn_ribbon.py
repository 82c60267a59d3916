"""The turns of a game as a ribbon of coloured blocks, grouped by round; tap or drag to choose a turn."""

from typing import Any, ClassVar

from kivy.properties import NumericProperty, ObjectProperty

from companion.app.chronicle.chronicle import TurnRecord
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Draggable
from companion.ui.widgets.players.emblem import draw_emblem, seat_named

ROUND_GAP = 3
"""Gap before a new round, in theme pixels."""

EMBLEM_FROM = 16
"""Minimum width of a block with an emblem, in theme pixels."""


class TurnRibbon(Draggable):
    """One block for each turn in the colour of its seat; the chosen block is higher and highlighted.

    Attributes:
        turns: the turns, in order.
        seats: all seats.
        chosen: index of the turn that is shown.

    Events:
        on_turn: a turn was touched; gets its index.
    """

    turns = ObjectProperty(())
    seats = ObjectProperty(())
    chosen = NumericProperty(0)

    shows: ClassVar[tuple[str, ...]] = ("turns", "seats", "chosen")
    __events__ = ("on_turn",)

    def start_drag(self, touch: Any) -> bool:
        """Choose the turn under the finger."""
        if not self.turns:
            return False
        self.drag(touch)
        return True

    def drag(self, touch: Any) -> None:
        """Choose the turn under the finger."""
        lefts = self._lefts()
        index = max((number for number, left in enumerate(lefts[:-1]) if left <= touch.x), default=0)
        if index != self.chosen:
            self.dispatch("on_turn", index)

    def _lefts(self) -> list[float]:
        """Return the left edges of all blocks and the right edge of the last, with gaps between rounds."""
        rounds = [turn.round for turn in self.turns]
        starts = [number > 0 and rounds[number] != rounds[number - 1] for number in range(len(rounds))]
        gap = min(px(ROUND_GAP), self.width / (2 * len(rounds)))
        block = (self.width - gap * sum(starts)) / len(rounds)
        lefts, x = [], float(self.x)
        for start in starts:
            x += gap * start
            lefts.append(x)
            x += block
        return [*lefts, x]

    def draw(self) -> None:
        """Draw the background, the blocks, and the round numbers that fit."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE, radius=px(6))
        if not self.turns:
            return
        lefts = self._lefts()
        block = lefts[1] - lefts[0] - min(px(1), (lefts[1] - lefts[0]) / 5)
        for index, turn in enumerate(self.turns):
            self._draw_block(turn, lefts[index], block, chosen=index == self.chosen)
        self._draw_rounds(lefts)

    def _draw_block(self, turn: TurnRecord, left: float, width: float, *, chosen: bool) -> None:
        seat = seat_named(self.seats, turn.seat)
        paint = theme.UNOWNED if seat is None else theme.SEAT_COLOURS[seat.colour]
        bottom = self.y + px(4) + (0 if chosen else px(3))
        height = px(24) + (px(6) if chosen else 0)
        edge = theme.ACCENT if chosen else None
        width = max(width, px(5)) if chosen else width
        drawing.rounded_rectangle(
            (left, bottom), (width, height), paint.fill, radius=px(3), edge=edge, line=px(3)
        )
        if seat is not None and width >= px(EMBLEM_FROM):
            draw_emblem(seat.emblem, (left + width / 2, bottom + height / 2), px(7), paint.text)

    def _draw_rounds(self, lefts: list[float]) -> None:
        free, last = self.x, None
        for turn, left in zip(self.turns, lefts, strict=False):
            if turn.round == last:
                continue
            last = turn.round
            text = str(turn.round) if turn.round else gettext("Set-up")
            width = drawing.text_width(text, px(theme.CAPTION))
            if left >= free and left + width <= self.right:
                at = (left + px(1), self.top - px(theme.CAPTION) * 0.6)
                drawing.draw_text(text, at, px(theme.CAPTION), theme.MUTED)
                free = left + width + px(theme.SPACE_8)
