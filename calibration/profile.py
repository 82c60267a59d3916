"""The profile of a camera: one TOML file with the results of calibration, and its pictures."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import tomli_w
from msgspec import Meta, Struct
from numpy.typing import NDArray

from calibration.board_detection import BoardDetection
from calibration.boards import DICTIONARIES, MarkerBoard, Points
from calibration.lens import Lens, resized
from calibration.plane import TablePlane, fit_plane
from calibration.sheet_shape import SheetShape
from companion.data_folder import data_folder
from companion.errors import BoardNotSeen, BrokenFile, BrokenProfile, Unmeasurable, WrongValue
from companion.external_files.files import atomic_write, read_bytes
from companion.external_files.pictures import MAX_BYTES, decode_picture
from companion.external_files.typed_toml import Natural, Positive, Problem, read
from companion.locale.messages import gettext, gettext_noop

VERSION = 1
"""Version of the file format; a file of another version is refused."""

LEAST_CORNERS = 4
"""Corners of a sheet of known shape."""

FLAT = 0.05
"""A tray at most so wide, in its lengths, is a line; one of three to one seen from 10 degrees is wider."""

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


def on_one_line(corners: Points) -> bool:
    """Return whether corners, n x 2 of at least three, enclose nothing that could be a tray."""
    _, sides, _ = cv2.minAreaRect(corners.astype(np.float32))
    return min(sides) <= FLAT * max(sides)


@dataclass(frozen=True, slots=True)
class DieColour:
    """The colour of one die of this table.

    Attributes:
        name: its body colour in the dice reader's terms.
        body: its colour in the camera's pictures: blue, green and red, 0 to 255.
    """

    name: str
    body: tuple[float, float, float]


OTHER_SHAPE = gettext_noop(
    "The table was calibrated with pictures of {wide} x {high} pixels; this one is {wide_now} x {high_now}, "
    "of another shape: use the camera as it was calibrated."
)


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
        factor = resized(self.size, size, OTHER_SHAPE)
        return fit_plane(self.table.detection(size, factor), self.lens)


def profile_path(folder: Path | None = None) -> Path:
    """Return the path of this computer's camera profile, in `folder` or in the data folder."""
    return (folder or data_folder()).expanduser() / FILE


def write_profile(path: Path, profile: Profile) -> None:
    """Write a profile and its pictures; after a power cut the old or the new profile is on disk."""
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
    atomic_write(file, cv2.imencode(".png", picture)[1].tobytes())
    return file.name


Row = tuple[float, float, float]
Pair = tuple[float, float]
Quad = tuple[Pair, Pair, Pair, Pair]
Pixels = Annotated[int, Meta(ge=1)]


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    board: str
    extent: tuple[Pair, Pair]
    error: Positive
    height_error: Positive
    corners: Annotated[tuple[Row, ...], Meta(min_length=LEAST_CORNERS)]

    @property
    def shape(self) -> SheetShape:
        corners = np.array(self.corners)
        extent = np.array(self.extent)
        return SheetShape(self.board, extent, corners[:, :2], corners[:, 2], self.error, self.height_error)


class _Lens(Struct, frozen=True, forbid_unknown_fields=True):
    size: tuple[Pixels, Pixels]
    matrix: tuple[Row, Row, Row]
    distortion: tuple[float, float, float, float, float]
    error: Positive
    views: Pixels

    def __post_init__(self) -> None:
        matrix = np.array(self.matrix)
        if not (matrix[0, 0] > 0 and matrix[1, 1] > 0 and np.array_equal(matrix[2], [0, 0, 1])):
            raise WrongValue(
                "matrix", "{key} is no camera matrix: focal lengths on the diagonal, last row 0, 0, 1"
            )

    def lens(self, sheet: _Sheet | None) -> Lens:
        matrix, distortion = np.array(self.matrix), np.array(self.distortion)
        return Lens(
            self.size, matrix, distortion, self.error, self.views, sheet.shape if sheet is not None else None
        )


class _Tray(Struct, frozen=True, forbid_unknown_fields=True):
    corners: tuple[Pair, ...]
    die_edge: Annotated[float, Meta(gt=0, lt=1)] | None = None
    picture: str = ""

    def __post_init__(self) -> None:
        corners = np.array(self.corners)
        if len(corners) < 3 or corners.min() < 0 or corners.max() > 1:
            raise WrongValue("corners", "{key} must be three or more, in shares of the picture from 0 to 1")
        if on_one_line(corners):
            raise WrongValue("corners", "{key} lie on one line: calibrate the tray again")


