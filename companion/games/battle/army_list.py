"""Army lists: the profiles of units, weapons and shots, read from files.

The list of Battle Risk is ``armies/battle-risk.toml``; the table's own are in the folder ``battle`` of its
data. A game keeps a copy of its list, so that it never depends on a file after its start.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.data_folder import data_folder
from companion.errors import BrokenFile, UnknownName
from companion.external_files.typed_toml import Problem, read
from companion.locale.messages import Message, gettext
from companion.referee.inches import STEPS
from companion.referee.questions import Template
from companion.referee.rulebook import read_rulebook

Arm = Literal["infantry", "cavalry", "cannon"]
"""What a unit can do: infantry mans cannons, cavalry charges, a cannon fires shots and must be moved."""

HERE = Path(__file__).parent

Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]*$", max_length=30)]
Title = Annotated[str, Meta(min_length=1, max_length=24)]
Distance = Annotated[float, Meta(gt=0, le=120)]
Bonus = Annotated[int, Meta(ge=0, le=5)]


class _Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of an army list."""


class Weapon(_Entry, frozen=True):
    """What a unit attacks with.

    Attributes:
        id: its name, for people too.
        range: inches on level ground; left out for one that needs contact, which the table defines.
        higher: inches more from an inch or more above the target.
        lower: inches more from an inch or more below; usually negative.
        optional_height: whether a house rule leaves out what height changes (BR-A7).
        rules: ids of the rules of its range.
    """

    id: Id
    range: Distance | None = None
    higher: float = 0.0
    lower: float = 0.0
    optional_height: bool = False
    rules: tuple[str, ...] = ()


class ShotPaper(_Entry, frozen=True):
    """The paper of one kind of shot, which shows whom a cannon hits.

    Attributes:
        id: its name, for people too.
        form: of the paper.
        length: inches from end to end.
        width: largest width in inches.
    """

    id: Id
    form: Literal["triangle", "rectangle", "circle"]
    length: Distance
    width: Distance

    @property
    def template(self) -> Template:
        """The paper as a template of true size."""
        return Template(self.form, self.length, self.width)


class UnitType(_Entry, frozen=True):
    """One kind of unit.

    Attributes:
        id: its name in answers and saved games.
        title: name for people.
        arm: what it can do, and what a hit does to it.
        weapon: id of the weapon of its attacks.
        inches: that it moves for one movement point, in whole sixteenths.
        attack: bonus on its hit rolls.
        armour: bonus on its defence rolls.
        save: the lowest roll that saves it after a hit; left out if a hit kills.
        becomes: id of the kind it is after a saved hit, such as a rider without horse; None for the same.
        price: its price; None if the table enters it.
        bonus: for killing it, to the treasury.
        commander: whether it is a commander (BR-CMD-1).
        mercenary: whether it is a mercenary.
        automatic: whether a cannon needs no crew (BR-MRC-3).
        suggested: how many a first army has, as a suggestion.
        rules: ids of the rules that describe it.
    """

    id: Id
    title: Title
    arm: Arm
    weapon: str
    inches: Distance
    attack: Bonus = 0
    armour: Bonus = 0
    save: Annotated[int, Meta(ge=2, le=6)] | None = None
    becomes: str | None = None
    price: Annotated[int, Meta(ge=1, le=99)] | None = None
    bonus: Annotated[int, Meta(ge=0, le=99)] = 0
    commander: bool = False
    mercenary: bool = False
    automatic: bool = False
    suggested: Annotated[int, Meta(ge=0, le=40)] = 0
    rules: tuple[str, ...] = ()

    @property
    def in_a_sentence(self) -> Message:
        """Its title within a sentence."""
        return gettext(self.title.lower())


class ArmyList(_Entry, frozen=True, dict=True):
    """All units, weapons and shots that a battle can be fought with.

    Attributes:
        title: name for people.
        weapon: the weapons.
        unit: the kinds of units.
        shot: the kinds of shots, if there are cannons.
    """

    title: Title
    weapon: Annotated[tuple[Weapon, ...], Meta(min_length=1, max_length=16)]
    unit: Annotated[tuple[UnitType, ...], Meta(min_length=1, max_length=16)]
    shot: Annotated[tuple[ShotPaper, ...], Meta(max_length=5)] = ()

    @cached_property
    def units(self) -> dict[str, UnitType]:
        """The kinds of units by id."""
        return {unit.id: unit for unit in self.unit}

    @property
    def shots(self) -> dict[str, Template]:
        """The templates of the shots by id."""
        return {shot.id: shot.template for shot in self.shot}

    def weapon_of(self, unit: UnitType) -> Weapon:
        """Return the weapon of a kind of unit."""
        return next(weapon for weapon in self.weapon if weapon.id == unit.weapon)

    def plain(self, unit: UnitType) -> UnitType:
        """Return the same kind of unit without command: of the same arm and weapon (BR-A5)."""
        alike = (other for other in self.unit if (other.arm, other.weapon) == (unit.arm, unit.weapon))
        return next((other for other in alike if not other.commander), unit)


