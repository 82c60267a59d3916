"""Rewards: how they lie, who has them, and what they give."""

from collections.abc import Generator
from typing import Any

import pytest
from msgspec import structs

from companion.games.territory import collecting, rewards
from companion.games.territory.attack import Attack
from companion.games.territory.battle import contest, pools
from companion.games.territory.landmarks import find_landmarks
from companion.games.territory.objective_corrections import judge_towers, objective_editables
from companion.games.territory.objectives import Objective, ObjectiveCard, Objectives
from companion.games.territory.state import Holding, TerritoryState
from companion.referee.correction import apply
from companion.referee.dice import DicePool, pair_dice
from companion.referee.entries import Changes
from companion.referee.questions import Choose, Pick, Shuffle
from companion.referee.script import Report
from companion.referee.seats import seats_of
from tests.games.territory.ground import BOARD, CITIES, WORDS, ground

NAMES: dict[str, str] = {token: token.capitalize() for tokens in rewards.TOKENS.values() for token in tokens}
MINOR = tuple(Objective(f"minor-{n}", "minor", "territories", n) for n in range(1, 7))
MAJOR = tuple(Objective(f"major-{n}", "major", "landmarks", n, of="city") for n in range(1, 7))


def run(script: Generator[Any, Any, Any], *answers: Any) -> tuple[list[Any], Any]:
    """Answer a script's questions in order; returns all it said and what it returned."""
    said: list[Any] = []
    left = list(answers)
    try:
        asked = next(script)
        while True:
            said.append(asked)
            asked = script.send(None if isinstance(asked, Report) else left.pop(0))
    except StopIteration as done:
        return said, done.value


def lay_out(
    in_play: Objectives, goals: tuple[Objective, ...], finding: Any = "drawn"
) -> Generator[Any, Any, None]:
    titles = {objective.id: objective.id for objective in goals}
    return collecting.lay_out(
        in_play, goals, 4, "XX-GOAL", names=titles, words=collecting.TIERS["minor"], finding=finding
    )


def a_shelf(dealing: Any = "face down") -> Objectives:
    in_play = Objectives()
    for goals in (MINOR, MAJOR):
        order = tuple(objective.id for objective in goals)
        run(lay_out(in_play, goals), order)
    dealt = () if dealing == "face down" else (rewards.TOKENS["minor"], rewards.TOKENS["major"])
    run(rewards.place_rewards(in_play, dealing, "XX-REWARD", NAMES), *dealt)
    return in_play


def a_board(held: dict[str, tuple[str, int]]) -> TerritoryState:
    holdings = {
        territory.id: Holding(*held.get(territory.id, ("green", 2))) for territory in BOARD.territories
    }
    return TerritoryState(
        seats=seats_of(3), step="attack", active="red", board="classic", holdings=holdings, supply={}
    )


def test_four_goals_of_six_are_in_play_and_are_not_drawn_twice() -> None:
    in_play = a_shelf()
    assert [card.objective.id for card in in_play.cards] == [
        *(f"minor-{n}" for n in range(1, 5)),
        *(f"major-{n}" for n in range(1, 5)),
    ]
    said, _ = run(lay_out(in_play, MINOR))
    assert said == []


def test_goals_can_be_named_one_by_one() -> None:
    in_play = Objectives()
    said, _ = run(lay_out(in_play, MINOR, "entered"), "minor-6", "minor-1", "minor-3", "minor-2")
    assert [card.objective.id for card in in_play.cards] == ["minor-6", "minor-1", "minor-3", "minor-2"]
    assert "minor-6" not in [option.id for option in said[1].options]


@pytest.mark.parametrize(
    ("dealing", "is_", "reward"),
    [("face down", "face down", None), ("dealt", "face down", "tower"), ("open", "open", "tower")],
)
def test_how_rewards_lie(dealing: Any, is_: str, reward: str | None) -> None:
    in_play = a_shelf(dealing)
    assert {card.reward_is for card in in_play.cards} == {is_}
    assert in_play.cards[0].reward == reward
    assert run(rewards.place_rewards(in_play, dealing, "XX-REWARD", NAMES))[0] == []  # nothing is bare


