"""Faults of boards, each named in a sentence."""

from collections.abc import Callable
from time import process_time

import pytest
from msgspec.structs import replace

from companion.games.boards.board import FOLDER, board_names, board_of, load_board
from companion.games.boards.board_check import faults, proposed_bonus
from companion.games.boards.board_files import BoardFile, read_board_file
from companion.games.boards.elements import ContinentFacts, TerritoryFacts

CLASSIC = load_board("classic")
LONGEST = 10.0
"""Seconds of computing for a hostile board."""


@pytest.mark.parametrize("name", board_names())
def test_the_boards_that_ship_have_no_faults(name: str) -> None:
    assert faults(load_board(name)) == ()


@pytest.mark.parametrize("continent", CLASSIC.continents, ids=lambda continent: continent.id)
def test_the_formula_gives_the_classic_bonuses_within_an_army(continent: ContinentFacts) -> None:
    assert abs(proposed_bonus(CLASSIC, continent.id) - continent.bonus) <= 1


def without(*places: str) -> Callable[[BoardFile], BoardFile]:
    """Take away every link of some places."""
    return lambda board: replace(
        board, links=[link for link in board.links if not {link.a, link.b}.intersection(places)]
    )


def between(*continents: str) -> Callable[[BoardFile], BoardFile]:
    """Take away every link that leaves these continents."""
    own = {item.id for item in CLASSIC.territories if item.continent in continents}
    return lambda board: replace(
        board, links=[link for link in board.links if (link.a in own) == (link.b in own)]
    )


def territory(id: str, **changes: object) -> Callable[[BoardFile], BoardFile]:
    def changed(item: TerritoryFacts) -> TerritoryFacts:
        return replace(item, **changes) if item.id == id else item

    return lambda board: replace(board, territories=[changed(item) for item in board.territories])


def continent(id: str, **changes: object) -> Callable[[BoardFile], BoardFile]:
    def changed(item: ContinentFacts) -> ContinentFacts:
        return replace(item, **changes) if item.id == id else item

    return lambda board: replace(board, continents=[changed(item) for item in board.continents])


def label(id: str, at: tuple[float, float]) -> Callable[[BoardFile], BoardFile]:
    def moved(board: BoardFile) -> BoardFile:
        board.drawing.territories[id].label = at
        return board

    return moved


def moved_land(id: str, left: float) -> Callable[[BoardFile], BoardFile]:
    """Move a territory's land, not its disc."""

    def moved(board: BoardFile) -> BoardFile:
        for ring in (ring for part in board.drawing.territories[id].polygons for ring in part):
            ring[::2] = [x - left for x in ring[::2]]
        return board

    return moved


def by_land(id: str) -> Callable[[BoardFile], BoardFile]:
    """Make the links of an island borders."""

    def changed(board: BoardFile) -> BoardFile:
        links = [replace(link, kind="land") if id in (link.a, link.b) else link for link in board.links]
        return replace(board, links=links)

    return changed


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (without("madagascar"), ("Madagascar has no neighbour.",)),
        (without("madagascar", "japan"), ("Japan has no neighbour.", "Madagascar has no neighbour.")),
        (
            between("australia"),
            (
                "The board is not connected: no way from Afghanistan to Eastern Australia, Indonesia, "
                "New Guinea, Western Australia.",
            ),
        ),
        (territory("japan", name="India"), ("2 territories are called 'india'.",)),
        (territory("japan", name="Central Africa"), ("2 territories are called 'central africa'.",)),
        (continent("asia", name="Africa"), ("2 continents are called 'africa'.",)),
        (continent("asia", bonus=10), ()),
        (
            continent("asia", bonus=11),
            (
                "Asia: a bonus of 11 is out of keeping with its territories (12) and its links to other "
                "continents (8); 7 would be usual.",
            ),
        ),
        (continent("australia", bonus=4), ()),
        (
            continent("australia", bonus=5),
            (
                "Australia: a bonus of 5 is out of keeping with its territories (4) and its links to other "
                "continents (1); 2 would be usual.",
            ),
        ),
        (label("japan", (20, 20)), ("The disc of Japan does not stand on its land.",)),
        (
            moved_land("madagascar", 150),
            (
                "Congo and Madagascar lie on each other.",
                "Madagascar and South Africa lie on each other.",
                "The disc of Madagascar does not stand on its land.",
            ),
        ),
        (
            by_land("madagascar"),
            (
                "East Africa and Madagascar are linked by land, but share no border.",
                "Madagascar and South Africa are linked by land, but share no border.",
            ),
        ),
    ],
)
def test_faults(damage: Callable[[BoardFile], BoardFile], said: tuple[str, ...]) -> None:
    board = damage(read_board_file(FOLDER / "classic.json"))
    assert faults(board_of(board, "damaged")) == said


def test_discs_that_overlap() -> None:
    board = read_board_file(FOLDER / "classic.json")
    board.drawing.disc_radius *= 1.3
    assert "The discs of Alberta and Ontario overlap." in faults(board_of(board, "crowded"))


@pytest.mark.slow
def test_a_drawing_of_many_points_is_compared_in_bounded_time() -> None:
    """Two combs of 60,000 points, one on the other."""
    board = read_board_file(FOLDER / "classic.json")
    across = [x / 20 for x in range(29_000)]
    teeth = [at for n, x in enumerate(across) for at in (x, float(n % 2) * 1100)]
    for id in ("japan", "india"):
        board.drawing.territories[id].polygons = [[[*teeth, 1500.0, 1150.0, 0.0, 1150.0]]]
    began = process_time()
    assert "India and Japan lie on each other." in faults(board_of(board, "combs"))
    assert process_time() - began < LONGEST
