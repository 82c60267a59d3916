"""Outlines that are mended: neighbours follow, and nothing crosses itself."""

from collections.abc import Callable

import pytest

from companion.games.boards.outlines import Point
from companion.games.rogue.geometry import crosses_itself
from companion.referee.ruling import Ruling
from companion.tools.editors.authoring.battlefield_builder import BattlefieldBuilder
from companion.tools.editors.authoring.outlines import add_corner, move_corner, remove_corner

Polygon = list[Point]
HALVES: dict[str, Polygon] = {
    "1a-1": [(0, 0), (50, 0), (50, 100), (0, 100)],
    "1a-2": [(50, 0), (100, 0), (100, 100), (50, 100)],
}

pytestmark = pytest.mark.rule("RG-SCN")


@pytest.fixture
def builder() -> BattlefieldBuilder:
    """One tile of two halves, and one beside it."""
    builder = BattlefieldBuilder()
    for tile, at in (("1A", (0, 0)), ("2B", (1, 0))):
        builder.add_tile(tile, at)
        for polygon in HALVES.values():
            builder.add_zone(tile, polygon)
    builder.link_adjacent()
    return builder


def outlines(builder: BattlefieldBuilder, tile: str = "1A") -> dict[str, Polygon]:
    return {zone.id: list(zone.polygon) for zone in builder.field.tile(tile).zones}


@pytest.mark.parametrize(
    ("deed", "west", "east"),
    [
        # A corner of both moves in both.
        (
            lambda b: move_corner(b, "1A", (50, 0), (60, 0)),
            [(0, 0), (60, 0), (50, 100), (0, 100)],
            [(60, 0), (100, 0), (100, 100), (50, 100)],
        ),
        # Corners count as one if nobody taps more exactly.
        (
            lambda b: move_corner(b, "1A", (51, 1), (60, 0)),
            [(0, 0), (60, 0), (50, 100), (0, 100)],
            [(60, 0), (100, 0), (100, 100), (50, 100)],
        ),
        # A corner of one moves in one.
        (lambda b: move_corner(b, "1A", (0, 0), (10, 10)), [(10, 10), (50, 0), (50, 100), (0, 100)], None),
        # A corner on the edge between them is a corner of both, and can be moved.
        (
            lambda b: (add_corner(b, "1A", (50, 50)), move_corner(b, "1A", (50, 50), (40, 50)))[1],
            [(0, 0), (50, 0), (40, 50), (50, 100), (0, 100)],
            [(50, 0), (100, 0), (100, 100), (50, 100), (40, 50)],
        ),
        # Taken out again, both are as before.
        (lambda b: (add_corner(b, "1A", (50, 50)), remove_corner(b, "1a-1", (50, 50)))[1], None, None),
        # Where only one has it between these corners, only one loses it.
        (lambda b: remove_corner(b, "1a-1", (50, 0)), [(0, 0), (50, 100), (0, 100)], None),
        # There is a corner there already.
        (lambda b: add_corner(b, "1A", (50, 0)), None, None),
    ],
)
def test_corners(
    builder: BattlefieldBuilder,
    deed: Callable[[BattlefieldBuilder], Ruling],
    west: Polygon | None,
    east: Polygon | None,
) -> None:
    assert deed(builder).allowed
    assert outlines(builder) == {"1a-1": west or HALVES["1a-1"], "1a-2": east or HALVES["1a-2"]}
    assert list(outlines(builder, "2B").values()) == list(HALVES.values())
    assert builder.field.neighbours("1a-1") == ("1a-2",)


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (lambda b: move_corner(b, "1A", (0, 0), (70, 50)), "cross itself"),  # over the far edge
        (lambda b: move_corner(b, "1A", (0, 0), (50, 0)), "cross itself"),  # onto another corner
        (
            lambda b: (remove_corner(b, "1a-1", (50, 0)), remove_corner(b, "1a-1", (50, 100)))[1],
            "three corners",
        ),
    ],
)
def test_what_is_refused(
    builder: BattlefieldBuilder, deed: Callable[[BattlefieldBuilder], Ruling], words: str
) -> None:
    ruling = deed(builder)
    assert not ruling.allowed and words in ruling.text
    assert all(len(polygon) >= 3 and not crosses_itself(polygon) for polygon in outlines(builder).values())


@pytest.mark.parametrize(
    ("polygon", "crosses"),
    [
        ([(0, 0), (10, 0), (10, 10), (0, 10)], False),
        ([(0, 0), (10, 10), (10, 0), (0, 10)], True),  # a bow
        ([(0, 0), (10, 0), (5, 0), (5, 10)], True),  # back along itself
        ([(0, 0), (10, 0), (10, 10), (5, 0)], True),  # touches its own edge
        ([(0, 0), (10, 0), (4, 4), (0, 10)], False),  # bent inwards
        ([(0, 0), (10, 0), (10, 0), (0, 10)], True),  # a corner twice
    ],
)
def test_an_outline_that_crosses_itself(polygon: Polygon, crosses: bool) -> None:
    assert crosses_itself(polygon) is crosses
