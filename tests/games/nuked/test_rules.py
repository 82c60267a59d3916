"""The sums of Nuked, with the worked examples of the document."""

from typing import Any

import pytest

from companion.games.nuked import end_of_turn, rules
from companion.games.nuked.rulesets import TroopModifier
from companion.games.territory.reinforcement import total
from tests.games.nuked.boards import Held, a_state, a_turn


@pytest.mark.parametrize(
    ("territories", "mode", "troops"),
    [
        # RULE 4: fifteen territories bring seven on the Capital, five anywhere.
        pytest.param(15, "capital", 7, marks=pytest.mark.rule("NK-RNF-2")),
        pytest.param(15, "anywhere", 5, marks=pytest.mark.rule("NK-RNF-1")),
        pytest.param(4, "anywhere", 3, marks=pytest.mark.rule("NK-RNF-1")),
        pytest.param(8, "capital", 4, marks=pytest.mark.rule("NK-RNF-2")),
        pytest.param(3, "capital", 3, marks=pytest.mark.rule("NK-RNF-2")),
        pytest.param(17, "anywhere", 5, marks=pytest.mark.rule("NK-RNF-1")),
    ],
)
def test_fresh_troops(territories: int, mode: str, troops: int) -> None:
    count = rules.fresh_anywhere if mode == "anywhere" else rules.fresh_on_capital
    assert count(territories).armies == troops


@pytest.mark.rule("NK-CAP-1")
@pytest.mark.parametrize(
    ("troops", "lost"),
    [
        # Rule 6: four lose nothing, eleven lose two.
        (4, 0),
        (5, 1),
        (9, 1),
        (10, 2),
        (11, 2),
        (14, 2),
        (15, 3),
    ],
)
def test_the_capital_tax(troops: int, lost: int) -> None:
    assert end_of_turn.tax(troops) == lost


BRAZIL: Held = {"north-africa": ("red", 20), "brazil": ("blue", 3)}


@pytest.mark.parametrize(
    ("target", "sent", "allowed"),
    [
        # RULE ONE: three defenders need six attackers.
        pytest.param(("blue", 3), 6, True, marks=pytest.mark.rule("NK-ATK-1")),
        pytest.param(("blue", 3), 5, False, marks=pytest.mark.rule("NK-ATK-1")),
        pytest.param(("capital", 4), 12, True, marks=pytest.mark.rule("NK-ATK-2")),
        pytest.param(("capital", 4), 11, False, marks=pytest.mark.rule("NK-ATK-2")),
        # Rule 5: three go into an unoccupied territory.
        pytest.param((None, 0), 3, True, marks=pytest.mark.rule("NK-ATK-3")),
        pytest.param((None, 0), 2, False, marks=pytest.mark.rule("NK-ATK-3")),
    ],
)
def test_how_many_attack(target: tuple[str | None, int], sent: int, allowed: bool) -> None:
    owner, troops = target
    capitals = {"blue": "brazil"} if owner == "capital" else {}
    held = BRAZIL | {"brazil": ("blue" if owner else None, troops), "iceland": ("blue", 1)}
    table = a_turn(held, capitals=capitals)
    table.answer("north-africa")
    table.answer("brazil")
    ruling = table.may(sent)
    assert ruling.allowed == allowed
    expected = rules.need(table.state, "brazil").rule
    assert ruling.rules == (() if allowed else (expected,))


@pytest.mark.parametrize(
    ("attackers", "defenders", "equal", "outcome"),
    [
        # RULE ONE: six against three leave three attackers.
        pytest.param(6, 3, "both die", ("attacker", 3), marks=pytest.mark.rule("NK-BTL-1")),
        pytest.param(6, 5, "both die", ("attacker", 1), marks=pytest.mark.rule("NK-BTL-1")),
        pytest.param(6, 6, "both die", ("nobody", 0), marks=pytest.mark.rule("NK-A4")),
        pytest.param(6, 6, "defender holds", ("defender", 1), marks=pytest.mark.rule("NK-A4")),
        pytest.param(6, 8, "both die", ("defender", 2), marks=pytest.mark.rule("NK-BTL-2")),
    ],
)
def test_who_wins(attackers: int, defenders: int, equal: Any, outcome: tuple[str, int]) -> None:
    ended = rules.battle(attackers, defenders, equal)
    assert (ended.winner, ended.left) == outcome


