"""The battlefield being edited, with the photographs of its tiles."""

import re
from pathlib import Path

import cv2
import numpy as np
from msgspec.structs import replace

from companion.editors.tile_photos import read_photographs, write_photograph
from companion.errors import BrokenFile
from companion.games.rogue.authoring.battlefield_builder import BattlefieldBuilder
from companion.games.rogue.authoring.library import is_own, rename_battlefield, save_skirmish
from companion.games.rogue.battlefield import Battlefield, Tile, Zone
from companion.games.rogue.battlefield_files import battlefield_names, folders, read_battlefield
from companion.games.rogue.geometry import TILE, Point, meeting
from companion.referee.game_view import GameView, Place, Region
from companion.referee.ruling import ALLOWED, Reason, Ruling, refuse
from companion.vision.frames import Picture

_ID = re.compile(r"[a-z0-9][a-z0-9-]*", re.IGNORECASE)

SIDE = 512
"""Pixels of a straightened tile's side."""
MAX_TILES = (5, 4)
"""Most columns and rows of tiles that are offered."""


class BattlefieldDraft:
    """What lies on it.

    Args:
        builder: the battlefield.

    Attributes:
        builder: the model behind the fingers.
        pictures: straightened photographs by tile, BGR, the tile's top at the top.
        changed: something is not on disk yet.
        kept: its file among the table's own, once there is one.
        dropped: links to zones that do not exist, left out when it was loaded.
    """

    def __init__(self, builder: BattlefieldBuilder | None = None) -> None:
        self.builder = builder or BattlefieldBuilder()
        self.pictures: dict[str, Picture] = {}
        self.changed = False
        self.kept: Path | None = None
        self.dropped = 0

    @classmethod
    def load(cls, path: Path) -> "BattlefieldDraft":
        """Resume a battlefield, finished or not, and the photographs beside it.

        Raises:
            BrokenFile: it is no battlefield file.
        """
        draft = cls(BattlefieldBuilder.load(path))
        draft.dropped = draft.builder.drop_loose_links()
        draft.changed = bool(draft.dropped)
        draft.kept = path if is_own(path) else None
        laid = {tile.id for tile in draft.field.tiles}
        known = read_photographs(path).items()
        draft.pictures = {tile: picture for tile, picture in known if tile in laid}
        return draft

    @property
    def field(self) -> Battlefield:
        """The battlefield as it is now."""
        return self.builder.field

    def problems(self) -> Ruling:
        """Say all that must be mended before anybody can play here."""
        return Ruling.from_reasons(
            Reason("RG-SCN", self.in_names(flaw.text)) for flaw in self.builder.check()
        )

    def in_names(self, text: str) -> str:
        """Make a sentence of words, with the zones called by their names."""
        zones = self.field.zones
        named = _ID.sub(lambda found: zones[found[0]].name if found[0] in zones else found[0], text).rstrip(
            "."
        )
        return f"{named[0].upper()}{named[1:]}."

    def call(self, title: str) -> Ruling:
        """Give the battlefield a title that no other has; it is kept under it from the next saving on."""
        before = self.field
        ruling = self.builder.call(title, before.story)
        others = set(field_files()) - {self.kept.stem if self.kept else before.id}
        if ruling.allowed and self.field.id in others:
            self.builder.field = before
            text = f"There is a battlefield {title!r} already."
            return refuse("RG-SCN", text, instead="Choose another name.")
        return ruling

    def save(self) -> Path:
        """Write the battlefield with its photographs, and a scenario once nothing is left to mend.

        Under a new name it takes with it what lies beside the old file, and the scenarios played on it.

        Raises:
            BrokenFile: a file cannot be written.
        """
        path = self.builder.save() if self.kept is None else rename_battlefield(self.kept, self.field)
        self.kept = path
        for tile in self.field.tiles:
            if tile.id in self.pictures:
                write_photograph(path, tile.id, self.pictures[tile.id])
        save_skirmish(self.field)
        self.changed = False
        return path

    def draw_zone(self, tile: str, corners: list[Point]) -> tuple[str, Ruling]:
        """Draw a zone and join it to all that share an edge with it; corners in tile units.

        Returns:
            The zone's id, and the ruling.
        """
        zone, ruling = self.builder.add_zone(tile, corners)
        if not ruling.allowed:
            return zone, ruling
        self.changed = True
        self.builder.name_zone(zone, f"{tile} {zone.rpartition('-')[2]}")
        mine = self.field.outline(zone)
        for other in self.field.zones.values():
            if other.id != zone and other.polygon and meeting(mine, self.field.outline(other.id)) == "edge":
                self.builder.join(zone, other.id)
        return zone, ALLOWED

    def toggle_link(self, one: str, other: str) -> tuple[bool, Ruling]:
        """Join two zones, or part them when they are joined.

        Returns:
            Whether they are joined now, and the ruling.
        """
        self.changed = True
        if other in self.field.neighbours(one):
            return False, self.builder.part(one, other)
        ruling = self.builder.join(one, other)
        reasons = (replace(reason, text=self.in_names(reason.text)) for reason in ruling.reasons)
        return ruling.allowed, Ruling.from_reasons(reasons, ruling.instead)

    # --- showing -------------------------------------------------------------------------------------------

    def game_view(self, *, free: bool = False) -> GameView:
        """Show the battlefield; with `free`, the squares beside it where a tile can be laid as well."""
        regions = [
            Region(
                tile.id, f"tile {tile.id}", self.field.outline(tile.id), self.field.centre(tile.id), tile=True
            )
            for tile in self.field.tiles
        ]
        regions += [_square(at) for at in self.free_squares()] if free else []
        regions += [
            Region(zone.id, zone.name, self.field.outline(zone.id), self.field.centre(zone.id))
            for zone in self.field.zones.values()
        ]
        places = {zone.id: Place(None, 0, _marks(zone)) for zone in self.field.zones.values()}
        return GameView("battlefield", self.field.id, places, (), plan=tuple(regions))

    def free_squares(self) -> list[tuple[int, int]]:
        """List the squares beside a tile if none lies yet; the first square if there is no tile."""
        taken = {tile.at for tile in self.field.tiles}
        if not taken:
            return [(0, 0)]
        near = {
            (column + across, row + up)
            for column, row in taken
            for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1))
        }
        return sorted(at for at in near - taken if 0 <= at[0] < MAX_TILES[0] and 0 <= at[1] < MAX_TILES[1])


