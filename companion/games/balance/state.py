"""The state of a game of the variant: plain facts, complete at the start of every step."""

from typing import ClassVar, Literal

from msgspec import Struct, field

from companion.games.balance.houserules import BalanceHouseRules
from companion.games.territory import state as territory
from companion.games.territory.cards import Cards
from companion.games.territory.objectives import Objectives
from companion.games.territory.state import NEUTRAL, TerritoryState

MAX_CASUALTIES = 12
MAX_CARDS = 5
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
"""The fifteen special combat actions, in the order of their prices."""


class Effect(Struct, frozen=True):
    """A special combat action that lasts.

    Attributes:
        action: which.
        by: who bought it.
        target: the seat or army that it restricts; none for a better defence.
        place: the territory it is about, if it is about one.
    """

    action: ActionId
    by: str
    target: str = ""
    place: str = ""


class NeutralAttack(Struct, frozen=True):
    """The neutral army's one attack, while it goes on."""

    origin: str
    target: str


class Pending(Struct):
    """A special combat action that is paid for and not yet carried out.

    Attributes:
        action: which.
        place: the territory chosen for it so far.
        left: troops it may still move.
    """

    action: ActionId
    place: str = ""
    left: int = 0


class Surplus(Struct):
    """Cards that came to a seat over the limit and lie on the table until it is clear whose they are."""

    seat: str
    cards: int


class TurnFacts(territory.TurnFacts):
    """What has happened in this turn.

    Attributes:
        losing: who was losing when the turn began, once that was settled.
        neutral_drafted: the neutral reinforcements have been taken.
        neutral_attacked: the neutral army has begun its one attack.
        neutral_attack: that attack, while it goes on.
        pending: a special combat action to be carried out.
        recon: dice that cannot be one when attacking a site.
        extra_dice: extra attack dice.
        special_forces: rough terrain may be attacked with three.
        traded: stars have been traded, or not, and the time for it is over.
        traded_troops: troops that the stars brought.
        reinforcements_counted: the draft is in the supply.
        surplus: cards over the limit.
        conquered: a territory has been conquered.
        maneuvered: the maneuver is over.
        drawn: the card has been drawn, or is not due.
    """

    losing: str | None = None
    neutral_drafted: bool = False
    neutral_attacked: bool = False
    neutral_attack: NeutralAttack | None = field(name="engagement", default=None)
    pending: Pending | None = None
    recon: int = 0
    extra_dice: int = 0
    special_forces: bool = False
    traded: bool = False
    traded_troops: int = 0
    reinforcements_counted: bool = field(name="mustered", default=False)
    surplus: Surplus | None = None
    conquered: bool = False
    maneuvered: bool = False
    drawn: bool = False


class BalanceState(TerritoryState, kw_only=True):
    """Everything about one game.

    Attributes:
        house: the house rules in force.
        cards: where the cards are.
        troops: troops that each army has in all: on the board, in piles and in the supply.
        troop_pile: troops in each army's troop pile.
        casualties: each army's Pile of Casualties.
        landmarks: territories with a ``"city"``, ``"rough"`` terrain or a ``"site"``, as they were drawn.
        neutral_placed: the neutral army stands on its sites.
        capitals: where each seat's capital stands.
        airfields: whose airfield stands where.
        tanks: tanks by territory.
        effects: special combat actions in force.
        prices: what each special combat action costs.
        site_troops: troops that each site held brings in the draft.
        objectives: the objectives in play.
        starter: seat that goes first.
        new_round: this is the first turn of its round.
        facts: what has happened in this turn.
    """

    pieces: ClassVar[tuple[str, str]] = ("troop", "troops")

    house: BalanceHouseRules
    cards: Cards
    troops: dict[str, int]
    troop_pile: dict[str, int]
    casualties: dict[str, int]
    landmarks: dict[str, list[str]]
    prices: dict[str, int]
    neutral_placed: bool = False
    capitals: dict[str, str] = field(default_factory=dict)
    airfields: dict[str, str] = field(default_factory=dict)
    tanks: dict[str, int] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    site_troops: int = 0
    objectives: Objectives = field(name="shelf", default_factory=Objectives)
    starter: str | None = None
    new_round: bool = True
    facts: TurnFacts = field(name="deeds", default_factory=TurnFacts)

    def hostile(self, seat: str, owner: str | None) -> bool:
        """Return whether an army may attack what this owner holds; players walk into empty land (BP-A14)."""
        return super().hostile(seat, owner) or (owner is None and seat != NEUTRAL)

    @property
    def neutral_army(self) -> bool:
        """The neutral army still has troops on the board (BP-NEU-9)."""
        return bool(self.held(NEUTRAL))

    def marked(self, owner: str, kind: str) -> tuple[str, ...]:
        """Return the cities, rough territories or sites that this owner holds."""
        return tuple(place for place in self.held(owner) if place in self.landmarks[kind])

    def in_use(self, owner: str) -> int:
        """Return how many of an army's troops are not in its troop pile; a tank counts five (BP-UNIT)."""
        tanks = sum(self.tanks.get(place, 0) for place in self.held(owner))
        return self.armies(owner) + self.casualties[owner] + self.supply[owner] + TROOPS_OF_A_TANK * tanks

    def recount(self) -> None:
        """Leave in each troop pile what is not in use; an army larger than was said has this many troops."""
        for owner in self.troops:
            used = self.in_use(owner)
            self.troops[owner] = max(self.troops[owner], used)
            self.troop_pile[owner] = self.troops[owner] - used

    def in_force(self, action: ActionId) -> tuple[Effect, ...]:
        """Return the effects of one special combat action that are in force."""
        return tuple(effect for effect in self.effects if effect.action == action)

    def begin_turn(self) -> None:
        """BP-NEU-1: the neutral army is first; BP-A12, BP-A13: what lasts until your next turn ends."""
        super().begin_turn()
        self.step = "neutral"
        self.supply = dict.fromkeys(self.troops, 0)
        self.recount()
        self.effects = [effect for effect in self.effects if not self._runs_out(effect)]
        self.objectives.begin_turn(self.held(self.mover.id))

    def _runs_out(self, effect: Effect) -> bool:
        return effect.by == self.active and effect.target in ("", NEUTRAL)
