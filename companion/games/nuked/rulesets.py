"""Rule sets: the numbers that the rules of Nuked leave out, in files of the table.

A file is TOML with at least a name; the defaults of missing entries are in this module. The companion's own
sets are in ``presets/`` and marked ``house``; the table's are in the folder ``nuked`` of its data. A game
keeps a copy of all of them, so that it never depends on a file after its start.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct, structs

from companion.data_folder import data_folder
from companion.errors import BrokenFile
from companion.external_files.typed_toml import Problem, read
from companion.games.boards.board import Board, load_board
from companion.games.boards.board_choice import scaled
from companion.locale.messages import gettext, joined, pgettext
from companion.referee.questions import Field

BOARD = "classic"
PRESETS = Path(__file__).with_name("presets")

Troops = Annotated[int, Meta(ge=1, le=99)]
Copies = Annotated[int, Meta(ge=0, le=30)]
Rounds = Annotated[int, Meta(ge=0, le=9)]


class _Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One section of a rule set."""


def _titles(shape: type[Struct]) -> dict[str, str]:
    """Return the words of each field that has them."""
    metas = ((info.name, get_args(info.type)[-1:]) for info in structs.fields(shape))
    return {name: meta[0].extra["title"] for name, meta in metas if meta and getattr(meta[0], "extra", None)}


def worded(title: str, ge: int | None = None, le: int | None = None) -> Meta:
    """Return the metadata of an entry: what people read for it, and its limits."""
    return Meta(extra={"title": gettext(title) if title else ""}, ge=ge, le=le)


OF_A_CARD = ""
"""Stands for words that name the card; see `labels`."""


class FirstTroops(_Section, frozen=True, kw_only=True):
    """First troops of each player, by the number of players."""

    two: Annotated[Troops, worded("First troops each, 2 players")] = 40
    three: Annotated[Troops, worded("First troops each, 3 players")] = 35
    four: Annotated[Troops, worded("First troops each, 4 players")] = 30
    five: Annotated[Troops, worded("First troops each, 5 players")] = 25
    six: Annotated[Troops, worded("First troops each, 6 players")] = 20


class SetupRules(_Section, frozen=True, kw_only=True):
    """The kind of set-up.

    Attributes:
        territories: how they are distributed; "dealt together" keeps each player's together if possible.
        placing: how the first troops are placed.
        homes: how Capital and Farm are chosen.
        grace: first rounds without losses on disconnected territories.
    """

    territories: Annotated[Literal["dealt", "claimed", "dealt together"], worded("Territories are")] = "dealt"
    placing: Annotated[Literal["one by one", "all at once"], worded("First troops are placed")] = "one by one"
    homes: Annotated[Literal["chosen", "drawn"], worded("Capital and Farm are")] = "chosen"
    grace: Annotated[Rounds, worded("Rounds without cut-off")] = 0


class DeckContents(_Section, frozen=True, kw_only=True):
    """Cards of each kind in the deck."""

    attack: Annotated[Copies, worded("Attack cards")] = 6
    nuke: Annotated[Copies, worded("Nukes")] = 4
    boat: Annotated[Copies, worded("Boats")] = 6
    extra: Annotated[Copies, worded("Extra Troop cards")] = 8
    defence: Annotated[Copies, worded("Defence cards")] = 12


class Hands(_Section, frozen=True, kw_only=True):
    """The rules for cards in hand.

    Attributes:
        at_start: cards dealt to each player before the first turn.
        won_by: what earns a card at the end of a turn.
        limit: most cards in a hand; 0 for no limit.
        fallen: where an eliminated player's cards go.
    """

    at_start: Annotated[int, worded("Cards each at the start", ge=0, le=9)] = 1
    won_by: Annotated[
        Literal["rival territory", "any territory", "every turn", "nothing"], worded("A card is won by")
    ] = "rival territory"
    limit: Annotated[int, worded("Most cards in hand (0: any)", ge=0, le=20)] = 5
    fallen: Annotated[Literal["to the victor", "into the deck"], worded("A fallen player's cards go")] = (
        "to the victor"
    )


