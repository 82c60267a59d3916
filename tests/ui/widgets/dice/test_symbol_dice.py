"""Symbol dice: keys for different faces, what is entered, and the odds that follow it."""

from fractions import Fraction
from typing import Any

import pytest

from companion.app.camera.symbol_dice import face_label, face_number, pool_faces, symbol_contest_with
from companion.odds import symbol_contest_wounds
from companion.referee.dice import DicePool, SymbolContest, Symbols
from companion.referee.questions import Roll
from companion.ui import theme
from companion.ui.widgets.dice.wounds_chart import chances_by_number

BLANK, HIT, TWO, BLOCK = Symbols(), Symbols(1), Symbols(2), Symbols(0, 1)
ATTACK = (BLANK, BLANK, HIT, HIT, HIT, TWO)
BETTER = (BLANK, HIT, HIT, TWO, TWO, TWO)
DEFENCE = (BLANK, BLANK, BLANK, BLOCK, BLOCK, BLOCK)
ROLL = Roll(
    prompt="Hill attacks Dale",
    rules=("RG-CMB-4",),
    pools=(
        DicePool("regular", "red", 2, 2, profile="regular"),
        DicePool("better", "red", 1, 1, profile="better"),
        DicePool("defence", "blue", 1, 1, profile="defence"),
    ),
    symbol_contest=SymbolContest((ATTACK, ATTACK, BETTER, (Symbols(1, 1),)), (DEFENCE,)),
)


@pytest.fixture
def pad(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.dice.symbol_pad import SymbolPad

    labels = {pool.name: pool.name for pool in ROLL.pools}
    paints = {"red": theme.SEAT_COLOURS["red"], "blue": theme.SEAT_COLOURS["blue"]}
    widget = SymbolPad(ROLL, labels, paints, size_hint=(None, None), size=(780, 190), pos=(10, 200))
    widget.changes, widget.denials = [], []
    widget.bind(on_change=heard(widget.changes), on_denied=heard(widget.denials))
    return screen.show(widget)


def test_the_pools_find_their_faces_in_the_melee() -> None:
    assert pool_faces(ROLL) == {"regular": ATTACK, "better": BETTER, "defence": DEFENCE}


def test_every_different_face_has_one_key_large_enough_for_a_finger(pad: Any) -> None:
    assert {name: list(row.keys) for name, row in pad.rows.items()} == {
        "regular": [BLANK, HIT, TWO],
        "better": [BLANK, HIT, TWO],
        "defence": [BLANK, BLOCK],
    }
    assert all(min(key.size) >= theme.px(47) for row in pad.rows.values() for key in row.keys.values())


def test_dice_are_entered_and_taken_back(screen: Any, pad: Any) -> None:
    row = pad.rows["regular"]
    screen.tap_on(row.keys[TWO])
    screen.tap_on(row.keys[HIT])
    assert pad.dice == {"regular": (6, 3), "better": (), "defence": ()}
    screen.tap_on(row.keys[HIT])
    assert row.rolled == (6, 3) and "Regular: 3 dice" in pad.denials[0].text
    screen.tap_on(row.delete)
    assert row.rolled == (6,)


def test_what_lies_is_certain_and_the_rest_is_reckoned() -> None:
    lying = symbol_contest_with(ROLL, {"regular": (6, 3), "better": (1,)})
    assert lying.attack == ((TWO,), (HIT,), (BLANK,), (Symbols(1, 1),))
    assert lying.defence == (DEFENCE,)
    assert {wounds.defender: chance for wounds, chance in symbol_contest_wounds(lying).items()} == {
        4: Fraction(1, 2),
        3: Fraction(1, 2),
    }


def test_many_wounds_share_the_last_column() -> None:
    tenth = Fraction(1, 10)
    assert chances_by_number({0: tenth, 3: tenth, 4: tenth, 6: tenth * 7}) == (tenth, 0, 0, tenth, tenth * 8)


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (BLANK, "blank"),
        (HIT, "1 hit"),
        (TWO, "2 hits"),
        (BLOCK, "1 block"),
        (Symbols(1, 1), "hit + block"),
        (Symbols(1, 2), "1 hit + 2 blocks"),
    ],
)
def test_faces_have_words(face: Any, words: str) -> None:
    assert face_label(face) == words


@pytest.fixture
def seen(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.dice.detected_dice import DetectedDicePad

    labels = {pool.name: pool.name for pool in ROLL.pools}
    paints = {"red": theme.SEAT_COLOURS["red"], "blue": theme.SEAT_COLOURS["blue"]}
    widget = DetectedDicePad(ROLL, labels, paints, size_hint=(None, None), size=(520, 190), pos=(270, 200))
    widget.changes = []
    widget.bind(on_change=heard(widget.changes))
    return screen.show(widget)


def test_dice_that_are_read_lie_there_and_a_doubtful_one_is_told_by_two_taps(screen: Any, seen: Any) -> None:
    seen.take({"regular": (6, 3), "better": (None,), "defence": (1,)})
    screen.frames(2)
    assert seen.dice == {"regular": (6, 3), "better": (), "defence": (1,)}
    assert (seen.doubtful, seen.entered_by_hand) == (1, False)
    row = seen.rows["better"]
    (die,) = row.children
    assert die.label == "?"
    screen.tap_on(die)
    assert list(row.keys) == [BLANK, HIT, TWO]
    assert all(min(key.size) >= theme.px(47) for key in row.keys.values())
    screen.tap_on(row.keys[TWO])
    assert (row.seen, seen.doubtful, seen.entered_by_hand) == ((4,), 0, True)
    assert seen.changes[-1] == {"regular": (6, 3), "better": (4,), "defence": (1,)}


def test_a_die_that_was_read_wrongly_is_set_right(screen: Any, seen: Any) -> None:
    seen.take({"regular": (6, 3), "better": (1,), "defence": (1,)})
    screen.frames(2)
    row = seen.rows["regular"]
    screen.tap_on(row.children[-1])
    screen.tap_on(row.keys[BLANK])
    assert row.seen == (1, 3)
    screen.tap_on(row.children[-1])
    screen.tap_on(row.children[0])
    assert row.seen == (1, 3), "the arrow changes nothing"


def test_where_no_dice_lie_there_is_nothing_to_tap(screen: Any, seen: Any) -> None:
    screen.tap_on(seen.rows["regular"].children[0])
    assert seen.rows["regular"].asked is None


@pytest.mark.parametrize(
    ("words", "number"), [("blank", 1), ("1 hit", 3), ("2 hits", 6), ("3 hits", None), ("hit + block", None)]
)
def test_words_name_the_first_face_that_shows_it(words: str, number: Any) -> None:
    assert face_number(words, ATTACK) == number


@pytest.mark.parametrize("certain", [None, 2])
@pytest.mark.parametrize("width", [200, 300, 330, 500])
def test_whose_wounds_is_never_cut(
    screen: Any, monkeypatch: pytest.MonkeyPatch, width: int, certain: int | None
) -> None:
    from companion.ui.widgets.dice.wounds_chart import WoundsChart
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    chances = (Fraction(1, 2), Fraction(1, 2))
    chart = WoundsChart(
        certain=certain,
        title="Wounds on Green",
        chances=chances,
        mean=Fraction(1, 2),
        size=(width, 110),
        size_hint=(None, None),
    )
    screen.show(chart)
    screen.frames(2)
    assert overflow.found(chart) == []
