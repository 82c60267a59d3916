"""The search over plans: what it counts exactly, what it finds, and what it leaves alone."""

import random
from dataclasses import replace

import numpy as np
import pytest

from companion.games.classic.bot import ClassicBot
from companion.games.classic.objectives import MAJOR, MINOR
from companion.games.classic.state import Edition2008
from companion.games.territory.evaluator import Positions
from companion.games.territory.objectives import Objective, ObjectiveCard, Objectives
from companion.games.territory.planned import (
    FINISH,
    MOST,
    PROMISE,
    SURE,
    Effort,
    TurnModel,
    battle_tables,
    best_move,
    best_plans,
)
from companion.odds.battle import CLASSIC, Battle, DiceAllowance, DiceRule
from companion.odds.battle_odds import odds
from tests.games.classic.boards import a_turn
from tests.games.territory.ground import BOARD

WIDE = Effort(width=8, depth=8, least=0.3, fortified=2)
AUSTRALIA = ("indonesia", "new-guinea", "western-australia", "eastern-australia")


def turn_model_of(held: dict[str, tuple[str, int]], **facts: object) -> tuple[TurnModel, Positions]:
    """Red's turn on a board; all other territories are Green's, with two armies each."""
    return ClassicBot("hard").turn_model(a_turn(held, **facts).state, "red")  # type: ignore[arg-type]


def taken(model: TurnModel, position: Positions, effort: Effort = WIDE) -> list[str]:
    """The targets of the best plan, in its order."""
    return [model.ground.places[step.target] for step in best_plans(model, position, effort)[0].steps]


@pytest.mark.parametrize("rule", [CLASSIC, DiceRule(defence=DiceAllowance(2, at_least=2))])
def test_battles_end_as_the_exact_odds_say(rule: DiceRule) -> None:
    model, _ = turn_model_of({"brazil": ("red", 5)})
    dice, tables = battle_tables([rule] * len(model.origins))
    model = TurnModel(
        model.ground, model.weights, model.me, model.origins, model.targets, dice, tables, False
    )
    pairs = [(1, 1), (3, 2), (8, 5), (20, 30)]
    chance, left, stays = model.battles(
        np.zeros(len(pairs), np.intp),
        np.array([one for one, _ in pairs], np.float32),
        np.array([other for _, other in pairs], np.float32),
    )
    for row, (one, other) in enumerate(pairs):
        exact = odds(Battle(one, other, rule))
        assert chance[row] == pytest.approx(exact.conquest, abs=1e-6)
        mean_left = sum(count * of for count, of in enumerate(exact.attackers_left)) / exact.conquest
        mean_stays = sum(count * of for count, of in enumerate(exact.defenders_left)) / (1 - exact.conquest)
        assert (left[row], stays[row]) == pytest.approx((mean_left, mean_stays), abs=1e-4)


def test_large_battles_are_scaled_down() -> None:
    model, _ = turn_model_of({"brazil": ("red", 5)})
    edge = np.zeros(1, np.intp)
    large = model.battles(edge, np.array([3.0 * MOST]), np.array([2.0 * MOST]))
    small = model.battles(edge, np.array([1.0 * MOST]), np.array([MOST * 2 / 3]))
    assert large[0] == pytest.approx(small[0]) and large[1] == pytest.approx(3 * small[1])


def test_a_plan_is_worth_the_mean_of_how_it_ends() -> None:
    around = dict.fromkeys(("venezuela", "peru"), ("green", 50))
    model, position = turn_model_of(
        {"brazil": ("red", 6), "argentina": ("red", 1), "north-africa": ("green", 3)} | around
    )
    (plan,) = best_plans(model, position, Effort(width=4, depth=1, least=0.3, fortified=0))
    (step,) = plan.steps
    origin, target = model.ground.index["brazil"], model.ground.index["north-africa"]
    assert (step.origin, step.target) == (origin, target)
    exact = odds(Battle(5, 3))
    won, lost = position.take(np.zeros(1, np.intp)), position.take(np.zeros(1, np.intp))
    left = sum(count * of for count, of in enumerate(exact.attackers_left)) / exact.conquest
    stays = sum(count * of for count, of in enumerate(exact.defenders_left)) / (1 - exact.conquest)
    won.owner[0, target], won.cards[0, model.me] = model.me, 1
    won.armies[0, origin], won.armies[0, target] = (1, left) if step.all_in else (1 + left - 3, 3)
    lost.armies[0, origin], lost.armies[0, target] = 1, stays
    mean = exact.conquest * model.value(won)[0] + (1 - exact.conquest) * model.value(lost)[0]
    assert plan.value == pytest.approx(float(mean), rel=1e-4)


