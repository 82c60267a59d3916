"""The live table as others see it: inches as the camera sees them, who reaches whom, looked at in time."""

from typing import Any

import numpy as np
import pytest

from companion.app.camera.live_table import LOOK_SECONDS, LiveTable, figures_on_table
from companion.app.camera.table_camera import TableCamera
from companion.referee.game_view import Reach, Unit
from companion.tools.demonstrations.simulated_table import PIECES, SimulatedTable
from companion.vision.tracking.figures import TrackedFigure


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
    figures = figures_on_table(observed.figures, UNITS, observed.plane)
    assert {figure.unit for figure in figures} == {one.name for one in observed.figures if one.seen}
    pixels = {one.name: observed.plane.to_pixels(np.array([one.base.centre]))[0] for one in observed.figures}
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
    figures = {one.unit: one for one in figures_on_table(observed.figures, UNITS, observed.plane)}
    for figure in figures.values():
        foes = [one for one in figures.values() if UNITS[one.unit].seat != UNITS[figure.unit].seat]
        gaps = {one.unit: float(np.hypot(one.x - figure.x, one.y - figure.y)) for one in foes}
        assert {name for name, gap in gaps.items() if gap < 3.8} <= set(figure.reached)
        assert {name for name, gap in gaps.items() if gap > 4.2}.isdisjoint(figure.reached)


def test_an_unsure_figure_reaches_nobody(camera: TableCamera) -> None:
    observed = camera.last_observation()
    assert observed.plane is not None
    doubtful = [TrackedFigure(one.name, one.base, one.start, sure=False) for one in observed.figures]
    figures = figures_on_table(doubtful, UNITS, observed.plane)
    assert {(one.reached, one.words) for one in figures} == {((), "Name it once; the camera follows it.")}


def test_the_camera_looks_while_somebody_watches(camera: TableCamera, monkeypatch: Any) -> None:
    now, looks = [100.0], list[float]()
    monkeypatch.setattr(camera, "in_background", lambda *_: looks.append(now[0]))
    live = LiveTable(lambda: now[0])
    for _ in range(3):
        live.look(camera)
        now[0] += LOOK_SECONDS / 2
    assert looks == [100.0, 100.0 + LOOK_SECONDS]
    live.look(None)
    assert live.figures(None, 1, lambda: ()) == ()
