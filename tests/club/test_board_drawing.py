"""Players' boards for spectators: coarse enough for a message, borders still shared, hostile ones refused."""

import json
from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from companion.club.board_drawing import board_message, read_board_message
from companion.club.messages import MAX_BYTES
from companion.errors import MalformedMessage
from companion.games.boards import library
from companion.games.boards.board import FOLDER, Board, Point, board_names, load_board
from companion.games.boards.board_files import BoardFile, read_board_file


@pytest.fixture(autouse=True)
def _no_message_is_cached() -> None:
    board_message.cache_clear()


def ours(name: str) -> BoardFile:
    """One of our boards as if it had been taught, with a picture."""
    return replace(read_board_file(FOLDER / f"{name}.json"), name=f"Our {name}", picture=b"x")


def corners(board: Board) -> Counter[Point]:
    """How many territories have each point where three meet."""
    return Counter(
        point
        for item in board.territories
        for point in {point for polygon in item.polygons for ring in polygon.rings for point in ring}
    )


@pytest.mark.parametrize("name", board_names())
def test_a_board_fits_into_a_message_and_its_borders_stay_shared(name: str) -> None:
    named = library.keep(ours(name))
    message = board_message(named)
    assert 0 < len(message) <= MAX_BYTES
    drawn, real = read_board_message(message), load_board(named)
    assert (drawn.id, drawn.name) == (named, real.name)
    assert {item.id: item.label for item in drawn.territories} == {
        item.id: item.label for item in real.territories
    }
    shared = {(round(x), round(y)) for (x, y), count in corners(real).items() if count > 2}
    assert shared <= set(corners(drawn)), "no meeting of borders is lost"
    for item in drawn.territories:
        area, was = (sum(map(_area, of.territory(item.id).polygons)) for of in (drawn, real))
        assert area == pytest.approx(was, rel=0.15)


def _area(polygon: object) -> float:
    ring = polygon.exterior  # type: ignore[attr-defined]
    sides = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in sides) / 2


def test_a_board_of_very_many_points_becomes_coarser() -> None:
    board = read_board_file(FOLDER / "classic.json")
    fine = {
        id: replace(shape, polygons=[[_halved(_halved(ring)) for ring in rings] for rings in shape.polygons])
        for id, shape in board.drawing.territories.items()
    }
    named = library.keep(replace(board, name="Fine", drawing=replace(board.drawing, territories=fine)))
    assert 0 < len(board_message(named)) <= MAX_BYTES


def _halved(ring: list[float]) -> list[float]:
    """A ring with a point more on each side, a little beside it."""
    points = list(zip(ring[::2], ring[1::2], strict=True))
    made = []
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        made += [x0, y0, round((x0 + x1) / 2, 1), round((y0 + y1) / 2, 1)]
    return made


def test_a_board_that_is_lost_is_not_sent() -> None:
    assert board_message("lakes@0123456789abcdef") == b""


def _message(**changes: object) -> bytes:
    library.keep(ours("duel"))
    content = json.loads(board_message(library.references()[0]))
    content["file"] |= changes
    return json.dumps(content).encode()


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{}",
        b"[" * 5000,
        b'{"board":"a","file":{}}',
        b'{"board":"' + b"x" * 100 + b'","file":{}}',
        b" " * (MAX_BYTES + 1),
    ],
)
def test_what_is_no_board_is_refused(payload: bytes) -> None:
    with pytest.raises(MalformedMessage):
        read_board_message(payload)


@pytest.mark.parametrize(
    "changes", [{"territories": []}, {"name": "Lakes\u202e"}, {"links": [1]}, {"drawing": {}}]
)
def test_a_board_with_a_wrong_part_is_refused(changes: dict[str, object]) -> None:
    assert read_board_message(_message()).name == ours("duel").name
    with pytest.raises(MalformedMessage):
        read_board_message(_message(**changes))


def test_the_message_is_json_with_the_file_inside() -> None:
    assert set(msgspec.json.decode(_message())) == {"board", "file"}