class Nuke(_Section, frozen=True, kw_only=True):
    """The effect of a Nuke.

    Attributes:
        kills: how many troops on its target die; a half is rounded up.
        reach: which territories it can strike.
        lasts: how long its target is radiated; 0 for no fallout.
        counted: in rounds, or in turns of the player who played it.
        entering: whether a radiated territory can be attacked.
    """

    kills: Annotated[Literal["all", "half"], worded("A Nuke kills")] = "all"
    reach: Annotated[Literal["anywhere", "next door"], worded("It strikes")] = "anywhere"
    lasts: Annotated[Rounds, worded("Its target is radiated for")] = 2
    counted: Annotated[Literal["rounds", "own turns"], worded("Rounds, or turns of its player")] = "own turns"
    entering: Annotated[Literal["free", "barred"], worded("Attacking radiated territory is")] = "free"


class Boat(_Section, frozen=True, kw_only=True):
    """The effect of a Boat.

    Attributes:
        reach: which territories it connects.
        lasts: for how many attacks.
        landlocked: territories without a coast.
    """

    reach: Annotated[Literal["coast to coast", "anywhere"], worded("A Boat goes")] = "coast to coast"
    lasts: Annotated[Literal["one attack", "whole turn"], worded("It lasts for")] = "one attack"
    landlocked: Annotated[tuple[str, ...], worded("Territories without a coast")] = (
        "afghanistan",
        "alberta",
        "irkutsk",
        "mongolia",
    )


class TroopModifier(_Section, frozen=True, kw_only=True):
    """The effect of an Attack or a Defence card.

    Attributes:
        form: whether it adds to or multiplies the troops.
        by: the number or the factor.
        lasts: whether its troops stay after one battle.
    """

    form: Annotated[Literal["plus", "times"], worded(OF_A_CARD)] = "plus"
    by: Annotated[Troops, worded(OF_A_CARD)] = 3
    lasts: Annotated[Literal["one battle", "to stay"], worded("They fight for")] = "one battle"


class Extra(_Section, frozen=True, kw_only=True):
    """The effect of an Extra Troop card on one of your territories."""

    form: Annotated[Literal["plus", "times"], worded(OF_A_CARD)] = "plus"
    by: Annotated[Troops, worded(OF_A_CARD)] = 3


TroopCard = TroopModifier | Extra
"""A card that strengthens an army."""


class CapitalsToWin(_Section, frozen=True, kw_only=True):
    """How many Capitals win, where Capitals win."""

    capitals: Annotated[int, worded("Capitals that win", ge=2, le=6)] = 3


class RuleSet(_Section, frozen=True, kw_only=True):
    """All values that the rules leave to the table.

    Attributes:
        name: its name at this table.
        house: whether it is a suggestion of the companion and not from the rules.
        troops: first troops of each player.
        start: the kind of set-up.
        deck: number of cards of each kind.
        hands: rules for cards in hand.
        nuke: effect of a Nuke card.
        boat: effect of a Boat card.
        attack: effect of an Attack card.
        extra: effect of an Extra Troop card.
        defence: effect of a Defence card.
        victory: number of Capitals that wins.
    """

    name: Annotated[str, Meta(max_length=40)] = ""
    house: bool = False
    troops: Annotated[FirstTroops, worded("How many troops to begin with?")] = FirstTroops()
    start: Annotated[SetupRules, worded("How is the board set up?")] = SetupRules()
    deck: Annotated[DeckContents, worded("How many cards of each kind?")] = DeckContents()
    hands: Annotated[Hands, worded("How are cards won and held?")] = Hands()
    nuke: Annotated[Nuke, worded("What does a Nuke do?")] = Nuke()
    boat: Annotated[Boat, worded("What does a Boat do?")] = Boat()
    attack: Annotated[TroopModifier, worded("What does an Attack card do?")] = TroopModifier()
    extra: Annotated[Extra, worded("What does an Extra Troop card do?")] = Extra()
    defence: Annotated[TroopModifier, worded("What does a Defence card do?")] = TroopModifier(lasts="to stay")
    victory: Annotated[CapitalsToWin, worded("How many Capitals win?")] = CapitalsToWin()


