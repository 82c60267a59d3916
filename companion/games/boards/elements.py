"""The elements of a board: territories, continents, and links between territories.

All coordinates are in canvas units, origin at the bottom left, y upwards.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.games.boards import outlines
from companion.games.boards.outlines import Point as Point
from companion.locale.messages import PLACE, Message, pgettext

LineString = tuple[Point, ...]
"""An open line or a ring; a ring does not repeat its first point."""

CardSymbol = Literal["infantry", "cavalry", "artillery"]
Tint = Literal["yellow", "red", "blue", "brown", "green", "purple", "teal"]
"""Names of the colours of continents."""

Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=48)]
"""An id in files and notation: lowercase letters, digits, single dashes."""

_CONTROLS = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069"
Name = Annotated[str, Meta(pattern=rf"^[^{_CONTROLS}]*[^\s{_CONTROLS}]\Z", min_length=1, max_length=40)]
"""A name that players read: no control characters, none that turn the direction of writing."""


def place_name(name: str) -> Message:
    """Say the name of a board, a continent or a territory: many are common words elsewhere."""
    return pgettext(PLACE, name)


class Polygon(msgspec.Struct, frozen=True):
    """One piece of land.

    Attributes:
        exterior: coast and borders, counter-clockwise.
        holes: lakes and enclosed territories, clockwise.
    """

    exterior: LineString
    holes: tuple[LineString, ...] = ()

    @property
    def rings(self) -> tuple[LineString, ...]:
        """Return the exterior and the holes."""
        return (self.exterior, *self.holes)


class TerritoryFacts(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What the file says of a territory.

    Attributes:
        id: id in files and notation, such as "western-united-states".
        name: name on the board.
        continent: id of its continent.
        aliases: names in other editions.
        symbols: troop symbol on its card, by deck name ("setA", "setB").
    """

    id: Id
    name: Name
    continent: Id
    aliases: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()
    symbols: Annotated[dict[Name, CardSymbol], Meta(max_length=4)] = {}


class Territory(TerritoryFacts, frozen=True, dict=True, eq=False, kw_only=True):
    """A territory as it is drawn.

    Attributes:
        polygons: its pieces of land, largest first.
        label: position of the disc with the army count.
    """

    polygons: tuple[Polygon, ...]
    label: Point

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Return the bounding box: left, bottom, right, top."""
        across, up = zip(*(point for polygon in self.polygons for point in polygon.exterior), strict=True)
        return min(across), min(up), max(across), max(up)

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point lies on this territory's land."""
        left, bottom, right, top = self.box
        if not (left <= x <= right and bottom <= y <= top):
            return False
        return outlines.contains(self.sides(), (x, y))

    def distance(self, x: float, y: float) -> float:
        """Return the distance from a point to this territory's nearest coast or border, in canvas units."""
        return outlines.distance(self.sides(), (x, y))

    def sides(self) -> Iterator[outlines.Side]:
        """Return the sides of all outlines, each from its start to its end."""
        for polygon in self.polygons:
            for ring in polygon.rings:
                yield from outlines.sides(ring)


class ContinentFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the file says of a continent.

    Attributes:
        id: id in files.
        name: name on the board.
        bonus: armies for holding the whole continent.
        colour: name of its colour; the theme sets the shade.
    """

    id: Id
    name: Name
    bonus: Annotated[int, Meta(ge=0, le=50)]
    colour: Tint


class Continent(ContinentFacts, frozen=True, kw_only=True):
    """A continent as it is drawn.

    Attributes:
        territories: ids of its territories.
        label: position of its name and bonus, in the sea.
    """

    territories: tuple[str, ...]
    label: Point


class LinkFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two territories between which armies can move and attack, both ways.

    Attributes:
        a: id of the alphabetically first territory.
        b: id of the other territory.
        kind: "land" for a shared border, "sea" for a drawn line.
    """

    a: Id
    b: Id
    kind: Literal["land", "sea"]


class Link(LinkFacts, frozen=True, kw_only=True):
    """A link as it is drawn; two lines if it crosses the edge of the map."""

    lines: tuple[LineString, ...] = ()
