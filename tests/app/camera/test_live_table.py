"""The live table as others see it: inches as the camera sees them, who reaches whom, looked at in time."""

import dataclasses
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from companion.app.camera.live_table import (
    LOOK_SECONDS,
    LiveTable,
    TableDrawing,
    draw_table,
    enemies_reached,
    figure_words,
    stands_behind,
)
from companion.app.camera.table_camera import TableCamera
from companion.referee.game_view import Reach, Unit
from companion.tools.demonstrations.simulated_table import PIECES, SimulatedTable
from companion.vision.miniatures.figures import TrackedFigure


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> TableCamera:
    """A table with figures, the first of red and all of blue named."""
    table, file = SimulatedTable(PIECES), tmp_path_factory.mktemp("camera") / "profile.toml"
    table.calibrated(file)
    camera = TableCamera("felt", lambda: table.next_frame().picture, file)
    for name, base in zip(UNITS, camera.observe().miniatures, strict=False):
        camera.name_figure(name, base)
    camera.observe()
    return camera


def a_unit(number: int) -> Unit:
    seat = "red" if number % 2 else "blue"
    return Unit(
        f"{seat}-{number}", seat, "infantry", f"{seat} {number}", reaches=(Reach("attack", 4, "gun"),)
    )


UNITS = {unit.id: unit for unit in map(a_unit, range(len(PIECES)))}


def test_figures_stand_as_the_camera_sees_them(camera: TableCamera) -> None:
    observed = camera.last_observation()
    assert observed.plane is not None
    figures = draw_table(observed.figures, UNITS, observed.plane).figures
    assert {figure.unit for figure in figures} == {one.name for one in observed.figures if one.seen}
    pixels = {one.name: observed.plane.to_pixels(np.array([one.centre]))[0] for one in observed.figures}
    across = sorted(figures, key=lambda figure: figure.x)
    seen = sorted(figures, key=lambda figure: float(pixels[figure.unit][0]))
    assert (across[0].unit, across[-1].unit) == (seen[0].unit, seen[-1].unit)
    assert (
        max(figures, key=lambda figure: figure.y).unit
        == max(figures, key=lambda figure: float(pixels[figure.unit][1])).unit
    )


def test_who_is_reached_is_within_range_and_an_enemy(camera: TableCamera) -> None:
    observed = camera.last_observation()
    assert observed.plane is not None
    figures = {one.unit: one for one in draw_table(observed.figures, UNITS, observed.plane).figures}
    for figure in figures.values():
        foes = [one for one in figures.values() if UNITS[one.unit].seat != UNITS[figure.unit].seat]
        gaps = {one.unit: float(np.hypot(one.x - figure.x, one.y - figure.y)) for one in foes}
        assert {name for name, gap in gaps.items() if gap < 3.8} <= set(figure.reached)
        assert {name for name, gap in gaps.items() if gap > 4.2}.isdisjoint(figure.reached)


def test_an_unsure_figure_reaches_nobody(camera: TableCamera) -> None:
    observed = camera.last_observation()
    assert observed.plane is not None
    doubtful = [TrackedFigure.on(one.name, one.base, sure=False) for one in observed.figures]
    figures = draw_table(doubtful, UNITS, observed.plane).figures
    assert {(one.reached, one.words) for one in figures} == {((), "Name it once; the camera follows it.")}


def standing(name: str, at: tuple[float, float], **told: Any) -> TrackedFigure:
    return TrackedFigure(name, at, 0.25, (0, 0, 0), at, **told)


WALL = ((2.0, -1.0), (2.5, -1.0), (2.5, 1.0), (2.0, 1.0))


@pytest.mark.parametrize(
    ("here", "there", "hidden"),
    [
        ((0.0, 0.0), (4.0, 0.0), True),
        ((4.0, 0.0), (0.0, 0.0), True),
        ((0.0, 0.0), (4.0, 2.5), False),  # past its end
        ((0.0, 0.0), (1.9, 0.0), False),  # before it
        ((2.2, 0.0), (4.0, 0.0), False),  # who stands on it sees over it
        ((0.0, 0.0), (2.2, 0.5), False),  # and is seen
        ((2.0, 2.0), (2.0, 4.0), False),  # in one line with a wall, but beside it
    ],
)
def test_terrain_hides_what_stands_behind_it(
    here: tuple[float, float], there: tuple[float, float], hidden: bool
) -> None:
    assert stands_behind(standing("a", here), standing("b", there), [WALL]) == hidden


GUN = Unit("red-gun", "red", "cannon", "Red gun", reaches=(Reach("attack", 5, "cannon", 45.0, 3),))
FOES = {f"blue-{at}": Unit(f"blue-{at}", "blue", "infantry", f"Blue {at}") for at in range(4)}
ROUND = {"blue-0": (4.0, 0.0), "blue-1": (2.9, 2.8), "blue-2": (2.8, 2.9), "blue-3": (-4.0, 0.0)}


