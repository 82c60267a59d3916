"""What the search over plans knows of Nuked is what its rules say."""

import random
from typing import Any

import numpy as np
import pytest

from companion.games.nuked import end_of_turn, plans, rules, rulings
from companion.games.nuked.bot import NukedBot
from companion.games.nuked.plans import GUARDED, NukedTurnModel
from companion.games.nuked.state import NukedState
from companion.games.territory.evaluator import FEATURES, WON, features, position_of
from companion.games.territory.planned import best_plans
from companion.games.territory.reinforcement import total
from tests.games.nuked.boards import Held, a_state

HARD = NukedBot("hard", 1)


def drawn(seed: int, **more: Any) -> NukedState:
    """A board on which three players and nobody hold something, drawn by chance."""
    chance = random.Random(seed)
    places = list(a_state({}).holdings)
    owners = [chance.choice(("red", "blue", "green", None)) for _ in places]
    held: Held = {
        place: (owner, chance.randint(1, 9) if owner else 0)
        for place, owner in zip(places, owners, strict=True)
    }
    homes = {seat: [place for place in places if held[place][0] == seat] for seat in ("red", "blue", "green")}
    capitals = {seat: chance.choice(own) for seat, own in homes.items()}
    farms = {seat: chance.choice(own) for seat, own in homes.items()}
    return a_state(held, capitals=capitals, farms=farms, hands={"red": 1, "blue": 2}, **more)


@pytest.mark.parametrize("seed", range(5))
def test_income_and_land_joined_to_the_farm_are_those_of_the_rules(seed: int) -> None:
    state = drawn(seed)
    ground, cards = plans.ground_and_cards(state)
    rows, _ = features(ground, position_of(state, ground, cards), 0)
    for number, seat in enumerate(ground.seats):
        income = total(rules.income(state, seat, "anywhere"))
        assert rows[0, number, FEATURES.index("log income")] == pytest.approx(np.log1p(income))
        cut_off = len(end_of_turn.disconnected(state, seat)) / len(state.held(seat))
        assert rows[0, number, FEATURES.index("goals")] == pytest.approx(1 - cut_off)


def test_soldiers_that_attack_are_compared_with_what_each_territory_needs() -> None:
    state = drawn(1)
    ground, _ = plans.ground_and_cards(state)
    for place, share in zip(ground.places, np.atleast_1d(ground.counter), strict=True):
        assert share == pytest.approx(1 / (3 if place in state.capitals.values() else 2)), place


@pytest.mark.parametrize("end_order", ["tax first", "cut-off first"])
@pytest.mark.parametrize("fallout", ["one in all", "one for each"])
@pytest.mark.parametrize("farm", [True, False])
@pytest.mark.parametrize("round", [1, 9])
@pytest.mark.parametrize(("seed", "starter"), [(0, "red"), (1, "blue"), (2, "green")])
def test_a_turn_ends_with_the_losses_of_the_rules(
    seed: int, starter: str, round: int, *, farm: bool, fallout: str, end_order: str
) -> None:
    """Hard players took land that was cut off from their Farm, with soldiers who died at once."""
    state = drawn(
        seed, round=round, radiated=("brazil", "ukraine", "peru"), fallout=fallout, end_order=end_order
    )
    state.starter = starter
    if not farm:
        state.farms["red"] = None
    model, position = HARD.turn_model(state, "red")
    ended = model.ended(position)
    for loss in (losses := end_of_turn.losses(state, "red")):
        state.holdings[loss.place].armies -= loss.troops
        assert state.holdings[loss.place].armies >= 0
    for place, owner, armies in zip(model.ground.places, ended.owner[0], ended.armies[0], strict=True):
        assert armies == state.holdings[place].armies, place
        assert (owner == model.me) == (state.holdings[place].owner == "red" and armies > 0), place
    assert losses


def test_who_takes_the_last_territory_has_won_without_a_farm_too() -> None:
    """The land that it would lose at the end of the turn left nobody alive: the plan was worth no number."""
    held: Held = {"brazil": ("red", 3), "peru": ("blue", 1)}
    state = a_state(held, rest=("red", 1), farms={"blue": "peru"}, round=9)
    model, position = HARD.turn_model(state, "red")
    assert end_of_turn.cuts_off(state, "red")
    (plan,) = best_plans(model, position, HARD.effort)
    assert [model.ground.places[step.target] for step in plan.steps] == ["peru"] and plan.value > 0.9


@pytest.mark.parametrize("seed", range(5))
def test_battles_end_as_the_rules_say(seed: int) -> None:
    state = drawn(seed)
    state.cards.hands = dict.fromkeys(state.cards.hands, 0)
    model, position = HARD.turn_model(state, "red")
    origins, targets = model.origins, model.targets
    spare = np.maximum(0, position.armies[0, origins] - 1) * (position.owner[0, origins] == model.me)
    chance, left, _ = model.battles(np.arange(len(origins)), spare, position.armies[0, targets])
    for edge, (origin, target) in enumerate(zip(origins, targets, strict=True)):
        names = model.ground.places[origin], model.ground.places[target]
        able = state.holdings[names[0]].owner == "red" and spare[edge] > 0
        allowed = able and names[1] in rulings.ATTACKS.targets(state, "red", names[0])
        assert chance[edge] == (1 if allowed else 0), names
        if allowed:
            there = state.holdings[names[1]]
            dead = rules.LOST_OCCUPYING if there.owner is None else there.armies
            assert left[edge] == spare[edge] - dead


