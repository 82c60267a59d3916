"""The battlefield being edited, with the photographs of its tiles."""

import re
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
from msgspec.structs import replace

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write
from companion.games.boards.outlines import Point
from companion.games.rogue.battlefield import Battlefield, Tile, Zone
from companion.games.rogue.battlefield_files import (
    battlefield_names,
    folders,
    photograph_path,
    read_battlefield,
)
from companion.games.rogue.geometry import TILE, meeting
from companion.locale.messages import applied, capitalised, gettext
from companion.referee.game_view import GameView, Place, Region
from companion.referee.ruling import ALLOWED, Reason, Ruling, refuse
from companion.tools.editors.authoring.battlefield_builder import BattlefieldBuilder
from companion.tools.editors.authoring.library import is_own, photographs, rename_battlefield, save_skirmish
from companion.vision.frames import Picture
from companion.vision.sources.picture_files import load_picture

_ID = re.compile(r"[a-z0-9][a-z0-9-]*", re.IGNORECASE)

SIDE = 512
"""Side of a rectified photograph of a tile, in pixels."""
MAX_UNDO = 100
"""Number of changes that can be taken back."""
MAX_TILES = (5, 4)
"""Maximum number of columns and rows of tiles."""


class BattlefieldDraft:
    """A battlefield with its photographs and its state on disk.

    Attributes:
        builder: the model that applies changes.
        pictures: rectified photographs by tile, BGR, the tile's top at the top.
        changed: there are unsaved changes.
        kept: its file among the players' own, once it is saved.
        dropped: number of links to missing zones that were removed when it was loaded.
        before: the states before each change, oldest first, at most `MAX_UNDO`.
    """

    def __init__(self, builder: BattlefieldBuilder | None = None) -> None:
        self.builder = builder or BattlefieldBuilder()
        self.pictures: dict[str, Picture] = {}
        self.changed = False
        self.kept: Path | None = None
        self.dropped = 0
        self.before: list[tuple[Battlefield, dict[str, Picture]]] = []
        self._known = self.builder.field, self.pictures

    def remember(self) -> None:
        """Note a change, so that `undo` can take it back; call it after every change."""
        if self.builder.field != self._known[0]:
            self.before = [*self.before, self._known][-MAX_UNDO:]
        self._known = self.builder.field, dict(self.pictures)

    def undo(self) -> bool:
        """Take the last change back, with the photographs; return whether there was one."""
        if not self.before:
            return False
        self._known = self.before.pop()
        self.builder.field, self.pictures = self._known[0], dict(self._known[1])
        self.changed = True
        return True

    @classmethod
    def load(cls, path: Path) -> "BattlefieldDraft":
        """Load a battlefield, finished or not, and the photographs beside it.

        Raises:
            BrokenFile: the file is no battlefield.
        """
        draft = cls(BattlefieldBuilder.load(path))
        draft.dropped = draft.builder.drop_loose_links()
        draft.changed = bool(draft.dropped)
        draft.kept = path if is_own(path) else None
        laid = {tile.id for tile in draft.field.tiles}
        known = read_photographs(path).items()
        draft.pictures = {tile: picture for tile, picture in known if tile in laid}
        draft.remember()
        draft.before = []  # what loading mended is no change of the player's
        return draft

    @property
    def field(self) -> Battlefield:
        """The current battlefield."""
        return self.builder.field

    def problems(self) -> Ruling:
        """Return all problems that make the battlefield unplayable, as a ruling."""
        return Ruling.from_reasons(
            Reason("RG-SCN", self.in_names(flaw.text)) for flaw in self.builder.check()
        )

    def in_names(self, text: str) -> str:
        """Make a sentence of a text, and replace ids of zones by their names."""
        zones = self.field.zones

        def named(words: str) -> str:
            full = _ID.sub(lambda found: zones[found[0]].name if found[0] in zones else found[0], words)
            return f"{full.rstrip('.')}."

        return capitalised(applied(named, text))

    def call(self, title: str) -> Ruling:
        """Change the title, if no other battlefield has it; the next save uses it as the file name."""
        before = self.field
        ruling = self.builder.call(title, before.story)
        others = set(field_files()) - {self.kept.stem if self.kept else before.id}
        if ruling.allowed and self.field.id in others:
            self.builder.field = before
            text = gettext("There is a battlefield {title} already.", title=repr(title))
            return refuse("RG-SCN", text, instead=gettext("Choose another name."))
        return ruling

    def save(self) -> Path:
        """Write the battlefield with its photographs, and a scenario once it has no problems.

        After a change of name, files beside the old file and the scenarios played on it are renamed too.

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
        """Add a zone and join it to all zones that share an edge with it; corners in tile units.

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
                self.builder.link(zone, other.id)
        return zone, ALLOWED

    def toggle_link(self, one: str, other: str) -> tuple[bool, Ruling]:
        """Join two zones, or separate them if they are joined.

        Returns:
            Whether they are joined now, and the ruling.
        """
        self.changed = True
        if other in self.field.neighbours(one):
            return False, self.builder.unlink(one, other)
        ruling = self.builder.link(one, other)
        reasons = (replace(reason, text=self.in_names(reason.text)) for reason in ruling.reasons)
        return ruling.allowed, Ruling.from_reasons(reasons, ruling.instead)

    # --- display -------------------------------------------------------------------------------------------

    def game_view(self, *, free: bool = False) -> GameView:
        """Return the battlefield as a game view; with `free`, also the free squares beside it."""
        regions = [
            Region(
                tile.id,
                gettext("tile {tile}", tile=tile.id),
                self.field.outline(tile.id),
                self.field.centre(tile.id),
                tile=True,
            )
            for tile in self.field.tiles
        ]
        regions += [_square(at) for at in self.free_squares()] if free else []
        regions += [
            Region(zone.id, self.field.name(zone.id), self.field.outline(zone.id), self.field.centre(zone.id))
            for zone in self.field.zones.values()
        ]
        places = {zone.id: Place(None, 0, _marks(zone)) for zone in self.field.zones.values()}
        return GameView("battlefield", self.field.id, places, (), plan=tuple(regions))

    def free_squares(self) -> list[tuple[int, int]]:
        """List the free squares beside tiles; the first square if there is no tile."""
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
    """Return the id of a free square on the map."""
    return f"+{at[0]},{at[1]}"


