"""A search over plans for a whole turn: where to attack, in what order, when to stop, what moves in.

A beam search (Lowerre, "The Harpy speech recognition system", 1976): partial plans, several at a time, grow
by one conquest; the best go on. A plan is worth the mean over where it breaks off: each battle is won or lost
with its exact odds (`companion.odds.battle_odds.outlooks`), and a lost one ends the plan. What stands after a
battle is its mean.

Shapes: N plans, E attacks that are possible; the others as in `evaluator`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.games.territory import evaluator
from companion.games.territory.characters import EVEN, Character
from companion.games.territory.evaluator import Floats, Ground, Positions, Weights
from companion.games.territory.goals import promise
from companion.odds.battle import DiceRule
from companion.odds.battle_odds import outlooks

MOST = 60
"""Largest number of armies on a side in the tables; larger battles are scaled down."""
DICE = 3
"""Fewest armies that move into a conquest, where more attacked."""
PROMISE = 0.2
"""What an objective that is nearly reached adds to the rank of a growing plan, as a chance to win."""
FINISH = 0.8
"""The same for the objective that wins, with the own capital."""
FINISHING = 1e-3
"""What holding all land adds to a chance to win: where that is near 1, nothing else ends the game."""
SURE = 0.95
"""From this chance on the lost battle is not looked at."""
Rows = NDArray[np.intp]


@dataclass(frozen=True)
class Effort:
    """How far a search looks.

    Attributes:
        width: plans that go on after each conquest.
        depth: most conquests in a plan.
        least: smallest chance of an attack.
        fortified: plans that are judged with the move at the end of the turn.
    """

    width: int
    depth: int
    least: float
    fortified: int


@dataclass(frozen=True)
class TurnModel:
    """The forward model of one seat's turn: the board, who moves, and how battles go.

    Attributes:
        ground: the board.
        weights: the evaluation.
        me: number of the seat.
        origins: where each possible attack comes from (E).
        targets: where it goes (E).
        dice: number of the dice rule of each attack (E).
        tables: what comes of battles by each rule, from `battle_tables`.
        conquered: whether a card is due already.
        likes: the character of the player.
        resented: number of the seat that it resents; -1 for none.
    """

    ground: Ground
    weights: Weights
    me: int
    origins: Rows
    targets: Rows
    dice: Rows
    tables: Floats
    conquered: bool
    likes: Character = EVEN
    resented: int = -1

    def value(self, positions: Positions) -> Floats:
        """Return the chance of the seat's side to win, the next seat to move, and a little for land (N)."""
        found = np.empty(len(positions.owner), np.float32)
        after = self._next(positions)
        for seat in np.unique(after):
            rows = np.nonzero(after == seat)[0]
            chances = evaluator.chances(self.ground, positions.take(rows), int(seat), self.weights)
            found[rows] = chances @ (1 - self.ground.hostile[self.me, :-1])
        found += FINISHING * (positions.owner == self.me).mean(1)
        return found if self.likes == EVEN else found + self._liking(positions)

    def _liking(self, positions: Positions) -> Floats:
        """Return what the player's character adds (N)."""
        seats = np.arange(len(self.ground.seats), dtype=np.int8)
        own = (positions.owner[:, None, :] == seats[:, None]).astype(np.float32)
        whole = (own @ self.ground.lands.T > self.ground.sizes - 0.5) @ self.ground.bonus
        share = whole / max(1.0, float(self.ground.bonus.sum()))
        others = share.sum(1) - share[:, self.me]
        liking = self.likes.builds * share[:, self.me] - self.likes.breaks * others
        if self.resented >= 0:
            liking -= self.likes.resents * own[:, self.resented].mean(1)
        return np.asarray(liking, np.float32)

    def promise(self, positions: Positions) -> Floats:
        """Return what a growing plan is ranked higher for: conquests that count only together (N)."""
        goals = self.ground.goals
        if goals is None or goals.mover != self.me:
            return np.zeros(len(positions.owner), np.float32)
        owners = np.arange(len(self.ground.seats), dtype=np.int8)
        own = (positions.owner[:, None] == owners[:, None]).astype(np.float32)
        held, home = own[:, self.me], goals.homes[self.me]
        at_home = held[:, home] if home >= 0 else np.ones(len(held), np.float32)
        lacks = goals.to_win - goals.owned[self.me]
        if lacks <= 0:
            return np.asarray(FINISH * at_home, np.float32)
        parts = [promise(goals, held, self.ground.lands) * goals.collects, *(1 / (1 + own.sum(2))).T]
        brings = [1.0, *(goals.spoils * (np.arange(len(goals.spoils)) != self.me))]
        ranks = [
            FINISH * (part * (1 + at_home) / 2) ** 2 if more >= lacks else PROMISE * more * part**2
            for part, more in zip(parts, brings, strict=True)
        ]
        return np.asarray(np.max(ranks, 0), np.float32)

    def battles(self, edges: Rows, attackers: Floats, defenders: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the chance of conquest, the mean attackers left then, and the mean defenders otherwise.

        Args:
            edges: which attacks are fought (N).
            attackers: armies that may attack (N).
            defenders: armies attacked (N).
        """
        scale = np.maximum(1, np.maximum(attackers, defenders) / MOST)
        one = np.clip(np.rint(attackers / scale), 0, MOST).astype(np.intp)
        other = np.clip(np.rint(defenders / scale), 1, MOST).astype(np.intp)
        found = self.tables[self.dice[edges], :, one, other]
        return found[:, 0], found[:, 1] * scale, found[:, 2] * scale

    def fewest(self, edges: Rows, defenders: Floats) -> Floats:
        """Return the fewest armies that stand in each conquest, of those that attacked (N)."""
        return np.full(len(edges), DICE, defenders.dtype)

    def earns(self, edges: Rows) -> NDArray[np.bool_]:
        """Return whether a card is due for each conquest, if none is yet (N)."""
        return np.full(len(edges), not self.conquered)

    def chance(self, position: Positions, origin: int, target: int) -> float:
        """Return the chance that one attack succeeds in one position; 0 if it is not possible."""
        edge = np.nonzero((self.origins == origin) & (self.targets == target))[0]
        spare, held = position.armies[0, origin] - 1, position.armies[0, target]
        own, hostile = position.owner[0, origin] == self.me, self.ground.hostile[self.me]
        if not (len(edge) and own and spare >= 1 and hostile[position.owner[0, target]]):
            return 0.0
        return float(self.battles(edge, np.array([spare]), np.array([held]))[0][0])

    def _next(self, positions: Positions) -> Rows:
        """Return the number of the seat that plays next (N)."""
        seats = len(self.ground.seats)
        after = [(self.me + step) % seats for step in range(1, seats + 1)]
        alive = np.stack([(positions.owner == seat).any(1) for seat in after], 1)
        return np.asarray(np.array(after)[alive.argmax(1)], np.intp)


@dataclass(frozen=True)
class PlannedAttack:
    """An attack of a plan.

    Attributes:
        origin: number of the territory that it comes from.
        target: of the territory that it takes.
        chance: the chance that it succeeds, after those before it.
        all_in: whether all armies move in; else as few as may.
    """

    origin: int
    target: int
    chance: float
    all_in: bool


@dataclass(frozen=True)
class Plan:
    """A plan, and the chance to win if it is carried out."""

    value: float
    steps: tuple[PlannedAttack, ...]


@dataclass
class _Nodes:
    """N partial plans."""

    positions: Positions
    chance: Floats
    banked: Floats
    value: Floats
    rank: Floats
    root: Rows
    paths: list[tuple[PlannedAttack, ...]]

    def take(self, rows: Rows) -> "_Nodes":
        return _Nodes(
            self.positions.take(rows),
            self.chance[rows],
            self.banked[rows],
            self.value[rows],
            self.rank[rows],
            self.root[rows],
            [self.paths[row] for row in rows],
        )


def best_plans(model: TurnModel, roots: Positions, effort: Effort) -> list[Plan]:
    """Return the best plan from each root, in order of the roots."""
    count = len(roots.owner)
    values = model.value(roots)
    zeros = np.zeros(count, np.float32)
    nodes = _Nodes(roots, zeros + 1, zeros, values, values, np.arange(count), [()] * count)
    seen = [nodes]
    for _ in range(effort.depth):
        grown = _expand(model, nodes, effort.least)
        if not len(grown.root):
            break
        nodes = grown.take(_fittest(grown, effort.width))
        seen.append(nodes)
    return _best_by_root(model, seen, effort.fortified)


def _expand(model: TurnModel, nodes: _Nodes, least: float) -> _Nodes:
    """Let each plan grow by each attack; two children where all or the fewest armies may move in."""
    owner, armies = nodes.positions.owner, nodes.positions.armies
    hostile = model.ground.hostile[model.me] > 0
    here, there = owner[:, model.origins], owner[:, model.targets]
    possible = (here == model.me) & hostile[there] & (armies[:, model.origins] >= 2)
    rows, edges = np.nonzero(possible)
    spare, defenders = armies[rows, model.origins[edges]] - 1, armies[rows, model.targets[edges]]
    chance, left, stays = model.battles(edges, spare, defenders)
    fewest, good = model.fewest(edges, defenders), chance >= least
    rows, edges = rows[good], edges[good]
    chance, left, stays, fewest = chance[good], left[good], stays[good], fewest[good]
    won = _won(model, nodes, rows, edges, left)
    lost = nodes.positions.take(rows)
    each = np.arange(len(rows))
    lost.armies[each, model.origins[edges]] = 1
    lost.armies[each, model.targets[edges]] = np.maximum(stays, 1)
    matters = np.nonzero(chance < SURE)[0]
    few = np.nonzero((left > fewest) & _still_facing(model, won, edges))[0]
    held_back = _held_back(model, won.take(few), edges[few], fewest[few])
    values = model.value(Positions.join([won, held_back, lost.take(matters)]))
    failed = nodes.value[rows].copy()
    failed[matters] = values[len(rows) + len(few) :]
    banked = nodes.banked[rows] + nodes.chance[rows] * (1 - chance) * failed
    going = nodes.chance[rows] * chance
    both = np.concatenate([each, few])
    steps = zip(
        *(part[edges].tolist() for part in (model.origins, model.targets)), chance.tolist(), strict=True
    )
    firsts = [PlannedAttack(origin, target, of, all_in=True) for origin, target, of in steps]
    after = Positions.join([won, held_back])
    value = banked[both] + going[both] * values[: len(both)]
    return _Nodes(
        after,
        going[both],
        banked[both],
        value,
        value + going[both] * model.promise(after),
        nodes.root[rows][both],
        [(*nodes.paths[row], step) for row, step in zip(rows.tolist(), firsts, strict=True)]
        + [(*nodes.paths[rows[row]], replace(firsts[row], all_in=False)) for row in few],
    )


def _won(model: TurnModel, nodes: _Nodes, rows: Rows, edges: Rows, left: Floats) -> Positions:
    """Return the positions after conquests, in which all armies have moved in."""
    won, each = nodes.positions.take(rows), np.arange(len(rows))
    origins, targets = model.origins[edges], model.targets[edges]
    losers = won.owner[each, targets].astype(int)
    won.owner[each, targets] = model.me
    won.armies[each, targets] = np.maximum(1, left)
    won.armies[each, origins] = 1
    first = np.array([not nodes.paths[row] for row in rows], bool) & model.earns(edges)
    won.cards[:, model.me] += first
    out = (losers < len(model.ground.seats)) & ~(won.owner == losers[:, None]).any(1)
    for row in np.nonzero(out)[0]:
        won.cards[row, model.me] += won.cards[row, losers[row]]
        won.cards[row, losers[row]] = 0
    return won


def _still_facing(model: TurnModel, won: Positions, edges: Rows) -> NDArray[np.bool_]:
    """Whether an enemy stands beside the territory that an attack came from (N)."""
    hostile = model.ground.hostile[model.me][won.owner]
    return np.asarray((hostile * model.ground.links[model.origins[edges]]).any(1))


def _held_back(model: TurnModel, won: Positions, edges: Rows, fewest: Floats) -> Positions:
    """Move all but the fewest armies back to where they came from."""
    each, origins, targets = np.arange(len(edges)), model.origins[edges], model.targets[edges]
    won.armies[each, origins] += won.armies[each, targets] - fewest
    won.armies[each, targets] = fewest
    return won


def _fittest(nodes: _Nodes, width: int) -> Rows:
    """Choose the plans that go on: no two with the same board; of several roots, each one's best ones."""
    chosen: list[int] = []
    boards: set[bytes] = set()
    by_root: dict[int, int] = {}
    roots = len(set(nodes.root.tolist()))
    most = width if roots == 1 else max(1, width // 2)
    width = max(width, roots)
    for row in np.argsort(-nodes.rank):
        root = int(nodes.root[row])
        board = bytes(nodes.positions.owner[row]) + bytes(nodes.positions.armies[row].astype(np.int16))
        if board in boards or by_root.get(root, 0) >= most:
            continue
        boards.add(board)
        by_root[root] = by_root.get(root, 0) + 1
        chosen.append(int(row))
        if len(chosen) == width:
            break
    return np.array(chosen, np.intp)


def _best_by_root(model: TurnModel, seen: Sequence[_Nodes], fortified: int) -> list[Plan]:
    """Return the best plan of each root; the best ones are judged again with the move at the end."""
    value = np.concatenate([nodes.value for nodes in seen])
    order = np.argsort(-value)[:fortified]
    starts = np.cumsum([0, *(len(nodes.value) for nodes in seen)])
    better = value.copy()
    for number in order:
        level = int(np.searchsorted(starts, number, "right")) - 1
        nodes, row = seen[level], number - starts[level]
        end = nodes.positions.take(np.array([row]))
        gain = best_move(model, end).value - float(model.value(end)[0])
        better[number] += nodes.chance[row] * max(0.0, gain)
    plans: dict[int, Plan] = {}
    for number in np.argsort(-better):
        level = int(np.searchsorted(starts, number, "right")) - 1
        nodes, row = seen[level], int(number - starts[level])
        root = int(nodes.root[row])
        if root not in plans:
            plans[root] = Plan(float(better[number]), nodes.paths[row])
    return [plans[root] for root in sorted(plans)]


# --- moves between own territories --------------------------------------------------------------------------


@dataclass(frozen=True)
class PlannedMove:
    """A move of armies, and the chance to win after it; `armies` is 0 if nothing moves."""

    value: float
    origin: int = 0
    target: int = 0
    armies: int = 0


Reach = Callable[[int], Sequence[int]]
"""Returns where armies can move from a territory."""


def best_move(
    model: TurnModel,
    position: Positions,
    origins: Sequence[int] | None = None,
    reach: Reach | None = None,
    shares: Sequence[float] = (1.0,),
) -> PlannedMove:
    """Return the best move between own territories, or none.

    Args:
        model: the turn.
        position: one position.
        origins: where armies may leave; all of the seat's by default.
        reach: where they may go; through own territories by default.
        shares: parts of the armies that may leave that are tried.
    """
    owner, armies = position.owner[0], position.armies[0]
    facing = model.ground.hostile[model.me][owner] @ model.ground.links > 0
    own = [int(place) for place in np.nonzero(owner == model.me)[0]]
    leaving = [place for place in (own if origins is None else origins) if armies[place] >= 2]
    if origins is None:
        leaving = sorted(leaving, key=lambda place: (not facing[place], armies[place]))[-3:]
    moves = [
        (origin, target, count)
        for origin in leaving
        for target in (reach(origin) if reach else _connected(model, owner, origin))
        if target != origin and facing[target]
        for count in sorted({max(1, int(share * (armies[origin] - 1))) for share in shares})
    ]
    best = PlannedMove(float(model.value(position)[0]))
    if not moves:
        return best
    after = position.take(np.zeros(len(moves), np.intp))
    for row, (origin, target, count) in enumerate(moves):
        after.armies[row, origin] -= count
        after.armies[row, target] += count
    values = model.value(after)
    row = int(values.argmax())
    return PlannedMove(float(values[row]), *moves[row]) if values[row] > best.value else best


def _connected(model: TurnModel, owner: NDArray[np.int8], origin: int) -> Sequence[int]:
    own = owner == model.me
    reached = np.zeros(len(owner), bool)
    reached[origin] = True
    while True:
        further = ((reached @ model.ground.links > 0) & own) | reached
        if (further == reached).all():
            return [int(place) for place in np.nonzero(reached)[0]]
        reached = further


# --- odds ---------------------------------------------------------------------------------------------------


def battle_tables(rules: Sequence[DiceRule]) -> tuple[Rows, Floats]:
    """Return each one's number, and what comes of battles by it (rules x 3 x attackers x defenders)."""
    different = {id(rule): rule for rule in rules}  # to hash a rule takes longer than to look its id up
    kinds = {rule: number for number, rule in enumerate(dict.fromkeys(different.values()))}
    numbers = {known: kinds[rule] for known, rule in different.items()}
    tables = np.array([_table(rule) for rule in kinds], np.float32).reshape(-1, 3, MOST + 1, MOST + 1)
    return np.array([numbers[id(rule)] for rule in rules], np.intp), tables


@lru_cache(maxsize=64)
def _table(rule: DiceRule) -> Floats:
    table = outlooks(rule, MOST)
    return np.array([table.conquest, table.attackers_left, table.defenders_left], np.float32)
