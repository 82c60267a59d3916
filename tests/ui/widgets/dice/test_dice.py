"""Dice by hand: only a roll that the question asks for can be confirmed."""

from typing import Any

import pytest
from msgspec import structs

from companion.referee.dice import Losses
from companion.ui.widgets.dice.odds_bar import per_cent
from tests.ui.widgets.gallery import CONTEST, ROLL


@pytest.fixture
def pad(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.dice.dice_pad import DicePad

    widget = DicePad(size_hint=(None, None), size=(420, 460), pos=(10, 10))
    widget.ask(ROLL)
    widget.rolls, widget.denials = [], []
    widget.bind(on_confirm=heard(widget.rolls), on_denied=heard(widget.denials))
    return screen.show(widget)


def tap_faces(screen: Any, pad: Any, pool: Any, *faces: Any) -> None:
    for face in faces:
        screen.tap_on(pad.rows[pool].keys[face - 1])


def test_a_whole_roll_is_confirmed_as_it_was_tapped(screen: Any, pad: Any) -> None:
    tap_faces(screen, pad, "attack", 6, 3)
    tap_faces(screen, pad, "defence", 5, 5)
    screen.tap_on(pad.confirm)
    assert pad.rolls == [{"attack": (6, 3), "defence": (5, 5)}]


def test_a_roll_with_dice_missing_explains_itself(screen: Any, pad: Any) -> None:
    tap_faces(screen, pad, "attack", 6)
    screen.tap_on(pad.confirm)
    assert not pad.rolls
    assert "Defence: 0 dice" in pad.denials[0].text


def test_a_die_too_many_explains_itself_and_is_not_taken(screen: Any, pad: Any) -> None:
    tap_faces(screen, pad, "defence", 1, 2, 3)
    assert pad.faces["defence"] == (1, 2)
    assert "Defence: 3 dice" in pad.denials[0].text


def test_the_face_of_a_single_die_answers_and_replaces_one_that_was_read(screen: Any, pad: Any) -> None:
    pad.ask(structs.replace(ROLL, pools=(structs.replace(ROLL.pools[0], least=1, most=1),), contest=None))
    screen.frames(2)
    tap_faces(screen, pad, "attack", 4)
    pad.enter({"attack": (2,)})
    assert pad.rolls == [{"attack": (4,)}], "what the camera has read waits for Confirm"
    tap_faces(screen, pad, "attack", 5)
    assert pad.rolls == [{"attack": (4,)}, {"attack": (5,)}]


def test_the_last_die_can_be_taken_back(screen: Any, pad: Any) -> None:
    tap_faces(screen, pad, "attack", 6, 1)
    screen.tap_on(pad.rows["attack"].delete)
    assert pad.faces["attack"] == (6,)


@pytest.mark.parametrize("end", ["taken back", "asked again"])
def test_dice_that_are_gone_are_no_longer_drawn(screen: Any, pad: Any, end: str) -> None:
    from tests.ui.pixels import window_picture

    screen.frames(2)
    empty = window_picture().copy()
    tap_faces(screen, pad, "attack", 6, 2)
    screen.frames(2)
    assert (window_picture() != empty).any()
    if end == "taken back":
        for _ in range(2):
            screen.tap_on(pad.rows["attack"].delete)
    else:
        pad.ask(ROLL)
    screen.frames(2)
    assert (window_picture() == empty).all()


def test_it_can_begin_with_what_the_eye_saw(screen: Any, pad: Any) -> None:
    pad.enter({"attack": (4,), "defence": (2, 1)})
    screen.frames()
    screen.tap_on(pad.confirm)
    assert pad.rolls == [{"attack": (4,), "defence": (2, 1)}]


def test_keys_are_large_enough_for_fingers(pad: Any) -> None:
    for row in pad.rows.values():
        assert all(min(key.size) >= 47 for key in row.keys)
        assert min(row.delete.size) >= 47


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0.0, "0%"), (0.001, "<1%"), (0.3716, "37%"), (0.996, ">99%"), (1.0, "100%")],
)
def test_chances_are_never_rounded_to_certainty(chance: float, text: str) -> None:
    assert per_cent(chance) == text


def test_pairs_draw_with_and_without_a_contest(screen: Any) -> None:
    from companion.referee.dice import pair_dice
    from companion.ui.widgets.dice.pair_table import PairTable

    pairs = pair_dice(CONTEST, {"attack": (6, 3, 2), "defence": (5, 3)})
    table = screen.show(PairTable(pairs=pairs))
    bare = len(table.canvas.before.children)
    table.contest = CONTEST
    screen.frames(2)
    assert len(table.canvas.before.children) > bare


@pytest.mark.parametrize("width", [700, 400, 340])
def test_no_key_for_losses_runs_over_the_edge(screen: Any, width: int) -> None:
    from companion.ui.widgets.dice.dice_pad import DicePad

    pad = DicePad(size_hint=(None, None), size=(width, 460))
    outcomes = tuple(Losses(*lost) for lost in ((2, 0), (1, 1), (0, 2), (1, 0), (0, 1)))
    pad.ask(structs.replace(ROLL, outcomes=outcomes), names=("Benjamin", "Anna"))
    screen.show(pad)
    assert max(key.right for key in (*pad.outcomes, pad.confirm)) <= pad.right + 1
    assert min(key.y for key in (*pad.outcomes, pad.confirm)) >= pad.y - 1
    screen.frames(2)
    assert all(key.width >= key.least_width for key in (*pad.outcomes, pad.confirm))


def test_keys_for_losses_are_as_wide_as_their_words(screen: Any) -> None:
    from companion.ui.widgets.dice.dice_pad import DicePad

    pad = DicePad(size_hint=(None, None), size=(784, 460))
    pad.ask(structs.replace(ROLL, outcomes=(Losses(2, 0), Losses(1, 1), Losses(0, 2))))
    screen.show(pad)
    pad.outcomes[1].detail = "beide verlieren je eine Armee"
    pad.redraw()
    screen.frames(2)
    assert all(key.width >= key.least_width for key in (*pad.outcomes, pad.confirm))
