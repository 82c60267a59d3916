"""The labelled photos: which may be trained on, and which only evaluate.

Labels, boxes and licences stand in ../shared/dice; what may not be trained on is never loaded for training.
"""

import csv
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tools.training.held_out import may_train_on
from companion.tools.training.samples import Sample, rough_body

BOX_TO_EDGE = {1: 2.94, 2: 1.81, 3: 1.78, 4: 1.43, 5: 1.45, 6: 1.25}
"""Factors from matteop65's boxes, which enclose only the pips, to the edge of the die, by face."""

MATTEOP65_EDGES = (47.0, 80.0)
"""The smallest and largest edge of a die in matteop65's pictures; pixels."""

BOX_MARGIN = 1.25
"""Factor from the edge of a die to the box about it, which is larger because dice lie turned."""

TOMITOMI_EDGE = 50.0
"""Edge of the die in every picture of tomitomi, whose camera and cup never move; pixels."""

MISLABELLED = frozenset(
    {
        "nellbyler/IMG_20191209_095439.jpg",
        "nellbyler/IMG_20191209_095555.jpg",
        "nellbyler/IMG_20191209_095954.jpg",
        "nellbyler/IMG_20191209_100002.jpg",
        "nellbyler/IMG_20191209_100722.jpg",
        "epanemu_catan/valid_dice_193.jpg",
        "epanemu_catan/valid_dice_297.jpg",
        "epanemu_catan/valid_dice_59.jpg",
        "matteop65/valid_valid_9.jpg",
    }
)
"""Photos with wrong labels, found by looking; never trained on, but evaluated."""

HELD_OUT = ("damiantab", "wiktoriakeller", "piotrowy", "fudw")
"""Sources that are never trained on, under any licence."""


@dataclass(frozen=True)
class Photo:
    """One labelled photo.

    Attributes:
        path: Where it is.
        source: The folder, one per origin.
        faces: The faces that lie up, sorted.
        may_train: True if its label says so.
    """

    path: Path
    source: str
    faces: tuple[int, ...]
    may_train: bool

    @property
    def judges(self) -> bool:
        """Whether it must never be trained on."""
        return not self.may_train or self.source in HELD_OUT

    def read(self) -> NDArray[np.uint8]:
        """The picture, blue, green, red."""
        return np.asarray(cv2.imread(str(self.path), cv2.IMREAD_COLOR), dtype=np.uint8)


def photos(folder: Path) -> list[Photo]:
    """All labelled photos in a folder that holds labels.csv."""
    with (folder / "labels.csv").open(newline="") as file:
        return [
            Photo(
                folder / row["path"],
                row["path"].split("/")[0],
                tuple(sorted(int(face) for face in row["faces"].split("-") if face)),
                row["may_train"] == "yes",
            )
            for row in csv.DictReader(file)
        ]


def boxes_of(folder: Path) -> dict[str, list[tuple[float, float, float, float, int]]]:
    """For each photo the boxes of its dice: left, top, right, bottom, and the face."""
    found = defaultdict(list)
    with (folder / "boxes.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            corners = (float(row["x0"]), float(row["y0"]), float(row["x1"]), float(row["y1"]))
            found[row["path"]].append((*corners, int(row["face"])))
    return found


def training_samples(folder: Path, sources: tuple[str, ...]) -> list[Sample]:
    """The photos of some sources as samples.

    Raises:
        ValueError: A source is held out, its label does not let us train, or a photo is a copy of one that
            judges.
    """
    boxes = boxes_of(folder)
    samples = []
    for photo in photos(folder):
        if photo.source not in sources or f"{photo.source}/{photo.path.name}" in MISLABELLED:
            continue
        if photo.judges or not may_train_on(photo.read()):
            raise ValueError(f"{photo.path} must not be trained on: leave {photo.source} out of the sources")
        if photo.source == "tomitomi":
            samples.append(_single(photo))
        else:
            rows = [_row(photo.source, box) for box in boxes[f"{photo.source}/{photo.path.name}"]]
            samples.append(photo_sample(photo.read(), np.array(rows, dtype=np.float32).reshape(-1, 6)))
    return samples


def _row(source: str, box: tuple[float, float, float, float, int]) -> tuple[float, ...]:
    left, top, right, bottom, face = box
    side = ((right - left) + (bottom - top)) / 2
    x, y = (left + right) / 2, (top + bottom) / 2
    if source == "matteop65":
        edge = float(np.clip(side * BOX_TO_EDGE[face], *MATTEOP65_EDGES))
    else:
        edge = side / BOX_MARGIN
        y -= 0.06 * side if source == "epanemu_catan" else 0.0
    return (x, y, edge, float("nan"), face, 1.0)


def photo_sample(picture: NDArray[np.uint8], rows: NDArray[np.float32]) -> Sample:
    """A sample whose bodies are only roughly known."""
    return Sample(picture, rough_body(picture.shape, rows), rows)


def _single(photo: Photo) -> Sample:
    """One of tomitomi's grey pictures: a single die in a cup, whose middle is the middle of its pips."""
    picture = photo.read()
    grey = cv2.GaussianBlur(picture[..., 0], (0, 0), 1.0)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15))
    near = cv2.circle(np.zeros_like(grey), (61, 59), 38, 1, -1)
    bright = cv2.morphologyEx(grey, cv2.MORPH_TOPHAT, kernel) * near
    dark = cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, kernel) * near
    pips = bright if np.percentile(bright, 99.3) > np.percentile(dark, 99.3) else dark
    rows, columns = np.nonzero(pips > 0.5 * np.percentile(pips, 99.8))
    x, y = float(np.median(columns)), float(np.median(rows))
    if photo.faces[0] != 1:
        x, y = float(columns.min() + columns.max()) / 2, float(rows.min() + rows.max()) / 2
    return photo_sample(
        picture, np.array([[x, y, TOMITOMI_EDGE, np.nan, photo.faces[0], 1.0]], dtype=np.float32)
    )
