"""Accuracy of read tapes and of their stated errors: `python -m tests.bench.tapes [SCENES [FIRST] | FOLDER]`.

Rulers of every graduation in random views: tilted up to 50 degrees, blurred, noisy, compressed; five pairs of
points on the ticks and five beside them in each. With a folder of photos of real tapes: how far apart printed
lines are, each seen at five heights along it, at whole, half and turned size; their numbers are the truth.
The tables of companion/vision/tape/README.md come from it.
"""

import sys
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

from companion.vision.tape import read_tape
from companion.vision.tape.slant import sampled
from companion.vision.tape.strip import stroke_response
from companion.vision.tape.tick_row import MeasuredRow
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


HEIGHTS = (-0.8, -0.4, 0.0, 0.4, 0.8)
"""Where along a printed line it is pointed at, as a share of its length above and below the row."""

ON_PHOTO = 400
"""Pairs of lines of each row of ticks."""


def printed_lines(row: MeasuredRow) -> np.ndarray:
    """Return every tick of a row at several heights: its number, and its pixel by the picture's own ridge."""
    stroke, ticks, found = stroke_response(row._strip), row._ticks, []
    for number, place, above, below in zip(ticks.number, ticks.place, ticks.above, ticks.below, strict=True):
        step = row.step_at(float(place))
        for height in HEIGHTS:
            offset = height * (below if height > 0 else above) * step
            at = place + ticks.slant.at(place) * offset + np.linspace(-0.4, 0.4, 33) * step
            seen = sampled(stroke, at[None], ticks.row + offset + np.arange(-1, 2)[:, None]).mean(axis=0)
            best = int(seen.argmax())
            if 0 < best < len(at) - 1 and seen[best] > 0:
                found.append((number, *row._strip.to_picture(float(at[best]), float(ticks.row + offset))))
    return np.array(found)


def on_photo(picture: Picture) -> list[tuple[float, float, float]]:
    """Return error, stated error and distance of pairs of printed lines of every sure row of a photo."""
    rng, rows = np.random.default_rng(1), []
    for row in read_tape(picture).rows:
        if row.graduation is None or not row.sure:
            continue
        lines = printed_lines(row)
        for one, other in rng.choice(len(lines), (ON_PHOTO, 2)):
            true = float(abs(lines[one, 0] - lines[other, 0])) * row.graduation.inches
            if true > 0.75:
                inches, error = row.distance(tuple(lines[one, 1:]), tuple(lines[other, 1:]))
                rows.append((abs(inches - true), error, true))
    return rows


def of_photos(folder: Path) -> None:
    """Print the table of the photos."""
    print("| photo | pairs | 95 % error | median stated error | outside it | of those below 3 in |")
    print("|---|---|---|---|---|---|")
    for path in sorted(folder.glob("*.jpg")):
        photo = np.asarray(cv2.imread(str(path)), np.uint8)
        half = cv2.resize(photo, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        turn = cv2.getRotationMatrix2D((photo.shape[1] / 2, photo.shape[0] / 2), 7, 1)
        turned = cv2.warpAffine(photo, turn, photo.shape[1::-1], flags=cv2.INTER_CUBIC)
        for name, seen in (("", photo), (", half size", half), (", turned", turned)):
            rows = np.array(on_photo(np.asarray(seen, np.uint8))).reshape(-1, 3)
            outside, short = rows[:, 0] > rows[:, 1], rows[:, 2] < 3
            if not len(rows):
                print(f"| {path.stem}{name} | 0 | | | | |")
                continue
            most, stated = np.percentile(rows[:, 0], 95), np.median(rows[:, 1])
            shares = f"{np.mean(outside):.1%} | {np.mean(outside[short]):.1%}"
            print(f"| {path.stem}{name} | {len(rows)} | {most:.4f} in | {stated:.4f} in | {shares} |")


def main() -> None:
    """Print the table, of random scenes or of the photos in a folder."""
    if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir():
        of_photos(Path(sys.argv[1]))
        return
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
