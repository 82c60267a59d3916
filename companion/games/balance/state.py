"""The state of a Balance of Power game, complete at the start of every step."""

from typing import Annotated, ClassVar, Literal

from msgspec import Struct, field

from companion.games.balance.houserules import BalanceHouseRules
from companion.games.territory import state as territory
from companion.games.territory.cards import Cards
from companion.games.territory.objectives import Objectives
from companion.games.territory.state import NEUTRAL, TerritoryState
from companion.locale.messages import Message, gettext, ngettext
from companion.referee.correction import fixable
from companion.referee.names import PlaceId, SeatId
from companion.referee.timeline import turns_begun

MAX_CASUALTIES = 12
MAX_CARDS = 5
MAX_TANKS = 20
TROOPS_OF_A_TANK = 5
TROOPS_OF_AN_ARTILLERY_PIECE = 10

ActionId = Literal[
    "recon",
    "maneuver",
    "alliance",
    "attack",
    "defence",
    "general",
    "neutral",
    "draft",
    "bomb",
    "bombardment",
    "card",
    "sabotage",
    "forces",
    "espionage",
    "airfield",
]
"""Ids of the fifteen special combat actions."""


class LastingEffect(Struct, frozen=True):
    """A special combat action with a lasting effect.

    Attributes:
        action: id of the action.
        by: the buyer.
        target: the restricted seat or army; None for extra defence dice.
        place: the affected territory, if any.
    """

    action: ActionId
    by: SeatId
    target: str = ""
    place: str = ""


class NeutralAttack(Struct, frozen=True):
    """The neutral army's current attack."""

    origin: PlaceId
    target: PlaceId


class PendingAction(Struct):
    """A special combat action that is paid but not applied.

    Attributes:
        action: id of the action.
        place: the territory chosen for it.
        left: troops that it may still move.
    """

    action: ActionId
    place: str = ""
    left: int = 0


class Surplus(Struct):
    """Cards over a seat's limit that have no new owner yet."""

    seat: SeatId
    cards: int


class TurnFacts(territory.TurnFacts):
    """Facts of the current turn.

    Attributes:
        losing: the Losing Player at the start of the turn; None before it is known.
        neutral_drafted: whether the neutral reinforcements are done.
        neutral_attacked: whether the neutral army has begun its attack.
        neutral_attack: the current attack of the neutral army.
        pending: the special combat action to apply next.
        recon: number of dice that cannot show a one in attacks on sites.
        extra_dice: number of extra attack dice.
        special_forces: whether rough terrain may be attacked with three dice.
        traded: whether the trade of stars is over.
        traded_troops: troops received for stars.
        reinforcements_counted: whether the draft has been added to the supply.
        surplus: cards over the limit.
        conquered: whether a territory has been conquered.
        maneuvered: whether the maneuver is over.
        drawn: whether the card was drawn, or none was due.
    """

    losing: Annotated[SeatId | None, fixable("Losing as the turn began", "BP-LOSE")] = None
    neutral_drafted: bool = False
    neutral_attacked: bool = False
    neutral_attack: NeutralAttack | None = field(name="engagement", default=None)
    pending: PendingAction | None = None
    recon: Annotated[int, fixable("Dice that recon saves", "BP-SCA-RECON", most=9)] = 0
    extra_dice: Annotated[int, fixable("Extra attack dice", "BP-SCA-ATTACK", most=9, key="dice")] = 0
    special_forces: Annotated[bool, fixable("Special forces", "BP-SCA-FORCES", key="forces")] = False
    traded: bool = False
    traded_troops: int = 0
    reinforcements_counted: bool = field(name="mustered", default=False)
    surplus: Surplus | None = None
    conquered: Annotated[bool, fixable("Conquered this turn", "CL-CARD")] = False
    maneuvered: bool = False
    drawn: bool = False


CAPITAL = fixable("capital", "BP-SET-6", key="capital", when=turns_begun)
AIRFIELD = fixable("airfield", "BP-SCA-AIRFIELD", key="tower", when=turns_begun)
TANKS = fixable(
    "tanks", "BP-TNK", most=MAX_TANKS, when=lambda state: state.turn and state.house.tanks == "yes"
)


