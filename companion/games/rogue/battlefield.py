"""Battlefields: tiles side by side, each divided into zones with their properties.

A tile has its own coordinates (see geometry.py). `at` is its column and row on the battlefield, counted from
the bottom left; `turned` is the number of quarter turns clockwise.
"""

from functools import cached_property
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from companion.errors import UnknownName
from companion.games.boards.outlines import Point
from companion.games.rogue.geometry import TILE, middle, turned
from companion.locale.messages import gettext

Terrain = Literal["building", "woods", "rocky", "water", "bridge", "road"]
Symbol = Literal["leadership", "weapons", "air support"]

TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
PLAYERS = 4
"""Maximum number of players, and so the highest number of a start zone."""

MAX_STARTS = 3
"""Start zones of one player: the box has twelve start zone tokens for four players (RG-SET-1)."""


class Zone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One zone of a tile.

    Attributes:
        id: its unique name in answers: lowercase letters, digits and dashes.
        name: its name on the screen.
        neighbours: ids of the linked zones, on the same tile or the next.
        terrain: its terrain types.
        symbols: card symbols printed on it.
        cover: number of cover tokens at the start.
        start: number of the player who starts here; 0 for none.
        centre: position of its figures, in tile units; by default the middle of the polygon.
        polygon: its corners, in tile units; empty if no outline was drawn.
    """

    id: str
    name: str
    neighbours: tuple[str, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    cover: int = 0
    start: Annotated[int, Meta(ge=1)] = 0
    centre: Point | None = None
    polygon: tuple[Point, ...] = ()


class Tile(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"zones": "zone"},
):
    """One tile at its position.

    Attributes:
        id: number and side, such as ``"2A"``.
        at: column and row.
        turned: quarter turns clockwise.
        zones: its zones.
    """

    id: str
    at: tuple[int, int]
    turned: Annotated[int, Meta(ge=0, le=3)] = 0
    zones: tuple[Zone, ...] = ()

    def placed(self, point: Point) -> Point:
        """Convert a point from tile to battlefield coordinates."""
        x, y = turned(point, self.turned)
        return round(x + TILE * self.at[0], 6), round(y + TILE * self.at[1], 6)


class Battlefield(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    dict=True,
    rename={"tiles": "tile"},
):
    """All tiles of a battlefield.

    Attributes:
        id: the name of its file.
        title: its name on the screen.
        story: a one-line description.
        tiles: its tiles.
    """

    id: str
    title: str
    story: str = ""
    tiles: tuple[Tile, ...] = ()

    @cached_property
    def zones(self) -> dict[str, Zone]:
        """All zones by id."""
        return {zone.id: zone for tile in self.tiles for zone in tile.zones}

    @cached_property
    def home(self) -> dict[str, Tile]:
        """The tile of each zone, by zone id."""
        return {zone.id: tile for tile in self.tiles for zone in tile.zones}

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height in tile units."""
        columns = max((tile.at[0] for tile in self.tiles), default=-1) + 1
        rows = max((tile.at[1] for tile in self.tiles), default=-1) + 1
        return columns * TILE, rows * TILE

    def tile(self, id: str) -> Tile:
        """Return the tile with this id.

        Raises:
            UnknownName: there is no such tile.
        """
        for tile in self.tiles:
            if tile.id == id:
                return tile
        raise UnknownName(
            "{title} has no tile {id}, but {tiles}.",
            title=gettext(self.title),
            id=repr(id),
            tiles=", ".join(tile.id for tile in self.tiles),
        )

    def zone(self, id: str) -> Zone:
        """Return the zone with this id.

        Raises:
            UnknownName: there is no such zone.
        """
        try:
            return self.zones[id]
        except KeyError:
            raise UnknownName(
                "{title} has no zone {id}, but {zones}.",
                title=gettext(self.title),
                id=repr(id),
                zones=", ".join(self.zones),
            ) from None

    def name(self, place: str) -> str:
        """Return the name of a zone or tile."""
        if place in self.zones:
            return gettext(self.zones[place].name)
        return gettext("tile {tile}", tile=self.tile(place).id)

    def neighbours(self, zone: str) -> tuple[str, ...]:
        """Return the linked zones; zones are never linked diagonally (RG-MOV-4)."""
        return self.zone(zone).neighbours

    def next_tiles(self, tile: str) -> tuple[str, ...]:
        """Return the tiles that share an edge with this one (RG-MOV-4)."""
        column, row = self.tile(tile).at
        return tuple(
            other.id for other in self.tiles if abs(other.at[0] - column) + abs(other.at[1] - row) == 1
        )

    def cornered(self, tile: str) -> tuple[str, ...]:
        """Return the tiles that touch this one only at a corner (RG-MOV-4)."""
        column, row = self.tile(tile).at
        return tuple(
            other.id for other in self.tiles if abs(other.at[0] - column) == abs(other.at[1] - row) == 1
        )

    def outline(self, place: str) -> tuple[Point, ...]:
        """Return the corners of a zone or tile on the battlefield; a zone without an outline gets a strip."""
        if place in self.zones:
            tile = self.home[place]
            return tuple(map(tile.placed, self.zones[place].polygon or _strip(tile, place)))
        corners = ((0.0, 0.0), (TILE, 0.0), (TILE, TILE), (0.0, TILE))
        return tuple(map(self.tile(place).placed, corners))

    def centre(self, place: str) -> Point:
        """Return the position of a zone's figures on the battlefield, or the middle of a tile."""
        if place not in self.zones:
            return self.tile(place).placed((TILE / 2, TILE / 2))
        zone = self.zones[place]
        return self.home[place].placed(zone.centre) if zone.centre else middle(self.outline(place))


def _strip(tile: Tile, zone: str) -> tuple[Point, ...]:
    """Return the strip of the tile that shows a zone without an outline."""
    blank = [other.id for other in tile.zones if not other.polygon]
    high = TILE / len(blank)
    low = high * blank.index(zone)
    return (0.0, low), (TILE, low), (TILE, low + high), (0.0, low + high)
