"""The roster of an open field: every soldier and cannon as a card, with what it can still do."""

from typing import Any, ClassVar

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.referee.scene import Scene, Unit
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import ink
from companion.ui.widgets.cards import PICTURES
from companion.ui.widgets.drawn import Tappable
from companion.ui.widgets.emblem import draw_emblem, seat_named
from companion.ui.widgets.finger_board import FingerBoard
from companion.ui.widgets.ink import Point

CARD = 66
"""Height of a card, in theme pixels."""
ACROSS = 2
"""Cards side by side."""


def picture_of(kind: str) -> str:
    """Return which picture stands for a kind of unit: its own, else that of the arm it belongs to."""
    arms = {"cannon": "artillery", "dragoon": "cavalry"}
    for name in (kind, arms.get(kind, ""), *(part for part in kind.split("-")[:1])):
        if name in PICTURES:
            return name
    return "artillery" if "cannon" in kind else "infantry"


def _in_order(scene: Scene) -> list[Unit]:
    """List what the open action is about first, then what has points left, and last what is out."""
    return sorted(
        scene.roster, key=lambda unit: (unit.out, unit.id not in scene.focus, not unit.figures, unit.seat)
    )


class UnitCard(Tappable):
    """One soldier or cannon.

    Attributes:
        unit: which.
        seat: whose.
        lit: it may be touched now.
        chosen: it is ringed.
    """

    unit = ObjectProperty(None, allownone=True)
    seat = ObjectProperty(None, allownone=True)
    lit = BooleanProperty(True)
    chosen = BooleanProperty(False)
    title = property(lambda self: self.unit.name)

    shows: ClassVar[tuple[str, ...]] = ("unit", "seat", "lit", "chosen", "pressed")

    def draw(self) -> None:
        """Draw picture, name, what is true of it, and the points it has left."""
        if not isinstance(self.unit, Unit) or not isinstance(self.seat, Seat):
            return
        paint, unit = theme.SEATS[self.seat.colour], self.unit
        shade = 1.0 if self.lit and not unit.out else 0.45
        edge = theme.LAMP if self.chosen else theme.GLOW if self.lit else theme.EDGE
        ink.panel(self.pos, self.size, theme.PANEL, edge=edge, line=px(4 if self.chosen else 2))
        side = self.height - px(8)
        corner = (self.x + px(4), self.y + px(4))
        ink.panel(corner, (side, side), theme.faded(paint.fill, shade), radius=px(6))
        middle = (corner[0] + side / 2, corner[1] + side / 2)
        PICTURES[picture_of(unit.kind)](middle, side * 0.4, theme.faded(paint.text, shade))
        badge = (corner[0] + side - px(9), corner[1] + side - px(9))
        draw_emblem(self.seat.emblem, badge, px(8), theme.faded(paint.text, shade))
        self._draw_words(corner[0] + side + px(theme.SMALL), shade)

    def _draw_words(self, left: float, shade: float) -> None:
        right = self.right - px(theme.SMALL)
        for figure in self.unit.figures[:1]:
            texture = ink.write(
                str(figure.value),
                (right, self.center_y),
                px(theme.TITLE),
                theme.LAMP,
                bold=True,
                anchor=(1.0, 0.5),
            )
            right -= texture.width + px(theme.SMALL)
        words = theme.faded(theme.TEXT, 0.4 + 0.6 * shade)
        marks = ", ".join(self.unit.marks)
        title = (left, self.center_y + (px(12) if marks else 0))
        ink.write_fitting(
            self.unit.name, title, px(theme.BODY), words, right - left, bold=True, smallest=0.81
        )
        if marks:
            below = (left, self.center_y - px(14))
            ink.write_fitting(marks, below, px(theme.CAPTION), theme.MUTED, right - left)


class Roster(FingerBoard):
    """All units, those of the seat on turn first; the ones that may be touched glow."""

    def __init__(self, **properties: Any) -> None:
        self.cards: dict[str, UnitCard] = {}
        self._grid = GridLayout(
            cols=ACROSS, spacing=px(theme.HAIR), padding=px(theme.SMALL), size_hint_y=None
        )
        self._scroll = ScrollView(do_scroll_x=False, bar_width=px(6), scroll_type=["bars", "content"])
        super().__init__(**properties)
        self._grid.bind(minimum_height=self._grid.setter("height"))
        self._scroll.add_widget(self._grid)
        self.add_widget(self._scroll)
        for name in ("pos", "size"):
            self.fbind(name, self._fit)
        for name in ("scene", "seats", "selectable", "pointed", "chosen"):
            self.fbind(name, self._refresh)
        self._fit()
        self._refresh()

    @property
    def ready(self) -> bool:
        """The cards are touched, not the board."""
        return False

    def where(self, place: str) -> Point:
        """Return where a unit's card is now, in coordinates of the window; it is scrolled into sight."""
        card = self.cards[place]
        self._scroll.scroll_to(card, animate=False)
        x, y = card.to_window(*card.center)
        return float(x), float(y)

    def on_touch_down(self, touch: Any) -> bool:
        """Leave fingers to the cards."""
        return bool(self._scroll.on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """Leave fingers to the cards."""
        return bool(self._scroll.on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """Leave fingers to the cards."""
        return bool(self._scroll.on_touch_up(touch))

    def _fit(self, *_: Any) -> None:
        self._scroll.pos, self._scroll.size = self.pos, self.size

    def _refresh(self, *_: Any) -> None:
        units = _in_order(self.scene) if isinstance(self.scene, Scene) else ()
        if list(self.cards) != [unit.id for unit in units]:
            self._grid.clear_widgets()
            self.cards = {unit.id: self._card(unit) for unit in units}
            for card in self.cards.values():
                self._grid.add_widget(card)
        focus = self.scene.focus if isinstance(self.scene, Scene) else ()
        for unit in units:
            card = self.cards[unit.id]
            card.unit, card.seat = unit, seat_named(self.seats, unit.seat)
            card.lit = self.selectable is None or unit.id in self.selectable
            card.chosen = unit.id in (self.pointed, *self.chosen, *focus)
        lit = next((self.cards[unit.id] for unit in units if unit.id in (self.selectable or ())), None)
        if lit is not None and lit.parent is not None and self._grid.height > self.height:
            self._scroll.scroll_to(lit, animate=False)

    def _card(self, unit: Unit) -> UnitCard:
        card = UnitCard(size_hint_y=None, height=px(CARD))
        card.bind(on_tap=lambda _: self._touched(unit.id))
        return card

    def _touched(self, unit: str) -> None:
        allowed = self.selectable is None or unit in self.selectable
        self.dispatch("on_place" if allowed else "on_denied", unit)