class BalanceState(TerritoryState, kw_only=True):
    """The complete state of one game.

    Attributes:
        house: the house rules in force.
        cards: where the cards are.
        troops: total troops of each army: on the board, in piles and in the supply.
        troop_pile: troops in each army's troop pile.
        casualties: each army's Pile of Casualties.
        landmarks: territories with a ``"city"``, ``"rough"`` terrain or a ``"site"``, in drawing order.
        neutral_placed: whether the neutral army is on its sites.
        capitals: territory of each seat's capital.
        airfields: owner of the airfield on each territory.
        tanks: number of tanks by territory.
        effects: special combat actions in force.
        prices: price of each special combat action.
        site_troops: troops in the draft for each site.
        objectives: the objectives in play.
        starter: the starting seat.
        new_round: whether this is the first turn of its round.
        facts: facts of the current turn.
    """

    pieces: ClassVar[str] = gettext("troops")

    house: BalanceHouseRules
    cards: Cards
    troops: dict[str, int]
    troop_pile: dict[str, int]
    casualties: dict[str, int]
    landmarks: dict[str, list[PlaceId]]
    prices: dict[str, int]
    neutral_placed: bool = False
    capitals: dict[SeatId, Annotated[PlaceId, CAPITAL]] = field(default_factory=dict)
    airfields: dict[PlaceId, Annotated[SeatId, AIRFIELD]] = field(default_factory=dict)
    tanks: dict[PlaceId, Annotated[int, TANKS]] = field(default_factory=dict)
    effects: list[LastingEffect] = field(default_factory=list)
    site_troops: int = 0
    objectives: Objectives = field(name="shelf", default_factory=Objectives)
    starter: SeatId | None = None
    new_round: bool = True
    facts: TurnFacts = field(name="deeds", default_factory=TurnFacts)

    def many(self, count: int) -> Message:
        """Say a number of troops."""
        return ngettext("{count} troop", "{count} troops", count)

    def hostile(self, seat: str, owner: str | None) -> bool:
        """Return whether an army can attack an owner's territory; players may enter empty ones (BP-A14)."""
        return super().hostile(seat, owner) or (owner is None and seat != NEUTRAL)

    @property
    def neutral_army(self) -> bool:
        """Return whether the neutral army has troops on the board (BP-NEU-9)."""
        return self.holds_land(NEUTRAL)

    def marked(self, owner: str, kind: str) -> tuple[str, ...]:
        """Return the cities, rough territories or sites that this owner holds."""
        return tuple(place for place in self.held(owner) if place in self.landmarks[kind])

    def in_use(self, owner: str) -> int:
        """Return the number of an army's troops outside its troop pile; a tank counts as five (BP-UNIT)."""
        tanks = sum(self.tanks.get(place, 0) for place in self.held(owner))
        return self.armies(owner) + self.casualties[owner] + self.supply[owner] + TROOPS_OF_A_TANK * tanks

    def recount(self) -> None:
        """Set each troop pile to the unused troops; raise an army's total if more troops are in use."""
        for owner in self.troops:
            used = self.in_use(owner)
            self.troops[owner] = max(self.troops[owner], used)
            self.troop_pile[owner] = self.troops[owner] - used

    def in_force(self, action: ActionId) -> tuple[LastingEffect, ...]:
        """Return the effects of one special combat action that are in force."""
        return tuple(effect for effect in self.effects if effect.action == action)

    def begin_turn(self) -> None:
        """BP-NEU-1: begin with the neutral step; BP-A12, BP-A13: end effects that last until this turn."""
        super().begin_turn()
        self.step = "neutral"
        self.supply = dict.fromkeys(self.troops, 0)
        self.recount()
        self.effects = [effect for effect in self.effects if not self._runs_out(effect)]
        self.objectives.begin_turn(self.held(self.mover.id))

    def _runs_out(self, effect: LastingEffect) -> bool:
        return effect.by == self.active and effect.target in ("", NEUTRAL)
