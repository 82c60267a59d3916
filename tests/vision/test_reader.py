"""The reader answers only what it is sure of, and names what keeps it from answering."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.errors import ImpossibleReading, NotAPicture
from companion.rendering import Camera, Die, Rendered, Window, render_scene, tray_scene
from companion.rendering.scene import Clutter
from companion.vision import reader as reader_module
from companion.vision.detection.detector_output import Detection, DetectorOutput, Place
from companion.vision.detection.network import DiceNetwork
from companion.vision.dice import DiceReading, DieReading, RejectReason
from companion.vision.faces.profile import FaceProfile, upright_face
from companion.vision.frames import Picture
from companion.vision.fusion.diagnosis import REASONS
from companion.vision.looks import LOOKS, Look
from companion.vision.reader import NOTHING_FOUND, WRONG_DIE_SIZE, DiceReader
from companion.vision.tray import Tray

WHOLE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
EDGE = 44.0
FOCAL = EDGE * 420 / 16 / 640
"""Of the simulated tray's camera, in picture widths."""


@pytest.fixture(scope="module")
def network() -> DiceNetwork:
    return DiceNetwork()


@pytest.fixture(scope="module")
def reader(network: DiceNetwork) -> DiceReader:
    """A reader that knows how large dice look, as after calibration."""
    return DiceReader(network, Tray(WHOLE, EDGE / 640, FOCAL))


def tray_with(*dice: Die, seed: int = 3, **scene: object) -> Rendered:
    """The simulated tray with these dice, laid out by hand."""
    random = np.random.default_rng(seed)
    return render_scene(replace(tray_scene([], random), dice=dice, **scene), random)  # type: ignore[arg-type]


@pytest.mark.every(4)
@pytest.mark.parametrize("seed", range(8))
def test_it_reads_a_roll(reader: DiceReader, seed: int) -> None:
    random = np.random.default_rng((6, seed))
    colours = random.permutation(["red", "white", "black", "blue", "green", "yellow"])[:5]
    seen = render_scene(
        tray_scene([(int(random.integers(1, 7)), str(one)) for one in colours], random), random
    )
    reading = reader.read(seen.picture)
    assert reading.sure
    assert tuple(sorted(reading.faces)) == seen.faces
    assert reading.size == (640, 480)
    for truth in seen.dice:
        (die,) = (one for one in reading.dice if np.hypot(*np.subtract(one.centre, truth.centre)) < 10)
        assert (die.face, die.colour, die.sure) == (truth.face, truth.colour, True)


FREE = Die(3, "red", "white", position=(40, 20), angle=20)

TROUBLES = [
    # leans, leans much, stands on its edge
    (Die(4, "red", "white", position=(-40, -10), lean=29, lean_towards=200), {RejectReason.NOT_LEVEL}),
    (Die(4, "red", "white", position=(-40, -10), lean=32, lean_towards=70), {RejectReason.NOT_LEVEL}),
    (
        Die(1, "white", "black", position=(-40, 20), lean=44, lean_towards=10),
        # each of the two faces that it shows looks like a die
        {RejectReason.NOT_LEVEL, RejectReason.UNCLEAR, RejectReason.NOT_A_DIE},
    ),
    # half out of the picture
    (Die(6, "white", "black", position=(114, 0)), {RejectReason.OUT_OF_VIEW}),
]


@pytest.mark.parametrize(("die", "problems"), TROUBLES)
def test_a_die_in_trouble_is_named(reader: DiceReader, die: Die, problems: set[RejectReason]) -> None:
    reading = reader.read(tray_with(FREE, die).picture)
    assert not reading.sure
    named = {one.reject_reason for one in (*reading.dice, *reading.candidates)} - {None}
    assert named
    assert named <= problems
    assert reading.reasons == tuple(REASONS[one] for one in REASONS if one in named)


@pytest.mark.parametrize("off", [(2.0, 3.0), (-5.0, 2.0), (4.0, -6.0)])
def test_a_die_upon_another_is_never_read(reader: DiceReader, off: tuple[float, float]) -> None:
    lower = Die(5, "white", "black", position=(-40, 0))
    upper = Die(2, "red", "white", position=(-40 + off[0], off[1]), lift=16, angle=30)
    reading = reader.read(tray_with(FREE, lower, upper).picture)
    assert not reading.sure
    assert RejectReason.NOT_LEVEL in {one.reject_reason for one in reading.dice}


