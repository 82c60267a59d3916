"""What the search over plans knows of Balance of Power: income, cards, objectives, terrain."""

from dataclasses import replace

from companion.games.balance import rules
from companion.games.balance.state import BalanceState
from companion.games.territory.evaluator import Ground, ground_of, of_stars
from companion.games.territory.goals import goals_of


def ground_and_cards(state: BalanceState) -> tuple[Ground, list[int]]:
    """Lay the board out with cities, capitals, sites and objectives; and return the size of each hand."""
    ground = ground_of(state, rules.order_of_play(state))
    cities, sites = ground.marked(state.landmarks["city"]), ground.marked(state.landmarks["site"])
    capitals = ground.marked(state.capitals.values())
    goals = goals_of(
        state,
        state.objectives,
        ground.seats,
        landmarks=state.landmarks,
        capitals=state.capitals,
        to_win=rules.OBJECTIVES_TO_WIN,
    )
    hostile = ground.hostile.copy()
    for effect in state.in_force("alliance"):
        if effect.by in ground.seats and effect.target in set(ground.seats) - {state.mover.id}:
            hostile[ground.seats.index(effect.target), ground.seats.index(effect.by)] = 0
    ground = replace(
        ground,
        hostile=hostile,
        counts=ground.counts + cities,
        extra=capitals + state.site_troops * sites,
        hands=of_stars(),
        goals=goals,
    )
    return ground, [state.cards.hands[seat] for seat in ground.seats]
