"""What the search over plans knows of Risk StarCraft: income, cards, achievements, heroes and towers."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from msgspec import structs

from companion.games.starcraft import attack, hero, rules
from companion.games.starcraft.achievements import MINERAL
from companion.games.starcraft.state import Invasion, StarcraftState
from companion.games.territory.attack import Attack
from companion.games.territory.evaluator import Ground, ground_of, of_stars
from companion.games.territory.goals import goals_of
from companion.odds.battle import CLASSIC, Battle, DiceRule
from companion.referee.dice import Contest


def ground_and_cards(state: StarcraftState) -> tuple[Ground, list[int]]:
    """Lay the board out with mineral fields, bases and achievements; and return the size of each hand."""
    ground = ground_of(state, state.order)
    minerals, bases = ground.marked(state.minerals), ground.marked(state.bases.values())
    ground = replace(ground, counts=ground.counts + minerals, extra=bases, hands=of_stars())
    hands = [state.hands[seat].size for seat in ground.seats]
    if state.dominates:
        return ground, hands
    goals = goals_of(
        state,
        state.objectives,
        ground.seats,
        landmarks={MINERAL: state.minerals},
        capitals=state.bases,
        to_win=rules.TEAM_TO_WIN if state.mode == "team play" else rules.TO_WIN,
    )
    if state.mode == "team play":  # allies share achievements, also those of who is out
        owned = [len(state.objectives.owned(*state.team(seat))) for seat in ground.seats]
        goals = replace(goals, owned=np.array(owned, np.float32), spoils=0 * goals.spoils)
    return replace(ground, goals=goals), hands


def dice(state: StarcraftState, attacks: Sequence[Attack]) -> list[DiceRule]:
    """SC-HER-2, SC-RWD-4 to SC-RWD-7: return the dice of each attack with heroes, towers and rewards.

    Where none of them helps they are the plain ones, without a look at each attack.
    """
    heroes = set(filter(None, state.heroes.values()))
    rewarded = any(card.owner is not None and card.reward_is == "in force" for card in state.objectives.cards)
    if rewarded or state.towers:
        return [_dice(state, each) for each in attacks]
    return [_dice(state, each) if heroes & {each.origin, each.target} else CLASSIC for each in attacks]


def _dice(state: StarcraftState, declared: Attack) -> DiceRule:
    return Battle.of(contest(state, declared)).rule


def contest(state: StarcraftState, declared: Attack) -> Contest:
    """SC-ATK-5, SC-HER-2: return the battle of an attack with all that can go, and with the hero there."""
    hero_in = hero.stands_at(state, state.mover.id, declared.origin)
    invasion = Invasion(declared.origin, declared.target, committed=rules.MAX_COMMITTED, hero=hero_in)
    fight = attack.contest(state, invasion)
    return structs.replace(fight, attacker=structs.replace(fight.attacker, always=False))