@pytest.mark.parametrize("seed", range(6))
def test_touching_dice_lie_level(reader: DiceReader, seed: int) -> None:
    random = np.random.default_rng((12, seed))
    first, second = (int(face) for face in random.integers(1, 7, 2))
    pair = (
        Die(first, "red", "white", position=(0, 0), angle=25),
        Die(second, "white", "black", position=(14.8, 6.9), angle=25),
    )
    reading = reader.read(tray_with(*pair, seed=seed).picture)
    assert reading.sure
    assert reading.faces == tuple(sorted((first, second), reverse=True))


@pytest.mark.parametrize("angle", [0.0, 25.0])
@pytest.mark.parametrize("colours", [("red", "white"), ("white", "black"), ("blue", "white")])
def test_dice_of_one_colour_may_lie_side_on_side(
    reader: DiceReader, angle: float, colours: tuple[str, str]
) -> None:
    """Two dice that touch are common on a table; nothing takes them for the halves of a domino."""
    across, down = 16.3 * np.cos(np.deg2rad(angle)), 16.3 * np.sin(np.deg2rad(angle))
    pair = (
        Die(4, *colours, position=(0, 0), angle=angle),
        Die(5, *colours, position=(float(across), float(down)), angle=angle),
    )
    reading = reader.read(tray_with(*pair).picture)
    assert (reading.sure, reading.faces) == (True, (5, 4))


@pytest.mark.every(3, first=2)
@pytest.mark.parametrize("factor", [0.1, 0.4, 2.2, 3.0, 5.0])
def test_a_wrong_die_size_never_makes_a_table_empty(network: DiceNetwork, factor: float) -> None:
    reader = DiceReader(network, Tray(WHOLE, factor * EDGE / 640))
    near = Camera(420.0, focal=EDGE * 420 / 16)
    pair = (FREE, Die(6, "white", "black", position=(-30, -10)))
    reading = reader.read(tray_with(*pair, camera=near, tray=None).picture)
    assert not reading.sure
    if not reading.dice and not reading.candidates:
        assert reading.reasons == (WRONG_DIE_SIZE,)


def test_a_die_at_the_rim_is_named(network: DiceNetwork) -> None:
    corners = ((0.3, 0.2), (0.9, 0.2), (0.9, 0.8), (0.3, 0.8))
    reader = DiceReader(network, Tray(corners, EDGE / 640))
    at_rim, inside = Die(3, "red", "white", position=(-43, 0)), Die(5, "red", "white", position=(20, 10))
    reading = reader.read(tray_with(at_rim, inside).picture)
    assert [die.reject_reason for die in reading.dice] == [RejectReason.AT_THE_RIM, None]
    assert not reading.sure


def test_dice_beside_the_tray_do_not_count(network: DiceNetwork) -> None:
    corners = ((0.4, 0.1), (0.95, 0.1), (0.95, 0.9), (0.4, 0.9))
    reader = DiceReader(network, Tray(corners, EDGE / 640))
    beside, inside = Die(3, "red", "white", position=(-80, 0)), Die(5, "red", "white", position=(30, 10))
    reading = reader.read(tray_with(beside, inside).picture)
    assert reading.faces == (5,)
    assert reading.sure


def test_a_hand_over_dice_is_never_read_as_a_smaller_roll(reader: DiceReader) -> None:
    dice = tuple(Die(face, "red", "white", position=(-60.0 + 30 * face, 10)) for face in (1, 2, 3, 4))
    for x in (-30, 0, 30):
        hand = Clutter("hand", (x, -60), 90, 150, (150, 175, 225), seed=x + 50)
        reading = reader.read(tray_with(*dice, clutter=(hand,)).picture)
        assert not reading.sure or set(reading.faces) <= {1, 2, 3, 4}


@pytest.mark.slow
def test_glare_hardly_ever_makes_a_wrong_face(reader: DiceReader) -> None:
    wrong = read = 0
    for seed in range(30):
        random = np.random.default_rng((9, seed))
        centre = tuple(random.normal(0, 0.1, 2))
        window = Window((float(centre[0]), float(centre[1])), 0.12, 0.1, 12.0)
        face = int(random.integers(1, 7))
        die = Die(face, "red", "white", gloss=0.9, bulge=0.6, angle=float(random.uniform(0, 90)))
        reading = reader.read(tray_with(die, window=window, seed=seed).picture)
        wrong += reading.sure and reading.faces != (face,)
        read += reading.sure
    assert read >= 10
    assert wrong == 0