def collect(
    in_play: Objectives, answer: str, held: tuple[str, ...]
) -> tuple[list[Any], ObjectiveCard | None]:
    return run(
        collecting.collect(in_play, ground(held), WORDS, "XX-GOAL", seat="red", player="Red"),
        answer,
    )


def test_a_goal_is_collected_once_a_turn_and_refused_with_its_figures() -> None:
    in_play = a_shelf()
    said, card = collect(in_play, "minor-2", CITIES[:2])
    question = said[0]
    assert isinstance(question, Choose)
    assert "It needs 3, and there are 2." in question.judge("minor-3").text
    assert question.judge("none").allowed
    assert card is not None
    assert (card.owner, in_play.collected) == ("red", "minor-2")
    assert said[-1].text == "Red collects: 2 territories."
    assert collect(in_play, "minor-1", CITIES[:2]) == ([], None)
    in_play.begin_turn(())
    again, _ = collect(in_play, "none", CITIES[:2])
    assert "collected already" in again[0].judge("minor-2").text
    assert in_play.collected is None


def test_a_reward_that_nobody_has_seen_is_asked_for_when_it_is_turned_over() -> None:
    in_play = a_shelf()
    for objective, token in (("minor-1", "guaranteed card"), ("minor-2", "tower")):
        card = in_play.find(objective)
        assert card is not None
        card.owner = "red"
        said, _ = run(rewards.turn_over(in_play, card, "XX-REWARD", NAMES, seat="red", player="Red"), token)
        assert isinstance(said[0], Choose)
        assert len(said[0].options) == (4 if objective == "minor-1" else 3)
    assert rewards.in_force(in_play, "red") == ("guaranteed card", "tower")
    assert rewards.has(in_play, "red", "tower")
    assert not rewards.has(in_play, "blue", "tower")


def test_a_dealt_reward_is_known_when_it_is_turned_over() -> None:
    in_play = a_shelf("dealt")
    card = in_play.cards[7]
    card.owner = "red"
    said, _ = run(rewards.turn_over(in_play, card, "XX-REWARD", NAMES, seat="red", player="Red"))
    assert [report.text for report in said] == ["Red has a reward: Two troops."]
    assert (rewards.troops(in_play, "red"), rewards.troops(in_play, "blue")) == (2, 0)
    assert run(rewards.turn_over(in_play, card, "XX-REWARD", NAMES, seat="red", player="Red"))[0] == []


# --- towers and dice ---------------------------------------------------------------------------------------

FRONT = {"alaska": ("red", 5), "kamchatka": ("blue", 2), "alberta": ("red", 1), "japan": ("blue", 1)}


@pytest.mark.parametrize(
    ("towers", "origin_counts", "bonus"),
    [
        ({}, False, (0, 0)),
        ({"kamchatka": "blue"}, False, (0, 1)),  # in the territory attacked
        ({"kamchatka": "blue", "japan": "blue"}, False, (0, 2)),  # and next to it: both help
        ({"alaska": "red"}, False, (1, 0)),  # next to the territory attacked
        ({"alberta": "red"}, False, (0, 0)),  # next to the origin only
        ({"alberta": "red"}, True, (1, 0)),
    ],
)
def test_towers_help_where_the_battle_is_waged(
    towers: dict[str, str], origin_counts: bool, bonus: tuple[int, int]
) -> None:
    state = a_board(FRONT)
    fight = rewards.with_rewards(
        state,
        contest(state, Attack("alaska", "kamchatka")),
        Objectives(),
        towers,
        origin_counts=origin_counts,
    )
    assert (fight.attacker.bonus, fight.defender.bonus) == bonus


