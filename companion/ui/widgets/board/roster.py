"""The roster of an open field: a card for every soldier and cannon, with its state."""

from math import dist
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.icons.sheets import icon_sheet
from companion.locale.catalogue import shown
from companion.locale.messages import applied, capitalised, gettext, joined
from companion.referee.game_view import GameView, Unit
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.layout import columns, scroll_into_view
from companion.ui.theme import px
from companion.ui.touch_guard import window_guard
from companion.ui.widgets.board.board_widget import BoardWidget
from companion.ui.widgets.board.touch_model import SPREAD, STEP, Rings, TouchModel
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget, Tappable, Worded
from companion.ui.widgets.controls.drawing import Point
from companion.ui.widgets.players.emblem import draw_emblem, seat_named

CARD = 60
"""Height of a card, in theme pixels."""
ACROSS = 2
"""Cards with numbers side by side."""
DENSE = 3
"""Cards without numbers side by side, where the board is wide."""
WIDE = 500
"""Width of such a board, in theme pixels."""
NARROW, SMALL_PICTURE = 220, 42
"""Width of a card, in theme pixels, below which its picture has this size."""
BANNER = 34
"""Height of the line that says whose pieces follow, in theme pixels."""
LEADING = 1.1
"""Height of a line, in heights of its letters."""
GROWN = 2
"""How many times as high the cards are that a touch may mean, until one is touched."""
NEAR = 160
"""Distance of the middles of such cards from the touch, in theme pixels."""
MARGIN = theme.SPACE_4 + 2
"""Between the words of a card and its picture or edge, in theme pixels."""
ARM_PICTURES = {"cannon": "artillery"}
"""Arms whose picture has another name."""
DONE = ("attacked", "killed", "fled", "destroyed")
"""Marks of units that cannot act now; they are dimmed."""


def short_name(unit: Unit, seat: Seat) -> str:
    """Return a unit's name without the name of its seat."""
    return capitalised(applied(lambda name: name.removeprefix(f"{shown(seat.name)} "), unit.name))


def by_seat(game_view: GameView) -> dict[str, list[Unit]]:
    """Group the roster by seat, the seat on turn first; within a seat, eliminated units last."""
    moving = {unit.seat for unit in game_view.roster if unit.figures}
    order = [standing.seat for standing in game_view.standings]
    order += sorted({unit.seat for unit in game_view.roster} - set(order))
    order.sort(key=lambda seat: seat not in moving)
    armies = {seat: [unit for unit in game_view.roster if unit.seat == seat] for seat in order}
    return {seat: sorted(army, key=lambda unit: unit.out) for seat, army in armies.items() if army}


class Banner(CanvasWidget):
    """The heading of a seat's pieces, with the number left."""

    seat = ObjectProperty(None, allownone=True)
    units = ObjectProperty(())
    shows: ClassVar[tuple[str, ...]] = ("seat", "units")

    def draw(self) -> None:
        """Draw the emblem, the name and the number in the seat's colours."""
        if not isinstance(self.seat, Seat):
            return
        paint = theme.SEAT_COLOURS[self.seat.colour]
        drawing.rounded_rectangle(self.pos, self.size, paint.fill, radius=px(6))
        draw_emblem(self.seat.emblem, (self.x + px(20), self.center_y), px(12), paint.text)
        at, right = (self.x + px(42), self.center_y), (self.right - px(10), self.center_y)
        drawing.draw_text(self.seat.name, at, px(theme.BODY), paint.text, bold=True)
        left = sum(not unit.out for unit in self.units)
        drawing.draw_text(
            gettext("{left} of {whole}", left=left, whole=len(self.units)),
            right,
            px(theme.BODY),
            paint.text,
            anchor=(1.0, 0.5),
        )


