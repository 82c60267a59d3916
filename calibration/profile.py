"""The profile of a camera: one TOML file with the results of calibration, and its pictures."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tomli_w
from numpy.typing import NDArray

from calibration.board_detection import BoardDetection
from calibration.boards import DICTIONARIES, MarkerBoard, Points
from calibration.lens import Lens
from calibration.plane import TablePlane, fit_plane
from calibration.sheet_shape import SheetShape
from companion.data_folder import data_folder
from companion.errors import BoardNotSeen, BrokenFile, BrokenProfile, Unmeasurable
from companion.external_files.files import atomic_write, read_bytes
from companion.external_files.pictures import MAX_BYTES, decode_picture
from companion.external_files.toml_file import Section, TomlFile
from companion.locale.messages import gettext

VERSION = 1
"""Version of the file format; a file of another version is refused."""

LEAST_CORNERS = 4
"""Corners of a sheet of known shape."""

FILE = "profile.toml"

HEADING = "# Written by companion calibrate. Inches and pixels; see calibration/README.md.\n"

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class MarkerObservation:
    """The detected markers on the table, from which the table's plane is computed.

    Attributes:
        board: the dictionary and positions of the markers.
        pixels: corners of each marker by id, 4 x 2 pixels.
        picture: the empty table; None if not saved.
    """

    board: MarkerBoard
    pixels: Mapping[int, Points]
    picture: Picture | None = field(default=None, repr=False)

    def detection(self, size: tuple[int, int], factor: float = 1.0) -> BoardDetection:
        """Return the detection in a picture of `size`, scaled by `factor` from the profile's pictures."""
        ids = sorted(self.pixels)
        pixels = np.vstack([self.pixels[number] for number in ids])
        inches = np.vstack([self.board.markers[number] for number in ids])
        # Pixel centres are integers, so the fixed point of scaling is (-0.5, -0.5).
        grown = (pixels + 0.5) * factor - 0.5
        return BoardDetection(self.board, size, grown, inches, np.repeat(ids, 4), np.zeros((0, 2)))


@dataclass(frozen=True, slots=True, eq=False)
class TrayObservation:
    """The dice tray.

    Attributes:
        corners: of its floor, n x 2, as shares of the picture's width and height.
        die_edge: a die's edge as a share of the picture's width; None if unknown.
        picture: the empty tray; None if not saved.
    """

    corners: Points
    die_edge: float | None = None
    picture: Picture | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class DieColour:
    """The colour of one die of this table.

    Attributes:
        name: its body colour in the dice reader's terms.
        body: its colour in the camera's pictures: blue, green and red, 0 to 255.
    """

    name: str
    body: tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """The calibration of one camera in one place. Every part may be missing.

    Attributes:
        camera: the camera's name.
        size: width and height of its pictures, in pixels.
        made: when it was last changed.
        lens: the calibrated lens.
        table: the markers on the table.
        tray: the dice tray.
        dice: the colours of this table's dice.
    """

    camera: str
    size: tuple[int, int]
    made: datetime.datetime
    lens: Lens | None = None
    table: MarkerObservation | None = None
    tray: TrayObservation | None = None
    dice: tuple[DieColour, ...] = ()

    def plane_for(self, size: tuple[int, int]) -> TablePlane:
        """Return the table's plane in pictures of `size`.

        Raises:
            Unmeasurable: the table is not calibrated, or the pictures have another aspect ratio.
        """
        if self.table is None:
            raise Unmeasurable(gettext("This profile has no table plane: companion calibrate table."))
        factor = size[0] / self.size[0]
        if abs(size[1] - self.size[1] * factor) > 0.01 * size[1]:
            raise Unmeasurable(
                gettext(
                    "The table was calibrated with pictures of {wide} x {high} pixels; this one is "
                    "{wide_now} x {high_now}, of another shape: use the camera as it was calibrated.",
                    wide=self.size[0],
                    high=self.size[1],
                    wide_now=size[0],
                    high_now=size[1],
                )
            )
        return fit_plane(self.table.detection(size, factor), self.lens)


