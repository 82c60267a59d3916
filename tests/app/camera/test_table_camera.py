"""The camera over the table: calibrated, moved, never calibrated, without a picture; what it keeps."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from calibration.profile import Profile, read_profile, write_profile
from companion.app.camera import table_camera
from companion.app.camera.kept_table import FILE
from companion.app.camera.table_camera import TableCamera
from companion.errors import CameraUnavailable, Unmeasurable
from companion.vision.miniatures.detection import Miniature

BASE, OTHER = Miniature((9.0, 6.0), 0.5, (200, 10, 10)), Miniature((2.0, 3.0), 0.5, (10, 10, 200))
AREA = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0))


@pytest.fixture(scope="module")
def table() -> Any:
    from companion.tools.demonstrations.simulated_table import SimulatedTable, TablePiece

    return SimulatedTable([TablePiece("blue", (9.0, 6.0))])


def camera(table: Any, file: Path) -> TableCamera:
    return TableCamera("felt", lambda: table.next_frame().picture, file)


def test_a_calibrated_table_is_measured_and_shows_what_stands_on_it(table: Any, tmp_path: Path) -> None:
    table.calibrated(tmp_path / "profile.toml")
    seeing = camera(table, tmp_path / "profile.toml")
    assert seeing.last_observation().plane is not None, "measuring begins at once"
    look = seeing.observe()
    assert (look.text, look.moved) == ("", False)
    assert [tuple(round(part, 1) for part in one.centre) for one in look.miniatures] == [(9.0, 6.0)]


def test_a_moved_camera_is_noticed_and_follows_the_markers(table: Any, tmp_path: Path) -> None:
    from companion.tools.demonstrations.simulated_table import SimulatedTable

    SimulatedTable((), tilt=27.0).calibrated(tmp_path / "profile.toml")
    look = camera(table, tmp_path / "profile.toml").observe()
    assert look.moved
    assert "moved" in look.text
    assert look.plane is not None
    x, y = look.plane.to_inches(table.where([(9.0, 6.0)]))[0]
    assert (x, y) == pytest.approx((9.0, 6.0), abs=0.03)


def test_without_calibration_it_says_what_to_do(table: Any, tmp_path: Path) -> None:
    look = camera(table, tmp_path / "profile.toml").observe()
    assert look.plane is None
    assert "four table markers" in look.text


def test_a_broken_profile_is_said_and_not_believed(table: Any, tmp_path: Path) -> None:
    (tmp_path / "profile.toml").write_text("version = 99\n")
    seeing = camera(table, tmp_path / "profile.toml")
    assert seeing.profile is None
    assert "calibrate again" in seeing.observe().text


def test_a_camera_without_a_picture_says_so(tmp_path: Path) -> None:
    assert "no picture" in TableCamera("none", lambda: None, tmp_path / "profile.toml").observe().text


def test_what_a_step_has_found_is_kept_beside_what_was_known(table: Any, tmp_path: Path) -> None:
    from calibration.profile import DieColour

    table.calibrated(tmp_path / "profile.toml")
    camera(table, tmp_path / "profile.toml").keep(dice=(DieColour("red", (20.0, 20.0, 190.0)),))
    kept = read_profile(tmp_path / "profile.toml")
    assert kept.table is not None
    assert [die.name for die in kept.dice] == ["red"]


@pytest.fixture(scope="module")
def calibrated(table: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[Profile, Any]:
    """A calibrated table whose pictures are small, and its plane."""
    profile = table.calibrated(tmp_path_factory.mktemp("calibrated") / "profile.toml")
    small = replace(profile.table, picture=np.zeros((48, 64, 3), np.uint8))
    return replace(profile, size=(64, 48), table=small), profile.plane_for(profile.size)


@pytest.fixture
def folder(calibrated: tuple[Profile, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Its folder; the plane, which takes long to find, is known."""
    write_profile(tmp_path / "profile.toml", calibrated[0])
    monkeypatch.setattr(Profile, "plane_for", lambda *_: calibrated[1])
    return tmp_path


