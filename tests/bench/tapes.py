"""Accuracy of read tapes and of their stated errors: `python -m tests.bench.tapes [SCENES] [FIRST]`.

Rulers of every graduation in random views: tilted up to 50 degrees, blurred, noisy, compressed; five pairs of
points on the ticks and five beside them in each. The table of companion/vision/tape/README.md comes from it.
"""

import sys
from collections import defaultdict

import cv2
import numpy as np

from companion.vision.tape import read_tape
from tests.tabletop import Camera, Picture, worn
from tests.vision.tape.rulers import LENGTHS, PER_INCH, drawn_ruler

INCHES = 9
PAIRS = 5
PAPERS = ((235, 240, 240), (60, 200, 230), (190, 200, 205))


def scene(seed: int) -> tuple[str, Camera, Picture]:
    """Return a ruler in a random view: its graduation, the camera and the picture."""
    rng = np.random.default_rng(seed)
    graduation = str(rng.choice(list(LENGTHS)))
    nearest = {"1 mm": 4.5, "1/16 in": 5.5}.get(graduation, 7.0)
    tilt = float(rng.choice([0.0, rng.uniform(0, 25), rng.uniform(25, 50)]))
    bend = (float(rng.uniform(-0.12, 0.02)) if rng.random() < 0.4 else 0.0, 0, 0, 0, 0)
    place = (float(rng.uniform(3, 6)), float(rng.uniform(0, 1.5)))
    distance = float(rng.uniform(nearest, nearest + 4))
    camera = Camera((1280, 720), 1000, tilt, float(rng.uniform(-180, 180)), distance, place, bend)
    ruler = drawn_ruler(graduation, INCHES, paper=PAPERS[int(rng.integers(len(PAPERS)))])
    seen = camera.photograph(ruler, PER_INCH, ground=int(rng.integers(60, 160)))
    picture = worn(seen, float(rng.uniform(0.5, 1.1)), float(rng.uniform(1, 4)), seed)
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(80, 97))])[1]
    return graduation, camera, np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def pairs(camera: Camera, rng: np.random.Generator, beside: tuple[float, float]) -> list[np.ndarray]:
    """Return visible pairs of points on the ruler, 2 x 2 inches each."""
    found: list[np.ndarray] = []
    for _ in range(300):
        ends = np.column_stack([rng.uniform(0.5, INCHES, 2), rng.uniform(*beside, 2)])
        pixels = camera.project(ends)
        inside = np.all((pixels > 8) & (pixels < np.array(camera.size) - 8))
        if inside and abs(ends[0, 0] - ends[1, 0]) > 0.75 and len(found) < PAIRS:
            found.append(ends)
    return found


def measure(seed: int) -> list[tuple[str, str, bool, float, float, float]]:
    """Return for each pair: graduation, position, whether sure, error, stated error, distance."""
    graduation, camera, picture = scene(seed)
    rng = np.random.default_rng(seed + 10_000)
    on, beside = pairs(camera, rng, (0.03, 0.1)), pairs(camera, rng, (0.2, 1.0))
    pointed = {id(ends): camera.project(ends) + rng.normal(0, 0.3, (2, 2)) for ends in (*on, *beside)}
    if not pointed:
        return []
    reading = read_tape(picture, [(float(x), float(y)) for ends in pointed.values() for x, y in ends])
    rows = []
    for where, group in (("on the ticks", on), ("beside them", beside)):
        for ends in group:
            true = abs(float(ends[0, 0] - ends[1, 0]))
            (x, y), (u, v) = pointed[id(ends)].tolist()
            distance = reading.distance((x, y), (u, v))
            off = np.nan if distance.inches is None else abs(distance.inches - true)
            rows.append((graduation, where, distance.sure, off, distance.error, true))
    return rows


def main() -> None:
    """Print the table."""
    scenes, first = (int(word) for word in (*sys.argv[1:], "60", "0")[:2])
    found: dict[str, list[tuple[bool, float, float, float]]] = defaultdict(list)
    for seed in range(first, first + scenes):
        for graduation, where, certain, *figures in measure(seed):
            off, error, true = figures
            row = (bool(certain), off, error, true)
            found[where].append(row)
            found[graduation].append(row)
            if row[0] and row[1] > max(3 * row[2], 1 / 16):
                print(f"scene {seed}: {graduation} {where}: off by {row[1]:.3f}, stated {row[2]:.3f}")
    print("| | pairs | sure | median error | 95 % error | within the stated error | wrong though sure |")
    print("|---|---|---|---|---|---|---|")
    for name, rows in found.items():
        sure = np.array([row[1:] for row in rows if row[0]]).reshape(-1, 3)
        within = 100 * float(np.mean(sure[:, 0] <= sure[:, 1])) if len(sure) else np.nan
        wrong = int(np.sum(sure[:, 0] > np.maximum(sure[:, 2], 2) / 64))
        errors = (
            f"{np.median(sure[:, 0]):.4f} in | {np.percentile(sure[:, 0], 95):.4f} in" if len(sure) else "|"
        )
        print(f"| {name} | {len(rows)} | {len(sure)} | {errors} | {within:.0f} % | {wrong} |")


if __name__ == "__main__":
    main()