def square_id(at: tuple[int, int]) -> str:
    """Return what a free square is called on the map."""
    return f"+{at[0]},{at[1]}"


def square_at(id: str) -> tuple[int, int] | None:
    """Read what `square_id` has written; None for the id of a tile or zone."""
    if not id.startswith("+"):
        return None
    column, _, row = id[1:].partition(",")
    return int(column), int(row)


def known_tiles(id: str) -> dict[str, Tile]:
    """Return how a tile was drawn on the battlefields there are, by their titles; broken ones left out."""
    found: dict[str, Tile] = {}
    for path in field_files().values():
        try:
            field = read_battlefield(path, unfinished=True)
        except BrokenFile:
            continue
        for tile in field.tiles:
            if tile.id == id and tile.zones:
                found[field.title] = tile
    return found


def field_files() -> dict[str, Path]:
    """Return the file of every battlefield by its name, the table's own before those of the game."""
    return {
        name: next(path for folder in folders() if (path := folder / f"{name}.toml").is_file())
        for name in battlefield_names()
    }


def rectify_tile(picture: Picture, corners: list[Point]) -> Picture:
    """Cut a tile out of a photograph and straighten it.

    Args:
        picture: BGR.
        corners: where its corners are in the picture, in pixels from the top left: top left, top right,
            bottom right, bottom left.
    """
    flat = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), flat)
    return np.asarray(cv2.warpPerspective(picture, matrix, (SIDE, SIDE)), np.uint8)


def _square(at: tuple[int, int]) -> Region:
    left, low = at[0] * TILE, at[1] * TILE
    outline = ((left, low), (left + TILE, low), (left + TILE, low + TILE), (left, low + TILE))
    return Region(square_id(at), "a free square", outline, (left + TILE / 2, low + TILE / 2), tile=True)


def _marks(zone: Zone) -> tuple[str, ...]:
    marks = [*zone.terrain, *(f"symbol-{symbol.replace(' ', '-')}" for symbol in zone.symbols)]
    marks += [f"cover*{zone.cover}"] if zone.cover else []
    marks += [f"start*{zone.start}"] if zone.start else []
    return tuple(marks)
