"""Files of any kind are read, or refused with a clear reason: never a crash."""

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.errors import NotAPicture
from companion.rendering import render_scene, tray_scene
from companion.vision.sources.picture_files import load_picture, load_picture_scaled


def roll() -> np.ndarray:
    random = np.random.default_rng(2)
    scene = tray_scene([(3, "red"), (5, "white")], random, size=(320, 240), edge_px=34.0)
    return render_scene(scene, random).picture


ROLL = roll()


def packed(ending: str, picture: np.ndarray = ROLL) -> bytes:
    return cv2.imencode(ending, picture)[1].tobytes()


READABLE = [
    ("roll.jpg", packed(".jpg")),
    ("roll.png", packed(".png")),
    ("roll.webp", packed(".webp")),
    ("roll.bmp", packed(".bmp")),
    ("roll.tiff", packed(".tiff")),
    ("roll.ppm", packed(".ppm")),
    # the ending lies, the content does not
    ("roll.gif", packed(".png")),
    # grey
    ("grey.png", packed(".png", ROLL[..., 0])),
    # 16 bits
    ("deep.png", packed(".png", ROLL.astype(np.uint16) * 257)),
    # 16 bits and grey
    ("deep-grey.png", packed(".png", ROLL[..., 1].astype(np.uint16) * 257)),
    # see-through
    ("alpha.png", packed(".png", np.dstack([ROLL, np.full(ROLL.shape[:2], 255, np.uint8)]))),
]


def animated(ending: str) -> bytes:
    """Two pictures in one file: the roll first, then nothing."""
    frames = cv2.Animation()
    frames.frames, frames.durations = [ROLL, np.zeros_like(ROLL)], [200, 200]
    return cv2.imencodeanimation(ending, frames)[1].tobytes()


READABLE += [(f"moving{ending}", animated(ending)) for ending in (".gif", ".webp", ".png")]


@pytest.mark.parametrize(("name", "content"), READABLE, ids=[name for name, _ in READABLE])
def test_pictures_of_any_kind_are_read(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    picture = load_picture(tmp_path / name)
    assert picture.shape == (240, 320, 3)
    assert picture.dtype == np.uint8
    assert abs(float(picture.mean()) - float(ROLL.mean())) < 25


def giant_png(wide: int, high: int) -> bytes:
    """A tiny file that announces a huge picture."""
    header = b"IHDR" + struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = (header, b"IDAT" + zlib.compress(b""), b"IEND")
    chunks = (struct.pack(">I", len(one) - 4) + one + struct.pack(">I", zlib.crc32(one)) for one in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


REFUSED = [
    ("empty.jpg", b"", "is empty"),
    ("text.jpg", b"these are not the dice you are looking for", "no picture"),
    ("cut.jpg", packed(".jpg")[:-900], "ends before its picture does"),
    ("cut.png", packed(".png")[:-900], "ends before its picture does"),
    ("tiny.png", packed(".png", ROLL[:10, :10]), "only 10 x 10 pixels"),
    ("thin.png", packed(".png", ROLL[:, :12]), "only 12 x 240 pixels"),
    ("giant.png", giant_png(60000, 60000), "too many"),
    ("noise.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4 + b"IEND", "no picture|decoded|too many"),
    ("sound.wav", b"RIFF\x00\x00\x00\x00WAVEfmt ", "no picture"),
]


@pytest.mark.parametrize(("name", "content", "message"), REFUSED, ids=[name for name, *_ in REFUSED])
def test_what_is_no_picture_is_refused(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(NotAPicture, match=message) as refusal:
        load_picture(tmp_path / name)
    assert name in str(refusal.value)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(NotAPicture, match=r"nowhere\.jpg cannot be opened"):
        load_picture(tmp_path / "nowhere.jpg")
    with pytest.raises(NotAPicture, match="is a folder"):
        load_picture(tmp_path)


def test_large_pictures_are_halved(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "large.jpg"), np.full((6400, 6400, 3), 90, np.uint8))
    picture, scale = load_picture_scaled(tmp_path / "large.jpg")
    assert (picture.shape, scale) == ((3200, 3200, 3), 2.0)


@given(st.binary(max_size=300), st.sampled_from([packed(".jpg"), packed(".png"), packed(".bmp")]), st.data())
def test_damaged_files_never_crash(
    tmp_path_factory: pytest.TempPathFactory, rubbish: bytes, sound: bytes, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(sound)))
    path = tmp_path_factory.mktemp("damaged") / "roll.jpg"
    path.write_bytes(sound[:at] + rubbish + sound[at + len(rubbish) :])
    try:
        picture = load_picture(path)
    except NotAPicture as refusal:
        assert "roll.jpg" in str(refusal)
    else:
        assert picture.ndim == 3


def test_the_command_reads_and_refuses_in_one_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.png", tmp_path / "bad.png"
    good.write_bytes(packed(".png"))
    bad.write_bytes(b"no")
    assert main(["dice", "--json", str(good), str(bad)]) == 1
    read, refused = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert sorted(die["face"] for die in read["dice"]) == [3, 5]
    assert {die["colour"] for die in read["dice"]} == {"red", "white"}
    assert read["verdict"] == "read"
    assert "no picture" in refused["error"]


def test_the_command_speaks_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.png").write_bytes(packed(".png"))
    assert main(["dice", str(tmp_path / "good.png")]) == 0
    said = capsys.readouterr().out
    assert "red 3" in said
    assert "white 5" in said


def test_the_command_wants_something_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice"]) == 2
    assert "name at least one picture" in capsys.readouterr().err


def test_a_broken_profile_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "faces.json").write_text("{}")
    assert main(["dice", "--faces", str(tmp_path / "faces.json"), "x.png"]) == 1
    assert "faces.json" in capsys.readouterr().err