@pytest.mark.long
def test_a_two_with_a_glint_between_its_pips_is_never_a_sure_three(network: DiceNetwork) -> None:
    """Thirty of 110 such twos were sure threes before their middle pip was compared with the others."""
    reader = DiceReader(network, Tray(WHOLE, EDGE / 320))
    told: list[tuple[int, ...]] = []
    for seed in (0, 3, 4, 9, 12, 18):
        random = np.random.default_rng((9, 2, seed))
        middle, wide = random.normal(0, 0.05, 2), float(random.uniform(0.06, 0.16))
        die = Die(2, str(random.choice(["red", "blue", "black", "green"])), "white", gloss=0.9)
        bulge, angle, across, down = (
            float(random.uniform(*within)) for within in ((0.4, 0.8), (0, 90), (-15, 15), (-15, 15))
        )
        die = replace(die, bulge=bulge, angle=angle, position=(across, down))
        scene = replace(tray_scene([], random, size=(320, 240)), dice=(die,))
        window = Window(
            (float(middle[0]), float(middle[1])), wide, wide * float(random.uniform(0.7, 1.3)), 12.0
        )
        reading = reader.read(render_scene(replace(scene, window=window), random).picture)
        told += [reading.faces] * reading.sure
    assert set(told) <= {(2,)}


def test_an_empty_tray_is_empty_where_the_scale_is_known(reader: DiceReader) -> None:
    reading = reader.read(tray_with().picture)
    assert reading.sure
    assert reading.dice == ()


def test_without_a_scale_nothing_found_is_not_the_same_as_nothing_there(network: DiceNetwork) -> None:
    reading = DiceReader(network).read(tray_with().picture)
    assert reading.dice == ()
    assert reading.reasons == (NOTHING_FOUND,)


NO_PICTURES = [
    # grey, floating point, a list, alpha
    np.zeros((100, 100), np.uint8),
    np.zeros((100, 100, 3), np.float32),
    [[0, 0, 0]],
    np.zeros((100, 100, 4), np.uint8),
]


@pytest.mark.parametrize("picture", NO_PICTURES)
def test_what_is_no_picture_is_refused(reader: DiceReader, picture: object) -> None:
    with pytest.raises(NotAPicture):
        reader.read(picture)  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", [(1, 1), (23, 23), (10, 100)])
def test_in_a_tiny_picture_nothing_is_made_out(network: DiceNetwork, shape: tuple[int, int]) -> None:
    """Files of pictures so small are refused where they are loaded."""
    picture = np.random.default_rng(1).integers(0, 255, (*shape, 3)).astype(np.uint8)
    assert DiceReader(network).read(picture).reasons == (NOTHING_FOUND,)


