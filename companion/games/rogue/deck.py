"""Cards as players describe them: names, timing and effects.

The companion contains no card texts. Players describe a card when it is first played, and the deck file
(``rogue/deck.toml`` in their folder) stores it. A state contains all cards that it knows, so a game never
needs the file.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct

from companion.errors import BrokenFile
from companion.external_files.typed_toml import Problem, read
from companion.games.rogue.data_files import encode, rogue_folder, save
from companion.games.rogue.houserules import LEVELS, Level
from companion.locale.messages import gettext, joined

DeckKind = Literal["leadership", "weapons", "air support", "commander"]
"""The kinds of deck; Commander tokens count as cards of a separate kind."""
Window = Literal[
    "draw",
    "after draw",
    "aircraft",
    "after aircraft",
    "dogfight",
    "after dogfight",
    "squad",
    "after squad",
    "combat",
]
UnitRequirement = Literal["all", "leader", "assault", "engineer", "recon", "support", "tank"]
EffectKind = Literal[
    "upgrade",
    "hits",
    "blocks",
    "cancel",
    "range",
    "wound",
    "spawn",
    "tank",
    "leader",
    "move",
    "attack",
    "destroy cover",
    "place cover",
    "draw",
    "discard",
    "by hand",
]

KINDS: tuple[DeckKind, ...] = get_args(DeckKind)
DECKS: tuple[DeckKind, ...] = KINDS[:3]
WINDOWS: tuple[Window, ...] = get_args(Window)
NEEDS: tuple[UnitRequirement, ...] = get_args(UnitRequirement)

EFFECT_LABELS: dict[EffectKind, str] = {
    "upgrade": gettext("Upgrade dice"),
    "hits": gettext("More hits"),
    "blocks": gettext("More blocks"),
    "cancel": gettext("Cancel the other's card"),
    "range": gettext("More range"),
    "wound": gettext("Wound units in a zone"),
    "spawn": gettext("Bring soldiers on"),
    "tank": gettext("Bring tanks on"),
    "leader": gettext("Make a squad leader"),
    "move": gettext("Move squads once more"),
    "attack": gettext("Attack once more"),
    "destroy cover": gettext("Remove cover tokens"),
    "place cover": gettext("Place cover tokens"),
    "draw": gettext("Draw cards"),
    "discard": gettext("An enemy discards"),
    "by hand": gettext("Something else, by hand"),
}
TANK_LEVEL: Level = "intermediate"
"""RG-TNK-1: the first level with tanks."""
TANK_EFFECTS: tuple[EffectKind, ...] = ("tank",)
"""Effects that place tanks."""
MAX_NUMBER = 9
"""Maximum number of an effect."""
HEADING = (
    "Cards as described at this table, each once; companion/games/rogue/README.md says what a line means."
)


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One effect of a card.

    Attributes:
        do: which effect.
        number: how often, how many or how much.
    """

    do: EffectKind
    number: int = 1


class Power(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"effects": "effect", "text": "words"},
):
    """One power of a card; an Intermediate card has two to choose from.

    Attributes:
        effects: its effects, in this order.
        text: the players' name for it.
    """

    effects: tuple[Effect, ...]
    text: str = ""

    @property
    def title(self) -> str:
        """A short description of the power."""
        return self.text or joined(
            (gettext("{effect} {number}", effect=gettext(one.do), number=one.number) for one in self.effects),
            ", ",
        )


class Card(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"powers": "power"},
):
    """A card as the players described it.

    Attributes:
        name: its name.
        kind: its deck.
        windows: the steps of the timeline, or gaps after them, in which it can be played.
        needs: the unit that the squad must have; ``"all"`` for any, ``"leader"`` for a squad leader.
        level: the level of play that includes it, as players entered it.
        powers: its powers; the player chooses one of two.
    """

    name: str
    kind: DeckKind
    windows: tuple[Window, ...]
    needs: UnitRequirement = "all"
    level: Level = "boot camp"
    powers: tuple[Power, ...] = ()

    @property
    def title(self) -> str:
        """Its name for people."""
        return card_title(self.name)

    @property
    def first_level(self) -> Level:
        """The first level of play with all that the card needs, whatever players entered."""
        kinds = (effect.do for power in self.powers for effect in power.effects)
        needed = [self.level, *(TANK_LEVEL for kind in kinds if kind in TANK_EFFECTS)]
        return max(needed, key=LEVELS.index)


def unnamed(number: int) -> str:
    """Return the name of a card that the players gave no name."""
    return f"Card {number}"


def card_title(name: str) -> str:
    """Return the name of a card for people; one without a name has its number."""
    number = name.removeprefix("Card ")
    return gettext("Card {number}", number=number) if number.isdigit() and name != number else name


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True, rename={"cards": "card"}):
    """The deck file."""

    cards: tuple[Card, ...] = ()


def deck_path() -> Path:
    """Return the path of the players' deck file."""
    return rogue_folder() / "deck.toml"


def read_deck(path: Path) -> tuple[Card, ...]:
    """Read a deck file; a missing file is an empty deck.

    Raises:
        BrokenFile: it is invalid; the message names the line.
    """
    if not path.is_file():
        return ()
    return read(path, DeckFile, lambda page: problems(page.cards)).cards


def problems(cards: tuple[Card, ...]) -> Iterator[Problem]:
    """Yield all errors in a deck, each with its place in the file."""
    for number, card in enumerate(cards):
        here, earlier = f"$.card[{number}]", [other.name for other in cards[:number]]
        if not card.name.strip() or "," in card.name:
            yield Problem(
                f"{here}.name", "{card} is no name for a card: words without commas", card=repr(card.name)
            )
        if card.name in earlier:
            yield Problem(f"{here}.name", "two cards are called {card}", card=repr(card.name))
        if not card.windows:
            yield Problem(f"{here}.windows", "{card} is never played", card=card.name)
        if not 1 <= len(card.powers) <= 2:
            count = len(card.powers)
            yield Problem(here, "{card} has {count} powers, not one or two", card=card.name, count=count)
        for index, power in enumerate(card.powers):
            for effect in power.effects:
                if not 1 <= effect.number <= MAX_NUMBER:
                    yield Problem(
                        f"{here}.power[{index}]",
                        "{card}: {effect} {number} is not 1 to {most}",
                        card=card.name,
                        effect=effect.do,
                        number=effect.number,
                        most=MAX_NUMBER,
                    )


def save_card(card: Card, path: Path | None = None) -> str:
    """Add a card to the deck file unless its name is there; return an error message or an empty string."""
    target = path or deck_path()
    try:
        known = read_deck(target)
        if card.name not in [other.name for other in known]:
            save(target, encode(DeckFile((*known, card)), HEADING))
    except BrokenFile as error:
        return str(error)
    return ""