SMALL = np.zeros((48, 64, 3), np.uint8)


def started(folder: Path, game: str = "1-a", picture: Any = None) -> TableCamera:
    """The camera of a program that has just started, at a game."""
    made = TableCamera("felt", lambda: picture, folder / "profile.toml")
    made.play(game)
    return made


TOLD: list[tuple[Callable[[TableCamera], Any], list[str], int]] = [
    (lambda camera: camera.name_figure("A", BASE), ["A"], 0),
    (lambda camera: camera.trace(AREA), [], 1),
    (lambda camera: camera.trace(AREA[::-1]), ["A", "B"], 2),
    (lambda camera: camera.remove_terrain(AREA), ["A", "B"], 0),
    (lambda camera: camera.keep_figures(["B"]), ["B"], 1),
    (lambda camera: camera.keep_figures([]), [], 1),
]


@pytest.mark.parametrize("number", range(len(TOLD)))
def test_what_the_camera_is_told_comes_back_after_a_restart(folder: Path, number: int) -> None:
    """Names of this game only; what was traced is there in any game."""
    tell, names, areas = TOLD[number]
    first = started(folder)
    if number > 1:
        first.name_figure("A", BASE)
        first.name_figure("B", OTHER)
        first.trace(AREA)
    tell(first)
    assert sorted(figure.name for figure in first.figures if figure.name) == names
    first.play("1-a")
    assert sorted(figure.name for figure in first.figures if figure.name) == names, "the same game goes on"
    for game, back in (("1-a", names), ("2-b", [])):
        again = started(folder, game)
        assert sorted(figure.name for figure in again.figures) == back
        assert (again.terrain, len(again.terrain)) == (first.terrain, areas)
    first.play("2-b")
    assert not first.figures and len(first.terrain) == areas


