"""Rule sets: the numbers that the document of Nuked leaves out, kept by name in files that the table owns.

A file is TOML, and nothing but its name has to stand in it: what is left out stands as in this module. The
companion's own sets are in ``presets/`` and marked ``house``; the table's are in ``nuked`` in its folder.
A game keeps a copy of all of them, so that it never depends on a file once it has begun.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct, structs

from companion.data_folder import data_folder
from companion.errors import BrokenFile
from companion.external_files.files import read_text
from companion.external_files.parsing import parse_toml
from companion.external_files.toml_file import line_of
from companion.games.boards.board import load_board
from companion.games.nuked.labels import LABELS
from companion.referee.questions import Field

BOARD = "classic"
PRESETS = Path(__file__).with_name("presets")

Troops = Annotated[int, Meta(ge=1, le=99)]
Copies = Annotated[int, Meta(ge=0, le=30)]
Rounds = Annotated[int, Meta(ge=0, le=9)]


class _Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One section of a rule set."""


class FirstTroops(_Section, frozen=True, kw_only=True):
    """Troops that each player starts with, by the number of players."""

    two: Troops = 40
    three: Troops = 35
    four: Troops = 30
    five: Troops = 25
    six: Troops = 20


class Start(_Section, frozen=True, kw_only=True):
    """How the board is set up.

    Attributes:
        territories: how they are given out; dealt together, each player's lie together as far as may be.
        placing: how the first troops are placed.
        homes: how Capital and Farm are found.
        grace: rounds in which nobody loses soldiers for being cut off.
    """

    territories: Literal["dealt", "claimed", "dealt together"] = "dealt"
    placing: Literal["one by one", "all at once"] = "one by one"
    homes: Literal["chosen", "drawn"] = "chosen"
    grace: Rounds = 0


class Deck(_Section, frozen=True, kw_only=True):
    """Cards of each kind in the deck."""

    attack: Copies = 6
    nuke: Copies = 4
    boat: Copies = 6
    extra: Copies = 8
    defence: Copies = 12


class Hands(_Section, frozen=True, kw_only=True):
    """How cards come into hands and leave them.

    Attributes:
        at_start: cards dealt to each player before the first turn.
        won_by: what brings a card at the end of a turn.
        limit: most cards in a hand; 0 for no limit.
        fallen: where an eliminated player's cards go.
    """

    at_start: Annotated[int, Meta(ge=0, le=9)] = 1
    won_by: Literal["rival territory", "any territory", "every turn", "nothing"] = "rival territory"
    limit: Annotated[int, Meta(ge=0, le=20)] = 5
    fallen: Literal["to the victor", "into the deck"] = "to the victor"


class Nuke(_Section, frozen=True, kw_only=True):
    """What a Nuke does.

    Attributes:
        kills: how many of the troops on its target; of half, the odd one dies too.
        reach: which territories it can strike.
        lasts: how long its target is radiated; 0 for not at all.
        counted: in rounds of the table, or in turns of the player who played it.
        entering: whether a radiated territory can be attacked.
    """

    kills: Literal["all", "half"] = "all"
    reach: Literal["anywhere", "next door"] = "anywhere"
    lasts: Rounds = 2
    counted: Literal["rounds", "own turns"] = "own turns"
    entering: Literal["free", "barred"] = "free"


class Boat(_Section, frozen=True, kw_only=True):
    """What a Boat does.

    Attributes:
        reach: which territories it joins.
        lasts: for how many attacks.
        landlocked: territories without a coast.
    """

    reach: Literal["coast to coast", "anywhere"] = "coast to coast"
    lasts: Literal["one attack", "whole turn"] = "one attack"
    landlocked: tuple[str, ...] = ("afghanistan", "alberta", "irkutsk", "mongolia")


class Boost(_Section, frozen=True, kw_only=True):
    """What an Attack or a Defence card does.

    Attributes:
        form: it adds troops, or multiplies those there are.
        by: how many, or by how much.
        lasts: its troops fight one battle only, or stay as long as they live.
    """

    form: Literal["plus", "times"] = "plus"
    by: Troops = 3
    lasts: Literal["one battle", "to stay"] = "one battle"


class Extra(_Section, frozen=True, kw_only=True):
    """What an Extra Troop card does to one territory of your own."""

    form: Literal["plus", "times"] = "plus"
    by: Troops = 3


TroopCard = Boost | Extra
"""A card that makes an army stronger."""


