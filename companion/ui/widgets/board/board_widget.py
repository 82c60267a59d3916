"""The base class of boards: drag to pan, pinch to zoom, tap for a place."""

from itertools import combinations
from math import dist, hypot
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.touch_guard import is_late, window_guard
from companion.ui.widgets.board.territory.viewport import Box, Viewport
from companion.ui.widgets.board.touch_model import SPREAD, STEP, Rings, TouchModel
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import WithEvents
from companion.ui.widgets.controls.drawing import Point
from companion.ui.widgets.controls.toast import Toast

SLIP = 12.0
"""Largest movement of a tap."""
SETTLED = 0.25
"""Seconds after which a resting finger aims: moving it then selects another place instead of panning."""


APART = 8 * SPREAD
"""Distance to which the places that a touch may mean are drawn apart, in theme pixels."""
CLOSER = 2.0
"""Least factor by which they are enlarged, and factor of a double tap where much of the board is allowed."""
MARGIN = 48.0
"""Least distance of an enlarged place from the edge, in theme pixels."""
WORTH = 1.25
"""Least factor by which a double tap enlarges the allowed places."""
WHICH = gettext("Which one? Touch it again.")


class BoardWidget(WithEvents, Widget):
    """The base class of all boards. Subclasses draw through a `Viewport`.

    Attributes:
        game_view: the state to show.
        seats: all seats, for colours and emblems.
        selectable: ids that may be tapped; None without a question, then nothing is dimmed.
        also: ids that may be tapped too, but are not lit.
        pointed: id of the place that the panel's buttons highlight; it is outlined.
        chosen: ids of chosen places; they are outlined too.
        advised: ids of the places that advice names; each is pointed to until the next question.
        arrow: ids of the places from which and to which an advised or a computer's move goes, or nothing.
        enabled: whether taps count.
        gathers: whether a drag over the whole board collects every place under it.
        gathered: the places collected so far.
        doubtful: what the last touch may mean; these places are enlarged and outlined until one is touched.

    Events:
        on_place: a selectable place was tapped (any, when nothing is asked); gets its id.
        on_denied: a dimmed place was tapped; gets its id.
        on_places: a finger was drawn over selectable places and lifted; gets their ids in its order.
    """

    game_view = ObjectProperty(None, allownone=True)
    seats = ObjectProperty(())
    selectable = ObjectProperty(None, allownone=True)
    also = ObjectProperty(())
    pointed = ObjectProperty(None, allownone=True)
    chosen = ObjectProperty(())
    advised = ObjectProperty(())
    arrow = ObjectProperty(())
    enabled = BooleanProperty(True)

    gathers = BooleanProperty(False)
    gathered = ObjectProperty(())
    doubtful = ObjectProperty(())
    __events__ = ("on_place", "on_denied", "on_places")

    def __init__(self, **properties: Any) -> None:
        self._touches: list[Any] = []
        self._pinched = False
        self._travelled = 0.0
        self._aiming = self._slid = False
        self._model: TouchModel | None = None
        self._settle = Clock.create_trigger(self._start_aiming, SETTLED)
        self._view = Viewport((1.0, 1.0), (0.0, 0.0), (1.0, 1.0))
        self._before_doubt = self._view
        self._whole = BigButton(icon="whole", kind="on board")
        self._which = Toast(size_hint=(None, None))
        # Kivy's own first size, 100 x 100, would be drawn before the first layout.
        super().__init__(**{"size": (0, 0), **properties})
        self._whole.bind(on_tap=lambda _: self.reset_view())

    @property
    def ready(self) -> bool:
        """Whether there is anything to touch."""
        return True

    @property
    def shape(self) -> float | None:
        """Aspect ratio (width / height) of the board; None if any size fits."""
        return None

    def place_at(self, point: Point) -> str | None:
        """Return the place at a point, with touch margins; None if there is none."""
        raise LookupError(f"{type(self).__name__} knows no places; it must say which lies at {point}")

    def where(self, place: str) -> Point:
        """Return a point where a place can be touched, in coordinates of the window."""
        x, y = self.to_window(*self._view.to_screen(self.ground_of(place)[0]))
        return float(x), float(y)

    def ground(self) -> dict[str, tuple[Point, Rings]]:
        """Return the middle and the outlines of each place that is drawn, in units of the board."""
        return {}

    def ground_of(self, place: str) -> tuple[Point, Rings]:
        """Return the middle and the outlines of a place, in units of the board."""
        return self.ground()[place]

    def place_under(self, point: Point) -> str | None:
        """Return the place exactly at a point; None if there is none."""
        return self.place_at(point)

    def magnify(self, finger: Point | None) -> None:
        """Show a magnifier at a finger; None hides it."""

    def reset_view(self) -> None:
        """Show the whole board again."""
        self._end_doubt()
        self._set_view(self._view.whole())

    def begin_question(self, arrow: tuple[str, ...] = ()) -> None:
        """Show the whole board for a new question, unless all that it allows is in sight.

        Args:
            arrow: from where and to where its answer goes, if a computer player has given it.
        """
        self._end_doubt()
        self.advised, self.arrow = (), arrow
        lit = [self._view.to_screen(self.ground_of(place)[0]) for place in self._lit_places()]
        if self._view.zoom > 1 and not (lit and all(self.collide_point(*at) for at in lit)):
            self._set_view(self._view.whole())

    def _lit_places(self) -> list[str]:
        """List the selectable places that are drawn."""
        drawn = self.ground()
        return [place for place in self.selectable or () if place in drawn]

    def _set_view(self, view: Viewport) -> None:
        """Set the view."""
        self._view = view
        self._offer_whole(view.zoom > 1.001)

    def _offer_whole(self, offered: bool) -> None:
        """Add or remove the button that shows the whole board."""
        if offered and self._whole.parent is None:
            self.add_widget(self._whole)
        elif not offered and self._whole.parent is not None:
            self.remove_widget(self._whole)
        self._whole.size = (px(theme.TAP_TARGET + 4), px(theme.TAP_TARGET))
        self._whole.pos = (self.right - self._whole.width - px(4), self.top - self._whole.height - px(6))

    # --- fingers -------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Follow up to two fingers."""
        if not self.collide_point(*touch.pos) or not self.ready:
            return False
        if touch.is_mouse_scrolling:
            self._set_view(self._view.zoomed(0.8 if touch.button == "scrollup" else 1.25, touch.pos))
            return True
        if super().on_touch_down(touch):
            return True
        if len(self._touches) < 2:
            touch.grab(self)
            touch.ud[self] = tuple(touch.pos)
            self._travelled = SLIP * 1e3 if self._touches else 0.0
            self._pinched = bool(self._touches)
            self._slid = False
            self._touches.append(touch)
            self._aim(touch.pos if len(self._touches) == 1 else None)
        return True

    def _aim(self, finger: Point | None) -> None:
        """Start aiming with a finger; None ends it."""
        self._aiming = False
        self._settle.cancel()
        if finger is not None:
            self._settle()
        self.magnify(finger if self.enabled else None)

    def _start_aiming(self, _elapsed: float) -> None:
        self._aiming = bool(self._touches) and self._travelled <= px(SLIP)

    def on_touch_move(self, touch: Any) -> bool:
        """One finger pans the board or, after resting, aims; two fingers zoom."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        before = touch.ud[self]
        touch.ud[self] = tuple(touch.pos)
        by = (touch.x - before[0], touch.y - before[1])
        if self._aiming:
            self._slid = True
            self.magnify(tuple(touch.pos))
        elif len(self._touches) == 2:
            other = self._touches[0] if touch is self._touches[1] else self._touches[1]
            self._pinch(before, tuple(touch.pos), other.ud[self])
        else:
            self._travelled = max(self._travelled, hypot(touch.x - touch.ox, touch.y - touch.oy))
            if self._travelled > px(SLIP):
                self._aim(None)
                self._slide(touch, by)
        return True

    def _slide(self, touch: Any, by: Point) -> None:
        """Collect the places under a dragged finger if `gathers`; else pan the board."""
        if not (self.enabled and self.gathers and self._view.zoom <= 1 and not self._pinched):
            self._set_view(self._view.moved(by))
            return
        for point in ((touch.ox, touch.oy), tuple(touch.pos)):
            place = self.place_under(point)
            if place is not None and place not in self.gathered and place in (self.selectable or ()):
                self.gathered = (*self.gathered, place)

    def _pinch(self, before: Point, after: Point, other: Point) -> None:
        near = max(1.0, hypot(before[0] - other[0], before[1] - other[1]))
        far = max(1.0, hypot(after[0] - other[0], after[1] - other[1]))
        middle = ((after[0] + other[0]) / 2, (after[1] + other[1]) / 2)
        by = ((after[0] - before[0]) / 2, (after[1] - before[1]) / 2)
        self._set_view(self._view.zoomed(far / near, middle).moved(by))

    def on_touch_up(self, touch: Any) -> bool:
        """Handle a tap: a finger that hardly moved."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if touch in self._touches:
            self._touches.remove(touch)
        self._aim(None)
        gathered, self.gathered = self.gathered, ()
        if not self._touches and not is_late(touch):
            if self._travelled <= px(SLIP):
                self._tapped(touch)
            elif gathered:
                self.dispatch("on_places", gathered)
        return True

    def _tapped(self, touch: Any) -> None:
        place = self.meant(touch.pos)
        if place is None:
            if touch.is_double_tap:
                self._toggle_zoom(touch.pos)
            else:
                self._end_doubt()
        elif self.enabled and self.selectable is not None and place not in (*self.selectable, *self.also):
            self.dispatch("on_denied", place)
        elif self.enabled and not self._ask_again(touch.pos, place):
            self._end_doubt()
            self.dispatch("on_place", place)

    def _toggle_zoom(self, around: Point) -> None:
        """Enlarge the selectable places, or show the whole board again."""
        self._end_doubt()
        whole = self._view.zoom > 1.001
        self._set_view(self._view.whole() if whole else self._closer(around))

    def _closer(self, around: Point) -> Viewport:
        """Return a view of the selectable places; where they fill the board, one enlarged around a point."""
        corners = [corner for place in self._lit_places() for corner in _corners(*self.ground_of(place))]
        framed = self._view.framing(corners, px(MARGIN)) if corners else self._view
        return framed if framed.zoom >= WORTH else self._view.zoomed(CLOSER, around)

    # --- touches that may mean several places --------------------------------------------------------------

    @property
    def model(self) -> TouchModel:
        """The touch model of this board."""
        if self._model is None:
            self._model = TouchModel(self.ground(), px(STEP) / self._view.fit)
        return self._model

    def meant(self, at: Point) -> str | None:
        """Return the place that a touch means; after one in doubt, the likeliest near it."""
        place = self.place_at(at)
        if not self.doubtful:
            return place
        spread = px(SPREAD) / self._view.scale
        likeliest = next(iter(self.model.posterior(self._view.to_board(at), spread, self.doubtful)))
        away = self._away(likeliest, at)
        if away > px(APART) / 2 or (place is not None and self._away(place, at) < away):
            return place
        return likeliest

    def _away(self, place: str, at: Point) -> float:
        """Return the distance of a point from the middle of a place, in pixels."""
        return dist(self._view.to_screen(self.ground_of(place)[0]), at)

    def _ask_again(self, at: Point, place: str) -> bool:
        """Enlarge the places that a touch may mean, if it is in doubt; the next touch decides.

        A finger that has slid to a place under the magnifier has read its name, and is not asked.
        """
        if self.selectable is None or self.doubtful or self._slid:
            return False
        spread = px(SPREAD) / self._view.scale
        meant = {*self.selectable, place}  # one that is tapped as a short cut gives way to lit ones
        doubtful = self.model.doubtful(place, self._view.to_board(at), spread, meant)
        if not doubtful:
            return False
        self._before_doubt = self._view
        self._set_view(self._enlarged(doubtful, at))
        self.doubtful = doubtful
        self._lay_which(at)
        guard = window_guard()
        if guard is not None:
            guard.start()
        return True

    def _enlarged(self, places: tuple[str, ...], finger: Point) -> Viewport:
        """Return a view in which a finger has room between some places, and all of them are in sight."""
        middles = [self.ground_of(place)[0] for place in places]
        apart = min(dist(*pair) for pair in combinations(middles, 2)) * self._view.scale
        view = self._view.zoomed(max(CLOSER, px(APART) / max(1.0, apart)), finger)
        return view.showing([view.to_screen(middle) for middle in middles], px(MARGIN))

    def _lay_which(self, finger: Point) -> None:
        """Write the question at the edge of the board that is farther from the finger."""
        self._which.text, self._which.opacity = WHICH, 1.0
        self._which.size = (self.width - 2 * self._whole.width - px(16), px(theme.TAP_TARGET))
        low, high = self.y + px(6), self.top - self._which.height - px(6)
        self._which.pos = (self.center_x - self._which.width / 2, high if finger[1] < self.center_y else low)
        if self._which.parent is None:
            self.add_widget(self._which)

    def _end_doubt(self) -> None:
        """Show the board as before the touch in doubt."""
        if not self.doubtful:
            return
        self.doubtful = ()
        self.remove_widget(self._which)
        before = self._before_doubt
        self._set_view(before if before.room == self._view.room else self._view.whole())


def _corners(middle: Point, rings: Rings) -> Box:
    """Return two opposite corners of the box around a place."""
    points = [middle, *(point for ring in rings for point in ring)]
    across, up = zip(*points, strict=True)
    return (min(across), min(up)), (max(across), max(up))
