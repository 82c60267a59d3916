"""Reading tapes: right, or unsure; never wrong and sure."""

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.tape import GRADUATIONS, TapeReading, read_tape
from companion.vision.tape.graduation import contradiction, identify_graduation
from companion.vision.tape.tick_row import MeasuredRow
from tests.tabletop import Camera, Picture, worn
from tests.vision.tape.rulers import LENGTHS, PER_INCH, drawn_ruler

YELLOW, WHITE, BLACK = (60, 200, 230), (235, 240, 240), (40, 40, 40)
DARK, BRIGHT = (20, 20, 25), (225, 225, 225)
SIZE = (1280, 720)
ALONG = (4.5, 0.4)
"""The middle of the rulers, in inches from their upper left corner."""


def within_promise(measured: float | None, true: float) -> bool:
    return measured is not None and abs(measured - true) <= max(true, 2.0) / 64


def read(
    ruler: Picture,
    camera: Camera,
    start: float,
    end: float,
    beside: float = 0.06,
    noise: float = 2.0,
    blur: float = 0.7,
) -> tuple[TapeReading, float | None, bool]:
    """What a tape says about two places on it, in inches from its left end."""
    picture = worn(camera.photograph(ruler, PER_INCH, ground=110), blur, noise)
    ends = [(float(x), float(y)) for x, y in camera.project(np.array([[start, beside], [end, beside]]))]
    reading = read_tape(picture, ends)
    distance = reading.distance(*ends)
    return reading, distance.inches, distance.sure


@pytest.mark.every(4, first=1)
@pytest.mark.parametrize(
    ("graduation", "camera", "paper", "ink"),
    [
        pytest.param("1 mm", Camera(SIZE, 1000, 0, 4, 7, ALONG), WHITE, DARK, marks=pytest.mark.slow),
        pytest.param("1 mm", Camera(SIZE, 1000, 25, -20, 5.5, ALONG), YELLOW, DARK, marks=pytest.mark.slow),
        pytest.param("1/16 in", Camera(SIZE, 1000, 0, 0, 8, ALONG), WHITE, DARK, marks=pytest.mark.slow),
        ("1/16 in", Camera(SIZE, 1000, 40, 100, 8, ALONG), YELLOW, DARK),
        pytest.param("1/8 in", Camera(SIZE, 1000, 15, 185, 9, ALONG), WHITE, DARK, marks=pytest.mark.slow),
        ("1/4 in", Camera(SIZE, 1000, 25, 30, 10, ALONG), WHITE, DARK),
        # White ticks on a black ruler.
        ("1/8 in", Camera(SIZE, 1000, 20, -15, 9, ALONG), BLACK, BRIGHT),
        # A wide lens bends the ruler.
        ("1 mm", Camera(SIZE, 900, 10, 10, 6, ALONG, (-0.15, 0, 0, 0, 0)), WHITE, DARK),
    ],
)
def test_a_tape_is_read(
    graduation: str, camera: Camera, paper: tuple[int, int, int], ink: tuple[int, int, int]
) -> None:
    reading, inches, sure = read(drawn_ruler(graduation, 9, paper=paper, ink=ink), camera, 2.6, 6.1)
    assert sure, reading.reasons
    assert reading.graduation.name == graduation
    assert within_promise(inches, 3.5)


@pytest.mark.long
def test_perspective_along_the_tape_is_allowed_for() -> None:
    """The ruler runs away from the camera: ticks are twice as far apart at the near end."""
    camera = Camera(SIZE, 1000, 55, 90, 9, ALONG)
    ruler = drawn_ruler("1/8 in", 9)
    picture = worn(camera.photograph(ruler, PER_INCH, ground=110))
    places = np.array([[at, 0.06] for at in (1.5, 3.0, 4.5, 6.0, 7.5)])
    pixels = [(float(x), float(y)) for x, y in camera.project(places)]
    reading = read_tape(picture, [pixels[0], pixels[-1]])
    near, far = (np.hypot(*np.subtract(pixels[one], pixels[one + 1])) for one in (0, 3))
    assert max(near, far) > 1.5 * min(near, far)
    for one, other in pairwise(pixels):
        distance = reading.distance(one, other)
        assert distance.sure, distance.reasons
        assert distance.inches == pytest.approx(1.5, abs=1 / 32)


