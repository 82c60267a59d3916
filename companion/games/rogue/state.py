"""The facts of a game: what stands where, who has lost what, and how far the turn has come.

Units on the board are counted, units that have not come on are not: what a player can still bring on is
five soldiers of each class and three tokens, less what stands on the board and what is lost.
"""

from typing import Literal, cast

import msgspec
from msgspec import Struct

from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.deck import DECKS, Card, EffectKind, Kind
from companion.games.rogue.houserules import LEVELS, Level, RogueHouseRules
from companion.games.rogue.scenario import Scenario
from companion.games.rogue.symbol_dice import Faces
from companion.referee.timeline import State

SOLDIERS = ("assault", "engineer", "recon", "support")
TANK = "tank"
CLASSES = (*SOLDIERS, TANK)
AIRCRAFT = "aircraft"
PIECES = (*CLASSES, AIRCRAFT)
SOLDIERS_OF_A_CLASS = 5
TOKENS = 3
"""Tank and aircraft tokens of a player: each is one or the other."""
SQUAD = 4
"""Most units in a squad (RG-SQD-1)."""

Role = Literal["attack", "defence"]
ROLES: tuple[Role, ...] = ("attack", "defence")


class Squad(Struct):
    """The units of one player in a zone.

    Attributes:
        owner: whose they are.
        units: how many of each class.
        leaders: the class of each squad leader among them.
    """

    owner: str
    units: dict[str, int]
    leaders: list[str] = []

    @property
    def size(self) -> int:
        """How many units it has."""
        return sum(self.units.values())

    def count(self, unit: str) -> int:
        """How many units of a class it has."""
        return self.units.get(unit, 0)

    def has(self, need: str) -> bool:
        """Whether it has the unit that a card needs."""
        return need == "all" or (bool(self.leaders) if need == "leader" else self.count(need) > 0)


class Fighter(Struct):
    """One side of a battle of cards and dice.

    Attributes:
        seat: who plays the cards.
        most: cards it may play.
        face_down: cards still to be revealed; None before it has said how many.
        revealed: names of the cards revealed.
        cancelled: its next this many cards have no effect.
        upgrades: dice that cards upgrade.
        hits: hits that cards add.
        blocks: blocks that cards add.
    """

    seat: str
    most: int
    face_down: int | None = None
    revealed: list[str] = []
    cancelled: int = 0
    upgrades: int = 0
    hits: int = 0
    blocks: int = 0


class CardBattle(Struct):
    """Cards against cards: who fights, and who reveals next."""

    attack: Fighter
    defence: Fighter
    turn: Role = "attack"
    allies: dict[Role, list[Fighter]] = {}

    def players(self, role: Role) -> tuple[Fighter, ...]:
        """Return all who play cards for one side: its fighter first, then allies (RG-AIR-5)."""
        return (self.side(role), *self.allies.get(role, ()))

    def face_down(self, role: Role) -> int:
        """Count the cards of one side that are still face down."""
        return sum(fighter.face_down or 0 for fighter in self.players(role))

    def side(self, role: Role) -> Fighter:
        """Return one of its sides."""
        return self.attack if role == "attack" else self.defence


class Fight(Struct):
    """One attack on the ground, from its declaration to the advance after it.

    Attributes:
        origin: zone of the attacking squad.
        target: zone of the squad attacked.
        distance: zones from one to the other.
        card_battle: its cards.
        assaults: assault units of each side when it was declared.
        rolled: the dice have fallen; only casualties and the advance are left.
        advanced: sides that have had their advance.
    """

    origin: str
    target: str
    distance: int
    card_battle: CardBattle = msgspec.field(name="duel")
    assaults: dict[str, int]
    rolled: bool = False
    advanced: list[str] = []

    def zone(self, role: Role) -> str:
        """Return the zone of one of its sides."""
        return self.origin if role == "attack" else self.target


class Dogfight(Struct):
    """One dogfight.

    Attributes:
        tile: where.
        card_battle: its cards.
        losses: aircraft that each side has still to take off.
    """

    tile: str
    card_battle: CardBattle = msgspec.field(name="duel")
    losses: dict[str, int] | None = None


class Wound(Struct):
    """Wounds still to be taken by the squad in a zone.

    Attributes:
        zone: where.
        count: how many.
        by: seat that dealt them.
        chooser: seat that picks the units lost.
        air: they come from an Air Support card, so cover goes first.
    """

    zone: str
    count: int
    by: str
    chooser: str
    air: bool = False


