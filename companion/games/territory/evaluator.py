"""Positions of a map game as arrays, and each seat's chance to win in them.

The chances are those of a conditional logit model (`companion.referee.evaluation`), on features that need
the board: how safe land and continents are, who stands at the front, what the next turn brings. Many
positions are rated at once, for a search asks about hundreds.

Shapes: N positions, S seats, T territories, C continents, F features.
"""

import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from msgspec import Struct, convert
from numpy.typing import NDArray

from companion.games.territory.goals import DONE, Goals, finishing, reached
from companion.games.territory.stars import ARMIES
from companion.games.territory.state import TerritoryState

Floats = NDArray[np.float32]
Ints = NDArray[np.int8]

SETS = (0.0, 0.2, 0.4, 0.7, 0.95, 1.2, 1.4, 1.7, 2.0, 2.3, 2.6, 3.0)
"""Sets of three that this many cards are worth: they hold them by chance, or will with a card or two more."""
STARS_A_CARD = 1.33
"""Mean stars on a card."""
WON = 2.0
"""The feature "at hand" of who has won: more than anybody else has of it."""
VICTORY = 30.0
"""What a victory adds to the exponent of a chance."""
STANDS = 0.75
"""The share of a chance to end the game that is left after each rival's turn."""
BLOCK = 64
"""Positions that are rated at once: more do not fit the cache of a processor."""
COUNTER = 0.8
"""Share of a threat that counts against a garrison, in games with dice."""
MARCH = 3
"""Attacks in a row with which a rival may reach a home."""
FEATURES = (
    "log armies",
    "armies",
    "log land",
    "land",
    "log income",
    "income",
    "safe bonus",
    "safe income",
    "progress",
    "exposed",
    "at the front",
    "front",
    "log cards",
    "cards",
    "wait",
    "goals",
    "next goal",
    "home",
    "at hand",
)
"""What each seat is rated by; `features` computes them in this order."""


@dataclass(frozen=True)
class Homes:
    """Territories without which a seat is lost, in a game that has them.

    Attributes:
        farms: number of the territory that a seat's land must be connected to; -1 for none (S).
        capitals: number of each seat's capital; -1 for none (S).
        to_win: capitals that win; 0 where they do not.
        to_occupy: fewest armies that take a territory which nobody holds.
        lost_occupying: armies that this costs.
    """

    farms: NDArray[np.intp]
    capitals: NDArray[np.intp]
    to_win: int = 0
    to_occupy: int = 1
    lost_occupying: int = 0


