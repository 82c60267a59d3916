"""The state of a Risk StarCraft game, complete at the start of every step."""

from collections.abc import Collection
from typing import Annotated, Any, ClassVar, Literal, cast

from msgspec import Meta, Struct, field

from companion.games.starcraft.factions import COLOURS, FACTIONS, Faction
from companion.games.starcraft.houserules import StarcraftHouseRules
from companion.games.territory import state as territory
from companion.games.territory.objectives import Objectives
from companion.games.territory.state import OwnerId, TerritoryState, gather_facts
from companion.locale.messages import Message, gettext, ngettext
from companion.referee.correction import fixable
from companion.referee.names import BySeat, PlaceId, SeatId

Mode = Literal["basic training", "command room", "total domination", "match", "team play"]
CardEffect = Literal["units", "removal", "die", "highest", "re-roll", "no attack", "by hand"]
"""What a card's ability does: units added or removed, a die added, the highest die raised, dice rolled again,
no attack at all, or something that the table does by hand."""

When = Literal["at any time", "in your own turn", "in an invasion"]
"""When a card's text allows playing it."""

FactionId = Annotated[str, Meta(extra={"names": "faction"})]
NEUTRAL_COLOUR = "neutral-"


class Deck(Struct):
    """One deck of faction cards, as numbers.

    Attributes:
        pile: cards face down.
        discards: used cards.
    """

    pile: int
    discards: int = 0


class Hand(Struct):
    """One seat's cards, as numbers.

    Attributes:
        own: cards to trade for stars or to play for abilities.
        captured: cards of eliminated players, only to trade, by the deck of origin.
    """

    own: int = 0
    captured: dict[str, int] = {}

    @property
    def size(self) -> int:
        """The number of all cards in hand, which is public."""
        return self.own + sum(self.captured.values())


class Ability(Struct, frozen=True):
    """The ability of a card, as entered by the table."""

    name: str
    race: str
    effect: CardEffect
    amount: int
    when: When = "at any time"


class PendingAbility(Struct):
    """An ability to apply: the number of units to add or to remove."""

    seat: SeatId
    ability: Ability
    left: int


class Boost(Struct):
    """The boost from cards for one side of one roll: to the highest die, and extra dice."""

    bonus: int = 0
    extra: int = 0


class Invasion(Struct):
    """A declared attack.

    Attributes:
        origin: the attacking territory.
        target: the attacked territory.
        committed: units committed to the next roll, or the most that can be; none before they are known.
        hero: whether the attacker's hero takes part.
        bound: whether a defensive card makes the attacker commit the largest number.
        rolled: whether dice were rolled at least once.
        attack: boost of the attacker in this roll.
        defence: boost of the defender in this roll.
        exact: whether just the committed units go; otherwise the number of dice tells how many of them do.
        others: further origins, while the one that is presumed may still be changed.
    """

    origin: PlaceId
    target: PlaceId
    committed: int = 0
    hero: bool = False
    bound: bool = False
    rolled: bool = False
    attack: Boost = field(default_factory=Boost)
    defence: Boost = field(default_factory=Boost)
    exact: bool = True
    others: tuple[PlaceId, ...] = ()


class TurnFacts(territory.TurnFacts):
    """Facts of the current turn.

    Attributes:
        reinforcements_counted: whether the reinforcements have been added to the supply.
        traded: units received for stars.
        trades: number of trades of stars.
        deployed: deployed reinforcements by territory.
        hero_asked: whether a fallen hero was redeployed, or its return was declined.
        started: whether the starting maneuver is done.
        commanded: whether a territory of an ally was taken over, or this was declined.
        conquered: conquered enemy territories.
        drawn: whether a card was drawn, or none was due.
        maneuvers: number of unit maneuvers made or declined.
        follows: origin and target of a move that a hero may still follow.
        invasion: the declared attack.
        card: an ability to apply.
        captured: cards captured in this turn that may be traded immediately.
        commits_first: whether units are committed before every roll, as in turns that older versions began.
    """

    reinforcements_counted: bool = field(name="mustered", default=False)
    traded: int = 0
    trades: int = 0
    deployed: dict[PlaceId, int] = field(default_factory=dict)
    hero_asked: bool = False
    started: bool = False
    commanded: bool = False
    conquered: Annotated[int, fixable("Territories conquered", "SC-CRD-1", most=42)] = 0
    drawn: bool = False
    maneuvers: int = 0
    follows: tuple[PlaceId, PlaceId] | None = None
    invasion: Invasion | None = None
    card: PendingAbility | None = None
    captured: int = 0
    commits_first: bool = False


HERO = fixable(
    "hero", "SC-HER-1", key="hero", none="off the board", when=lambda state: state.turn and state.uses_heroes
)
TOWER = fixable("tower", "SC-RWD-4", key="tower", when=lambda state: state.turn and state.uses_rewards)


