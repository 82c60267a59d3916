"""The state of a battle, complete at the start of every step."""

from collections.abc import Collection
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from companion.errors import MalformedPosition, UnknownName
from companion.games.battle.army_list import BATTLE_RISK, ArmyList, UnitType, Weapon
from companion.games.battle.houserules import BattleHouseRules
from companion.locale.messages import gettext, gettext_noop
from companion.referee.correction import fixable
from companion.referee.inches import STEPS
from companion.referee.names import BySeat, SeatId, exactly
from companion.referee.timeline import State

SoldierId = Annotated[str, Meta(extra={"names": "soldier"})]
CannonId = Annotated[str, Meta(extra={"names": "cannon"})]
PieceId = Annotated[str, Meta(extra={"names": "piece"})]
UnitTypeId = Annotated[str, Meta(extra={"names": "unit type"})]
ShotId = Annotated[str, Meta(extra={"names": "shot"})]

Fate = Literal["fights", "flees", "rallied", "killed", "fled"]
IN_BATTLE = ("fights", "flees", "rallied")


class Piece(Struct, kw_only=True):
    """The common fields of soldiers and cannons.

    Attributes:
        id: its name in answers, such as ``"red-infantry-1"``.
        seat: its owner.
        kind: its id in the army list.
        spent: movement points spent this turn.
        attacked: whether it has attacked this turn.
    """

    id: str
    seat: SeatId
    kind: UnitTypeId
    spent: int = 0
    attacked: bool = False


class Soldier(Piece, kw_only=True):
    """A soldier on foot or on horseback.

    Attributes:
        fate: its condition; soldiers that rallied this turn cannot attack in it.
        charged: whether it gave up a movement point for a charge this turn.
        dismounted: whether its horse was killed.
    """

    fate: Annotated[Fate, fixable("fate", "BR-DMG-1")] = "fights"
    charged: bool = False
    dismounted: bool = False

    @property
    def on_field(self) -> bool:
        """Whether it is on the battlefield."""
        return self.fate in IN_BATTLE


class Cannon(Piece, kw_only=True):
    """A cannon.

    Attributes:
        set_up: whether it is set up; otherwise it is broken down.
        set_up_in: number of the turn in which it was last set up; 0 before the first.
        crew: id of the soldier that mans it.
        captured_in: number of the turn in which it was captured; 0 for never.
        destroyed: whether it is destroyed.
    """

    set_up: bool = True
    set_up_in: int = 0
    crew: SoldierId | None = None
    captured_in: int = 0
    destroyed: bool = False


class Purse(Struct):
    """A treasury and its income and expenses.

    Attributes:
        awarded: amount at the start.
        earned: sum of bonuses.
        paid: sum of prices.
        corrected: sum of corrections.
    """

    awarded: int = 0
    earned: int = 0
    paid: int = 0
    corrected: int = 0

    @property
    def left(self) -> int:
        """The current amount."""
        return self.awarded + self.earned - self.paid + self.corrected


class Numbers(Struct):
    """Numbers that the rules leave out, as entered by the table.

    Attributes:
        contact: largest distance of two figures that touch, in sixteenths of an inch.
        treasury: amount of every treasury at the start.
        automatic_cannon: price of an automatic cannon.
    """

    contact: Annotated[int, fixable("Contact, in sixteenths of an inch", "BR-ATK-2", most=STEPS)] = 4
    treasury: int = 100
    automatic_cannon: int = 30


class Shot(Struct, tag=True):
    """A shot whose targets are still to be rolled for.

    Attributes:
        cannon: id of the cannon.
        shot: kind of shot.
        targets: soldiers under the template, next first.
        hits: hit dice rolled in advance, if a house rule says so.
    """

    cannon: CannonId
    shot: ShotId
    targets: list[SoldierId]
    hits: list[int]


class Misfire(Struct, tag=True):
    """A misfire that may destroy the cannon."""

    cannon: CannonId


class Wound(Struct, tag=True):
    """A hit on a soldier.

    Attributes:
        soldier: id of the soldier.
        by: id of the attacking piece.
        saved: whether the save succeeded, as the table says; None if it is still to be rolled.
    """

    soldier: SoldierId
    by: PieceId
    saved: bool | None = None