@dataclass(frozen=True)
class Ground:
    """What stays the same during a turn.

    Attributes:
        places: ids of the territories, in board order.
        seats: ids of the seats, in order of play; owner S stands for all others.
        links: 1 where two territories are linked (T x T).
        lands: 1 for each territory of a continent (C x T).
        bonus: armies for each continent (C).
        hostile: 1 where a seat may attack an owner (S x S + 1).
        counts: how much each territory counts for the income: 1, and 1 more for a landmark (T).
        share: territories for one army of income.
        least: least income.
        extra: armies that a territory adds to the income by itself (T).
        hands: armies that a hand of 0, 1, 2, ... cards brings on average.
        goals: the objectives; None in a game without.
        homes: capitals, and what land must be connected to; None in a game without.
        counter: share of a threat that counts against a garrison (T): an attack loses armies on its way.
    """

    places: tuple[str, ...]
    seats: tuple[str, ...]
    links: Floats
    lands: Floats
    bonus: Floats
    hostile: Floats
    counts: Floats
    extra: Floats
    hands: Floats
    goals: Goals | None = None
    homes: Homes | None = None
    counter: Floats | float = COUNTER
    share: int = 3
    least: int = 3

    @cached_property
    def sizes(self) -> Floats:
        """The territories of each continent (C)."""
        return np.asarray(self.lands.sum(1), np.float32)

    @cached_property
    def sums(self) -> Floats:
        """What is added up over a seat's land: territories, counts, extra, continents (T x 3 + C)."""
        return np.stack([np.ones(len(self.places), np.float32), self.counts, self.extra, *self.lands], 1)

    def marked(self, places: Collection[str]) -> Floats:
        """1 for each of these territories (T)."""
        return np.array([place in places for place in self.places], np.float32)

    @cached_property
    def near(self) -> NDArray[np.intp]:
        """Numbers of the linked territories of each, repeated to equal length (T x K)."""
        linked = [np.nonzero(row)[0] for row in self.links]
        most = max(map(len, linked))
        return np.array([np.resize(each, most) for each in linked], np.intp)

    @cached_property
    def allies(self) -> Floats:
        """1 where two seats are on one side, or the same (S x S)."""
        return 1 - self.hostile[:, :-1]

    @cached_property
    def every_seat_alone(self) -> bool:
        """Whether there are no teams."""
        return bool(self.allies.sum() == len(self.seats))

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each place."""
        return {place: number for number, place in enumerate(self.places)}


@dataclass
class Positions:
    """N positions on one ground.

    Attributes:
        owner: who holds each territory, by number of the seat (N x T).
        armies: armies on each; means, where dice were not yet rolled (N x T).
        cards: cards in each hand (N x S).
    """

    owner: Ints
    armies: Floats
    cards: Floats

    def take(self, rows: NDArray[np.intp] | slice) -> "Positions":
        """Return some of the positions; copies, if rows are named."""
        return Positions(self.owner[rows], self.armies[rows], self.cards[rows])

    @staticmethod
    def join(parts: Sequence["Positions"]) -> "Positions":
        """Put several sets of positions together."""
        return Positions(
            np.concatenate([part.owner for part in parts]),
            np.concatenate([part.armies for part in parts]),
            np.concatenate([part.cards for part in parts]),
        )


def ground_of(state: TerritoryState, order: Sequence[str]) -> Ground:
    """Lay out the board for the seats that still play; games refine it with `dataclasses.replace`."""
    places, seats = tuple(state.holdings), tuple(seat for seat in order if state.holds_land(seat))
    links = _links(places, tuple(state.neighbours(place) for place in places))
    lands = [[place in land.territories for place in places] for land in state.map.continents]
    owners = (*seats, None)
    hostile = [[other is None or state.hostile(seat, other) for other in owners] for seat in seats]
    return Ground(
        places=places,
        seats=seats,
        links=links,
        lands=np.array(lands, np.float32).reshape(-1, len(places)),
        bonus=np.array([land.bonus for land in state.map.continents], np.float32),
        hostile=np.array(hostile, np.float32),
        counts=np.ones(len(places), np.float32),
        extra=np.zeros(len(places), np.float32),
        hands=np.zeros(1, np.float32),
    )


@lru_cache(maxsize=8)
def _links(places: tuple[str, ...], near: tuple[tuple[str, ...], ...]) -> Floats:
    return np.array([[other in linked for other in places] for linked in near], np.float32)


def position_of(state: TerritoryState, ground: Ground, cards: Sequence[int]) -> Positions:
    """Return the state's position as a set of one."""
    numbers = {seat: number for number, seat in enumerate(ground.seats)}
    holdings = [state.holdings[place] for place in ground.places]
    owner = [numbers.get(holding.owner or "", len(numbers)) for holding in holdings]
    armies = [holding.armies for holding in holdings]
    return Positions(
        np.array([owner], np.int8), np.array([armies], np.float32), np.array([cards], np.float32)
    )


