"""The features of a position counted territory by territory, and boards dealt by chance to count them on."""

from collections.abc import Callable

import numpy as np

from companion.games.territory.evaluator import MARCH, WON, Ground, Homes, Positions

SEATS, PLACES = 4, 12


def by_chance(seed: int, *, teams: bool = False, homes: bool = False) -> tuple[Ground, Positions]:
    """A small board with three continents, and a position of four seats on it; nobody holds some land.

    One seat has no farm, and one has no capital.
    """
    chance = np.random.default_rng(seed)
    links = np.triu(chance.random((PLACES, PLACES)) < 0.1, 1) | np.eye(PLACES, k=1, dtype=bool)
    hostile = np.array([[one != other for other in range(SEATS + 1)] for one in range(SEATS)], np.float32)
    if teams:
        hostile[[0, 2], [2, 0]] = 0
    owner = chance.integers(0, SEATS + 1, PLACES)
    owner[:4] = owner[0]
    owner[4:8] = chance.permutation(SEATS)
    owner[-1] = (seed + seed % 2) % SEATS  # it has no farm, or no capital
    farms, capitals = (chance.permutation(PLACES)[:SEATS] for _ in range(2))
    farms[seed % SEATS] = capitals[(seed + 1) % SEATS] = -1
    ground = Ground(
        places=tuple(map(str, range(PLACES))),
        seats=tuple("abcd"),
        links=(links | links.T).astype(np.float32),
        lands=np.repeat(np.eye(3, dtype=np.float32), 4, 1),
        bonus=np.array([5, 2, 3], np.float32),
        hostile=hostile,
        counts=chance.integers(1, 4, PLACES).astype(np.float32),
        extra=(chance.random(PLACES) < 0.3).astype(np.float32),
        hands=np.array([0, 0, 1, 4, 9], np.float32),
        homes=Homes(farms, capitals, 1 + seed % 2, 2, 1) if homes else None,
        counter=chance.choice((0.5, 0.8), PLACES).astype(np.float32),
    )
    armies = chance.integers(1, 9, (1, PLACES)).astype(np.float32)
    cards = chance.integers(0, 7, (1, SEATS)).astype(np.float32)
    return ground, Positions(owner[None].astype(np.int8), armies, cards)


