"""The state of a game of classic Risk: plain facts, complete at the start of every step."""

from msgspec import Struct, field

from companion.games.classic.houserules import ClassicHouseRules
from companion.games.territory.cards import Cards
from companion.games.territory.goals import Shelf
from companion.games.territory.occupation import Occupation
from companion.games.territory.rewards import Towers
from companion.games.territory.state import TerritoryState

TERRITORY_CARDS = 42
WILD_CARDS = 2
RED_SEA = frozenset({"east-africa", "middle-east"})


class Campaign(Struct):
    """What the 2008 edition adds; all of it is empty in the others (CL-2008).

    Attributes:
        cities: territories with a city.
        capitals: where each seat's capital is; it stays there whoever holds the territory.
        shelf: objectives and their rewards.
        airfields: whose airfield stands on which territory.
        airfield_due: the active seat has still to place an airfield.
        maneuvers: moves made at the end of this turn.
    """

    cities: list[str] = []
    capitals: dict[str, str] = {}
    shelf: Shelf = field(default_factory=Shelf)
    airfields: Towers = {}
    airfield_due: bool = False
    maneuvers: int = 0


class ClassicState(TerritoryState, kw_only=True):
    """Everything about one game.

    Attributes:
        house: the house rules in force.
        cards: where the cards are.
        supply: armies each owner has still to put on the board.
        starter: seat that began; a round ends when the order of play comes round to it.
        sets_traded: sets traded in by anyone so far.
        traded_armies: armies that cards have brought the active seat this turn.
        mustered: the active seat has had its armies for territories and continents this turn.
        traded_stars: the active seat has traded stars this turn.
        bonus_taken: the active seat has had its armies for a territory on a card this turn.
        conquered: the active seat has conquered a territory this turn.
        trade_down: the active seat took cards by elimination and must trade at once.
        occupation: a conquest still to be occupied.
        campaign: what the 2008 edition adds.
    """

    house: ClassicHouseRules
    cards: Cards
    supply: dict[str, int]
    starter: str | None = None
    sets_traded: int = 0
    traded_armies: int = 0
    mustered: bool = False
    traded_stars: bool = False
    bonus_taken: bool = False
    conquered: bool = False
    trade_down: bool = False
    occupation: Occupation | None = None
    campaign: Campaign = field(default_factory=Campaign)

    @property
    def is_2008(self) -> bool:
        """Whether the 2008 edition is played (CL-2008)."""
        return self.house.edition == "2008"

    @property
    def has_stars(self) -> bool:
        """Whether cards have stars (CL-STAR): by choice, and always in the 2008 edition."""
        return self.is_2008 or self.house.cards == "stars"

    def begin_turn(self) -> None:
        """Forget the facts of the turn before."""
        self.step = "trade"
        self.supply = {seat.id: 0 for seat in self.seats}
        self.traded_armies = 0
        self.mustered = self.traded_stars = self.bonus_taken = self.conquered = self.trade_down = False
        self.occupation = None
        self.campaign.airfield_due, self.campaign.maneuvers = False, 0
        if self.is_2008:
            self.campaign.shelf.begin_turn(self.held(self.mover.id))

    def neighbours(self, territory: str) -> tuple[str, ...]:
        """Return the linked territories; one edition has the link over the Red Sea missing (CL-MAP)."""
        linked = super().neighbours(territory)
        if self.house.red_sea == "open" or territory not in RED_SEA:
            return linked
        return tuple(place for place in linked if place not in RED_SEA)
