"""Entry of symbol dice by hand: a row for each pool, with a key for every different face."""

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.app.camera.symbol_dice import Faces, pool_faces
from companion.locale.catalogue import shown
from companion.referee.dice import Dice, DicePool, Symbols
from companion.referee.questions import Roll
from companion.ui import theme
from companion.ui.theme import Rgba, Swatch, px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.dice.symbol_die import SymbolKey, draw_symbol_die

LOW = 110
"""Height of a row below which the dice stand beside the keys, in theme pixels."""
LOW_KEY, LOW_SLOT, MIN_BESIDE = 52, 32, 90
"""Maximum sides of a key and of an entered die there, and minimum width beside the keys, in theme pixels."""
LEADING = 1.1
"""Line height, in font sizes."""


class SymbolRow(CanvasWidget):
    """One pool: its label, the dice entered so far, and the keys.

    Attributes:
        pool: the pool.
        label: its name on the screen.
        rolled: numbers of the faces entered so far.
    """

    label = ObjectProperty("")
    rolled = ObjectProperty(())

    shows: ClassVar[tuple[str, ...]] = ("label", "rolled")
    __events__ = ("on_surplus",)

    def __init__(
        self, pool: DicePool, faces: Faces, paint: Swatch, rim: Rgba | None, **properties: Any
    ) -> None:
        self.pool, self.sides, self._paint, self._rim = pool, faces, paint, rim
        self.keys: dict[Symbols, SymbolKey] = {}
        super().__init__(**properties)
        for face in sorted(set(faces), key=lambda face: (face.blocks > 0, face.hits + face.blocks)):
            self.keys[face] = SymbolKey(
                face=face, paint=paint, rim=rim, repeats=True, on_tap=self._entering(face)
            )
            self.add_widget(self.keys[face])
        self.delete = BigButton(icon="delete", kind="quiet", on_tap=lambda _: self._drop())
        self.add_widget(self.delete)

    def key(self, number: int) -> SymbolKey:
        """Return the key of the face with this number (from 1)."""
        return self.keys[self.sides[number - 1]]

    def _entering(self, face: Symbols) -> Callable[[Any], None]:
        return lambda _: self._enter(self.sides.index(face) + 1)

    def _enter(self, number: int) -> None:
        rolled = (*self.rolled, number)
        if len(rolled) > self.pool.most:
            self.dispatch("on_surplus", rolled)
        else:
            self.rolled = rolled

    def _drop(self) -> None:
        self.rolled = self.rolled[:-1]

    def draw(self) -> None:
        """Draw the dice above the keys, or in a low row beside them, and place the delete key."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE)
        low_key = min(self.height - px(2), px(LOW_KEY))
        room = self.width - px(theme.TAP_TARGET + 3 * theme.SPACE_8)
        beside = room - len(self.keys) * (low_key + px(theme.TARGET_GAP))
        if self.height < px(LOW) and beside >= px(MIN_BESIDE):
            self._draw_low(low_key, beside)
        else:
            self._draw_high()

    def _draw_low(self, key: float, beside: float) -> None:
        """Draw keys as high as the row, and beside them the label above the entered dice."""
        self._place_keys(key, self.center_y - key / 2)
        left = self.x + px(theme.SPACE_8) + len(self.keys) * (key + px(theme.TARGET_GAP))
        size, lines = px(theme.BODY), drawing.wrap_text(self.label, px(theme.BODY), beside, bold=True)
        slot = min(px(LOW_SLOT), beside / self.pool.most)
        if len(lines) * size * LEADING + slot > self.height:
            lines = [
                shown(self.label).rpartition(" ")[0] or self.label
            ]  # other rows of the side show the rest
        words = len(lines) * size * LEADING
        slot = min(slot, self.height - words)
        top = self.center_y + (words + slot) / 2
        for number, line in enumerate(lines):
            at = (left, top - (number + 0.5) * size * LEADING)
            drawing.draw_fitting_text(line, at, size, theme.TEXT, beside, bold=True)
        self._draw_slots(left, top - words - slot / 2, slot)

    def _place_keys(self, key: float, bottom: float) -> None:
        left, side = self.x + px(theme.SPACE_8), px(theme.TAP_TARGET)
        for number, die in enumerate(self.keys.values()):
            die.size, die.pos = (key, key), (left + number * (key + px(theme.TARGET_GAP)), bottom)
        self.delete.size = (side, max(side, min(self.height - px(theme.SPACE_8), px(64))))
        self.delete.pos = (self.right - px(theme.SPACE_4) - side, self.center_y - self.delete.height / 2)

    def _draw_high(self) -> None:
        room = self.width - px(theme.TAP_TARGET + 3 * theme.SPACE_8)
        key = min(self.height * 0.6, px(92), room / len(self.keys) - px(theme.TARGET_GAP))
        low = self.y + px(theme.SPACE_4)
        self._place_keys(key, low)
        self._draw_entered(low + key, self.delete.x - px(theme.SPACE_8))

    def _draw_entered(self, bottom: float, right: float) -> None:
        slot = min(self.top - bottom - px(2), px(54))
        middle, start = (bottom + self.top) / 2, right - slot * self.pool.most
        at = (self.x + px(theme.SPACE_12), middle)
        drawing.draw_fitting_text(
            self.label, at, px(theme.BODY), theme.TEXT, start - at[0] - px(theme.SPACE_4), bold=True
        )
        self._draw_slots(start, middle, slot)

    def _draw_slots(self, start: float, middle: float, slot: float) -> None:
        """Draw the entered dice, and empty slots for the rest."""
        for number in range(self.pool.most):
            corner = (start + number * slot + px(2), middle - slot / 2 + px(2))
            if number < len(self.rolled):
                face = self.sides[self.rolled[number] - 1]
                draw_symbol_die(face, corner, slot - px(4), self._paint, rim=self._rim)
            else:
                side = (slot - px(4), slot - px(4))
                drawing.rounded_rectangle(
                    corner, side, theme.BACKGROUND, radius=slot * 0.18, edge=theme.MUTED, line=px(1.5)
                )


class SymbolPad(CanvasWidget):
    """The rows of both sides' pools.

    Attributes:
        question: the roll.
        rows: the row of each pool, by the pool's name.

    Events:
        on_change: a die was entered or deleted; gets the dice.
        on_denied: a die too many was tapped; gets the ruling.
    """

    __events__ = ("on_change", "on_denied")

    def __init__(
        self, question: Roll, labels: dict[str, str], paints: dict[str, Swatch], **properties: Any
    ) -> None:
        self.question = question
        self.rows: dict[str, SymbolRow] = {}
        super().__init__(**properties)
        faces = pool_faces(question)
        owners: list[str] = []
        for pool in question.pools:
            rim = theme.ACCENT if pool.seat in owners else None
            row = SymbolRow(pool, faces[pool.name], paints[pool.seat], rim, label=labels[pool.name])
            row.bind(rolled=lambda *_: self.dispatch("on_change", self.dice))
            row.bind(on_surplus=lambda row, rolled: self._deny(row.pool.name, rolled))
            self.rows[pool.name] = row
            self.add_widget(row)
            owners.append(pool.seat)

    @property
    def dice(self) -> Dice:
        """The dice entered so far, as numbers of faces (from 1)."""
        return {name: row.rolled for name, row in self.rows.items()}

    def _deny(self, name: str, rolled: tuple[int, ...]) -> None:
        self.dispatch("on_denied", self.question.judge({**self.dice, name: rolled}))

    def draw(self) -> None:
        """Place the first side's rows at the left (in portrait at the top), the other's beside them."""
        first = self.question.pools[0].seat
        sides = [
            [row for row in self.rows.values() if (row.pool.seat == first) is mine] for mine in (True, False)
        ]
        gap = px(theme.TARGET_GAP)
        upright = theme.METRICS.portrait or self.height > self.width
        for number, rows in enumerate(sides):
            for place, row in enumerate(rows):
                self._put(row, number, place, len(rows), gap, upright=upright)

    def _put(self, row: SymbolRow, side: int, place: int, count: int, gap: float, *, upright: bool) -> None:
        width = self.width if upright else (self.width - gap) / 2
        high = (self.height - gap) / 2 if upright else self.height
        top = self.top - (side * (high + gap) if upright else 0)
        height = (high - gap * (count - 1)) / count
        row.size = (width, height)
        row.pos = (
            self.x if upright else self.x + side * (width + gap),
            top - (place + 1) * height - place * gap,
        )
