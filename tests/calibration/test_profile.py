"""The profile: kept, read again, checked; and a camera that was moved."""

import datetime
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board_detection import detect_markers
from calibration.camera_shift import measure_camera_shift
from calibration.lens import Lens
from calibration.profile import (
    DieColour,
    MarkerObservation,
    Profile,
    TrayObservation,
    profile_path,
    read_profile,
    write_profile,
)
from companion.errors import BrokenProfile, Unmeasurable
from tests.calibration.test_plane import MIDDLE, corners, seen
from tests.tabletop import Camera

CAMERA = Camera(tilt=30, turn=10, distance=17, look_at=MIDDLE)


def whole_profile() -> Profile:
    picture = seen(CAMERA)
    board = corners()[1]
    return Profile(
        camera='usb:"0"',
        size=CAMERA.size,
        made=datetime.datetime(2026, 1, 31, 20, 15),
        lens=Lens(CAMERA.size, CAMERA.matrix, np.zeros(5), 0.21, 12),
        table=MarkerObservation(board, detect_markers(picture, board.opencv_dictionary), picture),
        tray=TrayObservation(np.array([[0.1, 0.2], [0.9, 0.2], [0.5, 0.8]]), 0.04, picture[::4, ::4]),
        dice=(DieColour("red", (30.0, 25.5, 180.0)), DieColour("white", (230.0, 231.0, 229.0))),
    )


def test_the_middle_of_a_picture_is_the_middle_of_a_larger_one() -> None:
    """Pixels are counted at their centres: that of the whole lies half a pixel before half the width."""
    board, (width, height) = corners()[1], CAMERA.size
    number = min(board.markers)
    middle = np.full((4, 2), ((width - 1) / 2, (height - 1) / 2))
    large = MarkerObservation(board, {number: middle}).detection((3 * width, 3 * height), 3.0)
    assert large.pixels[0] == pytest.approx(((3 * width - 1) / 2, (3 * height - 1) / 2))


@pytest.fixture(scope="module")
def profile() -> Profile:
    return whole_profile()


@pytest.fixture
def written(profile: Profile, tmp_path: Path) -> Path:
    path = tmp_path / "profile.toml"
    write_profile(path, profile)
    return path


@pytest.fixture
def older(written: Path) -> Path:
    """The same profile as an earlier version wrote it."""
    written.write_bytes((Path(__file__).parent / "profiles" / "version-0.1.toml").read_bytes())
    return written


@pytest.mark.parametrize("file", ["written", "older"])
def test_what_was_written_is_read_again(profile: Profile, file: str, request: pytest.FixtureRequest) -> None:
    again = read_profile(request.getfixturevalue(file))
    assert (again.camera, again.size, again.made, again.dice) == (
        profile.camera, profile.size, profile.made, profile.dice,
    )  # fmt: skip
    assert np.allclose(again.lens.matrix, profile.lens.matrix)
    assert again.lens.views == 12
    assert np.allclose(again.tray.corners, profile.tray.corners)
    for one, other in (again.tray, profile.tray), (again.table, profile.table):
        assert one is not None and other is not None and one.picture is not None
        assert np.array_equal(one.picture, np.asarray(other.picture))
    place = np.array([[2.0, 3.0]])
    assert np.allclose(again.plane_for(CAMERA.size).to_inches(CAMERA.project(place)), place, atol=0.01)


def test_an_empty_profile_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "new" / "profile.toml"
    write_profile(path, Profile("picamera", (640, 480), datetime.datetime(2026, 1, 1)))
    profile = read_profile(path)
    assert (profile.lens, profile.table, profile.tray, profile.dice) == (None, None, None, ())
    with pytest.raises(Unmeasurable, match="no table plane"):
        profile.plane_for((640, 480))


def test_the_plane_is_known_in_pictures_of_another_resolution(profile: Profile) -> None:
    plane = profile.plane_for((640, 480))
    pixel = (CAMERA.project(np.array([[2.0, 3.0]])) + 0.5) / 2 - 0.5
    assert np.allclose(plane.to_inches(pixel), [[2.0, 3.0]], atol=0.01)
    with pytest.raises(Unmeasurable, match="of another shape"):
        profile.plane_for((1280, 720))


