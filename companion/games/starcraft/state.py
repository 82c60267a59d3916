"""The state of a game of Risk StarCraft: plain facts, complete at the start of every step."""

from typing import Any, ClassVar, Literal, cast

from msgspec import Struct, field

from companion.games.starcraft.factions import FACTIONS, Faction
from companion.games.starcraft.houserules import StarcraftHouseRules
from companion.games.territory import state as territory
from companion.games.territory.objectives import Objectives
from companion.games.territory.rewards import Towers
from companion.games.territory.state import TerritoryState, gather_facts

Mode = Literal["basic training", "command room", "total domination", "match", "team play"]
Effect = Literal["units", "removal", "die", "highest", "re-roll", "no attack", "by hand"]
"""What a card's ability does: units added or removed, a die added, the highest die raised, dice rolled again,
no attack at all, or something that the table does by hand."""

When = Literal["at any time", "in your own turn", "in an invasion"]
"""When a card's text allows it to be played."""

COMMON = "common"
"""The one deck of Total Domination."""
NEUTRAL_COLOUR = "neutral-"


class Deck(Struct):
    """One deck of faction cards, counted.

    Attributes:
        pile: cards face down.
        discards: cards that were used.
    """

    pile: int
    discards: int = 0


class Hand(Struct):
    """One seat's cards, counted.

    Attributes:
        own: cards that may be used for their stars or their abilities.
        captured: cards of eliminated players, for their stars only, by the deck they came from.
    """

    own: int = 0
    captured: dict[str, int] = {}

    @property
    def size(self) -> int:
        """All cards in hand: what everybody may know."""
        return self.own + sum(self.captured.values())


class Ability(Struct, frozen=True):
    """What a card can do, as the table told it once.

    Attributes:
        name: what the card calls it.
        race: whose card it is.
        effect: what it does.
        amount: how much of it.
        when: when it may be played.
    """

    name: str
    race: str
    effect: Effect
    amount: int
    when: When = "at any time"


class PendingAbility(Struct):
    """An ability that has still to be carried out: this many units to add or to remove."""

    seat: str
    ability: Ability
    left: int


class Boost(Struct):
    """What cards add to one side of one roll: to the highest die, and dice of which the best count."""

    bonus: int = 0
    extra: int = 0


class Invasion(Struct):
    """An attack that was declared.

    Attributes:
        origin: where it comes from.
        target: what is attacked.
        committed: units committed to the next roll; none while that is open.
        hero: the attacker's hero is in.
        bound: a defensive card binds the attacker to all that can be committed.
        rolled: it has been fought over at least once.
        attack: what cards add to the attacker in this roll.
        defence: what cards add to the defender in this roll.
    """

    origin: str
    target: str
    committed: int = 0
    hero: bool = False
    bound: bool = False
    rolled: bool = False
    attack: Boost = field(default_factory=Boost)
    defence: Boost = field(default_factory=Boost)


class TurnFacts(territory.TurnFacts):
    """What has happened in this turn so far.

    Attributes:
        reinforcements_counted: the reinforcements have been counted.
        traded: units that stars have brought.
        trades: how often stars have been traded.
        deployed: reinforcements by the territory they were put on.
        hero_asked: a fallen hero has been redeployed, or was not to be.
        started: the starting maneuver has been made.
        commanded: a territory of an ally has been taken over, or none was to be.
        conquered: enemy territories conquered.
        drawn: a card has been drawn, or none was due.
        maneuvers: unit maneuvers made, or given up.
        follows: a move that its hero may still follow: from where to where.
        invasion: an attack that was declared.
        card: an ability that has still to be carried out.
        captured: cards captured in this turn that may be traded at once.
    """

    reinforcements_counted: bool = field(name="mustered", default=False)
    traded: int = 0
    trades: int = 0
    deployed: dict[str, int] = field(default_factory=dict)
    hero_asked: bool = False
    started: bool = False
    commanded: bool = False
    conquered: int = 0
    drawn: bool = False
    maneuvers: int = 0
    follows: tuple[str, str] | None = None
    invasion: Invasion | None = None
    card: PendingAbility | None = None
    captured: int = 0