SECTIONS = tuple(info.name for info in structs.fields(RuleSet) if isinstance(info.default, _Section))
"""The sections of a rule set, in the order of the questions."""
QUESTIONS = _titles(RuleSet)
"""The question about each section."""

CARDS = {
    "attack": pgettext("card", "Attack"),
    "nuke": pgettext("card", "Nuke"),
    "boat": pgettext("card", "Boat"),
    "extra": pgettext("card", "Extra Troop"),
    "defence": pgettext("card", "Defence"),
}
"""Titles of the kinds of cards."""

CHOICES: Mapping[str, str] = {
    # Translators: territories are ...
    "dealt": pgettext("rule set", "dealt"),
    "claimed": pgettext("rule set", "claimed"),
    "dealt together": pgettext("rule set", "dealt together"),
    # Translators: troops are placed ...
    "one by one": pgettext("rule set", "one by one"),
    "all at once": pgettext("rule set", "all at once"),
    # Translators: Capital and Farm are ...
    "chosen": pgettext("rule set", "chosen"),
    "drawn": pgettext("rule set", "drawn"),
    # Translators: a card is won by ...
    "rival territory": pgettext("rule set", "rival territory"),
    "any territory": pgettext("rule set", "any territory"),
    "every turn": pgettext("rule set", "every turn"),
    "nothing": pgettext("rule set", "nothing"),
    # Translators: a fallen player's cards go ...
    "to the victor": pgettext("rule set", "to the victor"),
    "into the deck": pgettext("rule set", "into the deck"),
    # Translators: a Nuke kills ... troops
    "all": pgettext("rule set", "all"),
    "half": pgettext("rule set", "half"),
    # Translators: a Nuke strikes, or a Boat goes ...
    "anywhere": pgettext("rule set", "anywhere"),
    "next door": pgettext("rule set", "next door"),
    "coast to coast": pgettext("rule set", "coast to coast"),
    # Translators: fallout is counted in ...
    "rounds": pgettext("rule set", "rounds"),
    "own turns": pgettext("rule set", "own turns"),
    # Translators: attacking radiated territory is ...
    "free": pgettext("rule set", "free"),
    "barred": pgettext("rule set", "barred"),
    # Translators: a Boat lasts for ...
    "one attack": pgettext("rule set", "one attack"),
    "whole turn": pgettext("rule set", "whole turn"),
    # Translators: a card adds to the troops (plus) or multiplies them (times)
    "plus": pgettext("rule set", "plus"),
    "times": pgettext("rule set", "times"),
    # Translators: a card's troops fight for ...
    "one battle": pgettext("rule set", "one battle"),
    "to stay": pgettext("rule set", "to stay"),
}
"""What people read for each choice."""


def labels(section: str) -> dict[str, str]:
    """Return what people read for each entry of a section."""
    titles = _titles(type(getattr(RuleSet(), section)))
    if "form" not in titles:
        return titles
    card = CARDS[section]
    of_the_card = {
        "form": gettext("{card} card: plus or times", card=card),
        "by": gettext("{card} card: how many", card=card),
    }
    return titles | of_the_card


def entries(rule_set: RuleSet, section: str) -> tuple[Field, ...]:
    """Return the fields of a section with their limits and choices."""
    values = getattr(rule_set, section)
    rows = (_entry(section, info, getattr(values, info.name)) for info in structs.fields(values))
    return tuple(row for row in rows if row is not None)


def _entry(section: str, info: structs.FieldInfo, value: Any) -> Field | None:
    label, meaning = labels(section)[info.name], get_args(info.type)
    match value:
        case int():
            return Field(info.name, label, value, least=meaning[1].ge, most=meaning[1].le)
        case str():
            choices = get_args(meaning[0])
            words = {choice: CHOICES[choice] for choice in choices}
            return Field(info.name, label, value, choices=choices, words=words)
    return None


def with_section(rule_set: RuleSet, section: str, filled: dict[str, int | str]) -> RuleSet:
    """Return the rule set with a section replaced."""
    made = structs.replace(getattr(rule_set, section), **filled)
    return structs.replace(rule_set, **{section: made})


def folder() -> Path:
    """Return the folder of the table's rule sets."""
    return data_folder() / "nuked"


