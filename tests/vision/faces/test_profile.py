"""Dice with drawings instead of pips are known by what the table has shown of them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import BrokenFile, ImpossibleReading
from companion.rendering import Die, Lamp, Scene, Sensor, render_scene
from companion.rendering.scene import Camera
from companion.vision.detection.detector_output import Detection
from companion.vision.faces.profile import SIDE, FaceProfile, Grey, best_match, upright_face
from tests.vision.symbol_dice import DEFENCE

SYMBOLS = frozenset(range(1, 7))
OWN_KIND = 77
"""The seed that draws one kind of dice; another seed draws another kind."""


def symbol_die(face: int, kind: int = OWN_KIND, **more: object) -> Die:
    return Die(face, "blue", "white", emblems=SYMBOLS, seed=kind, **more)  # type: ignore[arg-type]


def face_of(die: Die, chance: int = 1, turned: float = 0.0, grown: float = 1.0, **scene: object) -> Grey:
    """The die's top face as the dice reader cuts it out, its middle and turn known from the render.

    A detector is off by some degrees, and by a share of the edge.
    """
    given = {"size": (200, 200), "camera": Camera(focal=60 * 400 / 16, tilt=6), **scene}
    seen = render_scene(Scene(dice=(die,), **given), np.random.default_rng(chance))  # type: ignore[arg-type]
    (truth,) = seen.dice
    edge, angle, flat = truth.edge * grown, truth.angle + turned, (1 / 6,) * 6
    return upright_face(seen.picture, Detection(*truth.centre, edge, angle, 1.0, flat, 0.0, 0.0))


@pytest.fixture(scope="module")
def profile() -> FaceProfile:
    """All six faces, shown twice each."""
    shown = FaceProfile("Rogue dice", ("blue",))
    for value in range(1, 7):
        for angle in (10.0, 62.0):
            face = face_of(symbol_die(value, angle=angle))
            shown = shown.with_example(value, face, title=f"symbol {value}")
    return shown


ELSEWHERE: list[tuple[dict[str, Any], dict[str, Any]]] = [
    # turned in any way
    ({"angle": 33.0}, {}),
    ({"angle": 145.0}, {}),
    ({"angle": 271.0}, {}),
    # another place, another illumination
    ({"angle": 200.0, "position": (11, -7)}, {"lamps": (Lamp(35, 300, 0.7, (0.7, 0.9, 1.2)),)}),
    # a marbled body
    ({"angle": 80.0, "finish": "marbled"}, {}),
    # a blurred and noisy camera
    ({"angle": 15.0}, {"sensor": Sensor(blur=0.8, noise=6.0, exposure=0.6)}),
]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(("die", "scene"), ELSEWHERE)
def test_a_shown_face_is_recognised(
    profile: FaceProfile, value: int, die: dict[str, Any], scene: dict[str, Any]
) -> None:
    found = profile.match(face_of(symbol_die(value, **die), 5, **scene))
    assert found is not None
    assert found.value == value
    assert found.score > 0.5


@pytest.mark.parametrize("turned", [0.0, 5.0])
@pytest.mark.parametrize("grown", [0.95, 1.05])
def test_one_shield_and_two_are_told_apart(turned: float, grown: float) -> None:
    """Two shields look much like one: in 24 of 200 rolls of four dice one was not sure."""

    def die(face: int, angle: float) -> Die:
        return Die(face, "blue", "white", angle=angle, signs=DEFENCE, gloss=0.35)

    taught = FaceProfile("defence dice")
    for face in (1, 4, 6):
        for angle in (30.0, 80.0):
            taught = taught.with_example(face, face_of(die(face, angle)), DEFENCE[face - 1])
    for face in (1, 4, 6):
        found = taught.match(face_of(die(face, 100.0), turned=turned, grown=grown))
        assert found is not None and found.sure and found.value == face, (found, face)


def test_nearly_all_of_them_surely(profile: FaceProfile) -> None:
    likenesses = [
        profile.match(face_of(symbol_die(value, **die), 6, **scene))
        for die, scene in ELSEWHERE
        for value in range(1, 7)
    ]
    assert sum(one is not None and one.sure for one in likenesses) >= 0.85 * len(likenesses)


@pytest.mark.parametrize("kind", [5, 19, 300])
def test_another_kind_of_dice_is_not_taken_for_them(profile: FaceProfile, kind: int) -> None:
    found = [profile.match(face_of(symbol_die(value, kind, angle=30.0))) for value in range(1, 7)]
    # Two of a kind's drawings may be letters, which look much like other letters of the same hand.
    assert sum(one is not None and one.sure for one in found) <= 2


@pytest.mark.parametrize("face", range(1, 7))
def test_pips_are_not_taken_for_a_drawing(profile: FaceProfile, face: int) -> None:
    found = profile.match(face_of(Die(face, "blue", "white", angle=25.0)))
    assert found is not None
    assert not found.sure


def test_a_profile_that_was_shown_nothing_knows_nothing() -> None:
    assert FaceProfile("new dice").match(np.zeros((SIDE, SIDE), np.uint8)) is None


def test_an_even_grey_face_is_like_nothing(profile: FaceProfile) -> None:
    found = profile.match(np.full((SIDE, SIDE), 128, np.uint8))
    assert found is not None
    assert not found.sure


def test_the_less_is_drawn_the_surer_it_is_the_empty_face(profile: FaceProfile) -> None:
    grey = np.full((SIDE, SIDE), 128, np.uint8)
    taught = FaceProfile("five and none", examples={2: profile.examples[2]}).with_example(1, grey)
    faint = grey.copy()
    faint[16:32, 16:32] += 3
    empty, nearly = taught.match(grey), taught.match(faint)
    assert empty is not None and nearly is not None
    assert empty.value == nearly.value == 1
    assert nearly.sure and nearly.score < empty.score


def test_complete_means_all_six(profile: FaceProfile) -> None:
    assert profile.complete
    assert not FaceProfile("one face").with_example(6, np.zeros((SIDE, SIDE), np.uint8)).complete


def test_profiles_come_back_from_their_files(profile: FaceProfile, tmp_path: Path) -> None:
    path = tmp_path / "rogue.json"
    profile.save(path)
    again = FaceProfile.load(path)
    assert (again.name, again.colours, again.titles) == (profile.name, profile.colours, profile.titles)
    for value in range(1, 7):
        for one, other in zip(again.examples[value], profile.examples[value], strict=True):
            assert np.array_equal(one, other)


BROKEN = [
    # no such file
    (None, "cannot be read"),
    # empty
    ("", "no profile"),
    # some other JSON
    ("[1, 2]", "no profile"),
    (json.dumps({"format": "a cake recipe"}), "a cake recipe"),
    # a face that no die has
    (
        json.dumps(
            {
                "format": "companion die faces 1",
                "name": "x",
                "colours": [],
                "faces": [{"face": 7, "title": "", "examples": []}],
            }
        ),
        "a face 7",
    ),
    # an example that is no picture
    (
        json.dumps(
            {
                "format": "companion die faces 1",
                "name": "x",
                "colours": [],
                "faces": [{"face": 1, "title": "", "examples": ["AAAA"]}],
            }
        ),
        "no picture",
    ),
    # cut short
    ('{"format": "companion die faces 1", "na', "no profile"),
]


@pytest.mark.parametrize(("content", "message"), BROKEN)
def test_broken_profiles_are_named(tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "faces.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises((BrokenFile, ImpossibleReading), match=message):
        FaceProfile.load(path)


def test_an_example_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ImpossibleReading, match="expected 48 x 48"):
        FaceProfile("x", examples={1: (np.zeros((10, 10), np.uint8),)})


def test_faces_of_the_same_name_are_one_drawing() -> None:
    kind = FaceProfile("doubles")
    for value, title in ((1, "sword"), (2, "sword"), (3, "crown")):
        face = face_of(symbol_die(2 if title == "sword" else 5, angle=20.0 * value))
        kind = kind.with_example(value, face, title)
    found = kind.match(face_of(symbol_die(2, angle=70.0)))
    assert found is not None
    assert (found.value, found.title, found.kind, found.sure) == (1, "sword", "doubles", True)


def test_two_kinds_with_the_same_drawing_are_not_told_apart(profile: FaceProfile) -> None:
    face = face_of(symbol_die(4, angle=33.0))
    twin = FaceProfile("twins").with_example(4, profile.examples[4][0], profile.titles[4])
    alike, other = best_match([profile, twin], face), best_match([profile], face)
    assert alike is not None and other is not None
    assert (alike.kind, other.kind) == ("", "Rogue dice")
    named = FaceProfile("stranger").with_example(1, profile.examples[4][0], "moon")
    doubtful = best_match([profile, named], face)
    assert doubtful is not None and not doubtful.sure


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_that_was_forgotten_is_known_no_more(value: int) -> None:
    """All others are known as before, and the forgotten one can be shown again."""
    whole = FaceProfile("ours", ("blue",))
    for face in range(1, 7):
        whole = whole.with_example(face, np.full((SIDE, SIDE), face, np.uint8), f"symbol {face}")
    assert whole.complete and whole.symbols
    less = whole.without_face(value)
    others = {face for face in range(1, 7) if face != value}
    assert less.examples.keys() == less.titles.keys() == others and (less.name, less.colours) == (
        "ours",
        ("blue",),
    )
    assert not less.complete and not less.symbols and less.name_of(value) == str(value)
    assert [less.name_of(face) for face in others] == [f"symbol {face}" for face in others]
    again = less.with_example(value, np.zeros((SIDE, SIDE), np.uint8))
    assert again.complete and not again.symbols, "one face has no name"
    twice = again.with_example(value, np.ones((SIDE, SIDE), np.uint8), "new")
    assert [example[0, 0] for example in twice.examples[value]] == [0, 1] and twice.symbols


@pytest.mark.parametrize("value", [-1, 0, 7])
def test_a_die_has_faces_1_to_6(value: int) -> None:
    with pytest.raises(ImpossibleReading, match="expected 1 to 6"):
        FaceProfile("ours").with_example(value, np.zeros((SIDE, SIDE), np.uint8))
    with pytest.raises(ImpossibleReading, match="expected 1 to 6"):
        FaceProfile("ours", titles={value: "skull"})