class StarcraftState(TerritoryState, kw_only=True):
    """The complete state of one game.

    Attributes:
        house: the house rules in force.
        mode: the mode of play.
        factions: each seat's faction, by colour.
        diced: seats in the order of their dice, before they choose colours.
        places: each seat's place in the turn order, from 1, in Basic Training.
        order: seats in turn order.
        units_each: starting units of each colour in Basic Training, as entered.
        chart: source of the starting units in Basic Training: a chart, or a deal.
        minerals: territories with a mineral field.
        bases: territory of each seat's base; bases never move.
        heroes: territory of each seat's hero; None if fallen or not placed yet.
        towers: owner of the tower on each territory.
        waiting_towers: number of towers by seat that wait for room.
        objectives: achievements and their rewards.
        decks: faction cards by deck.
        hands: faction cards by seat.
        supply: units of each seat that are not on the board.
        abilities: known abilities of cards.
        charts: saved charts of starting units by name.
        keep_chart: whether to save this game's chart; None before the question.
        library_error: why the library could not be read.
        facts: facts of the current turn.
    """

    pieces: ClassVar[str] = gettext("units")
    house: StarcraftHouseRules
    mode: Mode
    factions: dict[SeatId, FactionId] = field(default_factory=dict)
    diced: tuple[SeatId, ...] = ()
    places: dict[SeatId, int] = field(default_factory=dict)
    order: tuple[SeatId, ...] = ()
    units_each: int = 0
    chart: str = ""
    minerals: list[PlaceId] = field(default_factory=list)
    bases: dict[SeatId, PlaceId] = field(default_factory=dict)
    heroes: BySeat[Annotated[PlaceId | None, HERO]] = field(default_factory=dict)
    towers: dict[PlaceId, Annotated[SeatId, TOWER]] = field(default_factory=dict)
    waiting_towers: dict[SeatId, int] = field(default_factory=dict)
    objectives: Objectives = field(name="shelf", default_factory=Objectives)
    decks: dict[str, Deck] = field(default_factory=dict)
    hands: BySeat[Hand] = field(default_factory=dict)
    supply: Annotated[dict[OwnerId, int], Meta(extra={"each": "seat"})] = field(default_factory=dict)
    abilities: list[Ability] = field(default_factory=list)
    charts: dict[str, str] = field(default_factory=dict)
    keep_chart: bool | None = None
    library_error: str = field(name="notebook_fault", default="")
    facts: TurnFacts = field(default_factory=TurnFacts)

    def many(self, count: int) -> Message:
        """Say a number of units."""
        return ngettext("{count} unit", "{count} units", count)

    def known_names(self) -> dict[str, Collection[str]]:
        """Return what the state can name; the owners include armies of colours that nobody chose."""
        known = super().known_names()
        neutrals = [owner for owner in self.supply if owner.startswith(NEUTRAL_COLOUR)]
        return known | {"faction": FACTIONS, "owner": (*known["seat"], *neutrals)}

    @property
    def dominates(self) -> bool:
        """SC-TD: whether the game ends only when a player holds the whole board."""
        return self.mode in ("total domination", "match")

    @property
    def uses_heroes(self) -> bool:
        """SC-TD: whether heroes and card abilities are used; in Total Domination only by house rule."""
        return not self.dominates or self.house.domination == "heroes and abilities"

    @property
    def uses_rewards(self) -> bool:
        """SC-RWD-9: whether rewards are used; Basic Training has none."""
        return self.mode != "basic training"

    def faction(self, seat: str) -> Faction:
        """Return a seat's faction."""
        return FACTIONS[self.factions[seat]]

    def player(self, owner: str | None) -> str:
        """Return the name of an owner; neutrals are named by their colours."""
        if owner is not None and owner.startswith(NEUTRAL_COLOUR):
            # Translators: an army without a player, called by its colour.
            return gettext("neutral {colour}", colour=COLOURS[owner.removeprefix(NEUTRAL_COLOUR)])
        return super().player(owner)

    def side(self, owner: str | None) -> tuple[str | None, ...]:
        """Return all owners on the side of an owner: the seats of its team, or the owner alone."""
        if self.mode != "team play":
            return (owner,)
        seats = [seat.id for seat in self.seats]
        if owner not in seats:
            return (owner,)
        return tuple(seats[seats.index(owner) % 2 :: 2])

    def team(self, seat: str) -> tuple[str, ...]:
        """Return all seats of a seat's team, or the seat alone."""
        return cast(tuple[str, ...], self.side(seat))

    def allies(self, seat: str) -> tuple[str, ...]:
        """Return a seat's allies who still play."""
        return tuple(ally for ally in self.team(seat) if ally != seat and self.holds_land(ally))

    def hostile(self, seat: str, owner: str | None) -> bool:
        """Return whether a seat may attack this owner's territories; not those of allies (SC-TEAM)."""
        return super().hostile(seat, owner) and owner not in self.side(seat)

    def connected(self, start: str) -> frozenset[str]:
        """Return the owner's territories in reach through those of its side (SC-MAN-2)."""
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
        """SC-TURN, SC-ACH: reset the facts of the turn, and store the territories held at its start."""
        super().begin_turn()
        self.objectives.begin_turn(self.held(self.mover.id))


EARLIER_FACTS = ("card", "invasion", "occupation", "captured")
"""Facts of the turn that were separate fields of the state in older versions."""


def upgrade(fields: dict[str, Any]) -> None:
    """Migrate the state of an older version."""
    gather_facts(fields, *EARLIER_FACTS)
    fields["facts"].setdefault("commits_first", True)
