"""Objectives and landmarks set right by hand: every value that is offered is then read back."""

from typing import Any

import pytest

from companion.games.territory.objective_corrections import (
    judge_towers,
    landmark_editables,
    objective_editables,
)
from companion.games.territory.objectives import Objective, ObjectiveCard, Objectives, RewardIs
from tests.games.classic.boards import a_turn
from tests.games.territory.ground import WORDS


def listed(cards: Objectives) -> dict[str, Any]:
    """The values that can be corrected, by key."""
    state = a_turn({}).state
    found = objective_editables(state, cards, WORDS, "X-1", "X-2", {"tower": "a tower"})
    return {one.correctable.key: one for one in found}


@pytest.mark.parametrize("owner", [None, "blue"])
@pytest.mark.parametrize(
    ("reward", "state_is"),
    [(None, "none"), (None, "face down"), ("tower", "face down"), ("tower", "open"), ("tower", "destroyed"),
     ("tower", "in force")],
)  # fmt: skip
def test_each_value_that_is_offered_is_read_back(owner: str | None, reward: str, state_is: RewardIs) -> None:
    def cards() -> Objectives:
        card = ObjectiveCard(Objective("twenty", "minor", "territories", 20), owner, reward, state_is)
        return Objectives([card, ObjectiveCard(Objective("ten", "minor", "territories", 10))])

    assert ("reward.twenty" in listed(cards())) == (state_is != "none") and "reward.ten" not in listed(
        cards()
    )
    for key, one in listed(cards()).items():
        for value in one.correctable.choices:
            in_play = cards()
            listed(in_play)[key].assign(value)
            assert listed(in_play)[key].correctable.value == value, (key, value)


@pytest.mark.parametrize(
    ("before", "owner", "after"),
    [
        ("in force", "nobody", "open"),
        ("open", "red", "in force"),
        ("face down", "red", "face down"),
        ("destroyed", "nobody", "destroyed"),
        ("none", "red", "none"),
    ],
)
def test_a_known_reward_is_in_force_with_an_owner(before: RewardIs, owner: str, after: RewardIs) -> None:
    card = ObjectiveCard(Objective("twenty", "minor", "territories", 20), None, "tower", before)
    if owner == "nobody":
        card.owner = "blue"
    listed(Objectives([card]))["goal.twenty"].assign(owner)
    assert (card.owner, card.reward_is) == (None if owner == "nobody" else owner, after)


@pytest.mark.parametrize(
    ("reward", "owner", "kept", "state_is"),
    [
        ("tower", None, "tower", "open"),
        ("tower", "red", "tower", "in force"),
        ("face down", "red", None, "face down"),
        ("destroyed", "red", "additional maneuver", "destroyed"),
        ("additional maneuver", "red", "additional maneuver", "open"),
    ],
)
def test_a_reward_set_right(reward: str, owner: str | None, kept: str | None, state_is: RewardIs) -> None:
    """What it is already changes nothing, be it in force or not."""
    card = ObjectiveCard(
        Objective("twenty", "minor", "territories", 20), owner, "additional maneuver", "open"
    )
    listed(Objectives([card]))["reward.twenty"].assign(reward)
    assert (card.reward, card.reward_is) == (kept, state_is)


def test_nothing_is_listed_without_objectives() -> None:
    assert listed(Objectives([])) == {}


@pytest.mark.parametrize(
    ("changes", "refused"),
    [({}, []), ({"peru.tower": "blue"}, ["Peru belongs to Red: nothing of Blue can stand there."])],
)
def test_towers_on_lost_territories_fall(changes: Any, refused: list[str]) -> None:
    state = a_turn({"peru": ("red", 2), "siam": ("blue", 1)}).state
    towers = {"peru": "blue", "siam": "blue"}
    assert [str(reason.text) for reason in judge_towers(state, towers, changes, "X-1")] == refused
    assert towers == {"siam": "blue"}


def test_landmarks_are_marked_and_unmarked_once() -> None:
    state, places = a_turn({}).state, {"city": ["peru"], "site": ["siam"]}
    found = {
        one.correctable.key: one for one in landmark_editables(state, places, {"city": "X-1", "site": "X-2"})
    }
    assert len(found) == 2 * len(state.holdings)
    told = [(found[key].correctable.value, found[key].correctable.rule) for key in ("peru.city", "peru.site")]
    assert told == [("yes", "X-1"), ("no", "X-2")] and found["peru.city"].correctable.label == "Peru: city"
    for key, value in (("peru.city", "yes"), ("siam.city", "no"), ("siam.site", "no"), ("ural.site", "yes")):
        assign: Any = found[key].assign
        assign(value)
        assign(value)
    assert places == {"city": ["peru"], "site": ["ural"]}
