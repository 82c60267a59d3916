"""Goals as data: what each counts, how far one has come, and whose it is."""

from typing import Any

import pytest

from companion.games.territory.objectives import (
    Objective,
    ObjectiveCard,
    ObjectiveContext,
    Objectives,
    fulfilled,
    hand_over,
    have,
    need,
    objectives_in_view,
    progress,
    title,
    within_reach,
)
from tests.games.territory.ground import AFRICA, BOARD, CITIES, EUROPE, WORDS, ground, objective

MANY = tuple(territory.id for territory in BOARD.territories)


@pytest.mark.parametrize(
    ("counts", "where", "expected", "words"),
    [
        # territories
        (objective("territories", 18), ground(MANY[:18]), "18 of 18", "18 territories"),
        (objective("territories", 18), ground(MANY[:17]), "17 of 18", "18 territories"),
        (
            objective("territories", 10, in_one_turn=True),
            ground(MANY[:14], before=MANY[:5]),
            "9 of 10",
            "10 territories in a turn",
        ),
        # landmarks
        (objective("landmarks", 8, of="city"), ground(CITIES[:6]), "6 of 8", "8 cities"),
        (objective("landmarks", 1, of="city"), ground(()), "0 of 1", "1 city"),
        (
            objective("landmarks", 4, of="city", in_one_turn=True),
            ground(CITIES, before=CITIES[:5]),
            "4 of 4",
            "4 cities in a turn",
        ),
        # enemy capitals
        (
            objective("capitals", 1),
            ground(("peru",), capitals=("peru", "japan")),
            "1 of 1",
            "1 enemy capital",
        ),
        (objective("capitals", 2), ground(("peru",), capitals=("japan",)), "0 of 2", "2 enemy capitals"),
        # a certain continent
        (objective("continent", of="europe"), ground(EUROPE[1:]), "6 of 7", "All Europe"),
        (objective("continent", of="europe"), ground(EUROPE), "7 of 7", "All Europe"),
        # any continents
        (objective("continents", 2), ground((*EUROPE, *AFRICA[1:])), "1 of 2", "2 continents"),
        (
            objective("continents", 1, in_one_turn=True),
            ground(AFRICA),
            "1 of 1",
            "1 new continent in a turn",
        ),
        # one territory of it was held before
        (
            objective("continents", 1, in_one_turn=True),
            ground(AFRICA, before=AFRICA[:1]),
            "0 of 1",
            "1 new continent in a turn",
        ),
        (
            objective("continents", 2, in_one_turn=True),
            ground((*AFRICA, *EUROPE)),
            "2 of 2",
            "2 new continents in a turn",
        ),
    ],
)
def test_how_far_one_has_come(counts: Objective, where: ObjectiveContext, expected: str, words: str) -> None:
    assert progress(counts, where) == expected
    assert title(counts, WORDS, BOARD) == words
    assert fulfilled(counts, where) is (have(counts, where) >= need(counts, BOARD))


def test_what_was_held_and_lost_and_retaken_was_not_taken_in_this_turn() -> None:
    assert (
        have(objective("territories", 1, in_one_turn=True), ground(("peru",), before=("peru", "brazil"))) == 0
    )


def a_shelf() -> Objectives:
    cities = objective("landmarks", 2, of="city", id="cities")
    europe = objective("continent", of="europe", id="europe")
    return Objectives(
        [
            ObjectiveCard(cities, reward="tower", reward_is="face down"),
            ObjectiveCard(europe, "red", "starting maneuver", "in force"),
            ObjectiveCard(objective("territories", 3, id="three"), "red"),
        ]
    )


def test_open_goals_that_are_fulfilled_are_found_and_only_one_a_turn() -> None:
    in_play, where = a_shelf(), ground((*EUROPE, "peru", "brazil"))
    assert [card.objective.id for card in within_reach(in_play, where)] == ["cities"]
    in_play.collected = "three"
    assert within_reach(in_play, where) == ()
    in_play.begin_turn(("peru",))
    assert (in_play.before, in_play.collected) == (("peru",), None)
    assert len(within_reach(in_play, where)) == 1


def test_an_eliminated_seats_goals_change_hands_and_their_rewards_are_destroyed() -> None:
    in_play = a_shelf()
    assert [card.objective.id for card in hand_over(in_play, "red", "blue")] == ["europe", "three"]
    assert [card.objective.id for card in in_play.owned("blue")] == ["europe", "three"]
    assert [card.reward_is for card in in_play.cards] == ["face down", "destroyed", "none"]
    assert in_play.owned("red") == ()


def test_the_shelf_in_the_scene_hides_what_lies_face_down() -> None:
    names: dict[str, Any] = {"tower": "Airfield", "starting maneuver": "Maneuver at the start"}
    shown = objectives_in_view(a_shelf(), ground(("peru",)), WORDS, names)
    assert [(card.id, card.have, card.need, card.owner, card.detail) for card in shown] == [
        ("cities", 1, 2, None, "minor, reward face down"),
        ("europe", 0, 7, "red", "minor, Maneuver at the start"),
        ("three", 1, 3, "red", "minor"),
    ]