@pytest.mark.every(2)
@pytest.mark.parametrize("shape", [(24, 24), (25, 400), (2000, 30), (31, 33)])
def test_odd_sizes_are_read_without_complaint(network: DiceNetwork, shape: tuple[int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (*shape, 3)).astype(np.uint8)
    assert DiceReader(network).read(picture).size == (shape[1], shape[0])


class Claims(DiceNetwork):
    """A network that claims what it is told to, first and at the second look, whatever the picture."""

    version = "claims"

    def __init__(self, first: list[Detection], second: Detection | None = None) -> None:
        self.first, self.second, self.asked = first, second, 0
        self.third: Detection | None = None
        self.verified = True
        self.body = np.zeros((50, 75), np.float32)
        self.sizes: list[tuple[int, ...]] = []
        self.closer: list[Detection | None] = []
        self.hints: list[float | None] = []

    def detect(self, picture: Picture, edge_hint: float | None = None) -> DetectorOutput:
        self.sizes.append(picture.shape[:2])
        self.hints.append(edge_hint)
        return DetectorOutput(tuple(self.first), self.body, 4.0)

    def verify(self, picture: Picture, detections: Sequence[Detection]) -> list[Detection]:  # noqa: ARG002
        return [one if self.verified else replace(one, objectness=one.objectness / 2) for one in detections]

    def refine(self, picture: Picture, detection: Detection, closer: bool = False) -> Detection:  # noqa: ARG002
        if closer:
            return self.third or detection
        self.asked += 1
        return self.second or detection

    def redetect(self, picture: Picture, places: Sequence[Place]) -> list[Detection | None]:  # noqa: ARG002
        return self.closer[: len(places)]


def claim(centre: float, share: float, face: int = 3, x: float = 100.0, **more: float) -> Detection:
    shares = [(1 - share) / 5] * 6
    shares[face - 1] = share
    kinds = {"cocked": 0.0, "symbol": 0.0, **more}
    return Detection(x, 90.0, 40.0, 0.0, centre, tuple(shares), **kinds)  # type: ignore[arg-type]


BLANK = np.full((200, 300, 3), 128, np.uint8)

CLAIMS = [
    # surely a three
    (claim(0.95, 0.99), 1, 0, ()),
    # a doubtful face
    (claim(0.95, 0.6), 1, 0, (REASONS[RejectReason.UNCLEAR],)),
    (claim(0.7, 0.4), 1, 0, (REASONS[RejectReason.UNCLEAR],)),
    # a doubtful die
    (claim(0.62, 0.8), 1, 0, (REASONS[RejectReason.UNCLEAR],)),
    # perhaps a die, since no clear one lies beside it: kept apart, and never an answer
    (claim(0.45, 0.99), 0, 1, (REASONS[RejectReason.NOT_A_DIE],)),
    (claim(0.37, 0.99), 0, 1, (REASONS[RejectReason.NOT_A_DIE],)),
    # too faint to matter
    (claim(0.35, 0.99), 0, 0, ()),
    (claim(0.1, 0.99), 0, 0, ()),
    # leaning
    (claim(0.95, 0.4, cocked=0.55), 1, 0, (REASONS[RejectReason.NOT_LEVEL],)),
    # an emblem that nobody has shown yet
    (claim(0.95, 0.5, symbol=0.45), 1, 0, (REASONS[RejectReason.UNCLEAR],)),
]


@pytest.mark.parametrize(("claimed", "dice", "candidates", "reasons"), CLAIMS)
def test_what_is_made_of_claims(
    claimed: Detection, dice: int, candidates: int, reasons: tuple[str, ...]
) -> None:
    reading = DiceReader(Claims([claimed]), Tray(WHOLE, 40 / 300)).read(BLANK)
    assert (len(reading.dice), len(reading.candidates), reading.reasons) == (dice, candidates, reasons)


def test_no_other_look_takes_a_glint_away() -> None:
    """A streak of light made a sure five of a four: mirrored and smaller its middle looked like a pip."""
    picture = BLANK.copy()
    for across, down, grey in ((-10, -10, 255), (10, -10, 255), (-10, 10, 255), (10, 10, 255), (0, 0, 190)):
        picture[88 + down : 93 + down, 98 + across : 103 + across] = grey
    network = Claims([claim(0.95, 0.99, face=5)])
    reading = DiceReader(network, Tray(WHOLE, 40 / 300)).read(picture)
    assert (reading.reasons, len(network.sizes)) == ((REASONS[RejectReason.UNCLEAR],), 1)
    network = Claims([claim(0.95, 0.6, face=6)])
    DiceReader(network, Tray(WHOLE, 40 / 300)).read(BLANK)
    assert len(network.sizes) == 1 + len(LOOKS), "a face that is not clear is looked at again"


@pytest.mark.parametrize(("still", "reasons"), [(0.0, ()), (0.55, (REASONS[RejectReason.NOT_LEVEL],))])
def test_a_leaning_die_is_seen_in_larger_crops_but_in_no_other_look(
    still: float, reasons: tuple[str, ...]
) -> None:
    network = Claims([claim(0.95, 0.4, cocked=0.55)])
    network.third = claim(0.95, 0.95 - still, cocked=still)
    reading = DiceReader(network, Tray(WHOLE, 40 / 300)).read(BLANK)
    assert (reading.reasons, len(network.sizes)) == (reasons, 1)


def test_only_the_tray_and_what_is_about_it_is_looked_at() -> None:
    network = Claims([claim(0.95, 0.99, x=60.0)])
    half = ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0))
    reading = DiceReader(network, Tray(half, 40 / 300)).read(BLANK)
    assert network.sizes == [(200, 300 - 110)]
    assert reading.dice[0].centre == (110 + 60.0, 90.0)