@pytest.mark.parametrize(
    ("origin", "target", "fights"),
    [
        ("brazil", "peru", Battle(5, 2)),
        ("argentina", "peru", Battle(1, 2)),
        ("venezuela", "peru", None),
        ("brazil", "argentina", None),
        ("brazil", "siam", None),
        ("peru", "brazil", None),
    ],
)
def test_the_chance_of_an_attack_that_is_possible(origin: str, target: str, fights: Battle | None) -> None:
    held = {"brazil": ("red", 6), "argentina": ("red", 2), "venezuela": ("red", 1)}
    model, position = turn_model_of(held)
    chance = model.chance(position, model.ground.index[origin], model.ground.index[target])
    assert chance == pytest.approx(odds(fights).conquest if fights else 0, abs=1e-6)


def best_by_trying(model: TurnModel, position: Positions, effort: Effort, step: int = 0) -> float:
    """The value of the best plan: each attack that is possible is tried, and each number that moves in."""
    value = float(model.value(position)[0])
    found, alive = [value], set(position.owner[0].tolist())
    for edge in range(len(model.origins)) if step < effort.depth else ():
        origin, target = int(model.origins[edge]), int(model.targets[edge])
        chance = model.chance(position, origin, target)
        if chance < effort.least or not chance:
            continue
        fought = (np.array([edge]), position.armies[0, [origin]] - 1, position.armies[0, [target]])
        _, (left,), (stays,) = model.battles(*fought)
        won, lost = position.take(np.zeros(1, np.intp)), position.take(np.zeros(1, np.intp))
        won.owner[0, target] = model.me
        won.cards[0, model.me] += step == 0 and not model.conquered
        for out in alive - {*won.owner[0].tolist()}:
            won.cards[0, [model.me, out]] = won.cards[0, model.me] + won.cards[0, out], 0
        lost.armies[0, [origin, target]] = 1, max(1, stays)
        failed = float(model.value(lost)[0]) if chance < SURE else value
        near = model.ground.links[origin] > 0
        facing = model.ground.hostile[model.me][won.owner[0, near]].any()
        for moved in {float(left), 3.0} if left > 3 and facing else {float(left)}:
            won.armies[0, [origin, target]] = 1 + left - moved, moved
            after = best_by_trying(model, won, effort, step + 1)
            found.append(chance * after + (1 - chance) * failed)
    return max(found)


