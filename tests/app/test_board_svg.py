"""The ground of every board as SVG, from the data that the screen draws."""

import random
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.app.board_svg import Box, _shared, board_css, draw_board, draw_territories
from companion.games.boards.board import board_names, board_of, load_board
from companion.referee.game_view import GameView, Region
from tests.bench.random_boards import random_board

SVG = "{http://www.w3.org/2000/svg}"


def places(drawing: str, attribute: str) -> list[str]:
    root = ElementTree.fromstring(drawing)
    return [group.attrib[attribute] for group in root.iter(f"{SVG}g") if attribute in group.attrib]


def view(plan: tuple[Region, ...] = (), board: str = "") -> GameView:
    return GameView("battlefield" if plan else "territories", board, {}, (), plan=plan)


@pytest.mark.parametrize("name", board_names())
def test_every_territory_and_its_number_is_drawn(name: str) -> None:
    drawing = draw_board(view(board=name))
    wanted = [territory.id for territory in load_board(name).territories]
    assert places(drawing, "data-place") == places(drawing, "data-disc") == wanted
    assert len(drawing) < 150_000


@pytest.mark.parametrize("name", board_names())
def test_names_of_continents_are_neither_cut_nor_covered(name: str) -> None:
    """By the edge, by a number, by the badge of its seat, or by another name."""
    root = ElementTree.fromstring(draw_board(view(board=name)))
    boxes = [words_box(words) for words in root.iter(f"{SVG}text")]
    board = load_board(name)
    assert all(left >= 0 and right <= board.width for left, _, right, _ in boxes)
    discs = [disc_box(group) for group in root.iter(f"{SVG}g") if "data-disc" in group.attrib]
    hidden = [
        (one, other) for one in boxes for other in (*discs, *boxes) if one is not other and meet(one, other)
    ]
    assert hidden == []


def words_box(words: ElementTree.Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a name: capitals and figures of 34 units."""
    x, y, half = float(words.attrib["x"]), float(words.attrib["y"]), len(words.text or "") * 10
    return x - half, y - 26, x + half, y


def disc_box(disc: ElementTree.Element) -> tuple[float, float, float, float]:
    """The same of a number and the badge at its upper right."""
    radius = float(disc.attrib["data-radius"])
    x, y = map(float, disc.attrib["transform"].removeprefix("translate(").removesuffix(")").split())
    return x - radius, y - 1.14 * radius, x + 1.54 * radius, y + radius


def meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("seed", [20, 90])
def test_the_badge_of_a_seat_at_the_edge_is_not_cut(seed: int) -> None:
    """Lands reach the edge where a paper is full of them; the badge lies at the upper right of its number."""
    drawing = draw_territories(board_of(random_board(random.Random(seed), seed), "paper"))
    root = ElementTree.fromstring(drawing)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for group in root.iter(f"{SVG}g"):
        if "data-disc" in group.attrib:
            low_x, low_y, high_x, high_y = disc_box(group)
            assert left <= low_x and high_x <= left + width and top <= low_y and high_y <= top + height


def test_names_of_continents_can_be_read_on_land_and_touched_through() -> None:
    style = board_css().partition(".continent-name {")[2].partition("}")[0]
    for needed in ("stroke: var(--sea)", "paint-order: stroke", "pointer-events: none"):
        assert needed in style


def test_a_battlefield_is_drawn_from_its_plan_and_words_are_escaped() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0))
    plan = (
        Region("tile", "tile A", square, (1.0, 0.5), tile=True),
        Region('<z "1">', "<script>alert(1)</script>", square, (1.0, 0.5)),
    )
    drawing = draw_board(view(plan))
    assert places(drawing, "data-place") == ["tile", '<z "1">']
    assert "<script>" not in drawing


def test_there_is_nothing_to_draw_on_an_open_field() -> None:
    assert draw_board(GameView("field", "", {}, ())) == ""


BATTLEFIELD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 800" role="img" aria-label="Battlefield">'
    '<g class="place tile" data-place="t"><title>Tile</title>'
    '<path fill-rule="evenodd" d="M0 800L1600 800L1600 0L0 0Z"/></g>'
    '<g class="place zone" data-place="a&amp;b"><title>A &amp; B</title>'
    '<path fill-rule="evenodd" d="M200 700L600 700L600 300Z"/></g>'
    '<g class="disc" data-disc="t" data-radius="56" transform="translate(800 400)"></g>'
    '<g class="disc" data-disc="a&amp;b" data-radius="56" transform="translate(500 600)"></g>'
    '<g class="disc" data-disc="away" data-radius="56" transform="translate(100 700)"></g></svg>'
)


def test_a_battlefield_is_drawn_to_scale() -> None:
    """Of 16 by 8 inches, 100 units each; tiles lie below zones; what has no outline has a disc only."""
    corners = ((2.0, 1.0), (6.0, 1.0), (6.001, 1.0), (6.0, 5.0))
    zone, away = Region("a&b", "A & B", corners, (5.0, 2.0)), Region("away", "Away", (), (1.0, 1.0))
    whole = ((0.0, 0.0), (16.0, 0.0), (16.0, 8.0), (0.0, 8.0))
    tile = Region("t", "Tile", whole, (8.0, 4.0), tile=True)
    assert draw_board(view((zone, tile, away))) == BATTLEFIELD


def land(id: str, *corners: tuple[float, float], label: tuple[float, float]) -> SimpleNamespace:
    polygon = SimpleNamespace(rings=[corners])
    return SimpleNamespace(id=id, name=id, continent="c", polygons=[polygon], label=label)


BOARD: Any = SimpleNamespace(
    name="Two",
    width=400,
    height=300,
    disc_radius=99.0,
    territories=[
        land("west", (0, 0), (200, 0), (200, 300), label=(40, 100)),
        land("east", (200, 0), (400, 0), (400, 300), label=(390, 290)),
    ],
    continents=[SimpleNamespace(name="Land", bonus=5, label=(50.0, 100.0))],
    continent=lambda _: SimpleNamespace(colour="land"),
    links=[SimpleNamespace(lines=[((40, 100), (390, 290))])],
)
TWO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-26 -56 482 356" role="img" aria-label="Two">'
    '<path class="link" d="M40 200L390 10"/>'
    '<g class="place continent-land" data-place="west"><title>west</title>'
    '<path fill-rule="evenodd" d="M0 300L200 300L200 0Z"/></g>'
    '<g class="place continent-land" data-place="east"><title>east</title>'
    '<path fill-rule="evenodd" d="M200 300L400 300L400 0Z"/></g>'
    '<text class="continent-name" x="60" y="125">Land 5</text>'
    '<g class="disc" data-disc="west" data-radius="42" transform="translate(40 200)"></g>'
    '<g class="disc" data-disc="east" data-radius="42" transform="translate(390 10)"></g></svg>'
)


def test_a_board_is_drawn_to_scale() -> None:
    """With room for discs and badges beyond the canvas; the name moves the shortest way from the disc."""
    assert draw_territories(BOARD) == TWO


@pytest.mark.parametrize(
    ("one", "other", "area"),
    [
        ((0, 0, 4, 3), (1, 1, 9, 9), 3 * 2),
        ((1, 1, 9, 9), (0, 0, 4, 3), 3 * 2),
        ((0, 0, 4, 3), (4, 0, 9, 9), 0),
        ((0, 0, 4, 3), (6, 5, 9, 9), 0),
        ((0, 0, 9, 9), (2, 3, 4, 4), 2),
    ],
)
def test_the_area_that_two_boxes_share(one: Box, other: Box, area: float) -> None:
    assert _shared(one, other) == area
