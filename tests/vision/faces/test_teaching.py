"""Teaching dice their faces, and reading what was taught: symbols, empty faces, a logo for the six."""

import numpy as np
import pytest

from companion.rendering import Die
from companion.vision.assignment.assign import Assignment, ExpectedDice, assign
from companion.vision.detection.detector_output import Detection
from companion.vision.detection.network import DiceNetwork
from companion.vision.faces.profile import SIDE, FaceProfile
from companion.vision.faces.teaching import (
    PREVIEW_SIDE,
    FaceTeacher,
    _is_cut_off,
    example_count,
    examples_needed,
    taught_faces,
)
from companion.vision.reader import DiceReader
from tests.vision.symbol_dice import ATTACK, DEFENCE, FLOOR, blue, picture_of, red


@pytest.mark.parametrize(
    ("x", "y", "cut"),
    [
        (20.0, 20.0, False),
        (19.9, 50.0, True),
        (50.0, 19.9, True),
        (140.0, 80.0, False),
        (140.1, 50.0, True),
        (50.0, 80.1, True),
    ],
)
def test_a_die_at_the_border_is_cut_off(x: float, y: float, cut: bool) -> None:
    die = Detection(x, y, 40.0, 0.0, 0.9, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0), 0.0, 0.0)
    assert _is_cut_off(die, np.zeros((100, 160, 3), np.uint8)) == cut


@pytest.fixture(scope="module")
def network() -> DiceNetwork:
    return DiceNetwork()


def taught(network: DiceNetwork, name: str, die: object, signs: tuple[str, ...]) -> FaceProfile:
    """Dice whose different faces were shown twice, and the others of the same name once."""
    teacher = FaceTeacher(DiceReader(network), FaceProfile(name))
    for value, title in enumerate(signs, 1):
        for turn in range(2 if signs.index(title) == value - 1 else 1):
            place = (25.0 * turn - 10.0, 12.0 * turn)
            result = teacher.show(picture_of([die(value, *place, 30.0 + 50.0 * turn)]), value, title)  # type: ignore[operator]
            assert result.good, result.sentence
    return teacher.profile


@pytest.fixture(scope="module")
def attack(network: DiceNetwork) -> FaceProfile:
    return taught(network, "attack dice", red, ATTACK)


@pytest.fixture(scope="module")
def defence(network: DiceNetwork) -> FaceProfile:
    return taught(network, "defence dice", blue, DEFENCE)


@pytest.mark.slow
def test_once_is_enough_for_another_face_of_the_same_name(attack: FaceProfile) -> None:
    assert taught_faces(attack) == (1, 2, 3, 4, 5, 6)
    assert [example_count(attack, value) for value in range(1, 7)] == [2, 1, 2, 1, 1, 2]
    assert (examples_needed(attack, 6), examples_needed(attack, 4)) == (2, 1)
    assert attack.complete and attack.symbols
    assert attack.colours == ("red",)
    assert attack.empty_face == 1


@pytest.mark.long
def test_a_roll_of_symbol_dice_is_read(
    network: DiceNetwork, attack: FaceProfile, defence: FaceProfile
) -> None:
    reader = DiceReader(network, FLOOR, profiles=(attack, defence))
    rolled = [
        red(2, -50, -30, 12),
        red(4, -10, -28, 77),
        red(6, 30, -25, 41),
        blue(2, -30, 30, 5),
        blue(6, 25, 32, 63),
    ]
    reading = reader.read(picture_of(rolled, seed=9))
    assert reading.sure, reading
    told = sorted((die.kind, die.title) for die in reading.dice)
    assert told == [
        ("attack dice", "1 hit"),
        ("attack dice", "2 hits"),
        ("attack dice", "blank"),
        ("defence dice", "1 block"),
        ("defence dice", "hit + block"),
    ]
    pools = [
        ExpectedDice("regular", 3, 3, kind="attack dice"),
        ExpectedDice("guard", 1, 2, kind="defence dice"),
    ]
    dealt = assign(pools, reading.dice)
    assert isinstance(dealt, Assignment)
    assert [len(dealt.dice[pool.role]) for pool in pools] == [3, 2]