def folder() -> Path:
    """Return the folder of the table's own army lists."""
    return data_folder() / "battle"


def read_army_list(path: Path) -> ArmyList:
    """Read and check an army list.

    Raises:
        BrokenFile: it cannot be read or is none; the message names every wrong line.
    """
    return read(path, ArmyList, _problems)


def own_army_lists() -> tuple[tuple[ArmyList, ...], dict[str, str]]:
    """Return the table's own army lists, and by name an error message for every file that is none."""
    lists, wrong = [], {}
    for path in sorted(folder().glob("*.toml")):
        try:
            lists.append(read_army_list(path))
        except BrokenFile as error:
            wrong[path.stem] = str(error)
    return tuple(lists), wrong


def _problems(read: ArmyList) -> Iterator[Problem]:
    """Yield what the shape of a file does not exclude."""
    for name, ids in _ids(read).items():
        for number, id in enumerate(ids):
            if id in ids[:number]:
                yield Problem(f"$.{name}[{number}].id", "{id} is there twice", id=repr(id))
    yield from _unknown_rules("weapon", [weapon.rules for weapon in read.weapon])
    yield from _unknown_rules("unit", [unit.rules for unit in read.unit])
    for number, unit in enumerate(read.unit):
        for key, text in _unit_problems(read, unit):
            yield Problem(f"$.unit[{number}].{key}", text)
    if all(unit.arm == "cannon" or unit.mercenary or unit.commander for unit in read.unit):
        yield Problem("$.unit", "some infantry or cavalry must be neither commander nor mercenary")


def _ids(read: ArmyList) -> dict[str, list[str]]:
    return {
        "weapon": [weapon.id for weapon in read.weapon],
        "unit": [unit.id for unit in read.unit],
        "shot": [shot.id for shot in read.shot],
    }


def _unknown_rules(name: str, cited: Sequence[tuple[str, ...]]) -> Iterator[Problem]:
    rulebook = read_rulebook(HERE / "rulebook.toml")
    for number, rules in enumerate(cited):
        for rule in rules:
            try:
                rulebook.find(rule)
            except UnknownName as error:
                yield Problem(f"$.{name}[{number}].rules", str(error))


def _unit_problems(read: ArmyList, unit: UnitType) -> Iterator[tuple[str, str]]:
    gun, weapons = unit.arm == "cannon", {weapon.id: weapon for weapon in read.weapon}
    becomes = read.units.get(unit.becomes or "")
    if unit.weapon not in weapons:
        yield "weapon", gettext("no weapon is called {weapon!r}", weapon=unit.weapon)
    elif gun and weapons[unit.weapon].range is None:
        yield "weapon", gettext("{weapon!r} has no range, and cannons fire", weapon=unit.weapon)
    if unit.inches * STEPS % 1:
        yield "inches", gettext("{key!r} is a multiple of {step:g}", key="inches", step=1 / STEPS)
    if unit.becomes is not None and (becomes is None or becomes.arm == "cannon" or unit.save is None):
        yield (
            "becomes",
            gettext("{key!r} names infantry or cavalry, and needs {other!r}", key="becomes", other="save"),
        )
    if unit.price is None and not (gun and unit.mercenary):
        yield (
            "price",
            gettext("{key!r} is missing; only that of a mercenary cannon may be asked", key="price"),
        )
    if gun and (unit.commander or unit.save is not None or unit.attack or not read.shot):
        yield "arm", gettext("a cannon needs a shot, and has no attack bonus, save or command")
    if unit.automatic and not gun:
        yield "automatic", gettext("only a cannon is automatic")


BATTLE_RISK = read_army_list(HERE / "armies" / "battle-risk.toml")
"""The army list of the game's own rules."""
