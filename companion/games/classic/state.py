"""The state of a game of classic Risk: plain facts, complete at the start of every step."""

from typing import Any

from msgspec import Struct, field

from companion.games.classic.houserules import ClassicHouseRules
from companion.games.territory import state as territory
from companion.games.territory.cards import Cards
from companion.games.territory.objectives import Objectives
from companion.games.territory.rewards import Towers
from companion.games.territory.state import TerritoryState, gather_facts

TERRITORY_CARDS = 42
WILD_CARDS = 2
RED_SEA = frozenset({"east-africa", "middle-east"})


class TurnFacts(territory.TurnFacts):
    """What has happened in this turn so far.

    Attributes:
        reinforcements_counted: the reinforcements for territories and continents have been counted.
        traded_armies: armies that cards have brought.
        traded_stars: stars have been traded.
        bonus_taken: two armies have been put on a territory that a traded card shows.
        conquered: a territory has been conquered.
        trade_down: cards were taken by elimination, and must be traded at once.
        airfield_due: an airfield has still to be placed.
        maneuvers: moves made at the end of the turn.
    """

    reinforcements_counted: bool = field(name="mustered", default=False)
    traded_armies: int = 0
    traded_stars: bool = False
    bonus_taken: bool = False
    conquered: bool = False
    trade_down: bool = False
    airfield_due: bool = False
    maneuvers: int = 0


class Edition2008(Struct):
    """What the 2008 edition adds; all of it is empty in the others (CL-2008).

    Attributes:
        cities: territories with a city.
        capitals: where each seat's capital is; it stays there if another player takes the territory.
        objectives: objectives in play and their rewards.
        airfields: whose airfield stands on which territory.
    """

    cities: list[str] = []
    capitals: dict[str, str] = {}
    objectives: Objectives = field(name="shelf", default_factory=Objectives)
    airfields: Towers = {}


class ClassicState(TerritoryState, kw_only=True):
    """Everything about one game.

    Attributes:
        house: the house rules in force.
        cards: where the cards are.
        starter: seat that began; a round ends when the order of play comes round to it.
        sets_traded: sets traded in by anyone so far.
        eliminated: who eliminated each seat that is out.
        facts: what has happened in this turn so far.
        edition_2008: what the 2008 edition adds.
    """

    house: ClassicHouseRules
    cards: Cards
    starter: str | None = None
    sets_traded: int = 0
    eliminated: dict[str, str] = field(default_factory=dict)
    facts: TurnFacts = field(default_factory=TurnFacts)
    edition_2008: Edition2008 = field(name="campaign", default_factory=Edition2008)

    @property
    def is_2008(self) -> bool:
        """Whether the 2008 edition is played (CL-2008)."""
        return self.house.edition == "2008"

    @property
    def has_capitals(self) -> bool:
        """Whether everybody has a capital: in the 2008 edition (CL-2008) and in Capital Risk (CL-CAP)."""
        return self.is_2008 or self.house.goal == "capitals"

    @property
    def has_stars(self) -> bool:
        """Whether cards have stars (CL-STAR): by choice, and always in the 2008 edition."""
        return self.is_2008 or self.house.cards == "stars"

    def begin_turn(self) -> None:
        """CL-TURN: begin with the cards; CL-2008-O: remember what is held now."""
        super().begin_turn()
        self.step = "trade"
        if self.is_2008:
            self.edition_2008.objectives.begin_turn(self.held(self.mover.id))

    def neighbours(self, territory: str) -> tuple[str, ...]:
        """Return the linked territories; one edition has the link over the Red Sea missing (CL-MAP)."""
        linked = super().neighbours(territory)
        if territory not in RED_SEA or self.house.red_sea == "open":
            return linked
        return tuple(place for place in linked if place not in RED_SEA)


def upgrade(fields: dict[str, Any]) -> None:
    """Bring a state of an older version to today's shape: facts of the turn stood in it one by one."""
    gather_facts(fields, "traded_armies", "mustered", "traded_stars", "bonus_taken", "conquered")
    gather_facts(fields, "trade_down", "occupation")
    gather_facts(fields, "airfield_due", "maneuvers", inside="campaign")
