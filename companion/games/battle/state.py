"""The state of a battle: plain facts, complete at the start of every step."""

from typing import Literal

import msgspec
from msgspec import Struct

from companion.errors import UnknownName
from companion.games.battle.houserules import BattleHouseRules
from companion.games.battle.unit_types import UNIT_TYPES, UnitType
from companion.referee.timeline import State

Fate = Literal["fights", "flees", "rallied", "killed", "fled"]
IN_BATTLE = ("fights", "flees", "rallied")


class Piece(Struct, kw_only=True):
    """What soldiers and cannons share.

    Attributes:
        id: its name in answers, such as ``"red-infantry-1"``.
        name: its name for people; it names the colour it came in, not its present owner.
        seat: whose it is.
        kind: its line of the price list.
        spent: movement points spent this turn.
        attacked: it has attacked this turn.
    """

    id: str
    name: str
    seat: str
    kind: str
    spent: int = 0
    attacked: bool = False

    @property
    def unit_type(self) -> UnitType:
        """Its line of the price list."""
        return UNIT_TYPES[self.kind]


class Soldier(Piece, kw_only=True):
    """A man on foot or on horseback.

    Attributes:
        fate: what has become of it; those who have rallied this turn have run and do not attack in it.
        charged: it has given up a movement point for a charge this turn.
        dismounted: its horse was shot from under it.
    """

    fate: Fate = "fights"
    charged: bool = False
    dismounted: bool = False

    @property
    def on_field(self) -> bool:
        """It is still on the battlefield."""
        return self.fate in IN_BATTLE

    @property
    def on_foot(self) -> bool:
        """It is infantry."""
        return self.unit_type.arm == "infantry"


class Cannon(Piece, kw_only=True):
    """A cannon.

    Attributes:
        set_up: it is set up and not broken down.
        set_up_in: number of the turn in which it was last set up; 0 before the first.
        crew: the soldier that mans it.
        captured_in: number of the turn in which it was captured; 0 for never.
        destroyed: it is gone.
    """

    set_up: bool = True
    set_up_in: int = 0
    crew: str | None = None
    captured_in: int = 0
    destroyed: bool = False

    @property
    def automatic(self) -> bool:
        """BR-MRC-3: it needs no crew."""
        return self.unit_type.mercenary


class Purse(Struct):
    """A treasury and where it came from.

    Attributes:
        awarded: what it began with.
        earned: bonuses so far.
        paid: prices so far.
        corrected: what corrections by hand have added to it.
    """

    awarded: int = 0
    earned: int = 0
    paid: int = 0
    corrected: int = 0

    @property
    def left(self) -> int:
        """What is in it."""
        return self.awarded + self.earned - self.paid + self.corrected


class Numbers(Struct):
    """What the document does not say and the table has filled in.

    Attributes:
        contact: sixteenths of an inch between two figures that still count as touching.
        treasury: what every treasury begins with.
        automatic_cannon: price of an automatic cannon.
    """

    contact: int = 4
    treasury: int = 100
    automatic_cannon: int = 30


class Shot(Struct, tag=True):
    """A cannon has fired; these soldiers are still to be rolled for.

    Attributes:
        cannon: id of the cannon.
        shot: what it fired.
        targets: those under the paper, next first.
        hits: hit dice rolled ahead for them, where a house rule rolls them ahead.
    """

    cannon: str
    shot: str
    targets: list[str]
    hits: list[int]


class Misfire(Struct, tag=True):
    """A cannon has misfired and may burst."""

    cannon: str


class Wound(Struct, tag=True):
    """A soldier is hit.

    Attributes:
        soldier: who is hit.
        by: id of the piece that hit.
    """

    soldier: str
    by: str


class Unmanned(Struct, tag=True):
    """A cannon's crew was killed by a cannon, and the cannon may be lost with it.

    Attributes:
        cannon: id of the cannon.
        by: seat whose cannon did it.
    """

    cannon: str
    by: str


class Fallen(Struct, tag=True):
    """A commander was killed and fear goes round."""

    commander: str


class Fear(Struct, tag=True):
    """A soldier must show whether it stands or runs."""

    soldier: str


class Flight(Struct, tag=True):
    """A soldier runs off the field at once (BR-A4)."""

    soldier: str


PendingEvent = Shot | Misfire | Wound | Unmanned | Fallen | Fear | Flight


class BattleState(State, kw_only=True):
    """Everything about one battle.

    Attributes:
        house: the house rules in force.
        numbers: what the table has filled in.
        soldiers: every soldier there ever was, by id.
        cannons: every cannon there ever was, by id.
        purses: every seat's treasury.
        kills: enemies each seat has killed.
        order: seats in order of play.
        unasked: cannons whose crew has not been asked for yet.
        roll: this turn's movement roll; 0 before it.
        bought: purchases of this turn are done.
        pending: events still to be resolved, the next first.
        fallen: seats that have lost their last soldier to the shot that is being resolved (BR-A16).
    """

    house: BattleHouseRules
    numbers: Numbers
    soldiers: dict[str, Soldier]
    cannons: dict[str, Cannon]
    purses: dict[str, Purse]
    kills: dict[str, int]
    order: tuple[str, ...]
    unasked: list[str]
    roll: int = 0
    bought: bool = False
    pending: list[PendingEvent] = msgspec.field(name="matters")
    fallen: list[str] = msgspec.field(default_factory=list)

    def piece(self, name: str) -> Soldier | Cannon:
        """Return the soldier or cannon with this id.

        Raises:
            UnknownName: there is none.
        """
        found = self.soldiers.get(name) or self.cannons.get(name)
        if found is None:
            raise UnknownName(f"There is no soldier {name!r}; the roster shows their ids.")
        return found

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
        return tuple(man for man in self.army(seat) if man.unit_type.commander and man.fate != "flees")

    def manned_by(self, soldier: str) -> Cannon | None:
        """Return the cannon that a soldier mans."""
        return next((gun for gun in self.cannons.values() if gun.crew == soldier), None)

    def standing(self) -> tuple[str, ...]:
        """Return the seats that are still in the battle, in order of play (BR-WIN, BR-A17)."""
        return tuple(seat for seat in self.order if self.army(seat) or self._lone_cannon(seat))

    def _lone_cannon(self, seat: str) -> bool:
        return self.house.lone_cannon == "fights on" and any(gun.automatic for gun in self.battery(seat))

    @property
    def under_fire(self) -> bool:
        """BR-A16: a shot is still being resolved, so nobody has won yet."""
        return any(isinstance(event, Shot | Wound) for event in self.pending)

    def points_left(self, piece: Piece) -> int:
        """BR-MOV-1: what is left of the roll for one piece."""
        return max(0, self.roll - piece.spent)

    def begin_turn(self) -> None:
        """Forget the facts of the turn before."""
        self.step, self.roll, self.bought = "buy", 0, False
        for gun in self.cannons.values():
            gun.spent, gun.attacked = 0, False
        for man in self.soldiers.values():
            man.spent, man.attacked, man.charged = 0, False, False
            man.fate = "fights" if man.fate == "rallied" else man.fate
