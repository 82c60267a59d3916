"""``companion board``: every fault of a file in words, and boards kept, listed and copied."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.data_folder import VARIABLE
from companion.games.boards.board import FOLDER
from companion.games.boards.board_files import read_board_file


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))


def changed(folder: Path, **changes: object) -> str:
    """A copy of the classic board with other fields."""
    content = json.loads((FOLDER / "classic.json").read_text(encoding="utf-8")) | changes
    path = folder / "mine.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def test_a_good_board_has_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", str(FOLDER / "classic.json")]) == 0
    assert "Classic world: 42 territories, 6 continents\n  No faults." in capsys.readouterr().out


def test_every_fault_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads((FOLDER / "classic.json").read_text(encoding="utf-8"))
    links = [link for link in content["links"] if "madagascar" not in link.values()]
    sea_links = content["drawing"]["sea_links"]
    lines = {pair: line for pair, line in sea_links.items() if "madagascar" not in pair}
    continents = [item | {"bonus": 20} for item in content["continents"][:1]] + content["continents"][1:]
    path = changed(
        tmp_path, links=links, continents=continents, drawing=content["drawing"] | {"sea_links": lines}
    )
    assert main(["board", "check", path]) == 1
    said = capsys.readouterr().out
    assert "Madagascar has no neighbour." in said
    assert "North America: a bonus of 20 is out of keeping" in said
    assert said.endswith("  2 faults.\n")
    assert main(["board", "add", path]) == 1


def test_what_is_no_board_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", changed(tmp_path, links=[], name=7)]) == 1
    assert "is wrong: Expected `str`, got `int` - at `$.name`" in capsys.readouterr().err


def test_a_board_is_kept_listed_and_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "add", changed(tmp_path, name="My Lakes")]) == 0
    named = capsys.readouterr().out.rpartition("Kept as ")[2].strip().rstrip(".")
    assert main(["board", "list"]) == 0
    assert f"{named}  My Lakes: 42 territories, 6 continents" in capsys.readouterr().out
    copy = tmp_path / "stick" / "lakes.json"
    assert main(["board", "copy", named, str(copy)]) == 0
    assert read_board_file(copy).name == "My Lakes"