class UnitCard(Worded, Tappable):
    """One soldier or cannon.

    Attributes:
        unit: which.
        seat: whose.
        lit: whether it is selectable.
        chosen: whether it is chosen or highlighted.
        focused: whether the open action is about it.
    """

    unit = ObjectProperty(None, allownone=True)
    seat = ObjectProperty(None, allownone=True)
    lit = BooleanProperty(True)
    chosen = BooleanProperty(False)
    focused = BooleanProperty(False)
    title = property(lambda self: self.unit.name)

    shows: ClassVar[tuple[str, ...]] = ("unit", "seat", "lit", "chosen", "focused", "pressed")
    words: ClassVar[tuple[str, ...]] = ("unit", "seat")

    def __init__(self, **properties: Any) -> None:
        super().__init__(size_hint_y=None, height=px(CARD), **properties)
        # Later, since a layout sets the width and then the height that it knew before.
        fit = Clock.create_trigger(self.fit_height, -1)
        for name in ("width", "unit", "seat"):
            self.fbind(name, fit)

    @property
    def least_width(self) -> float:
        """The width that its longest word needs, in pixels."""
        if not isinstance(self.unit, Unit) or not isinstance(self.seat, Seat):
            return 0.0
        left, right = self._words_span(px(SMALL_PICTURE))
        named = drawing.longest_word(short_name(self.unit, self.seat), px(theme.BODY), bold=True)
        marked = drawing.longest_word(joined(self.unit.marks, " "), px(theme.BODY))
        return float(self.width - (right - left) + max(named, marked))

    def fit_height(self, *_: Any) -> None:
        """Make room for all lines; two always have it."""
        if isinstance(self.unit, Unit) and isinstance(self.seat, Seat):
            names, marks = self._lines()
            more = max(0, len(names) + len(marks) - 2)
            self.height = px(CARD) + round(more * px(theme.BODY) * LEADING)

    def draw(self) -> None:
        """Draw picture, name, states, and the points left."""
        if not isinstance(self.unit, Unit) or not isinstance(self.seat, Seat):
            return
        paint, unit = theme.SEAT_COLOURS[self.seat.colour], self.unit
        done = unit.out or any(mark in DONE for mark in unit.marks)
        shade = 0.4 if unit.out or not self.lit else 0.7 if done else 1.0
        ground = (
            theme.blend(theme.SURFACE, theme.ACCENT, 0.25) if self.chosen or self.pressed else theme.SURFACE
        )
        drawing.rounded_rectangle(
            self.pos, self.size, ground, edge=self._edge(), line=px(3 if self.marked else 1.5)
        )
        side = self._picture_size
        corner = (self.x + px(5), self.center_y - side / 2)
        drawing.rounded_rectangle(corner, (side, side), theme.with_alpha(paint.fill, shade), radius=px(6))
        middle = (corner[0] + side / 2, corner[1] + side / 2)
        picture = icon_sheet("cards")[ARM_PICTURES.get(unit.arm, unit.arm)]
        drawing.draw_icon(picture, middle, side * 0.42, theme.with_alpha(paint.text, shade))
        if unit.out:
            drawing.draw_icon("cross", middle, side * 0.42, theme.with_alpha(theme.WARNING, 0.9))
        elif self.chosen:
            drawing.disc((corner[0] + side - px(10), corner[1] + px(10)), px(12), theme.ACCENT)
            drawing.draw_icon(
                "check", (corner[0] + side - px(10), corner[1] + px(10)), px(8), theme.DARK_TEXT
            )
        self._draw_words(shade)

    @property
    def marked(self) -> bool:
        """Whether it is highlighted."""
        return bool(self.chosen or self.focused)

    def _edge(self) -> theme.Rgba:
        if self.focused:
            return theme.WARNING
        return (
            theme.ACCENT
            if self.chosen
            else theme.EDGE
            if not self.lit
            else theme.with_alpha(theme.ACCENT_BRIGHT, 0.8)
        )

    @property
    def _picture_size(self) -> float:
        return px(SMALL_PICTURE if self.width < px(NARROW) else CARD - 10)

    def _words_span(self, picture: float) -> tuple[float, float]:
        """The left and right edge of the words, between the picture and the points."""
        right = self.right - px(MARGIN)
        for figure in self.unit.figures[:1]:
            right -= drawing.text_width(str(figure.value), px(theme.DISPLAY), bold=True) + px(theme.SPACE_4)
        return self.x + px(5) + picture + px(MARGIN), right

    def _lines(self) -> tuple[list[str], list[str]]:
        """The lines of the name and those of the marks."""
        left, right = self._words_span(self._picture_size)
        name, size = short_name(self.unit, self.seat), px(theme.BODY)
        marks = (
            drawing.wrap_text(joined(self.unit.marks, ", "), size, right - left) if self.unit.marks else []
        )
        return drawing.wrap_text(name, size, right - left, bold=True), marks

    def _draw_words(self, shade: float) -> None:
        text_colour = theme.with_alpha(theme.TEXT, 0.3 + 0.7 * shade)
        left, right = self._words_span(self._picture_size)
        for figure in self.unit.figures[:1]:
            colour = theme.with_alpha(theme.ACCENT, shade if figure.value else 0.4)
            at = (self.right - px(MARGIN), self.center_y)
            drawing.draw_text(str(figure.value), at, px(theme.DISPLAY), colour, bold=True, anchor=(1.0, 0.5))
        names, marks = self._lines()
        size = px(theme.BODY)
        for number, line in enumerate((*names, *marks)):
            named = number < len(names)
            above = (len(names) + len(marks) - 1) / 2 - number
            at = (left, self.center_y + above * size * LEADING)
            colour = text_colour if named else theme.MUTED
            drawing.draw_fitting_text(line, at, size, colour, right - left, bold=named)