def test_what_was_never_shown_is_not_sure(network: DiceNetwork, attack: FaceProfile) -> None:
    reading = DiceReader(network, FLOOR, profiles=(attack,)).read(picture_of([blue(6), blue(4, 40)]))
    assert not reading.sure


@pytest.mark.long
def test_a_logo_instead_of_the_six(network: DiceNetwork) -> None:
    def die(face: int, **more: object) -> Die:
        return Die(face, "white", "black", emblems=frozenset({6}), seed=41, **more)  # type: ignore[arg-type]

    teacher = FaceTeacher(DiceReader(network), FaceProfile("our dice"))
    for angle in (20.0, 65.0):
        result = teacher.show(picture_of([die(6, angle=angle, position=(angle, 0.0))]), 6)
        assert result.good, result.sentence
    reader = DiceReader(network, FLOOR, profiles=(teacher.profile,))
    reading = reader.read(
        picture_of([die(6, position=(-40.0, 20.0), angle=40.0), die(3, position=(30.0, 0.0))], 5)
    )
    assert (reading.faces, reading.sure) == ((6, 3), True)
    assert not teacher.profile.symbols


AGAIN = [
    # nothing lies there
    ([], "I see no die"),
    # two lie there
    ([red(3), red(4, 50)], "I see 2 dice"),
    # half of it is out of the picture
    ([red(3, 0, 80.5)], "partly out of view"),
    # it stands on its edge
    ([Die(3, "red", "white", lean=38.0, lean_towards=20.0)], "The die leans"),
    # the face shown before, under another name
    ([red(6, 20, 20, 31)], "looks like 2 hits"),
]


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize(("dice", "sentence"), AGAIN)
def test_a_showing_that_would_mislead_is_refused(
    network: DiceNetwork, attack: FaceProfile, dice: list[Die], sentence: str
) -> None:
    teacher = FaceTeacher(DiceReader(network), attack)
    result = teacher.show(picture_of(dice), 3, "1 hit")
    assert not result.good
    assert sentence in result.sentence
    assert teacher.profile is attack


def test_another_face_than_before_is_refused(network: DiceNetwork) -> None:
    teacher = FaceTeacher(DiceReader(network), FaceProfile("dice"))
    assert teacher.show(picture_of([blue(6)]), 1, "hit + block").good
    result = teacher.show(picture_of([blue(1, 30)]), 1, "hit + block")
    assert "does not look like the hit + block" in result.sentence


@pytest.mark.long
def test_a_die_that_was_not_taken_up_is_no_second_showing(network: DiceNetwork) -> None:
    teacher = FaceTeacher(DiceReader(network), FaceProfile("dice"))
    first = teacher.show(picture_of([red(6)]), 6, "2 hits")
    assert first.good and first.sentence == "2 hits, shown 1 time"
    assert first.seen.face is not None and first.seen.face.shape == (PREVIEW_SIDE, PREVIEW_SIDE, 3)
    assert "not moved" in teacher.show(picture_of([red(6)], 8), 6, "2 hits").sentence
    assert teacher.show(picture_of([red(6, 20, 0, 40)]), 6, "2 hits").sentence == "2 hits, shown 2 times"
    assert teacher.undo() and example_count(teacher.profile, 6) == 1
    assert teacher.undo() and not teacher.undo()
    assert teacher.profile == FaceProfile("dice")


@pytest.mark.parametrize("titles", [{3: "hit", 6: "hit"}, {3: "hit", 6: "miss"}, {}])
@pytest.mark.parametrize("shown", [{3: 2, 6: 1}, {3: 1, 6: 2}, {3: 1, 6: 1}])
def test_how_often_a_face_must_be_shown(titles: dict[int, str], shown: dict[int, int]) -> None:
    """Twice; once, if another face of the same name was shown twice."""
    example = np.zeros((SIDE, SIDE), np.uint8)
    examples = {value: (example,) * times for value, times in shown.items()}
    profile = FaceProfile("dice", titles=titles, examples=examples)
    alike = len(set(titles.values())) == 1
    for value, other in ((3, 6), (6, 3)):
        assert examples_needed(profile, value) == (1 if alike and shown[other] == 2 else 2)