@pytest.mark.rule("NK-RNF-3", "NK-A2")
@pytest.mark.parametrize(
    ("round", "turns_ended", "turn", "early", "bonus", "capital_safe"),
    [
        (3, 3, 9, "rounds", 0, True),
        (4, 3, 10, "rounds", 2, False),
        # Somebody who has sat out a turn has had fewer of their own.
        (4, 2, 10, "own turns", 0, True),
        (4, 3, 10, "own turns", 2, False),
        (4, 2, 10, "rounds", 2, False),
        (4, 2, 10, "game turns", 2, False),
        (1, 0, 1, "game turns", 0, True),
        (1, 0, 3, "game turns", 0, True),
        (2, 1, 4, "game turns", 0, False),
        (4, 3, 10, "game turns", 2, False),
    ],
)
def test_the_first_three_turns(
    round: int, turns_ended: int, turn: int, early: str, bonus: int, capital_safe: bool
) -> None:
    south_america = dict.fromkeys(("argentina", "brazil", "peru", "venezuela"), ("red", 2))
    state = a_state(dict(south_america), early=early, round=round)
    state.turns_ended["red"], state.turn = turns_ended, turn
    assert total(rules.bonuses(state, "red")) == bonus
    assert rules.capitals_are_safe(state, "red") == capital_safe


@pytest.mark.rule("NK-CRD-4")
@pytest.mark.parametrize(
    ("form", "by", "lasts", "sent", "strong", "left_of_five"),
    [
        ("plus", 3, "one battle", 4, 7, 4),
        ("plus", 3, "to stay", 4, 7, 5),
        ("times", 2, "one battle", 4, 8, 4),
        ("times", 2, "to stay", 6, 12, 5),
    ],
)
def test_troops_of_a_card(form: Any, by: int, lasts: Any, sent: int, strong: int, left_of_five: int) -> None:
    card = TroopModifier(form=form, by=by, lasts=lasts)
    assert rules.strength(sent, card) == strong
    assert rules.survivors(rules.Outcome("attacker", 5), sent, card) == left_of_five


@pytest.mark.rule("NK-CRD-4", "NK-ATK-1", "NK-ATK-2")
@pytest.mark.parametrize(
    ("defenders", "capital", "form", "by", "fewest"),
    [
        (1, True, "times", 2, 2),  # three are needed: one and a half, rounded up
        (3, False, "times", 4, 2),  # six: one and a half
        (2, False, "times", 2, 2),  # four: even
        (1, False, "times", 3, 1),
        (2, False, "plus", 3, 1),
        (1, False, "plus", 3, 1),  # at least one goes
    ],
)
def test_the_fewest_troops_with_an_attack_card(
    defenders: int, capital: bool, form: Any, by: int, fewest: int
) -> None:
    state = a_state(
        {"congo": ("red", 9), "brazil": ("blue", defenders)},
        capitals={"blue": "brazil" if capital else "japan"},
        rule_set={"attack": {"form": form, "by": by}},
    )
    state.facts.played, state.facts.ready = "attack", True
    assert rules.fewest(state, "brazil") == fewest


@pytest.mark.rule("NK-A17")
@pytest.mark.parametrize(
    ("victory", "capitals", "least", "won"),
    [
        ("last one standing", ("brazil", "peru", "argentina"), 3, ()),
        ("capitals", ("brazil", "peru", "argentina"), 3, ("red",)),
        ("capitals", ("brazil", "peru", "iceland"), 3, ()),
        ("capitals", ("brazil", "peru", "iceland"), 2, ("red",)),
        # With three players six Capitals cannot be asked for.
        ("capitals", ("brazil", "peru", "argentina"), 6, ("red",)),
    ],
)
def test_who_has_won(victory: str, capitals: tuple[str, ...], least: int, won: tuple[str, ...]) -> None:
    held: Held = {"brazil": ("red", 2), "peru": ("red", 2), "argentina": ("red", 2), "japan": ("blue", 1)}
    state = a_state(
        held,
        capitals=dict(zip(("red", "blue", "green"), capitals, strict=True)),
        rule_set={"victory": {"capitals": least}},
        victory=victory,
    )
    assert rules.winners(state) == won
