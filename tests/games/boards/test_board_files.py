"""A board file that is wrong is refused in words that name the file, the field and what is the matter."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.errors import BrokenFile
from companion.games.boards.board import FOLDER, board_names, read_board
from companion.games.boards.board_files import MAX_BYTES, content_hash, read_board_file
from companion.games.boards.board_files import written as as_text

Files = tuple[dict[str, Any], dict[str, Any]]


def little_board() -> Files:
    """Two islands, joined by a line."""
    facts = {
        "name": "Two islands",
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
    (folder / "two.json").write_text(json.dumps(facts | {"drawing": drawing}), encoding="utf-8")
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
        (lambda facts: facts["territories"][0].update(name="East\u202e"), "$.territories[0].name"),
        (lambda facts: facts["territories"][0].update(name="East\n"), "$.territories[0].name"),
        (lambda facts: facts["territories"][0].update(id="east\n"), "$.territories[0].id"),
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


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    facts, drawing = little_board()
    facts["territories"][1]["continent"] = "moon"
    facts["links"] = [facts["links"][0] | {"b": "nowhere"}] * 2
    said = misread(tmp_path, (facts, drawing))
    told = (
        "links has east nowhere more than once",
        "territories[1].continent is 'moon'",
        "links[1].b is 'nowhere'",
    )
    assert all(words in said for words in told)
    facts["links"] = [{"a": "x", "b": f"x{n}", "kind": "land"} for n in range(40)]
    assert misread(tmp_path, (facts, drawing)).endswith("; and 73 more.")


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
    assert said.startswith("The board file two.json is wrong:") and message in said


def test_a_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, little_board())
    path.write_text('{"name": "Two isl', encoding="utf-8")
    with pytest.raises(BrokenFile, match=r"two\.json"):
        read_board(path)


@pytest.mark.parametrize("name", board_names())
def test_a_board_reads_as_it_was_written(tmp_path: Path, name: str) -> None:
    board = read_board_file(FOLDER / f"{name}.json")
    (tmp_path / "copy.json").write_text(as_text(board), encoding="utf-8")
    assert read_board_file(tmp_path / "copy.json") == board
    whole = replace(board.drawing, width=int(board.drawing.width))
    assert content_hash(replace(board, drawing=whole)) == content_hash(board)


def test_a_picture_is_part_of_the_file_but_not_of_what_is_played(tmp_path: Path) -> None:
    facts, drawing = little_board()
    plain = read_board_file(written(tmp_path, (facts, drawing)))
    pictured = read_board_file(written(tmp_path, (facts | {"picture": "/9j/"}, drawing)))
    assert (plain.picture, pictured.picture) == (b"", b"\xff\xd8\xff")
    assert content_hash(plain) == content_hash(pictured)


HUGE = 10**400
BACKWARDS = "\u202ednalsI"


@pytest.mark.parametrize(
    "damage",
    [
        lambda board: board.update(name=""),
        lambda board: board.update(name="x" * 41),
        lambda board: board.update(name="\x1b[2J"),
        lambda board: board["territories"][0].update(name=BACKWARDS),
        lambda board: board["territories"][0].update(aliases=["x"] * 9),
        lambda board: board["territories"][0].update(id="../../etc"),
        lambda board: board["territories"][0].update(id="East"),
        lambda board: board["continents"][0].update(bonus=51),
        lambda board: board["continents"][0].update(bonus=-1),
        lambda board: board["continents"][0].update(bonus=HUGE),
        lambda board: board["continents"][0].update(colour="transparent"),
        lambda board: board.update(territories=board["territories"] * 61),
        lambda board: board.update(links=[]) or board.update(territories=[]),
        lambda board: board.update(picture="no base 64!"),
        lambda board: board.update(picture="A" * 2_800_000),
        lambda board: board.update(drawing="classic_outlines.json"),
        lambda board: board["drawing"].update(width=0),
        lambda board: board["drawing"].update(width=1e9),
        lambda board: board["drawing"].update(width=HUGE),
        lambda board: board["drawing"].update(disc_radius=0),
        lambda board: board["drawing"]["territories"]["east"].update(label=[500, 25]),
        lambda board: board["drawing"]["territories"]["east"].update(label=[-1, 25]),
        lambda board: board["drawing"]["territories"]["east"].update(polygons=[[[1, 1, 2, 2, 3, 3]]]),
        lambda board: board["drawing"]["territories"]["east"].update(polygons=[[[0, 0, 9, 0, 9, 99]]]),
        lambda board: board["drawing"]["territories"]["east"]["polygons"][0][0].extend([80, 25] * 60_001),
        lambda board: board["drawing"]["continents"].update(sea=[50, 51]),
        lambda board: board["drawing"]["sea_links"].update({"east west": [[70, 25, 101, 25]]}),
    ],
)
def test_hostile_boards_are_refused(tmp_path: Path, damage: Callable[[dict[str, Any]], object]) -> None:
    facts, drawing = little_board()
    board = facts | {"drawing": drawing}
    damage(board)
    (tmp_path / "bad.json").write_text(json.dumps(board), encoding="utf-8")
    with pytest.raises(BrokenFile, match=r"The board file .*bad\.json is wrong"):
        read_board(tmp_path / "bad.json")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 100,
        b"[" * 100_000,
        b'{"name":' * 50_000,
        b'{"name": "\xff\xfe"}',
        b'{"name": "\\ud800"}',
        b'{"drawing": {"width": ' + b"9" * 100_000 + b"}}",
        b'{"drawing": {"width": NaN}}',
    ],
)
def test_hostile_texts_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.json").write_bytes(content)
    with pytest.raises(BrokenFile, match=r"The board file .*bad\.json is wrong"):
        read_board(tmp_path / "bad.json")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "bad.json").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BrokenFile, match="too large"):
        read_board(tmp_path / "bad.json")
