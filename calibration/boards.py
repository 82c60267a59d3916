"""Boards: flat objects with markers at known positions in inches, and their files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import cv2
import numpy as np
import tomli_w
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.errors import BrokenBoard, WrongValue
from companion.external_files.typed_toml import Natural, Positive, read
from companion.locale.messages import gettext

Points: TypeAlias = NDArray[np.floating[Any]]
"""Points of the table in inches or of a picture in pixels: n x 2."""

UNITS = {"inches": 1.0, "centimetres": 1 / 2.54, "millimetres": 1 / 25.4}
"""Inches in one unit of a board file."""

CENTIMETRES = 2.54
"""Centimetres in one inch."""

DICTIONARIES: dict[str, int] = {
    name: getattr(cv2.aruco, name) for name in dir(cv2.aruco) if name.startswith("DICT_")
}
"""OpenCV's marker dictionaries by name."""


class CharucoBoard(Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """A chessboard with a marker in every white square, in OpenCV's layout.

    Attributes:
        columns, rows: squares across and down.
        square: edge of a square, in inches.
        marker: edge of a marker, in inches.
        first_id: id of the marker next to the origin; the others follow row by row.
        legacy: whether OpenCV before 4.6 drew it, which put a white square first on boards with even rows.
    """

    columns: Annotated[int, Meta(ge=2)]
    rows: Annotated[int, Meta(ge=2)]
    square: Positive
    marker: Positive
    first_id: Natural = 0
    legacy: bool = False

    def __post_init__(self) -> None:
        if self.marker >= self.square:
            raise WrongValue("marker", "{key} is not smaller than the square around it")

    def for_opencv(self, dictionary: Any) -> Any:
        """Return OpenCV's object for the board, with lengths in inches."""
        ids = np.arange(self.first_id, self.first_id + self.columns * self.rows // 2)
        board = cv2.aruco.CharucoBoard((self.columns, self.rows), self.square, self.marker, dictionary, ids)
        board.setLegacyPattern(self.legacy)
        return board


@dataclass(frozen=True, slots=True, eq=False)
class MarkerBoard:
    """Markers at known positions.

    Attributes:
        name: name for people.
        dictionary: the name of the markers' dictionary, one of DICTIONARIES.
        markers: corners of each marker by id, 4 x 2 inches, clockwise from the marker's top left.
        charuco: the chessboard of a ChArUco board.
    """

    name: str
    dictionary: str
    markers: dict[int, Points]
    charuco: CharucoBoard | None = None

    @property
    def opencv_dictionary(self) -> Any:
        """OpenCV's object for the dictionary."""
        return cv2.aruco.getPredefinedDictionary(DICTIONARIES[self.dictionary])

    @property
    def extent(self) -> Points:
        """The bounding box of all markers: 2 x 2 inches, smallest and largest x and y."""
        corners = np.vstack(list(self.markers.values()))
        return np.array([corners.min(axis=0), corners.max(axis=0)])


def square_marker(left: float, top: float, side: float, degrees: float = 0.0) -> Points:
    """Return the corners of a marker, 4 x 2 inches, rotated clockwise about its first corner."""
    corners = np.array([[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]])
    turn = np.deg2rad(degrees)
    turned = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(np.add(turned, (left, top)))


def grid_board(
    dictionary: str, columns: int, rows: int, marker: float, gap: float, first_id: int = 0
) -> MarkerBoard:
    """Return the board of OpenCV's GridBoard: equal markers with equal gaps, row by row, in inches."""
    pitch = marker + gap
    places = [(column * pitch, row * pitch) for row in range(rows) for column in range(columns)]
    markers: dict[int, Points] = {
        first_id + number: square_marker(*place, marker) for number, place in enumerate(places)
    }
    return MarkerBoard(f"grid of {columns} x {rows} markers", dictionary, markers)


def charuco_board(dictionary: str, charuco: CharucoBoard) -> MarkerBoard:
    """Return the board of OpenCV's ChArUco board."""
    made = charuco.for_opencv(cv2.aruco.getPredefinedDictionary(DICTIONARIES[dictionary]))
    corners = (np.asarray(points, np.float64)[:, :2] for points in made.getObjPoints())
    markers: dict[int, Points] = {
        int(number): points for number, points in zip(made.getIds().ravel(), corners, strict=True)
    }
    return MarkerBoard(
        f"ChArUco board of {charuco.columns} x {charuco.rows} squares", dictionary, markers, charuco
    )


Pair = tuple[float, float]


class _Marker(Struct, frozen=True, forbid_unknown_fields=True):
    """A marker of a board file: its corners, or its first corner, its side and by how much it is turned."""

    id: Natural
    corners: tuple[Pair, Pair, Pair, Pair] | None = None
    at: Pair | None = None
    side: Positive | None = None
    turn: float = 0.0

    def __post_init__(self) -> None:
        ahead = np.roll(self.points, -1, axis=0) - self.points
        x, y = ahead.T
        turns = x * np.roll(y, -1) - y * np.roll(x, -1)
        if not (np.all(turns > 0) or np.all(turns < 0)):
            raise WrongValue("corners", "{key} do not go round a four-sided marker")

    @property
    def points(self) -> Points:
        """Its corners, 4 x 2, in units of the file."""
        if self.corners is not None:
            return np.array(self.corners)
        if self.at is None or self.side is None:
            missing = "at" if self.at is None else "side"
            raise WrongValue("", "{name!r} is missing", name=missing)
        return square_marker(*self.at, self.side, self.turn)


class _Grid(Struct, frozen=True, forbid_unknown_fields=True):
    columns: Annotated[int, Meta(ge=1)]
    rows: Annotated[int, Meta(ge=1)]
    marker: Positive
    gap: Positive
    first_id: Natural = 0


class _BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A board file (format: calibration/README.md)."""

    dictionary: str
    name: str = ""
    units: Literal["inches", "centimetres", "millimetres"] = "inches"
    marker: tuple[_Marker, ...] = ()
    grid: _Grid | None = None
    charuco: CharucoBoard | None = None

    def __post_init__(self) -> None:
        kinds = [kind for kind in ("marker", "grid", "charuco") if getattr(self, kind)]
        if len(kinds) != 1:
            raise WrongValue(
                kinds[-1] if kinds else "",
                "{key} needs one of [[marker]], [grid], [charuco]; has {found}",
                key=gettext("the file"),
                found=" and ".join(kinds) or "none",
            )
        if self.opencv_name not in DICTIONARIES:
            raise WrongValue(
                "dictionary",
                "{key} is {name!r}; expected one of {dictionaries}",
                name=self.dictionary,
                dictionaries=", ".join(DICTIONARIES),
            )
        self._check_ids()

    def _check_ids(self) -> None:
        """Refuse markers that the dictionary does not have, and those that are there twice."""
        most = len(cv2.aruco.getPredefinedDictionary(DICTIONARIES[self.opencv_name]).bytesList) - 1
        seen: set[int] = set()
        for place, number in self._last_ids().items():
            if number > most:
                raise WrongValue(
                    place,
                    "{key} leads to marker {last}; {dictionary} has 0 to {most}",
                    last=number,
                    dictionary=self.opencv_name,
                    most=most,
                )
            if number in seen:
                raise WrongValue(place, "{key} is {number}, which another marker has already", number=number)
            seen.add(number)

    def _last_ids(self) -> dict[str, int]:
        """The id of each marker, or of the last one of a pattern, by the place of its key in the file."""
        if self.grid is not None:
            return {"grid.first_id": self.grid.first_id + self.grid.columns * self.grid.rows - 1}
        if self.charuco is not None:
            count = self.charuco.columns * self.charuco.rows // 2
            return {"charuco.first_id": self.charuco.first_id + count - 1}
        return {f"marker[{place}].id": marker.id for place, marker in enumerate(self.marker)}

    @property
    def opencv_name(self) -> str:
        """OpenCV's name of its dictionary, one of DICTIONARIES."""
        return self.dictionary if self.dictionary in DICTIONARIES else f"DICT_{self.dictionary}"


def read_board(path: Path | str) -> MarkerBoard:
    """Read a board file.

    Raises:
        BrokenBoard: the file cannot be read or has an impossible value; the message names the line.
    """
    file = read(Path(path), _BoardFile, error=BrokenBoard)
    dictionary, inches = file.opencv_name, UNITS[file.units]
    if file.grid is not None:
        grid = file.grid
        board = grid_board(
            dictionary, grid.columns, grid.rows, grid.marker * inches, grid.gap * inches, grid.first_id
        )
    elif file.charuco is not None:
        square, marker = file.charuco.square * inches, file.charuco.marker * inches
        board = charuco_board(dictionary, replace(file.charuco, square=square, marker=marker))
    else:
        markers = {marker.id: marker.points * inches for marker in file.marker}
        board = MarkerBoard(f"layout of {len(markers)} markers", dictionary, markers)
    return MarkerBoard(file.name or board.name, dictionary, board.markers, board.charuco)


def board_file(board: MarkerBoard) -> str:
    """Return the text of a board file, which `read_board` can read."""
    content: dict[str, Any] = {"name": board.name, "dictionary": board.dictionary, "units": "inches"}
    if board.charuco is not None:
        content["charuco"] = to_builtins(board.charuco)
    else:
        content["marker"] = [
            {"id": number, "corners": corners.round(6).tolist()} for number, corners in board.markers.items()
        ]
    return tomli_w.dumps(content)
