"""Errors of measured inches by angle and distance: `python -m tests.bench.inches [PHOTOS]`.

Prints the tables of calibration/README.md. With a folder of photos of the grid of 20 markers, such as
`../shared/ruler/aruco_board`: distances between marker corners, with the plane from the four outer markers,
the same with a lens that was calibrated from all photos, and from all markers. Otherwise the pictures are
synthetic: the corners sheet on a table, seen by a camera of 1280 x 720 pixels and a focal length of 1000
pixels (65 degrees wide), slightly blurred and noisy. Each cell has the median error and the 95th percentile
of the error, over distances between 40 places on the whole sheet; the places' pixels are exact, so that only
the plane's own error is measured.
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from calibration.board_detection import detect_markers
from calibration.boards import MarkerBoard, grid_board
from calibration.lens import Lens
from calibration.lens_calibration import calibrate_lens
from calibration.plane import plane_from_picture
from calibration.sheets import PAPERS, sheet
from companion.vision.frames import Picture
from tests.calibration.printing import printed
from tests.tabletop import Camera, worn

GRID = grid_board("DICT_6X6_1000", 4, 5, 3.75 / 2.54, 0.5 / 2.54)
OUTER = MarkerBoard("outer", GRID.dictionary, {number: GRID.markers[number] for number in (0, 3, 16, 19)})
PAIRS = 60
"""Distances of a photo whose stated errors are checked."""
DISTANCES = (15, 25, 40)
TILTS = (0, 30, 50, 65)
MIDDLE = (3.6, 4.2)
PER_INCH = 120


def errors(tilt: float, distance: float, radial_distortion: float = 0.0) -> np.ndarray:
    """Return the errors of distances on the corners sheet, in inches."""
    page, board = sheet("corners", PAPERS[1])
    camera = Camera((1280, 720), 1000, tilt, 15, distance, MIDDLE, (radial_distortion, 0, 0, 0, 0))
    thing = printed(page.pdf(), PER_INCH)
    assert board is not None
    plane, _ = plane_from_picture(worn(camera.photograph(thing, PER_INCH, (-0.65, -0.9)), 0.8, 2.0), board)
    places = np.random.default_rng(1).uniform((0, 0), (7.2, 8.4), (40, 2))
    found = plane.to_inches(camera.project(places))
    apart, true = (np.linalg.norm(points[:, None] - points[None], axis=2) for points in (found, places))
    return np.asarray(np.abs(apart - true)[np.triu_indices(len(places), 1)])


def cell(tilt: float, distance: float, radial_distortion: float = 0.0) -> str:
    """Format median and 95th percentile of the error, in thousandths of an inch."""
    off = errors(tilt, distance, radial_distortion) * 1000
    return f"{np.median(off):.1f} / {np.percentile(off, 95):.1f}"


def on_photos(photos: list[Picture], board: MarkerBoard, lens: Lens | None = None) -> str:
    """Format median and 95th percentile in inches, and the percentage within the stated error."""
    off, within = [], []
    for number, photo in enumerate(photos):
        plane, _ = plane_from_picture(photo, board, lens)
        found = detect_markers(photo, GRID.opencv_dictionary)
        pixels = np.vstack(list(found.values()))
        places, true = plane.to_inches(pixels), np.vstack([GRID.markers[marker] for marker in found])
        apart, real = (np.linalg.norm(points[:, None] - points[None], axis=2) for points in (places, true))
        off.append(np.abs(apart - real)[np.triu_indices(len(true), 1)])
        pairs = np.random.default_rng(number).choice(len(pixels), (PAIRS, 2))
        measured = [(plane.distance(pixels[a], pixels[b]), real[a, b]) for a, b in pairs if a != b]
        within += [abs(distance.inches - truth) <= distance.error for distance, truth in measured]
    errors = np.concatenate(off)
    usual, most = np.median(errors), np.percentile(errors, 95)
    return f"{usual:.4f} in | {most:.4f} in | {np.mean(within):.1%}"


def of_photos(folder: Path) -> None:
    """Print the table of the photos."""
    read = (cv2.imread(str(path)) for path in sorted(folder.glob("*.jpg")))
    photos = [np.asarray(picture, np.uint8) for picture in read if picture is not None]
    lens = calibrate_lens(photos, GRID).lens
    print("| plane from | median error | 95 % error | within the stated error |\n|---|---|---|---|")
    print("| the four outer markers |", on_photos(photos, OUTER), "|", flush=True)
    print("| these, with the calibrated lens |", on_photos(photos, OUTER, lens), "|", flush=True)
    print("| all 20 markers |", on_photos(photos, GRID), "|")


def main() -> None:
    """Print the table for the folder of photos, or for synthetic pictures."""
    if len(sys.argv) > 1:
        of_photos(Path(sys.argv[1]))
        return
    away = " | ".join(f"{one} in away" for one in DISTANCES)
    print("| degrees from straight down |", away, "| wide lens, 15 in |")
    print("|---|" + "---|" * (len(DISTANCES) + 1))
    for tilt in TILTS:
        cells = [cell(tilt, distance) for distance in DISTANCES] + [cell(tilt, 15, -0.2)]
        print(f"| {tilt} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
