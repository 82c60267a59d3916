"""The state of a game: positions, losses and the progress of the turn.

Units on the board and losses are stored. The reserve of a player is computed: five soldiers of each class and
three tokens, minus the units on the board and the losses.
"""

from collections.abc import Collection
from typing import Annotated, Literal, cast

import msgspec
from msgspec import Meta, Struct

from companion.errors import MalformedPosition
from companion.games.rogue import battlefield_check, scenario
from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.deck import DECKS, Card, DeckKind, EffectKind
from companion.games.rogue.houserules import LEVELS, Level, RogueHouseRules
from companion.games.rogue.scenario import Scenario
from companion.games.rogue.symbol_dice import DICE, FACE_WORDS, FACES, Faces
from companion.locale.messages import gettext
from companion.referee.correction import fixable
from companion.referee.names import BySeat, SeatId, exactly
from companion.referee.timeline import State, turns_begun

SOLDIERS = ("assault", "engineer", "recon", "support")
TANK = "tank"
CLASSES = (*SOLDIERS, TANK)
AIRCRAFT = "aircraft"
PIECES = (*CLASSES, AIRCRAFT)
SOLDIERS_OF_A_CLASS = 5
TOKENS = 3
"""Number of tokens of a player; each can be a tank or an aircraft."""
SQUAD = 4
"""Maximum number of units in a squad (RG-SQD-1)."""

ZoneId = Annotated[str, Meta(extra={"names": "zone"})]
TileId = Annotated[str, Meta(extra={"names": "tile"})]
UnitClass = Annotated[str, Meta(extra={"names": "class"})]
ByPiece = Annotated[dict[Annotated[str, Meta(extra={"names": "piece"})], int], Meta(extra={"each": "piece"})]
ByDeck = Annotated[dict[Annotated[str, Meta(extra={"names": "deck"})], int], Meta(extra={"each": "deck"})]

Role = Literal["attack", "defence"]
ROLES: tuple[Role, ...] = ("attack", "defence")


class Squad(Struct):
    """The units of one player in a zone.

    Attributes:
        owner: its seat.
        units: number of units of each class.
        leaders: the class of each squad leader in it.
    """

    owner: SeatId
    units: dict[UnitClass, int]
    leaders: list[UnitClass] = []

    @property
    def size(self) -> int:
        """Number of units."""
        return sum(self.units.values())

    def count(self, unit: str) -> int:
        """Return the number of units of a class."""
        return self.units.get(unit, 0)

    def has(self, need: str) -> bool:
        """Return whether it has the unit that a card needs."""
        return need == "all" or (bool(self.leaders) if need == "leader" else self.count(need) > 0)


class Fighter(Struct):
    """One side of a battle of cards and dice.

    Attributes:
        seat: the player of its cards.
        most: maximum number of cards.
        face_down: cards still to be revealed; None before the player has chosen the number.
        revealed: names of the cards revealed.
        cancelled: how many of its next cards have no effect.
        upgrades: dice that cards upgrade.
        hits: hits that cards add.
        blocks: blocks that cards add.
    """

    seat: SeatId
    most: int
    face_down: int | None = None
    revealed: list[str] = []
    cancelled: int = 0
    upgrades: int = 0
    hits: int = 0
    blocks: int = 0


class CardBattle(Struct):
    """The cards of both sides of a battle, and who reveals the next one."""

    attack: Fighter
    defence: Fighter
    turn: Role = "attack"
    allies: dict[Role, list[Fighter]] = {}

    def players(self, role: Role) -> tuple[Fighter, ...]:
        """Return all card players of one side: its fighter first, then allies (RG-AIR-5)."""
        return (self.side(role), *self.allies.get(role, ()))

    def face_down(self, role: Role) -> int:
        """Count the face-down cards of one side."""
        return sum(fighter.face_down or 0 for fighter in self.players(role))

    def side(self, role: Role) -> Fighter:
        """Return one side of the battle."""
        return self.attack if role == "attack" else self.defence


