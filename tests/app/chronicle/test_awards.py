"""Curves, medals and the fairness of dice, from facts."""

from typing import Any

import pytest

from companion.app.chronicle.awards import (
    CurvePoint,
    FairnessTest,
    awards,
    curves,
    fairness_test,
    fairness_tests,
    lead_changes,
)
from companion.app.chronicle.chronicle import BattleRoll, Chronicle, Event, TurnRecord, chronicle
from companion.odds import DiceSpec, RollRecord
from companion.referee.dice import Losses
from companion.referee.game_view import Figure, Standing
from companion.referee.seats import seats_of
from tests.app.chronicle.test_chronicle import played

SEATS = seats_of(2, ("Anna", "Ben"))
RED, BLUE = (seat.id for seat in SEATS)


def roll(entry: int, attack: tuple[int, ...], defence: tuple[int, ...], lost: Losses, **known: Any) -> Event:
    record = RollRecord(DiceSpec(len(attack)), DiceSpec(len(defence)), lost, "defender", RED, BLUE)
    dice = BattleRoll(
        "alaska", known.get("target", "alberta"), attack, defence, known.get("by", "touch"), record
    )
    return Event(entry, known.get("kind", "battle"), RED, "", (), dice)


def turn(number: int, seat: str, counts: tuple[int, int], *events: Event) -> TurnRecord:
    standings = tuple(
        Standing(seat.id, (Figure("territories", count),)) for seat, count in zip(SEATS, counts, strict=True)
    )
    return TurnRecord(number, (number + 1) // 2, seat, number - 1, number, events, standings)


def game(*turns: TurnRecord) -> Chronicle:
    return Chronicle("classic", "Classic Risk", SEATS, (), turns)


def medals(told: Chronicle, thinking_ms: dict[str, int] | None = None) -> dict[str, tuple[str, str]]:
    given = awards(told, thinking_ms or {}, {"alberta": "Alberta"})
    return {award.id: (award.seat, award.text) for award in given}


def test_the_luckiest_lost_less_than_expected() -> None:
    lucky = [roll(entry, (6, 6, 6), (1, 1), Losses(0, 2)) for entry in range(1, 5)]
    seat, text = medals(game(turn(1, RED, (5, 5), *lucky)))["luckiest"]
    # 3 dice against 2 cost the attacker 7161/7776 of an army each time.
    # That is 2.27 standard deviations, of which the normal tail is 0.0116.
    assert (seat, text) == (RED, "lost 0 in battle, 3.7 by the odds: 1 of 86 games goes so well")


def test_luck_beyond_all_reason_is_told_as_rare() -> None:
    """Faces that somebody types in may be anything."""
    lucky = [roll(entry, (6, 6, 6), (1, 1), Losses(0, 2)) for entry in range(1, 2001)]
    assert medals(game(turn(1, RED, (5, 5), *lucky)))["luckiest"][1].endswith(
        "1 of 1000000 games goes so well"
    )


def test_the_longest_siege_is_the_most_rolls_for_one_place_in_one_turn() -> None:
    first = [roll(entry, (1,), (6,), Losses(1, 0)) for entry in range(1, 4)]
    second = [roll(entry, (1,), (6,), Losses(1, 0), target="ontario") for entry in range(4, 6)]
    told = game(turn(1, RED, (5, 5), *first, *second))
    assert medals(told)["longest-siege"] == (RED, "3 rolls for Alberta")


def test_two_rolls_are_no_siege() -> None:
    told = game(turn(1, RED, (5, 5), *(roll(entry, (1,), (6,), Losses(1, 0)) for entry in (1, 2))))
    assert "longest-siege" not in medals(told)


def test_the_greatest_fall_goes_from_a_peak_to_a_later_low() -> None:
    told = game(turn(1, RED, (9, 3)), turn(2, BLUE, (12, 1)), turn(3, RED, (4, 8)), turn(4, BLUE, (6, 7)))
    assert medals(told)["greatest-fall"] == (RED, "from 12 to 4 territories")


def test_the_fastest_thinker_needs_least_time_a_turn() -> None:
    told = game(turn(1, RED, (5, 5)), turn(2, BLUE, (5, 5)), turn(3, RED, (5, 5)))
    assert medals(told, {RED: 60_000, BLUE: 50_000})["fastest"] == (RED, "30 s a turn")


def test_conquests_are_counted() -> None:
    taken = [roll(entry, (6,), (1,), Losses(0, 1), kind="conquest") for entry in (1, 2)]
    traded = Event(3, "trade", RED, "", ())
    assert medals(game(turn(1, RED, (5, 5), *taken, traded)))["conqueror"] == (RED, "2 conquests")


def test_a_game_in_which_nothing_happened_has_no_medals() -> None:
    assert medals(game()) == {}


def test_curves_are_the_counts_of_the_board_at_the_end_of_every_turn() -> None:
    table = played("classic", 400, players=3)
    told = chronicle(table)
    for seat in table.state.seats:
        points = curves(told)["territories"][seat.id]
        assert [point.entry for point in points] == [each.last_entry for each in told.turns]
        held = [place for place in table.game_view.places.values() if place.owner == seat.id]
        assert points[-1].value == len(held)


@pytest.mark.parametrize(
    ("red", "blue", "leads"),
    [
        ([3, 4, 2], [2, 3, 3], [(1, RED), (3, BLUE)]),
        ([3, 3, 3], [3, 3, 3], []),  # nobody ever led
        ([4, 3, 3], [3, 3, 2], [(1, RED)]),  # a tie leaves the lead where it was
    ],
)
def test_changes_of_the_lead(red: list[int], blue: list[int], leads: list[tuple[int, str]]) -> None:
    series = {
        seat: tuple(CurvePoint(entry, 1, value) for entry, value in enumerate(values, 1))
        for seat, values in ((RED, red), (BLUE, blue))
    }
    assert [(change.entry, change.seat) for change in lead_changes(series)] == leads


@pytest.mark.parametrize(
    ("test", "conclusion"),
    [
        (FairnessTest("the red dice", (5,) * 6, 1.0), "30 throws are too few to judge the red dice"),
        (
            FairnessTest("the red dice", (20,) * 6, 1.0),
            "nothing unusual in 120 throws of the red dice",
        ),
        (
            FairnessTest("the dice", (70, 10, 10, 10, 10, 10), 1e-4),
            "the dice look uneven: fair dice do so once in 10000 games",
        ),
        (fairness_test("the dice", {6: 500}), "the dice look uneven: fair dice do so once in 1000000 games"),
    ],
)
def test_a_fairness_test_says_no_more_than_it_knows(test: FairnessTest, conclusion: str) -> None:
    assert test.conclusion == conclusion


def test_dice_are_tested_by_the_colour_that_the_camera_saw() -> None:
    told = game(
        turn(
            1,
            RED,
            (5, 5),
            roll(1, (6, 5), (4,), Losses(0, 1), by="camera"),
            roll(2, (3,), (2,), Losses(0, 1)),
            roll(3, (1,), (1,), Losses(1, 0), by="companion"),
        )
    )
    tests = fairness_tests(told, {1: ("red", "red", "white")})
    assert {test.dice: test.counts for test in tests} == {
        "the red dice": (0, 0, 0, 0, 1, 1),
        "the white dice": (0, 0, 0, 1, 0, 0),
        "the dice": (0, 1, 1, 0, 0, 0),
    }


@pytest.mark.parametrize(
    ("throws", "told"), [(59, "too few"), (60, "nothing unusual"), (61, "nothing unusual")]
)
def test_sixty_throws_are_judged(throws: int, told: str) -> None:
    assert told in FairnessTest("the dice", (throws,), 1.0).conclusion


@pytest.mark.parametrize(("p_value", "told"), [(0.009, "once in 111 games"), (0.01, "nothing unusual")])
def test_dice_are_suspect_below_one_in_a_hundred(p_value: float, told: str) -> None:
    assert told in FairnessTest("the dice", (99,), p_value).conclusion


@pytest.mark.parametrize(("milliseconds", "fastest"), [(999, False), (1000, True)])
def test_who_only_taps_is_no_thinker(milliseconds: int, fastest: bool) -> None:
    told = game(turn(1, RED, (5, 5)), turn(2, RED, (5, 5)))
    assert ("fastest" in medals(told, {RED: 2 * milliseconds, BLUE: 0})) is fastest


def test_a_siege_is_one_of_a_player_and_four_medals_are_given() -> None:
    lucky = [roll(entry, (6, 6, 6), (1, 1), Losses(0, 2), kind="conquest") for entry in range(1, 6)]
    told = game(turn(1, RED, (5, 9), *lucky), turn(2, BLUE, (9, 5)))
    given = medals(told, {RED: 9000, BLUE: 8000})
    assert list(given) == ["luckiest", "longest-siege", "greatest-fall", "fastest"], "not the conqueror too"
    assert given["longest-siege"] == (RED, "5 rolls for Alberta")
    assert given["greatest-fall"] == (BLUE, "from 9 to 5 territories")
    assert given["fastest"] == (BLUE, "8 s a turn")
    others = Chronicle("classic", "Classic Risk", SEATS[1:], (), told.turns)
    assert "longest-siege" not in medals(others) and "luckiest" not in medals(others)


@pytest.mark.parametrize(
    ("values", "fall"),
    [
        ((3, 9, 4, 8, 2), "from 9 to 2 territories"),
        ((9, 8), "from 9 to 8 territories"),
        ((2, 1), "from 2 to 1 territory"),
        ((5, 5, 6), None),
        ((8, 2, 20, 15), "from 8 to 2 territories"),
    ],
)
def test_the_deepest_fall_is_told(values: tuple[int, ...], fall: str | None) -> None:
    told = game(*(turn(number, RED, (value, 1)) for number, value in enumerate(values, 1)))
    assert medals(told).get("greatest-fall") == ((RED, fall) if fall else None)
