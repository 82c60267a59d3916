"""What the search over plans knows of Nuked: homes, and attacks without dice that enough soldiers win."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.games.nuked import end_of_turn, rules, rulings
from companion.games.nuked.state import NukedState
from companion.games.territory.attack import Attack
from companion.games.territory.evaluator import (
    Floats,
    Ground,
    Homes,
    Positions,
    Weights,
    connected,
    ground_of,
    position_of,
)
from companion.games.territory.planned import Rows, TurnModel

CARD = 2.0
"""Soldiers that a card in a hand is worth on average."""
GUARDED = 0.3
"""The chance that a rival who holds cards defends an attacked territory with one."""


def ground_and_cards(state: NukedState) -> tuple[Ground, list[int]]:
    """Lay the board out with Capitals and Farms, and return the size of each hand."""
    ground = ground_of(state, rules.order_of_play(state))
    most = rules.deck_size(state)
    capitals = ground.marked([place for place in state.capitals.values() if place])
    times = np.where(capitals > 0, rules.CAPITAL_TIMES, rules.RIVAL_TIMES)
    homes = Homes(
        farms=_numbers(ground, [state.farms[seat] for seat in ground.seats]),
        capitals=_numbers(ground, [state.capitals[seat] for seat in ground.seats]),
        to_win=rules.capitals_to_win(state) if state.house.victory == "capitals" else 0,
        to_occupy=rules.TO_OCCUPY,
        lost_occupying=rules.LOST_OCCUPYING,
    )
    hands = np.arange(most + 1, dtype=np.float32) * np.float32(CARD)
    counter = np.asarray(1 / times, np.float32)
    cards = [state.cards.hands[seat] for seat in ground.seats]
    return replace(ground, hands=hands, homes=homes, counter=counter), cards


def _numbers(ground: Ground, places: Sequence[str | None]) -> NDArray[np.intp]:
    return np.array([-1 if place is None else ground.index[place] for place in places], np.intp)


@dataclass(frozen=True)
class NukedTurnModel(TurnModel):
    """A turn of Nuked; `dice` holds what the defenders are multiplied by, 0 where nobody stands.

    Attributes:
        shields: soldiers that a Defence card of the target's owner adds; 0 if no card is in the hand (E).
        losses: at the end of the turn, in their order.
        cut_off: soldiers that die in each territory which is not connected to the farm.
        radiation: soldiers that die of it in each territory (T).
    """

    shields: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    losses: tuple[end_of_turn.Why, ...] = ()
    cut_off: float = 0.0
    radiation: Floats = field(default_factory=lambda: np.zeros(0, np.float32))

    def value(self, positions: Positions) -> Floats:
        """Return the chance to win after the losses at the end of the turn (N)."""
        return super().value(self.ended(positions))

    def ended(self, positions: Positions) -> Positions:
        """NK-CAP-1, NK-CON-1, NK-RAD-1: return the positions after the losses at the end of the turn."""
        homes = self.ground.homes
        assert homes is not None
        rivals = (positions.owner != self.me) & (positions.owner < len(self.ground.seats))
        own = (positions.owner == self.me) & rivals.any(1, keepdims=True)  # who has won loses nothing
        armies = positions.armies.copy()
        for why in self.losses:
            if why == "cut off":
                joined = connected(self.ground, own.astype(np.float32), homes.farms[self.me])
                armies -= own * (joined == 0) * np.float32(self.cut_off)
            elif why == "radiation":
                armies -= own * self.radiation
            elif (capital := homes.capitals[self.me]) >= 0:
                armies[:, capital] -= own[:, capital] * end_of_turn.tax(np.floor(armies[:, capital]))
        emptied = own & (armies < 1)
        return Positions(
            np.where(emptied, len(self.ground.seats), positions.owner).astype(np.int8),
            np.where(emptied, 0, armies).astype(np.float32),
            positions.cards,
        )

    def battles(self, edges: Rows, attackers: Floats, defenders: Floats) -> tuple[Floats, Floats, Floats]:
        """NK-ATK-1, NK-ATK-2, NK-ATK-3, NK-BTL-1: enough soldiers win, unless a Defence card stops them."""
        times, shields = self.dice[edges], self.shields[edges]
        enough = attackers >= np.where(times, times * defenders, rules.TO_OCCUPY)
        stopped = GUARDED * (attackers <= defenders + shields)
        left = attackers - np.where(times, defenders, rules.LOST_OCCUPYING)
        return (
            np.asarray(enough * (1 - stopped), np.float32),
            np.asarray(left, np.float32),
            np.asarray(np.maximum(1, defenders), np.float32),
        )

    def fewest(self, edges: Rows, defenders: Floats) -> Floats:
        """Return who is left of the fewest soldiers that may attack, and of those that no card stops."""
        times = self.dice[edges]
        sent = np.where(times, times * defenders, rules.TO_OCCUPY)
        sure = defenders + self.shields[edges] + 1
        lost = np.where(times, defenders, rules.LOST_OCCUPYING)
        return np.asarray(np.maximum(sent, sure) - lost, np.float32)

    def earns(self, edges: Rows) -> NDArray[np.bool_]:
        """NK-CRD-3: only a rival's territory brings a card."""
        return np.asarray((self.dice[edges] > 0) & (not self.conquered))


def turn_model_of(
    state: NukedState, seat: str, attacks: Sequence[Attack], weights: Weights
) -> tuple[NukedTurnModel, Positions]:
    """Return the turn of a seat as arrays, and its position."""
    ground, cards = ground_and_cards(state)
    ends = [[one.origin for one in attacks], [one.target for one in attacks]]
    origins, targets = (np.array([ground.index[place] for place in end], np.intp) for end in ends)
    times = [rules.need(state, one.target).times for one in attacks]
    conquered = state.facts.conquest == "rival"
    position, me = position_of(state, ground, cards), ground.seats.index(seat)
    position.cards[0, me] += conquered
    model = NukedTurnModel(
        ground,
        weights,
        me,
        origins,
        targets,
        np.array(times, np.intp),
        np.zeros(0, np.float32),
        conquered,
        shields=np.array([shield(state, one.target) for one in attacks], np.float32),
        losses=end_of_turn.order(state),
        cut_off=float(end_of_turn.cuts_off(state, seat)),
        radiation=end_of_turn.radiated(state, ground.links @ ground.marked(state.fallout)),
    )
    return model, position


def shield(state: NukedState, place: str) -> int:
    """NK-CRD-2: return the soldiers that a Defence card would add to a territory; 0 without a hand."""
    owner, there = state.holdings[place].owner, state.holdings[place].armies
    if owner is None or not state.cards.hands.get(owner):
        return 0
    return rules.strength(there, state.table.defence) - there


def possible(state: NukedState, seat: str) -> list[Attack]:
    """Return the attacks that this turn can bring, whoever is strong enough by then."""
    targets = [place for place in state.holdings if state.holdings[place].owner != seat]
    return [
        Attack(origin, target)
        for target in targets
        if not any(rulings.protection(state, seat, target))
        for origin in state.neighbours(target)
    ]
