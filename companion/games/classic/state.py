"""The state of a classic Risk game, complete at the start of every step."""

from typing import Annotated, Any

from msgspec import Struct, field

from companion.games.classic.houserules import RED_SEA, ClassicHouseRules
from companion.games.territory import state as territory
from companion.games.territory.cards import Cards
from companion.games.territory.objectives import Objectives
from companion.games.territory.state import DEFENCE_DICE, TerritoryState, gather_facts
from companion.referee.correction import fixable
from companion.referee.names import PlaceId, SeatId
from companion.referee.timeline import turns_begun

WILD_CARDS = 2


class TurnFacts(territory.TurnFacts):
    """Facts of the current turn.

    Attributes:
        reinforcements_counted: whether the reinforcements have been added to the supply.
        traded_armies: armies received for cards.
        traded_stars: whether stars have been traded.
        bonus_taken: whether two armies were put on a territory that is on a traded card.
        conquered: whether a territory has been conquered.
        trade_down: whether cards from an elimination must be traded immediately.
        airfield_due: whether an airfield must still be placed.
        maneuvers: number of moves at the end of the turn.
    """

    reinforcements_counted: bool = field(name="mustered", default=False)
    traded_armies: int = 0
    traded_stars: bool = False
    bonus_taken: bool = False
    conquered: Annotated[bool, fixable("Conquered this turn", "CL-CARD")] = False
    trade_down: bool = False
    airfield_due: bool = False
    maneuvers: int = 0


class Edition2008(Struct):
    """State of the 2008 edition; empty in other editions (CL-2008).

    Attributes:
        cities: territories with a city.
        capitals: territory of each seat's capital; a conquest does not move it.
        objectives: objectives in play and their rewards.
        airfields: owner of the airfield on each territory.
    """

    cities: list[PlaceId] = []
    capitals: dict[SeatId, PlaceId] = {}
    objectives: Objectives = field(name="shelf", default_factory=Objectives)
    airfields: dict[PlaceId, Annotated[SeatId, fixable("airfield", "CL-2008-R", key="tower")]] = {}


SETS = fixable("Sets traded so far", "CL-SET", most=99, grows=True, key="sets", when=turns_begun)


class ClassicState(TerritoryState, kw_only=True):
    """The complete state of one game.

    Attributes:
        house: the house rules in force.
        cards: where the cards are.
        starter: the starting seat; each round begins with it.
        sets_traded: sets traded so far, by all players.
        eliminated: who eliminated each eliminated seat.
        facts: facts of the current turn.
        edition_2008: state of the 2008 edition.
    """

    house: ClassicHouseRules
    cards: Cards
    starter: SeatId | None = None
    sets_traded: Annotated[int, SETS] = 0
    eliminated: dict[SeatId, SeatId] = field(default_factory=dict)
    facts: TurnFacts = field(default_factory=TurnFacts)
    edition_2008: Edition2008 = field(name="campaign", default_factory=Edition2008)

    @property
    def is_2008(self) -> bool:
        """Whether the 2008 edition is played (CL-2008)."""
        return self.house.edition == "2008"

    @property
    def has_capitals(self) -> bool:
        """Whether players have capitals: in the 2008 edition (CL-2008) and in Capital Risk (CL-CAP)."""
        return self.is_2008 or self.house.goal == "capitals"

    @property
    def hides_capitals(self) -> bool:
        """CL-CAP: whether capitals are being chosen in secret; all are shown when the step ends."""
        secret = self.house.capitals == "in secret" and not self.is_2008
        return self.step == "capitals" and secret

    @property
    def defence_dice(self) -> int:
        """CL-ATK, CL-ED: the most dice that defend a territory."""
        return 3 if self.house.defence == "three dice" else DEFENCE_DICE

    @property
    def has_stars(self) -> bool:
        """Whether cards have stars (CL-STAR): by house rule, and always in the 2008 edition."""
        return self.is_2008 or self.house.cards == "stars"

    def begin_turn(self) -> None:
        """CL-TURN: begin with the trade step; CL-2008-O: store the territories held at the start."""
        super().begin_turn()
        self.step = "trade"
        if self.is_2008:
            self.edition_2008.objectives.begin_turn(self.held(self.mover.id))

    def neighbours(self, territory: str) -> tuple[str, ...]:
        """Return the linked territories; one edition lacks the link over the Red Sea (CL-MAP)."""
        linked = super().neighbours(territory)
        if territory not in RED_SEA or self.house.red_sea == "open":
            return linked
        return tuple(place for place in linked if place not in RED_SEA)


def upgrade(fields: dict[str, Any]) -> None:
    """Migrate an older state: the facts of the turn were separate fields, and capitals chosen openly."""
    fields["house"].setdefault("capitals", "in turn")
    gather_facts(fields, "traded_armies", "mustered", "traded_stars", "bonus_taken", "conquered")
    gather_facts(fields, "trade_down", "occupation")
    gather_facts(fields, "airfield_due", "maneuvers", inside="campaign")
