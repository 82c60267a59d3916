"""The file of a board: its facts, its drawing and perhaps a picture, as one JSON text within limits.

Facts are written by hand or in the editor; drawings are made by `tools.map_drawing`.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.errors import BrokenFile
from companion.external_files import files
from companion.games.boards.elements import ContinentFacts, Id, LinkFacts, Name, Point, TerritoryFacts
from companion.locale.messages import gettext, joined, ngettext

MAX_BYTES = 4_000_000
"""Largest size of a board file, its picture included."""

MAX_PICTURE = 2_000_000
"""Largest size of a board's picture, in bytes."""

MAX_TERRITORIES, MAX_CONTINENTS, MAX_LINKS = 120, 30, 1200
MAX_POINTS = 60_000
"""Most points of all outlines and lines together."""

MOST_TOLD = 8
"""Most faults of a file that are told at once."""

HASH_DIGITS = 16
"""Hexadecimal digits of a board's content hash."""

Coordinate = Annotated[float, Meta(ge=0, le=10_000)]
Coordinates = Annotated[list[Coordinate], Meta(max_length=2 * MAX_POINTS)]
"""Coordinates of a line's points: x, y, x, y, ..."""


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    """The drawing of a territory: each polygon is a list of rings, exterior first."""

    label: tuple[Coordinate, Coordinate]
    polygons: Annotated[list[Annotated[list[Coordinates], Meta(max_length=100)]], Meta(max_length=200)]


class Drawing(msgspec.Struct, forbid_unknown_fields=True):
    """The drawing of a board; the key of a sea link is its two ids in order, with a space."""

    width: Annotated[float, Meta(ge=10, le=10_000)]
    height: Annotated[float, Meta(ge=10, le=10_000)]
    disc_radius: Annotated[float, Meta(ge=1, le=500)]
    continents: Annotated[dict[Id, tuple[Coordinate, Coordinate]], Meta(max_length=MAX_CONTINENTS)]
    sea_links: Annotated[
        dict[str, Annotated[list[Coordinates], Meta(max_length=4)]], Meta(max_length=MAX_LINKS)
    ]
    territories: Annotated[dict[Id, Shape], Meta(max_length=MAX_TERRITORIES)]