@pytest.mark.parametrize(
    ("told", "reached"),
    [
        ({}, {"blue-0", "blue-1", "blue-2", "blue-3"}),  # nobody has said where it points
        ({"barrel": 0.0, "laid": 3}, {"blue-0", "blue-1"}),  # the third stands at 46 degrees
        ({"barrel": 170.0, "laid": 3}, {"blue-3"}),
        ({"barrel": -170.0, "laid": 3}, {"blue-3"}),
        ({"barrel": 0.0, "laid": 2}, {"blue-0", "blue-1", "blue-2", "blue-3"}),  # it was set up again since
    ],
)
def test_a_barrel_reaches_what_is_in_its_arc(told: dict[str, Any], reached: set[str]) -> None:
    gun = standing("red-gun", (0.0, 0.0), **told)
    foes = [standing(name, at) for name, at in ROUND.items()]
    found = enemies_reached(gun, [gun, *foes], FOES | {GUN.id: GUN}, None)
    assert {one.unit.id for one in found} == reached


@pytest.mark.parametrize(("at", "reached"), [((2.0, 2.0), True), ((2.0, 2.01), False), ((2.0, -2.0), True)])
def test_who_stands_at_the_end_of_an_arc_is_in_it(at: tuple[float, float], reached: bool) -> None:
    """BR-CAN-2: 45 degrees to each side."""
    gun = standing("red-gun", (0.0, 0.0), barrel=0.0, laid=3)
    found = enemies_reached(gun, [gun, standing("blue-0", at)], FOES | {GUN.id: GUN}, None)
    assert bool(found) is reached


def test_who_is_behind_terrain_is_said() -> None:
    gun = standing("red-gun", (0.0, 0.0))
    foes = [standing(name, at) for name, at in ROUND.items()]
    units = FOES | {GUN.id: GUN}
    found = enemies_reached(gun, [gun, *foes], units, None, [WALL])
    assert [one.unit.id for one in found if one.hidden] == ["blue-0"]
    words = figure_words(gun, found, units)
    assert "Blue 0, 4 in, behind terrain" in words
    assert words.count("behind") == 1


def test_others_get_terrain_and_barrels_in_the_inches_of_the_figures(camera: TableCamera) -> None:
    """What lies between two figures on the table lies between them in the drawing, and so points a barrel."""
    observed = camera.last_observation()
    assert observed.plane is not None
    one, other = (figure for figure in observed.figures if figure.name in ("blue-0", "red-1"))
    between = (np.array(one.centre) + other.centre) / 2
    area = tuple((float(between[0] + dx), float(between[1] + dy)) for dx, dy in ((0, 0), (0.1, 0), (0, 0.1)))
    across, down = np.subtract(other.centre, one.centre)
    barrel = float(np.degrees(np.arctan2(down, across)))
    aimed = replace(TrackedFigure.on("blue-0", one.base), barrel=barrel, laid=3)
    units = UNITS | {"blue-0": Unit("blue-0", "blue", "cannon", "Gun", reaches=GUN.reaches)}
    drawing = draw_table([aimed, other], units, observed.plane, [area])
    here, there = ((figure.x, figure.y) for figure in drawing.figures)
    assert drawing.terrain[0][0] == pytest.approx(np.add(here, there) / 2, abs=0.02)
    assert drawing.figures[0].barrel == pytest.approx(
        np.degrees(np.arctan2(there[1] - here[1], there[0] - here[0])), abs=0.3
    )


def test_the_camera_looks_while_somebody_watches(camera: TableCamera, monkeypatch: Any) -> None:
    now, looks = [100.0], list[float]()
    monkeypatch.setattr(camera, "in_background", lambda *_: looks.append(now[0]))
    live = LiveTable(lambda: now[0])
    for _ in range(3):
        live.look(camera)
        now[0] += LOOK_SECONDS / 2
    assert looks == [100.0, 100.0 + LOOK_SECONDS]
    live.look(None)
    assert live.drawing(None, 1, lambda: ()) == TableDrawing()


def test_the_drawing_is_made_anew_for_each_observation_and_question_only(
    camera: TableCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, seen = LiveTable(), camera.last_observation()

    def drawn(question: int) -> TableDrawing:
        return live.drawing(camera, question, lambda: list(UNITS.values()))

    first = drawn(2)
    assert len(first.figures) > 1 and drawn(2) is first and drawn(1) is not first
    monkeypatch.setattr(
        camera, "last_observation", lambda: dataclasses.replace(seen, figures=seen.figures[:1])
    )
    assert len(drawn(1).figures) == 1