class _TableSection(Struct, frozen=True, forbid_unknown_fields=True):
    board: str
    dictionary: str
    picture: str = ""

    def __post_init__(self) -> None:
        if self.dictionary not in DICTIONARIES:
            raise WrongValue(
                "dictionary",
                "{key} is {word!r}; expected one of {choices}",
                word=self.dictionary,
                choices=", ".join(DICTIONARIES),
            )


class _SeenMarker(Struct, frozen=True, forbid_unknown_fields=True):
    id: Natural
    inches: Quad
    pixels: Quad


class _Die(Struct, frozen=True, forbid_unknown_fields=True):
    colour: str
    body: Row


class _Versioned(Struct, frozen=True):
    """What every version of the file says: a file of another one is refused before anything else."""

    version: int

    def __post_init__(self) -> None:
        if self.version != VERSION:
            raise WrongValue(
                "version",
                "{key} is {version}; this companion reads {known}: calibrate again",
                version=self.version,
                known=VERSION,
            )


class _ProfileFile(_Versioned, frozen=True, forbid_unknown_fields=True):
    made: datetime.datetime
    camera: str
    size: tuple[Pixels, Pixels]
    lens: _Lens | None = None
    sheet: _Sheet | None = None
    table: _TableSection | None = None
    marker: tuple[_SeenMarker, ...] = ()
    tray: _Tray | None = None
    die: tuple[_Die, ...] = ()

    def __post_init__(self) -> None:
        if self.table is not None and not self.marker:
            raise WrongValue("table", "{key} has no [[marker]]")
        seen: set[int] = set()
        for place, marker in enumerate(self.marker):
            if marker.id in seen:
                raise WrongValue(
                    f"marker[{place}].id",
                    "{key} is {number}, which another marker has already",
                    number=marker.id,
                )
            seen.add(marker.id)


def read_profile(path: Path) -> Profile:
    """Read a profile and its pictures.

    Raises:
        BrokenProfile: the profile is missing, damaged, of another version, or has an impossible value; the
            message names the line.
    """
    pictures: dict[str, Picture] = {}

    def problems(file: _ProfileFile) -> Iterator[Problem]:
        for name, part in (("table", file.table), ("tray", file.tray)):
            if part is None or not part.picture:
                continue
            if wrong := _read_picture(path, part.picture, pictures, name):
                yield Problem(f"$.{name}.picture", wrong)
        try:
            if file.table is not None:
                fit_plane(_observation(file, file.table).detection(file.size))
        except BoardNotSeen as error:
            yield Problem(
                "$.table", "{key} has markers that contradict each other: {error}", key="table", error=error
            )

    read(path, _Versioned, error=BrokenProfile)
    file = read(path, _ProfileFile, problems, BrokenProfile)
    tray = file.tray
    return Profile(
        camera=file.camera,
        size=file.size,
        made=file.made,
        lens=file.lens.lens(file.sheet) if file.lens else None,
        table=replace(_observation(file, file.table), picture=pictures.get("table")) if file.table else None,
        tray=TrayObservation(np.array(tray.corners), tray.die_edge, pictures.get("tray")) if tray else None,
        dice=tuple(DieColour(die.colour, die.body) for die in file.die),
    )


def _observation(file: _ProfileFile, table: _TableSection) -> MarkerObservation:
    inches = {marker.id: np.array(marker.inches) for marker in file.marker}
    pixels = {marker.id: np.array(marker.pixels) for marker in file.marker}
    return MarkerObservation(MarkerBoard(table.board, table.dictionary, inches), pixels)


def _read_picture(path: Path, name: str, pictures: dict[str, Picture], part: str) -> str:
    """Read a picture of this name beside the profile; return what is wrong with it, if anything."""
    key = f"{part}.picture"
    if Path(name).name != name:
        return gettext(
            "{key} is {name!r}; expected a file beside the profile, without a folder", key=key, name=name
        )
    try:
        picture, _ = decode_picture(read_bytes(path.with_name(name), MAX_BYTES), name)
    except (OSError, BrokenFile):
        return gettext(
            "{key} is {name!r}, which is missing or no picture: calibrate this step again", key=key, name=name
        )
    pictures[part] = np.asarray(picture, np.uint8)
    return ""
