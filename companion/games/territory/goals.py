"""Objectives as arrays: how far each seat has come, in many positions at once.

Shapes as in `evaluator`, and K open objectives of which each territory counts for itself.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.games.territory.objectives import Objective, Objectives, need
from companion.games.territory.state import TerritoryState

Floats = NDArray[np.float32]
CHEAPEST = 0.7
"""What the cheapest of several territories cost, of the mean: any of them will do."""
STEPS = 6
"""Conquests on the longest way to a capital that is looked at."""
DONE = 0.999
"""The part of an objective from which it is fulfilled."""


@dataclass(frozen=True)
class Goals:
    """The objectives in play.

    Attributes:
        marks: 1 where a territory counts for an objective (T x K).
        needs: how many it takes (K).
        at_once: 1 where only this turn's conquests count (K).
        capitals: 1 where capitals count, of which the own one does not (K).
        continents: needs of the objectives that count whole continents, and whether in one turn.
        owned: objectives that each seat has (S).
        to_win: how many win.
        homes: number of each seat's capital; -1 for none.
        before: 1 for each territory that the mover held as the turn began (T).
        mover: number of the seat whose turn it is; -1 before the first turn.
        collects: whether it may still collect one in this turn.
        spoils: objectives that the conqueror of each seat's last territory takes (S).
    """

    marks: Floats
    needs: Floats
    at_once: Floats
    capitals: Floats
    continents: tuple[tuple[int, bool], ...]
    owned: Floats
    to_win: int
    homes: tuple[int, ...]
    before: Floats
    mover: int
    collects: bool
    spoils: Floats


@dataclass(frozen=True)
class Reached:
    """How far seats have come (N x S each).

    Attributes:
        owned: objectives, with those of whom the mover has eliminated, and with the one that the mover
            collects at the end of this turn.
        nearest: the part that is done of the nearest open objective, from 0 to 1.
        home: whether the own capital is held; 1 without capitals.
    """

    owned: Floats
    nearest: Floats
    home: Floats


def goals_of(
    state: TerritoryState,
    in_play: Objectives,
    seats: Sequence[str],
    *,
    landmarks: Mapping[str, Collection[str]],
    capitals: Mapping[str, str],
    to_win: int,
) -> Goals:
    """Lay the open objectives out."""
    places = tuple(state.holdings)
    open_ones = [card.objective for card in in_play.cards if card.owner is None]
    added = [objective for objective in open_ones if objective.counts != "continents"]
    marked = [_marked(state, objective, landmarks, set(capitals.values())) for objective in added]
    columns = [[place in mark for mark in marked] for place in places]
    before = set(in_play.before)
    owned = np.array([len(in_play.owned(seat)) for seat in seats], np.float32)
    return Goals(
        marks=np.array(columns, np.float32).reshape(len(places), len(added)),
        needs=np.array([max(1, need(objective, state.map)) for objective in added], np.float32),
        at_once=np.array([objective.in_one_turn for objective in added], np.float32),
        capitals=np.array([objective.counts == "capitals" for objective in added], np.float32),
        continents=tuple((each.need, each.in_one_turn) for each in open_ones if each.counts == "continents"),
        owned=owned,
        to_win=to_win,
        homes=tuple(places.index(capitals[seat]) if seat in capitals else -1 for seat in seats),
        before=np.array([place in before for place in places], np.float32),
        mover=seats.index(state.mover.id) if state.turn and state.mover.id in seats else -1,
        collects=in_play.collected is None,
        spoils=owned,
    )


def _marked(
    state: TerritoryState, objective: Objective, landmarks: Mapping[str, Collection[str]], capitals: set[str]
) -> Collection[str]:
    """Return the territories that count for an objective."""
    match objective.counts:
        case "landmarks":
            return landmarks.get(objective.of, ())
        case "capitals":
            return capitals
        case "continent":
            return state.map.continent(objective.of).territories
    return tuple(state.holdings)


def reached(goals: Goals, own: Floats, whole: Floats, lands: Floats) -> Reached:
    """Return how far each seat has come.

    Args:
        goals: the objectives.
        own: 1 where a seat holds a territory (N x S x T).
        whole: 1 where it holds a whole continent (N x S x C).
        lands: 1 for each territory of a continent (C x T).
    """
    count, seats = own.shape[:2]
    home = np.ones((count, seats), np.float32)
    for seat, place in enumerate(goals.homes):
        if place >= 0:
            home[:, seat] = own[:, seat, place]
    has_home = np.array([place >= 0 for place in goals.homes], np.float32)
    have = (own.reshape(-1, own.shape[2]) @ goals.marks).reshape(count, seats, -1)
    have = have - goals.capitals * (home * has_home)[:, :, None]
    parts = [np.minimum(1, have / goals.needs) * (1 - goals.at_once)]
    held = whole.sum(2)
    parts += [np.minimum(1, held / number)[:, :, None] for number, at_once in goals.continents if not at_once]
    nearest = np.concatenate([*parts, np.zeros((count, seats, 1), np.float32)], 2).max(2)
    owned = np.broadcast_to(goals.owned, (count, seats)).copy()
    if goals.mover >= 0:
        owned[:, goals.mover] += (~own.any(2)) @ goals.spoils
        owned[:, goals.mover] += goals.collects & _collects(goals, own, lands, nearest)
    return Reached(owned, np.asarray(nearest, np.float32), home)


def finishing(
    goals: Goals,
    now: Reached,
    own: Floats,
    armies: Floats,
    forces: Floats,
    lands: Floats,
    near: NDArray[np.intp],
) -> Floats:
    """Return about how likely each seat wins in one turn of its own (N x S).

    It completes the last objective, or eliminates who has what it lacks, and takes its capital back. Its
    armies stand against those that it must beat, one more for each territory: square against squares.

    Args:
        goals: the objectives.
        now: how far seats have come.
        own: 1 where a seat holds a territory (N x S x T).
        armies: armies on each territory (N x T).
        forces: armies with which each seat attacks (N x S).
        lands: 1 for each territory of a continent (C x T).
        near: numbers of the linked territories of each (T x K).
    """
    prices = armies + 1
    cost = np.full(now.owned.shape, np.inf, np.float32)
    last = now.owned >= goals.to_win - 1
    for seat in np.nonzero(last.any(0))[0]:
        collects = goals.collects and seat == goals.mover
        cheapest = _cheapest(goals, own[:, seat], prices, lands, collects)
        cost[:, seat] = np.where(last[:, seat], cheapest, np.inf)
    for seat in np.nonzero(goals.spoils)[0]:
        whole = (own[:, seat] * prices).sum(1, keepdims=True)
        enough = (now.owned + goals.spoils[seat] >= goals.to_win) & (whole > 0)
        others = np.arange(own.shape[1]) != seat
        cost = np.where(enough & others, np.minimum(cost, whole), cost)
    cost[now.owned >= goals.to_win] = 0
    for number, place in enumerate(goals.homes):
        if place >= 0 and (far := np.isfinite(cost[:, number]) & (own[:, number, place] == 0)).any():
            cost[far, number] += _way(place, own[far, number], prices[far], near)
    return np.asarray(forces**2 / np.maximum(1e-6, forces**2 + cost**2), np.float32)


def _way(goal: int, own: Floats, prices: Floats, near: NDArray[np.intp]) -> Floats:
    """Return what a seat must beat on the cheapest way from its land to a territory of another (N).

    Shortest paths (Bellman, "On a routing problem", 1958) of at most `STEPS` conquests.
    """
    cost = np.full(own.shape, np.inf, np.float32)
    cost[:, goal] = prices[:, goal]
    for _ in range(STEPS):
        ahead = cost[:, near].min(2)
        cost = np.minimum(cost, np.where(own > 0, np.inf, ahead + prices))
    return np.asarray(np.where(own > 0, ahead, np.inf).min(1), np.float32)


def _cheapest(goals: Goals, held: Floats, prices: Floats, lands: Floats, collects: bool) -> Floats:
    """Return what a seat must beat for an open objective; for another one, if it collects now (N)."""
    lacking = 1 - held
    asked, left, have = (lacking * prices) @ goals.marks, lacking @ goals.marks, held @ goals.marks
    needed = np.maximum(0, goals.needs - have * (1 - goals.at_once))
    part = np.where(left > needed, CHEAPEST, 1) * needed / np.maximum(1, left)
    costs = [np.where(left < needed, np.inf, asked * part), np.full((len(held), 2), np.inf)]
    whole, begun = (lacking * prices) @ lands.T, held @ lands.T > 0
    for number, at_once in goals.continents:
        costs.append(np.sort(np.where(begun & at_once, np.inf, whole), 1)[:, :number].sum(1, keepdims=True))
    least = np.sort(np.concatenate(costs, 1), 1)
    return np.asarray(np.where((least[:, 0] > 0) | (not collects), least[:, 0], least[:, 1]), np.float32)


def promise(goals: Goals, held: Floats, lands: Floats) -> Floats:
    """Return the part that is done of the mover's nearest open objective, held or taken in this turn (N).

    Args:
        goals: the objectives.
        held: 1 where the mover holds a territory (N x T).
        lands: 1 for each territory of a continent (C x T).
    """
    new = held * (1 - goals.before)
    have = np.where(goals.at_once > 0, new @ goals.marks, held @ goals.marks)
    parts = [np.minimum(1, have / goals.needs), np.zeros((len(held), 1))]
    for number, at_once in goals.continents:
        nearest = np.sort((new if at_once else held) @ lands.T / lands.sum(1), axis=1)[:, -number:]
        parts.append(nearest.mean(1, keepdims=True))
    return np.asarray(np.concatenate(parts, 1).max(1), np.float32)


def _collects(goals: Goals, own: Floats, lands: Floats, nearest: Floats) -> NDArray[np.bool_]:
    """Whether the mover collects an objective at the end of this turn (N)."""
    new = own[:, goals.mover] * (1 - goals.before)
    done = ((new @ goals.marks >= goals.needs) * goals.at_once).any(1) | (nearest[:, goals.mover] > DONE)
    taken = (new @ lands.T > lands.sum(1) - 0.5).sum(1)
    for number, at_once in goals.continents:
        done |= at_once & (taken >= number)
    return np.asarray(done)