class ByHand:
    """Counts on the first of some positions; S seats are numbered from 0, and S stands for all others."""

    def __init__(self, ground: Ground, positions: Positions) -> None:
        self.ground, self.seats, self.places = ground, range(len(ground.seats)), range(len(ground.places))
        self.owner = positions.owner[0].tolist()
        self.armies, self.hands = positions.armies[0].tolist(), positions.cards[0].astype(int).tolist()
        self.near = {place: np.nonzero(ground.links[place])[0].tolist() for place in self.places}
        self.lands = [set(np.nonzero(land)[0].tolist()) for land in ground.lands]
        self.bonus, self.counts, self.extra = (
            ground.bonus.tolist(),
            ground.counts.tolist(),
            ground.extra.tolist(),
        )
        self.counter = np.broadcast_to(ground.counter, len(self.places)).tolist()

    def allied(self, seat: int, owner: int) -> bool:
        return owner in self.seats and not self.ground.hostile[seat, owner]

    def own(self, seat: int) -> list[int]:
        return [place for place in self.places if self.owner[place] == seat]

    def total(self, seat: int) -> float:
        return sum(self.armies[place] for place in self.own(seat))

    def whole(self, seat: int) -> list[int]:
        return [number for number, land in enumerate(self.lands) if land <= {*self.own(seat)}]

    def basic(self, seat: int) -> float:
        return float(sum(self.counts[place] for place in self.own(seat)) / self.ground.share)

    def income(self, seat: int) -> float:
        added = sum(self.extra[place] for place in self.own(seat))
        bonus = sum(self.bonus[land] for land in self.whole(seat))
        return float(max(self.ground.least, self.basic(seat) // 1) + bonus + added)

    def cards(self, seat: int) -> float:
        return float(self.ground.hands[min(self.hands[seat], len(self.ground.hands) - 1)])

    def fresh(self, seat: int) -> float:
        return self.income(seat) + self.cards(seat)

    def next_door(self, seat: int, place: int) -> float:
        """Armies that a seat can send into a territory from those beside it."""
        neighbours = [other for other in self.near[place] if self.owner[other] == seat]
        return sum(max(0, self.armies[at] - 1) for at in neighbours) + self.fresh(seat) * bool(neighbours)

    def march(self, seat: int, place: int, conquests: int = MARCH - 1) -> float:
        """Armies that one territory of a seat can bring beside another, after so many conquests at most."""
        return max(self._arriving(seat, near, conquests) for near in self.near[place])

    def _arriving(self, seat: int, place: int, conquests: int) -> float:
        homes = self.ground.homes
        assert homes is not None
        if self.owner[place] == seat:
            return self.armies[place] - 1 + self.fresh(seat)
        coming = self.march(seat, place, conquests - 1) if conquests else 0.0
        if self.owner[place] in self.seats:
            needed, lost = self.armies[place] / self.counter[place], self.armies[place]
        else:
            needed, lost = homes.to_occupy, homes.lost_occupying
        return coming - lost - 1 if coming >= needed else 0.0

    def safe(self, place: int, reaches: Callable[[int, int], float] | None = None) -> float:
        """How surely a territory outlasts a turn of each rival."""
        if self.owner[place] not in self.seats:
            return 0.5
        rivals = [seat for seat in self.seats if not self.allied(seat, self.owner[place])]
        threat = max(0.0, *((reaches or self.next_door)(seat, place) for seat in rivals))
        return float(
            self.armies[place] ** 2 / (self.armies[place] ** 2 + (threat * self.counter[place]) ** 2)
        )

    def safe_bonus(self, seat: int) -> float:
        safe = {land: [self.safe(place) for place in self.lands[land]] for land in self.whole(seat)}
        return sum(self.bonus[land] * float(np.prod(parts)) for land, parts in safe.items())

    def share(self, of: Callable[[int], float], seat: int) -> float:
        return of(seat) / sum(of(one) for one in self.seats if self.own(one))

    def features(self, seat: int, to_move: int) -> dict[str, float]:
        """All but what goals or homes bring."""
        own, total = self.own(seat), self.total(seat)
        front = [at for at in own if not all(self.allied(seat, self.owner[near]) for near in self.near[at])]
        progress = [
            bonus * (len(land & {*own}) / len(land)) ** 2
            for number, (bonus, land) in enumerate(zip(self.bonus, self.lands, strict=True))
            if number not in self.whole(seat)
        ]
        return {
            "log armies": float(np.log1p(total)),
            "armies": self.share(self.total, seat),
            "log land": float(np.log1p(len(own))),
            "land": self.share(lambda one: len(self.own(one)), seat),
            "log income": float(np.log1p(self.income(seat))),
            "income": self.share(self.income, seat),
            "safe bonus": self.safe_bonus(seat) / 10,
            "safe income": self.share(lambda one: self.basic(one) + self.safe_bonus(one), seat),
            "progress": sum(progress) / 10,
            "exposed": 1 - sum(map(self.safe, own)) / len(own),
            "at the front": sum(self.armies[place] for place in front) / total,
            "front": len(front) / len(own),
            "log cards": float(np.log1p(self.cards(seat))),
            "cards": self.cards(seat) / (total + self.cards(seat)),
            "wait": (seat - to_move) % len(self.seats) / len(self.seats),
        }

    def homes(self, seat: int) -> dict[str, float]:
        """What farms and capitals bring, in the place of goals."""
        homes = self.ground.homes
        assert homes is not None
        own, farm, capital = {*self.own(seat)}, int(homes.farms[seat]), int(homes.capitals[seat])
        joined, found = set[int](), {farm} & own
        while found:
            joined |= found
            found = {near for place in found for near in self.near[place]} & own - joined
        held = len(own & {*homes.capitals[homes.capitals >= 0].tolist()})

        def safe(place: int) -> float:
            return self.safe(place, lambda *at: max(self.next_door(*at), self.march(*at)))

        return {
            "goals": len(joined) / len(own),
            "next goal": safe(farm) if farm in own else 0,
            "home": safe(capital) if capital in own else 0,
            "at hand": WON if 0 < homes.to_win <= held else 0,
        }