@pytest.mark.parametrize(
    ("side", "reward", "expected"),
    [
        ("red", "attack die", (DicePool("attack", "red", 2, 4), DicePool("defence", "blue", 1, 2))),
        ("blue", "defence die", (DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 2, 3))),
        ("blue", "attack die", (DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 1, 2))),
    ],
)
def test_a_bonus_die_is_rolled_besides_and_the_best_count(
    side: str, reward: str, expected: tuple[DicePool, DicePool]
) -> None:
    state = a_board(FRONT)
    in_play = Objectives([ObjectiveCard(MAJOR[0], side, reward, "in force")])
    fight = rewards.with_rewards(state, contest(state, Attack("alaska", "kamchatka")), in_play, {})
    assert tuple(structs.replace(pool, why="") for pool in pools(fight, "blue")) == expected
    if reward == "attack die" and side == "red":
        laid = pair_dice(fight, {"attack": (6, 3, 1, 4), "defence": (5, 4)})
        assert [pair.attack for pair in laid] == [6, 4]


def test_a_tower_is_put_on_a_territory_of_ones_own_that_has_none() -> None:
    state, towers = a_board(FRONT), {"alaska": "red"}
    said, place = run(rewards.place_tower(state, towers, "red", "XX-REWARD", words=rewards.TOWER), "alberta")
    question = said[0]
    assert isinstance(question, Pick)
    assert "Alaska has Red's tower already." in question.judge("alaska").text
    assert "Kamchatka belongs to Blue." in question.judge("kamchatka").text
    assert (place, towers) == ("alberta", {"alaska": "red", "alberta": "red"})
    said, place = run(rewards.place_tower(state, towers, "red", "XX-REWARD", words=rewards.TOWER))
    assert (place, said[0].text) == (None, "There is no room for another tower: it is lost.")
    assert rewards.lose_tower(towers, "alaska")
    assert not rewards.lose_tower(towers, "alaska")


# --- landmarks and corrections -----------------------------------------------------------------------------


@pytest.mark.parametrize("finding", ["drawn", "entered"])
def test_landmarks_are_drawn_or_entered_and_those_known_already_stay(finding: Any) -> None:
    state, found = a_board({}), ["peru"]
    order = tuple(place for place in state.holdings if place != "peru")
    answers: tuple[Any, ...] = (order,) if finding == "drawn" else order[:2]
    said, _ = run(find_landmarks(state, found, 3, finding, "XX-CITY", plural="cities"), *answers)
    assert found == ["peru", *order[:2]]
    if isinstance(said[0], Pick):
        assert "Peru is named already." in said[0].judge("peru").text
    else:
        assert isinstance(said[0], Shuffle) and said[0].prompt == "Draw 2 cards for cities"


def test_the_shelf_can_be_set_right() -> None:
    state, in_play = a_board({}), a_shelf()

    def correct(changes: Changes) -> set[str]:
        listed = tuple(objective_editables(state, in_play, WORDS, "XX-GOAL", "XX-REWARD"))
        apply(listed, changes)
        return {one.correctable.key for one in listed}

    assert {"goal.minor-1", "reward.major-4", "game.collected"} <= correct({})
    correct({"reward.minor-1": "tower"})
    assert (in_play.cards[0].reward, in_play.cards[0].reward_is) == ("tower", "open")
    correct({"goal.minor-1": "red", "game.collected": "minor-1"})
    assert rewards.in_force(in_play, "red") == ("tower",)
    assert in_play.collected == "minor-1"
    correct({"goal.minor-1": "nobody", "game.collected": "none"})
    assert (in_play.cards[0].owner, in_play.cards[0].reward_is, in_play.collected) == (None, "open", None)
    correct({"reward.minor-1": "destroyed"})
    assert in_play.cards[0].reward_is == "destroyed"
    correct({"reward.minor-1": "face down"})
    assert (in_play.cards[0].reward, in_play.cards[0].reward_is) == (None, "face down")


def test_a_tower_goes_with_its_territory() -> None:
    state, towers = a_board(FRONT), {"alaska": "red", "alberta": "red", "japan": "red"}
    (reason,) = judge_towers(state, towers, {"alberta.tower": "red", "japan.tower": "red"}, "XX-TOWER")
    assert "nothing of Red can stand there" in reason.text
    assert towers == {"alaska": "red", "alberta": "red"}
    state.holdings["alaska"].owner = "green"
    assert not list(judge_towers(state, towers, {}, "XX-TOWER"))
    assert towers == {"alberta": "red"}
