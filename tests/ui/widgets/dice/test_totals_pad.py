"""Several rolls of a battle are told together by what is left on either side."""

from typing import Any

import pytest

from companion.referee.dice import Contest, Force, Losses
from companion.referee.losses import roll_losses
from companion.referee.questions import Roll
from tests.ui.overflow import Overflow
from tests.ui.screens.test_battle import to_a_battle


def question(attackers: int, defenders: int) -> Roll:
    fight = Contest(Force("red", "alaska", attackers, 3), Force("blue", "kamchatka", defenders, 2))
    return Roll(
        prompt="", rules=("CL-ATK",), pools=(), contest=fight, outcomes=roll_losses(fight), later=fight
    )


def shown_pad(screen: Any, attackers: int, defenders: int, size: tuple[int, int] = (784, 300)) -> Any:
    from companion.ui.widgets.dice.totals_pad import TotalsPad

    pad = TotalsPad(size_hint=(None, None), size=size)
    standing = (("Northwest Territory", attackers + 1), ("Western United States", defenders))
    pad.ask(question(attackers, defenders), standing, ("Red", "Blue"))
    return screen.show(pad)


def words(pad: Any) -> str:
    return " ".join(str(widget.text) for widget in pad.walk() if getattr(widget, "text", ""))


def test_the_attackers_number_alone_says_that_the_place_was_taken(screen: Any) -> None:
    pad, told = shown_pad(screen, 8, 5), []
    pad.bind(on_losses=lambda _, losses: told.append(losses))
    assert sorted(pad.keys[0]) == [*range(1, 10)], "one stays"
    assert sorted(pad.keys[1]) == [*range(6)]
    assert pad.keys[1][0].kind == "primary" and "Taken; left of 9 in Northwest Territory" in words(pad)
    pad.keys[0][7].dispatch("on_tap")
    assert told == [Losses(2, 5)]


def test_where_defenders_are_left_both_numbers_are_tapped(screen: Any) -> None:
    pad, told = shown_pad(screen, 8, 5), []
    pad.bind(on_losses=lambda _, losses: told.append(losses))
    for number in (3, 2):  # the first one may be changed
        pad.keys[1][number].dispatch("on_tap")
    assert not told and pad.keys[1][2].kind == "primary" and "Taken" not in words(pad)
    pad.keys[0][9].dispatch("on_tap")
    assert told == [Losses(0, 3)]


def test_a_number_that_no_rolls_can_leave_is_refused_with_its_reason(screen: Any) -> None:
    pad, refused = shown_pad(screen, 8, 5), []
    pad.bind(on_denied=lambda _, ruling: refused.append(ruling))
    assert pad.keys[0][1].denied, "somebody must be left to take it"
    pad.keys[1][5].dispatch("on_tap")
    assert pad.keys[0][9].denied, "somebody loses something in a roll"
    pad.keys[0][9].dispatch("on_denied", pad.keys[0][9].ruling)
    assert "No rolls can cost the attacker 0 and the defender 0." in refused[0].text


def test_large_armies_turn_pages(screen: Any) -> None:
    pad = shown_pad(screen, 60, 5)
    first = set(pad.keys[0])
    pad.more[0].dispatch("on_tap")
    second = set(pad.keys[0])
    assert min(first) == 1 and min(second) == max(first) + 1
    assert all(key.width >= 48 and key.height >= 48 for side in pad.keys for key in side.values())


@pytest.mark.parametrize(("attackers", "defenders", "size"), [(8, 5, (784, 300)), (60, 40, (784, 300))])
def test_all_words_are_whole(screen: Any, attackers: int, defenders: int, size: tuple[int, int]) -> None:
    watch = Overflow()
    pad = shown_pad(screen, attackers, defenders, size)
    screen.frames(2)
    assert watch.found(pad) == []


def test_a_battle_is_told_by_two_numbers_and_the_pad_stays_for_the_next(app: Any, screen: Any) -> None:
    from companion.ui.widgets.dice.totals_pad import TotalsPad

    session = to_a_battle(app, 3)
    screen.frames(2)
    contest = session.question.contest
    app.pointer.tap("Several rolls")
    screen.frames(2)
    pad = app.pointer.find_kind(TotalsPad)
    app.pointer.touch(pad.keys[1][contest.defender.armies - 2])
    app.pointer.touch(pad.keys[0][contest.attacker.armies])  # one lost, for one stays
    screen.frames(2)
    assert session.table.entries[-1].value == {"losses": {"attacker": 1, "defender": 2}}
    assert app.home._pad.by_totals
    app.pointer.tap("Dice")
    assert app.pointer.shows("Several rolls")


def test_dice_are_asked_where_one_roll_is_all_there_is(app: Any, screen: Any) -> None:
    session = to_a_battle(app, 3)
    screen.frames(2)
    app.pointer.tap("Several rolls")
    contest = session.question.contest
    lost = {"attacker": contest.attacker.armies - 1, "defender": contest.defender.armies - 1}
    app.answer({"losses": lost}, seq=session.seq)
    screen.frames(2)
    assert not session.question.several
    assert not app.pointer.shows("Several rolls") and not app.pointer.shows("Left in")
