"""`companion measure` as somebody types it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.boards import board_file
from calibration.profile import write_profile
from companion.cli import main
from tests.calibration.test_plane import MIDDLE, corners, seen
from tests.calibration.test_profile import CAMERA, whole_profile
from tests.tabletop import Camera, worn
from tests.vision.tape.rulers import PER_INCH, drawn_ruler

VIEW = Camera(tilt=30, turn=15, distance=16, look_at=MIDDLE)


def pixel(x: float, y: float, camera: Camera = VIEW) -> str:
    across, down = camera.project(np.array([[x, y]]))[0]
    return f"{across:.3f},{down:.3f}"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A photo of the corners sheet, and its board file."""
    folder = tmp_path_factory.mktemp("table")
    cv2.imwrite(str(folder / "table.png"), seen(VIEW))
    (folder / "board.toml").write_text(board_file(corners()[1]))
    return str(folder / "table.png"), str(folder / "board.toml")


def test_one_distance_as_json(table: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    image, board = table
    where = ["--from", pixel(1, 4), "--to", pixel(5, 7)]
    assert main(["measure", image, "--board", board, *where, "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["verdict"] == "measured"
    assert line["inches"] == pytest.approx(5.0, abs=0.01)
    assert line["centimetres"] == pytest.approx(line["inches"] * 2.54, abs=1e-4)
    assert 0 < line["error_inches"] < 0.05
    assert line["error_centimetres"] == pytest.approx(line["error_inches"] * 2.54, abs=1e-4)
    assert (line["markers"], line["words"]) == (4, "5 in")


def test_several_distances_are_one_line_each(
    table: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    image, board = table
    where = ["--from", pixel(1, 4), "--to", pixel(5, 7), "--from", pixel(0, 5), "--to", pixel(2, 5)]
    assert main(["measure", image, "--board", board, *where, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["inches"] for line in lines] == pytest.approx([5.0, 2.0], abs=0.01)


def test_for_people(table: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    image, board = table
    assert main(["measure", image, "--board", board, "--from", pixel(1, 4), "--to", pixel(5, 7)]) == 0
    assert ": 5 in (" in capsys.readouterr().out


def test_pixels_snap_to_a_markers_corner(table: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """Whole pixels beside two corners 1 3/4 inches apart, and the same without snapping."""
    image, board = table
    rough = [",".join(str(round(float(side))) for side in pixel(x, 0).split(",")) for x in (0, 1.75)]
    answers = []
    for more in ([], ["--no-snap"]):
        main(["measure", image, "--board", board, "--from", rough[0], "--to", rough[1], "--json", *more])
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0]["inches"] == pytest.approx(1.75, abs=0.005)
    assert answers[1]["from"] == [float(side) for side in rough[0].split(",")]
    assert answers[0]["error_inches"] < answers[1]["error_inches"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--from", "1,2", "--to", "3,4"], 2, "say what to measure by"),
        (["--board", "B", "--tape", "--from", "1,2", "--to", "3,4"], 2, "either --board or --tape"),
        (["--board", "B", "--from", "1,2"], 2, "in pairs; there are 1 and 0"),
        (["--board", "B"], 2, "in pairs; there are 0 and 0"),
        (["--tape", "--graduation", "furlong", "--from", "1,2", "--to", "3,4"], 2, "'furlong' is not known"),
        (
            ["--board", "nowhere.toml", "--from", "1,2", "--to", "3,4"],
            1,
            "There is no file nowhere.toml",
        ),
        (["--profile", "nowhere.toml", "--from", "1,2", "--to", "3,4"], 1, "There is no file"),
        (["--board", "B", "--from", "1,2", "--to", "9000,4"], 1, "outside the picture"),
        (["--board", "B", "--from", "1,2", "--to", "3,4", "--height", "1"], 1, "calibrated lens"),
    ],
)
def test_refusals_say_why(
    table: tuple[str, str], words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    image, board = table
    assert main(["measure", image, *(board if word == "B" else word for word in words)]) == code
    assert message in capsys.readouterr().err


def test_a_pixel_must_be_two_numbers(table: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["measure", table[0], "--tape", "--from", "12", "--to", "3,4"])
    assert stopped.value.code == 2
    assert "'12' is no point" in capsys.readouterr().err


def test_no_board_in_view_is_refused_in_json_too(
    table: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((480, 640, 3), 120, np.uint8))
    words = [
        "measure",
        str(tmp_path / "empty.png"),
        "--board",
        table[1],
        "--from",
        "1,2",
        "--to",
        "3,4",
        "--json",
    ]
    assert main(words) == 1
    told = capsys.readouterr()
    assert "No marker of the corners sheet" in json.loads(told.out)["error"]
    assert "No marker of the corners sheet" in told.err


def test_a_profile_measures_without_a_board_in_view(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_profile(tmp_path / "profile.toml", whole_profile())
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((960, 1280, 3), 120, np.uint8))
    tops = [
        ",".join(f"{side:.3f}" for side in top)
        for top in CAMERA.project(np.array([[1.0, 2.0], [4.0, 6.0]]), 0.75)
    ]
    words = ["--from", tops[0], "--to", tops[1], "--height", "0.75", "--json"]
    assert (
        main(["measure", str(tmp_path / "bare.png"), "--profile", str(tmp_path / "profile.toml"), *words])
        == 0
    )
    line = json.loads(capsys.readouterr().out)
    assert line["inches"] == pytest.approx(5.0, abs=0.02)
    assert line["lens"] == "calibrated"


@pytest.mark.every(2)
@pytest.mark.parametrize("distance", [9.0, 60.0], ids=["near", "too far"])
def test_a_tape(tmp_path: Path, distance: float, capsys: pytest.CaptureFixture[str]) -> None:
    camera = Camera((1280, 720), 1000, 10, 0, distance, (4.5, 0.4))
    cv2.imwrite(
        str(tmp_path / "tape.png"), worn(camera.photograph(drawn_ruler("1/8 in", 9), PER_INCH, ground=110))
    )
    where = ["--from", pixel(2, 0.06, camera), "--to", pixel(6, 0.06, camera)]
    assert main(["measure", str(tmp_path / "tape.png"), "--tape", *where, "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    if distance == 9.0:
        assert (line["verdict"], line["graduation"], line["reasons"]) == ("measured", "1/8 in", [])
        assert line["inches"] == pytest.approx(4.0, abs=1 / 16)
    else:
        assert (line["verdict"], line["inches"], line["centimetres"]) == ("unsure", None, None)
        assert line["reasons"]


def test_one_bad_pair_does_not_spoil_the_others(
    table: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    image, board = table
    good = ["--from", pixel(1, 2, VIEW), "--to", pixel(4, 6, VIEW)]
    bad = ["--from", "1,2", "--to", "9000,4"]
    assert main(["measure", image, "--board", board, *bad, *good, "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert "outside the picture" in lines[0]["error"]
    assert lines[1]["inches"] == pytest.approx(5.0, abs=0.02)


@pytest.mark.long
def test_a_pair_off_the_tape_does_not_spoil_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = Camera((1280, 720), 1000, 10, 0, 9, (4.5, 0.4))
    cv2.imwrite(
        str(tmp_path / "tape.png"), worn(camera.photograph(drawn_ruler("1/8 in", 9), PER_INCH, ground=110))
    )
    good = ["--from", pixel(2, 0.06, camera), "--to", pixel(6, 0.06, camera)]
    bad = ["--from", "20,20", "--to", "40,700"]
    assert main(["measure", str(tmp_path / "tape.png"), "--tape", *bad, *good, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["verdict"] for line in lines] == ["unsure", "measured"]
    assert lines[1]["inches"] == pytest.approx(4.0, abs=1 / 32)
