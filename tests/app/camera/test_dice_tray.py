"""The dice tray in a battle: readings are kept as evidence, and corrections become examples."""

import datetime
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from calibration.profile import Profile, TrayObservation
from companion.app.camera.dice_tray import DEFAULT_FOCAL_LENGTH, DiceTray, tray_of
from companion.app.camera.evidence import EVIDENCE_MARGIN, Examples, evidence_of, examples_path
from companion.referee.dice import DicePool as RefereePool
from companion.referee.dice import SymbolContest, Symbols
from companion.referee.questions import Roll
from companion.vision.dice import DiceReading, DieReading, RejectReason
from companion.vision.faces.profile import FaceProfile
from companion.vision.frames import Frame
from companion.vision.tracking.tray_watcher import TrayState, TrayUpdate

REACH = int(40 * EVIDENCE_MARGIN)
"""Pixels around the largest die, of 40, that its evidence shows."""


def die(face: int, left: float) -> DieReading:
    box = (left, 100.0, left + 40.0, 140.0)
    return DieReading(face, box, "red", 0.9, sure=True)


@pytest.fixture
def seen() -> Any:
    """A tray whose reading_thread has read a five and a two."""
    confirmed: list[None] = []
    nothing: Any = SimpleNamespace(confirm=lambda: confirmed.append(None), confirmed=confirmed)
    tray = DiceTray(nothing)
    frame = Frame(np.full((480, 640, 3), 128, np.uint8), 0.0, "usb:0")
    dice = (die(5, 100.0), die(2, 200.0))
    reading = DiceReading(dice, (), 1.0, (640, 480), "m")
    tray._roll = ({"attack": (5, 2)}, reading, frame)
    return tray


LENS = Lens((640, 480), np.array([[512.0, 0, 320], [0, 512.0, 240], [0, 0, 1]]), np.zeros(5), 0.1, 9)


@pytest.mark.parametrize(("lens", "focal"), [(None, DEFAULT_FOCAL_LENGTH), (LENS, 0.8)])
def test_a_tray_is_seen_through_its_lens_or_the_usual_one(lens: Any, focal: Any) -> None:
    observation = TrayObservation(np.array([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]), 0.06)
    profile = Profile("usb:0", (640, 480), datetime.datetime(2026, 1, 1), lens, tray=observation)
    seen = tray_of(profile)
    assert seen is not None and seen.focal == pytest.approx(focal) and seen.empty is None
    empty = np.zeros((4, 4, 3), np.uint8)
    seen = tray_of(replace(profile, tray=replace(observation, picture=empty)))
    assert seen is not None and seen.empty is empty
    assert tray_of(replace(profile, tray=None)) is None
    assert tray_of(None) is None


