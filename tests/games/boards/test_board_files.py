"""A board file that is wrong is refused in words that name the file, the field and what is the matter."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BrokenFile
from companion.games.boards.board import read_board

Files = tuple[dict[str, Any], dict[str, Any]]


def little_board() -> Files:
    """Two islands, joined by a line."""
    facts = {
        "name": "Two islands",
        "drawing": "two_outlines.json",
        "continents": [{"id": "sea", "name": "Sea", "bonus": 1, "colour": "blue"}],
        "territories": [
            {"id": "east", "name": "East", "continent": "sea", "symbols": {"setA": "cavalry"}},
            {"id": "west", "name": "West", "continent": "sea"},
        ],
        "links": [{"a": "east", "b": "west", "kind": "sea"}],
    }
    drawing = {
        "width": 100,
        "height": 50,
        "disc_radius": 5,
        "continents": {"sea": [50, 10]},
        "sea_links": {"east west": [[70, 25, 30, 25]]},
        "territories": {
            "east": {"label": [80, 25], "polygons": [[[70, 15, 90, 15, 90, 35, 70, 35]]]},
            "west": {"label": [20, 25], "polygons": [[[10, 15, 30, 15, 30, 35, 10, 35]]]},
        },
    }
    return facts, drawing


def written(folder: Path, files: Files) -> Path:
    facts, drawing = files
    (folder / "two.json").write_text(json.dumps(facts), encoding="utf-8")
    (folder / "two_outlines.json").write_text(json.dumps(drawing), encoding="utf-8")
    return folder / "two.json"


def test_a_board_of_two_islands(tmp_path: Path) -> None:
    board = read_board(written(tmp_path, little_board()))
    assert (board.id, board.name, board.neighbours("east")) == ("two", "Two islands", frozenset({"west"}))
    assert board.land_at(85, 30) == "east"
    assert board.land_at(33, 17, tolerance=4) == "west"
    assert board.land_at(33, 17, tolerance=2) is None
    assert board.links[0].lines == (((70, 25), (30, 25)),)


def test_a_lake_is_not_land(tmp_path: Path) -> None:
    facts, drawing = little_board()
    drawing["territories"]["east"]["polygons"][0].append([72, 17, 72, 19, 74, 19, 74, 17])
    board = read_board(written(tmp_path, (facts, drawing)))
    assert board.territory("east").contains(71, 16)
    assert not board.territory("east").contains(73, 18)


def misread(folder: Path, files: Files) -> str:
    """What the companion says of a board that is wrong; each message names the file by its full path."""
    with pytest.raises(BrokenFile) as refusal:
        read_board(written(folder, files))
    return str(refusal.value).replace(f"{folder}/", "")


MOON = {"id": "moon", "name": "Moon", "bonus": 1, "colour": "red"}


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        # A field of the wrong kind, or missing, or misspelt.
        (lambda facts: facts["territories"][0].update(name=7), "$.territories[0].name"),
        (lambda facts: facts["continents"][0].pop("bonus"), "`bonus` - at `$.continents[0]`"),
        (lambda facts: facts.update(linsk=[]), "`linsk`"),
        (lambda facts: facts["links"][0].update(kind="air"), "$.links[0].kind"),
        (lambda facts: facts["territories"][0]["symbols"].update(setA="ships"), "$.territories[0].symbols"),
        # Ids that nobody has.
        (lambda facts: facts["links"][0].update(b="wst"), "links[0].b is 'wst'"),
        (lambda facts: facts["links"][0].update(a="nowhere"), "links[0].a is 'nowhere'"),
        (
            lambda facts: facts["territories"][1].update(continent="moon"),
            "territories[1].continent is 'moon'",
        ),
        # Nobody borders on himself, and a link is written in one order only.
        (lambda facts: facts["links"][0].update(b="east"), "links[0].b is 'east'"),
        (lambda facts: facts["links"][0].update(a="west", b="east"), "links[0].b is 'east'"),
        # Twins.
        (lambda facts: facts["links"].append(facts["links"][0]), "links has east west more than once"),
        (
            lambda facts: facts["territories"].append(facts["territories"][0]),
            "territories has east more than once",
        ),
        # A continent without land.
        (lambda facts: facts["continents"].append(MOON), "continents[1].id is 'moon'"),
    ],
)
def test_wrong_facts_are_named(
    tmp_path: Path, damage: Callable[[dict[str, Any]], object], message: str
) -> None:
    facts, drawing = little_board()
    damage(facts)
    said = misread(tmp_path, (facts, drawing))
    assert said.startswith("The board file two.json is wrong:") and message in said


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda drawing: drawing.pop("height"), "`height`"),
        # Facts and drawing that do not fit together.
        (lambda drawing: drawing["territories"].pop("west"), "territories lacks west"),
        (lambda drawing: drawing["continents"].update(moon=[0, 0]), "continents has moon"),
        (lambda drawing: drawing["sea_links"].clear(), "sea_links lacks east west"),
        (
            lambda drawing: drawing["sea_links"].update({"east moon": [[0, 0, 1, 1]]}),
            "sea_links has east moon",
        ),
        # Rings that enclose nothing.
        (
            lambda drawing: drawing["territories"]["east"].update(polygons=[]),
            "territories.east.polygons needs",
        ),
        (
            lambda drawing: drawing["territories"]["east"].update(polygons=[[]]),
            "territories.east.polygons needs",
        ),
        (
            lambda drawing: drawing["territories"]["east"].update(polygons=[[[1, 2, 3]]]),
            "territories.east.polygons",
        ),
        # A sea link that leads nowhere, or lacks a y.
        (lambda drawing: drawing["sea_links"].update({"east west": []}), "sea_links.east west needs"),
        (lambda drawing: drawing["sea_links"].update({"east west": [[1, 2]]}), "sea_links.east west needs"),
        (
            lambda drawing: drawing["sea_links"].update({"east west": [[1, 2, 3, 4, 5]]}),
            "sea_links.east west needs",
        ),
    ],
)
def test_a_wrong_drawing_is_named(
    tmp_path: Path, damage: Callable[[dict[str, Any]], object], message: str
) -> None:
    facts, drawing = little_board()
    damage(drawing)
    said = misread(tmp_path, (facts, drawing))
    assert said.startswith("The board file two_outlines.json is wrong:") and message in said


def test_a_missing_drawing_is_named(tmp_path: Path) -> None:
    facts, drawing = little_board()
    said = misread(tmp_path, (facts | {"drawing": "gone.json"}, drawing))
    assert "gone.json cannot be read: No such file or directory" in said


def test_a_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, little_board())
    path.write_text('{"name": "Two isl', encoding="utf-8")
    with pytest.raises(BrokenFile, match=r"two\.json"):
        read_board(path)
