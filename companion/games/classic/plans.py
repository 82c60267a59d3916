"""What the search over plans knows of classic Risk: income, cards, the goals of the 2008 edition."""

from dataclasses import replace

from companion.games.classic import rules
from companion.games.classic.objectives import CITY, TO_WIN
from companion.games.classic.state import ClassicState
from companion.games.territory.evaluator import Ground, ground_of, of_sets, of_stars
from companion.games.territory.goals import goals_of

FIXED_SET = 7.0
"""Mean worth of a set where its symbols decide."""


def ground_and_cards(state: ClassicState) -> tuple[Ground, list[int]]:
    """Lay the board out with cities, capitals and objectives; and return the size of each hand."""
    ground = ground_of(state, rules.order_of_play(state))
    hands = [state.cards.hands[seat] for seat in ground.seats]
    rising = state.house.set_values == "rising"
    sets = of_sets(rules.set_armies(state.sets_traded) if rising else FIXED_SET)
    ground = replace(ground, hands=of_stars() if state.has_stars else sets)
    if not state.is_2008:
        return ground, hands
    edition = state.edition_2008
    goals = goals_of(
        state,
        edition.objectives,
        ground.seats,
        landmarks={CITY: edition.cities},
        capitals=edition.capitals,
        to_win=TO_WIN,
    )
    cities, capitals = ground.marked(edition.cities), ground.marked(edition.capitals.values())
    return replace(ground, counts=ground.counts + cities, extra=capitals, goals=goals), hands