def test_a_tape_is_found_without_a_hint() -> None:
    camera = Camera(SIZE, 1000, 20, 25, 9, ALONG)
    picture = worn(camera.photograph(drawn_ruler("1/8 in", 9), PER_INCH, ground=110))
    reading = read_tape(picture)
    assert reading.sure, reading.reasons
    assert reading.graduation.name == "1/8 in"
    numbers = [number for number, _ in reading.ticks()]
    assert numbers == sorted(numbers)
    assert len(numbers) > 40


@pytest.mark.every(4, first=2)
@pytest.mark.parametrize(
    ("ruler", "camera"),
    [
        # Inches as long as their halves, and no numbers: it might be 1/8 or 1/16.
        (
            drawn_ruler("1/16 in", 9, numbers=False, lengths=LENGTHS["1/16 in"][1][8:] * 2),
            Camera(SIZE, 1000, 0, 3, 8, ALONG),
        ),
        # All ticks are alike.
        (drawn_ruler("1 mm", 9, numbers=False, lengths=(0.15,)), Camera(SIZE, 1000, 0, 3, 7, ALONG)),
        # Too far away for its ticks.
        (drawn_ruler("1 mm", 9), Camera(SIZE, 1000, 0, 3, 20, ALONG)),
        # Every third millimetre, as on no tape.
        (
            drawn_ruler("1/8 in", 9, numbers=False, lengths=(0.3, 0.1, 0.1)),
            Camera(SIZE, 1000, 0, 3, 8, ALONG),
        ),
    ],
    ids=["halves like inches", "all alike", "too far", "thirds"],
)
def test_unsure_is_an_answer(ruler: Picture, camera: Camera) -> None:
    reading, _, sure = read(ruler, camera, 2.6, 6.1)
    assert not sure
    assert reading.reasons


def test_what_is_no_tape_is_no_tape() -> None:
    grain = np.random.default_rng(0).normal(150, 12, (720, 40, 3))
    wood = np.clip(cv2.resize(grain, (1280, 720)), 0, 255).astype(np.uint8)
    reading = read_tape(wood, [(200, 300), (1000, 320)])
    assert not reading.sure
    assert reading.distance((200, 300), (1000, 320)).inches is None


def test_points_off_the_tape_or_beyond_its_ticks_are_unsure() -> None:
    camera = Camera(SIZE, 1000, 0, 0, 9, ALONG)
    picture = worn(camera.photograph(drawn_ruler("1/8 in", 6), PER_INCH, ground=110))
    places = camera.project(np.array([[2.0, 0.1], [5.0, 0.1], [5.0, 2.6], [8.0, 0.1]]))
    start, end, off, beyond = ((float(x), float(y)) for x, y in places)
    reading = read_tape(picture, [start, end])
    assert reading.distance(start, end).sure
    assert any("does not lie on the tape" in reason for reason in reading.distance(start, off).reasons)
    assert any("beyond the ticks" in reason for reason in reading.distance(start, beyond).reasons)


@pytest.mark.long
def test_a_hidden_stretch_makes_it_unsure_or_right() -> None:
    ruler = drawn_ruler("1/16 in", 9)
    ruler[:, round(3.6 * PER_INCH) : round(4.6 * PER_INCH)] = (120, 160, 200)
    _, inches, sure = read(ruler, Camera(SIZE, 1000, 0, 3, 8, ALONG), 2.6, 6.1)
    assert not sure or within_promise(inches, 3.5)


@pytest.mark.slow
@pytest.mark.parametrize("ticks", [5, pytest.param(7, marks=pytest.mark.slow)])
def test_a_hidden_stretch_spoils_only_what_lies_beyond_it(ticks: int) -> None:
    ruler = drawn_ruler("1/16 in", 9)
    start = round((0.25 + 6.53) * PER_INCH)
    ruler[:, start : start + round(ticks / 16 * PER_INCH)] = WHITE
    camera = Camera(SIZE, 1000, 0, 3, 8, ALONG)
    reading, inches, sure = read(ruler, camera, 2.6, 6.1)
    assert sure, reading.reasons
    assert within_promise(inches, 3.5)
    assert not read(ruler, camera, 2.6, 8.1)[2]


