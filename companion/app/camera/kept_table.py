"""What the table's camera was told, on disk: who stands where, and the terrain; a restart forgets neither.

Inches mean the same only while the table is calibrated as it was; the file knows where three of its points
lay in the picture, and is not used for another table.
"""

import logging
from collections.abc import Sequence
from math import dist
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from calibration.plane import TablePlane
from companion.errors import BrokenFile
from companion.external_files.files import atomic_write, read_bytes
from companion.vision.miniatures.figures import AT_REST, Place, TrackedFigure

_log = logging.getLogger(__name__)

FILE = "table.json"
"""Beside the profile of the camera."""
MAX_BYTES = 200_000
SAME_PIXEL = 0.5
"""Pixels by which a point of the same calibration may lie elsewhere, after rounding."""
POINTS = np.array([[0.0, 0.0], [12.0, 0.0], [0.0, 12.0]])
"""Inches: three points tell one calibration from another."""

Area = tuple[Place, ...]
"""Corners of something on the table that hides what stands behind it, in inches."""


class KeptTable(Struct, frozen=True):
    """The content of the file.

    Attributes:
        game: key of the game that the figures belong to; see `Session.key`.
        points: pixels of three points of the table.
        figures: those with a name.
        terrain: what was traced.
    """

    game: str
    points: tuple[Place, ...]
    figures: tuple[TrackedFigure, ...] = ()
    terrain: tuple[Area, ...] = ()

    def same(self, other: "KeptTable | None") -> bool:
        """Whether nothing in it is worth writing."""
        return (
            other is not None
            and (self.game, self.points, self.terrain) == (other.game, other.points, other.terrain)
            and len(self.figures) == len(other.figures)
            and all(map(_rests, self.figures, other.figures))
        )

    def fits(self, plane: TablePlane) -> bool:
        """Whether it was kept on the table as it is calibrated now."""
        points = np.array(self.points)
        return points.shape == POINTS.shape and bool((np.abs(points - points_of(plane)) <= SAME_PIXEL).all())

    def write(self, path: Path) -> None:
        """Write the file; if it cannot be written, the figures are asked again after a restart."""
        try:
            atomic_write(path, msgspec.json.encode(self))
        except OSError as error:
            _log.warning("who stands where cannot be kept: %s", error)


def _rests(now: TrackedFigure, kept: TrackedFigure) -> bool:
    """Whether nothing about a figure is worth writing: it lies where it lay."""
    lies = replace(now, centre=kept.centre, radius=kept.radius, colour=kept.colour)
    return lies == kept and dist(now.centre, kept.centre) <= AT_REST


def points_of(plane: TablePlane) -> tuple[Place, ...]:
    """Return the pixels of three points of a calibrated table, rounded."""
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in plane.to_pixels(POINTS))


def kept(
    game: str, plane: TablePlane, figures: Sequence[TrackedFigure], terrain: Sequence[Area]
) -> KeptTable:
    """Return what is kept of a table: its named figures, by name, and the terrain."""
    named = sorted((figure for figure in figures if figure.name), key=lambda figure: figure.name)
    resting = tuple(replace(figure, seen=False) for figure in named)
    return KeptTable(game, points_of(plane), resting, tuple(terrain))


def read_kept_table(path: Path) -> KeptTable | None:
    """Read the file; None without one, and if it is damaged: then everything is asked again."""
    try:
        return msgspec.json.decode(read_bytes(path, MAX_BYTES), type=KeptTable)
    except FileNotFoundError:
        return None
    except (OSError, BrokenFile, msgspec.DecodeError, UnicodeDecodeError) as error:
        _log.warning("who stood where is asked again: %s", error)
        return None