class Pending(Struct):
    """An effect of a card still to be carried out.

    Attributes:
        seat: who played the card.
        do: what the effect is.
        number: how much of it.
        kind: the deck of the card.
        role: the player's part in the battle in which it was played, if it was.
        any_unit: a tank may come as well as a soldier (the free unit of RG-A2).
    """

    seat: str
    do: EffectKind
    number: int
    kind: Kind
    role: Role | None = None
    any_unit: bool = False


class TurnFacts(Struct):
    """What has happened in this turn.

    Attributes:
        begun: its start is over: team order, new leader, free unit.
        ordered: the team has said whose turn it is.
        spawned: the free unit of the turn has come, if there is one.
        free_card: the free card is drawn.
        zone_cards: the cards for zones are drawn.
        air_to_place: air tokens that each seat may still place for Air Support cards drawn.
        token_asked: the Commander token was offered.
        token: a Commander token is in hand.
        flown: aircraft that have moved to each tile.
        dogfights: dogfights still to come on each tile; None before they are counted.
        moves: squads that may still move.
        attacks: attacks that may still be made.
        range: more range by cards.
        upgrades: upgraded dice for the next fight by cards.
        hits: hits for the next fight by cards.
        blocks: blocks for the next fight by cards.
    """

    begun: bool = False
    ordered: bool = False
    spawned: bool = False
    free_card: bool = False
    zone_cards: bool = False
    air_to_place: dict[str, int] = {}
    token_asked: bool = False
    token: bool = False
    flown: dict[str, int] = {}
    dogfights: dict[str, int] | None = None
    moves: int = 1
    attacks: int = 1
    range: int = 0
    upgrades: int = 0
    hits: int = 0
    blocks: int = 0