class Victory(_Section, frozen=True, kw_only=True):
    """How many Capitals win, where Capitals win."""

    capitals: Annotated[int, Meta(ge=2, le=6)] = 3


class RuleSet(_Section, frozen=True, kw_only=True):
    """Everything that the document leaves to the table.

    Attributes:
        name: of this rule set at the table.
        house: whether it is one of the companion's own suggestions, and not from the rules.
        troops: troops that each player starts with.
        start: how the set-up is done.
        deck: the cards of the deck.
        hands: cards in hand.
        nuke: what a nuke card does.
        boat: what a boat card does.
        attack: what an attack card does.
        extra: what an extra-troop card does.
        defence: what a defence card does.
        victory: when the game is won.
    """

    name: Annotated[str, Meta(max_length=40)] = ""
    house: bool = False
    troops: FirstTroops = FirstTroops()
    start: Start = Start()
    deck: Deck = Deck()
    hands: Hands = Hands()
    nuke: Nuke = Nuke()
    boat: Boat = Boat()
    attack: Boost = Boost()
    extra: Extra = Extra()
    defence: Boost = Boost(lasts="to stay")
    victory: Victory = Victory()


SECTIONS = ("troops", "start", "deck", "hands", "nuke", "boat", "attack", "extra", "defence", "victory")
"""The sections of a rule set, in the order in which they are asked."""


CARDS = {"attack": "Attack", "nuke": "Nuke", "boat": "Boat", "extra": "Extra Troop", "defence": "Defence"}
"""What the kinds of card are called."""


def entries(rule_set: RuleSet, section: str) -> tuple[Field, ...]:
    """Return a section as fields to fill in, with its numbers' bounds and its choices."""
    values = getattr(rule_set, section)
    rows = (_entry(section, info, getattr(values, info.name)) for info in structs.fields(values))
    return tuple(row for row in rows if row is not None)


def _entry(section: str, info: structs.FieldInfo, value: Any) -> Field | None:
    label, meaning = LABELS[section][info.name], get_args(info.type)
    match value:
        case int():
            return Field(info.name, label, value, least=meaning[1].ge, most=meaning[1].le)
        case str():
            return Field(info.name, label, value, choices=meaning)
    return None


def with_section(rule_set: RuleSet, section: str, filled: dict[str, int | str]) -> RuleSet:
    """Return the rule set with a section replaced."""
    made = structs.replace(getattr(rule_set, section), **filled)
    return structs.replace(rule_set, **{section: made})


def folder() -> Path:
    """Return where the table's rule sets are."""
    return data_folder() / "nuked"


def presets() -> tuple[RuleSet, ...]:
    """Return the companion's own suggestions."""
    return tuple(read_rule_set(path) for path in sorted(PRESETS.glob("*.toml")))


def own_rule_sets(place: Path | None = None) -> tuple[tuple[RuleSet, ...], tuple[str, ...]]:
    """Return the table's own rule sets, and for every other file what is wrong with it.

    Args:
        place: the folder; by default `folder`.
    """
    sets, wrong = [], []
    for path in _files(place or folder()):
        try:
            sets.append(read_rule_set(path))
        except BrokenFile as error:
            wrong.append(str(error))
    return tuple(sets), tuple(wrong)


def _files(place: Path) -> tuple[Path, ...]:
    try:
        return tuple(sorted(place.glob("*.toml")))
    except OSError:
        return ()


def read_rule_set(path: Path) -> RuleSet:
    """Read a rule set.

    Raises:
        BrokenFile: it cannot be read or is no rule set; the message names file, line and fault.
    """
    try:
        text = read_text(path)
        read = msgspec.convert(parse_toml(text), RuleSet)
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenFile(f"{path.name} cannot be read: {error}. Mend the file or take it away.") from error
    except tomllib.TOMLDecodeError as error:
        where = str(error).replace("end of document", f"line {text.count(chr(10)) + 1}")
        raise BrokenFile(f"{path.name} is no TOML: {where}. Mend that line.") from error
    except msgspec.ValidationError as error:
        raise BrokenFile(f"{path.name}, {_message(text, str(error))}") from error
    _check_coasts(path, text, read)
    return read if read.name else structs.replace(read, name=path.stem)


def _check_coasts(path: Path, text: str, read: RuleSet) -> None:
    known = {territory.id for territory in load_board(BOARD).territories}
    if unknown := sorted(set(read.boat.landlocked) - known):
        line = line_of(text, "$.boat.landlocked")
        raise BrokenFile(
            f"{path.name}, line {line}: boat.landlocked: the board has no {', '.join(unknown)}. "
            'Name territories as in "middle-east".'
        )


