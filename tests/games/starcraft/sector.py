"""Boards of Risk StarCraft for tests."""

from typing import Any

from companion.games.starcraft.achievements import ACHIEVEMENTS
from companion.games.starcraft.charts import CHARTS
from companion.games.starcraft.factions import COMMON, RACES
from companion.games.starcraft.game import STARCRAFT
from companion.games.starcraft.rules import CARDS, CARDS_A_RACE
from companion.games.starcraft.state import Deck, Hand, StarcraftState
from companion.games.territory.objectives import ObjectiveCard
from companion.games.territory.state import Holding
from companion.referee.houserules import set_house_rules
from companion.referee.seats import seats_of
from companion.referee.table import Table

COLOURS = ("red", "blue", "yellow", "orange", "purple", "brown")
"""Colours of the six seats, in order: two Terran factions, two Protoss, two Zerg."""


def a_turn(
    held: dict[str, tuple[str, int]],
    *,
    players: int = 3,
    mode: str = "command room",
    step: str = "attack",
    rest: str = "green",
    goals: dict[str, str | None] | None = None,
    rewards: dict[str, str] | None = None,
    hands: dict[str, int] | None = None,
    facts: dict[str, Any] | None = None,
    **house: str,
) -> Table[StarcraftState]:
    """A table in Red's turn: these territories as given, all others held by one seat with two units each.

    Args:
        held: owner and units by territory.
        players: how many play; two play the match.
        mode: the game mode.
        step: the current step.
        rest: owner of all other territories.
        goals: achievements in play, and the owner of each.
        rewards: rewards in force, by their achievement.
        hands: the seats' own cards in hand; others have none.
        facts: other fields of the state, set before the step begins.
        house: house rules that differ from their default.
    """
    state: StarcraftState = STARCRAFT.begin(
        seats_of(players), set_house_rules(STARCRAFT.house_rules, house | {"mode": mode})
    )
    for place in state.holdings:
        owner, units = held.get(place, (rest, 2))
        state.holdings[place] = Holding(owner, units)
    state.order = tuple(seat.id for seat in state.seats)
    state.factions = dict(zip(state.order, COLOURS, strict=False))
    plain: dict[str, Deck] = {race: Deck(CARDS_A_RACE) for race in RACES}
    state.decks = plain if state.uses_heroes else {COMMON: Deck(CARDS)}
    state.minerals = list(CHARTS[3].minerals)
    state.objectives.cards = [
        ObjectiveCard(ACHIEVEMENTS[objective], owner) for objective, owner in (goals or {}).items()
    ]
    state.active, state.step, state.round, state.turn = "red", step, 1, 1
    state.begin_turn()
    for seat, count in (hands or {}).items():
        state.hands[seat] = Hand(count)
        state.decks[state.faction(seat).race if state.uses_heroes else COMMON].pile -= count
    for objective, token in (rewards or {}).items():
        card = state.objectives.find(objective)
        assert card is not None
        card.reward, card.reward_is = token, "in force"
    for name, value in (facts or {}).items():
        setattr(state.facts if hasattr(state.facts, name) else state, name, value)
    return Table(STARCRAFT, state)


def arranged(table: Table[StarcraftState], **facts: Any) -> Table[StarcraftState]:
    """Change the table's state, restart its step and return the new table."""
    state = table.state
    for name, value in facts.items():
        setattr(state.facts if hasattr(state.facts, name) else state, name, value)
    return Table(STARCRAFT, state)


def reward(table: Table[StarcraftState], objective: str, token: str) -> Table[StarcraftState]:
    """Return the table with the reward of an owned objective in force."""
    card = table.state.objectives.find(objective)
    assert card is not None
    card.reward, card.reward_is = token, "in force"
    return Table(STARCRAFT, table.state)


def units(table: Table[StarcraftState], *places: str) -> list[tuple[str | None, int]]:
    """Return owner and units of some territories."""
    return [(table.state.holdings[place].owner, table.state.holdings[place].armies) for place in places]