class RogueState(State, kw_only=True):
    """Everything about one game.

    Attributes:
        house: the house rules in force.
        cards: every card described so far, by name.
        deck_flaw: what is wrong with the table's deck or dice file, if anything.
        faces: what each kind of dice shows; empty if hits and blocks are typed in.
        field: the battlefield.
        scenario: the scenario.
        order: seats as players 1, 2, ... of the scenario.
        set_up: seats whose squads are ready.
        starts: seat of every start zone.
        squads: the squad in every zone that has one.
        cover: cover tokens by zone.
        holders: who was last in a zone.
        aircraft: aircraft by tile and seat.
        lost: pieces of each kind that every seat has lost and not brought on again.
        fallen: units that every seat has lost in all.
        hands: cards of each kind in every hand.
        decks: cards left in every deck.
        discards: cards of each kind played or discarded.
        tokens_left: Commander tokens beside the battlefield.
        tokens_drawn: Commander tokens that every seat has drawn.
        leader_due: seats whose next soldier in a start zone becomes squad leader.
        second_due: seats whose next soldier becomes second squad leader.
        second_had: seats that have had a second squad leader.
        held: turns running that each victory's part has been held, by ``"victory.part"``.
        team_to_go: seats of the team on turn that have not had theirs.
        facts: what has happened in this turn.
        fight: the attack that is going on.
        dogfight: the dogfight that is going on.
        pending: effects of cards still to be carried out.
        wounds: wounds still to be taken.
    """

    house: RogueHouseRules
    cards: dict[str, Card] = msgspec.field(default_factory=dict)
    deck_flaw: str = ""
    faces: dict[str, Faces] = msgspec.field(default_factory=dict)
    field: Battlefield | None = None
    scenario: Scenario | None = None
    order: tuple[str, ...] = ()
    set_up: tuple[str, ...] = ()
    starts: dict[str, str] = msgspec.field(default_factory=dict)
    squads: dict[str, Squad] = msgspec.field(default_factory=dict)
    cover: dict[str, int] = msgspec.field(default_factory=dict)
    holders: dict[str, str] = msgspec.field(default_factory=dict)
    aircraft: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    lost: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    fallen: dict[str, int] = msgspec.field(default_factory=dict)
    hands: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    decks: dict[str, int] = msgspec.field(default_factory=dict)
    discards: dict[str, int] = msgspec.field(default_factory=dict)
    tokens_left: int = 0
    tokens_drawn: dict[str, int] = msgspec.field(default_factory=dict)
    leader_due: tuple[str, ...] = ()
    second_due: tuple[str, ...] = ()
    second_had: tuple[str, ...] = ()
    held: dict[str, int] = msgspec.field(default_factory=dict)
    team_to_go: tuple[str, ...] = ()
    facts: TurnFacts = msgspec.field(name="now")
    fight: Fight | None = None
    dogfight: Dogfight | None = None
    pending: list[Pending] = msgspec.field(default_factory=list)
    wounds: list[Wound] = msgspec.field(default_factory=list)

    @property
    def ground(self) -> Battlefield:
        """The battlefield, once it is chosen."""
        return cast(Battlefield, self.field)

    @property
    def plan(self) -> Scenario:
        """The scenario, once it is chosen."""
        return cast(Scenario, self.scenario)

    def plays(self, level: Level) -> bool:
        """Whether the rules of this level are in force."""
        return LEVELS.index(self.house.level) >= LEVELS.index(level)

    def side(self, seat: str) -> str:
        """Return the side that a seat is on."""
        return self.plan.side_of(self.order.index(seat) + 1)

    def team(self, side: str) -> tuple[str, ...]:
        """Return the seats of a side, in order of play."""
        return tuple(seat for seat in self.order if self.side(seat) == side)

    def hostile(self, one: str, other: str) -> bool:
        """Whether two seats are enemies."""
        return self.side(one) != self.side(other)

    def zones_of(self, seat: str) -> tuple[str, ...]:
        """Return the zones in which a seat has a squad."""
        return tuple(zone for zone, squad in self.squads.items() if squad.owner == seat)

    def start_zones(self, seat: str) -> tuple[str, ...]:
        """Return the start zones of a seat."""
        return tuple(zone for zone, owner in self.starts.items() if owner == seat)

    def on_board(self, seat: str, *units: str) -> int:
        """Count units of these classes on the board, of all classes for none."""
        return sum(
            squad.count(unit)
            for squad in self.squads.values()
            if squad.owner == seat
            for unit in units or CLASSES
        )

    def leaders(self, seat: str) -> int:
        """Count the squad leaders of a seat on the board."""
        return sum(len(squad.leaders) for squad in self.squads.values() if squad.owner == seat)

    def flying(self, seat: str) -> int:
        """Count the aircraft of a seat."""
        return sum(tile.get(seat, 0) for tile in self.aircraft.values())

    def hand(self, seat: str) -> int:
        """Count the cards in a hand."""
        return sum(self.hands[seat].values())

    def reserve(self, seat: str, piece: str) -> int:
        """Count the pieces that a seat can still bring on; tanks and aircraft share the tokens (RG-TNK-1)."""
        gone = self.house.lost_units == "stay lost"
        if piece in SOLDIERS:
            return self.supply(seat, piece) + (0 if gone else self.lost[seat][piece])
        lost = self.lost[seat][TANK] + self.lost[seat][AIRCRAFT] if gone else 0
        return max(0, TOKENS - self.on_board(seat, TANK) - self.flying(seat) - lost)

    def supply(self, seat: str, soldier: str) -> int:
        """Count the soldiers of a class that have neither come on nor been lost."""
        return SOLDIERS_OF_A_CLASS - self.on_board(seat, soldier) - self.lost[seat][soldier]

    def tokens_used(self, seat: str) -> int:
        """Count the Commander tokens that a seat, or its team, has drawn (RG-CMD-3)."""
        sharing = self.team(self.side(seat)) if self.house.token_limit == "team" else (seat,)
        return sum(self.tokens_drawn[member] for member in sharing)

    def name(self, place: str) -> str:
        """Return the name of a zone or tile."""
        return self.ground.name(place)


def card_battle_of(state: RogueState) -> CardBattle:
    """Return the battle that is going on: of the dogfight, or of the fight on the ground."""
    return cast(Dogfight | Fight, state.dogfight or state.fight).card_battle


def no_cards() -> dict[str, int]:
    """Return an empty hand."""
    return dict.fromkeys(DECKS, 0)


def nothing_lost() -> dict[str, int]:
    """Return no losses."""
    return dict.fromkeys(PIECES, 0)


def names_of_zones(state: RogueState) -> dict[str, str]:
    """Give the id of every zone by its name in lower case, once a battlefield is chosen."""
    zones = state.field.zones if state.field is not None else {}
    return {zone.name.casefold(): id for id, zone in zones.items()}
