"""The model of the battlefield editor.

Every operation returns a ruling; a refused operation changes nothing.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec.structs import replace

from companion.external_files.typed_toml import Problem
from companion.games.boards.outlines import Point
from companion.games.rogue import battlefield_check
from companion.games.rogue.battlefield import (
    PLAYERS,
    SYMBOLS,
    TERRAINS,
    Battlefield,
    Symbol,
    Terrain,
    Tile,
    Zone,
)
from companion.games.rogue.battlefield_files import read_battlefield, save_battlefield
from companion.games.rogue.data_files import slug
from companion.games.rogue.geometry import TILE, meeting
from companion.locale.messages import capitalised, gettext, joined
from companion.referee.ruling import ALLOWED, Ruling, refuse

_RULE = "RG-SCN"


class BattlefieldBuilder:
    """A battlefield that is being edited.

    Args:
        field: the initial battlefield; an empty one by default.
    """

    def __init__(self, field: Battlefield | None = None) -> None:
        self.field = field or Battlefield(id="unnamed", title=gettext("Unnamed"))

    @classmethod
    def load(cls, path: Path) -> "BattlefieldBuilder":
        """Load a battlefield from a file, finished or not.

        Raises:
            BrokenFile: the file is not a battlefield file.
        """
        return cls(read_battlefield(path, unfinished=True))

    def call(self, title: str, story: str = "") -> Ruling:
        """Set the title of the battlefield; its file name follows from it."""
        id = slug(title)
        if not id:
            return refuse(_RULE, "A battlefield needs a name with letters or figures in it.")
        self.field = replace(self.field, id=id, title=title, story=story)
        return ALLOWED

    def add_tile(self, id: str, at: tuple[int, int], turned: int = 0) -> Ruling:
        """Place a tile without zones."""
        return self.lay_out(Tile(id=id, at=at, turned=turned), at, turned)

    def lay_out(self, tile: Tile, at: tuple[int, int], turned: int = 0) -> Ruling:
        """Place a tile that was drawn before, with the links within the tile."""
        if any(known.id == tile.id for known in self.field.tiles):
            return refuse(_RULE, "Tile {tile} lies on the battlefield already.", tile=tile.id)
        if back := battlefield_check.other_side(tile.id, self.field.tiles):
            return refuse(_RULE, "{back} and {tile} are two sides of one tile.", back=back, tile=tile.id)
        if not battlefield_check.TILE_ID.fullmatch(tile.id):
            return refuse(
                _RULE,
                "{tile} is no tile.",
                tile=repr(tile.id),
                instead=gettext("Name number and side, such as 2A."),
            )
        taken = self._objection(at) or self._duplicate_zones(tile)
        if taken:
            return taken
        own = {zone.id for zone in tile.zones}
        zones = tuple(
            replace(zone, neighbours=tuple(near for near in zone.neighbours if near in own))
            for zone in tile.zones
        )
        laid = replace(tile, at=at, turned=turned % 4, zones=zones)
        self.field = replace(self.field, tiles=(*self.field.tiles, laid))
        return ALLOWED

    def move_tile(self, id: str, at: tuple[int, int], turned: int = 0) -> Ruling:
        """Move or rotate a tile; its links to other tiles are removed."""
        tile = self.field.tile(id)
        taken = self._objection(at) if at != tile.at else None
        if taken:
            return taken
        self._cut(tile)
        self._change_tile(id, lambda tile: replace(tile, at=at, turned=turned % 4))
        return ALLOWED

    def remove_tile(self, id: str) -> Ruling:
        """Remove a tile."""
        self._cut(self.field.tile(id))
        self.field = replace(self.field, tiles=tuple(tile for tile in self.field.tiles if tile.id != id))
        return ALLOWED

    def add_zone(self, tile: str, polygon: Iterable[Point], *, id: str = "") -> tuple[str, Ruling]:
        """Draw a zone on a tile, with corners in tile units.

        Returns:
            The id of the zone, by default the tile's id with a number, and the ruling.
        """
        corners = tuple((min(TILE, max(0.0, x)), min(TILE, max(0.0, y))) for x, y in polygon)
        id = id or self._free_id(tile)
        if id in self.field.zones or not battlefield_check.ZONE_ID.fullmatch(id):
            return id, refuse(_RULE, "No new zone can be called {zone}.", zone=repr(id))
        if corners and len(corners) < 3:
            return id, refuse(_RULE, "A zone needs three corners or more.")
        fresh = Zone(id=id, name=id, polygon=corners)
        self._change_tile(tile, lambda old: replace(old, zones=(*old.zones, fresh)))
        return id, ALLOWED

    def remove_zone(self, id: str) -> Ruling:
        """Remove a zone and its links."""
        self.field.zone(id)
        for near in self.field.neighbours(id):
            self.unlink(id, near)
        self._change_tile(
            self.field.home[id].id,
            lambda tile: replace(tile, zones=tuple(zone for zone in tile.zones if zone.id != id)),
        )
        return ALLOWED

    def name_zone(self, id: str, name: str) -> Ruling:
        """Rename a zone."""
        if not name.strip():
            return refuse(_RULE, "A zone needs a name.")
        return self._change(id, name=name.strip())

    def link(self, one: str, other: str) -> Ruling:
        """RG-MOV-4: link two zones both ways, never diagonally."""
        here, there = self.field.zone(one), self.field.zone(other)
        if here is there:
            return refuse(_RULE, "A zone is not its own neighbour.")
        wrong = battlefield_check.diagonal(self.field, one, other)
        if wrong:
            return refuse("RG-MOV-4", "{problem}.", problem=capitalised(wrong))
        for zone, near in ((here, other), (there, one)):
            if near not in zone.neighbours:
                self._change(zone.id, neighbours=(*zone.neighbours, near))
        return ALLOWED

    def unlink(self, one: str, other: str) -> Ruling:
        """Remove the link of two zones."""
        for here, there in ((one, other), (other, one)):
            if here in self.field.zones:
                near = tuple(zone for zone in self.field.neighbours(here) if zone != there)
                self._change(here, neighbours=near)
        return ALLOWED

    def drop_loose_links(self) -> int:
        """Remove links to missing zones and return their number."""
        loose = [
            (zone.id, near)
            for zone in self.field.zones.values()
            for near in zone.neighbours
            if near not in self.field.zones
        ]
        for zone, near in loose:
            self.unlink(zone, near)
        return len(loose)

    def link_adjacent(self) -> int:
        """Link all zones that share an edge and return the number of new links."""
        ids = list(self.field.zones)
        fresh = [
            (one, other)
            for number, one in enumerate(ids)
            for other in ids[number + 1 :]
            if other not in self.field.neighbours(one) and self._touch(one, other)
        ]
        return sum(self.link(one, other).allowed for one, other in fresh)

    def set_terrain(self, id: str, terrain: Terrain, *, on: bool) -> Ruling:
        """Set or clear a terrain type of a zone."""
        if terrain not in TERRAINS:
            return refuse(
                _RULE,
                "There is no ground {terrain}.",
                terrain=repr(terrain),
                instead=gettext("Choose {choices}.", choices=joined(map(gettext, TERRAINS), ", ")),
            )
        kept = tuple(flag for flag in self.field.zone(id).terrain if flag != terrain)
        return self._change(id, terrain=(*kept, terrain) if on else kept)

    def set_symbol(self, id: str, symbol: Symbol, *, on: bool) -> Ruling:
        """Add a card symbol to a zone or remove it."""
        if symbol not in SYMBOLS:
            return refuse(
                _RULE,
                "There is no symbol {symbol}.",
                symbol=repr(symbol),
                instead=gettext("Choose {choices}.", choices=joined(map(gettext, SYMBOLS), ", ")),
            )
        kept = tuple(known for known in self.field.zone(id).symbols if known != symbol)
        return self._change(id, symbols=(*kept, symbol) if on else kept)

    def set_cover(self, id: str, tokens: int) -> Ruling:
        """Set the number of cover tokens on a zone at the start."""
        if not 0 <= tokens <= battlefield_check.COVER_TOKENS:
            return refuse(
                _RULE,
                "There are {most} cover tokens, not {count}.",
                most=battlefield_check.COVER_TOKENS,
                count=tokens,
            )
        return self._change(id, cover=tokens)

    def set_start(self, id: str, player: int) -> Ruling:
        """Make a zone the start zone of a player, or of none (0)."""
        if not 0 <= player <= PLAYERS:
            return refuse(
                _RULE,
                "There is no player {player}.",
                player=player,
                instead=gettext("Choose 0 to {most}.", most=PLAYERS),
            )
        return self._change(id, start=player)

    def check(self) -> tuple[Problem, ...]:
        """List all errors that prevent a game on the battlefield."""
        return battlefield_check.problems(self.field)

    def save(self, path: Path | None = None) -> Path:
        """Write the battlefield, by default among the players' own.

        Raises:
            BrokenFile: the file cannot be written.
        """
        return save_battlefield(self.field, path)

    def _objection(self, at: tuple[int, int]) -> Ruling | None:
        if min(at) < 0 or any(tile.at == at for tile in self.field.tiles):
            return refuse(
                _RULE,
                "No tile can be laid in column {column}, row {row}: taken, or below 0.",
                column=at[0],
                row=at[1],
            )
        return None

    def _duplicate_zones(self, tile: Tile) -> Ruling | None:
        duplicates = [zone.id for zone in tile.zones if zone.id in self.field.zones]
        return (
            refuse(_RULE, "There are zones {zones} already.", zones=", ".join(duplicates))
            if duplicates
            else None
        )

    def _free_id(self, tile: str) -> str:
        number = 1
        while f"{tile.lower()}-{number}" in self.field.zones:
            number += 1
        return f"{tile.lower()}-{number}"

    def _touch(self, one: str, other: str) -> bool:
        drawn = all(self.field.zone(zone).polygon for zone in (one, other))
        return drawn and meeting(self.field.outline(one), self.field.outline(other)) == "edge"

    def _cut(self, tile: Tile) -> None:
        for zone in tile.zones:
            for near in zone.neighbours:
                if near not in self.field.home or self.field.home[near].id != tile.id:
                    self.unlink(zone.id, near)

    def _change_tile(self, id: str, change: Callable[[Tile], Tile]) -> None:
        self.field.tile(id)
        tiles = tuple(change(tile) if tile.id == id else tile for tile in self.field.tiles)
        self.field = replace(self.field, tiles=tiles)

    def _change(self, id: str, **facts: object) -> Ruling:
        fresh = replace(self.field.zone(id), **facts)
        self._change_tile(
            self.field.home[id].id,
            lambda tile: replace(tile, zones=tuple(fresh if zone.id == id else zone for zone in tile.zones)),
        )
        return ALLOWED