@pytest.mark.parametrize(
    ("boxes", "crop"),
    [
        ([], (0, 0, 640, 480)),
        ([(100, 120, 140, 160)], (100 - REACH, 120 - REACH, 141 + REACH, 161 + REACH)),
        ([(100, 120, 140, 160), (300, 50, 320, 70)], (100 - REACH, 50 - REACH, 321 + REACH, 161 + REACH)),
        ([(0, 0, 40, 40)], (0, 0, 41 + REACH, 41 + REACH)),
        ([(600, 440, 640, 480)], (600 - REACH, 440 - REACH, 640, 480)),
    ],
)
def test_evidence_shows_all_dice_and_a_little_around_them(
    boxes: list[tuple[float, float, float, float]], crop: tuple[int, int, int, int]
) -> None:
    frame = Frame(np.full((480, 640, 3), 128, np.uint8), 0.0, "/dev/video0")
    dice = tuple(DieReading(3, box, "red", 0.9, sure=True) for box in boxes)
    evidence = evidence_of(frame, DiceReading(dice, (), 1.0, (640, 480), "m"), (3,))
    left, top, right, bottom = crop
    shown = cv2.imdecode(np.frombuffer(evidence.crop, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and shown.shape == (bottom - top, right - left, 3)
    wanted = [(x0 - left, y0 - top, x1 - left, y1 - top) for x0, y0, x1, y1 in boxes]
    assert [die.box for die in evidence.dice] == wanted
    assert (evidence.source, evidence.reader, evidence.corrected) == ("video0", "m", (3,))


@pytest.mark.parametrize(
    ("answered", "corrected", "examples"),
    [
        ((5, 2), (), 0),  # as it was read
        ((2, 5), (), 0),  # in another order
        ((6, 2), (6, 2), 1),  # one die set right
        ((6, 3), (6, 3), 0),  # both: nobody can tell which is which
        ((5, 2, 1), (5, 2, 1), 0),  # one more than was seen
    ],
)
def test_what_is_kept_of_a_roll(seen: Any, answered: Any, corrected: Any, examples: int) -> None:
    evidence = seen.evidence({"attack": answered})
    assert evidence.corrected == corrected
    assert [(x1 - x0, y1 - y0) for x0, y0, x1, y1 in (die.box for die in evidence.dice)] == [(40, 40)] * 2
    assert evidence.dice[1].box[0] - evidence.dice[0].box[0] == 100
    assert evidence.crop[:2] == b"\xff\xd8"
    assert len(Examples(examples_path())) == examples


def doubted(tray: Any, *, fresh: Any = True) -> None:
    """The dice reader is sure of a five, and not of what it takes for a two."""
    dice = (die(5, 100.0), replace(die(2, 200.0), sure=False, reject_reason=RejectReason.UNCLEAR))
    reading = DiceReading(dice, ("a die cannot be made out",), 1.0, (640, 480), "m")
    frame = tray._roll[2]
    tray._roll = None
    tray._reading_thread.last = TrayUpdate(TrayState.SETTLED, reading, None, None, 0.0, fresh)
    tray._reading_thread.newest = lambda: frame


@pytest.mark.parametrize(
    ("answered", "examples"),
    [
        ((5, 2), 1),  # the doubtful one is what it was taken for
        ((3, 5), 1),  # it is another
        ((6, 3), 0),  # nobody can tell which is which
    ],
)
def test_a_roll_that_the_table_told_teaches_the_eye_what_it_doubted(
    seen: Any, answered: Any, examples: int
) -> None:
    doubted(seen)
    evidence = seen.evidence({"attack": answered})
    assert (evidence.corrected, [die.face for die in evidence.dice]) == (answered, [5, 2])
    assert not seen.has_read
    assert len(Examples(examples_path())) == examples


@pytest.mark.parametrize(("answered", "fresh"), [((5, 2, 1), True), ((5, 2), False)])
def test_other_dice_than_lie_there_teach_nothing(seen: Any, answered: Any, fresh: bool) -> None:
    doubted(seen, fresh=fresh)
    assert seen.evidence({"attack": answered}) is None
    assert len(Examples(examples_path())) == 0


def test_simulated_dice_teach_nothing(seen: Any) -> None:
    seen._roll_simulated = lambda *_: None
    seen.evidence({"attack": (6, 2)})
    assert len(Examples(examples_path())) == 0


def test_a_full_disk_costs_no_roll(
    seen: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Examples, "keep", lambda *_: (_ for _ in ()).throw(OSError("no space left")))
    assert seen.evidence({"attack": (6, 2)}).corrected == (6, 2)
    assert "no space left" in caplog.text


def test_dice_that_the_table_chooses_count_for_the_open_question() -> None:
    expected: list[Any] = []
    reading_thread: Any = SimpleNamespace(updates=list, expect=expected.append, consume=lambda: None)
    tray = DiceTray(reading_thread)
    pool = RefereePool(name="attack", seat="p0", least=1, most=3)
    tray.ask(Roll(seat="p0", prompt="Roll", rules=(), pools=(pool,)), ())
    tray.set_colours({"attack": ("green",)})
    assert [pools[0].colours for pools in expected] == [("red",), ("green",)]
    tray.finish()
    tray.set_colours({"attack": ("blue",)})
    assert len(expected) == 2


def test_a_pool_is_drawn_in_its_first_colour() -> None:
    nothing: Any = SimpleNamespace()
    tray = DiceTray(nothing, {"attack": ("green", "red")})
    assert (tray.body("attack"), tray.body("horse")) == ("green", "bone")


HIT, TWO, BLANK = Symbols(1), Symbols(2), Symbols()
FACES = (BLANK, BLANK, HIT, HIT, HIT, TWO)


def kind(
    name: Any = "regular attack", titles: Any = ("blank", "blank", "1 hit", "1 hit", "1 hit", "2 hits")
) -> Any:
    """Dice all of whose faces were shown once."""
    profile = FaceProfile(name, ("red",))
    for value, title in enumerate(titles, 1):
        profile = profile.with_example(value, np.zeros((48, 48), np.uint8), title)
    return profile


def asked(profile: Any = "regular attack") -> Any:
    pool = RefereePool(name="regular attack", seat="p0", least=2, most=2, profile=profile)
    contest = SymbolContest((FACES, FACES), ())
    return Roll(seat="p0", prompt="Roll", rules=(), pools=(pool,), symbol_contest=contest)


class DiceReadingThread:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.expected: list[Any] = []
        self.readers: list[Any] = []
        self.last: Any = None

    updates = list
    newest = staticmethod(lambda: Frame(np.zeros((48, 48, 3), np.uint8), 0.0, "usb:0"))

    def expect(self, pools: Any) -> None:
        self.expected.append(pools)

    def read_with(self, read: Any, _floor: Any) -> None:
        self.readers.append(read.__self__)

    def consume(self) -> Any:
        return None


@pytest.mark.parametrize(
    ("own", "readable"),
    [
        ([], False),
        ([kind()], True),
        # another kind
        ([kind("upgraded attack")], False),
        # a face that these dice do not have in this game
        ([kind(titles=("blank", "blank", "1 hit", "1 hit", "1 hit", "3 hits"))], False),
        # not all faces were shown
        ([kind().without_face(6)], False),
    ],
)
def test_symbol_dice_are_read_once_all_their_faces_were_shown(own: Any, readable: bool) -> None:
    reading_thread: Any = DiceReadingThread()
    tray = DiceTray(reading_thread)
    tray.set_face_profiles(own)
    assert tray.can_read(asked()) is readable


@pytest.mark.parametrize(
    ("sides", "readable"), [((6,), True), ((6, 6), True), ((8,), False), ((6, 8), False), ((8, 6), False)]
)
@pytest.mark.parametrize("simulated", [True, False])
def test_dice_of_six_faces_with_pips_are_read(
    sides: tuple[int, ...], readable: bool, simulated: bool
) -> None:
    """Where one side rolls other dice, none are."""
    pools = tuple(RefereePool(f"pool {number}", "p0", 1, 2, faces) for number, faces in enumerate(sides))
    reading_thread: Any = DiceReadingThread()
    tray = DiceTray(reading_thread, roll_simulated=(lambda _: None) if simulated else None)
    assert tray.can_read(Roll(seat="p0", prompt="Roll", rules=(), pools=pools)) is readable
    assert tray.simulated is simulated


@pytest.mark.parametrize(
    ("bodies", "colours"),
    [
        ({}, ["bone", "bone"]),
        ({"attack": ("red", "blue")}, ["red", "bone"]),
        ({"defence": ("white",)}, ["bone", "white"]),
    ],
)
def test_dice_are_drawn_in_their_first_colour(bodies: Any, colours: list[str]) -> None:
    reading_thread: Any = DiceReadingThread()
    tray = DiceTray(reading_thread)
    tray.set_colours(bodies)
    assert [tray.body(pool) for pool in ("attack", "defence")] == colours


def test_symbols_are_looked_for_only_where_somebody_rolls_them() -> None:
    logo = FaceProfile("Logo dice").with_example(6, np.zeros((48, 48), np.uint8))
    reading_thread: Any = DiceReadingThread()
    tray = DiceTray(reading_thread)
    tray.set_face_profiles([kind(), logo])
    assert [one.name for one in reading_thread.readers[-1]._profiles] == ["Logo dice"]
    tray.ask(asked(), ())
    assert [one.name for one in reading_thread.readers[-1]._profiles] == ["regular attack"]
    assert (reading_thread.expected[-1][0].kind, reading_thread.expected[-1][0].colours) == (
        "regular attack",
        ("red",),
    )
    tray.ask(asked(), ())
    assert len(reading_thread.readers) == 2, "nothing has changed"


def symbol(title: Any, left: Any, *, sure: Any = True) -> Any:
    box = (left, 100.0, left + 40.0, 140.0)
    problem = None if sure else RejectReason.UNCLEAR
    return DieReading(1, box, "red", 0.9, sure, problem, kind="regular attack" if sure else "", title=title)


def test_a_die_that_is_not_sure_is_left_to_the_table() -> None:
    reading_thread: Any = DiceReadingThread()
    tray = DiceTray(reading_thread)
    tray.set_face_profiles([kind()])
    tray.ask(asked(), ())
    dice = (symbol("2 hits", 100.0), symbol("", 200.0, sure=False))
    reading = DiceReading(dice, ("a die cannot be made out",), 1.0, (640, 480), "m")
    reading_thread.last = TrayUpdate(TrayState.SETTLED, reading, None, None, 0.0)
    assert tray.uncertain_dice() == {"regular attack": (6, None)}
    reading_thread.last = TrayUpdate(TrayState.MOVING, reading, None, None, 0.0)
    assert tray.uncertain_dice() is None


@pytest.mark.parametrize(("in_order", "faces"), [(False, (6, 4, 2)), (True, (2, 6, 4))])
def test_dice_that_each_stand_for_a_piece_are_read_from_left_to_right(
    in_order: bool, faces: tuple[int, ...]
) -> None:
    """Sorted by their faces, the highest would always meet the highest."""
    reading_thread: Any = SimpleNamespace(updates=list, expect=list, consume=lambda: None)
    tray = DiceTray(reading_thread)
    pool = RefereePool(name="attack", seat="p0", least=3, most=3)
    tray.ask(Roll(seat="p0", prompt="Volley", rules=(), pools=(pool,), in_order=in_order), ())
    assert tray._numbers("attack", (die(6, 200.0), die(4, 300.0), die(2, 100.0))) == faces


@pytest.mark.parametrize(("answered", "confirmed"), [((5, 2), True), ((6, 2), False), ((5, 2, 1), False)])
def test_the_floor_is_learned_from_rolls_that_players_let_stand(
    seen: Any, answered: Any, confirmed: bool
) -> None:
    seen.evidence({"attack": answered})
    assert len(seen._reading_thread.confirmed) == confirmed


@pytest.mark.parametrize(("answered", "confirmed"), [((2, 5), True), ((3, 5), False)])
def test_the_floor_is_learned_from_doubted_dice_that_players_told_as_they_were_read(
    seen: Any, answered: Any, confirmed: bool
) -> None:
    doubted(seen)
    seen.evidence({"attack": answered})
    assert len(seen._reading_thread.confirmed) == confirmed
