"""The drawing of a players' board for spectators: the board file, coarse enough for one message."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import cv2
import msgspec
import numpy as np
from msgspec import Raw, Struct
from msgspec.structs import replace

from companion.club.messages import MAX_BYTES, BoardName, decode
from companion.errors import BrokenFile, MalformedMessage, UnknownName
from companion.games.boards import library
from companion.games.boards.board import Board, board_of
from companion.games.boards.board_files import BoardFile, Coordinates, Drawing, Shape, decode_board, written
from companion.games.boards.elements import Point

TOLERANCES = (0.5, 1, 2, 4, 8, 16, 32)
"""How far lines may move, in canvas units, from fine to coarse: the first that fits a message is taken."""


class DrawnBoard(Struct, frozen=True):
    """The message."""

    board: BoardName
    file: Raw


@cache
def board_message(named: str) -> bytes:
    """Return the message about a players' board; nothing if it cannot be read or is too large to be sent."""
    try:
        file = library.read_referred(named)
    except (BrokenFile, UnknownName):
        return b""
    plain = replace(
        file,
        picture=b"",
        territories=[replace(item, aliases=(), symbols={}) for item in file.territories],
        links=[link for link in file.links if link.kind == "sea"],
    )
    for tolerance in TOLERANCES:
        coarse = replace(plain, drawing=_simplified(file.drawing, tolerance))
        message = msgspec.json.encode(DrawnBoard(named, Raw(_compact(coarse))))
        if len(message) <= MAX_BYTES:
            return message
    return b""


def read_board_message(payload: bytes) -> Board:
    """Return the drawing of a board, with its reference as id, from an untrusted sender.

    Raises:
        MalformedMessage: it is too large, or no board that can be drawn.
    """
    drawn = decode(payload, DrawnBoard)
    try:
        return board_of(decode_board(bytes(drawn.file), Path("of the message")), drawn.board)
    except BrokenFile as error:
        raise MalformedMessage(str(error)) from error


def _compact(file: BoardFile) -> bytes:
    """Return a board file without spaces between its parts."""
    return msgspec.json.format(written(file).encode(), indent=-1)


def _simplified(drawing: Drawing, tolerance: float) -> Drawing:
    coarse = _Coarse(drawing, tolerance)
    return replace(
        drawing,
        territories={id: coarse.shape(shape) for id, shape in drawing.territories.items()},
        sea_links={id: [coarse.line(line) for line in lines] for id, lines in drawing.sea_links.items()},
    )


class _Coarse:
    """Leaves out points of a drawing that change a line by little (Douglas and Peucker, 1973).

    Lines run from one meeting of borders to the next, so that neighbours still share theirs.

    Args:
        drawing: the drawing.
        tolerance: how far a line may move, in canvas units.
    """

    def __init__(self, drawing: Drawing, tolerance: float) -> None:
        self._tolerance = tolerance
        self._near: dict[Point, set[Point]] = {}
        self._most = drawing.width, drawing.height
        polygons = (rings for shape in drawing.territories.values() for rings in shape.polygons)
        for ring in (_points(numbers) for rings in polygons for numbers in rings):
            for before, at, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False):
                self._near.setdefault(at, set()).update((before, after))

    def line(self, numbers: Coordinates) -> Coordinates:
        """Return a line across the sea with fewer points."""
        return _numbers(self._fewer(_points(numbers)))

    def shape(self, shape: Shape) -> Shape:
        """Return a territory with fewer points; the smallest islands may vanish, but not all of it."""
        coarse = [[self._ring(_points(ring)) for ring in rings] for rings in shape.polygons]
        seen = [[_numbers(ring) for ring in rings if _area(ring)] for rings in coarse if _area(rings[0])]
        return Shape(shape.label, seen or shape.polygons[:1])

    def _ring(self, ring: list[Point]) -> list[Point]:
        meetings = [number for number, at in enumerate(ring) if len(self._near[at]) > 2]
        ends = meetings or sorted((ring.index(min(ring)), ring.index(max(ring))))
        turned = ring[ends[0] :] + ring[: ends[0]] + [ring[ends[0]]]
        marks = [end - ends[0] for end in ends] + [len(ring)]
        pieces = [turned[start : end + 1] for start, end in pairwise(marks)]
        return [at for piece in pieces for at in self._fewer(piece)[:-1]]

    def _fewer(self, line: list[Point]) -> list[Point]:
        turned = line[0] > line[-1]
        one_way = np.array(line[::-1] if turned else line, np.float32)
        kept = cv2.approxPolyDP(one_way, self._tolerance, closed=False).reshape(-1, 2)
        fewer = [(min(round(x), self._most[0]), min(round(y), self._most[1])) for x, y in kept.tolist()]
        return fewer[::-1] if turned else fewer


def _points(numbers: Coordinates) -> list[Point]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _numbers(points: list[Point]) -> Coordinates:
    return [number for at in points for number in at]


def _area(ring: list[Point]) -> float:
    """Return twice the area within a ring."""
    sides = zip(ring, [*ring[1:], *ring[:1]], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in sides))