class Roster(BoardWidget):
    """All units below the banners of their seats: first those with selectable ones, then the one on turn.

    While another army stands first, the unit that acts stands above the list, which scrolls.
    """

    def __init__(self, **properties: Any) -> None:
        self.cards: dict[str, UnitCard] = {}
        self._finger: Point = (0.0, 0.0)
        self._laid: list[tuple[str, ...]] = []
        self._grids: list[Any] = []
        self._pages = BoxLayout(
            orientation="vertical", spacing=px(theme.SPACE_4), padding=px(theme.SPACE_8), size_hint_y=None
        )
        self._scroll = ScrollView(do_scroll_x=False, bar_width=px(6), scroll_type=["bars", "content"])
        self._actor = UnitCard(focused=True, size_hint=(None, None))
        self._actor.bind(on_tap=lambda card: self._touched(card.unit.id))
        super().__init__(**properties)
        self._pages.bind(minimum_height=self._pages.setter("height"))
        self._scroll.add_widget(self._pages)
        self.add_widget(self._scroll)
        for name in ("pos", "size"):
            self.fbind(name, self._fit)
        for name in ("game_view", "seats", "selectable", "pointed", "chosen", "advised"):
            self.fbind(name, self._refresh)
        self.fbind("selectable", lambda *_: self._show_lit())
        self.fbind("pointed", lambda *_: self._show_pointed())
        self._fit()
        self._refresh()

    @property
    def ready(self) -> bool:
        """The cards are touched, not the board."""
        return False

    def where(self, place: str) -> Point:
        """Return the centre of a unit's card, in coordinates of the window, after scrolling to it."""
        card = self.cards[place]
        scroll_into_view(self._scroll, card)
        x, y = card.to_window(*card.center)
        return float(x), float(y)

    def ground(self) -> dict[str, tuple[Point, Rings]]:
        """Return the middle and the outline of each card, in the window."""
        return {
            unit: _ground(card) for unit, card in self.cards.items() if card.get_root_window() is not None
        }

    def place_at(self, point: Point) -> str | None:
        """Return the unit whose card is at a point of the window, with touch margins."""
        cards = self.cards.items()
        return next((unit for unit, card in cards if card.covers(*card.to_widget(*point))), None)

    def meant(self, at: Point) -> str | None:
        """Return the unit that a touch means: grown cards need no likelihood."""
        return self.place_at(at)

    def _ask_again(self, at: Point, place: str) -> bool:
        """Let the cards grow that a touch may mean, if it is in doubt; the next touch decides."""
        if self.selectable is None or self.doubtful:
            return False
        ground = self.ground()
        near = {
            unit: ground[unit]
            for unit in (*self.selectable, place)
            if unit in ground and dist(ground[unit][0], at) <= px(NEAR) + self.cards[unit].width
        }
        self.doubtful = TouchModel(near, px(STEP)).doubtful(place, at, px(SPREAD), near)
        if not self.doubtful:
            return False
        for unit in self.doubtful:
            self.cards[unit].height *= GROWN
        self._lay_which(at)
        guard = window_guard()
        if guard is not None:
            guard.start()
        return True

    def _end_doubt(self) -> None:
        """Give all cards their height again."""
        for unit in self.doubtful:
            if unit in self.cards:
                self.cards[unit].fit_height()
        self.doubtful = ()
        self.remove_widget(self._which)

    def on_touch_down(self, touch: Any) -> bool:
        """Leave touches to the cards."""
        self._finger = tuple(touch.pos)
        return any(part.on_touch_down(touch) for part in self._parts)

    def on_touch_move(self, touch: Any) -> bool:
        """Leave touches to the cards."""
        return any(part.on_touch_move(touch) for part in self._parts)

    def on_touch_up(self, touch: Any) -> bool:
        """Leave touches to the cards."""
        return any(part.on_touch_up(touch) for part in self._parts)

    @property
    def _parts(self) -> list[Any]:
        """The list, and the unit above it if there is one."""
        return [self._scroll, *([self._actor] if self._actor.parent is self else ())]

    def _fit(self, *_: Any) -> None:
        self._scroll.pos, self._scroll.size = self.pos, self.size
        if self._actor.parent is self:
            pad = px(theme.SPACE_8)
            self._actor.width = self.width - 2 * pad
            self._actor.pos = self.x + pad, self.top - self._actor.height - pad
            self._scroll.height = self._actor.y - px(theme.TARGET_GAP) - self.y
        for cards in self._grids:
            across = DENSE if cards.dense and self.width >= px(WIDE) else ACROSS
            cards.cols = columns(cards.children, across, self.width - 2 * px(theme.SPACE_8))

    def _refresh(self, *_: Any) -> None:
        armies = self._armies()
        laid = [
            (seat, *(unit.id + "#" * len(unit.figures) for unit in army)) for seat, army in armies.items()
        ]
        if laid != self._laid:
            self._laid = laid
            self._lay(armies)
        focus = self.game_view.focus if isinstance(self.game_view, GameView) else ()
        for unit in (unit for army in armies.values() for unit in army):
            card = self.cards[unit.id]
            card.unit, card.seat = unit, seat_named(self.seats, unit.seat)
            card.lit = self.selectable is None or unit.id in self.selectable
            card.chosen = unit.id in (self.pointed, *self.chosen, *self.advised)
            card.focused = unit.id in focus
        self._show_actor(armies, focus)
        self._fit()

    def _show_actor(self, armies: dict[str, list[Unit]], focus: tuple[str, ...]) -> None:
        """Show the unit that acts above the list, while the army listed first is another one."""
        of_others = [unit for army in list(armies.values())[1:] for unit in army if unit.id in focus[:1]]
        shown = bool(of_others and self.selectable)
        if shown:
            self._actor.seat, self._actor.unit = seat_named(self.seats, of_others[0].seat), of_others[0]
        if shown != (self._actor.parent is self):
            (self.add_widget if shown else self.remove_widget)(self._actor)

    def _armies(self) -> dict[str, list[Unit]]:
        """The units by seat, first the seats of selectable ones, in their order."""
        if not isinstance(self.game_view, GameView):
            return {}
        armies = by_seat(self.game_view)
        order = {unit: number for number, unit in enumerate(self.selectable or ())}
        first = sorted(armies, key=lambda seat: min(order.get(unit.id, len(order)) for unit in armies[seat]))
        return {seat: armies[seat] for seat in first}

    def _lay(self, armies: dict[str, list[Unit]]) -> None:
        """Lay out banners and cards again; cards with numbers are wider."""
        self._pages.clear_widgets()
        self._grids.clear()
        self.cards = {unit.id: self._card(unit) for army in armies.values() for unit in army}
        for seat, army in armies.items():
            banner = Banner(seat=seat_named(self.seats, seat), units=tuple(army))
            banner.size_hint_y, banner.height = None, px(BANNER)
            cards = GridLayout(cols=ACROSS, spacing=px(theme.TARGET_GAP), size_hint_y=None)
            cards.dense = not any(unit.figures for unit in army)
            self._grids.append(cards)
            cards.bind(minimum_height=cards.setter("height"))
            for unit in army:
                cards.add_widget(self.cards[unit.id])
            self._pages.add_widget(banner)
            self._pages.add_widget(cards)
        self._fit()

    def _show_lit(self) -> None:
        """Scroll to a selectable card, unless one is visible."""
        lit = next((card for unit, card in self.cards.items() if unit in (self.selectable or ())), None)
        if lit is not None and lit.parent is not None:
            scroll_into_view(self._scroll, lit)

    def _show_pointed(self) -> None:
        """Scroll to the card that the panel's buttons highlight."""
        if self.pointed in self.cards:
            scroll_into_view(self._scroll, self.cards[self.pointed])

    def _card(self, unit: Unit) -> UnitCard:
        card = UnitCard()
        card.bind(on_tap=lambda _: self._touched(unit.id))
        return card

    def _touched(self, unit: str) -> None:
        allowed = self.selectable is None or unit in self.selectable
        if allowed and self._ask_again(self.to_window(*self._finger), unit):
            return
        self._end_doubt()
        self.dispatch("on_place" if allowed else "on_denied", unit)


def _ground(card: UnitCard) -> tuple[Point, Rings]:
    """Return the middle and the outline of a card, in the window."""
    (left, low), (right, top) = card.to_window(*card.pos), card.to_window(card.right, card.top)
    return ((left + right) / 2, (low + top) / 2), [[(left, low), (right, low), (right, top), (left, top)]]
