"""How far measured inches are off, against angle and distance: `python -m tests.bench.inches`.

Prints the table of calibration/README.md. The pictures are synthetic: the corners sheet on a table, seen by a
camera of 1280 x 720 pixels and a focal length of 1000 pixels (65 degrees wide), a little blurred and noisy.
Each cell is the usual error and the error that 95 of 100 distances stay within, over distances between 40
places all over the sheet; the places' pixels are exact, so that only the plane's own error is seen.
"""

import numpy as np

from calibration.plane import plane_from_picture
from calibration.sheets import PAPERS, sheet
from tests.calibration.printing import printed
from tests.tabletop import Camera, worn

DISTANCES = (15, 25, 40)
TILTS = (0, 30, 50, 65)
MIDDLE = (3.6, 4.2)
PER_INCH = 120


def errors(tilt: float, distance: float, radial_distortion: float = 0.0) -> np.ndarray:
    """Errors of distances on the corners sheet, in inches."""
    page, board = sheet("corners", PAPERS[1])
    camera = Camera((1280, 720), 1000, tilt, 15, distance, MIDDLE, (radial_distortion, 0, 0, 0, 0))
    thing = printed(page.pdf(), PER_INCH)
    plane, _ = plane_from_picture(worn(camera.photograph(thing, PER_INCH, (-0.65, -0.9)), 0.8, 2.0), board)
    places = np.random.default_rng(1).uniform((0, 0), (7.2, 8.4), (40, 2))
    found = plane.to_inches(camera.project(places))
    apart, true = (np.linalg.norm(points[:, None] - points[None], axis=2) for points in (found, places))
    return np.abs(apart - true)[np.triu_indices(len(places), 1)]


def cell(tilt: float, distance: float, radial_distortion: float = 0.0) -> str:
    """Usual error and 95 of 100, in thousandths of an inch."""
    off = errors(tilt, distance, radial_distortion) * 1000
    return f"{np.median(off):.1f} / {np.percentile(off, 95):.1f}"


def main() -> None:
    """Print the table."""
    away = " | ".join(f"{one} in away" for one in DISTANCES)
    print("| degrees from straight down |", away, "| wide lens, 15 in |")
    print("|---|" + "---|" * (len(DISTANCES) + 1))
    for tilt in TILTS:
        cells = [cell(tilt, distance) for distance in DISTANCES] + [cell(tilt, 15, -0.2)]
        print(f"| {tilt} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
