"""Territories, who holds them, and the questions every map game asks about them."""

from collections.abc import Callable, Collection, Container, Iterable
from functools import cache
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, field

from companion.games.boards.board import Board, load_board
from companion.games.boards.elements import place_name
from companion.locale.messages import Message, capitalised, gettext, joined, ngettext
from companion.referee.names import PlaceId
from companion.referee.seats import Seat
from companion.referee.timeline import State

OwnerId = Annotated[str, Meta(extra={"names": "owner"})]
"""Who can hold a territory: a seat, or an army without a player."""
DEFENCE_DICE = 2
NEUTRAL = "neutral"
"""Owner of territories held by an army without a player."""


class Holding(Struct):
    """Who holds a territory, and with how many armies."""

    owner: OwnerId | None = None
    armies: int = 0


class Occupation(Struct, frozen=True):
    """A conquest that more armies may still move into.

    Attributes:
        origin: where the attack came from.
        target: the conquered territory.
        least: fewest armies that must move in; they stand there already.
    """

    origin: PlaceId
    target: PlaceId
    least: int


class TurnFacts(Struct):
    """What has happened in this turn so far; every turn begins with a new one. Games add their own facts.

    Attributes:
        occupation: a conquest that more armies may still move into.
    """

    occupation: Occupation | None = None


class TerritoryState(State, kw_only=True):
    """State of a game on a map of territories.

    Attributes:
        board: name of the board.
        holdings: every territory by id.
        supply: armies that each owner has still to put on the board.
        facts: what has happened in this turn so far.
    """

    board: str
    holdings: dict[PlaceId, Holding]
    supply: Annotated[dict[OwnerId, int], Meta(extra={"each": "seat"})]
    facts: TurnFacts = field(default_factory=TurnFacts)
    pieces: ClassVar[str] = gettext("armies")
    """What the game calls what stands on territories."""

    def known_names(self) -> dict[str, Collection[str]]:
        """Return the seats, the territories and the owners that the state can name."""
        known = super().known_names()
        return known | {"place": self.holdings, "owner": (*known["seat"], NEUTRAL)}

    def title(self, kind: str, name: str) -> str:
        """Return what people call a seat, a territory or an owner."""
        return self.name(name) if kind == "place" else self.called(name)

    def many(self, count: int) -> Message:
        """Say a number of what stands on territories: ``"1 army"``, ``"3 units"``."""
        return ngettext("{count} army", "{count} armies", count)

    @property
    def defence_dice(self) -> int:
        """The most dice that defend a territory."""
        return DEFENCE_DICE

    @property
    def map(self) -> Board:
        """The board itself."""
        return load_board(self.board)

    def name(self, territory: str) -> str:
        """Return the name of a territory."""
        return place_name(self.map.territory(territory).name)

    def player(self, owner: str | None) -> str:
        """Return the name of the owner of a territory."""
        if owner is None:
            return gettext("nobody")
        return gettext("the neutral army") if owner == NEUTRAL else self.seat(owner).name

    def called(self, owner: str | None) -> str:
        """Return the name of an owner at the head of a sentence; players' names stay as they are."""
        name = self.player(owner)
        return name if any(seat.id == owner for seat in self.seats) else capitalised(name)

    def belongs(self, territory: str) -> Message:
        """Say whose a territory is."""
        place, owner = self.name(territory), self.holdings[territory].owner
        if owner is None:
            return gettext("{place} belongs to nobody.", place=place)
        if owner == NEUTRAL:
            return gettext("{place} belongs to the neutral army.", place=place)
        return gettext("{place} belongs to {player}.", place=place, player=self.player(owner))

    def held(self, owner: str) -> tuple[str, ...]:
        """Return the territories this owner holds, in board order."""
        return tuple([place for place, holding in self.holdings.items() if holding.owner == owner])

    def holds_land(self, owner: str) -> bool:
        """Return whether this owner holds a territory."""
        return any(holding.owner == owner for holding in self.holdings.values())

    def armies(self, owner: str) -> int:
        """Return how many armies this owner has on the board."""
        return sum(holding.armies for holding in self.holdings.values() if holding.owner == owner)

    def neighbours(self, territory: str) -> tuple[str, ...]:
        """Return the territories an army can reach from this one, in board order; games may close links."""
        return _links(self.board)[territory]

    def hostile(self, seat: str, owner: str | None) -> bool:
        """Return whether a seat may attack what this owner holds; games with teams do not attack allies."""
        return owner not in (seat, None)

    def begin_turn(self) -> None:
        """Begin a turn: nothing has happened in it, and nothing is left to put on the board."""
        self.supply = {seat.id: 0 for seat in self.seats}
        self.facts = type(self.facts)()

    def playing(self) -> tuple[Seat, ...]:
        """Return the seats that still hold a territory, in order round the table."""
        owners = {holding.owner for holding in self.holdings.values()}
        return tuple(seat for seat in self.seats if seat.id in owners)

    def connected(self, start: str) -> frozenset[str]:
        """Return what can be reached from a territory through its owner's own, itself included."""
        owner = self.holdings[start].owner
        return self.connected_within(
            start, {place for place, holding in self.holdings.items() if holding.owner == owner}
        )

    def connected_within(self, start: str, own: Container[str]) -> frozenset[str]:
        """Return what can be reached from a territory through some territories, itself included."""
        reached, edge = {start}, [start]
        while edge:
            for place in self.neighbours(edge.pop()):
                if place not in reached and place in own:
                    reached.add(place)
                    edge.append(place)
        return frozenset(reached)


def names_of_places(state: TerritoryState) -> dict[str, str]:
    """Give the id of every territory by its name and other spellings, the name first."""
    return _names(state.board)


@cache
def _names(board: str) -> dict[str, str]:
    places = load_board(board).territories
    return {name: place.id for place in places for name in (place_name(place.name), *place.aliases)}


def gather_facts(fields: dict[str, Any], *names: str, inside: str = "") -> None:
    """Move facts of the turn that older versions kept in a state by themselves into its `TurnFacts`.

    Args:
        fields: the JSON of a state, changed in place.
        names: names of these facts, as they were stored.
        inside: name of the struct in which they were, if not in the state.
    """
    old = fields.get(inside, {}) if inside else fields
    facts = fields.setdefault("facts", {})
    for name in names:
        if name in old:
            facts.setdefault(name, old.pop(name))


@cache
def _links(board: str) -> dict[str, tuple[str, ...]]:
    """Lay out a board's links once: scripts look along them many times for every question."""
    world = load_board(board)
    order = [territory.id for territory in world.territories]
    return {place: tuple(near for near in order if near in world.neighbours(place)) for place in order}


def naming(sentence: Callable[[str], str], names: Iterable[str], limit: int = 5) -> str:
    """Make a sentence that lists names, cut after a few; empty if there are none."""
    all_names = tuple(names)
    some = joined(all_names[:limit], ", ")
    cut = gettext("{places} or others", places=some) if len(all_names) > limit else some
    return sentence(cut) if all_names else ""