def presets() -> tuple[RuleSet, ...]:
    """Return the rule sets that the companion suggests."""
    return tuple(read_rule_set(path) for path in sorted(PRESETS.glob("*.toml")))


def own_rule_sets(place: Path | None = None) -> tuple[tuple[RuleSet, ...], tuple[str, ...]]:
    """Return the table's own rule sets, and the names of all invalid files.

    Args:
        place: the folder; by default `folder`.
    """
    sets, wrong = [], []
    for path in _files(place or folder()):
        try:
            sets.append(read_rule_set(path))
        except BrokenFile:
            wrong.append(path.name)
    return tuple(sets), tuple(wrong)


def error_in(file: str, place: Path | None = None) -> str:
    """Return what is wrong with a rule set file now.

    Args:
        file: its name.
        place: the folder; by default `folder`.
    """
    try:
        read_rule_set((place or folder()) / file)
    except BrokenFile as error:
        return str(error)
    return gettext("{file} is mended: the next game can be played by it.", file=file)


def _files(place: Path) -> tuple[Path, ...]:
    try:
        return tuple(sorted(place.glob("*.toml")))
    except OSError:
        return ()


def fitted(rule_set: RuleSet, board: Board) -> RuleSet:
    """NK-MAP: return a rule set for a board: the coasts are those of another board.

    The first troops of our own sets are in proportion to its territories; numbers of the table stay.
    """
    if board.id == BOARD:
        return rule_set
    troops = rule_set.troops
    if rule_set.house:
        each = structs.asdict(troops).items()
        troops = FirstTroops(**{players: scaled(number, len(board.territories)) for players, number in each})
    boat = structs.replace(rule_set.boat, landlocked=tuple(sorted(board.inland)))
    return structs.replace(rule_set, troops=troops, boat=boat)


def read_rule_set(path: Path) -> RuleSet:
    """Read a rule set file.

    Raises:
        BrokenFile: it cannot be read or is no rule set; the message names every wrong line.
    """
    rule_set = read(path, RuleSet, _problems)
    return rule_set if rule_set.name else structs.replace(rule_set, name=path.stem)


def _problems(rule_set: RuleSet) -> Iterator[Problem]:
    known = {territory.id for territory in load_board(BOARD).territories}
    if unknown := sorted(set(rule_set.boat.landlocked) - known):
        yield Problem(
            "$.boat.landlocked",
            'the board has no {places}; name territories as in "middle-east"',
            places=joined(unknown, ", "),
        )


def write_rule_set(rule_set: RuleSet) -> str:
    """Write a rule set as TOML that people can edit; reading it returns an equal rule set."""
    return "\n".join(_lines(rule_set)) + "\n"


def _lines(rule_set: RuleSet) -> Iterator[str]:
    yield "# A rule set for Nuked: what the rules leave to the table. What is left out stands as suggested."
    yield f"name = {_value(rule_set.name)}"
    if rule_set.house:
        yield "house = true"
    for section in SECTIONS:
        values = getattr(rule_set, section)
        choices = {field.name: field.choices for field in entries(rule_set, section)}
        yield f"\n[{section}]"
        for name in values.__struct_fields__:
            others = f": {', '.join(choices[name])}" if choices.get(name) else ""
            yield f"{name} = {_value(getattr(values, name))}  # {labels(section)[name]}{others}"


def _value(value: object) -> str:
    """Write a value as TOML, which equals JSON except for the escape of one character."""
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def save(rule_set: RuleSet, place: Path | None = None) -> Path | None:
    """Save a rule set under its name; never overwrite a file.

    Args:
        rule_set: the rule set.
        place: the folder; by default `folder`.

    Returns:
        The file; None if a file of that name exists.

    Raises:
        OSError: the folder cannot be written.
    """
    where = place or folder()
    where.mkdir(parents=True, exist_ok=True)
    path = where / f"{_file_name(rule_set.name)}.toml"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(write_rule_set(rule_set))
    except FileExistsError:
        return None
    return path


def _file_name(name: str) -> str:
    return re.sub(r"\W+", "-", name.casefold()).strip("-") or "rule-set"
