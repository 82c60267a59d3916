"""Taught boards: kept in a file each, looked at, followed, and never in the way."""

import datetime
from pathlib import Path

import pytest

from companion.app.camera.taught_boards import TaughtBoards, board_shape
from companion.games.boards.board import load_board
from companion.tools.demonstrations.simulated_board import SimulatedBoard
from tests.app.camera.boards_seen import COLOURS, taught


@pytest.fixture(scope="module")
def table() -> SimulatedBoard:
    return SimulatedBoard(load_board("classic"))


def test_a_taught_board_is_kept_and_seen_again(table: SimulatedBoard, tmp_path: Path) -> None:
    boards = TaughtBoards(tmp_path)
    assert boards.find("classic") is None
    assert boards.look("classic", table.picture, COLOURS) is None, "off until it was taught"
    boards.keep("classic", taught())
    table.put({"india": ("blue", 2), "peru": ("green", 4)})
    for known in (boards, TaughtBoards(tmp_path)):  # as it was kept, and as it is read again
        observation = known.look("classic", table.picture, COLOURS)
        assert observation is not None and observation.taught == COLOURS and observation.cost > 0
        owners = {seen.place: seen.owner for seen in observation.seen.places if seen.occupied}
        assert owners == {"india": "blue", "peru": "green"}


def test_what_changed_since_an_earlier_look_is_told(table: SimulatedBoard, tmp_path: Path) -> None:
    boards = TaughtBoards(tmp_path)
    boards.keep("classic", taught())
    table.put({"india": ("blue", 2)})
    before = boards.look("classic", table.picture, COLOURS)
    assert before is not None and before.changes == ()
    table.put({"india": ("blue", 2), "peru": ("green", 4)})
    after = boards.look("classic", table.picture, COLOURS, before.seen)
    assert after is not None and [(one.place, one.owner) for one in after.changes] == [("peru", "green")]


def test_a_forgotten_board_is_off_until_it_is_taught_again(table: SimulatedBoard, tmp_path: Path) -> None:
    boards = TaughtBoards(tmp_path)
    assert boards.taught() == {}
    boards.keep("classic", taught())
    assert boards.taught() == {"classic": datetime.date.today()}
    boards.forget("classic")
    for known in (boards, TaughtBoards(tmp_path)):
        assert known.taught() == {} and known.look("classic", table.picture, COLOURS) is None
    boards.forget("classic")


def test_another_camera_and_a_damaged_file_see_nothing(table: SimulatedBoard, tmp_path: Path) -> None:
    boards = TaughtBoards(tmp_path)
    boards.keep("classic", taught())
    assert boards.look("classic", table.picture[:-2], COLOURS) is None
    (tmp_path / "classic.json").write_text("{}")
    assert TaughtBoards(tmp_path).find("classic") is None


def test_the_shape_has_every_territory_and_its_lakes() -> None:
    board = load_board("classic")
    shape = board_shape("classic")
    assert set(shape.outlines) == board.ids and not shape.picture
    rings = sum(len(polygon.rings) for territory in board.territories for polygon in territory.polygons)
    assert sum(map(len, shape.outlines.values())) == rings
