"""A battlefield: tiles laid side by side, each divided into zones, and what each zone is like.

A tile has its own coordinates (see geometry.py); `at` says in which column and row of the battlefield it
lies, counted from the bottom left, and `turned` by how many quarters it is turned clockwise.
"""

from functools import cached_property
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from companion.errors import UnknownName
from companion.games.rogue.geometry import TILE, Point, middle, turned

Terrain = Literal["building", "woods", "rocky", "water", "bridge", "road"]
Symbol = Literal["leadership", "weapons", "air support"]

TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
PLAYERS = 4
"""Most players of a game, and so the highest number on a start zone."""


class Zone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One zone of a tile.

    Attributes:
        id: its name in answers: small letters, figures and dashes; no other zone has it.
        name: name for people.
        neighbours: ids of the zones joined to it, on its own tile or the next.
        terrain: what it is like.
        symbols: card symbols printed on it.
        cover: cover tokens that lie on it at the start.
        start: number of the player who starts here; 0 for nobody.
        centre: where its figures stand, in tile units; by default the middle of the polygon.
        polygon: its corners, in tile units; empty if nobody drew it.
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
    """One tile where it lies.

    Attributes:
        id: number and side, such as ``"2A"``.
        at: column and row.
        turned: quarters it is turned clockwise.
        zones: its zones.
    """

    id: str
    at: tuple[int, int]
    turned: Annotated[int, Meta(ge=0, le=3)] = 0
    zones: tuple[Zone, ...] = ()

    def placed(self, point: Point) -> Point:
        """Return where a point of the tile lies on the battlefield."""
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
        title: name for people.
        story: a line about it.
        tiles: its tiles.
    """

    id: str
    title: str
    story: str = ""
    tiles: tuple[Tile, ...] = ()

    @cached_property
    def zones(self) -> dict[str, Zone]:
        """Every zone by id."""
        return {zone.id: zone for tile in self.tiles for zone in tile.zones}

    @cached_property
    def home(self) -> dict[str, Tile]:
        """The tile of every zone, by the zone's id."""
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
            f"{self.title} has no tile {id!r}, but {', '.join(tile.id for tile in self.tiles)}."
        )

    def zone(self, id: str) -> Zone:
        """Return the zone with this id.

        Raises:
            UnknownName: there is no such zone.
        """
        try:
            return self.zones[id]
        except KeyError:
            raise UnknownName(f"{self.title} has no zone {id!r}, but {', '.join(self.zones)}.") from None

    def name(self, place: str) -> str:
        """Return the name of a zone, or a tile."""
        return self.zones[place].name if place in self.zones else f"tile {self.tile(place).id}"

    def neighbours(self, zone: str) -> tuple[str, ...]:
        """Return the zones joined to this one; never diagonally (RG-MOV-4)."""
        return self.zone(zone).neighbours

    def next_tiles(self, tile: str) -> tuple[str, ...]:
        """Return the tiles that lie side by side with this one (RG-MOV-4)."""
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
        """Return the corners of a zone or a tile on the battlefield; zones nobody drew get a strip each."""
        if place in self.zones:
            tile = self.home[place]
            return tuple(map(tile.placed, self.zones[place].polygon or _strip(tile, place)))
        corners = ((0.0, 0.0), (TILE, 0.0), (TILE, TILE), (0.0, TILE))
        return tuple(map(self.tile(place).placed, corners))

    def centre(self, place: str) -> Point:
        """Return where the figures of a zone stand on the battlefield, or the middle of a tile."""
        if place not in self.zones:
            return self.tile(place).placed((TILE / 2, TILE / 2))
        zone = self.zones[place]
        return self.home[place].placed(zone.centre) if zone.centre else middle(self.outline(place))


def _strip(tile: Tile, zone: str) -> tuple[Point, ...]:
    """Return the strip of its tile on which a zone is shown that nobody drew."""
    blank = [other.id for other in tile.zones if not other.polygon]
    high = TILE / len(blank)
    low = high * blank.index(zone)
    return (0.0, low), (TILE, low), (TILE, low + high), (0.0, low + high)
