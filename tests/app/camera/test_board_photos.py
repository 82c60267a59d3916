"""Photos of what players confirmed: labelled by the record, bounded on disk, exported and deleted."""

import csv
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.camera import board_photos
from companion.app.camera.board_photos import LABELS, READ_ME, BoardPhoto, BoardPhotos, lying
from companion.referee.game_view import Place
from companion.vision.board.seeing import see_board
from companion.vision.board.seen import BoardSeen
from tests.app.camera.boards_seen import taught


@pytest.fixture(scope="module")
def seen() -> BoardSeen:
    """A look at the drawn board with two red pieces in India."""
    from companion.games.boards.board import load_board
    from companion.tools.demonstrations.simulated_board import SimulatedBoard

    table = SimulatedBoard(load_board("classic"))
    table.put({"india": ("red", 2)})
    return see_board(table.picture, taught())


def exported(photos: BoardPhotos, path: Path) -> tuple[zipfile.ZipFile, list[dict[str, str]]]:
    """The exported file, and the lines of its labels."""
    photos.export(path)
    file = zipfile.ZipFile(path)
    return file, list(csv.DictReader(io.StringIO(file.read(LABELS).decode())))


def test_a_photo_says_what_lay_there_and_where(tmp_path: Path, seen: BoardSeen) -> None:
    photos = BoardPhotos(tmp_path / "photos")
    assert photos.keep(taught().shape, seen, {"india": ("red", 2), "peru": ("", 0)}, "agreement") == 2
    file, lines = exported(photos, tmp_path / "stick" / "photos.zip")
    by_place = {line["place"]: line for line in lines}
    india = by_place["india"]
    assert (india["board"], india["colour"], india["armies"], india["seen"]) == ("classic", "red", "2", "red")
    assert (by_place["peru"]["colour"], by_place["peru"]["armies"], by_place["peru"]["seen"]) == ("", "0", "")
    packed = np.frombuffer(file.read(india["path"]), np.uint8)
    picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    assert picture is not None
    rings = [np.array(ring.split(), float).reshape(-1, 2) for ring in india["outline"].split("|")]
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(ring).astype(np.int32) for ring in rings], 1)
    blue, _, red = picture[mask > 0].astype(int).T
    assert (red - blue > 90).sum() > 100, "the red pieces lie within the outline"


def test_a_label_is_rounded_to_what_can_be_told(tmp_path: Path, seen: BoardSeen) -> None:
    places = tuple(
        replace(one, owner=None, sure=0.98765, pieces=3.14159) if one.place == "india" else one
        for one in seen.places
    )
    photos = BoardPhotos(tmp_path)
    photos.keep(taught().shape, replace(seen, places=places), {"india": ("red", 3)}, "correction")
    _, (line,) = exported(photos, tmp_path / "photos.zip")
    assert (line["seen"], line["sure"], line["pieces"], line["confirmed"]) == (
        "",
        "0.988",
        "3.14",
        "correction",
    )
    assert len(line["taken"]) == len("2026-11-28T09:00:00+00:00")
    corners = line["outline"].replace("|", " ").split()
    assert {len(value.partition(".")[2]) for value in corners} == {1}, "tenths of a pixel"


def test_every_column_is_explained(tmp_path: Path, seen: BoardSeen) -> None:
    photos = BoardPhotos(tmp_path)
    photos.keep(taught().shape, seen, {"india": ("red", 2)}, "placement")
    file, (line,) = exported(photos, tmp_path / "photos.zip")
    assert list(line) == ["path", *BoardPhoto.__struct_fields__]
    assert all(f"\n  {column} " in READ_ME for column in line)
    assert file.read("README.txt").decode() == READ_ME


def test_no_photo_has_a_hand_or_a_hidden_place(tmp_path: Path, seen: BoardSeen) -> None:
    photos, lies = BoardPhotos(tmp_path), {"india": ("red", 2), "peru": ("", 0)}
    for look in (replace(seen, hand=True), replace(seen, lost=True)):
        assert photos.keep(taught().shape, look, lies, "agreement") == 0
    assert photos.keep(taught().shape, replace(seen, hidden=frozenset({"peru"})), lies, "agreement") == 1
    assert len(photos) == 1


def test_the_oldest_go_when_there_is_no_room(
    tmp_path: Path, seen: BoardSeen, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = BoardPhotos(tmp_path)
    for place in ("india", "peru", "brazil"):
        photos.keep(taught().shape, seen, {place: ("red", 1)}, "placement")
    monkeypatch.setattr(board_photos, "MOST_BYTES", photos.size)
    photos.keep(taught().shape, seen, {"china": ("red", 1)}, "placement")
    assert photos.size <= board_photos.MOST_BYTES
    _, lines = exported(photos, tmp_path / "out" / "photos.zip")
    assert [line["place"] for line in lines][-1] == "china"
    assert "india" not in [line["place"] for line in lines]


def test_of_a_whole_board_those_are_kept_that_are_least_sure(tmp_path: Path, seen: BoardSeen) -> None:
    photos, lies = BoardPhotos(tmp_path), dict.fromkeys(taught().shape.places, ("", 0))
    assert photos.keep(taught().shape, seen, lies, "agreement") == board_photos.MOST_AT_ONCE < len(lies)
    _, lines = exported(photos, tmp_path / "photos.zip")
    least = sorted(one.sure for one in seen.places if one.place not in seen.hidden)
    assert [float(line["sure"]) for line in lines] == pytest.approx(least[: len(lines)], abs=0.001)


def test_a_damaged_label_spoils_no_export_and_all_are_deleted(tmp_path: Path, seen: BoardSeen) -> None:
    photos = BoardPhotos(tmp_path / "photos")
    photos.keep(taught().shape, seen, {"india": ("red", 2), "peru": ("", 0)}, "agreement")
    next((tmp_path / "photos").glob("*.json")).write_bytes(b"{")
    assert photos.export(tmp_path / "photos.zip") == 1
    photos.delete()
    assert (len(photos), photos.size, list((tmp_path / "photos").iterdir())) == (0, 0, [])


def test_a_stick_that_is_pulled_out_has_no_half_file(
    tmp_path: Path, seen: BoardSeen, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = BoardPhotos(tmp_path / "photos")
    photos.keep(taught().shape, seen, {"india": ("red", 2)}, "placement")
    (stick := tmp_path / "stick").mkdir()
    written = zipfile.ZipFile.writestr

    def pulled_out(file: zipfile.ZipFile, name: str, content: str | bytes) -> None:
        written(file, name, content)
        if name == LABELS:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", pulled_out)
    with pytest.raises(OSError, match="Input/output error"):
        photos.export(stick / "photos.zip")
    assert list(stick.iterdir()) == []


def test_what_lies_there_is_told_by_the_record() -> None:
    places = {"a": Place("1", 3), "b": Place(None, 0), "c": Place("neutral", 2)}
    assert lying(places, {"1": "red"}, places) == {"a": ("red", 3), "b": ("", 0), "c": ("", 2)}