class Fight(Struct):
    """One ground attack, from its declaration to the advance after it.

    Attributes:
        origin: zone of the attacking squad.
        target: zone of the defending squad.
        distance: number of zones between them.
        card_battle: its cards.
        assaults: number of assault units of each side at the declaration.
        rolled: the dice are rolled; only casualties and the advance are left.
        advanced: sides that have finished their advance.
    """

    origin: ZoneId
    target: ZoneId
    distance: int
    card_battle: CardBattle = msgspec.field(name="duel")
    assaults: dict[str, int]
    rolled: bool = False
    advanced: list[str] = []

    def zone(self, role: Role) -> str:
        """Return the zone of one side."""
        return self.origin if role == "attack" else self.target


class Dogfight(Struct):
    """One dogfight.

    Attributes:
        tile: its tile.
        card_battle: its cards.
        losses: aircraft that each side still has to remove.
    """

    tile: TileId
    card_battle: CardBattle = msgspec.field(name="duel")
    losses: dict[str, int] | None = None


class PendingWounds(Struct):
    """Wounds that a squad still has to take.

    Attributes:
        zone: the squad's zone.
        count: the number of wounds.
        by: seat that dealt them.
        chooser: seat that picks the units lost.
        air: they come from an Air Support card, which removes cover first.
    """

    zone: ZoneId
    count: int
    by: SeatId
    chooser: SeatId
    air: bool = False


class PendingEffect(Struct):
    """A pending effect of a card.

    Attributes:
        seat: who played the card.
        do: the effect.
        number: its number.
        kind: the deck of the card.
        role: the player's role in the battle in which it was played, if any.
        any_unit: the unit can be a tank or a soldier (the free unit of RG-A2).
    """

    seat: SeatId
    do: EffectKind
    number: int
    kind: DeckKind
    role: Role | None = None
    any_unit: bool = False