def test_a_clear_die_vouches_for_a_faint_one_beside_it() -> None:
    network = Claims([claim(0.95, 0.99), claim(0.45, 0.99, face=5, x=200.0)])
    reading = DiceReader(network, Tray(WHOLE, 40 / 300)).read(BLANK)
    assert (reading.faces, reading.candidates, reading.reasons) == (
        (5, 3),
        (),
        (REASONS[RejectReason.UNCLEAR],),
    )


def test_only_doubtful_dice_are_looked_at_twice() -> None:
    network = Claims([claim(0.95, 0.99), claim(0.5, 0.99, x=200.0)], claim(0.9, 0.99, face=5, x=200.0))
    reading = DiceReader(network, Tray(WHOLE, 40 / 300)).read(BLANK)
    assert network.asked == 1
    assert reading.faces == (5, 3)
    assert reading.sure


def test_a_clear_die_that_the_verifier_denies_is_refined() -> None:
    network = Claims([claim(0.95, 0.99)], claim(0.9, 0.99, face=5))
    network.verified = False
    assert DiceReader(network, Tray(WHOLE, 40 / 300)).read(BLANK).faces == (5,)
    assert network.asked == 1


@pytest.mark.every(3)
@pytest.mark.parametrize("apart", [0.25, 0.45, 0.65])
def test_a_die_upon_another_is_never_a_roll(network: DiceNetwork, apart: float) -> None:
    """Before the networks were taught with piles they told 88 of 108 with dice of real photos."""
    told = 0
    for seed in range(3):
        random = np.random.default_rng((7, seed))
        lower, upper, third = (Die(int(random.integers(1, 7)), colour) for colour in ("white", "red", "blue"))
        turn = random.uniform(0, 2 * np.pi)
        at = (float(16 * apart * np.cos(turn)), float(16 * apart * np.sin(turn)))
        upper = replace(upper, position=at, lift=16.0, angle=float(random.uniform(0, 90)))
        told += (
            DiceReader(network).read(tray_with(lower, replace(third, position=(60, 20)), upper).picture).sure
        )
    assert told == 0


def test_a_taught_face_keeps_its_number_in_another_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """An emblem on the six that another look recognised came back as the network's guess, and was sure."""

    def recognised(_: DiceReading, look_again: Callable[[Look], DiceReading]) -> tuple[Look, DiceReading]:
        reading = look_again(LOOKS[0])
        taught = replace(
            reading.dice[0], face=6, sure=True, reject_reason=None, kind="ours", symbol_sure=True
        )
        return LOOKS[0], replace(reading, dice=(taught,), reasons=())

    monkeypatch.setattr(reader_module, "confirmed", recognised)
    reading = DiceReader(Claims([claim(0.95, 0.5, symbol=0.45)]), Tray(WHOLE, 40 / 300)).read(BLANK)
    assert (reading.faces, reading.sure) == ((6,), True)


def test_another_look_sees_dice_of_a_known_size_at_another_scale() -> None:
    """The network scales dice of a known size to its best; a smaller picture alone was no other look."""
    network = Claims([claim(0.95, 0.5)])
    DiceReader(network, Tray(WHOLE, 40 / 300)).read(BLANK)
    seen = [width / hint for (_, width), hint in zip(network.sizes, network.hints, strict=True) if hint]
    assert seen == pytest.approx([300 / 40 * look.scale for look in (Look(1), *LOOKS)], rel=0.01)


def test_a_second_look_may_find_the_same_die_twice() -> None:
    network = Claims([claim(0.6, 0.9), claim(0.5, 0.9, x=130.0)], claim(0.9, 0.99))
    assert len(DiceReader(network, Tray(WHOLE, 40 / 300)).read(BLANK).dice) == 1


CLOSER: list[tuple[str, list[Detection | None], bool]] = [
    ("the same", [claim(0.9, 0.98), claim(0.9, 0.98, face=5, x=200.0)], True),
    ("one has gone", [claim(0.9, 0.98), None], False),
    ("another face", [claim(0.9, 0.98), claim(0.9, 0.98, face=6, x=200.0)], False),
    ("a doubtful face", [claim(0.9, 0.98), claim(0.9, 0.5, face=5, x=200.0)], False),
    ("a leaning die", [claim(0.9, 0.98), claim(0.9, 0.5, face=5, x=200.0, cocked=0.5)], False),
]


