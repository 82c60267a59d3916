"""Rulers on the picture of a drawn table whose inches are known."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from companion.referee.questions import Template
from companion.ui.rulers.annotations import Polyline

GUN, TARGET = (3.6, 6.4), (11.2, 6.3)
SHAPES = {
    "grape": Template("triangle", 2.0, 1.0),
    "rolling": Template("rectangle", 5.0, 0.5),
    "exploding": Template("circle", 2.0, 2.0),
}


@pytest.fixture(scope="module")
def table() -> Any:
    from companion.tools.demonstrations.simulated_table import PIECES, SimulatedTable

    return SimulatedTable(PIECES)


@pytest.fixture(scope="module")
def look(table: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    from companion.app.camera.table_camera import TableCamera

    file = tmp_path_factory.mktemp("camera") / "profile.toml"
    table.calibrated(file)
    return TableCamera("felt", lambda: table.next_frame().picture, file).observe()


@pytest.fixture
def table_picture(look: Any) -> Iterator[Any]:
    from companion.tools.demonstrations.simulated_table import SIZE
    from companion.ui.rulers.table_picture import TablePicture

    yield TablePicture(SIZE, look.plane, look.miniatures)


def at(table: Any, inches: tuple[float, float]) -> tuple[float, float]:
    x, y = table.where(np.array([inches]))[0]
    return float(x), float(y)


def drag(ruler: Any, handle: int, to: tuple[float, float]) -> None:
    assert ruler.grab(ruler.handles[handle])
    ruler.drag(to)
    ruler.drop()


# --- line ---


@pytest.mark.long
def test_handles_snap_to_the_bases_of_miniatures(table: Any, table_picture: Any) -> None:
    from companion.ui.rulers.distance import DistanceRuler

    ruler = DistanceRuler(table_picture)
    drag(ruler, 0, at(table, (GUN[0] + 0.2, GUN[1])))
    drag(ruler, 1, at(table, (TARGET[0], TARGET[1] + 0.15)))
    assert ruler.inches == pytest.approx(7.625, abs=1 / 32)
    assert ruler.reading == "7 5/8 in"
    ruler.by_rims = True
    assert ruler.inches == pytest.approx(7.6 - 0.28 - 0.42, abs=0.1)


@pytest.mark.parametrize(
    ("start", "end"), [((1.0, 4.0), (15.0, 4.0)), ((6.0, 1.0), (6.0, 12.0)), ((2.5, 11.0), (15.0, 2.6))]
)
def test_a_line_between_bare_places_reads_the_true_inches(
    table: Any, table_picture: Any, start: tuple[float, float], end: tuple[float, float]
) -> None:
    from companion.ui.rulers.distance import DistanceRuler

    table_picture.found = ()
    ruler = DistanceRuler(table_picture)
    drag(ruler, 0, at(table, start))
    drag(ruler, 1, at(table, end))
    true = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    assert ruler.measured is not None
    assert abs(ruler.measured.inches - true) < max(ruler.measured.error, 0.02)


def test_a_finger_beside_a_handle_keeps_its_distance_to_it(table_picture: Any) -> None:
    from companion.ui.rulers.distance import DistanceRuler

    table_picture.found = ()
    ruler = DistanceRuler(table_picture)
    x, y = ruler.handles[0]
    assert ruler.grab((x + 20, y - 10))
    ruler.drag((x + 120, y - 10))
    assert ruler.handles[0] == (x + 100, y)
    assert not DistanceRuler(table_picture).grab((5.0, 5.0)), "nothing is there to be held"


# --- reach ---


def test_a_ring_counts_what_it_reaches_but_not_what_it_stands_on(table: Any, table_picture: Any) -> None:
    from companion.ui.rulers.reach import RingRuler

    ruler = RingRuler(table_picture, 8.0)
    drag(ruler, 0, at(table, GUN))
    assert ruler.reading == "8 in"
    assert {round(one.centre[0], 1) for one in ruler.counted} == {2.9, 5.2, 9.2, 11.2}
    drag(ruler, 1, at(table, (GUN[0] + 1.6, GUN[1])))
    assert ruler.radius == 1.5
    assert len(ruler.counted) == 1


def test_the_arc_reaches_45_degrees_to_either_side_of_the_barrel(table: Any, table_picture: Any) -> None:
    from companion.ui.rulers.reach import ArcRuler

    ruler = ArcRuler(table_picture, 10.0)
    drag(ruler, 0, at(table, GUN))
    drag(ruler, 1, at(table, (12.0, 6.4)))
    ahead = {round(one.centre[0], 1) for one in ruler.counted}
    assert {9.2, 11.2, 12.1} <= ahead
    assert 2.9 not in ahead, "what stands beside the gun is not before it"
    drag(ruler, 1, at(table, (3.6, 12.0)))
    assert {round(one.centre[0], 1) for one in ruler.counted} == {2.9, 5.2}


# --- paper ---


@pytest.mark.parametrize(
    ("shot", "middle", "degrees", "under"),
    [
        ("exploding", (11.7, 6.6), 0.0, {11.2, 12.1}),
        ("exploding", (7.0, 6.4), 0.0, set()),
        ("rolling", (10.8, 6.25), 0.0, {11.2}),
        ("rolling", (11.2, 6.3), 90.0, {11.2}),
        ("grape", (11.4, 6.45), 20.0, {11.2, 12.1}),
    ],
)
def test_the_paper_counts_whose_bases_it_touches(
    table: Any, table_picture: Any, shot: str, middle: tuple[float, float], degrees: float, under: set[float]
) -> None:
    from companion.ui.rulers.template import TemplateRuler

    ruler = TemplateRuler(table_picture, SHAPES[shot])
    drag(ruler, 0, at(table, middle))
    ruler.turn(degrees)
    assert {round(one.centre[0], 1) for one in ruler.counted} == under
    assert ruler.middle == pytest.approx(middle, abs=0.02)


def test_miniatures_are_tapped_out_and_in(table: Any, table_picture: Any) -> None:
    from companion.ui.rulers.template import TemplateRuler

    ruler = TemplateRuler(table_picture, SHAPES["exploding"])
    drag(ruler, 0, at(table, (11.7, 6.6)))
    ruler.tap(at(table, TARGET))
    assert len(ruler.counted) == 1
    ruler.tap(at(table, TARGET))
    assert len(ruler.counted) == 2
    table_picture.reach = 5.0
    ruler.tap(at(table, (11.5, 7.3)))
    assert ruler.reading == "3 miniatures"
    ruler.tap(at(table, (11.5, 7.3)))
    assert ruler.reading == "2 miniatures"


def test_the_papers_beside_the_table_are_those_that_are_printed() -> None:
    from calibration.templates import SHOTS
    from companion.ui.rulers.template import outline_of
    from companion.ui.screens.measuring import PAPERS

    assert list(PAPERS) == [SHAPES[shot.name] for shot in SHOTS]
    for shot, paper in zip(SHOTS, PAPERS, strict=True):
        assert outline_of(paper).outline == pytest.approx(shot.outline)


# --- without a plane ---


def test_a_tape_needs_no_plane_and_unsure_is_an_answer(table_picture: Any) -> None:
    from companion.ui.rulers.distance import TapeRuler
    from companion.vision.tape import read_tape

    table_picture.plane = None
    asked: list[Any] = []
    ruler = TapeRuler(table_picture, asked.append)
    drag(ruler, 0, (300.0, 500.0))
    assert len(asked) == 1, "it is read once the finger lets go"
    ruler.take(read_tape(np.full((480, 640, 3), 120, np.uint8), asked[0]))
    assert ruler.inches is None
    assert "tape" in ruler.remark


@pytest.mark.parametrize(
    ("finger", "preset", "meant"),
    [(3.1, None, 3.0), (0.02, None, 0.25), (9.8, 10.0, 10.0), (8.4, 10.0, 8.5), (1.3, 10.0, 1.25)],
)
def test_reaches_go_by_quarter_inches_and_stop_at_what_is_asked(
    finger: float, preset: float | None, meant: float
) -> None:
    from companion.ui.rulers.ruler import stepped

    assert stepped(finger, preset) == meant


@pytest.mark.parametrize(
    ("inches", "error", "most", "text"),
    [
        (1.0, 0.02, None, ""),  # nothing is asked
        (0.5, 0.02, 1.0, ""),  # far inside: the error decides nothing
        (1.001, 0.02, 1.0, "in range by 0.03 in, sure to 0.02"),  # rounded to the sixteenth it is 1 in
        (1.06, 0.02, 1.0, "too far by 0.03 in, sure to 0.02"),
        (1.04, 0.02, 1.0, "too close to call, sure to 0.02 in"),
        (1.5, 0.02, 1.0, ""),  # far outside
        (1.5, float("inf"), 1.0, ""),  # an unsure tape
    ],
)
def test_a_ruler_says_its_margin_where_the_error_decides(
    inches: float, error: float, most: float | None, text: str
) -> None:
    from companion.referee.inches import MeasuredInches, margin_text, to_sixteenth

    assert margin_text(MeasuredInches(inches, error), most) == text
    assert margin_text(inches, most) == "", "typed inches have no error"
    if "by" in text and most is not None:
        assert text.startswith("in range") == (to_sixteenth(inches) <= most)


def test_the_line_of_a_range_says_its_margin(table: Any, table_picture: Any) -> None:
    from companion.ui.rulers.distance import DistanceRuler

    ruler = DistanceRuler(table_picture, most=4.0)
    for handle, place in enumerate(((3.0, 3.0), (6.95, 3.0))):
        ruler.handles[handle] = at(table, place)
    assert ruler.remark.startswith("In range by 0.0")


def figures_of(table_picture: Any) -> Any:
    """A ruler over two armies: all are named but the last of blue, and red is on turn."""
    from companion.referee.game_view import Figure as Number
    from companion.referee.game_view import Reach, Unit
    from companion.ui.rulers.figures import FiguresRuler
    from companion.vision.miniatures.figures import FigureTracker

    tracker, units = FigureTracker(), {}
    for number, base in enumerate(table_picture.found):
        seat = "red" if base.colour[2] > base.colour[0] else "blue"
        name = f"{seat}-infantry-{number}"
        points = (Number("points left", 4),) if seat == "red" else ()
        reaches = (Reach("move", 1.0, "move"), Reach("attack", 8.0, "musket"))
        units[name] = Unit(
            name, seat, "infantry", f"{seat.capitalize()} infantry {number}", points, (), False
        )
        units[name] = structs.replace(units[name], reaches=reaches)
        tracker.name(name, base)
    table_picture.figures = tuple(tracker.figures)
    return FiguresRuler(table_picture, units)


def test_rings_stand_around_all_figures_of_the_side_on_turn(table_picture: Any) -> None:
    ruler = figures_of(table_picture)
    red = [unit for unit in ruler.units.values() if unit.seat == "red"]
    large = [
        mark
        for mark in ruler.annotations()
        if isinstance(mark, Polyline) and mark.closed and np.ptp(mark.points, axis=0).max() > 60
    ]
    assert [line.bold for line in large].count(False) == len(red), "a thin ring: how far it moves"
    assert [line.bold for line in large].count(True) <= len(red), "a bold one: its range, where it is in view"
    assert ruler.reading == "Tap a figure"


def test_a_tapped_figure_says_whom_it_reaches(table: Any, table_picture: Any) -> None:
    ruler = figures_of(table_picture)
    ruler.tap(at(table, GUN))
    assert ruler.reading.startswith("Red infantry")
    inches = [one.gap for one in ruler.reached]
    assert inches == sorted(inches)
    assert all(one.unit.seat == "blue" for one in ruler.reached)
    assert float(inches[-1]) <= 8.0 + 1 / 32 + inches[-1].error
    assert ruler.remark.startswith("Has not moved. In range: Blue infantry")
    table_picture.figures = [
        structs.replace(one, sure=False) if one.name == ruler.chosen.name else one
        for one in table_picture.figures
    ]
    assert ruler.reading == "Who is this?"
    assert ruler.remark == "Name it once; the camera follows it."
    assert [unit.id for unit in ruler.unnamed] == [ruler.chosen.name]


def test_an_enemy_at_the_very_range_is_too_close_to_call(table: Any, table_picture: Any) -> None:
    ruler = figures_of(table_picture)
    ruler.tap(at(table, GUN))
    other, gap, _ = ruler.reached[0]
    reaches = (structs.replace(ruler.units[ruler.chosen.name].reaches[1], inches=float(gap) - 1 / 32),)
    unit = ruler.units[ruler.chosen.name]
    ruler.units[unit.id] = structs.replace(unit, reaches=reaches)
    assert f"{other.name}, " in ruler.remark
    assert "too close to call" in ruler.remark


# --- terrain and barrels ---


def test_the_line_to_who_stands_behind_terrain_is_dashed(table: Any, table_picture: Any) -> None:
    ruler = figures_of(table_picture)
    ruler.tap(at(table, GUN))
    assert all(one.hidden is False for one in ruler.reached)
    x, y = ruler.reached[0].unit, ruler.chosen.centre
    there = next(one for one in table_picture.figures if one.name == x.id).centre
    middle = ((y[0] + there[0]) / 2, (y[1] + there[1]) / 2)
    table_picture.terrain = [
        tuple(
            (middle[0] + dx, middle[1] + dy)
            for dx, dy in ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3))
        )
    ]
    assert ruler.reached[0].hidden
    assert "behind terrain" in ruler.remark
    lines = [mark for mark in ruler.annotations() if isinstance(mark, Polyline) and len(mark.points) == 2]
    assert sum(line.dashed for line in lines) == sum(one.hidden for one in ruler.reached) >= 1


def test_a_barrel_is_pointed_by_a_tap_and_its_arc_drawn(table: Any, table_picture: Any) -> None:
    from companion.referee.game_view import Reach

    ruler = figures_of(table_picture)
    ruler.tap(at(table, GUN))
    assert ruler.arc_of_chosen is None, "a musket has no arc"
    unit = ruler.units[ruler.chosen.name]
    ruler.units[unit.id] = structs.replace(unit, reaches=(Reach("attack", 8.0, "cannon", 45.0, 2),))
    ruler.pointing = True
    assert ruler.reading == "Tap where it points"
    ruler.tap(at(table, (GUN[0] - 3.0, GUN[1])))  # away from all enemies
    assert (ruler.pointing, ruler.chosen.name) == (False, unit.id)
    assert abs(ruler.pointed) == pytest.approx(180, abs=3)
    assert ruler.reached, "the camera has yet to be told"
    table_picture.figures = [
        structs.replace(one, barrel=ruler.pointed, laid=2) if one.name == unit.id else one
        for one in table_picture.figures
    ]
    assert not ruler.reached


def test_terrain_is_traced_corner_by_corner_and_chosen_by_a_tap(table: Any, table_picture: Any) -> None:
    from companion.ui.rulers.terrain import TerrainRuler

    ruler = TerrainRuler(table_picture)
    corners = ((6.0, 4.0), (8.0, 4.0), (8.0, 5.0))
    for count, corner in enumerate(corners, 1):
        assert ruler.area is None
        ruler.tap(at(table, corner))
        assert ruler.reading == ("1 corner" if count == 1 else f"{count} corners")
    assert ruler.area == pytest.approx(np.array(corners), abs=0.02)
    ruler.take_back()
    assert ruler.area is None
    table_picture.terrain = [corners]
    near = (ruler.handles[0][0] + table_picture.reach / 2, ruler.handles[0][1])
    assert ruler.grab(near)
    ruler.drop()
    assert len(ruler.handles) == 3, "a tap beside a corner is another corner"
    drag(ruler, 2, at(table, (9.0, 9.0)))
    assert ruler.area is not None and ruler.area[2] == pytest.approx((9.0, 9.0), abs=0.5)
    other = TerrainRuler(table_picture)
    other.tap(at(table, (7.5, 4.3)))
    assert (other.chosen, other.handles) == (corners, [])
    other.tap(at(table, (2.0, 2.0)))
    assert other.chosen is None and len(other.handles) == 1
