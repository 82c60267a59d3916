"""Which dice are asked for drawings, and what a drawing that was recognised makes of a die."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading
from companion.vision.faces import symbol_check
from companion.vision.faces.profile import FaceMatch

PICTURE = np.zeros((60, 80, 3), np.uint8)


@dataclass(frozen=True)
class FakeProfile:
    """Stands for what the table has shown of its dice."""

    colours: tuple[str, ...] = ()
    complete: bool = True


def told(
    monkeypatch: pytest.MonkeyPatch,
    *profiles: FakeProfile,
    colour: str = "blue",
    symbol: float = 0.9,
    score: float = 0.95,
    margin: float = 0.5,
    chances: Mapping[int, float] = MappingProxyType({}),
) -> tuple[DieReading, list[FakeProfile]]:
    """A three by its pips after the check, and the profiles that its drawing was compared with."""
    asked: list[FakeProfile] = []

    def best(fitting: list[FakeProfile], _: object) -> FaceMatch:
        asked.extend(fitting)
        return FaceMatch(5, score, margin, "Crown", "Rogue dice")

    monkeypatch.setattr(symbol_check, "best_match", best)
    one, two, three, four, five, six = (chances.get(pips, 0.02) for pips in range(1, 7))
    found = Detection(40.0, 30.0, 20.0, 0.0, 0.8, (one, two, three, four, five, six), 0.0, symbol)
    die = replace(DieReading.from_detection(found, (80, 60), colour), face=3)
    (seen,) = symbol_check.check_symbols(PICTURE, [die], profiles)  # type: ignore[arg-type]
    return seen, asked


BLUE, RED, ANY = FakeProfile(("blue",)), FakeProfile(("red",)), FakeProfile()
SOME_FACES = FakeProfile(("blue",), complete=False)

ASKED = [
    # profiles, colour of the die, probability of a drawing, and which are compared
    ((), "blue", 0.9, []),
    ((BLUE, RED), "blue", 0.0, [BLUE]),
    ((ANY, RED), "blue", 0.0, [ANY]),
    ((RED,), "blue", 0.9, []),
    # a drawing for certain on a body whose colour a lamp may have changed
    ((RED,), "orange", 0.36, [RED]),
    ((RED,), "orange", 0.35, []),
    ((RED, FakeProfile(("orange",))), "orange", 0.9, [FakeProfile(("orange",))]),
]


@pytest.mark.parametrize(("profiles", "colour", "symbol", "compared"), ASKED)
def test_which_drawings_are_compared(
    monkeypatch: pytest.MonkeyPatch,
    profiles: tuple[FakeProfile, ...],
    colour: str,
    symbol: float,
    compared: list[FakeProfile],
) -> None:
    seen, asked = told(monkeypatch, *profiles, colour=colour, symbol=symbol)
    assert asked == compared
    assert seen.face == (5 if compared else 3)


@pytest.mark.parametrize(("score", "confidence"), [(0.7, 0.7), (0.95, 0.8), (1.4, 0.8)])
def test_a_drawing_tells_face_kind_and_title(
    monkeypatch: pytest.MonkeyPatch, score: float, confidence: float
) -> None:
    seen, _ = told(monkeypatch, BLUE, score=score)
    assert (seen.face, seen.kind, seen.title, seen.confidence) == (5, "Rogue dice", "Crown", confidence)
    assert seen.symbol_sure is FaceMatch(5, score, 0.5).sure


def test_where_some_faces_have_pips_only_a_sure_drawing_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    for margin, face in ((0.0, 3), (0.5, 5)):
        assert told(monkeypatch, SOME_FACES, margin=margin)[0].face == face
        assert told(monkeypatch, SOME_FACES, BLUE, margin=margin)[0].face == 5


@pytest.mark.parametrize(
    ("profile", "of_three", "face"),
    [(SOME_FACES, 0.9, 3), (SOME_FACES, 0.6, 5), (BLUE, 0.9, 5)],
)
def test_where_some_faces_have_pips_certain_pips_count(
    monkeypatch: pytest.MonkeyPatch, profile: FakeProfile, of_three: float, face: int
) -> None:
    """Who had shown the six pips of a die with a skull: 14 of 160 dice with four pips were sure sixes."""
    assert told(monkeypatch, profile, symbol=0.0, chances={3: of_three})[0].face == face
