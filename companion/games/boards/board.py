"""A board of territories: links between them, and hit-testing of a touch.

All coordinates are in canvas units, origin at the bottom left, y upwards, from (0, 0) to (width, height).
"""

from collections import deque
from collections.abc import Callable, Container
from functools import cache, cached_property
from pathlib import Path

import msgspec
from msgspec.structs import asdict

from companion.errors import UnknownName
from companion.games.boards import library
from companion.games.boards.board_files import BoardFile, Coordinates, Shape, read_board_file
from companion.games.boards.elements import (
    Continent,
    ContinentFacts,
    LineString,
    Link,
    LinkFacts,
    Point,
    Polygon,
    Territory,
    TerritoryFacts,
    place_name,
)

__all__ = [
    "Board",
    "Continent",
    "LineString",
    "Link",
    "Point",
    "Polygon",
    "Territory",
    "board_names",
    "board_of",
    "load_board",
    "read_board",
]

FOLDER = Path(__file__).parent


class Board(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A map of territories.

    Attributes:
        id: name of the companion's own board, or the reference of a players' board.
        name: title for players.
        width: width of the canvas.
        height: height of the canvas.
        disc_radius: radius of the army discs at the labels; no two discs overlap.
        territories: all territories, sorted by id.
        continents: all continents.
        links: all links, without duplicates.
    """

    id: str
    name: str
    width: float
    height: float
    disc_radius: float
    territories: tuple[Territory, ...]
    continents: tuple[Continent, ...]
    links: tuple[Link, ...]

    def territory(self, id: str) -> Territory:
        """Return the territory with this id.

        Raises:
            UnknownName: the board has no such territory.
        """
        try:
            return self._by_id[id]
        except KeyError:
            raise UnknownName(
                "The map '{board}' has no territory {id!r}; call it what the map calls it.",
                board=place_name(self.name),
                id=id,
            ) from None

    def continent(self, id: str) -> Continent:
        """Return the continent with this id.

        Raises:
            UnknownName: the board has no such continent.
        """
        for continent in self.continents:
            if continent.id == id:
                return continent
        raise UnknownName(
            "'{board}' has no continent {id!r}, but {continents}.",
            board=place_name(self.name),
            id=id,
            continents=", ".join(c.id for c in self.continents),
        )

    def neighbours(self, id: str) -> frozenset[str]:
        """Return the ids of the territories linked to this one.

        Raises:
            UnknownName: the board has no such territory.
        """
        return self._neighbours[self.territory(id).id]

    def connected(self, start: str, allowed: Container[str] | Callable[[str], bool]) -> set[str]:
        """Return `start` and every territory reachable from it through allowed territories.

        Args:
            start: id of a territory; it need not be allowed.
            allowed: allowed ids, or a function that returns whether an id is allowed.

        Raises:
            UnknownName: the board has no such territory.
        """
        may_enter = allowed if callable(allowed) else allowed.__contains__
        reached, waiting = {self.territory(start).id}, deque([start])
        while waiting:
            fresh = {near for near in self.neighbours(waiting.popleft()) - reached if may_enter(near)}
            reached |= fresh
            waiting.extend(fresh)
        return reached

    def land_at(self, x: float, y: float, tolerance: float = 24.0) -> str | None:
        """Return the territory that contains a point, or the one with the nearest coast.

        Args:
            x: canvas units from the left.
            y: canvas units from the bottom.
            tolerance: largest distance from the point to the coast, in canvas units.

        Returns:
            The territory's id, or None for the open sea.
        """
        for territory in self.territories:
            if territory.contains(x, y):
                return territory.id
        return self._nearest(x, y, tolerance)

    def find(self, text: str) -> tuple[Territory, ...]:
        """Search territories by id, name or alias, ignoring case; list matches at the beginning first."""
        wanted = text.strip().casefold()
        found = [(territory, _names(territory)) for territory in self.territories]
        begins = [territory for territory, names in found if any(name.startswith(wanted) for name in names)]
        within = [territory for territory, names in found if any(wanted in name for name in names)]
        return tuple(dict.fromkeys(begins + within)) if wanted else ()

    def _nearest(self, x: float, y: float, tolerance: float) -> str | None:
        near = [territory for territory in self.territories if _box_within(territory.box, x, y, tolerance)]
        distance, id = min(
            ((territory.distance(x, y), territory.id) for territory in near), default=(tolerance + 1, "")
        )
        return id if distance <= tolerance else None

    @cached_property
    def ids(self) -> frozenset[str]:
        """Return the ids of all territories."""
        return frozenset(self._by_id)

    @cached_property
    def inland(self) -> frozenset[str]:
        """Return the ids of the territories without a coast: every side of theirs is another's too."""
        sides = {item.id: frozenset(item.sides()) for item in self.territories}
        every = frozenset().union(*sides.values())
        return frozenset(id for id, own in sides.items() if all((end, start) in every for start, end in own))

    @cached_property
    def _by_id(self) -> dict[str, Territory]:
        return {territory.id: territory for territory in self.territories}

    @cached_property
    def _neighbours(self) -> dict[str, frozenset[str]]:
        near: dict[str, set[str]] = {territory.id: set() for territory in self.territories}
        for link in self.links:
            near[link.a].add(link.b)
            near[link.b].add(link.a)
        return {id: frozenset(ids) for id, ids in near.items()}


@cache
def load_board(name: str) -> Board:
    """Return one of the companion's own boards, or a players' board; read and check it only once.

    Args:
        name: name of the board file without its suffix, such as "classic", or a reference such as
            "lakes@0123456789abcdef" (see `library`).

    Raises:
        UnknownName: there is no such board.
        BrokenFile: its file is missing or wrong.
    """
    if library.is_reference(name):
        return board_of(library.read_referred(name), name)
    if name not in board_names():
        raise UnknownName(
            "There is no board {name!r}; there are: {boards}.", name=name, boards=", ".join(board_names())
        )
    return read_board(FOLDER / f"{name}.json")


def board_names() -> tuple[str, ...]:
    """Return the names of the companion's own boards."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def read_board(path: Path) -> Board:
    """Read a board from its file.

    Raises:
        BrokenFile: it is missing or wrong; the message names the file, the field and the error.
    """
    return board_of(read_board_file(path), path.stem)


def board_of(file: BoardFile, id: str) -> Board:
    """Return the board that a file describes, under an id."""
    drawing = file.drawing
    return Board(
        id=id,
        name=file.name,
        width=drawing.width,
        height=drawing.height,
        disc_radius=drawing.disc_radius,
        territories=tuple(
            _territory(item, drawing.territories[item.id])
            for item in sorted(file.territories, key=lambda item: item.id)
        ),
        continents=tuple(_continent(item, file) for item in file.continents),
        links=tuple(_link(item, file) for item in file.links),
    )


def _territory(item: TerritoryFacts, shape: Shape) -> Territory:
    polygons = tuple(Polygon(_line(rings[0]), tuple(map(_line, rings[1:]))) for rings in shape.polygons)
    return Territory(**asdict(item), polygons=polygons, label=shape.label)


def _continent(item: ContinentFacts, file: BoardFile) -> Continent:
    own = sorted(territory.id for territory in file.territories if territory.continent == item.id)
    return Continent(**asdict(item), territories=tuple(own), label=file.drawing.continents[item.id])


def _link(item: LinkFacts, file: BoardFile) -> Link:
    lines = file.drawing.sea_links.get(f"{item.a} {item.b}", [])
    return Link(**asdict(item), lines=tuple(map(_line, lines)))


def _line(numbers: Coordinates) -> LineString:
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _names(territory: Territory) -> list[str]:
    return [name.casefold() for name in (territory.id, territory.name, *territory.aliases)]


def _box_within(box: tuple[float, float, float, float], x: float, y: float, tolerance: float) -> bool:
    left, bottom, right, top = box
    return left - tolerance <= x <= right + tolerance and bottom - tolerance <= y <= top + tolerance
