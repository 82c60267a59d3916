"""`companion calibrate` with pictures in place of a camera."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile import read_profile
from companion.cli import main
from companion.rendering import render_scene, tray_scene
from tests.calibration.test_plane import MIDDLE, seen
from tests.calibration.test_steps import lens_pictures, tray_pictures
from tests.tabletop import Camera, Picture
from tests.vision.symbol_dice import blue, picture_of, red

CAMERA = Camera(tilt=30, turn=10, distance=17, look_at=MIDDLE)


def folder_of(path: Path, pictures: list[Picture] | tuple[Picture, ...]) -> str:
    path.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(path / f"{number}.png"), picture)
    return str(path)


def calibrated(tmp_path: Path, *words: str) -> list[str]:
    return ["calibrate", *words, "--profile", str(tmp_path / "profile.toml"), "--json"]


@pytest.mark.slow
def test_the_lens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = folder_of(tmp_path / "views", lens_pictures())
    drawn = tmp_path / "found.png"
    assert main(calibrated(tmp_path, "lens", "--source", source, "--picture", str(drawn))) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["good"] is True
    assert f"view {len(lens_pictures())}: " in told.err
    assert cv2.imread(str(drawn)).shape == lens_pictures()[0].shape
    assert read_profile(tmp_path / "profile.toml").lens.views == len(lens_pictures())


@pytest.mark.long
def test_table_tray_and_a_moved_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    still = folder_of(tmp_path / "table", [seen(CAMERA), seen(CAMERA, noise=3.0)])
    assert main(calibrated(tmp_path, "table", "--source", still)) == 0
    assert main(calibrated(tmp_path, "tray", "--source", folder_of(tmp_path / "tray", tray_pictures()))) == 0
    profile = read_profile(tmp_path / "profile.toml")
    assert sorted(profile.table.pixels) == [40, 41, 42, 43]
    assert len(profile.tray.corners) == 4
    assert main(calibrated(tmp_path, "check", "--source", still)) == 0
    pushed = seen(Camera(tilt=30, turn=10, distance=17, look_at=(MIDDLE[0] + 0.2, MIDDLE[1])))
    capsys.readouterr()
    assert main(calibrated(tmp_path, "check", "--source", folder_of(tmp_path / "pushed", [pushed]))) == 1
    assert "The camera was moved" in json.loads(capsys.readouterr().out)["sentence"]


def test_a_step_that_must_be_done_again_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = folder_of(tmp_path / "empty", [np.full((480, 640, 3), 120, np.uint8)])
    assert main(calibrated(tmp_path, "table", "--source", source)) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["good"], told["step"]) == (False, "table")
    assert not (tmp_path / "profile.toml").exists()


def test_the_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance = np.random.default_rng(4)
    scene = tray_scene([(3, "red"), (5, "white"), (2, "red")], chance, size=(640, 480), table_seed=5)
    source = folder_of(tmp_path / "dice", [render_scene(scene, chance).picture])
    code = main(calibrated(tmp_path, "dice", "--source", source))
    told = json.loads(capsys.readouterr().out)
    assert code == 0, told
    assert {die.name for die in read_profile(tmp_path / "profile.toml").dice} == {"red", "white"}
    assert "2 red" in told["sentence"]


def test_a_source_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(calibrated(tmp_path, "table", "--source", "nowhere")) == 1
    assert "no file and no camera" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--corners=10,20 here", "'here' is no point"),
        ("--corners=10,20 nan,30 40,50", "'nan,30' is no point"),
        ("--frames=0", "'0' is no whole number from 1 up"),
        ("--die=nan", "'nan' is no number above 0"),
    ],
)
def test_a_wrong_word_is_named(option: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", "tray", option])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_the_tray_by_its_corners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = folder_of(tmp_path / "tray", [np.full((480, 640, 3), 120, np.uint8)])
    assert main(["calibrate", "tray", "--source", source, "--corners", "1,2"]) == 1
    assert capsys.readouterr().out.endswith("or tap its corners.\n")
    assert main(calibrated(tmp_path, "tray", "--source", source, "--corners", "64,48 576,48 576,432")) == 0
    assert np.allclose(
        read_profile(tmp_path / "profile.toml").tray.corners, [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9)]
    )


def taught(tmp_path: Path, *words: str) -> list[str]:
    return calibrated(tmp_path, "faces", *words)


def test_faces_are_taught_listed_shared_and_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = folder_of(tmp_path / "hits", [picture_of([red(6)]), picture_of([red(6, 20, 10, 40)])])
    words = ["--dice", "Red ones", "--face", "2 hits"]
    assert main(taught(tmp_path, *words, "--source", source)) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["face"], told["shown"], told["known"], told["colours"]) == (1, 2, [1], ["red"])
    file = Path(told["profile"])
    assert file == tmp_path / "faces" / "red-ones.json"
    # the same pictures under another name
    assert main(taught(tmp_path, "--dice", "Red ones", "--face", "2=1 hit", "--source", source)) == 1
    assert "looks like 2 hits" in json.loads(capsys.readouterr().out)["sentence"]
    # listed, and drawn
    assert main(taught(tmp_path, "--list")) == 0
    (listed,) = json.loads(capsys.readouterr().out)["dice"]
    assert listed["faces"] == [{"face": 1, "title": "2 hits", "shown": 2}]
    drawn = tmp_path / "sheet.png"
    assert main(taught(tmp_path, "--dice", "red ones", "--picture", str(drawn))) == 0
    assert cv2.imread(str(drawn)).shape == (96, 192, 3)
    # taken from a friend, where it is known already only on purpose
    shared = file.rename(tmp_path / "shared.json")
    assert main(taught(tmp_path, "--take", str(shared))) == 0
    assert main(taught(tmp_path, "--take", str(shared))) == 1
    assert "add --replace" in capsys.readouterr().err
    assert main(taught(tmp_path, "--take", str(shared), "--replace")) == 0
    # one face forgotten, then all
    other = folder_of(tmp_path / "other", [picture_of([blue(1)])])
    assert main(taught(tmp_path, "--dice", "Red ones", "--face", "1=1 block", "--source", other)) == 1
    assert "is '2 hits' already" in capsys.readouterr().err
    assert (
        main(taught(tmp_path, "--dice", "Red ones", "--face", "1=1 block", "--source", other, "--replace"))
        == 0
    )
    assert main(taught(tmp_path, "--dice", "Red ones", "--replace")) == 0
    assert not file.exists()


WRONG = [
    (["--source", "nowhere"], "Which dice?"),
    (["--dice", "?!", "--list"], ""),
    (["--dice", "?!", "--face", "1", "--source", "nowhere"], "use a name with letters"),
    (["--dice", "mine", "--face", "7", "--source", "nowhere"], "No die has a face '7'"),
    (["--dice", "mine"], "are not known"),
    (["--take", "no-such.json"], "cannot be read"),
]


@pytest.mark.parametrize(("words", "message"), WRONG)
def test_faces_that_cannot_be_taught(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert main(taught(tmp_path, *words)) == (1 if message else 0)
    assert message in capsys.readouterr().err


def test_a_broken_file_of_dice_is_named_in_the_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces" / "spilt.json").write_text("coffee")
    assert main(taught(tmp_path, "--list")) == 1
    (problem,) = json.loads(capsys.readouterr().out)["troubles"]
    assert "spilt.json" in problem and "show the faces again" in problem