@pytest.mark.slow
def test_somebody_may_say_what_the_ticks_are() -> None:
    ruler = drawn_ruler("1/16 in", 9, numbers=False, lengths=LENGTHS["1/16 in"][1][8:] * 2)
    camera = Camera(SIZE, 1000, 0, 3, 8, ALONG)
    picture = worn(camera.photograph(ruler, PER_INCH, ground=110))
    ends = [(float(x), float(y)) for x, y in camera.project(np.array([[2.6, 0.06], [6.1, 0.06]]))]
    reading = read_tape(picture, ends)
    sixteenths = next(one for one in GRADUATIONS if one.name == "1/16 in")
    distance = reading.confirmed(sixteenths).distance(*ends)
    assert distance.sure, distance.reasons
    assert within_promise(distance.inches, 3.5)


@pytest.mark.long
@pytest.mark.parametrize(
    ("drawn", "stated", "camera"),
    [
        pytest.param("1 mm", "1/16 in", Camera(SIZE, 1000, 0, 4, 7, ALONG), marks=pytest.mark.slow),
        ("1 mm", "1/8 in", Camera(SIZE, 1000, 20, 0, 6, ALONG)),
        ("1/16 in", "1 mm", Camera(SIZE, 1000, 0, 3, 8, ALONG)),
        pytest.param("1/8 in", "1/16 in", Camera(SIZE, 1000, 15, 5, 9, ALONG), marks=pytest.mark.slow),
    ],
)
def test_a_statement_that_the_ticks_contradict_is_not_believed(
    drawn: str, stated: str, camera: Camera
) -> None:
    picture = worn(camera.photograph(drawn_ruler(drawn, 9), PER_INCH, ground=110))
    start, end = ((float(x), float(y)) for x, y in camera.project(np.array([[2.6, 0.06], [4.5685, 0.06]])))
    reading = read_tape(picture, [start, end])
    wrong = reading.confirmed(next(one for one in GRADUATIONS if one.name == stated)).distance(start, end)
    assert not wrong.sure
    assert f"These are not ticks of {stated}" in wrong.reasons[0]
    right = reading.confirmed(next(one for one in GRADUATIONS if one.name == drawn)).distance(start, end)
    assert right.sure, right.reasons
    assert within_promise(right.inches, 1.9685)


@pytest.mark.parametrize(
    ("stated", "per_number", "refused"),
    [
        # (what is stated of sixteenths, after how many ticks numbers seem to come, whether it is refused)
        ("1/16 in", 16, False),
        ("1/16 in", None, False),
        ("1/16 in", 32, False),
        ("1 mm", None, True),
        ("1/8 in", None, True),
        ("1/32 in", 16, True),
    ],
)
def test_a_statement_is_weighed_against_lengths_and_numbers(
    stated: str, per_number: int | None, refused: bool
) -> None:
    length = np.resize([9.0, 1, 2, 1, 3, 1, 2, 1, 5, 1, 2, 1, 3, 1, 2, 1], 80)
    graduation = next(one for one in GRADUATIONS if one.name == stated)
    assert bool(contradiction(graduation, np.arange(80.0), length, per_number)) is refused


@pytest.mark.long
@pytest.mark.parametrize(
    "beside", [0.6, *(pytest.param(beside, marks=pytest.mark.slow) for beside in (0.3, 0.9))]
)
@pytest.mark.parametrize(
    "camera",
    [Camera(SIZE, 1000, 35, 20, 6, (4.5, 0.5)), Camera(SIZE, 1000, 45, 0, 6, (4.5, 0.5))],
    ids=["aslant", "from the side"],
)
def test_perspective_is_carried_along_slanted_ticks(camera: Camera, beside: float) -> None:
    """Off the ticks, 50 mm was measured as 1.945 in before."""
    picture = worn(camera.photograph(drawn_ruler("1 mm", 9), PER_INCH, ground=110))
    on = [(float(x), float(y)) for x, y in camera.project(np.array([[3.4, 0.06], [5.4, 0.06]]))]
    off = [(float(x), float(y)) for x, y in camera.project(np.array([[3.4, beside], [5.3685, beside]]))]
    distance = read_tape(picture, on).distance(*off)
    assert distance.inches == pytest.approx(1.9685, abs=0.012)
    assert distance.inches is not None
    assert abs(distance.inches - 1.9685) < distance.error