class Unmanned(Struct, tag=True):
    """A cannon that may be destroyed because a cannon killed its crew."""

    cannon: CannonId
    by: SeatId


class Fallen(Struct, tag=True):
    """The death of a commander, which causes fear."""

    commander: SoldierId


class Fear(Struct, tag=True):
    """A soldier's roll for fear."""

    soldier: SoldierId


class Flight(Struct, tag=True):
    """A soldier that leaves the field immediately (BR-A4)."""

    soldier: SoldierId


PendingEvent = Shot | Misfire | Wound | Unmanned | Fallen | Fear | Flight


class BattleState(State, kw_only=True):
    """The complete state of one battle.

    Attributes:
        house: the house rules in force.
        numbers: numbers that the table entered.
        soldiers: all soldiers by id, including dead ones.
        cannons: all cannons by id, including destroyed ones.
        purses: every seat's treasury.
        kills: number of enemies killed by each seat.
        order: seats in order of play.
        unasked: cannons whose crew has not been asked for.
        roll: this turn's movement roll; 0 before the roll.
        bought: whether purchases of this turn are done.
        pending: events to resolve, the next first.
        fallen: seats that lost their last soldier to the current shot (BR-A16).
        army_list: profiles of the units.
        library: the army lists to choose from, until one is chosen.
        unreadable: by name, why a file of the table's is no army list, until then.
    """

    house: BattleHouseRules
    numbers: Numbers
    soldiers: dict[str, Soldier]
    cannons: dict[str, Cannon]
    purses: BySeat[Purse]
    kills: BySeat[Annotated[int, fixable("kills", "BR-DMG-1", most=999)]]
    order: Annotated[tuple[SeatId, ...], Meta(extra={"each": "seat"})]
    unasked: list[CannonId]
    roll: int = 0
    bought: bool = False
    pending: list[PendingEvent] = msgspec.field(name="matters")
    fallen: list[SeatId] = msgspec.field(default_factory=list)
    army_list: ArmyList = BATTLE_RISK
    library: tuple[ArmyList, ...] = ()
    unreadable: dict[str, str] = msgspec.field(default_factory=dict)

    def known_names(self) -> dict[str, Collection[str]]:
        """Return the seats, the pieces and the types of units and shots that the state can name."""
        known = super().known_names()
        known |= {
            "soldier": self.soldiers,
            "cannon": self.cannons,
            "piece": {**self.soldiers, **self.cannons},
        }
        return known | {"unit type": self.army_list.units, "shot": self.army_list.shots}

    def check_facts(self) -> None:
        """Check that each piece has its own id, and is what its kind says."""
        for id, piece in (self.soldiers | self.cannons).items():
            exactly(id, (piece.id,), (id,))
            is_cannon = self.unit_type(piece).arm == "cannon"
            if is_cannon != isinstance(piece, Cannon):
                named = {"piece": id, "unit": piece.kind}
                raise MalformedPosition(
                    gettext("The position's {piece} is a {unit}, which is no soldier.", **named)
                    if is_cannon
                    else gettext("The position's {piece} is a {unit}, which is no cannon.", **named)
                )

    def piece(self, name: str) -> Soldier | Cannon:
        """Return the soldier or cannon with this id.

        Raises:
            UnknownName: there is none.
        """
        found = self.soldiers.get(name) or self.cannons.get(name)
        if found is None:
            raise UnknownName("There is no soldier {name}; the roster shows their ids.", name=repr(name))
        return found

    def name(self, piece: Piece) -> str:
        """Name a piece for people: after its first owner, whoever has captured it; its id says all that."""
        return self._named(piece, gettext_noop("{player} {unit} {number}"))

    def short_name(self, piece: Piece) -> str:
        """Name a piece without its side."""
        return self._named(piece, gettext_noop("{unit} {number}"))

    def own_name(self, piece: Piece) -> str:
        """Name a piece to its player: without the side, unless it was captured from another."""
        captured = not piece.id.startswith(f"{piece.seat}-")
        return self.name(piece) if captured else self.short_name(piece)

    def _named(self, piece: Piece, template: str) -> str:
        for seat in self.seats:
            if piece.id.startswith(f"{seat.id}-"):
                kind, _, number = piece.id.removeprefix(f"{seat.id}-").rpartition("-")
                if kind in self.army_list.units:
                    unit = self.army_list.units[kind].in_a_sentence
                    return gettext(template, player=seat.name, unit=unit, number=number)
        return piece.id

    def unit_type(self, piece: Piece) -> UnitType:
        """Return the profile of a piece."""
        return self.army_list.units[piece.kind]

    def weapon(self, piece: Piece) -> Weapon:
        """Return the weapon of a piece."""
        return self.army_list.weapon_of(self.unit_type(piece))

    def on_foot(self, soldier: Soldier) -> bool:
        """Return whether a soldier is infantry."""
        return self.unit_type(soldier).arm == "infantry"

    def army(self, seat: str) -> tuple[Soldier, ...]:
        """Return a seat's soldiers on the field."""
        return tuple(man for man in self.soldiers.values() if man.seat == seat and man.on_field)

    def field(self) -> tuple[Soldier, ...]:
        """Return all soldiers on the field."""
        return tuple(man for man in self.soldiers.values() if man.on_field)

    def pieces(self) -> tuple[Soldier | Cannon, ...]:
        """Return all soldiers and cannons on the field."""
        return (*self.field(), *(gun for gun in self.cannons.values() if not gun.destroyed))

    def battery(self, seat: str) -> tuple[Cannon, ...]:
        """Return a seat's cannons."""
        return tuple(gun for gun in self.cannons.values() if gun.seat == seat and not gun.destroyed)

    def commanders(self, seat: str) -> tuple[Soldier, ...]:
        """Return a seat's commanders who do not run."""
        return tuple(man for man in self.army(seat) if self.unit_type(man).commander and man.fate != "flees")

    def manned_by(self, soldier: str) -> Cannon | None:
        """Return the cannon that a soldier mans."""
        return next((gun for gun in self.cannons.values() if gun.crew == soldier), None)

    def standing(self) -> tuple[str, ...]:
        """Return the seats that are still in the battle, in order of play (BR-WIN, BR-A17)."""
        return tuple(seat for seat in self.order if self.army(seat) or self._lone_cannon(seat))

    def fights_alone(self, gun: Cannon) -> bool:
        """BR-A17: whether a cannon is all that its side has, and may be attacked itself."""
        return self.unit_type(gun).automatic and not self.army(gun.seat) and self._lone_cannon(gun.seat)

    def _lone_cannon(self, seat: str) -> bool:
        return self.house.lone_cannon == "fights on" and any(
            self.unit_type(gun).automatic for gun in self.battery(seat)
        )

    @property
    def under_fire(self) -> bool:
        """BR-A16: whether a shot is being resolved, so that nobody has won yet."""
        return any(isinstance(event, Shot | Wound) for event in self.pending)

    def drop_void_events(self) -> None:
        """Drop what is still to be rolled for pieces that are gone, with the dice rolled for them."""
        for shot in self.pending:
            if isinstance(shot, Shot):
                rolled = len(shot.hits)
                there = [number for number, man in enumerate(shot.targets) if self.soldiers[man].on_field]
                shot.hits = [shot.hits[number] for number in there if number < rolled]
                shot.targets = [shot.targets[number] for number in there]
        self.pending = [event for event in self.pending if self._is_due(event)]

    def _is_due(self, event: PendingEvent) -> bool:
        match event:
            case Shot() | Misfire() | Unmanned():
                return not self.cannons[event.cannon].destroyed
            case Wound():
                return self.soldiers[event.soldier].on_field
            case Fear():
                return self.soldiers[event.soldier].fate in ("fights", "rallied")
            case Flight():
                return self.soldiers[event.soldier].fate == "flees"
            case Fallen():
                return not self.soldiers[event.commander].on_field

    def points_left(self, piece: Piece) -> int:
        """BR-MOV-1: return the movement points that a piece has left."""
        return max(0, self.roll - piece.spent)

    def begin_turn(self) -> None:
        """Reset the facts of the previous turn."""
        self.step, self.roll, self.bought = "buy", 0, False
        for gun in self.cannons.values():
            gun.spent, gun.attacked = 0, False
        for man in self.soldiers.values():
            man.spent, man.attacked, man.charged = 0, False, False
            man.fate = "fights" if man.fate == "rallied" else man.fate
