"""The steps of the board editor: what a touch on the picture does, and the tools beside it."""

from math import dist, inf
from typing import ClassVar, Protocol

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.games.boards.elements import Point
from companion.locale.messages import gettext, ngettext
from companion.tools.editors.authoring.board_draft import (
    BoardDraft,
    BoardPlan,
    BorderStroke,
    TaughtContinent,
    TaughtPlace,
)
from companion.tools.editors.authoring.board_regions import STEP, clockwise, links_of
from companion.tools.editors.header import text_button
from companion.tools.map_drawing.region_outlines import Labels
from companion.ui import theme
from companion.ui.layout import TextLabel, fixed_height, row

WAVE = "~"
"""Marks water."""

NEAR = 34.0
"""How near a tap is to a place to mean it, in pixels of the flat picture."""


class TeachingScreen(Protocol):
    """What the steps need of the editor's screen."""

    draft: BoardDraft

    @property
    def labels(self) -> Labels:
        """The regions as they are now."""

    def show(self) -> None:
        """Show the current step."""

    def do(self, plan: BoardPlan) -> None:
        """Make a step, on disk before the screen shows it."""

    def ask_name(self, item: TaughtPlace | TaughtContinent) -> None:
        """Ask for a name with the keyboard."""


class TeachingStep:
    """One step of teaching a board."""

    title: ClassVar[str] = ""
    hint: ClassVar[str] = ""
    on_photo: ClassVar[bool] = False
    linked: ClassVar[bool] = False

    def __init__(self, screen: TeachingScreen) -> None:
        self.screen = screen
        self.chosen: int | None = None

    @property
    def plan(self) -> BoardPlan:
        """What has been taught so far."""
        return self.screen.draft.plan

    def spot(self, at: Point) -> None:
        """Handle a tap on the picture."""

    def way(self, points: tuple[Point, ...]) -> None:
        """Handle a finger that was dragged; a short way is a tap."""

    def tools(self) -> list[Widget]:
        """Return the tools beside the picture."""
        return []

    def meant(self, at: Point) -> int | None:
        """Return the territory that a tap means: the nearest place, or whose region it is; None for water."""
        near = min(self.plan.places, key=lambda place: dist(place.at, at), default=None)
        if near is not None and dist(near.at, at) <= NEAR:
            return near.number
        labels = self.screen.labels
        number = int(labels[int(at[1]) // STEP, int(at[0]) // STEP])
        return number or None

    def dots(self) -> tuple[tuple[Point, str], ...]:
        """Return what to mark on the picture, each with its text."""
        return tuple((place.at, str(place.number)) for place in self.plan.places)

    def ringed(self) -> Point | None:
        """Return where the chosen territory was tapped."""
        return next((place.at for place in self.plan.places if place.number == self.chosen), None)


class CornerStep(TeachingStep):
    """Tap the four corners of the board on the photo, in any order."""

    title = gettext("Corners")
    hint = gettext("Tap the four corners of the board")
    on_photo = True

    def dots(self) -> tuple[tuple[Point, str], ...]:
        """Return the corners."""
        return tuple((corner, "") for corner in self.plan.corners)

    def spot(self, at: Point) -> None:
        """Add a corner; a fifth tap begins again."""
        corners = (*self.plan.corners, at) if len(self.plan.corners) < 4 else (at,)
        if len(corners) == 4:
            corners = clockwise(corners)
        self.screen.do(replace(self.plan, corners=corners))


class PlaceStep(TeachingStep):
    """Tap each territory near its middle, and water once where it is cut off."""

    title = gettext("Territories")
    hint = gettext("Tap each territory, and all parts of the sea")

    def __init__(self, screen: TeachingScreen) -> None:
        super().__init__(screen)
        self._water = False
        self._chosen_water: Point | None = None

    def dots(self) -> tuple[tuple[Point, str], ...]:
        """Return the territories and the taps on water."""
        return (*super().dots(), *((at, WAVE) for at in self.plan.water))

    def ringed(self) -> Point | None:
        """Return where the chosen territory or water was tapped."""
        return self._chosen_water if self._chosen_water in self.plan.water else super().ringed()

    def spot(self, at: Point) -> None:
        """Add a territory or water; a tap on one that was tapped before chooses it."""
        plan = self.plan
        tapped = [(s, 0) for s in plan.water] if self._water else [(p.at, p.number) for p in plan.places]
        near, number = min(tapped, key=lambda each: dist(each[0], at), default=((inf, inf), 0))
        if dist(near, at) <= NEAR:
            self.chosen, self._chosen_water = (number, None) if number else (None, near)
            self.screen.show()
        elif self._water:
            self.chosen, self._chosen_water = None, at
            self.screen.do(replace(plan, water=(*plan.water, at)))
        else:
            self.chosen = max((place.number for place in plan.places), default=0) + 1
            self._chosen_water = None
            place = TaughtPlace(self.chosen, f"Territory {self.chosen}", at)
            self.screen.do(replace(plan, places=(*plan.places, place)))

    def tools(self) -> list[Widget]:
        """Return the choice between land and water, and what can be done with what is chosen."""
        return [
            fixed_height(
                row(
                    text_button(gettext("Land"), lambda: self._use(False), kind=self._kind(False)),
                    text_button(gettext("Water"), lambda: self._use(True), kind=self._kind(True)),
                ),
                theme.BUTTON_HEIGHT,
            ),
            *self._for_chosen(),
        ]

    def _for_chosen(self) -> list[Widget]:
        """Return what is chosen, else how much there is, and the buttons that name or remove it."""
        plan, land, water = self.plan, len(self.plan.places), len(self.plan.water)
        place = next((place for place in plan.places if place.number == self.chosen), None)
        keys = [text_button(gettext("Name it"), lambda: self.screen.ask_name(place))] if place else []
        if self.ringed() is None:
            words = gettext(
                "{territories}, water: {water}",
                territories=ngettext("{count} territory", "{count} territories", land),
                water=water,
            )
        else:
            words = (
                gettext("{place} of {count}", place=place.name, count=land)
                if place
                else gettext("Water ({count})", count=water)
            )
            keys.append(text_button(gettext("Remove"), self._remove))
        said = fixed_height(TextLabel(words, theme.BODY, theme.MUTED), 30)
        return [said, *([fixed_height(row(*keys), theme.BUTTON_HEIGHT)] if keys else [])]

    def _remove(self) -> None:
        """Take out what is chosen, with all that was taught of it."""
        if self._chosen_water is not None:
            left = tuple(spot for spot in self.plan.water if spot != self._chosen_water)
            self.screen.do(replace(self.plan, water=left))
        elif self.chosen is not None:
            self.screen.do(self.plan.without_place(self.chosen))

    def _kind(self, water: bool) -> str:
        return "primary" if water == self._water else "quiet"

    def _use(self, water: bool) -> None:
        self._water = water
        self.screen.show()


class BorderStep(TeachingStep):
    """Drag a border: from inside a region, or from water, over what belongs to it."""

    title = gettext("Borders")
    hint = gettext("Wrong border? Drag from inside over it")

    def way(self, points: tuple[Point, ...]) -> None:
        """Give what lies under the way to the region where it began."""
        labels = self.screen.labels
        number = int(labels[int(points[0][1]) // STEP, int(points[0][0]) // STEP])
        self.screen.do(replace(self.plan, strokes=(*self.plan.strokes, BorderStroke(number, points))))


class LinkStep(TeachingStep):
    """Tap two territories: a link goes, or a line across the sea comes."""

    title = gettext("Links")
    hint = gettext("Tap two: join them, or part them")
    linked = True

    def spot(self, at: Point) -> None:
        """Choose the first territory, then change its link with the second."""
        number = self.meant(at)
        if number is None or self.chosen is None or number == self.chosen:
            self.chosen = None if number == self.chosen else number
            self.screen.show()
            return
        pair = (min(number, self.chosen), max(number, self.chosen))
        changed = [each for each in self.plan.changed if each != pair]
        if len(changed) == len(self.plan.changed):
            changed.append(pair)
        self.chosen = None
        self.screen.do(replace(self.plan, changed=tuple(changed)))

    def tools(self) -> list[Widget]:
        """Return how many links there are."""
        land, sea = links_of(self.screen.labels, self.plan)
        return [
            TextLabel(
                gettext(
                    "{borders}, {lines}",
                    borders=ngettext("{count} border", "{count} borders", len(land)),
                    lines=ngettext("{count} line across the sea", "{count} lines across the sea", len(sea)),
                ),
                theme.BODY,
                theme.MUTED,
            )
        ]


class ContinentStep(TeachingStep):
    """Begin a continent, then tap its territories."""

    title = gettext("Continents")
    hint = gettext("Tap the territories of the continent")

    def __init__(self, screen: TeachingScreen) -> None:
        super().__init__(screen)
        self._current = max((each.number for each in self.plan.continents), default=0)

    def spot(self, at: Point) -> None:
        """Put a territory into the current continent."""
        number = self.meant(at)
        if number is None:
            return
        plan = self.plan
        if not any(each.number == self._current for each in plan.continents):
            plan = self._with_another(plan)
        self.chosen = number
        self.screen.do(plan.with_place(replace(plan.place(number), continent=self._current)))

    def _with_another(self, plan: BoardPlan) -> BoardPlan:
        self._current = max((each.number for each in plan.continents), default=0) + 1
        made = TaughtContinent(self._current, f"Continent {self._current}")
        return replace(plan, continents=(*plan.continents, made))

    def tools(self) -> list[Widget]:
        """Return the current continent, the next one, and a new one."""
        current = [each for each in self.plan.continents if each.number == self._current]
        left = sum(not place.continent for place in self.plan.places)
        another = text_button(gettext("Next one"), lambda: self.screen.do(self._with_another(self.plan)))
        name = [text_button(gettext("Name it"), lambda: self.screen.ask_name(current[0]))] if current else []
        rest = ngettext("{count} territory is left", "{count} territories are left", left)
        if current:
            rest = gettext("{continent}; {rest}", continent=current[0].name, rest=rest)
        parts: list[Widget] = [
            fixed_height(row(*name, another), theme.BUTTON_HEIGHT),
            fixed_height(TextLabel(rest, theme.BODY, theme.MUTED), 30),
        ]
        if len(self.plan.continents) > 1:
            parts.append(text_button(gettext("Another continent"), self._turn))
        return parts

    def _turn(self) -> None:
        numbers = [each.number for each in self.plan.continents]
        later = [number for number in numbers if number > self._current]
        self._current = later[0] if later else numbers[0]
        self.screen.show()


STEPS = (CornerStep, PlaceStep, BorderStep, LinkStep, ContinentStep)
"""The steps in order."""