@pytest.mark.parametrize(("what", "closer", "enough"), CLOSER, ids=[what for what, *_ in CLOSER])
def test_dice_that_were_read_before_are_only_looked_at_closer(
    what: str, closer: list[Detection | None], enough: bool
) -> None:
    network = Claims([claim(0.95, 0.99), claim(0.95, 0.99, face=5, x=200.0)])
    network.closer = closer
    reader = DiceReader(network, Tray(WHOLE, 40 / 300))
    before = reader.read(BLANK)
    again = reader.read(BLANK, before)
    assert (again.faces, again.sure) == ((5, 3), True), what
    assert len(network.sizes) == (1 if enough else 2), "else the whole tray is read"


def test_what_was_doubted_before_or_in_a_picture_of_another_size_is_read_anew() -> None:
    network = Claims([claim(0.95, 0.6, face=6)])
    reader = DiceReader(network, Tray(WHOLE, 40 / 300))
    reader.read(BLANK, reader.read(BLANK))
    assert len(network.sizes) == 2 * (1 + len(LOOKS)), "each in all looks"
    network.first = [claim(0.95, 0.99)]
    network.closer = [*network.first]
    network.sizes.clear()
    reader.read(BLANK[:150], reader.read(BLANK))
    assert len(network.sizes) == 2


def test_a_closer_look_says_the_same_as_the_first(reader: DiceReader) -> None:
    seen = tray_with(FREE, Die(6, "white", "black", position=(-50, -20)), Die(1, "blue", "white"))
    before = reader.read(seen.picture)
    closer = reader.read(seen.picture, before)
    assert before.sure and (closer.faces, closer.sure) == (before.faces, True)
    for one, other in zip(closer.dice, before.dice, strict=True):
        assert one.colour == other.colour
        assert one.centre == pytest.approx(other.centre, abs=0.1 * other.size)
    assert closer.edge == pytest.approx(before.edge, rel=0.1)


BODIES = [
    # a body where a die was found
    ((18, 20, 28, 30), True),
    # one if none was found
    ((18, 55, 28, 65), False),
    # the rim of one, which the border cuts
    ((18, 73, 28, 75), False),
]


@pytest.mark.parametrize(("body", "sure"), BODIES)
def test_a_body_without_a_die_is_doubted(body: tuple[int, int, int, int], sure: bool) -> None:
    network = Claims([claim(0.95, 0.99)])
    top, left, bottom, right = body
    network.body[top:bottom, left:right] = 0.9
    reading = DiceReader(network, Tray(WHOLE, 40 / 300)).read(BLANK)
    assert (reading.faces, reading.sure) == ((3,), sure)


SYMBOLS = frozenset(range(1, 7))


def test_own_faces_are_read_once_they_were_shown(network: DiceNetwork) -> None:
    tray = Tray(WHOLE, EDGE / 640)
    kind = {"colour": "blue", "pip_colour": "white", "emblems": SYMBOLS, "seed": 77}
    spots = [(-60.0, 30.0), (0.0, 34.0), (60.0, 30.0), (-60.0, -30.0), (0.0, -34.0), (60.0, -30.0)]

    def thrown(turn: float) -> Rendered:
        dice = [
            Die(face, position=spot, angle=turn + 31 * face, **kind)  # type: ignore[arg-type]
            for face, spot in enumerate(spots, start=1)
        ]
        return tray_with(*dice, seed=int(turn))

    profile = FaceProfile("Rogue dice")
    for turn in (5.0, 150.0, 290.0):
        shown = thrown(turn)
        for seen in DiceReader(network, tray).describe(shown.picture):
            place = seen.detection.centre_x, seen.detection.centre_y
            truth = min(shown.dice, key=lambda die: np.hypot(*np.subtract(die.centre, place)))
            profile = profile.with_example(truth.face, upright_face(shown.picture, seen.detection))
    assert profile.complete
    reader = DiceReader(network, tray, profiles=[profile])
    right = wrong_and_sure = 0
    for turn in (40.0, 77.0, 200.0, 333.0):
        rolled = thrown(turn)
        for die in reader.read(rolled.picture).dice:
            truth = min(rolled.dice, key=lambda one: np.hypot(*np.subtract(one.centre, die.centre)))
            right += die.sure and die.face == truth.face
            wrong_and_sure += die.sure and die.face != truth.face
    assert wrong_and_sure == 0
    assert right >= 0.8 * 24


IMPOSSIBLE = [
    ({"dice": (DieReading(1, (0, 0, 9, 9), "red", 0.2, sure=False),)}, "counts as read"),
    ({"size": (0, 480)}, "at least 1 x 1"),
]