def square_at(id: str) -> tuple[int, int] | None:
    """Parse an id from `square_id`; None for the id of a tile or zone."""
    if not id.startswith("+"):
        return None
    column, _, row = id[1:].partition(",")
    return int(column), int(row)


def known_tiles(id: str) -> dict[str, Tile]:
    """Return the drawings of a tile on all battlefields, by title; broken files are left out."""
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
    """Return the file of every battlefield by name; the players' own files replace those of the game."""
    return {
        name: next(path for folder in folders() if (path := folder / f"{name}.toml").is_file())
        for name in battlefield_names()
    }


def rectify_tile(picture: Picture, corners: list[Point]) -> Picture:
    """Cut a tile out of a photograph and rectify it.

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
    return Region(
        square_id(at), gettext("a free square"), outline, (left + TILE / 2, low + TILE / 2), tile=True
    )


def _marks(zone: Zone) -> tuple[str, ...]:
    marks = [*zone.terrain, *(f"symbol-{symbol.replace(' ', '-')}" for symbol in zone.symbols)]
    marks += [f"cover*{zone.cover}"] if zone.cover else []
    marks += [f"start*{zone.start}"] if zone.start else []
    return tuple(marks)


JPEG_QUALITY = 82


def read_photographs(path: Path) -> dict[str, Picture]:
    """Return the photographs beside a battlefield's file, by tile, BGR; broken ones are left out."""
    found = {}
    for file in photographs(path):
        with suppress(BrokenFile):
            found[file.stem.removeprefix(f"{path.stem}-")] = load_picture(file)
    return found


def write_photograph(path: Path, tile: str, picture: Picture) -> None:
    """Write the photograph of a tile beside the file of its battlefield.

    Raises:
        BrokenFile: the file cannot be written.
    """
    file = photograph_path(path, tile)
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    try:
        atomic_write(file, coded.tobytes())
    except OSError as error:
        raise BrokenFile(
            "The photograph {file} cannot be written. Make room, then save once more.", file=file
        ) from error
