"""Symbol dice of a question: words and numbers of their faces, and the contest with some of them rolled."""

from typing import Any

import pytest

from companion.app.camera.symbol_dice import face_label, face_number, pool_faces, symbol_contest_with
from companion.referee.dice import DicePool, SymbolContest, Symbols
from companion.referee.questions import Roll

BLANK, HIT, BLOCK = Symbols(), Symbols(1, 0), Symbols(0, 1)
RED, BLUE, WHITE = (BLANK, HIT), (BLOCK, HIT, BLANK), (BLANK, BLOCK)
POOLS = (
    DicePool("squad", "red", 2, 2, sides=2),
    DicePool("tank", "red", 1, 1, sides=3),
    DicePool("wall", "blue", 2, 2, sides=2),
)


def asked(contest: SymbolContest | None) -> Roll:
    return Roll(seat="red", prompt="Roll", rules=(), pools=POOLS, symbol_contest=contest)


QUESTION = asked(SymbolContest((RED, RED, BLUE), (WHITE, WHITE)))


@pytest.mark.parametrize(
    ("face", "label"),
    [
        (BLANK, "blank"),
        (HIT, "1 hit"),
        (Symbols(2, 0), "2 hits"),
        (BLOCK, "1 block"),
        (Symbols(0, 2), "2 blocks"),
        (Symbols(1, 1), "hit + block"),
        (Symbols(2, 1), "2 hits + 1 block"),
        (Symbols(1, 2), "1 hit + 2 blocks"),
    ],
)
def test_a_face_has_a_label_and_the_number_of_the_first_with_it(face: Symbols, label: str) -> None:
    assert str(face_label(face)) == label
    assert face_number(label, (Symbols(9, 9), face, face)) == 2
    assert face_number(label, ()) is None


def test_faces_are_those_of_the_pools_in_their_order() -> None:
    assert pool_faces(QUESTION) == {"squad": RED, "tank": BLUE, "wall": WHITE}
    given = asked(SymbolContest((RED, RED, (HIT,), BLUE), ((BLOCK,), WHITE, WHITE)))
    assert pool_faces(given) == pool_faces(QUESTION), "what has one face is not rolled"
    assert pool_faces(asked(None)) == {}


@pytest.mark.parametrize(
    ("rolled", "attack", "defence"),
    [
        ({}, (RED, RED, BLUE), (WHITE, WHITE)),
        ({"squad": (2,)}, ((HIT,), RED, BLUE), (WHITE, WHITE)),
        ({"squad": (2, 1), "tank": (1,)}, ((HIT,), (BLANK,), (BLOCK,)), (WHITE, WHITE)),
        ({"tank": (3,), "wall": (2, 2)}, (RED, RED, (BLANK,)), ((BLOCK,), (BLOCK,))),
    ],
)
def test_dice_that_are_rolled_have_one_face(rolled: Any, attack: Any, defence: Any) -> None:
    assert symbol_contest_with(QUESTION, rolled) == SymbolContest(attack, defence)
