"""What a turn may lead to: parting to hold several zones, and what a fight brings."""

import pytest

from companion.games.rogue.ahead import FEARFUL, Outlook, TurnPlan, best_turn
from companion.games.rogue.fight_odds import attack_gain, attack_losses, attack_outcomes
from companion.games.rogue.scenario import Condition, Victory, read_scenario, scenario_files
from tests.games.rogue.boards import a_state

BOTH = Victory(
    side="Side 1", title="Hold both", conditions=(Condition(kind="hold", zones=("docks", "fish-market")),)
)


@pytest.mark.parametrize("replies", [True, False])
def test_a_squad_parts_to_hold_two_zones(replies: bool) -> None:
    squads = {"docks": "red assault* recon engineer support", "checkpoint": "blue recon*"}
    plan = best_turn(Outlook(a_state(squads, victories=(BOTH,)), "red", replies=replies), moves=True)
    assert (plan.origin, plan.zone) == ("docks", "fish-market") and 0 < plan.stay < 4


def test_nothing_to_do_is_an_empty_plan() -> None:
    state = a_state({"docks": "red assault*", "checkpoint": "blue recon*"}, victories=(BOTH,))
    assert best_turn(Outlook(state, "red", replies=True), moves=False) == TurnPlan()


def test_outcomes_add_up_to_what_an_attack_brings() -> None:
    state = a_state({"docks": "red assault* recon engineer", "fish-market": "blue recon* support"})
    outcomes = attack_outcomes(state, "docks", "fish-market")
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    gain = sum(chance * (dealt - lost + (dealt == 2)) for (lost, dealt), chance in outcomes)
    squad = state.squads["docks"]
    assert attack_gain(state, squad, "docks", "fish-market") == pytest.approx(gain)
    mean = sum(chance * dealt for (_, dealt), chance in outcomes)
    assert attack_losses(state, squad, "docks", "fish-market") == pytest.approx(mean)


@pytest.mark.parametrize(
    ("fear", "round_number", "fights"),
    [(0.0, 1, True), (20.0, 1, False), (20.0, FEARFUL, False), (20.0, FEARFUL + 1, True)],
)
def test_who_fears_attacks_leaves_until_the_game_gets_long(
    fear: float, round_number: int, fights: bool
) -> None:
    squads = {"sandy-beach": "red assault* recon engineer", "fish-market": "blue recon* support engineer"}
    state = a_state(squads, typed=True)
    state.round = round_number
    plan = best_turn(Outlook(state, "red", replies=False, fear=fear), moves=True)
    left = bool(plan.zone) and plan.zone not in state.ground.neighbours("fish-market")
    assert (bool(plan.attacker), left) == (fights, not fights)


def test_only_attacks_on_the_own_side_are_feared() -> None:
    squads = {"docks": "red recon*", "fish-market": "blue recon* support engineer", "lookout": "green recon*"}
    state = a_state(squads, players=3, typed=True)
    bold, afraid = (
        [Outlook(state, seat, replies=False, fear=fear).plans(moves=False)[0][0] for seat in ("red", "green")]
        for fear in (0.0, 20.0)
    )
    assert afraid[0] < bold[0] - 20 and afraid[1] == bold[1]


@pytest.mark.parametrize(("goals", "stays"), [(1.0, True), (0.1, False)])
def test_who_forgets_the_goal_leaves_it_for_an_enemy(goals: float, stays: bool) -> None:
    hold = Condition(kind="hold", zones=("docks",), number=3)
    hunt = Condition(kind="eliminate", players=(2,))
    victories = tuple(Victory(side="Side 1", title="Win", conditions=(part,)) for part in (hold, hunt))
    state = a_state({"docks": "red assault* recon", "checkpoint": "blue recon*"}, victories=victories)
    plan = best_turn(Outlook(state, "red", replies=False, goals=goals), moves=True)
    assert (plan.origin == "") == stays


@pytest.mark.parametrize("replies", [True, False])
def test_guards_stay_beside_the_goal_that_a_rival_need_only_reach(replies: bool) -> None:
    path = next(path for path in scenario_files() if path.stem == "escape-from-the-compound")
    full = "assault* recon engineer support"
    state = a_state({"docks": f"red {full}", "gravel-pit": f"blue {full}"}, typed=True)
    state.scenario, state.field = read_scenario(path)
    plan = best_turn(Outlook(state, "red", replies=replies), moves=True)
    assert plan.zone == "fish-market" and "docks" in state.ground.neighbours(plan.zone)
