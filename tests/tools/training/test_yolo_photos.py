"""Photos in YOLO format keep their proportions; a network corrects loose boxes and wrong faces."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.tools.training.yolo_photos import BOX_TO_EDGE, Box, read_yolo, sample_rows, yolo_photos
from companion.vision.detection.detector_output import Detection

BOX = Box(face=4, x=100.0, y=80.0, width=40.0, height=44.0)


def found(x: float, y: float, face: int, score: float, objectness: float = 0.9) -> Detection:
    rest = (1 - score) / 5
    faces = [score if number == face else rest for number in range(1, 7)]
    return Detection(x, y, 33.0, 10.0, objectness, tuple(faces), 0.0, 0.0)  # type: ignore[arg-type]


def write_photo(folder: Path, name: str, size: tuple[int, int] = (640, 640), labels: str = "") -> Path:
    path = folder / "train" / "images" / f"{name}.jpg"
    text = folder / "train" / "labels" / f"{name}.txt"
    for file in (path, text):
        file.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((size[1], size[0], 3), 90, np.uint8))
    text.write_text(labels)
    return path


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [(0.06, 0.08, (640, 480)), (0.08, 0.06, (480, 640)), (0.06, 0.06, (640, 640)), (0.06, 0.065, (640, 640))],
    ids=["was wide", "was high", "was square", "a die aslant"],
)
def test_a_squeezed_picture_gets_its_proportions_back(
    tmp_path: Path, width: float, height: float, size: tuple[int, int]
) -> None:
    label = f"3 0.5 0.25 {width} {height}\n"
    picture, (box,) = read_yolo(write_photo(tmp_path, "PXL_1_jpg.rf.1", labels=label))
    assert picture.shape[1::-1] == size
    assert (box.face, box.x, box.y) == (4, 0.5 * size[0], 0.25 * size[1])
    assert box.width == pytest.approx(box.height, rel=0.1)


def test_of_copies_the_first_is_taken_and_every_fifth_photo_judges(tmp_path: Path) -> None:
    for number in range(10):
        for copy in "ba":
            write_photo(tmp_path, f"PXL_{number:05}_jpg.rf.{copy}", (8, 8))
    write_photo(tmp_path, "00001_jpg.rf.a", (8, 8))
    taught, judges = yolo_photos(tmp_path), yolo_photos(tmp_path, held_out=True)
    assert [path.stem for path in judges] == ["PXL_00000_jpg.rf.a", "PXL_00005_jpg.rf.a"]
    assert len(taught) == 8
    assert all(path.stem.endswith(".a") for path in taught)
    assert not set(taught) & set(judges)


@pytest.mark.parametrize(
    ("detections", "row"),
    [
        ([], (100.0, 80.0, 42.0 / BOX_TO_EDGE, 4, 1)),
        ([found(103, 77, 4, 0.9)], (103.0, 77.0, 33.0, 4, 1)),
        ([found(103, 77, 5, 0.9)], (103.0, 77.0, 33.0, 0, 1)),
        ([found(103, 77, 5, 0.4)], (103.0, 77.0, 33.0, 4, 1)),
        ([found(90, 70, 4, 0.9, 0.4), found(103, 77, 4, 0.9)], (103.0, 77.0, 33.0, 4, 1)),
        ([found(103, 77, 5, 0.9, 0.1)], (100.0, 80.0, 42.0 / BOX_TO_EDGE, 4, 1)),
    ],
    ids=["not found", "agrees", "denies", "not sure", "two found", "too faint"],
)
def test_the_network_corrects_a_box(detections: list[Detection], row: tuple[float, ...]) -> None:
    ((x, y, edge, angle, face, wanted),) = sample_rows([BOX], detections)
    assert (x, y, edge, face, wanted) == pytest.approx(row)
    assert np.isnan(angle)


def test_what_has_no_label_may_be_a_die_or_not() -> None:
    labelled, other = sample_rows([BOX], [found(100, 80, 4, 0.9), found(200, 80, 4, 0.9)])
    assert (labelled[4], labelled[5]) == (4, 1)
    assert (other[0], other[4], other[5]) == (200, 0, 0)