def _message(text: str, error: str) -> str:
    """Turn a validation error into the line, the key and the allowed values."""
    path = re.findall(r"[a-z]\w*", error.rpartition("`$")[2]) if "`$" in error else []
    unknown = re.search(r"unknown field `([^`]*)`", error)
    key = ".".join((*path, *([unknown[1]] if unknown else [])))
    what = "there is no such entry" if unknown else error.partition(" - at")[0]
    line = line_of(text, f"$.{key}" if key else "$")
    return f"line {line}: {key or 'the file'}: {what}.{_wanted(path)}"


def _wanted(path: list[str]) -> str:
    """Say what may stand in an entry, or in a section."""
    if len(path) == 2 and path[0] in SECTIONS:
        known = {field.name: field for field in entries(RuleSet(), path[0])}
        if (field := known.get(path[1])) is not None:
            return f" It is {' or '.join(field.choices) or f'{field.least} to {field.most}'}."
    names = LABELS[path[0]] if len(path) == 1 and path[0] in SECTIONS else () if path else SECTIONS
    return f" There are: {', '.join(names)}." if names else ""


def write_rule_set(rule_set: RuleSet) -> str:
    """Write a rule set as TOML that people can read and change; it reads back as the same."""
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
            yield f"{name} = {_value(getattr(values, name))}  # {LABELS[section][name]}{others}"