class TurnFacts(Struct):
    """The events of the current turn.

    Attributes:
        begun: the start of the turn is over: team order, new leader, free unit.
        ordered: the team has chosen who plays next.
        spawned: the free unit of the turn is placed, if there is one.
        free_card: the free card is drawn.
        zone_cards: the cards for zones are drawn.
        air_to_place: air tokens that each seat may still place for Air Support cards drawn.
        token_asked: the Commander token was offered.
        token: a Commander token is in hand.
        flown: aircraft that have moved to each tile.
        dogfights: dogfights still to come on each tile; None before they are counted.
        moves: number of moves left.
        attacks: number of attacks left.
        range: additional range from cards.
        upgrades: upgraded dice from cards for the next fight.
        hits: hits from cards for the next fight.
        blocks: blocks from cards for the next fight.
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
    moves: Annotated[int, fixable("Moves left", "RG-MOV-1", most=99)] = 1
    attacks: Annotated[int, fixable("Attacks left", "RG-CMB-1", most=99)] = 1
    range: int = 0
    upgrades: int = 0
    hits: int = 0
    blocks: int = 0


COVER = fixable("cover", "RG-DST", most=battlefield_check.COVER_TOKENS, when=turns_begun)
HOLDER = fixable(
    "last held by", "RG-A1", key="holder", when=lambda state: state.turn and state.house.control == "lasting"
)


class RogueState(State, kw_only=True):
    """The whole state of one game.

    Attributes:
        house: the house rules in force.
        cards: every card described so far, by name.
        deck_flaw: the error in the players' deck or dice file in English, if any.
        faces: the faces of each kind of dice; empty if players enter hits and blocks.
        field: the battlefield.
        scenario: the scenario.
        order: seats as players 1, 2, ... of the scenario.
        set_up: seats whose squads are ready.
        starts: seat of each start zone.
        squads: squads by zone.
        cover: cover tokens by zone.
        holders: the last occupant of each zone.
        aircraft: aircraft by tile and seat.
        lost: pieces of each kind that each seat has lost and not placed again.
        fallen: total number of units that each seat has lost.
        hands: cards of each kind in each hand.
        decks: cards left in each deck.
        discards: cards of each kind played or discarded.
        tokens_left: Commander tokens in the supply.
        tokens_drawn: Commander tokens that each seat has drawn.
        leader_due: seats whose next soldier in a start zone becomes squad leader.
        second_due: seats whose next soldier becomes second squad leader.
        second_had: seats that have had a second squad leader.
        held: consecutive turns for which each condition has been held, by ``"victory.part"``.
        team_to_go: seats of the team on turn that have not played yet.
        facts: the events of the current turn.
        fight: the current attack.
        dogfight: the current dogfight.
        pending: pending effects of cards.
        wounds: wounds that squads still have to take.
    """

    house: RogueHouseRules
    cards: dict[str, Card] = msgspec.field(default_factory=dict)
    deck_flaw: str = ""
    faces: dict[str, Faces] = msgspec.field(default_factory=dict)
    field: Battlefield | None = None
    scenario: Scenario | None = None
    order: tuple[str, ...] = ()
    set_up: tuple[SeatId, ...] = ()
    starts: dict[ZoneId, SeatId] = msgspec.field(default_factory=dict)
    squads: dict[ZoneId, Squad] = msgspec.field(default_factory=dict)
    cover: dict[ZoneId, Annotated[int, COVER]] = msgspec.field(default_factory=dict)
    holders: dict[ZoneId, Annotated[SeatId, HOLDER]] = msgspec.field(default_factory=dict)
    aircraft: dict[TileId, dict[SeatId, int]] = msgspec.field(default_factory=dict)
    lost: BySeat[ByPiece] = msgspec.field(default_factory=dict)
    fallen: BySeat[int] = msgspec.field(default_factory=dict)
    hands: BySeat[ByDeck] = msgspec.field(default_factory=dict)
    decks: ByDeck = msgspec.field(default_factory=dict)
    discards: ByDeck = msgspec.field(default_factory=dict)
    tokens_left: int = 0
    tokens_drawn: BySeat[int] = msgspec.field(default_factory=dict)
    leader_due: tuple[SeatId, ...] = ()
    second_due: tuple[SeatId, ...] = ()
    second_had: tuple[SeatId, ...] = ()
    held: dict[str, int] = msgspec.field(default_factory=dict)
    team_to_go: tuple[SeatId, ...] = ()
    facts: TurnFacts = msgspec.field(name="now")
    fight: Fight | None = None
    dogfight: Dogfight | None = None
    pending: list[PendingEffect] = msgspec.field(default_factory=list)
    wounds: list[PendingWounds] = msgspec.field(default_factory=list)

    @property
    def ground(self) -> Battlefield:
        """The battlefield, after it is chosen."""
        return cast(Battlefield, self.field)

    @property
    def plan(self) -> Scenario:
        """The scenario, after it is chosen."""
        return cast(Scenario, self.scenario)

    def known_names(self) -> dict[str, Collection[str]]:
        """Return the seats, the kinds of pieces and cards, and the battlefield that the state can name."""
        tiles = self.field.tiles if self.field else ()
        ground = {"zone": self.field.zones if self.field else (), "tile": [tile.id for tile in tiles]}
        return super().known_names() | ground | {"class": CLASSES, "piece": PIECES, "deck": DECKS}

    def check_facts(self) -> None:
        """Check the dice, and that battlefield and scenario can be played by these seats."""
        if self.faces:
            exactly("faces", self.faces, DICE)
        shown = [face for faces in self.faces.values() for face in faces]
        if not set(shown) <= set(FACE_WORDS.values()) or len(shown) not in (0, len(DICE) * FACES):
            raise MalformedPosition(gettext("The position's faces are not six of those that dice can show."))
        if self.field is None or self.scenario is None:
            if self.step != "scenario" or self.squads or self.order:
                raise MalformedPosition(gettext("The position does not name its battlefield."))
            return
        if self.order:
            exactly("order", self.order, [seat.id for seat in self.seats])
        _check_scenario(self.scenario, self.field, len(self.seats))
        if not (self.fight or self.dogfight) and any(effect.role for effect in self.pending):
            raise MalformedPosition(gettext("The position's pending names a fight that does not exist."))

    def plays(self, level: Level) -> bool:
        """Return whether the rules of this level apply."""
        return LEVELS.index(self.house.level) >= LEVELS.index(level)

    def side(self, seat: str) -> str:
        """Return the side of a seat."""
        return self.plan.side_of(self.order.index(seat) + 1)

    def team(self, side: str) -> tuple[str, ...]:
        """Return the seats of a side, in order of play."""
        return tuple(seat for seat in self.order if self.side(seat) == side)

    def hostile(self, one: str, other: str) -> bool:
        """Return whether two seats are enemies."""
        return self.side(one) != self.side(other)

    def zones_of(self, seat: str) -> tuple[str, ...]:
        """Return the zones in which a seat has a squad."""
        return tuple(zone for zone, squad in self.squads.items() if squad.owner == seat)

    def start_zones(self, seat: str) -> tuple[str, ...]:
        """Return the start zones of a seat."""
        return tuple(zone for zone, owner in self.starts.items() if owner == seat)

    def on_board(self, seat: str, *units: str) -> int:
        """Count units of these classes on the board, or of all classes if none is given."""
        squads = [squad for squad in self.squads.values() if squad.owner == seat]
        if not units:
            return sum(squad.size for squad in squads)
        return sum(squad.count(unit) for squad in squads for unit in units)

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
        """Count the pieces in a seat's reserve; tanks and aircraft share the tokens (RG-TNK-1)."""
        gone = self.house.lost_units == "stay lost"
        if piece in SOLDIERS:
            return self.supply(seat, piece) + (0 if gone else self.lost[seat][piece])
        lost = self.lost[seat][TANK] + self.lost[seat][AIRCRAFT] if gone else 0
        return max(0, TOKENS - self.on_board(seat, TANK) - self.flying(seat) - lost)

    def supply(self, seat: str, soldier: str) -> int:
        """Count the soldiers of a class that are neither on the board nor lost."""
        return SOLDIERS_OF_A_CLASS - self.on_board(seat, soldier) - self.lost[seat][soldier]

    def tokens_used(self, seat: str) -> int:
        """RG-CMD-3: count the Commander tokens that a seat or its team has drawn."""
        sharing = self.team(self.side(seat)) if self.house.token_limit == "team" else (seat,)
        return sum(self.tokens_drawn[member] for member in sharing)

    def title(self, kind: str, name: str) -> str:
        """Return what people call a seat, a zone or a tile."""
        return self.name(name) if kind in ("zone", "tile") else super().title(kind, name)

    def name(self, place: str) -> str:
        """Return the name of a zone or tile."""
        return self.ground.name(place)


def _check_scenario(plan: Scenario, field: Battlefield, seats: int) -> None:
    if problems := (*battlefield_check.problems(field), *scenario.problems(plan, field)):
        raise MalformedPosition(
            "The position's battlefield or scenario cannot be played: {reason}", reason=problems[0].text
        )
    if plan.players != seats:
        raise MalformedPosition("The position's scenario is for {count} players.", count=plan.players)


def card_battle_of(state: RogueState) -> CardBattle:
    """Return the cards of the current dogfight or ground fight."""
    return cast(Dogfight | Fight, state.dogfight or state.fight).card_battle


def no_cards() -> dict[str, int]:
    """Return a hand without cards."""
    return dict.fromkeys(DECKS, 0)


def nothing_lost() -> dict[str, int]:
    """Return a record without losses."""
    return dict.fromkeys(PIECES, 0)


def names_of_zones(state: RogueState) -> dict[str, str]:
    """Map the name of each zone to its id, after a battlefield is chosen."""
    zones = state.field.zones if state.field is not None else {}
    return {zone.name: id for id, zone in zones.items()}