def two_rulers() -> tuple[Camera, Picture]:
    """Millimetres above, and eighths drawn a quarter too large below: the two rows disagree."""
    upper, lower = drawn_ruler("1 mm", 9), drawn_ruler("1/8 in", 7)
    wide = cv2.resize(lower, None, fx=1.25, fy=1.0)[:, : upper.shape[1]]
    lower = np.asarray(wide, np.uint8)
    picture = np.full((3 * PER_INCH, upper.shape[1], 3), 110, np.uint8)
    picture[: len(upper)] = upper
    picture[round(1.5 * PER_INCH) : round(1.5 * PER_INCH) + len(lower), : lower.shape[1]] = lower
    camera = Camera(SIZE, 1000, 0, 2, 7, (4.5, 1.2))
    return camera, worn(camera.photograph(picture, PER_INCH, ground=110))


@pytest.mark.every(2, first=1)
@pytest.mark.parametrize(
    ("down", "name", "inches"),
    [(0.06, "1 mm", 2.0), (1.56, "1/8 in", 2.0 / 1.25)],
)
def test_the_row_under_the_fingers_decides(down: float, name: str, inches: float) -> None:
    camera, picture = two_rulers()
    start, end = ((float(x), float(y)) for x, y in camera.project(np.array([[3.4, down], [5.4, down]])))
    distance = read_tape(picture, [start, end]).distance(start, end)
    assert distance.sure, distance.reasons
    assert distance.graduation.name == name
    assert distance.inches == pytest.approx(inches, abs=1 / 32)


@pytest.mark.slow
def test_between_two_rows_that_disagree_it_is_unsure() -> None:
    camera, picture = two_rulers()
    start, end = ((float(x), float(y)) for x, y in camera.project(np.array([[3.4, 0.75], [5.4, 0.75]])))
    distance = read_tape(picture, [start, end]).distance(start, end)
    assert any("Two rows of ticks disagree" in reason for reason in distance.reasons)


@pytest.mark.parametrize(
    ("lengths", "per_number", "name"),
    [
        # (ticks of one round, ticks from number to number, what it is)
        ([9, 3, 3, 3, 3, 6, 3, 3, 3, 3], None, "1 mm"),
        ([9, 3, 3, 3, 3, 6, 3, 3, 3, 3], 10, "1 mm"),
        ([9, 3, 3, 3, 3, 6, 3, 3, 3, 3], 8, None),
        ([9, 2, 4, 2, 6, 2, 4, 2], 8, "1/8 in"),
        ([9, 2, 4, 2, 6, 2, 4, 2], None, None),
        ([9, 2, 4, 2, 6, 2, 4, 2], 16, "1/16 in"),
        ([9, 1, 2, 1, 3, 1, 2, 1, 5, 1, 2, 1, 3, 1, 2, 1], None, "1/16 in"),
        # An inch clearly longer than its half is an inch, wherever numbers seem to come.
        ([9, 1, 2, 1, 3, 1, 2, 1, 5, 1, 2, 1, 3, 1, 2, 1], 32, None),
        ([9, 3, 6, 3], 4, "1/4 in"),
        ([3], None, None),
        ([9, 3, 3], None, None),
    ],
)
def test_the_graduation_is_told_by_lengths_and_numbers(
    lengths: list[float], per_number: int | None, name: str | None
) -> None:
    number = np.arange(80.0)
    length = np.resize(lengths, 80) + np.random.default_rng(2).normal(0, 0.3, 80)
    graduation, doubt = identify_graduation(number, length, per_number)
    assert (graduation and graduation.name) == name
    assert bool(doubt) is (name is None)


@pytest.mark.parametrize(
    ("decimal_share", "doubt"),
    [
        # (how decimal the lengths are, what is said)
        (0.5, ""),
        (0.6, "The ticks might be 1/16 in or 1 mm"),
        (0.7, "The ticks might be 1 mm or 1/16 in"),
        (0.9, ""),
    ],
)
def test_lengths_between_two_graduations_might_be_either(decimal_share: float, doubt: str) -> None:
    decimal = np.resize([9.0, 3, 3, 3, 3, 6, 3, 3, 3, 3], 80)
    binary = np.resize([9.0, 1, 2, 1, 3, 1, 2, 1, 5, 1, 2, 1, 3, 1, 2, 1], 80)
    length = decimal_share * decimal + (1 - decimal_share) * binary
    graduation, said = identify_graduation(np.arange(80.0), length, None)
    assert said == doubt
    assert (graduation is None) is bool(doubt)


