"""What a turn may lead to: parting to hold several zones, and what a fight brings."""

import pytest

from companion.games.rogue.ahead import TurnPlan, best_turn
from companion.games.rogue.fight_odds import attack_gain, attack_losses, attack_outcomes
from companion.games.rogue.scenario import Condition, Victory
from tests.games.rogue.boards import a_state

BOTH = Victory(
    side="Side 1", title="Hold both", conditions=(Condition(kind="hold", zones=("docks", "fish-market")),)
)


@pytest.mark.parametrize("replies", [True, False])
def test_a_squad_parts_to_hold_two_zones(replies: bool) -> None:
    squads = {"docks": "red assault* recon engineer support", "checkpoint": "blue recon*"}
    plan = best_turn(a_state(squads, victories=(BOTH,)), "red", moves=True, replies=replies)
    assert (plan.origin, plan.zone) == ("docks", "fish-market") and 0 < plan.stay < 4


def test_nothing_to_do_is_an_empty_plan() -> None:
    state = a_state({"docks": "red assault*", "checkpoint": "blue recon*"}, victories=(BOTH,))
    assert best_turn(state, "red", moves=False, replies=True) == TurnPlan()


def test_outcomes_add_up_to_what_an_attack_brings() -> None:
    state = a_state({"docks": "red assault* recon engineer", "fish-market": "blue recon* support"})
    outcomes = attack_outcomes(state, "docks", "fish-market")
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    gain = sum(chance * (dealt - lost + (dealt == 2)) for (lost, dealt), chance in outcomes)
    squad = state.squads["docks"]
    assert attack_gain(state, squad, "docks", "fish-market") == pytest.approx(gain)
    mean = sum(chance * dealt for (_, dealt), chance in outcomes)
    assert attack_losses(state, squad, "docks", "fish-market") == pytest.approx(mean)
