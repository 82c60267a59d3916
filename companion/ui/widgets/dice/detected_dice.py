"""Symbol dice as the camera reads them. Tap one to change its face."""

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.camera.symbol_dice import Faces, SeenFaces, face_label, pool_faces
from companion.locale.messages import gettext
from companion.referee.dice import Dice, DicePool, Symbols
from companion.referee.questions import Roll
from companion.ui import theme
from companion.ui.theme import Rgba, Swatch, px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import CanvasWidget, Tappable
from companion.ui.widgets.dice.symbol_die import SymbolKey, draw_symbol_die

DIE = 76
"""The largest side of a die, in theme pixels."""


class DetectedDieKey(Tappable):
    """One detected die.

    Attributes:
        face: its face; None if the dice reader is not sure.
        lies: whether it is on the tray; otherwise its place is empty.
    """

    face = ObjectProperty(None, allownone=True)
    lies = BooleanProperty(False)
    shows: ClassVar[tuple[str, ...]] = ("face", "lies", "pressed")

    def __init__(self, paint: Swatch, rim: Rgba | None, **properties: Any) -> None:
        self._paint, self._rim = paint, rim
        super().__init__(**properties)
        self.label = "?" if self.lies and self.face is None else face_label(self.face) if self.face else ""

    def draw(self) -> None:
        """Draw the die; highlighted with a question mark if its face must be entered."""
        side = min(self.size) - px(6)
        at = (self.center_x - side / 2, self.center_y - side / 2)
        if not self.lies:
            drawing.rounded_rectangle(
                at, (side, side), theme.BACKGROUND, radius=side * 0.18, edge=theme.MUTED, line=px(1.5)
            )
            return
        if self.pressed or self.face is None:
            around = side + px(6)
            lit = theme.ACCENT if self.pressed else theme.WARNING
            drawing.rounded_rectangle(
                (at[0] - px(3), at[1] - px(3)), (around, around), lit, radius=side * 0.22
            )
        if self.face is not None:
            draw_symbol_die(self.face, at, side, self._paint, rim=self._rim)
            return
        drawing.rounded_rectangle(at, (side, side), self._paint.fill, radius=side * 0.2)
        drawing.draw_text("?", self.center, side * 0.7, self._paint.text, bold=True, anchor=(0.5, 0.5))