@pytest.mark.parametrize(
    ("photo", "start", "end", "millimetres"),
    [
        # Ticks of the tape's centimetre side, as printed: from the line of one number to that of another.
        ("earphone.jpg", (670.0, 288.0), (1764.0, 295.0), 80),
        pytest.param("earphone2.jpg", (932.9, 238.6), (1944.7, 245.0), 100, marks=pytest.mark.slow),
        pytest.param("spray.jpg", (364.8, 232.0), (1457.9, 235.7), 100, marks=pytest.mark.slow),
        pytest.param("spray2.jpg", (909.5, 234.8), (1836.3, 234.8), 100, marks=pytest.mark.slow),
        pytest.param("watch.jpg", (1060.4, 264.9), (2006.0, 263.7), 70, marks=pytest.mark.slow),
        pytest.param("luacy_image.jpg", (30.8, 378.3), (486.0, 403.3), 100, marks=pytest.mark.slow),
    ],
)
def test_tapes_on_photos(
    shared: Path, photo: str, start: tuple[float, float], end: tuple[float, float], millimetres: float
) -> None:
    picture = np.asarray(cv2.imread(str(shared / "ruler" / "ruler_photos" / photo)), np.uint8)
    distance = read_tape(picture, [start, end]).distance(start, end)
    assert distance.sure, distance.reasons
    assert distance.graduation.name == "1 mm"
    assert within_promise(distance.inches, millimetres / 25.4)


def ticks_of(row: MeasuredRow, rng: np.random.Generator) -> np.ndarray:
    """The number and the pixel of each printed tick as a finger marks it, off by 0.3 pixels."""
    return np.array([(number, *(np.array(pixel) + rng.normal(0, 0.3, 2))) for number, pixel in row.ticks()])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_one_distance_in_twenty_lies_outside_the_stated_error(seed: int) -> None:
    """Ticks are printed 0.006 in off, some 0.02 in, and each distance is between two of them."""
    rng = np.random.default_rng(seed)
    printed = rng.normal(0, 0.006, 200)
    printed[rng.random(200) < 0.05] = 0.02
    ruler = drawn_ruler("1/8 in", 9, off=printed.tolist())
    picture = worn(Camera(SIZE, 1000, 10, 5, 9, ALONG).photograph(ruler, PER_INCH, ground=110))
    row = next(row for row in read_tape(picture).rows if row.sure)
    assert row.graduation is not None
    ticks = ticks_of(row, rng)
    outside = []
    for one, other in rng.choice(len(ticks), (400, 2)):
        true = abs(ticks[one, 0] - ticks[other, 0]) * row.graduation.inches
        inches, error = row.distance(tuple(ticks[one, 1:]), tuple(ticks[other, 1:]))
        outside.append(abs(inches - true) > error)
    assert np.mean(outside) <= 0.05


@pytest.mark.long
@pytest.mark.parametrize(("height", "distance"), [(0.2, 14.0), (0.1, 9.0)])
def test_a_point_beside_the_edge_of_a_raised_tape_is_farther_away(height: float, distance: float) -> None:
    """The tape's edge stands above the table on which the two points lie: parallax makes them seem nearer."""
    above = Camera(SIZE, 1000, 0, 0, distance - height, ALONG)
    picture = worn(above.photograph(drawn_ruler("1/8 in", 9), PER_INCH, ground=110))
    at = Camera(SIZE, 1000, 0, 0, distance, ALONG).project(np.array([[2.0, -0.1], [7.0, -0.1]]))
    start, end = ((float(x), float(y)) for x, y in at)
    found = read_tape(picture, [start, end]).distance(start, end)
    assert found.inches is not None
    assert abs(found.inches - 5.0) > 0.02
    assert abs(found.inches - 5.0) <= found.error


@pytest.mark.slow
def test_letters_beside_a_tape_are_no_second_row_of_ticks() -> None:
    """Strokes a tenth closer than eighths of an inch fit no graduation, however even they stand."""
    ruler = drawn_ruler("1 mm", 9, width=1.6)
    for stroke in range(70):
        at, high = round((0.5 + stroke * 0.115) * PER_INCH), 1.2 + 0.02 * (stroke % 3)
        ruler[PER_INCH : round(high * PER_INCH), at : at + 6] = DARK
    picture = worn(Camera(SIZE, 1000, 0, 3, 7.5, ALONG).photograph(ruler, PER_INCH, ground=110))
    names = [row.graduation.name for row in read_tape(picture).rows if row.graduation]
    assert names == ["1 mm"]