def test_a_hand_may_stop_an_attack_that_is_only_just_enough() -> None:
    held: Held = {"brazil": ("red", 5), "peru": ("blue", 2), "argentina": ("red", 9)}
    model, _ = HARD.turn_model(a_state(held, hands={"blue": 1}), "red")
    edge = [at for at, end in enumerate(model.targets) if model.ground.places[end] == "peru"][:1]
    chance, _, _ = model.battles(np.array(edge * 2), np.array([5.0, 6.0]), np.array([2.0, 2.0]))
    assert chance.tolist() == pytest.approx([1 - GUARDED, 1])


def test_nothing_that_is_protected_is_planned() -> None:
    held: Held = {"brazil": ("red", 60), "peru": ("blue", 1)}
    capital: dict[str, Any] = {"capitals": {"blue": "peru"}, "rest": ("red", 1)}
    for round_, taken in ((1, []), (9, ["peru"])):
        model, position = HARD.turn_model(a_state(held, round=round_, **capital), "red")
        (plan,) = best_plans(model, position, HARD.effort)
        assert [model.ground.places[step.target] for step in plan.steps] == taken


def test_a_home_is_in_danger_from_three_territories_away() -> None:
    """The search left 12 soldiers on a Farm to which 90 could go in one turn, over two empty territories."""
    empty: Held = dict.fromkeys(("peru", "venezuela"), (None, 0))
    held: Held = empty | {"argentina": ("red", 12), "central-america": ("blue", 90)}
    homes: dict[str, Any] = {"farms": {"red": "argentina"}, "capitals": {"red": "argentina"}}

    def safe(changed: Held) -> list[float]:
        state = a_state(held | changed, rest=("red", 9), players=2, **homes)
        ground, cards = plans.ground_and_cards(state)
        rows, _ = features(ground, position_of(state, ground, cards), 1)
        return [float(rows[0, 0, FEATURES.index(name)]) for name in ("next goal", "home")]

    assert max(safe({})) < 0.3
    assert min(safe({"venezuela": ("red", 60)})) > 0.8, "they cannot break through"
    assert min(safe({"central-america": ("red", 9), "quebec": ("blue", 90)})) > 0.8, "it is too far"


@pytest.mark.parametrize("hand", [0, 1])
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("soldiers", "guard"), [(4, 2), (4, 5), (8, 2), (8, 5)])
def test_it_takes_the_last_territory_of_a_continent_from_one_soldier(
    soldiers: int, guard: int, players: int, hand: int
) -> None:
    """At three to five seats they sat and guarded the Farm: in ten of these 16 positions nobody attacked."""
    held: Held = dict.fromkeys(("congo", "madagascar", "north-africa", "south-africa"), ("red", 2))
    held |= dict.fromkeys(("peru", "argentina"), ("blue", 2))
    held |= {"congo": ("red", guard), "east-africa": ("red", soldiers), "egypt": ("blue", 1)}
    held |= dict.fromkeys(("brazil", "middle-east"), ("blue", 6))
    held |= dict.fromkeys(("southern-europe", "western-europe"), ("green", 6))
    homes = {"red": "congo", "blue": "brazil", "green": "great-britain"}
    if players > 3:
        held |= dict.fromkeys(("indonesia", "new-guinea", "siam"), ("yellow", 3))
        homes["yellow"] = "indonesia"
    hands = dict.fromkeys(homes, hand)
    state = a_state(
        held, rest=("green", 1), farms=homes, capitals=homes, players=players, hands=hands, round=6
    )
    model, position = HARD.turn_model(state, "red")
    (plan,) = best_plans(model, position, HARD.effort)
    assert "egypt" in [model.ground.places[step.target] for step in plan.steps]


def test_enough_capitals_win() -> None:
    capitals = {"red": "brazil", "blue": "peru", "green": "japan"}
    held: Held = {"brazil": ("red", 3), "peru": ("red", 2), "japan": ("red", 2), "siam": ("blue", 2)}
    for victory, won in (("capitals", WON), ("last one standing", 0)):
        state = a_state(held, capitals=capitals, victory=victory)
        ground, cards = plans.ground_and_cards(state)
        rows, _ = features(ground, position_of(state, ground, cards), 0)
        assert rows[0, ground.seats.index("red"), FEATURES.index("at hand")] == won


def test_it_goes_through_empty_land_to_a_capital_that_nobody_guards() -> None:
    """It had 1,443 soldiers beside 869, and a free way round them to a Capital with one."""
    held: Held = dict.fromkeys(("peru", "north-africa"), (None, 0))
    held |= {"venezuela": ("red", 1443), "brazil": ("blue", 869), "argentina": ("blue", 1)}
    state = a_state(held, rest=("red", 1), capitals={"blue": "argentina"}, players=2)
    model, position = HARD.turn_model(state, "red")
    assert isinstance(model, NukedTurnModel)
    (plan,) = best_plans(model, position, HARD.effort)
    assert [model.ground.places[step.target] for step in plan.steps][:2] == ["peru", "argentina"]
