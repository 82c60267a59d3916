"""Board files: what they say, and how they complain."""

from pathlib import Path

import numpy as np
import pytest

from calibration.boards import board_file, read_board
from companion.errors import BrokenBoard

LAYOUT = """dictionary = "DICT_4X4_50"
[[marker]]
id = 3
corners = [[0, 0], [2, 0], [2, 2], [0, 2]]
[[marker]]
id = 4
at = [10, 0]
side = 2
turn = 90
"""
GRID = """dictionary = "6X6_1000"
units = "centimetres"
[grid]
columns = 4
rows = 5
marker = 3.75
gap = 0.5
"""
CHARUCO = """name = "my board"
dictionary = "DICT_5X5_100"
[charuco]
columns = 5
rows = 7
square = 1.25
marker = 0.9
first_id = 10
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "board.toml"
    path.write_text(text)
    return path


def test_a_layout_of_markers(tmp_path: Path) -> None:
    board = read_board(written(tmp_path, LAYOUT))
    assert set(board.markers) == {3, 4}
    # Turned by a quarter about its own first corner, the second marker reaches to the left and down.
    assert np.allclose(board.markers[4], [[10, 0], [10, 2], [8, 2], [8, 0]])
    assert np.allclose(board.extent, [[0, 0], [10, 2]])


def test_a_grid_in_centimetres(tmp_path: Path) -> None:
    board = read_board(written(tmp_path, GRID))
    assert len(board.markers) == 20
    assert np.allclose(board.markers[5][0], [4.25 / 2.54, 4.25 / 2.54])


def test_a_charuco_board(tmp_path: Path) -> None:
    board = read_board(written(tmp_path, CHARUCO))
    assert board.name == "my board"
    assert sorted(board.markers) == list(range(10, 27))
    # Marker 10 is in the middle of the second square of the first row.
    assert np.allclose(board.markers[10][0], [1.25 + 0.175, 0.175], atol=1e-6)


@pytest.mark.parametrize("text", [LAYOUT, GRID, CHARUCO])
def test_a_board_that_is_written_is_read_again(tmp_path: Path, text: str) -> None:
    board = read_board(written(tmp_path, text))
    again = read_board(written(tmp_path, board_file(board)))
    assert again.dictionary == board.dictionary
    assert set(again.markers) == set(board.markers)
    assert all(np.allclose(again.markers[one], board.markers[one], atol=1e-5) for one in board.markers)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GRID.split("\n", 1)[1], "'dictionary' is missing"),
        (GRID.replace("6X6_1000", "DICT_9X9"), "line 1: dictionary is 'DICT_9X9'; expected one of"),
        ('dictionary = "DICT_4X4_50"', "has none"),
        (GRID + CHARUCO.split("\n", 2)[2], "has grid and charuco"),
        (GRID.replace("3.75", "-1"), "line 6: 'marker' is more than 0"),
        (GRID.replace("rows = 5", "rows = 2.5"), "line 5: 'rows' must be a whole number"),
        (GRID.replace("gap", "gaps"), "nothing here is called 'gaps'"),
        (GRID.replace("columns = 4", "columns = 400"), "leads to marker 1999; DICT_6X6_1000 has 0 to 999"),
        (GRID.replace("centimetres", "feet"), "line 2: 'feet' is not a choice for 'units'"),
        (LAYOUT.replace("id = 4", "id = 3"), "line 6: marker[1].id is 3, which another marker has already"),
        (LAYOUT.replace("id = 3", "id = 50"), "line 3: marker[0].id leads to marker 50"),
        (LAYOUT.replace("[2, 2], [0, 2]", "[0, 2], [2, 2]"), "line 4: corners do not go round"),
        (LAYOUT.replace("[[0, 0], ", "["), "line 4: 'corners' must be a list"),
        (CHARUCO.replace("0.9", "1.25"), "line 7: marker is not smaller than the square"),
        (LAYOUT.replace("side = 2\n", ""), "line 5: 'side' is missing"),
        ("dictionary = ", "is wrong: Invalid value (at end"),
    ],
)
def test_a_broken_board_is_named_by_line_and_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BrokenBoard) as refusal:
        read_board(written(tmp_path, text))
    assert message in str(refusal.value)


def test_a_missing_board_file(tmp_path: Path) -> None:
    with pytest.raises(BrokenBoard, match=r"There is no file .*nowhere\.toml"):
        read_board(tmp_path / "nowhere.toml")
