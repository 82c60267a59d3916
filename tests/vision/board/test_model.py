"""The file of a taught board."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from companion.errors import BrokenFile
from companion.vision.board.model import load_model, save_model
from tests.vision.board.boards import taught


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "board" / "grove.json"
    save_model(taught(seats=("red",)), path)
    return path


def test_a_taught_board_comes_back(path: Path) -> None:
    model, again = taught(seats=("red",)), load_model(path)
    assert again.shape == model.shape
    assert again.seats == model.seats
    assert again.camera == model.camera
    assert np.allclose(again.to_board, model.to_board)
    assert (again.empty.reference == model.empty.reference).all()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("to_board", [0.0] * 9),
        ("to_board", [1.0] * 8),
        ("camera", [0, 10]),
        ("camera", [10**9, 10**9]),
        ("reference", ""),
        ("reference", "AAAA"),
        ("seats", {"red": {"area": -1.0, "colours": [[1, 1, 1, 1]]}}),
        ("seats", {"red": {"area": 1.0, "colours": []}}),
        ("seats", {f"seat {n}": {"area": 1.0, "colours": [[1, 1, 1, 1]]} for n in range(17)}),
        ("unknown", 1),
    ],
)
def test_a_wrong_file_is_refused(path: Path, tmp_path: Path, field: str, value: object) -> None:
    content = msgspec.json.decode(path.read_bytes())
    content[field] = value
    other = tmp_path / "wrong.json"
    other.write_bytes(msgspec.json.encode(content))
    with pytest.raises(BrokenFile, match=r"wrong\.json"):
        load_model(other)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_taught_board_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "wrong.json"
    path.write_bytes(content)
    with pytest.raises(BrokenFile):
        load_model(path)