class DetectedDiceRow(CanvasWidget):
    """One pool: its dice, or while one of them is being entered, its possible faces.

    Attributes:
        seen: numbers of the faces; None for a die that is not sure.
        asked: index of the die that is being entered; None if none is.
    """

    seen = ObjectProperty(())
    asked = ObjectProperty(None, allownone=True)
    shows: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self, pool: DicePool, faces: Faces, paint: Swatch, rim: Rgba | None, label: str, **properties: Any
    ) -> None:
        self.pool, self.sides, self.label = pool, faces, label
        self._paint, self._rim = paint, rim
        self.keys: dict[Symbols, SymbolKey] = {}
        super().__init__(**properties)
        for name in ("seen", "asked"):
            self.fbind(name, self._lay)
        self._lay()

    def _lay(self, *_: Any) -> None:
        """Lay out the dice, or the faces to choose from."""
        self.clear_widgets()
        self.keys = {}
        if self.asked is None:
            for place in range(max(self.pool.most, len(self.seen))):
                self.add_widget(self._die(place))
        else:
            for face in sorted(set(self.sides), key=lambda face: (face.blocks > 0, face.hits + face.blocks)):
                self.keys[face] = SymbolKey(
                    face=face, paint=self._paint, rim=self._rim, on_tap=self._enter_on_tap(face)
                )
                self.add_widget(self.keys[face])
            self.add_widget(BigButton(icon="back", kind="quiet", on_tap=lambda _: self._ask(None)))
        self.redraw()

    def _die(self, place: int) -> DetectedDieKey:
        number = self.seen[place] if place < len(self.seen) else None
        face = self.sides[number - 1] if number else None
        lies = place < len(self.seen)
        die = DetectedDieKey(self._paint, self._rim, face=face, lies=lies)
        if lies:
            die.bind(on_tap=lambda _: self._ask(place))
        return die

    def _ask(self, place: int | None) -> None:
        self.asked = place

    def _enter_on_tap(self, face: Symbols) -> Callable[[Any], None]:
        return lambda _: self._enter_face(self.sides.index(face) + 1)

    def _enter_face(self, number: int) -> None:
        place = self.asked
        self.asked = None
        self.seen = tuple(number if at == place else known for at, known in enumerate(self.seen))

    def draw(self) -> None:
        """Draw the name over the dice."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE)
        label_height = px(theme.BODY * 1.3)
        asking = self.asked is not None
        label, tone = (gettext("What does it show?"), theme.ACCENT) if asking else (self.label, theme.TEXT)
        at = (self.x + px(theme.SPACE_12), self.top - px(theme.SPACE_4) - label_height / 2)
        drawing.draw_fitting_text(
            label, at, px(theme.BODY), tone, self.width - 2 * px(theme.SPACE_12), bold=True
        )
        dice = self.children[::-1]
        if not dice:
            return
        room = self.width - 2 * px(theme.SPACE_8)
        side = min(self.height - label_height - px(theme.SPACE_8), px(DIE), room / len(dice))
        low = self.y + (self.height - label_height - side) / 2
        for place, die in enumerate(dice):
            die.size, die.pos = (side, side), (self.x + px(theme.SPACE_8) + place * side, low)


class DetectedDicePad(CanvasWidget):
    """The pools of both sides as the dice reader has read them, one below the other.

    Attributes:
        question: the roll.
        rows: the pools, by name.

    Events:
        on_change: dice were read, or one was entered by a tap; gets the known dice.
    """

    __events__: ClassVar[tuple[str, ...]] = ("on_change",)

    def __init__(
        self, question: Roll, labels: dict[str, str], paints: dict[str, Swatch], **properties: Any
    ) -> None:
        self.question = question
        self.rows: dict[str, DetectedDiceRow] = {}
        self.entered_by_hand = False
        super().__init__(**properties)
        faces, owners = pool_faces(question), list[str]()
        for pool in question.pools:
            rim = theme.ACCENT if pool.seat in owners else None
            row = DetectedDiceRow(pool, faces[pool.name], paints[pool.seat], rim, labels[pool.name])
            row.bind(seen=lambda *_: self.dispatch("on_change", self.dice))
            row.bind(asked=self._touched)
            self.rows[pool.name] = row
            self.add_widget(row)
            owners.append(pool.seat)

    def _touched(self, *_: Any) -> None:
        """Ignore later readings of dice that a player has entered."""
        self.entered_by_hand = True

    def take(self, seen: SeenFaces) -> None:
        """Show the camera's reading."""
        for name, row in self.rows.items():
            row.seen = seen.get(name, ())

    @property
    def dice(self) -> Dice:
        """The dice that are known, as numbers of faces."""
        return {name: tuple(number for number in row.seen if number) for name, row in self.rows.items()}

    @property
    def doubtful(self) -> int:
        """The number of dice without a known face."""
        return sum(number is None for row in self.rows.values() for number in row.seen)

    def draw(self) -> None:
        """Put the first side's rows at the left, the other's at the right; in portrait stack them."""
        gap, first = px(theme.SPACE_8), self.question.pools[0].seat
        rows = list(self.rows.values())
        sides = [[row for row in rows if (row.pool.seat == first) is mine] for mine in (True, False)]
        upright = self.height > self.width
        columns = [rows] if upright else [side for side in sides if side]
        width = (self.width - gap * (len(columns) - 1)) / len(columns)
        for number, laid in enumerate(columns):
            height = (self.height - gap * (len(laid) - 1)) / len(laid)
            for line, row in enumerate(laid):
                row.size = (width, height)
                row.pos = (self.x + number * (width + gap), self.top - (line + 1) * height - line * gap)