def test_nothing_is_kept_of_an_empty_table_or_one_that_was_never_calibrated(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    started(folder).keep_figures(["A"])
    started(elsewhere).trace(AREA)
    assert not (folder / FILE).exists() and not (elsewhere / FILE).exists()
    assert started(elsewhere).terrain == ()


def test_distances_and_barrels_are_kept_too(folder: Path) -> None:
    first = started(folder)
    first.name_figure("A", BASE)
    first.point_barrel("A", 30.0, 2)
    first._tracker.restore([structs.replace(figure, start=(1.0, 1.0)) for figure in first.figures])
    assert first.figures[0].moved > 1
    first.count_from_here("A")
    (back,) = started(folder).figures
    assert (back.barrel, back.laid, back.moved) == (30.0, 2, 0)


@pytest.mark.parametrize(
    ("shape", "stays"), [((48, 64, 3), True), ((48, 66, 3), False), ((64, 48, 3), False)]
)
def test_what_was_known_of_pictures_of_another_size_goes(
    folder: Path, shape: tuple[int, ...], stays: bool
) -> None:
    made = started(folder, picture=np.zeros(shape, np.uint8))
    made.problem = "It is broken"
    made.keep(dice=())
    kept = read_profile(folder / "profile.toml")
    assert (kept.table is not None) == stays == (made.last_observation().plane is not None)
    assert made.profile is not None and made.profile.size == kept.size == shape[1::-1]
    assert (made.profile.camera == "felt", made.problem) == (not stays, "")


def test_what_a_camera_without_a_picture_has_found_replaces_nothing(folder: Path) -> None:
    """The size of its picture was written as 0 x 0, and nobody could read the profile any more."""
    with pytest.raises(CameraUnavailable, match="no picture"):
        started(folder).keep(dice=())
    assert read_profile(folder / "profile.toml").table is not None


@pytest.mark.expects_errors
def test_slow_work_is_done_one_piece_at_a_time(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """On a thread of its own; what fails is logged, and the next is begun."""
    made, go_on, found = started(tmp_path), threading.Event(), []

    def done(result: Any) -> None:
        found.append((result, threading.current_thread() is not threading.main_thread()))

    def ended() -> None:
        for thread in threading.enumerate():
            if thread.name == "table observation":
                thread.join(5)

    assert made.in_background(lambda: go_on.wait(5), done)
    assert not made.in_background(lambda: 2, done), "other work is running"
    go_on.set()
    ended()
    assert made.in_background(lambda: 1 // 0, done)
    ended()
    assert made.in_background(lambda: 3, done)
    ended()
    assert found == [(True, True), (3, True)]
    assert [record.message for record in caplog.records] == ["the table could not be observed"]


def look_of(
    monkeypatch: pytest.MonkeyPatch, *, moved: bool = False, found: Any = None, error: str = ""
) -> None:
    """Let the camera have moved or not, and a look find one miniature."""

    def shift(*_: Any) -> Any:
        if error:
            raise Unmeasurable(error)
        return SimpleNamespace(moved=moved, sentence="It moved by 9 pixels")

    look = SimpleNamespace(miniatures=(BASE,), hand=False)
    monkeypatch.setattr(table_camera, "measure_camera_shift", shift)
    monkeypatch.setattr(table_camera, "look_at_table", lambda *_: look)
    monkeypatch.setattr(table_camera, "calibrate_table", lambda *_: SimpleNamespace(plane=found, good=True))


@pytest.mark.parametrize(
    ("facts", "text", "miniatures"),
    [
        ({}, "", 1),
        ({"moved": True}, "It moved by 9 pixels.", 0),
        (
            {"moved": True, "found": "markers"},
            "The camera was moved. Markers still measure; tap figures in.",
            0,
        ),
        ({"error": "No markers"}, "No markers", 0),
    ],
)
def test_what_is_told_of_a_calibrated_table(
    monkeypatch: pytest.MonkeyPatch, folder: Path, facts: dict[str, Any], text: str, miniatures: int
) -> None:
    made = started(folder, picture=SMALL)
    made.name_figure("A", BASE)
    made.trace(AREA)
    look_of(monkeypatch, **facts)
    look = made.observe()
    assert (str(look.text), look.moved) == (text, facts.get("moved", False))
    assert (look.plane == facts.get("found")) == bool(text)
    assert len(look.miniatures) == len(look.figures) == len(look.terrain) == miniatures
    assert made.last_observation() is look


@pytest.mark.parametrize("shape", [None, (48, 66, 3)])
def test_without_a_picture_of_the_empty_table_only_distances_are_measured(
    monkeypatch: pytest.MonkeyPatch, folder: Path, calibrated: tuple[Profile, Any], shape: Any
) -> None:
    """Nor with one of another size."""
    assert calibrated[0].table is not None
    known = replace(calibrated[0].table, picture=None if shape is None else np.zeros(shape, np.uint8))
    write_profile(folder / "profile.toml", replace(calibrated[0], table=known))
    look_of(monkeypatch)
    look = started(folder, picture=SMALL).observe()
    assert look.plane is not None and (look.miniatures, look.text) == ((), "")


def test_the_sheet_that_fits_best_measures_where_nothing_is_calibrated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of the sizes of paper; one that is not good counts as little as one that is not found."""
    made = started(tmp_path, picture=SMALL)
    assert made.last_observation().plane is None and "Looking for" in made.last_observation().text

    def results(*found: Any) -> None:
        each = iter(found)

        def calibrate(*_: Any) -> Any:
            good, error = next(each)
            plane = None if error is None else SimpleNamespace(reprojection_error=error)
            return SimpleNamespace(good=good, plane=plane)

        monkeypatch.setattr(table_camera, "calibrate_table", calibrate)

    for best, *found in (
        (0.2, (True, 0.3), (True, 0.2)),
        (0.3, (True, 0.3), (False, 0.2)),
        (0.4, (True, None), (True, 0.4)),
    ):
        results(*found)
        plane = made.observe().plane
        assert plane is not None and plane.reprojection_error == best
    results((True, None), (False, 0.1))
    look = made.observe()
    assert look.plane is None and "four table markers" in look.text
