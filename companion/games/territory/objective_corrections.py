"""Corrections of objectives, towers and landmarks."""

from collections.abc import Iterator, Mapping

from companion.games.territory.objectives import ObjectiveCard, Objectives, ObjectiveWords, title
from companion.games.territory.rewards import TOKENS, Towers
from companion.games.territory.state import TerritoryState
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.ruling import Reason

NOBODY = "nobody"
NONE = "none"
UNSEEN = "face down"
DESTROYED = "destroyed"


def objective_correctables(
    state: TerritoryState, in_play: Objectives, labels: ObjectiveWords, rule: str, reward_rule: str
) -> Iterator[Correctable]:
    """List the owner and the reward of each objective in play, and what was collected in this turn.

    Keys are ``objective.<id>``, ``reward.<id>`` and ``game.collected``.
    """
    owners = (NOBODY, *(seat.id for seat in state.seats))
    for card in in_play.cards:
        name, label = card.objective.id, title(card.objective, labels, state.map)
        yield Correctable(f"goal.{name}", "game", label, card.owner or NOBODY, rule, owners)
        if card.reward_is != "none":
            choices = (*dict.fromkeys(TOKENS[card.objective.tier]), UNSEEN, DESTROYED)
            yield Correctable(
                f"reward.{name}", "game", f"Reward: {label}", _reward(card), reward_rule, choices
            )
    if in_play.cards:
        collectable = (NONE, *(card.objective.id for card in in_play.cards))
        yield Correctable(
            "game.collected", "game", "Collected this turn", in_play.collected or NONE, rule, collectable
        )


def _reward(card: ObjectiveCard) -> str:
    if card.reward_is in (UNSEEN, DESTROYED):
        return card.reward_is
    return card.reward or UNSEEN


def set_objectives(in_play: Objectives, changes: Changes) -> None:
    """Apply the changes of objectives and rewards."""
    for card in in_play.cards:
        owner, reward = changes.get(f"goal.{card.objective.id}"), changes.get(f"reward.{card.objective.id}")
        if owner is not None:
            _set_owner(card, None if owner == NOBODY else str(owner))
        if reward is not None and reward != _reward(card):
            _set_reward(card, str(reward))
    collected = str(changes.get("game.collected", in_play.collected or NONE))
    in_play.collected = None if collected == NONE else collected


def _set_owner(card: ObjectiveCard, owner: str | None) -> None:
    """Set the owner; a known reward is in force with an owner, and open without."""
    card.owner = owner
    if card.reward_is in ("open", "in force"):
        card.reward_is = "in force" if owner else "open"


def _set_reward(card: ObjectiveCard, reward: str) -> None:
    if reward == DESTROYED:
        card.reward_is = "destroyed"
    elif reward == UNSEEN:
        card.reward, card.reward_is = None, "face down"
    else:
        card.reward, card.reward_is = reward, "in force" if card.owner else "open"


def tower_correctables(state: TerritoryState, towers: Towers, noun: str, rule: str) -> Iterator[Correctable]:
    """List whose tower stands on each territory that has an owner; keys are ``<place>.tower``."""
    owners = (NOBODY, *(seat.id for seat in state.seats))
    for place in state.holdings:
        label = f"{state.name(place)}: {noun}"
        yield Correctable(f"{place}.tower", place, label, towers.get(place, NOBODY), rule, owners)


def set_towers(state: TerritoryState, towers: Towers, changes: Changes, rule: str) -> Iterator[Reason]:
    """Apply the changes of towers; a tower on a territory that its owner has lost is destroyed.

    Yields:
        Reasons against a tower's new place.
    """
    for place, holding in state.holdings.items():
        key = f"{place}.tower"
        owner = str(changes.get(key, towers.get(place, NOBODY)))
        if owner not in (NOBODY, holding.owner) and key in changes:
            whose = f"{state.name(place)} belongs to {state.player(holding.owner)}"
            yield Reason(rule, f"{whose}: nothing of {state.player(owner)} can stand there.")
        elif owner in (NOBODY, holding.owner) and owner != NOBODY:
            towers[place] = owner
        else:
            towers.pop(place, None)


def landmark_correctables(
    state: TerritoryState, landmarks: Mapping[str, list[str]], rules: Mapping[str, str]
) -> Iterator[Correctable]:
    """List which territories have landmarks of each kind; keys are ``<place>.<kind>``, ``yes`` or ``no``."""
    for kind, places in landmarks.items():
        for place in state.holdings:
            value = "yes" if place in places else "no"
            label = f"{state.name(place)}: {kind}"
            yield Correctable(f"{place}.{kind}", place, label, value, rules[kind], ("yes", "no"))


def set_landmarks(state: TerritoryState, landmarks: Mapping[str, list[str]], changes: Changes) -> None:
    """Apply the changes of landmarks."""
    for kind, places in landmarks.items():
        for place in state.holdings:
            wanted = changes.get(f"{place}.{kind}", "yes" if place in places else "no") == "yes"
            if wanted and place not in places:
                places.append(place)
            elif not wanted and place in places:
                places.remove(place)
