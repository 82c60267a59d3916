"""Corrections of objectives, towers and landmarks."""

from collections.abc import Iterator, Mapping
from functools import partial

from companion.games.territory.corrections import NOBODY
from companion.games.territory.objectives import ObjectiveCard, Objectives, ObjectiveWords, title
from companion.games.territory.rewards import TOKENS, Towers
from companion.games.territory.state import TerritoryState
from companion.locale.messages import gettext, pgettext
from companion.referee.correction import YES_NO, Editable, choice, editable, yes_no
from companion.referee.entries import Changes
from companion.referee.ruling import Reason

NONE = "none"
UNSEEN = "face down"
DESTROYED = "destroyed"
_UNKNOWN = {UNSEEN: gettext("face down"), DESTROYED: gettext("destroyed")}
_LANDMARKS = {
    "city": gettext("city"),
    "mineral": gettext("mineral"),
    "rough": pgettext("landmark", "rough"),
    "site": gettext("site"),
}


def objective_editables(
    state: TerritoryState,
    in_play: Objectives,
    labels: ObjectiveWords,
    rule: str,
    reward_rule: str,
    rewards: Mapping[str, str] | None = None,
) -> Iterator[Editable]:
    """List the owner and the reward of each objective in play, and what was collected in this turn.

    Keys are ``goal.<id>``, ``reward.<id>`` and ``game.collected``; `rewards` names the rewards.
    """
    titles = {card.objective.id: title(card.objective, labels, state.map) for card in in_play.cards}
    owners = (NOBODY, *(seat.id for seat in state.seats))
    for card in in_play.cards:
        key, label = f"goal.{card.objective.id}", titles[card.objective.id]
        owner, give = card.owner or NOBODY, partial(_set_owner, card)
        yield editable(key, label, owner, rule, give, choices=owners, subject="game")
        if card.reward_is != "none":
            label = gettext("Reward: {title}", title=label)
            yield _reward_editable(card, label, reward_rule, {**(rewards or {}), **_UNKNOWN})
    if in_play.cards:
        key, label, cards = "game.collected", gettext("Collected this turn"), (NONE, *titles)
        yield choice(in_play, "collected", key, label, rule, cards, none=NONE, words=titles)


def _reward_editable(card: ObjectiveCard, label: str, rule: str, words: Mapping[str, str]) -> Editable:
    tokens, turn = dict.fromkeys(TOKENS[card.objective.tier]), partial(_set_reward, card)
    key, choices = f"reward.{card.objective.id}", (*tokens, UNSEEN, DESTROYED)
    return editable(key, label, _reward(card), rule, turn, choices=choices, subject="game", words=words)


def _reward(card: ObjectiveCard) -> str:
    if card.reward_is in (UNSEEN, DESTROYED):
        return card.reward_is
    return card.reward or UNSEEN


def _set_owner(card: ObjectiveCard, owner: str) -> None:
    """Set the owner; a known reward is in force with an owner, and open without."""
    card.owner = None if owner == NOBODY else owner
    if card.reward_is in ("open", "in force"):
        card.reward_is = "in force" if card.owner else "open"


def _set_reward(card: ObjectiveCard, reward: str) -> None:
    if reward == _reward(card):
        return
    if reward == DESTROYED:
        card.reward_is = "destroyed"
    elif reward == UNSEEN:
        card.reward, card.reward_is = None, "face down"
    else:
        card.reward, card.reward_is = reward, "in force" if card.owner else "open"


def judge_towers(state: TerritoryState, towers: Towers, changes: Changes, rule: str) -> Iterator[Reason]:
    """Destroy the towers on territories that their owner has lost.

    Yields:
        Reasons against a tower's new place.
    """
    for place, holding in state.holdings.items():
        owner = towers.get(place, holding.owner)
        if owner == holding.owner:
            continue
        if f"{place}.tower" in changes:
            text = gettext(
                "{place} belongs to {other}: nothing of {player} can stand there.",
                place=state.name(place),
                other=state.player(holding.owner),
                player=state.player(owner),
            )
            yield Reason(rule, text)
        del towers[place]


def landmark_editables(
    state: TerritoryState, landmarks: Mapping[str, list[str]], rules: Mapping[str, str]
) -> Iterator[Editable]:
    """List which territories have landmarks of each kind; keys are ``<place>.<kind>``, ``yes`` or ``no``."""
    for kind, places in landmarks.items():
        for place in state.holdings:
            label = gettext("{place}: {pieces}", place=state.name(place), pieces=_LANDMARKS[kind])
            key, marked, mark = f"{place}.{kind}", yes_no(place in places), partial(_mark, places, place)
            yield editable(key, label, marked, rules[kind], mark, choices=YES_NO)


def _mark(places: list[str], place: str, value: str) -> None:
    if value == "yes" and place not in places:
        places.append(place)
    elif value == "no" and place in places:
        places.remove(place)