class BoardFile(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A board file.

    Attributes:
        name: title for players.
        continents: its continents.
        territories: its territories.
        links: pairs of territories between which armies move, each once.
        drawing: outlines, labels and lines.
        picture: a JPEG of the real board; base64 in the file. Empty for none.
    """

    name: Name
    continents: Annotated[list[ContinentFacts], Meta(min_length=1, max_length=MAX_CONTINENTS)]
    territories: Annotated[list[TerritoryFacts], Meta(min_length=2, max_length=MAX_TERRITORIES)]
    links: Annotated[list[LinkFacts], Meta(max_length=MAX_LINKS)]
    drawing: Drawing
    picture: Annotated[bytes, Meta(max_length=MAX_PICTURE)] = b""


def read_board_file(path: Path) -> BoardFile:
    """Read a board file, and check that its facts and its drawing match.

    Raises:
        BrokenFile: it is missing, too large or wrong; the message names the file, the field and the error.
    """
    try:
        content = files.read_bytes(path, MAX_BYTES)
    except OSError as error:
        raise BrokenFile(
            "The board file {path} cannot be read: {error}. Look whether it is still there.",
            path=path,
            error=error.strerror,
        ) from error
    return decode_board(content, path)


def decode_board(content: bytes, path: Path) -> BoardFile:
    """Decode the bytes of a board file; `path` is for messages.

    Raises:
        BrokenFile: see `read_board_file`.
    """
    if len(content) > MAX_BYTES:
        raise BrokenFile(
            "The board file {path} is too large: it has more than {size:,} bytes.", path=path, size=MAX_BYTES
        )
    try:
        board = msgspec.json.decode(content, type=BoardFile)
    except (ValueError, RecursionError) as error:
        raise BrokenFile(
            "The board file {path} is wrong: {error}. Fix that field.", path=path, error=str(error)
        ) from error
    wrong = [*_wrong_facts(board)] or [*_wrong_drawing(board)]
    if wrong:
        told = joined(wrong[:MOST_TOLD], "; ")
        if more := len(wrong[MOST_TOLD:]):
            told = ngettext("{faults}; and {count} more", "{faults}; and {count} more", more, faults=told)
        raise BrokenFile("The board file {path} is wrong: {faults}.", path=path, faults=told)
    return board


def content_hash(board: BoardFile) -> str:
    """Return the SHA-256 of what is played on, without the picture, as hexadecimal digits."""
    played = msgspec.to_builtins(msgspec.structs.replace(board, picture=b""))
    return hashlib.sha256(_json(played).encode()).hexdigest()[:HASH_DIGITS]


def written(board: BoardFile) -> str:
    """Return a board file as JSON with one territory, link or line on each line."""
    content = msgspec.to_builtins(board)
    drawing = content.pop("drawing")
    parts = [f'"{name}": {_rows(value)}' for name, value in content.items() if name != "picture"]
    inner = [f'"{name}": {_rows(value)}' for name, value in drawing.items()]
    parts.append('"drawing": {' + ",\n".join(inner) + "}")
    if board.picture:
        parts.append(f'"picture": {msgspec.json.encode(board.picture).decode()}')
    return "{" + ",\n".join(parts) + "}\n"


def _rows(value: Any) -> str:
    """Write a list or a table with a line for each item, anything else on one line."""
    if isinstance(value, dict):
        return "{\n" + ",\n".join(f"{_json(key)}: {_json(item)}" for key, item in value.items()) + "\n}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(map(_json, value)) + "\n]"
    return _json(value)


def _json(value: object) -> str:
    return msgspec.json.encode(_short(value)).decode()


def _short(value: object) -> object:
    """Return whole numbers as integers."""
    match value:
        case float() if value == int(value):
            return int(value)
        case list() | tuple():
            return [_short(item) for item in value]
        case dict():
            return {key: _short(item) for key, item in value.items()}
    return value


def _wrong_facts(board: BoardFile) -> Iterator[str]:
    """Name twins, and ids that nothing has."""
    territories = [item.id for item in board.territories]
    continents = [item.id for item in board.continents]
    pairs = [" ".join(sorted((item.a, item.b))) for item in board.links]
    yield from _twins("territories", territories)
    yield from _twins("continents", continents)
    yield from _twins("links", pairs)
    yield from _in_many_continents(board.territories)
    for index, territory in enumerate(board.territories):
        yield from _unknown(f"territories[{index}].continent", territory.continent, continents)
    for index, continent in enumerate(continents):
        yield from _unknown(
            f"continents[{index}].id", continent, [item.continent for item in board.territories]
        )
    for index, link in enumerate(board.links):
        yield from _unknown(f"links[{index}].a", link.a, territories)
        yield from _unknown(f"links[{index}].b", link.b, [id for id in territories if id > link.a])


def _wrong_drawing(board: BoardFile) -> Iterator[str]:
    """Name what does not fit the facts; else lines that lack points; else points beside the canvas."""
    drawing = board.drawing
    crossings = [f"{link.a} {link.b}" for link in board.links if link.kind == "sea"]
    wrong = [
        *_difference("territories", list(drawing.territories), [item.id for item in board.territories]),
        *_difference("continents", list(drawing.continents), [item.id for item in board.continents]),
        *_difference("sea_links", list(drawing.sea_links), crossings),
    ]
    yield from wrong or [*_wrong_lines(drawing)] or _beside_canvas(drawing)


def _wrong_lines(drawing: Drawing) -> Iterator[str]:
    for id, shape in drawing.territories.items():
        field = f"territories.{id}.polygons"
        for rings in shape.polygons or [[]]:
            wrong = [*_too_few_points(field, rings, 3)]
            yield from wrong
            if not wrong and _encloses_nothing(rings[0]):
                yield gettext("{field} encloses nothing", field=field)
    for id, lines in drawing.sea_links.items():
        yield from _too_few_points(f"sea_links.{id}", lines, 2)


def _beside_canvas(drawing: Drawing) -> Iterator[str]:
    """Name what has points beside the canvas, or say that there are too many."""
    lines = {id: [r for p in shape.polygons for r in p] for id, shape in drawing.territories.items()}
    lines |= drawing.sea_links
    points: dict[str, list[Point]] = {
        id: [point for line in some for point in zip(line[::2], line[1::2], strict=True)]
        for id, some in lines.items()
    }
    for id, shape in drawing.territories.items():
        points[id].append(shape.label)
    for id, at in drawing.continents.items():
        points.setdefault(id, []).append(at)
    if sum(map(len, points.values())) > MAX_POINTS:
        yield gettext("it has more than {number:,} points", number=MAX_POINTS)
    for id, some in points.items():
        if any(x > drawing.width or y > drawing.height for x, y in some):
            yield gettext("{id} has a point beside the canvas", id=id)


def _encloses_nothing(ring: Coordinates) -> bool:
    """Return whether a ring, x, y, x, y, ..., has no area."""
    points = list(zip(ring[::2], ring[1::2], strict=True))
    doubled = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise((*points, points[0])))
    return abs(doubled) < 1


def _too_few_points(field: str, lines: list[Coordinates], fewest: int) -> Iterator[str]:
    if not lines or any(len(line) < 2 * fewest or len(line) % 2 for line in lines):
        yield gettext("{field} needs lines of {fewest} points x, y or more", field=field, fewest=fewest)


def _twins(field: str, ids: list[str]) -> Iterator[str]:
    duplicates = [id for id, times in Counter(ids).items() if times > 1]
    if duplicates:
        yield gettext("{field} has {names} more than once", field=field, names=", ".join(duplicates))


def _in_many_continents(territories: list[TerritoryFacts]) -> Iterator[str]:
    """Name the territories by which continents overlap."""
    homes: dict[str, set[str]] = {}
    for item in territories:
        homes.setdefault(item.id, set()).add(item.continent)
    for id, continents in homes.items():
        if len(continents) > 1:
            names = joined(sorted(continents), ", ")
            yield gettext("{place} is in more than one continent: {continents}", place=id, continents=names)


def _unknown(field: str, id: str, known: list[str]) -> Iterator[str]:
    if id not in known:
        yield gettext(
            "{field} is {id!r}, which is not among {names}", field=field, id=id, names=", ".join(known)
        )


def _difference(field: str, drawn: list[str], wanted: list[str]) -> Iterator[str]:
    missing, idle = sorted(set(wanted) - set(drawn)), sorted(set(drawn) - set(wanted))
    if missing:
        yield gettext("{field} lacks {names}", field=field, names=", ".join(missing))
    if idle:
        yield gettext("{field} has {names}, unknown to the facts", field=field, names=", ".join(idle))
