"""The state of a game of Nuked: plain facts, complete at the start of every step."""

from typing import Any, ClassVar, Literal

from msgspec import Struct, field

from companion.games.nuked.houserules import NukedHouseRules
from companion.games.nuked.rulesets import RuleSet
from companion.games.territory import state as territory
from companion.games.territory.state import TerritoryState, gather_facts

Offensive = Literal["nuke", "boat", "attack", "extra"]
Kind = Literal["attack", "nuke", "boat", "extra", "defence"]


class Cards(Struct):
    """Where the cards are: the companion counts them, the players hold them.

    Attributes:
        deck: cards face down.
        hands: cards in each seat's hand.
        discards: cards played, by kind.
    """

    deck: int
    hands: dict[str, int]
    discards: dict[str, int]


class Fallout(Struct, frozen=True):
    """A radiated territory.

    Attributes:
        seat: who played the Nuke.
        until: the round in which it ends.
    """

    seat: str
    until: int


class TurnFacts(territory.TurnFacts):
    """What has happened in this turn so far.

    Attributes:
        mode: where the fresh troops go, once that is chosen.
        played: the offensive card of this turn.
        ready: the card played waits for the attack that it helps.
        defended: territories on which a Defence card was played.
        conquest: the most that has been taken.
        moved: the move at the end of the turn has been made.
        reconsider: there is to be another attack before the turn ends.
    """

    mode: Literal["anywhere", "capital"] | None = None
    played: Offensive | None = None
    ready: bool = False
    defended: tuple[str, ...] = ()
    conquest: Literal["none", "unoccupied", "rival"] = "none"
    moved: bool = False
    reconsider: bool = False


class NukedState(TerritoryState, kw_only=True):
    """Everything about one game.

    Attributes:
        house: the house rules in force.
        library: the rule sets that the table can choose from.
        unreadable: what is wrong with files that were to be rule sets.
        table: the rule set in force.
        rules_chosen: the rule set has been chosen.
        cards: where the cards are.
        capitals: where each seat's Capital is, even if taken; None while it has none.
        farms: where each seat's Farm Block is.
        fallout: radiated territories.
        starter: seat that began; a round ends when the order of play comes round to it.
        turns_ended: turns that each seat has had.
        facts: what has happened in this turn so far.
    """

    pieces: ClassVar[tuple[str, str]] = ("soldier", "soldiers")

    house: NukedHouseRules
    library: tuple[RuleSet, ...] = field(name="shelf")
    unreadable: tuple[str, ...]
    table: RuleSet
    cards: Cards
    capitals: dict[str, str | None]
    farms: dict[str, str | None]
    fallout: dict[str, Fallout]
    turns_ended: dict[str, int]
    rules_chosen: bool = field(name="settled", default=False)
    starter: str | None = None
    facts: TurnFacts = field(default_factory=TurnFacts)

    def begin_turn(self) -> None:
        """NK-TURN: begin with the fresh troops."""
        super().begin_turn()
        self.step = "muster"

    def helped_by(self, card: Offensive) -> bool:
        """Return whether this card has been played and waits for an attack."""
        return self.facts.ready and self.facts.played == card

    def own_capital(self, seat: str) -> str | None:
        """Return the seat's Capital while the seat holds it."""
        return self._held(self.capitals[seat], seat)

    def own_farm(self, seat: str) -> str | None:
        """Return the seat's Farm while the seat holds it."""
        return self._held(self.farms[seat], seat)

    def capital_of(self, place: str) -> str | None:
        """Return the seat whose Capital a territory is, while it plays and nobody else has taken it."""
        return self._home_of(place, self.capitals)

    def farm_of(self, place: str) -> str | None:
        """Return the seat whose Farm a territory is, while it plays and nobody else has taken it."""
        return self._home_of(place, self.farms)

    def _home_of(self, place: str, homes: dict[str, str | None]) -> str | None:
        owner = self.holdings[place].owner
        for seat, home in homes.items():
            if home == place and (owner == seat or (owner is None and self.held(seat))):
                return seat
        return None

    def _held(self, place: str | None, seat: str) -> str | None:
        return place if place is not None and self.holdings[place].owner == seat else None

    def empty(self, place: str) -> None:
        """Leave a territory to nobody."""
        self.holdings[place].owner, self.holdings[place].armies = None, 0


def upgrade(fields: dict[str, Any]) -> None:
    """Bring a state of an older version to today's shape: facts of the turn stood in it one by one."""
    gather_facts(fields, "mode", "played", "ready", "defended", "conquest", "moved", "reconsider")