@pytest.mark.every(4)
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version = 1", "version = 2", "line 2: version is 2; this companion reads 1"),
        ("made = 2026-01-31T20:15:00", 'made = "yesterday"', "line 3: 'made' must be a date and time"),
        ("size = [1280, 960]", "size = [1280.5, 960]", "line 5: 'size' must be a whole number"),
        ("views = 12", "views = 0", "'views' is at least 1"),
        ("views = 12", "veiws = 12", "nothing here is called 'veiws'"),
        ("[0.0, 0.0, 1.0]", "[0.0, 1.0, 1.0]", "matrix is no camera matrix"),
        ("[1100.0, 0.0, ", "[0.0, 0.0, ", "matrix is no camera matrix"),
        ("[0.0, 1100.0, ", "[0.0, 0.0, ", "matrix is no camera matrix"),
        ("distortion = [0.0, ", "distortion = [", "'distortion' must be a list"),
        ("die_edge = 0.04", "die_edge = 2", "'die_edge' is less than 1"),
        ("[0.1, 0.2]", "[1.1, 0.2]", "corners must be three or more"),
        ("[0.1, 0.2]", "[-0.1, 0.2]", "corners must be three or more"),
        ("[0.9, 0.2], [0.5, 0.8]", "[0.9, 0.2]", "corners must be three or more"),
        ("[0.9, 0.2], [0.5, 0.8]", "[0.5, 0.2], [0.9, 0.2]", "corners lie on one line"),
        ("profile-tray.png", "../tray.png", "tray.picture is '../tray.png'; expected a file beside"),
        ("profile-table.png", "gone.png", "table.picture is 'gone.png', which is missing"),
        ("id = 41", "id = 40", ".id is 40, which another marker has already"),
        ('colour = "red"', "colour = 3", "'colour' must be text in quotes"),
        ('dictionary = "DICT_4X4_50"', 'dictionary = "ABC"', "dictionary is 'ABC'"),
        ("[[marker]]", "[[markers]]", "nothing here is called 'markers'"),
    ],
)
def test_a_damaged_profile_is_named_by_line_and_key(older: Path, old: str, new: str, message: str) -> None:
    text = older.read_text()
    assert old in text
    older.write_text(text.replace(old, new))
    with pytest.raises(BrokenProfile) as refusal:
        read_profile(older)
    assert message in str(refusal.value)
    assert re.search(r"line \d+", str(refusal.value))


def test_markers_that_contradict_each_other_are_refused(older: Path) -> None:
    text = older.read_text()
    pixels = re.findall(r"pixels = .*", text)
    older.write_text(
        text.replace(pixels[0], "pixels = [[0, 0], [9, 0], [9, 9], [0, 9]]").replace(pixels[1], pixels[0])
    )
    with pytest.raises(BrokenProfile, match="contradict each other"):
        read_profile(older)


def test_a_missing_profile(tmp_path: Path) -> None:
    with pytest.raises(BrokenProfile, match="There is no file"):
        read_profile(tmp_path / "profile.toml")


def test_a_power_cut_leaves_the_old_profile(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {file.name: file.read_bytes() for file in written.parent.iterdir()}
    dark = TrayObservation(
        np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9]]), None, np.zeros((48, 64, 3), np.uint8)
    )

    def power_cut(*_: object) -> None:
        raise OSError("the power went")

    monkeypatch.setattr(Path, "replace", power_cut)
    with pytest.raises(OSError, match="power"):
        write_profile(written, Profile("another", (64, 48), datetime.datetime(2026, 1, 1), tray=dark))
    assert {file.name: file.read_bytes() for file in written.parent.iterdir()} == before


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize(
    ("camera", "moved"),
    [
        (CAMERA, False),
        # Nudged by a tenth of an inch.
        (Camera(tilt=30, turn=10, distance=17, look_at=(MIDDLE[0] + 0.1, MIDDLE[1])), True),
        # Tipped by a degree about the middle of the sheet, if nothing shifts.
        (Camera(tilt=31, turn=10, distance=17, look_at=MIDDLE), True),
    ],
)
def test_a_moved_camera_is_noticed(profile: Profile, camera: Camera, moved: bool) -> None:
    shift = measure_camera_shift(profile, seen(camera, noise=3.0))
    assert shift.moved is moved
    assert ("moved" in shift.sentence) is moved


@pytest.mark.every(2)
@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_picture_of_another_size_shows_no_shift(profile: Profile, factor: float) -> None:
    """The centre of the first pixel is half a pixel from the picture's edge at every size."""
    picture = cv2.resize(seen(CAMERA), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    shift = measure_camera_shift(profile, np.asarray(picture, np.uint8))
    assert shift.pixels is not None and shift.pixels < 0.2
    assert not shift.moved


def test_one_marker_moved_by_hand_does_not_matter(profile: Profile) -> None:
    assert profile.table is not None
    picture = seen(CAMERA)
    number, pixels = next(iter(profile.table.pixels.items()))
    left, top = np.floor(pixels.min(axis=0)).astype(int) - 12
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 12
    cut = picture[top:bottom, left:right].copy()
    picture[top:bottom, left:right] = 245
    picture[top + 9 : bottom + 9, left + 9 : right + 9] = cut
    assert number in detect_markers(picture, profile.table.board.opencv_dictionary)
    shift = measure_camera_shift(profile, picture)
    assert shift.pixels is not None and shift.pixels < 0.5
    assert not shift.moved


def test_without_markers_in_view_nobody_can_tell(profile: Profile) -> None:
    shift = measure_camera_shift(profile, np.full((960, 1280, 3), 90, np.uint8))
    assert (shift.pixels, shift.moved) == (None, False)
    assert "Too few markers" in shift.sentence


def test_the_profile_lies_with_the_companions_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert profile_path() == tmp_path / "profile.toml"
    assert profile_path(tmp_path / "other") == tmp_path / "other" / "profile.toml"
