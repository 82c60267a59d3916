"""Boards: flat objects with markers at known positions in inches, and their files."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import tomli_w
from numpy.typing import NDArray

from companion.errors import BrokenBoard
from companion.external_files.toml_file import Section, TomlFile

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


@dataclass(frozen=True, slots=True, eq=False)
class CharucoBoard:
    """A chessboard with a marker in every white square, in OpenCV's layout.

    Attributes:
        columns, rows: squares across and down.
        square: edge of a square, in inches.
        marker: edge of a marker, in inches.
        first_id: id of the marker next to the origin; the others follow row by row.
        legacy: whether OpenCV before 4.6 drew it, which put a white square first on boards with even rows.
    """

    columns: int
    rows: int
    square: float
    marker: float
    first_id: int = 0
    legacy: bool = False

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


def read_board(path: Path | str) -> MarkerBoard:
    """Read a board file (format: calibration/README.md).

    Raises:
        BrokenBoard: the file cannot be read or has an impossible value; the message names line and key.
    """
    file = TomlFile(Path(path), BrokenBoard)
    top = file.top
    top.allow("name", "dictionary", "units", "marker", "grid", "charuco")
    kinds = [kind for kind in ("marker", "grid", "charuco") if kind in top]
    if len(kinds) != 1:
        found = " and ".join(kinds) or "none"
        raise top.wrong(
            kinds[-1] if kinds else None,
            "{key} needs one of [[marker]], [grid], [charuco]; has {found}",
            found=found,
        )
    dictionary = _dictionary(top)
    inches = UNITS[top.choice("units", tuple(UNITS), "inches")]
    if kinds == ["marker"]:
        board = _layout(dictionary, file.sections("marker"), inches)
    elif kinds == ["grid"]:
        board = _grid(dictionary, file.section("grid"), inches)
    else:
        board = _charuco(dictionary, file.section("charuco"), inches)
    return MarkerBoard(top.text("name", board.name), dictionary, board.markers, board.charuco)


def _dictionary(top: Section) -> str:
    name = top.text("dictionary")
    for known in (name, f"DICT_{name}"):
        if known in DICTIONARIES:
            return known
    raise top.wrong(
        "dictionary",
        "{key} is {name!r}; expected one of {dictionaries}",
        name=name,
        dictionaries=", ".join(DICTIONARIES),
    )


def _layout(dictionary: str, sections: tuple[Section, ...], inches: float) -> MarkerBoard:
    markers: dict[int, Points] = {}
    for section in sections:
        section.allow("id", "corners", "at", "side", "turn")
        number = _id(section, "id", dictionary)
        if number in markers:
            raise section.wrong("id", "{key} is {number}, which another marker has already", number=number)
        markers[number] = _corners(section) * inches
    return MarkerBoard(f"layout of {len(markers)} markers", dictionary, markers)


def _id(section: Section, key: str, dictionary: str, count: int = 1, default: int | None = None) -> int:
    number = section.whole(key, 0, default)
    known = len(cv2.aruco.getPredefinedDictionary(DICTIONARIES[dictionary]).bytesList)
    if number + count > known:
        raise section.wrong(
            key if key in section else None,
            "{key} leads to marker {last}; {dictionary} has 0 to {most}",
            last=number + count - 1,
            dictionary=dictionary,
            most=known - 1,
        )
    return number


def _corners(section: Section) -> Points:
    if "corners" not in section:
        left, top = section.numbers("at", (2,))
        return square_marker(left, top, section.number("side", above=0), section.number("turn", default=0.0))
    corners = np.array(section.numbers("corners", (4, 2)), np.float64)
    ahead = np.roll(corners, -1, axis=0) - corners
    turns = ahead[:, 0] * np.roll(ahead, -1, axis=0)[:, 1] - ahead[:, 1] * np.roll(ahead, -1, axis=0)[:, 0]
    if not (np.all(turns > 0) or np.all(turns < 0)):
        raise section.wrong("corners", "{key} do not go round a four-sided marker")
    return corners


def _grid(dictionary: str, section: Section, inches: float) -> MarkerBoard:
    section.allow("columns", "rows", "marker", "gap", "first_id")
    columns, rows = section.whole("columns", 1), section.whole("rows", 1)
    first = _id(section, "first_id", dictionary, columns * rows, default=0)
    marker, gap = section.number("marker", above=0) * inches, section.number("gap", above=0) * inches
    return grid_board(dictionary, columns, rows, marker, gap, first)


def _charuco(dictionary: str, section: Section, inches: float) -> MarkerBoard:
    section.allow("columns", "rows", "square", "marker", "first_id", "legacy")
    columns, rows = section.whole("columns", 2), section.whole("rows", 2)
    first = _id(section, "first_id", dictionary, columns * rows // 2, default=0)
    square, marker = section.number("square", above=0) * inches, section.number("marker", above=0) * inches
    if marker >= square:
        raise section.wrong("marker", "{key} is not smaller than the square around it")
    charuco = CharucoBoard(columns, rows, square, marker, first, section.flag("legacy", False))
    return charuco_board(dictionary, charuco)


def board_file(board: MarkerBoard) -> str:
    """Return the text of a board file, which `read_board` can read."""
    content: dict[str, Any] = {"name": board.name, "dictionary": board.dictionary, "units": "inches"}
    if board.charuco is not None:
        content["charuco"] = asdict(board.charuco)
    else:
        content["marker"] = [
            {"id": number, "corners": corners.round(6).tolist()} for number, corners in board.markers.items()
        ]
    return tomli_w.dumps(content)