def profile_path(folder: Path | None = None) -> Path:
    """Return the path of this computer's camera profile, in `folder` or in the data folder."""
    return (folder or data_folder()).expanduser() / FILE


def write_profile(path: Path, profile: Profile) -> None:
    """Write a profile and its pictures; after a power cut the old or the new profile is on disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content: dict[str, Any] = {
        "version": VERSION,
        "made": profile.made.replace(microsecond=0),
        "camera": profile.camera,
        "size": [int(side) for side in profile.size],
    }
    if profile.lens:
        content["lens"] = _lens_content(profile.lens)
        if profile.lens.sheet:
            content["sheet"] = _sheet_content(profile.lens.sheet)
    if profile.tray:
        content["tray"] = _tray_content(profile.tray, _kept(path, "tray", profile.tray.picture))
    if profile.table:
        content |= _table_content(profile.table, _kept(path, "table", profile.table.picture))
    if profile.dice:
        content["die"] = [
            {"colour": die.name, "body": [float(value) for value in die.body]} for die in profile.dice
        ]
    atomic_write(path, HEADING + tomli_w.dumps(content))


def _lens_content(lens: Lens) -> dict[str, Any]:
    return {
        "size": [int(side) for side in lens.size],
        "matrix": lens.matrix.tolist(),
        "distortion": lens.distortion.tolist(),
        "error": float(lens.reprojection_error),
        "views": lens.views,
    }


def _sheet_content(sheet: SheetShape) -> dict[str, Any]:
    return {
        "board": sheet.board,
        "extent": sheet.extent.round(6).tolist(),
        "error": sheet.error,
        "height_error": sheet.height_error,
        "corners": np.column_stack([sheet.points, sheet.heights]).round(6).tolist(),
    }


def _tray_content(tray: TrayObservation, picture: str | None) -> dict[str, Any]:
    edge = {"die_edge": float(tray.die_edge)} if tray.die_edge else {}
    return {"corners": tray.corners.tolist(), **edge, **({"picture": picture} if picture else {})}


def _table_content(table: MarkerObservation, picture: str | None) -> dict[str, Any]:
    section = {"board": table.board.name, "dictionary": table.board.dictionary}
    markers = [
        {"id": number, "inches": table.board.markers[number].tolist(), "pixels": pixels.tolist()}
        for number, pixels in sorted(table.pixels.items())
    ]
    return {"table": section | ({"picture": picture} if picture else {}), "marker": markers}


def _kept(path: Path, name: str, picture: Picture | None) -> str | None:
    """Write a picture beside the profile; return its file name."""
    if picture is None:
        return None
    file = path.with_name(f"{path.stem}-{name}.png")
    file.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    return file.name


def read_profile(path: Path) -> Profile:
    """Read a profile and its pictures.

    Raises:
        BrokenProfile: the profile is missing, damaged, of another version, or has an impossible value; the
            message names line and key.
    """
    file = TomlFile(path, BrokenProfile)
    top = file.top
    if top.whole("version", 1) != VERSION:
        raise top.wrong(
            "version",
            "{key} is {version}; this companion reads {known}: calibrate again",
            version=top.value("version"),
            known=VERSION,
        )
    top.allow("version", "made", "camera", "size", "lens", "sheet", "table", "marker", "tray", "die")
    made = top.value("made")
    if not isinstance(made, datetime.datetime):
        raise top.wrong(
            "made", "{key} is {made!r}; expected a date and time such as 2026-01-31T20:15:00", made=made
        )
    sheet = _sheet(file.section("sheet")) if "sheet" in top else None
    return Profile(
        camera=top.text("camera"),
        size=_size(top),
        made=made,
        lens=_lens(file.section("lens"), sheet) if "lens" in top else None,
        table=_table(file, path) if "table" in top else None,
        tray=_tray(file.section("tray"), path) if "tray" in top else None,
        dice=tuple(_die(section) for section in file.sections("die")),
    )


def _size(section: Section) -> tuple[int, int]:
    wide, high = section.numbers("size", (2,))
    if type(wide) is not int or type(high) is not int or min(wide, high) < 1:
        raise section.wrong(
            "size", "{key} is {size}; expected width and height in whole pixels", size=[wide, high]
        )
    return wide, high


def _lens(section: Section, sheet: SheetShape | None) -> Lens:
    section.allow("size", "matrix", "distortion", "error", "views")
    matrix = np.array(section.numbers("matrix", (3, 3)), np.float64)
    if not (matrix[0, 0] > 0 and matrix[1, 1] > 0 and np.array_equal(matrix[2], [0, 0, 1])):
        raise section.wrong(
            "matrix", "{key} is no camera matrix: focal lengths on the diagonal, last row 0, 0, 1"
        )
    distortion = np.array(section.numbers("distortion", (5,)), np.float64)
    error, views = section.number("error", above=0), section.whole("views", 1)
    return Lens(_size(section), matrix, distortion, error, views, sheet)


def _sheet(section: Section) -> SheetShape:
    section.allow("board", "extent", "error", "height_error", "corners")
    corners = np.array(section.numbers("corners", (None, 3)), np.float64)
    if len(corners) < LEAST_CORNERS:
        raise section.wrong(
            "corners", "{key} are {count}; expected {least} or more", count=len(corners), least=LEAST_CORNERS
        )
    extent = np.array(section.numbers("extent", (2, 2)), np.float64)
    errors = section.number("error", above=0), section.number("height_error", above=0)
    return SheetShape(section.text("board"), extent, corners[:, :2], corners[:, 2], *errors)


def _table(file: TomlFile, path: Path) -> MarkerObservation:
    section = file.section("table")
    section.allow("board", "dictionary", "picture")
    dictionary = section.choice("dictionary", tuple(DICTIONARIES))
    inches: dict[int, Points] = {}
    pixels: dict[int, Points] = {}
    for marker in file.sections("marker"):
        marker.allow("id", "inches", "pixels")
        number = marker.whole("id", 0)
        if number in pixels:
            raise marker.wrong("id", "{key} is {number}, which another marker has already", number=number)
        inches[number] = np.array(marker.numbers("inches", (4, 2)), np.float64)
        pixels[number] = np.array(marker.numbers("pixels", (4, 2)), np.float64)
    if not pixels:
        raise section.wrong(None, "{key} has no [[marker]]")
    table = MarkerObservation(
        MarkerBoard(section.text("board"), dictionary, inches), pixels, _picture(section, path)
    )
    try:
        fit_plane(table.detection(_size(file.top)))
    except BoardNotSeen as error:
        raise section.wrong(
            None, "{key} has markers that contradict each other: {error}", error=error
        ) from error
    return table


def _tray(section: Section, path: Path) -> TrayObservation:
    section.allow("corners", "die_edge", "picture")
    corners = np.array(section.numbers("corners", (None, 2)), np.float64)
    if len(corners) < 3 or corners.min() < 0 or corners.max() > 1:
        raise section.wrong("corners", "{key} must be three or more, in shares of the picture from 0 to 1")
    edge = section.number("die_edge", above=0) if "die_edge" in section else None
    if edge is not None and edge >= 1:
        raise section.wrong(
            "die_edge", "{key} is {edge}; expected a share of the picture's width, below 1", edge=edge
        )
    return TrayObservation(corners, edge, _picture(section, path))


def _die(section: Section) -> DieColour:
    section.allow("colour", "body")
    blue, green, red = section.numbers("body", (3,))
    return DieColour(section.text("colour"), (blue, green, red))


def _picture(section: Section, path: Path) -> Picture | None:
    if "picture" not in section:
        return None
    name = section.text("picture")
    if Path(name).name != name:
        raise section.wrong(
            "picture", "{key} is {name!r}; expected a file beside the profile, without a folder", name=name
        )
    try:
        picture, _ = decode_picture(read_bytes(path.with_name(name), MAX_BYTES), name)
    except (OSError, BrokenFile) as error:
        raise section.wrong(
            "picture",
            "{key} is {name!r}, which is missing or no picture: calibrate this step again",
            name=name,
        ) from error
    return np.asarray(picture, np.uint8)
