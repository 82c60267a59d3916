"""Who stands where survives a restart, for the same game on the same calibrated table."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from math import dist
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from companion.app.camera.kept_table import FILE, POINTS, KeptTable, points_of, read_kept_table
from companion.app.camera.table_camera import TableCamera
from companion.tools.demonstrations.simulated_table import PIECES, SimulatedTable
from companion.vision.miniatures.figures import AT_REST, TrackedFigure

MOVED = (4.2, 8.6)
GAME = "7-abc"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[SimulatedTable, Path]:
    """A calibrated table whose figures were all named, and the folder of it; then the power is cut."""
    table, folder = SimulatedTable(PIECES), tmp_path_factory.mktemp("evening")
    table.calibrated(folder / "profile.toml")
    made = camera(table, folder)
    bases = made.observe().miniatures
    for number, piece in enumerate(PIECES):
        made.name_figure(str(number), next(base for base in bases if dist(base.centre, piece.at) < 0.2))
    looked(made)
    return table, folder


@pytest.fixture
def folder(evening: tuple[SimulatedTable, Path], tmp_path: Path) -> Path:
    """What was on disk then."""
    return Path(shutil.copytree(evening[1], tmp_path, dirs_exist_ok=True))


@pytest.fixture
def table(evening: tuple[SimulatedTable, Path]) -> Iterator[SimulatedTable]:
    """The table as it was left."""
    yield evening[0]
    evening[0].put(PIECES)


def camera(table: SimulatedTable, folder: Path, game: str = GAME) -> TableCamera:
    """A program that has just started, at a game."""

    def newest() -> object:
        frame = table.next_frame()
        assert frame is not None
        return frame.picture

    made = TableCamera("felt", newest, folder / "profile.toml")  # type: ignore[arg-type]  # a picture
    made.play(game)
    return made


def at(camera: TableCamera, place: tuple[float, float]) -> str:
    """The name at a place; with a question mark where it is asked, empty where nobody knows."""
    (figure,) = [one for one in camera.figures if one.seen and dist(one.centre, place) < 0.2]
    return figure.name if figure.sure else f"{figure.name}?"


def looked(made: TableCamera) -> TableCamera:
    for _ in range(2):  # a base lies still once it was seen twice
        made.observe()
    return made


def move_one(table: SimulatedTable) -> None:
    table.put([replace(piece, at=MOVED) if piece is PIECES[1] else piece for piece in PIECES])


@pytest.mark.slow
def test_names_come_back_and_who_moved_meanwhile_is_asked(table: SimulatedTable, folder: Path) -> None:
    again = looked(camera(table, folder))
    assert [at(again, piece.at) for piece in PIECES] == [str(number) for number in range(len(PIECES))]
    move_one(table)
    third = looked(camera(table, folder))
    assert at(third, MOVED) == ""
    assert [figure.name for figure in third.figures if not figure.sure] == ["1"]
    others = [number for number in range(len(PIECES)) if number != 1]
    assert [at(third, PIECES[number].at) for number in others] == [str(number) for number in others]


@pytest.mark.long
def test_a_move_that_was_seen_is_kept_with_its_inches(table: SimulatedTable, folder: Path) -> None:
    first = looked(camera(table, folder))
    written = (folder / FILE).read_bytes()
    looked(first)
    assert (folder / FILE).read_bytes() == written, "nothing moved, nothing is written"
    move_one(table)
    looked(first)
    (figure,) = [figure for figure in camera(table, folder).figures if figure.name == "1"]
    assert dist(figure.centre, MOVED) < 0.2
    assert figure.moved == pytest.approx(dist(MOVED, PIECES[1].at), abs=0.1)


@pytest.mark.slow
def test_terrain_and_where_a_barrel_points_come_back_and_a_moved_one_is_asked(
    table: SimulatedTable, folder: Path
) -> None:
    first = looked(camera(table, folder))
    area = ((7.0, 5.0), (8.0, 5.0), (8.0, 8.0))
    first.trace(area)
    first.point_barrel("1", 30.0, 4)
    again = looked(camera(table, folder))
    told = {figure.name: (figure.barrel, figure.laid) for figure in again.figures}
    assert (again.terrain, told["1"], told["2"]) == ((area,), (30.0, 4), (None, 0))
    move_one(table)
    assert {figure.name: figure.barrel for figure in looked(again).figures}["1"] is None
    again.remove_terrain(area)
    assert camera(table, folder).terrain == ()


def test_names_are_of_one_game(table: SimulatedTable, folder: Path) -> None:
    made = camera(table, folder, "8-def")
    assert made.figures == ()
    made.play(GAME)
    assert len(made.figures) == len(PIECES)
    made.play("8-def")
    assert made.figures == ()


def test_another_calibration_asks_all_names_again(table: SimulatedTable, folder: Path) -> None:
    assert camera(table, folder).figures
    SimulatedTable((), tilt=27.0).calibrated(folder / "profile.toml")
    assert camera(table, folder).figures == ()


@pytest.mark.parametrize("damage", ["", "{", '{"game": 7}', "\x00" * 40])
def test_a_damaged_file_asks_again(tmp_path: Path, damage: str) -> None:
    (tmp_path / FILE).write_text(damage)
    assert read_kept_table(tmp_path / FILE) is None


def test_a_file_without_what_came_later_is_read(tmp_path: Path) -> None:
    """As the first version wrote it."""
    figure = '{"name": "a", "centre": [1, 2], "radius": 0.5, "colour": [1, 2, 3], "start": [1, 2]}'
    (tmp_path / FILE).write_text(f'{{"game": "{GAME}", "points": [[1, 2]], "figures": [{figure}]}}')
    found = read_kept_table(tmp_path / FILE)
    assert found is not None
    assert found.figures == (TrackedFigure("a", (1.0, 2.0), 0.5, (1, 2, 3), (1.0, 2.0)),)


def standing(name: str = "a", at: tuple[float, float] = (4.0, 5.0), **told: Any) -> TrackedFigure:
    return TrackedFigure(name, at, 0.5, (10, 20, 30), at, **told)


LEFT = KeptTable(GAME, ((1.0, 2.0),), (standing(), standing("b", (9.0, 9.0))), (((0.0, 0.0),),))


@pytest.mark.parametrize(
    ("now", "same"),
    [
        (LEFT, True),
        (None, False),
        (structs.replace(LEFT, game="8-abc"), False),
        (structs.replace(LEFT, game="6-abc"), False),
        (structs.replace(LEFT, points=((1.0, 2.01),)), False),
        (structs.replace(LEFT, points=((1.0, 1.99),)), False),
        (structs.replace(LEFT, terrain=()), False),
        (structs.replace(LEFT, figures=LEFT.figures[:1]), False),
        (structs.replace(LEFT, figures=(*LEFT.figures, standing("c"))), False),
        (structs.replace(LEFT, figures=(standing(), standing("c", (9.0, 9.0)))), False),
        (structs.replace(LEFT, figures=(standing(sure=False), LEFT.figures[1])), False),
        # what the camera sees anew of a figure that lies where it lay
        (
            structs.replace(
                LEFT, figures=(structs.replace(standing(), radius=0.6, colour=(9, 9, 9)), LEFT.figures[1])
            ),
            True,
        ),
        (
            structs.replace(
                LEFT,
                figures=(structs.replace(standing(), centre=(4.0, 5.0 + 0.99 * AT_REST)), LEFT.figures[1]),
            ),
            True,
        ),
        (
            structs.replace(
                LEFT,
                figures=(structs.replace(standing(), centre=(4.0, 5.0 + 1.01 * AT_REST)), LEFT.figures[1]),
            ),
            False,
        ),
    ],
)
def test_only_what_has_changed_is_written(now: KeptTable | None, same: bool) -> None:
    assert LEFT.same(now) is same
    assert now is None or now.same(LEFT) is same


@pytest.mark.parametrize(
    ("off", "fits"), [(0.0, True), (0.49, True), (-0.49, True), (0.51, False), (-0.51, False)]
)
@pytest.mark.parametrize("which", range(3))
def test_it_fits_the_table_as_it_was_calibrated_to_half_a_pixel(off: float, fits: bool, which: int) -> None:
    plane: Any = SimpleNamespace(to_pixels=lambda points: 10 * np.asarray(points) + 3)
    points = list(points_of(plane))
    assert points[which] == (
        pytest.approx(10 * POINTS[which][0] + 3),
        pytest.approx(10 * POINTS[which][1] + 3),
    )
    points[which] = (points[which][0], points[which][1] + off)
    assert KeptTable(GAME, tuple(points)).fits(plane) is fits
    for count in range(3):
        assert not KeptTable(GAME, tuple(points)[:count]).fits(plane), "the file is damaged"