class StarcraftState(TerritoryState, kw_only=True):
    """Everything about one game.

    Attributes:
        house: the house rules in force.
        mode: how it is played.
        factions: each seat's faction, by colour.
        diced: seats in the order of their dice, before colours are chosen.
        places: each seat's place in the turn order, from 1, in Basic Training.
        order: seats in turn order.
        units_each: units that each colour starts with in Basic Training, as the table says.
        chart: how the units of Basic Training are set up: which chart, or a deal.
        minerals: territories with a mineral field.
        bases: where each seat's base stands; bases never move.
        heroes: where each seat's hero stands; None if it has fallen or is not placed yet.
        towers: whose tower stands on which territory.
        waiting_towers: seats whose tower has no room yet, by how many.
        objectives: achievements and their rewards.
        decks: faction cards by deck.
        hands: faction cards by seat.
        supply: units that each seat has left.
        abilities: what cards can do, as far as the table has told.
        charts: charts of starting units that the table has kept, by name.
        keep_chart: whether the chart of this game is kept for others; None while that is not asked.
        library_error: why the library could not be read, if so.
        facts: what has happened in this turn.
    """

    pieces: ClassVar[tuple[str, str]] = ("unit", "units")
    house: StarcraftHouseRules
    mode: Mode
    factions: dict[str, str] = field(default_factory=dict)
    diced: tuple[str, ...] = ()
    places: dict[str, int] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    units_each: int = 0
    chart: str = ""
    minerals: list[str] = field(default_factory=list)
    bases: dict[str, str] = field(default_factory=dict)
    heroes: dict[str, str | None] = field(default_factory=dict)
    towers: Towers = field(default_factory=dict)
    waiting_towers: dict[str, int] = field(default_factory=dict)
    objectives: Objectives = field(name="shelf", default_factory=Objectives)
    decks: dict[str, Deck] = field(default_factory=dict)
    hands: dict[str, Hand] = field(default_factory=dict)
    supply: dict[str, int] = field(default_factory=dict)
    abilities: list[Ability] = field(default_factory=list)
    charts: dict[str, str] = field(default_factory=dict)
    keep_chart: bool | None = None
    library_error: str = field(name="notebook_fault", default="")
    facts: TurnFacts = field(default_factory=TurnFacts)

    def faction(self, seat: str) -> Faction:
        """Return a seat's faction."""
        return FACTIONS[self.factions[seat]]

    def player(self, owner: str | None) -> str:
        """Return the name of an owner; neutrals have colours of their own."""
        if owner is not None and owner.startswith(NEUTRAL_COLOUR):
            return f"neutral {owner.removeprefix(NEUTRAL_COLOUR)}"
        return super().player(owner)

    def side(self, owner: str | None) -> tuple[str | None, ...]:
        """Return everybody on the side of an owner: the team that sits alternately, or the owner alone."""
        seats = [seat.id for seat in self.seats]
        if self.mode != "team play" or owner not in seats:
            return (owner,)
        return tuple(seats[seats.index(owner) % 2 :: 2])

    def team(self, seat: str) -> tuple[str, ...]:
        """Return the seats of a seat's team, or the seat alone."""
        return cast(tuple[str, ...], self.side(seat))

    def allies(self, seat: str) -> tuple[str, ...]:
        """Return a seat's allies who still play."""
        return tuple(ally for ally in self.team(seat) if ally != seat and self.held(ally))

    def hostile(self, seat: str, owner: str | None) -> bool:
        """Return whether a seat may attack what this owner holds: SC-TEAM spares allies."""
        return super().hostile(seat, owner) and owner not in self.side(seat)

    def connected(self, start: str) -> frozenset[str]:
        """Return what can be reached through the side's territories, ending on the owner's own (SC-MAN-2)."""
        owner = self.holdings[start].owner
        side = self.side(owner)
        reached, edge = {start}, [start]
        while edge:
            near = self.neighbours(edge.pop())
            fresh = {place for place in near if self.holdings[place].owner in side} - reached
            reached |= fresh
            edge += fresh
        return frozenset(place for place in reached if self.holdings[place].owner == owner)

    def begin_turn(self) -> None:
        """SC-TURN, SC-ACH: nothing has happened yet, and what is held now is remembered."""
        super().begin_turn()
        self.objectives.begin_turn(self.held(self.mover.id))


EARLIER_FACTS = ("card", "invasion", "occupation", "captured")
"""Facts of the turn that stood in the state one by one in older versions."""


def upgrade(fields: dict[str, Any]) -> None:
    """Bring a state of an older version to today's shape."""
    gather_facts(fields, *EARLIER_FACTS)
