"""The state of a Nuked game, complete at the start of every step."""

from collections.abc import Collection
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, Struct, field

from companion.games.nuked.houserules import NukedHouseRules
from companion.games.nuked.rulesets import RuleSet
from companion.games.territory import state as territory
from companion.games.territory.state import TerritoryState, gather_facts
from companion.locale.messages import Message, gettext, ngettext, pgettext
from companion.referee.correction import fixable
from companion.referee.names import BySeat, PlaceId, SeatId
from companion.referee.timeline import turns_begun

Offensive = Literal["nuke", "boat", "attack", "extra"]
CardKind = Literal["attack", "nuke", "boat", "extra", "defence"]


class CardPiles(Struct):
    """The cards as the companion counts them; the players hold them.

    Attributes:
        deck: cards face down.
        hands: cards in each seat's hand.
        discards: played cards by kind.
    """

    deck: int
    hands: BySeat[int]
    discards: dict[Annotated[str, Meta(extra={"names": "card"})], int]


class Fallout(Struct, frozen=True):
    """The fallout on a territory.

    Attributes:
        seat: who played the Nuke.
        until: the round in which it ends.
    """

    seat: SeatId
    until: int


TAKEN = {
    # Translators: what was taken in this turn.
    "none": pgettext("taken", "none"),
    "unoccupied": pgettext("taken", "unoccupied"),
    "rival": pgettext("taken", "rival"),
}


class TurnFacts(territory.TurnFacts):
    """Facts of the current turn.

    Attributes:
        mode: where fresh troops go; None until chosen.
        played: the offensive card of this turn.
        ready: whether the played card waits for its attack.
        defended: territories on which a Defence card was played.
        conquest: the most valuable conquest.
        moved: whether the move at the end of the turn is done.
        reconsider: whether to attack again before the turn ends.
    """

    mode: Literal["anywhere", "capital"] | None = None
    played: Offensive | None = None
    ready: bool = False
    defended: tuple[PlaceId, ...] = ()
    conquest: Annotated[
        Literal["none", "unoccupied", "rival"], fixable("Taken this turn", "NK-CRD-3", words=TAKEN)
    ] = "none"
    moved: bool = False
    reconsider: bool = False


BEFORE_ALL_ARE_HELD = ("first", "give-out")


def _homes_chosen(state: "NukedState") -> bool:
    return state.rules_chosen and state.step not in BEFORE_ALL_ARE_HELD


CAPITAL = fixable("Capital", "NK-SET-3", key="capital", when=_homes_chosen)
FARM = fixable("Farm Block", "NK-SET-3", key="farm", when=_homes_chosen)
TURNS = fixable("turns so far", "NK-A2", most=99, grows=True, key="turns", when=turns_begun)


class NukedState(TerritoryState, kw_only=True):
    """The complete state of one game.

    Attributes:
        house: the house rules in force.
        library: the rule sets to choose from.
        unreadable: names of invalid rule set files.
        table: the rule set in force.
        rules_chosen: whether the rule set has been chosen.
        cards: where the cards are.
        capitals: territory of each seat's Capital, even if conquered; None before it is chosen.
        farms: territory of each seat's Farm Block.
        fallout: radiated territories.
        starter: the starting seat; each round begins with it.
        turns_ended: number of turns of each seat.
        facts: facts of the current turn.
    """

    pieces: ClassVar[str] = gettext("soldiers")

    house: NukedHouseRules
    library: tuple[RuleSet, ...] = field(name="shelf")
    unreadable: tuple[str, ...]
    table: RuleSet
    cards: CardPiles
    capitals: BySeat[Annotated[PlaceId | None, CAPITAL]]
    farms: BySeat[Annotated[PlaceId | None, FARM]]
    fallout: dict[PlaceId, Fallout]
    turns_ended: BySeat[Annotated[int, TURNS]]
    rules_chosen: bool = field(name="settled", default=False)
    starter: SeatId | None = None
    facts: TurnFacts = field(default_factory=TurnFacts)

    def many(self, count: int) -> Message:
        """Say a number of soldiers."""
        return ngettext("{count} soldier", "{count} soldiers", count)

    def known_names(self) -> dict[str, Collection[str]]:
        """Return what the state can name, the kinds of cards too."""
        return super().known_names() | {"card": get_args(CardKind)}

    def begin_turn(self) -> None:
        """NK-TURN: begin with the fresh troops."""
        super().begin_turn()
        self.step = "muster"

    def helped_by(self, card: Offensive) -> bool:
        """Return whether this card was played and waits for an attack."""
        return self.facts.ready and self.facts.played == card

    def own_capital(self, seat: str) -> str | None:
        """Return the seat's Capital while the seat holds it."""
        return self._held(self.capitals[seat], seat)

    def own_farm(self, seat: str) -> str | None:
        """Return the seat's Farm while the seat holds it."""
        return self._held(self.farms[seat], seat)

    def capital_of(self, place: str) -> str | None:
        """Return the seat with its Capital in a territory, if that seat still plays and no rival holds it."""
        return self._home_of(place, self.capitals)

    def farm_of(self, place: str) -> str | None:
        """Return the seat with its Farm in a territory, if that seat still plays and no rival holds it."""
        return self._home_of(place, self.farms)

    def _home_of(self, place: str, homes: dict[str, str | None]) -> str | None:
        owner = self.holdings[place].owner
        for seat, home in homes.items():
            if home == place and (owner == seat or (owner is None and self.holds_land(seat))):
                return seat
        return None

    def _held(self, place: str | None, seat: str) -> str | None:
        return place if place is not None and self.holdings[place].owner == seat else None

    def empty(self, place: str) -> None:
        """Remove the owner and all soldiers from a territory."""
        self.holdings[place].owner, self.holdings[place].armies = None, 0


def upgrade(fields: dict[str, Any]) -> None:
    """Migrate an older state: facts of the turn were separate fields, and messages told of invalid files."""
    gather_facts(fields, "mode", "played", "ready", "defended", "conquest", "moved", "reconsider")
    wrong = fields.get("unreadable", ())
    fields["unreadable"] = [text.partition(".toml")[0] + ".toml" for text in wrong]