@pytest.mark.parametrize("conquered", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_with_room_for_all_plans_the_best_is_found(seed: int, conquered: bool) -> None:
    """Plans of two conquests; Blue, who holds little, has cards to win."""
    chance = random.Random(seed)
    own = dict.fromkeys(("brazil", "alaska"), ("red", 6 + seed)) | {"peru": ("red", 2)}
    rivals = {place: ("green", chance.randint(1, 9)) for place in ("argentina", "north-africa", "kamchatka")}
    held = own | rivals | {"venezuela": ("blue", 1 + seed)}
    model, position = turn_model_of(held, hands={"blue": 3, "red": 2})
    model, effort = replace(model, conquered=conquered), Effort(width=500, depth=2, least=0.4, fortified=0)
    (plan,) = best_plans(model, position, effort)
    assert len(plan.steps) == 2
    assert plan.value == pytest.approx(best_by_trying(model, position, effort), rel=1e-5)


def test_it_finishes_a_continent_and_eliminates_who_is_nearly_out() -> None:
    held = dict.fromkeys(AUSTRALIA[1:], ("red", 2)) | {"new-guinea": ("red", 9)}
    assert "indonesia" in taken(*turn_model_of(held))
    last = {
        "brazil": ("red", 9),
        "peru": ("blue", 1),
        "venezuela": ("green", 1),
        "north-africa": ("green", 1),
    }
    assert "peru" in taken(*turn_model_of(last, hands={"blue": 4}))


def test_it_attacks_nothing_that_it_cannot_take() -> None:
    model, position = turn_model_of({"brazil": ("red", 3)}, rest="green")
    position.armies[0, position.owner[0] != model.me] = 20
    (plan,) = best_plans(model, position, WIDE)
    assert plan.steps == () and plan.value == pytest.approx(float(model.value(position)[0]))


def test_each_root_gets_its_own_plan() -> None:
    model, position = turn_model_of({"brazil": ("red", 2), "siam": ("red", 2)})
    roots = position.take(np.zeros(2, np.intp))
    for row, place in enumerate(("brazil", "siam")):
        roots.armies[row, model.ground.index[place]] += 9
    plans = best_plans(model, roots, WIDE)
    assert [model.ground.places[plan.steps[0].origin] for plan in plans] == ["brazil", "siam"]


def test_an_elimination_brings_the_cards_and_a_first_conquest_one() -> None:
    model, position = turn_model_of({"brazil": ("red", 9), "peru": ("blue", 1)}, hands={"blue": 3, "red": 1})
    before = float(model.value(position)[0])
    (plan,) = best_plans(model, position, Effort(width=1, depth=1, least=0.3, fortified=0))
    assert model.ground.places[plan.steps[0].target] == "peru" and plan.value > before


def test_a_move_goes_to_the_front_through_own_land_only() -> None:
    held = {"brazil": ("red", 2), "peru": ("red", 7), "argentina": ("red", 1), "venezuela": ("red", 1)}
    model, position = turn_model_of(held | {"siam": ("red", 1)}, rest="blue", step="fortify")
    move = best_move(model, position, [model.ground.index["peru"]], shares=(0.5, 1.0))
    assert model.ground.places[move.target] in ("brazil", "venezuela") or move.armies == 0
    assert best_move(model, position, [model.ground.index["siam"]]).armies == 0


@pytest.mark.parametrize("seed", range(4))
def test_a_move_is_the_best_of_all(seed: int) -> None:
    chance, shares = random.Random(seed), (0.4, 1.0)
    own = chance.sample(sorted(BOARD.ids), 16)
    model, position = turn_model_of({place: ("red", chance.randint(1, 6)) for place in own}, step="fortify")
    at = model.ground.index
    values = {(0, 0, 0): float(model.value(position)[0])}
    for origin in own:
        spare = int(position.armies[0, at[origin]]) - 1
        for target in BOARD.connected(origin, own) - {origin}:
            if BOARD.neighbours(target) <= set(own):
                continue
            for count in {max(1, int(share * spare)) for share in shares} if spare else ():
                after = position.take(np.zeros(1, np.intp))
                after.armies[0, [at[origin], at[target]]] += [-count, count]
                values[at[origin], at[target], count] = float(model.value(after)[0])
    move = best_move(model, position, [at[place] for place in own], shares=shares)
    assert move.value == pytest.approx(max(values.values()), abs=1e-6)
    assert values[move.origin, move.target, move.armies] == pytest.approx(move.value, abs=1e-6)


@pytest.mark.parametrize(("behind", "front"), [("argentina", "brazil"), ("western-australia", "indonesia")])
@pytest.mark.parametrize(("armies", "others"), [(20, 3), (2, 1)])
def test_a_move_is_worth_more_than_none(behind: str, front: str, armies: int, others: int) -> None:
    """From behind to a front that a large army threatens, whichever comes first on the board."""
    own = ("argentina", "brazil", "peru", "venezuela", *AUSTRALIA)
    model, position = turn_model_of(
        dict.fromkeys(own, ("red", others)) | {behind: ("red", armies)}, step="fortify"
    )
    move = best_move(model, position)
    told = model.ground.places[move.origin], model.ground.places[move.target], move.armies
    assert told == (behind, front, armies - 1)
    assert move.value > float(model.value(position)[0])


@pytest.mark.parametrize(
    ("owned", "home", "held", "blue", "promised"),
    [
        (3, True, 10, (0, 1), FINISH),
        (3, False, 10, (0, 1), 0),
        (2, True, 10, (0, 1), FINISH / 4),
        (2, True, 15, (0, 1), FINISH * 9 / 16),
        (2, False, 10, (0, 1), FINISH / 16),
        (0, True, 10, (0, 1), PROMISE / 4),
        (0, False, 30, (0, 1), PROMISE),
        (1, True, 1, (2, 1), FINISH / 4),
        (1, True, 1, (2, 3), FINISH / 16),
        (0, True, 1, (2, 1), PROMISE * 2 / 4),
        (0, True, 10, (1, 4), PROMISE / 4),
    ],
)
def test_what_a_growing_plan_promises(
    owned: int, home: bool, held: int, blue: tuple[int, int], promised: float
) -> None:
    """Three objectives win with the own capital; the open one asks for twenty territories."""
    others = sorted(BOARD.ids - {"brazil"})
    own = [*(["brazil"] * home), *others][:held]
    lands = dict.fromkeys(others[-blue[1] :], ("blue", 2)) | {"brazil": ("green", 2)}
    cards = [ObjectiveCard(each, owner="red") for each in MAJOR[:owned]]
    cards += [ObjectiveCard(each, owner="blue") for each in MINOR[: blue[0]]]
    cards.append(ObjectiveCard(Objective("twenty", "minor", "territories", 20)))
    edition = Edition2008([], {"red": "brazil"}, Objectives(cards))
    model, position = turn_model_of(lands | dict.fromkeys(own, ("red", 2)), campaign=edition, edition="2008")
    assert model.promise(position)[0] == pytest.approx(promised)
    model = replace(model, me=model.ground.seats.index("green"))
    assert model.promise(position)[0] == 0, "it is not Green's turn"


@pytest.mark.parametrize("capital", [None, 0, 1, -1])
@pytest.mark.parametrize("held", [False, True])
def test_who_has_objectives_enough_lacks_the_own_capital_if_there_is_one(
    capital: int | None, held: bool
) -> None:
    """Wherever it stands in the order of the board."""
    places = list(a_turn({}).state.holdings)
    home = None if capital is None else places[capital]
    edition = Edition2008(
        [],
        {"red": home} if home else {},
        Objectives([ObjectiveCard(each, owner="red") for each in MAJOR[:3]]),
    )
    own = {places[20]: ("red", 2)} | ({home: ("red", 2)} if home and held else {})
    model, position = turn_model_of(own, campaign=edition, edition="2008")
    assert model.promise(position)[0] == pytest.approx(FINISH if held or not home else 0)