def _value(value: object) -> str:
    """Write a value; TOML writes them as JSON does, except for one character that it escapes."""
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def save(rule_set: RuleSet, place: Path | None = None) -> Path | None:
    """Save a rule set under its name, and never over a file that is there already.

    Args:
        rule_set: what to save.
        place: the folder; by default `folder`.

    Returns:
        The file, or None when one by that name is there: it is the table's and stays as it is.

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


def with_name(rule_set: RuleSet, name: str) -> RuleSet:
    """Return the rule set under a name."""
    return structs.replace(rule_set, name=name)


def in_words(rule_set: RuleSet, players: str, *, capitals_win: bool) -> tuple[str, ...]:
    """Say every rule that is agreed in short lines, and none that does not apply.

    Args:
        rule_set: the rule set.
        players: how many play, as in `FirstTroops`.
        capitals_win: Capitals win the game (NK-A17).
    """
    troops = getattr(rule_set.troops, players)
    lines = {"house": "House preset, not from the rules."} if rule_set.house else {}
    lines |= {"troops": f"{troops} troops each."} | _lines_of(rule_set)
    if capitals_win:
        lines["victory"] = f"{rule_set.victory.capitals} Capitals win."
    return tuple(lines.values())


def differences(rule_set: RuleSet, other: RuleSet, players: str, *, capitals_win: bool) -> str:
    """Say in one short line in what a rule set differs from another, entry by entry.

    Args:
        rule_set: the rule set.
        other: the one that it is compared with.
        players: how many play, as in `FirstTroops`.
        capitals_win: Capitals win the game (NK-A17).
    """
    left_out = {kind for kind in CARDS if not getattr(rule_set.deck, kind)}
    left_out |= {"hands"} if left_out == set(CARDS) else set()
    left_out |= set() if capitals_win else {"victory"}
    said = [
        text
        for section, entry, text in _short(rule_set, players)
        if section not in left_out
        and getattr(getattr(rule_set, section), entry) != getattr(getattr(other, section), entry)
    ]
    text = ", ".join(dict.fromkeys(said)) or "the same"
    return f"{text[0].upper()}{text[1:]}."


def _short(rule_set: RuleSet, players: str) -> Iterator[tuple[str, str, str]]:
    """Say entries in a few words each: section, entry, words."""
    hands, nuke, boat, start = rule_set.hands, rule_set.nuke, rule_set.boat, rule_set.start
    deck = {kind: getattr(rule_set.deck, kind) for kind in CARDS}
    for kind, count in deck.items():
        yield "deck", kind, f"{count} {LABELS['deck'][kind]}" if any(deck.values()) else "no cards"
    for kind in ("attack", "extra", "defence"):
        card = getattr(rule_set, kind)
        yield kind, "form", f"{CARDS[kind]} {_amount(card)}"
        yield kind, "by", f"{CARDS[kind]} {_amount(card)}"
        if isinstance(card, Boost):
            yield kind, "lasts", f"{CARDS[kind]} stays" if card.lasts == "to stay" else f"{CARDS[kind]} once"
    yield "troops", players, f"{getattr(rule_set.troops, players)} troops each"
    yield "start", "territories", f"territories {start.territories}"
    yield "start", "placing", f"troops {start.placing}"
    yield "start", "homes", f"homes {start.homes}"
    yield "start", "grace", f"{start.grace} rounds without cut-off"
    yield "hands", "at_start", f"{hands.at_start} dealt"
    yield "hands", "won_by", f"{hands.won_by} wins 1"
    yield "hands", "limit", f"{hands.limit or 'any number'} in hand"
    yield "hands", "fallen", f"fallen players' cards {hands.fallen}"
    yield "nuke", "kills", f"a Nuke kills {nuke.kills}"
    yield "nuke", "reach", f"Nukes strike {nuke.reach}"
    yield "nuke", "lasts", f"fallout {nuke.lasts}"
    yield "nuke", "counted", f"fallout in {nuke.counted}"
    yield "nuke", "entering", f"land {nuke.entering}"
    yield "boat", "reach", f"Boats {boat.reach}"
    yield "boat", "lasts", f"Boats for {boat.lasts}"
    inland = len(boat.landlocked)
    yield "boat", "landlocked", f"{inland} {'place' if inland == 1 else 'places'} without a coast"
    yield "victory", "capitals", f"{rule_set.victory.capitals} Capitals win"


def warning(rule_set: RuleSet) -> str:
    """NK-CON-1: warn of a set that scatters territories and then takes those without a chain to the Farm."""
    if rule_set.start.territories != "dealt" or rule_set.start.grace > 1:
        return ""
    return "Dealt like this, being cut off empties most of the board in two rounds."


def _lines_of(rule_set: RuleSet) -> dict[str, str]:
    hands, nuke, boat, start = rule_set.hands, rule_set.nuke, rule_set.boat, rule_set.start
    deck = {kind: getattr(rule_set.deck, kind) for kind in rule_set.deck.__struct_fields__}
    cards = ", ".join(f"{count} {CARDS[kind]}" for kind, count in deck.items() if count)
    lines = {
        "start": f"Territories are {start.territories}; troops are placed {start.placing}; "
        f"Capital and Farm are {start.homes}.",
        "grace": f"Nobody is cut off for {start.grace} rounds." if start.grace else "",
        "deck": f"Cards: {cards or 'none'}.",
    }
    if cards:
        won = {"every turn": "one every turn", "nothing": "no more"}.get(
            hands.won_by, f"one for a {hands.won_by}"
        )
        lines["hands"] = (
            f"{hands.at_start} for each at the start, then {won.replace('a any', 'any')}; "
            f"{f'at most {hands.limit}' if hands.limit else 'any number'} in hand."
        )
        lines["fallen"] = f"Cards of a fallen player go {hands.fallen}."
    if deck["nuke"]:
        lines["nuke"] = _nuke_in_words(nuke)
    if deck["boat"]:
        inland = ", ".join(load_board(BOARD).territory(place).name for place in boat.landlocked)
        coast = f"; no coast: {inland}" if inland and boat.reach != "anywhere" else ""
        lines["boat"] = f"Boat: goes {boat.reach}, for {boat.lasts}{coast}."
    for kind, card in (("attack", rule_set.attack), ("defence", rule_set.defence), ("extra", rule_set.extra)):
        if deck[kind]:
            lasts = "for one battle" if isinstance(card, Boost) and card.lasts == "one battle" else "to stay"
            lines[kind] = f"{CARDS[kind]} card: troops {_amount(card)}, {lasts}."
    return {section: line for section, line in lines.items() if line}


def _nuke_in_words(nuke: Nuke) -> str:
    """Say what a Nuke kills, where it strikes, and what becomes of its target."""
    turns = "rounds" if nuke.counted == "rounds" else "turns of its player"
    barred = "can" if nuke.entering == "free" else "cannot"
    rays = f"its target is radiated for {nuke.lasts} {turns} and {barred} be attacked then"
    kills = "all troops" if nuke.kills == "all" else "half of the troops"
    return f"Nuke: kills {kills}, {nuke.reach}; {rays if nuke.lasts else 'no fallout'}."


def _amount(card: TroopCard) -> str:
    return f"+{card.by}" if card.form == "plus" else f"x{card.by}"
