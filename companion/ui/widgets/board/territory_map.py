"""The board of the map games: territories in their owners' colours, armies, and selectable places."""

from math import pi, sin, sqrt
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.graphics import (
    Color,
    InstructionGroup,
    Rectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.properties import ObjectProperty
from msgspec import structs

from companion.games.boards.board import Board
from companion.referee.game_view import GameView, Place
from companion.referee.seats import Colour
from companion.ui import theme
from companion.ui.theme import METRICS, px
from companion.ui.widgets.board.board_widget import BoardWidget
from companion.ui.widgets.board.map_icons import RADIUS
from companion.ui.widgets.board.territory.arrow import draw_arrow, draw_pointer, draw_ring, draw_way
from companion.ui.widgets.board.territory.disc import ArmyDisc, PlaceSigns, clearest_directions
from companion.ui.widgets.board.territory.flood import Flood
from companion.ui.widgets.board.territory.geometry import Borders, Land, borders_of, lands_of
from companion.ui.widgets.board.territory.hit_test import territory_on, territory_under
from companion.ui.widgets.board.territory.labels import MapLabels
from companion.ui.widgets.board.territory.magnifier import Magnifier, within
from companion.ui.widgets.board.territory.terrain import Glow, TerrainLayer
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.board.touch_model import Rings
from companion.ui.widgets.controls.canvas_widget import awaits_layout
from companion.ui.widgets.controls.drawing import Point
from companion.ui.widgets.players.emblem import owner_colours

DISC = 14.0
"""Minimum radius of an army disc, in theme pixels."""
MAX_DISC = 1.5
"""Maximum factor by which discs and icons grow with the zoom."""
_FRAMES = 1 / 20
_POP = 0.45


class TerritoryMap(BoardWidget):
    """The board. Selectable territories glow, others are dim; one finger moves it, two fingers zoom.

    Attributes:
        board: the board. An arrow connects origin and target, which are the focus of the game view.
        magnified: the territory that the current touch selects.
    """

    board = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: Any) -> None:
        self._lands: dict[str, Land] = {}
        self._borders: Borders | None = None
        self._terrain: TerrainLayer | None = None
        self._glow: Glow | None = None
        self._discs: dict[str, ArmyDisc] = {}
        self._drawn: dict[str, tuple[Place | None, bool]] = {}
        self._directions: dict[str, tuple[float, ...]] = {}
        self._popping: dict[str, float] = {}
        self._counting: dict[str, tuple[int, float]] = {}
        self._flooding: dict[str, tuple[Flood, float]] = {}
        self._floods = InstructionGroup()
        self._words = MapLabels()
        self._signs: dict[str, PlaceSigns] = {}
        self._named_around: tuple[Viewport, list[Any]] | None = None
        self._focus_drawn: tuple[Any, ...] = ()
        self._arrow = InstructionGroup()
        self._pointer = InstructionGroup()
        self._magnifier = Magnifier()
        self.magnified: str | None = None
        self._aimed: str | None = None
        super().__init__(**properties)
        self._rebuild = Clock.create_trigger(self._build, -1)
        self._refresh = Clock.create_trigger(self._update, -1)
        self._ticking = Clock.schedule_interval(self._tick, _FRAMES)
        for name in ("pos", "size"):
            self.fbind(name, self._rebuild)
        for name in (
            "game_view",
            "seats",
            "selectable",
            "pointed",
            "chosen",
            "gathered",
            "doubtful",
            "advised",
            "arrow",
        ):
            self.fbind(name, self._refresh)
        self.fbind("board", self._on_new_board)
        METRICS.follow(self)
        self._on_new_board()

    @property
    def ready(self) -> bool:
        """Whether the board has been drawn."""
        return self._terrain is not None

    @property
    def shape(self) -> float | None:
        """Width divided by height of the board."""
        return self.board.width / self.board.height if isinstance(self.board, Board) else None

    @property
    def is_changing(self) -> bool:
        """Whether a changed count or owner is still being animated."""
        return bool(self._popping or self._counting or self._flooding)

    def ground(self) -> dict[str, tuple[Point, Rings]]:
        """Return the centre of each territory's disc and its outlines."""
        return {id: self.ground_of(id) for id in self._lands}

    def ground_of(self, place: str) -> tuple[Point, Rings]:
        """Return the centre of a territory's disc and its outlines."""
        return self.board.territory(place).label, self._lands[place].rings

    # --- drawing -----------------------------------------------------------------------------------------

    def rescale(self) -> None:
        """Redraw at the window's new scale."""
        self._rebuild()

    def _on_new_board(self, *_: Any) -> None:
        self._model = None
        if isinstance(self.board, Board):
            self._lands, self._borders = lands_of(self.board), borders_of(self.board)
        self._rebuild()

    def _build(self, _elapsed: float = 0.0) -> None:
        """Redraw everything, for a new board or another size, once the layout has placed it."""
        if awaits_layout(self):
            self._rebuild()
            return
        self.canvas.before.clear()
        if not isinstance(self.board, Board) or self._borders is None or min(self.size) < 2:
            return
        board = (self.board.width, self.board.height)
        self._view = Viewport(board, tuple(self.pos), tuple(self.size))
        self._terrain = TerrainLayer(self.board, self._lands, self._borders, self._view)
        self._glow = Glow(self._lands, self._view.fit)
        self._discs = {territory.id: ArmyDisc() for territory in self.board.territories}
        self._signs = {territory.id: PlaceSigns() for territory in self.board.territories}
        self._words, self._named_around = MapLabels(), None
        self._drawn, self._directions = {}, {}
        self.canvas.before.add(self._terrain.canvas)
        with self.canvas.before:
            self._clip(self._terrain.texture)
        self._flooding, self._counting = {}, {}
        self._floods.clear()
        overlays = (
            self._floods,
            self._words.behind,
            self._glow.group,
            *self._signs.values(),
            self._arrow,
            *self._discs.values(),
            self._pointer,
            self._words.before,
            self._magnifier,
        )
        for overlay in overlays:
            self.canvas.before.add(overlay)
        with self.canvas.before:
            self._unclip()
        self._update()
        self._set_view(self._view)

    def _clip(self, texture: Any) -> None:
        StencilPush()
        Rectangle(pos=self.pos, size=self.size)
        StencilUse()
        Color(1, 1, 1, 1)
        Rectangle(pos=self.pos, size=self.size, texture=texture)

    def _unclip(self) -> None:
        StencilUnUse()
        Rectangle(pos=self.pos, size=self.size)
        StencilPop()

    def _update(self, _elapsed: float = 0.0) -> None:
        """Draw the changes since the last update."""
        if self._terrain is None or self._glow is None:
            return
        selectable = None if self.selectable is None else frozenset(self.selectable)
        places = self.game_view.places if isinstance(self.game_view, GameView) else {}
        for id in self._discs:
            dim = selectable is not None and id not in selectable and id not in self._focus
            self._update_place(id, places.get(id), dim)
        self._show_words()
        self._terrain.repaint()
        self._glow.show(selectable or ())
        self._draw_focus()

    def _update_place(self, id: str, place: Place | None, dim: bool) -> None:
        before = self._drawn.get(id)
        if before == (place, dim) and before is not None:
            return
        colours = owner_colours(self.seats, place.owner if place else None)
        if self._terrain is not None and (before is None or _looks(*before) != _looks(place, dim)):
            if before is not None and _conquered(before[0], place) and not theme.MOTION.less:
                self._flood(id, colours[0])
            else:
                self._terrain.paint(id, colours, not dim)
        self._drawn[id] = (place, dim)
        self._show_count(id, place)
        self._show_signs(id, place)
        if (
            before is not None
            and before[0] is not None
            and place is not None
            and before[0].count != place.count
        ):
            self._popping[id] = monotonic()
            if not theme.MOTION.less:
                self._counting[id] = (before[0].count, monotonic())
                self._show_count(id, structs.replace(place, count=before[0].count))

    def _show_count(self, id: str, place: Place | None) -> None:
        self._discs[id].show(place, tuple(self.seats), self._disc_radius(), dim=self._drawn[id][1])

    def _flood(self, id: str, colour: Colour | None) -> None:
        """Animate the new owner's colour over a territory; it is painted when the animation ends."""
        paint = theme.SEAT_COLOURS[colour].fill if colour is not None else theme.UNOWNED.fill
        middle = self.board.territory(id).label
        self._end_flood(id)
        flood = Flood(self._lands[id], middle, paint, self._view)
        self._flooding[id] = (flood, monotonic())
        self._floods.add(flood.group)

    def _end_flood(self, id: str) -> None:
        flood, _ = self._flooding.pop(id, (None, 0.0))
        if flood is not None:
            self._floods.remove(flood.group)

    def _continue_animation(self, now: float) -> None:
        """Animate changed counts and changed owners."""
        for id, (old, start) in list(self._counting.items()):
            place, share = self._drawn[id][0], (now - start) / theme.CHANGE_SECONDS
            if place is None or share >= 1:
                del self._counting[id]
                self._show_count(id, place)
            else:
                self._show_count(id, structs.replace(place, count=round(old + (place.count - old) * share)))
        for id, (flood, start) in list(self._flooding.items()):
            share = (now - start) / theme.CHANGE_SECONDS
            flood.grow(min(1.0, share))
            if share >= 1 and self._terrain is not None:
                place, dim = self._drawn[id]
                self._end_flood(id)
                self._terrain.paint(id, owner_colours(self.seats, place.owner if place else None), not dim)
                self._terrain.repaint()

    def _show_signs(self, id: str, place: Place | None) -> None:
        """Draw the icons of a territory around its disc, away from other discs."""
        empty = place is None or (place.count == 0 and place.owner is None)
        marks = place.marks if place is not None else ()
        radius = 0.0 if empty else self._disc_radius()
        turns = self._free_directions(id) if marks else ()
        self._signs[id].show(marks, tuple(self.seats), radius, turns)

    def _free_directions(self, id: str) -> tuple[float, ...]:
        """Return directions from a disc that lead away from other discs and the edges of the board."""
        if id not in self._directions:
            others = [territory.label for territory in self.board.territories if territory.id != id]
            x, y = self.board.territory(id).label
            edges = [(x, 0.0), (x, self.board.height), (0.0, y), (self.board.width, y)]
            self._directions[id] = clearest_directions((x, y), [*others, *edges])
        return self._directions[id]

    def _disc_radius(self) -> float:
        return max(px(DISC), min(px(20), float(self.board.disc_radius) * self._view.fit))

    @property
    def _growth(self) -> float:
        """Factor by which discs grow with the zoom."""
        return min(MAX_DISC, sqrt(self._view.zoom))

    def _draw_focus(self) -> None:
        """Outline the chosen and focused discs, and draw the arrow from the origin to the target."""
        focus = [place for place in self._focus if place in self._discs]
        aimed = self._aimed or self.pointed
        if len(focus) == 1 and aimed in self._discs and aimed not in focus:
            focus.append(str(aimed))
        ends = tuple(place for place in (focus if len(focus) > 1 else self.arrow) if place in self._discs)
        advised = {place for place in self.advised if place in self._discs}
        highlighted = {self.pointed, *self.chosen, *self.gathered, *self.doubtful, *focus, *advised}
        highlighted &= self._discs.keys()
        lines = self.game_view.lines if isinstance(self.game_view, GameView) else ()
        if (self._view, ends, highlighted, lines, advised) == self._focus_drawn:
            return
        self._focus_drawn = (self._view, ends, highlighted, lines, advised)
        self._arrow.clear()
        self._pointer.clear()
        radius = self._disc_radius() * self._growth
        for place in highlighted:
            draw_ring(self._pointer, self._view.to_screen(self.board.territory(place).label), radius + px(3))
        if len(ends) > 1:
            draw_arrow(self._arrow, self.board, self._view, (ends[0], ends[1]), radius)
        for line in lines:
            draw_way(self._arrow, self.board, self._view, line)
        for place in advised.difference(ends):
            draw_pointer(self._pointer, self.board, self._view, place, radius)

    @property
    def _focus(self) -> tuple[str, ...]:
        return self.game_view.focus if isinstance(self.game_view, GameView) else ()

    def _set_view(self, view: Viewport) -> None:
        """Set the view."""
        super()._set_view(view)
        if self._terrain is None or self._glow is None:
            return
        self._terrain.set_view(view)
        self._glow.set_view(view)
        for flood, _ in self._flooding.values():
            flood.set_view(view)
        for territory in self.board.territories:
            for drawn in (self._discs[territory.id], self._signs[territory.id]):
                drawn.move(view.to_screen(territory.label))
                drawn.grow(self._growth)
        self._show_words()
        self._draw_focus()

    def _show_words(self) -> None:
        """Write the continents' names in free places; recomputed only if view or icons change."""
        around = (self._view, [sign.places for sign in self._signs.values()])
        if around == self._named_around:
            return
        self._named_around = around
        radius = self._disc_radius() * self._growth
        taken: list[tuple[float, float, float]] = []
        for territory in self.board.territories:
            x, y = self._view.to_screen(territory.label)
            taken.append((x, y, radius + px(2)))
            for dx, dy in self._signs[territory.id].places:
                taken.append((x + dx * self._growth, y + dy * self._growth, px(RADIUS + 2) * self._growth))
        self._words.show(self.board, self._view, radius, tuple(taken))

    def _tick(self, _elapsed: float) -> None:
        """Animate the glow of selectable territories, and discs whose count has changed."""
        if self._glow is None or self.get_root_window() is None:
            return
        now = monotonic()
        self._continue_animation(now)
        if self.selectable:
            self._glow.pulse(now)
        for id, start in list(self._popping.items()):
            share = (now - start) / _POP
            self._discs[id].set_pulse_scale(1.0 if share >= 1 else 1 + 0.2 * sin(pi * share))
            if share >= 1:
                del self._popping[id]

    # --- fingers -----------------------------------------------------------------------------------------

    def place_at(self, point: Point) -> str | None:
        """Return the territory that a touch at a point selects: the nearest selectable one."""
        if not isinstance(self.board, Board):
            return None
        radius = self._disc_radius() * self._growth
        return territory_under(self.board, self._view, point, self.selectable, radius)

    def place_under(self, point: Point) -> str | None:
        """Return the territory at a point: by its disc, or else by its area."""
        if not isinstance(self.board, Board):
            return None
        return territory_on(self.board, self._view.to_board(point), self._disc_radius() / self._view.scale)

    def magnify(self, finger: Point | None) -> None:
        """Show the magnifier at the finger, with the name of the selected territory; None closes it."""
        self.magnified = None
        if finger is None or self._terrain is None:
            self._magnifier.close()
            self._aim_at(None)
            return
        near = within(finger, ((t.id, self._view.to_screen(t.label)) for t in self.board.territories))
        discs = {id: (at, self._disc(id)) for id, at in near.items()}
        self.magnified = place = self.meant(finger)
        selected = place and (place, self.board.territory(place).name, self._may_pick(place))
        self._magnifier.show(self._view, finger, self._terrain.texture, discs, selected or None)
        self._aim_at(place if place is not None and self._may_pick(place) else None)

    def _aim_at(self, place: str | None) -> None:
        """Point the arrow at the place under the finger."""
        if place != self._aimed:
            self._aimed = place
            self._draw_focus()

    def _may_pick(self, place: str) -> bool:
        return self.selectable is None or place in (*self.selectable, *self.also)

    def _disc(self, id: str) -> ArmyDisc:
        """Return another disc for a territory with its current state."""
        place, dim = self._drawn.get(id, (None, False))
        disc = ArmyDisc()
        disc.show(place, tuple(self.seats), self._disc_radius(), dim=dim)
        return disc


def _looks(place: Place | None, dim: bool) -> tuple[str | None, bool]:
    """Return what the painted area shows: the owner, and whether it is dim."""
    return (place.owner if place else None), dim


def _conquered(before: Place | None, now: Place | None) -> bool:
    """Return whether a place has changed owners."""
    return (
        before is not None
        and now is not None
        and None not in (before.owner, now.owner)
        and (before.owner != now.owner)
    )