def features(ground: Ground, positions: Positions, to_move: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the features (N x S x F), and which seats still hold land (N x S).

    Args:
        ground: the board.
        positions: the positions.
        to_move: number of the seat that plays next.
    """
    count, seats = len(positions.owner), len(ground.seats)
    own = (positions.owner[:, None, :] == np.arange(seats, dtype=np.int8)[:, None]).astype(np.float32)
    armies = own * positions.armies[:, None, :]
    enemy = 1 - (own if ground.every_seat_alone else ground.allies @ own)
    counted = _times(own, ground.sums)
    land, in_lands = counted[:, :, 0], counted[:, :, 3:]
    ones, near = ground.sums[:, 0], _times(own, ground.links)
    total, alive = _times(armies, ones), land > 0
    whole = (in_lands > ground.sizes - 0.5).astype(np.float32)
    bonus = whole @ ground.bonus + counted[:, :, 2]
    income = np.maximum(ground.least, np.floor(counted[:, :, 1] / ground.share)) + bonus
    card_armies = cards_worth(ground, positions.cards)
    fresh = income + card_armies
    threat = _threat(ground, armies - own, near, enemy, fresh)
    safe = _safety(positions, seats, threat * ground.counter)
    safe_lands = np.exp(np.log(np.maximum(safe, 1e-3)) @ ground.lands.T)
    safe_bonus = (safe_lands[:, None, :] * whole) @ ground.bonus
    ours = near if ground.every_seat_alone else ground.allies @ near
    facing = (ours < ground.links.sum(0)) * own
    progress = ((in_lands / ground.sizes) ** 2 * (1 - whole)) @ ground.bonus
    each = (
        np.log1p(total),
        _share(total),
        np.log1p(land),
        _share(land),
        np.log1p(income),
        _share(income * alive),
        safe_bonus / 10,
        _share((counted[:, :, 1] / ground.share + safe_bonus) * alive),
        progress / 10,
        1 - (own @ safe[:, :, None])[:, :, 0] / np.maximum(1, land),
        (facing @ positions.armies[:, :, None])[:, :, 0] / np.maximum(1, total),
        _times(facing, ones) / np.maximum(1, land),
        np.log1p(card_armies),
        card_armies / np.maximum(1, total + card_armies),
        (np.arange(seats, dtype=np.float32) - to_move) % seats / seats,
        *_aims(ground, positions, own, whole, threat, fresh, to_move),
    )
    rows = np.empty((count, seats, len(FEATURES)), np.float32)
    for number, values in enumerate(each):
        rows[:, :, number] = values
    return rows, alive


def _threat(ground: Ground, spare: Floats, near: Floats, enemy: Floats, fresh: Floats) -> Floats:
    """Return the most armies that one rival can send into each territory from next door (N x T)."""
    reach = _times(np.maximum(0, spare), ground.links)
    reach += (near > 0) * fresh[:, :, None]
    return np.asarray((reach * enemy).max(1))


def _aims(
    ground: Ground,
    positions: Positions,
    own: Floats,
    whole: Floats,
    threat: Floats,
    fresh: Floats,
    to_move: int,
) -> tuple[Floats, ...]:
    """Return the features about objectives or, in a game that has them, about homes.

    Args:
        ground: the board.
        positions: the positions.
        own: 1 for the land of each seat.
        whole: 1 for the continents that each seat holds.
        threat: the most armies that one rival can send into each territory from next door.
        fresh: fresh armies of each seat.
        to_move: number of the seat that plays next.
    """
    if ground.homes is None:
        none = (np.zeros(own.shape[:2], np.float32),) * 4
        return _goals(ground, ground.goals, positions, own, whole, fresh, to_move) if ground.goals else none
    marching = _marching(ground, ground.homes, positions, own, fresh) * (1 - ground.allies @ own)
    threat = np.maximum(threat, marching.max(1)) * ground.counter
    return _homes(ground, ground.homes, own, _safety(positions, len(ground.seats), threat))


def _goals(
    ground: Ground,
    goals: Goals,
    positions: Positions,
    own: Floats,
    whole: Floats,
    fresh: Floats,
    to_move: int,
) -> tuple[Floats, ...]:
    """Return the features about objectives."""
    now = reached(goals, own, whole, ground.lands)
    won = (now.owned >= goals.to_win) * now.home
    finish = np.zeros(won.shape, np.float32)
    if (now.owned >= goals.to_win - 1).any():
        forces = fresh + (own * (positions.armies - 1)[:, None]).max(2)
        finish = finishing(goals, now, own, positions.armies, forces, ground.lands, ground.near)
    owned = now.owned.copy()
    if to_move != goals.mover:
        owned[:, to_move] += now.nearest[:, to_move] > DONE
    return owned / np.float32(goals.to_win), now.nearest**3, now.home, np.maximum(finish, WON * won)


def _homes(ground: Ground, homes: Homes, own: Floats, safe: Floats) -> tuple[Floats, ...]:
    """Return the features about homes, in the place of those about objectives.

    They are the share of the land that is connected to the farm, how safe the farm is, and the capital.
    """
    seats = np.arange(len(ground.seats))
    has_farm, has_capital = homes.farms >= 0, homes.capitals >= 0
    farm = own[:, seats, homes.farms] * has_farm
    joined = connected(ground, own, homes.farms)
    capital = own[:, seats, homes.capitals] * has_capital
    held = own[:, :, np.unique(homes.capitals[has_capital])].sum(2)
    won = (held >= homes.to_win) * np.float32(homes.to_win > 0)
    return (
        joined.sum(2) / np.maximum(1, own.sum(2)),
        farm * safe[:, homes.farms],
        capital * safe[:, homes.capitals],
        WON * won,
    )


def _marching(ground: Ground, homes: Homes, positions: Positions, own: Floats, fresh: Floats) -> Floats:
    """Return the most armies that each seat can bring next to each territory in one turn (N x S x T).

    They leave one territory, fresh ones with them; each conquest on the way costs them its garrison, and one
    that stays. `MARCH` counts these conquests and the attack itself.
    """
    held, armies = (positions.owner < len(ground.seats))[:, None], positions.armies[:, None]
    needed = np.where(held, armies / ground.counter, homes.to_occupy).astype(np.float32)
    lost = np.where(held, armies, homes.lost_occupying).astype(np.float32) + 1
    force = own * (armies - 1 + fresh[:, :, None])
    for _ in range(MARCH - 1):
        coming = force[:, :, ground.near].max(3)
        force = np.where((own == 0) & (coming >= needed), np.maximum(force, coming - lost), force)
    return np.asarray(force[:, :, ground.near].max(3))


def connected(ground: Ground, own: Floats, farms: NDArray[np.intp]) -> Floats:
    """Return 1 for land that is connected to its owner's farm (N x S x T, or N x T for one seat).

    Args:
        ground: the board.
        own: 1 for the land of each seat.
        farms: number of each seat's farm; -1 for none.
    """
    joined = own * (np.arange(own.shape[-1]) == np.expand_dims(farms, -1))
    while True:
        further = np.where(_times(joined, ground.links) > 0, own, joined)
        if np.array_equal(further, joined):
            return further
        joined = further


def cards_worth(ground: Ground, cards: Floats) -> Floats:
    """Return the armies that hands of cards bring on average (N x S)."""
    return np.asarray(np.interp(cards, np.arange(len(ground.hands)), ground.hands), np.float32)


def of_sets(worth: float) -> Floats:
    """Return what hands of cards bring by sets of three, each worth as many armies."""
    return np.array(SETS, np.float32) * np.float32(worth)


def of_stars() -> Floats:
    """Return what hands of cards with stars bring, laid down together."""
    most = max(ARMIES)
    stars = [min(most, STARS_A_CARD * number) for number in range(most)]
    return np.interp(stars, [0, 1, *ARMIES], [0, 0, *ARMIES.values()]).astype(np.float32)


def _share(values: Floats) -> Floats:
    return np.asarray(values / np.maximum(1e-6, values.sum(1, keepdims=True)), np.float32)


def _times(values: Floats, matrix: Floats) -> Floats:
    """Multiply the last axis by a matrix or a vector, as one product."""
    product = values.reshape(-1, values.shape[-1]) @ matrix
    return np.asarray(product.reshape(*values.shape[:-1], *matrix.shape[1:]))


def _safety(positions: Positions, seats: int, threat: Floats) -> Floats:
    """Return how surely each territory outlasts one turn of each rival, from 0 to 1 (N x T).

    The strongest rival next door attacks with all that can leave there, and with all fresh armies.
    """
    garrison = positions.armies**2
    safe = garrison / np.maximum(1e-6, garrison + threat**2)
    return np.asarray(np.where(positions.owner < seats, safe, 0.5), np.float32)


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """The fitted weights of one game.

    Attributes:
        duel: weights of the `FEATURES` while two sides play.
        crowd: the same while more play.
    """

    duel: tuple[float, ...]
    crowd: tuple[float, ...]


def read_weights(path: Path) -> Weights:
    """Read the weights of a game."""
    return convert(tomllib.loads(path.read_text(encoding="utf-8")), Weights)


def chances(ground: Ground, positions: Positions, to_move: int, weights: Weights) -> Floats:
    """Return each seat's chance to win (N x S)."""
    parts = range(0, len(positions.owner), BLOCK)
    blocks = [positions.take(slice(at, at + BLOCK)) for at in parts]
    return np.concatenate([_chances(ground, block, to_move, weights) for block in blocks])


def _chances(ground: Ground, positions: Positions, to_move: int, weights: Weights) -> Floats:
    rows, alive = features(ground, positions, to_move)
    both = np.array([weights.crowd, weights.duel], np.float32)
    values = np.where((alive.sum(1) <= 2)[:, None], rows @ both[1], rows @ both[0]).astype(np.float64)
    values = np.where(alive, values + VICTORY * (rows[:, :, FEATURES.index("at hand")] == WON), -np.inf)
    powers = np.exp(values - values.max(1, keepdims=True))
    rated = powers / powers.sum(1, keepdims=True)
    at_hand = rows[:, :, FEATURES.index("at hand")]
    if ground.goals is None or not at_hand.any():
        return np.asarray(rated, np.float32)
    return np.asarray(_in_turn(rated, at_hand, to_move), np.float32)


def _in_turn(rated: NDArray[np.float64], at_hand: Floats, to_move: int) -> NDArray[np.float64]:
    """Return the chances, where each seat in its turn may end the game first (N x S)."""
    seats = rated.shape[1]
    left = np.where((at_hand == WON).any(1), 0, 1.0)
    ends = np.where(left[:, None] == 0, rated, 0.0)
    for step in range(seats):
        seat = (to_move + step) % seats
        taken = left * np.minimum(at_hand[:, seat], 1) * STANDS**step
        ends[:, seat] += taken
        left = left - taken
    return ends + left[:, None] * rated
