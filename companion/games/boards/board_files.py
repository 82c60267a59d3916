"""The two files of a board: facts, written by hand, and the drawing, made by `tools.map_drawing`."""

from collections import Counter
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.errors import BrokenFile
from companion.games.boards.elements import ContinentFacts, LinkFacts, Point, TerritoryFacts

Coordinates = list[float]
"""Coordinates of a line's points: x, y, x, y, ..."""


class Facts(msgspec.Struct, forbid_unknown_fields=True):
    """The file `<board>.json`; `drawing` names the drawing file."""

    name: str
    drawing: str
    continents: list[ContinentFacts]
    territories: list[TerritoryFacts]
    links: list[LinkFacts]


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    """The drawing of a territory: each polygon is a list of rings, exterior first."""

    label: Point
    polygons: list[list[Coordinates]]


class Drawing(msgspec.Struct, forbid_unknown_fields=True):
    """The file `<board>_outlines.json`; the key of a sea link is its two ids in order, with a space."""

    width: float
    height: float
    disc_radius: float
    continents: dict[str, Point]
    sea_links: dict[str, list[Coordinates]]
    territories: dict[str, Shape]


Content = TypeVar("Content")


def read_files(path: Path) -> tuple[Facts, Drawing]:
    """Read the facts and the drawing of a board, and check that they match.

    Args:
        path: the facts file; the drawing is in the same folder.

    Raises:
        BrokenFile: a file is missing or wrong; the message names the file, the field and the error.
    """
    facts = _decoded(path, Facts)
    drawing_path = path.with_name(facts.drawing)
    drawing = _decoded(drawing_path, Drawing)
    _check_facts(path, facts)
    _check_drawing(drawing_path, drawing, facts)
    return facts, drawing


def _decoded(path: Path, shape: type[Content]) -> Content:
    try:
        return msgspec.json.decode(path.read_bytes(), type=shape)
    except OSError as error:
        raise BrokenFile(
            f"The board file {path} cannot be read: {error.strerror}. Restore it from the repository."
        ) from error
    except msgspec.DecodeError as error:
        raise BrokenFile(f"The board file {path} is wrong: {error}. Fix that field.") from error


def _check_facts(path: Path, facts: Facts) -> None:
    territories = [item.id for item in facts.territories]
    continents = [item.id for item in facts.continents]
    pairs = [" ".join(sorted((item.a, item.b))) for item in facts.links]
    _refuse_twins(path, "territories", territories)
    _refuse_twins(path, "continents", continents)
    _refuse_twins(path, "links", pairs)
    for index, territory in enumerate(facts.territories):
        _require(path, f"territories[{index}].continent", territory.continent, continents)
    for index, continent in enumerate(continents):
        _require(path, f"continents[{index}].id", continent, [item.continent for item in facts.territories])
    for index, link in enumerate(facts.links):
        _require(path, f"links[{index}].a", link.a, territories)
        _require(path, f"links[{index}].b", link.b, [id for id in territories if id > link.a])


def _check_drawing(path: Path, drawing: Drawing, facts: Facts) -> None:
    crossings = [f"{link.a} {link.b}" for link in facts.links if link.kind == "sea"]
    _refuse_difference(
        path, "territories", list(drawing.territories), [item.id for item in facts.territories]
    )
    _refuse_difference(path, "continents", list(drawing.continents), [item.id for item in facts.continents])
    _refuse_difference(path, "sea_links", list(drawing.sea_links), crossings)
    for id, shape in drawing.territories.items():
        for rings in shape.polygons or [[]]:
            _require_points(path, f"territories.{id}.polygons", rings, 3)
    for id, lines in drawing.sea_links.items():
        _require_points(path, f"sea_links.{id}", lines, 2)


def _require_points(path: Path, field: str, lines: list[Coordinates], fewest: int) -> None:
    if not lines or any(len(line) < 2 * fewest or len(line) % 2 for line in lines):
        raise BrokenFile(
            f"The board file {path} is wrong: {field} needs lines of {fewest} points x, y or more."
        )


def _refuse_twins(path: Path, field: str, ids: list[str]) -> None:
    duplicates = [id for id, times in Counter(ids).items() if times > 1]
    if duplicates:
        raise BrokenFile(
            f"The board file {path} is wrong: {field} has {', '.join(duplicates)} more than once."
        )


def _require(path: Path, field: str, id: str, known: list[str]) -> None:
    if id not in known:
        raise BrokenFile(
            f"The board file {path} is wrong: {field} is {id!r}, which is not among {', '.join(known)}."
        )


def _refuse_difference(path: Path, field: str, drawn: list[str], wanted: list[str]) -> None:
    missing, idle = sorted(set(wanted) - set(drawn)), sorted(set(drawn) - set(wanted))
    if missing:
        raise BrokenFile(f"The board file {path} is wrong: {field} lacks {', '.join(missing)}.")
    if idle:
        raise BrokenFile(
            f"The board file {path} is wrong: {field} has {', '.join(idle)}, unknown to the facts."
        )
