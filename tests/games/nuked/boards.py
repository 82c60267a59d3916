"""Boards of Nuked for tests."""

from typing import Any

from msgspec import structs

from companion.games.nuked import rules, setup
from companion.games.nuked.game import NUKED
from companion.games.nuked.rulesets import RuleSet
from companion.games.nuked.state import CardPiles, Fallout, NukedState
from companion.games.territory.state import Holding
from companion.referee.houserules import set_house_rules
from companion.referee.seats import seats_of
from companion.referee.table import Table

Held = dict[str, tuple[str | None, int]]


def a_state(
    held: Held,
    *,
    rest: tuple[str | None, int] = ("green", 2),
    capitals: dict[str, str] | None = None,
    farms: dict[str, str] | None = None,
    radiated: tuple[str, ...] = (),
    hands: dict[str, int] | None = None,
    players: int = 3,
    step: str = "attack",
    round: int = 4,
    supply: int = 0,
    rule_set: dict[str, dict[str, Any]] | None = None,
    **house: str,
) -> NukedState:
    """A state in Red's turn.

    Args:
        held: owner and soldiers by territory; None and 0 for an unoccupied one.
        rest: owner and soldiers of all other territories.
        capitals: where Capitals are.
        farms: where Farms are.
        radiated: radiated territories, until round nine.
        hands: cards in hand.
        players: how many play.
        step: the current step.
        round: the round; every seat has had a turn in each earlier one.
        supply: soldiers that Red must still place.
        rule_set: entries of the rule set, by section, that differ from the default.
        house: house rules that differ from their default.
    """
    state: NukedState = NUKED.begin(seats_of(players), set_house_rules(NUKED.house_rules, house))
    state.holdings = {place: Holding(*held.get(place, rest)) for place in state.holdings}
    state.table = with_entries(RuleSet(name="test"), rule_set or {})
    setup.adopt_rules(state)
    state.capitals |= capitals or {}
    state.farms |= farms or {}
    state.fallout = {place: Fallout("red", 9) for place in radiated}
    state.turns_ended = {seat.id: round - 1 for seat in state.seats}
    state.active = state.starter = "red"
    state.begin_turn()
    state.step, state.round = step, round
    state.supply["red"] = supply
    state.turn = (round - 1) * players + 1
    state.facts.mode = None if step == "muster" else "anywhere"
    hand = {seat.id: 0 for seat in state.seats} | (hands or {})
    state.cards = CardPiles(rules.deck_size(state) - sum(hand.values()), hand, {})
    return state


def with_entries(rule_set: RuleSet, entries: dict[str, dict[str, Any]]) -> RuleSet:
    """Return a rule set with these entries."""
    sections = {
        section: structs.replace(getattr(rule_set, section), **values) for section, values in entries.items()
    }
    return structs.replace(rule_set, **sections)


def a_turn(held: Held, **facts: Any) -> Table[NukedState]:
    """Return a table in Red's turn; arguments as for `a_state`."""
    return Table(NUKED, a_state(held, **facts))