@pytest.mark.parametrize(("changes", "message"), IMPOSSIBLE)
def test_impossible_readings_are_refused(changes: dict[str, Any], message: str) -> None:
    fine = {
        "dice": (),
        "reasons": (),
        "milliseconds": 1.0,
        "size": (640, 480),
        "model": "m",
    }
    with pytest.raises(ImpossibleReading, match=message):
        DiceReading(**{**fine, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"face": 7},
        {"box": (5, 5, 5, 9)},
        {"box": (5, 5, 4, 9)},
        {"box": (5, 5, 9, 4)},
        {"box": (5, 5, 9, 5)},
        {"colour": "plaid"},
        {"confidence": 1.2},
        {"confidence": -0.1},
        {"reject_reason": RejectReason.NOT_LEVEL},
    ],
)
def test_impossible_dice_are_refused(changes: dict[str, Any]) -> None:
    fine = {"face": 3, "box": (0.0, 0.0, 9.0, 9.0), "colour": "red", "confidence": 0.9, "sure": True}
    assert DieReading(**fine).sure  # type: ignore[arg-type]
    with pytest.raises(ImpossibleReading, match="no die can be like this"):
        DieReading(**{**fine, **changes})


def test_where_nothing_was_found_a_moment_ago_nothing_is_searched() -> None:
    network = Claims([])
    reader = DiceReader(network)
    nothing = reader.read(BLANK)
    assert reader.read(BLANK, nothing).reasons == (NOTHING_FOUND,)
    assert len(network.sizes) == 1, "not searched again"
    network.first = [claim(0.95, 0.99)]
    assert reader.read(BLANK[:100], nothing).faces == (3,), "another picture"
    assert reader.read(BLANK).faces == (3,)


def test_what_the_empty_floor_shows_is_neither_a_die_nor_a_doubt() -> None:
    printed = BLANK.copy()
    printed[75:105, 85:115] = np.random.default_rng(2).integers(0, 255, (30, 30, 1), np.uint8)
    network = Claims([claim(0.95, 0.99)])
    network.body[19:26, 21:29] = 0.95
    for empty, faces in ((None, (3,)), (BLANK, (3,)), (printed, ())):
        reading = DiceReader(network, Tray(WHOLE, 40 / 300, empty=empty)).read(printed)
        assert (reading.sure, reading.faces) == (True, faces)
    network.first.append(claim(0.95, 0.6, 5, x=200.0))
    network.third = claim(0.95, 0.99, 5, x=200.0)
    picture = printed.copy()
    picture[75:105, 185:215] = np.random.default_rng(3).integers(0, 255, (30, 30, 1), np.uint8)
    reading = DiceReader(network, Tray(WHOLE, 40 / 300, empty=printed)).read(picture)
    assert (reading.sure, reading.faces) == (True, (5,)), "a doubtful die beside it is seen closer"


def test_an_empty_tray_is_searched_for_dice_of_other_sizes_once() -> None:
    network = Claims([])
    reader = DiceReader(network, Tray(WHOLE, 44 / 300))
    nothing, searched = reader.read(BLANK), len(network.sizes)
    assert nothing.sure
    assert searched > 1
    assert reader.read(BLANK, nothing).sure
    assert len(network.sizes) == searched + 1
    reader.read(BLANK)
    assert len(network.sizes) == 2 * searched + 1, "something has moved"


@pytest.mark.parametrize(("probability", "reasons"), [(0.84, ()), (0.88, (REASONS[RejectReason.NOT_A_DIE],))])
def test_a_body_without_a_die_is_doubted_where_no_size_is_known(
    probability: float, reasons: tuple[str, ...]
) -> None:
    network = Claims([claim(0.95, 0.99)])
    network.body[5:15, 55:65] = probability
    assert DiceReader(network).read(BLANK).reasons == reasons


def test_a_small_body_is_judged_by_the_smallest_die() -> None:
    """Half as large as the others, a red die was segmented, then ignored, and the roll sure without it."""
    network = Claims([claim(0.95, 0.99), replace(claim(0.95, 0.99, x=200.0), edge=20.0)])
    network.body[2:6, 66:70] = 0.95
    assert DiceReader(network).read(BLANK).reasons == (REASONS[RejectReason.NOT_A_DIE],)
