"""Taught boards: kept in a file each, looked at, followed, and never in the way."""

from pathlib import Path

import numpy as np
import pytest

from companion.app.camera.taught_boards import TaughtBoards, board_shape
from companion.games.boards.board import load_board
from companion.tools.demonstrations.simulated_board import CORNERS, SimulatedBoard
from companion.vision.board.model import BoardModel
from companion.vision.board.teaching import teach_board, teach_seat

COLOURS = ("red", "blue", "green")


def taught(table: SimulatedBoard) -> BoardModel:
    """The board, taught with three pieces of each colour on the largest territories."""
    table.put({})
    model = teach_board(table.picture, board_shape(table.board.id), np.array(CORNERS))
    places = dict(zip(COLOURS, ("brazil", "ukraine", "china"), strict=True))
    table.put({place: (colour, 3) for colour, place in places.items()})
    picture = table.picture
    for colour, place in places.items():
        model = teach_seat(picture, model, colour, place, 3)
    return model


@pytest.fixture(scope="module")
def table() -> SimulatedBoard:
    return SimulatedBoard(load_board("classic"))


@pytest.fixture(scope="module")
def model(table: SimulatedBoard) -> BoardModel:
    return taught(table)


def test_a_taught_board_is_kept_and_seen_again(
    table: SimulatedBoard, model: BoardModel, tmp_path: Path
) -> None:
    boards = TaughtBoards(tmp_path)
    assert boards.find("classic") is None
    assert boards.look("classic", table.picture, COLOURS) is None, "off until it was taught"
    boards.keep("classic", model)
    table.put({"india": ("blue", 2), "peru": ("green", 4)})
    for known in (boards, TaughtBoards(tmp_path)):  # as it was kept, and as it is read again
        observation = known.look("classic", table.picture, COLOURS)
        assert observation is not None and observation.taught == COLOURS and observation.cost > 0
        owners = {seen.place: seen.owner for seen in observation.seen.places if seen.occupied}
        assert owners == {"india": "blue", "peru": "green"}


def test_another_camera_and_a_damaged_file_see_nothing(
    table: SimulatedBoard, model: BoardModel, tmp_path: Path
) -> None:
    boards = TaughtBoards(tmp_path)
    boards.keep("classic", model)
    assert boards.look("classic", table.picture[:-2], COLOURS) is None
    (tmp_path / "classic.json").write_text("{}")
    assert TaughtBoards(tmp_path).find("classic") is None


def test_the_shape_has_every_territory_and_its_lakes() -> None:
    board = load_board("classic")
    shape = board_shape("classic")
    assert set(shape.outlines) == board.ids and not shape.picture
    rings = sum(len(polygon.rings) for territory in board.territories for polygon in territory.polygons)
    assert sum(map(len, shape.outlines.values())) == rings
