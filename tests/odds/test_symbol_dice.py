"""Symbol dice: hits, blocks and wounds."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.odds import SymbolDie, Wounds, pool_distribution, symbol_contest_wounds, wounds
from companion.referee.dice import SymbolContest, Symbols

MISS, HIT, DOUBLE, BLOCK = Symbols(), Symbols(hits=1), Symbols(hits=2), Symbols(blocks=1)
RIFLE: SymbolDie = (MISS, MISS, MISS, HIT, HIT, DOUBLE)
SHIELD: SymbolDie = (MISS, MISS, MISS, BLOCK, BLOCK, HIT)  # one face strikes back
ENGINEER: SymbolDie = (BLOCK,)  # always one block


def test_an_empty_pool_shows_nothing() -> None:
    assert pool_distribution([]) == {MISS: 1}


def test_hits_of_two_dice() -> None:
    assert pool_distribution([RIFLE, RIFLE]) == {
        Symbols(0): Fraction(9, 36),
        Symbols(1): Fraction(12, 36),
        Symbols(2): Fraction(10, 36),
        Symbols(3): Fraction(4, 36),
        Symbols(4): Fraction(1, 36),
    }


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        ([RIFLE], [], {(0, 0): "1/2", (0, 1): "1/3", (0, 2): "1/6"}),  # undefended: hits are wounds
        ([RIFLE], [ENGINEER], {(0, 0): "5/6", (0, 1): "1/6"}),  # one block cancels one hit
        ([(HIT,)], [SHIELD], {(0, 1): "1/2", (0, 0): "1/3", (1, 1): "1/6"}),  # the shield may strike back
        ([], [ENGINEER, ENGINEER], {(0, 0): "1"}),  # blocks left over wound nobody
    ],
)
def test_wounds(
    attack: list[SymbolDie], defence: list[SymbolDie], expected: dict[tuple[int, int], str]
) -> None:
    assert wounds(attack, defence) == {Wounds(*who): Fraction(chance) for who, chance in expected.items()}


faces = st.builds(Symbols, st.integers(0, 2), st.integers(0, 2))
pools = st.lists(st.lists(faces, min_size=1, max_size=4), max_size=3)


@given(pools, pools)
def test_agrees_with_every_throw_counted(attack: list[SymbolDie], defence: list[SymbolDie]) -> None:
    throws = list(product(*attack, *defence))
    ways: dict[Wounds, int] = {}
    for throw in throws:
        red, white = throw[: len(attack)], throw[len(attack) :]
        suffered = Wounds(
            max(sum(face.hits for face in white) - sum(face.blocks for face in red), 0),
            max(sum(face.hits for face in red) - sum(face.blocks for face in white), 0),
        )
        ways[suffered] = ways.get(suffered, 0) + 1
    assert wounds(attack, defence) == {who: Fraction(n, len(throws)) for who, n in ways.items()}


def test_the_battle_of_a_roll_question_is_reckoned_alike() -> None:
    contest = SymbolContest(
        attack=(tuple(Symbols(face.hits, face.blocks) for face in RIFLE),),
        defence=((Symbols(blocks=1),),),
    )
    assert symbol_contest_wounds(contest) == wounds([RIFLE], [ENGINEER])
