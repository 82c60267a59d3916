"""The drawing agrees with the links, and fingers and eyes find their way on it."""

from itertools import combinations, pairwise
from math import dist
from typing import Any

import pytest

from companion.games.boards.board import FOLDER, Polygon, Territory, load_board

shapely = pytest.importorskip("shapely", reason="only needed to judge a drawing; pip install -e '.[boards]'")

CLASSIC = load_board("classic")
LINKS = {(link.a, link.b): link for link in CLASSIC.links}
SCREEN = 520 / CLASSIC.width
"""Pixels to a canvas unit when the whole board is shown beside the question on 800x480."""


def drawn(polygon: Polygon) -> Any:
    return shapely.Polygon(polygon.exterior, polygon.holes)


def land(territory: Territory) -> Any:
    return shapely.MultiPolygon([drawn(polygon) for polygon in territory.polygons])


LANDS = {territory.id: land(territory) for territory in CLASSIC.territories}


def test_every_outline_is_a_simple_polygon_on_the_canvas() -> None:
    canvas = shapely.box(0, 0, CLASSIC.width, CLASSIC.height)
    for id, shape in LANDS.items():
        assert shape.is_valid, (id, shapely.is_valid_reason(shape))
        assert canvas.contains_properly(shape), id


def test_rings_turn_the_documented_way_and_large_lands_come_first() -> None:
    for territory in CLASSIC.territories:
        areas = [drawn(polygon).area for polygon in territory.polygons]
        assert areas == sorted(areas, reverse=True), territory.id
        for polygon in territory.polygons:
            assert shapely.LinearRing(polygon.exterior).is_ccw, territory.id
            assert not any(shapely.LinearRing(hole).is_ccw for hole in polygon.holes), territory.id
            assert all(ring[0] != ring[-1] for ring in polygon.rings), territory.id


def test_there_are_no_gaps_and_no_overlaps_between_lands() -> None:
    assert shapely.coverage_is_valid(list(LANDS.values()), gap_width=0.5)


def misdrawn(a: str, b: str) -> str | None:
    """What is wrong with how two territories lie side by side."""
    link = LINKS.get((a, b))
    border, gap = LANDS[a].intersection(LANDS[b]).length, LANDS[a].distance(LANDS[b])
    if link is None and gap < 5:
        return "territories that are not linked must not seem to touch"
    if link is not None and link.kind == "land" and (border < 20 or link.lines):
        return "a border one can see, and no line over the sea"
    if link is not None and link.kind != "land" and gap < 5:
        return "a strait one can see"
    return None


def test_borders_are_drawn_where_the_links_say() -> None:
    pairs = combinations(LANDS, 2)
    assert {pair: wrong for pair in pairs if (wrong := misdrawn(*pair))} == {}


CROSSINGS = [link for link in CLASSIC.links if link.kind == "sea"]


@pytest.mark.parametrize("link", CROSSINGS, ids=lambda link: f"{link.a} {link.b}")
def test_sea_lines_run_from_coast_to_coast_and_over_nobody_else(link: Any) -> None:
    start, end = (
        shapely.Point(link.lines[0][0]),
        shapely.Point(link.lines[-1][0 if len(link.lines) > 1 else -1]),
    )
    assert LANDS[link.a].distance(start) < 8, "it may end behind a narrow spit"
    assert LANDS[link.b].distance(end) < 8
    assert sum(dist(*step) for line in link.lines for step in pairwise(line)) >= 39
    path = shapely.MultiLineString(link.lines)
    assert LANDS[link.a].distance(path) < 0.1 and LANDS[link.b].distance(path) < 0.1
    assert [id for id in LANDS if id not in (link.a, link.b) and LANDS[id].intersects(path)] == []


def test_alaska_reaches_kamchatka_over_both_rims_of_the_map() -> None:
    west, east = LINKS["alaska", "kamchatka"].lines
    assert (west[-1][0], east[-1][0]) == (0, CLASSIC.width)
    assert west[-1][1] == east[-1][1]


def test_discs_do_not_overlap_and_lie_on_their_land() -> None:
    for one, other in combinations(CLASSIC.territories, 2):
        assert dist(one.label, other.label) >= 2 * CLASSIC.disc_radius, (one.id, other.id)
    for territory in CLASSIC.territories:
        assert territory.contains(*territory.label), territory.id
    assert CLASSIC.disc_radius * SCREEN >= 19


def test_the_places_of_the_discs_are_those_that_are_computed() -> None:
    from companion.tools.map_drawing.label_placement import labels

    computed = labels(LANDS)
    assert {id: tuple(place.tolist()) for id, place in computed.items()} == {
        territory.id: territory.label for territory in CLASSIC.territories
    }


@pytest.mark.parametrize("territory", CLASSIC.territories, ids=lambda territory: territory.id)
def test_every_territory_has_room_for_a_finger(territory: Territory) -> None:
    """A circle of 28 pixels in which every touch means this territory."""
    x, y = territory.label
    nearby = [(x + 4 * across, y + 4 * up) for across in range(-9, 10) for up in range(-9, 10)]
    nearby.sort(key=lambda place: dist(place, (x, y)))
    assert any(all(hits(territory, point) for point in rim(middle, 14 / SCREEN)) for middle in nearby)


def rim(middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    circle = shapely.Point(middle).buffer(radius, quad_segs=4)
    return list(circle.exterior.coords)[:-1]


def hits(territory: Territory, point: tuple[float, float]) -> bool:
    on_disc = dist(point, territory.label) <= CLASSIC.disc_radius
    return on_disc or CLASSIC.land_at(*point) == territory.id


def test_names_of_continents_stand_in_the_sea() -> None:
    world = shapely.union_all(list(LANDS.values()))
    for continent in CLASSIC.continents:
        assert world.distance(shapely.Point(continent.label)) > 30, continent.id


def test_the_canvas_has_the_shape_of_its_place_on_the_screen() -> None:
    assert CLASSIC.width / CLASSIC.height == pytest.approx(520 / 384, rel=0.01)


def test_the_drawing_is_small_enough_to_read_at_a_start() -> None:
    assert (FOLDER / "classic.json").stat().st_size < 160_000
