"""Scenarios as data: sides, start zones and victories, which consist of conditions (RG-SCN, RG-WIN).

Players are numbered from 1 clockwise. A side wins when all conditions of one of its victories are true.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.errors import BrokenFile, UnknownName
from companion.external_files.typed_toml import Problem, decode, line_of, read_text, refuse_problems
from companion.games.rogue.battlefield import MAX_STARTS, PLAYERS, Battlefield
from companion.games.rogue.battlefield_check import COVER_TOKENS, unreachable
from companion.games.rogue.battlefield_files import load_battlefield
from companion.games.rogue.data_files import encode, rogue_folder, save
from companion.games.rogue.houserules import Level
from companion.games.rogue.words import side_name
from companion.locale.messages import gettext

FOLDER = Path(__file__).with_name("scenarios")
HEADING = "A scenario of Risk Battlefield Rogue; companion/games/rogue/README.md explains the lines."

ConditionKind = Literal["eliminate", "reach", "hold", "kill", "survive"]


class Condition(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename={"kind": "part"}
):
    """One condition of a victory.

    Attributes:
        kind: ``"eliminate"`` all units of `players`; ``"reach"`` any of `zones` with any unit; ``"hold"``
            all of `zones` at the end of `number` consecutive turns of the side; ``"kill"`` `number` units of
            `players`; ``"survive"`` with any unit until the end of round `number`.
        players: numbers of the enemy players.
        zones: the target zones.
        number: number of turns, units or rounds.
    """

    kind: ConditionKind
    players: tuple[int, ...] = ()
    zones: tuple[str, ...] = ()
    number: int = 1


class Victory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"conditions": "when"}):
    """One way for a side to win: all its conditions must be true."""

    side: str
    title: str
    conditions: tuple[Condition, ...]


class Side(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A team of players who win together."""

    name: str
    players: tuple[int, ...]


class StartZones(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The start zones of one player, which replace those of the battlefield."""

    player: int
    zones: tuple[str, ...]


class Scenario(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"sides": "side", "starts": "start", "victories": "victory"},
):
    """A scenario.

    Attributes:
        id: the name of its file.
        title: its name on the screen.
        story: a description of one or two lines.
        level: the intended level of play; players can choose any other.
        battlefield: the name of its battlefield.
        sides: the teams, in order of play.
        starts: start zones, if they differ from the battlefield's.
        cover: cover tokens by zone, if they differ from the battlefield's.
        victories: the ways to win.
    """

    id: str
    title: str
    level: Level
    battlefield: str
    story: str = ""
    sides: tuple[Side, ...]
    starts: tuple[StartZones, ...] = ()
    cover: dict[str, int] = {}
    victories: tuple[Victory, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return sum(len(side.players) for side in self.sides)

    def side_of(self, player: int) -> str:
        """Return the side of a player.

        Raises:
            UnknownName: there is no such player.
        """
        for side in self.sides:
            if player in side.players:
                return side.name
        raise UnknownName("{title} has no player {player}.", title=gettext(self.title), player=player)


def scenario_files() -> tuple[Path, ...]:
    """Return all scenario files, the players' own first; they replace the game's of the same name."""
    found: dict[str, Path] = {}
    for folder in (rogue_folder() / "scenarios", FOLDER):
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, path)
    return tuple(found.values())


def read_scenario(path: Path, *, unfinished: bool = False) -> tuple[Scenario, Battlefield]:
    """Read and check a scenario and its battlefield.

    Args:
        path: the file.
        unfinished: skip the check of the scenario, for the editor.

    Raises:
        BrokenFile: a file is invalid; the message names every wrong line.
    """
    text = read_text(path)
    scenario = read_scenario_alone(path)
    try:
        field = load_battlefield(scenario.battlefield)
    except UnknownName as error:
        raise BrokenFile(
            "The file {path} is wrong: line {line}: {error} Fix it there.",
            path=path,
            line=line_of(text, "$.battlefield"),
            error=error,
        ) from error
    if not unfinished:
        refuse_problems(path, text, problems(scenario, field))
    return scenario, field


def read_scenario_alone(path: Path) -> Scenario:
    """Read a scenario without checking it against its battlefield.

    Raises:
        BrokenFile: it is not a scenario file; the message names the line.
    """
    return _decoded(path, read_text(path))


@lru_cache(maxsize=64)
def _decoded(path: Path, text: str) -> Scenario:
    return decode(text, Scenario, path)


def save_scenario(scenario: Scenario, path: Path | None = None) -> Path:
    """Write a scenario, by default among the players' own, and return its path.

    Raises:
        BrokenFile: the file cannot be written.
    """
    target = path or rogue_folder() / "scenarios" / f"{scenario.id}.toml"
    save(target, encode(scenario, HEADING))
    return target


def start_zones(scenario: Scenario, field: Battlefield) -> dict[str, int]:
    """Return the player of each start zone, from the scenario or otherwise the battlefield."""
    given = {zone: start.player for start in scenario.starts for zone in start.zones}
    elsewhere = {start.player for start in scenario.starts}
    drawn = {
        zone.id: zone.start
        for zone in field.zones.values()
        if 0 < zone.start <= scenario.players and zone.start not in elsewhere
    }
    return drawn | given


def problems(scenario: Scenario, field: Battlefield) -> tuple[Problem, ...]:
    """List all errors of a scenario on its battlefield, each with its place in the file."""
    return (*_players(scenario), *_grounds(scenario, field), *_victories(scenario, field))


def _players(scenario: Scenario) -> Iterator[Problem]:
    numbers = sorted(player for side in scenario.sides for player in side.players)
    names = [side.name for side in scenario.sides]
    for number, name in enumerate(names):
        if name in names[:number]:
            yield Problem(f"$.side[{number}].name", "two sides are called {side}", side=repr(name))
    if len(scenario.sides) < 2:
        yield Problem("$.side", "there are fewer than two sides")
    if numbers != list(range(1, len(numbers) + 1)) or not 2 <= len(numbers) <= PLAYERS:
        yield Problem(
            "$.side",
            "the sides have players {players}, not 1, 2 and so on up to {most}",
            players=numbers,
            most=PLAYERS,
        )


def _grounds(scenario: Scenario, field: Battlefield) -> Iterator[Problem]:
    title = gettext(field.title)
    for number, start in enumerate(scenario.starts):
        if not 1 <= start.player <= scenario.players:
            here = f"$.start[{number}].player"
            yield Problem(here, "there is no player {player} to start there", player=start.player)
    named = [(f"$.start[{number}].zones", start.zones) for number, start in enumerate(scenario.starts)]
    for here, zones in (*named, ("$.cover", scenario.cover)):
        for zone in zones:
            if zone not in field.zones:
                yield Problem(here, "{zone} is no zone of {title}", zone=repr(zone), title=title)
    starting = list(start_zones(scenario, field).values())
    for player in range(1, scenario.players + 1):
        count = starting.count(player)
        if not 1 <= count <= MAX_STARTS:
            yield Problem(
                "$.start",
                "player {player} has {count} start zones, not 1 to {most}",
                player=player,
                count=count,
                most=MAX_STARTS,
            )
    yield from _zone_problems(scenario, field)


def _zone_problems(scenario: Scenario, field: Battlefield) -> Iterator[Problem]:
    starts = [zone for zone in start_zones(scenario, field) if zone in field.zones]
    wet = [zone for zone in starts if "water" in field.zones[zone].terrain]
    for zone in wet:
        yield Problem("$.start", "{zone} is water: no squad can start there", zone=zone)
    dry = [zone for zone in starts if zone not in wet]
    if apart := unreachable(field, dry):
        yield Problem("$.start", "no way on land leads from {zone} to {other}", zone=dry[0], other=apart[0])
    tokens = {zone.id: zone.cover for zone in field.zones.values()} | scenario.cover
    count = sum(tokens.values())
    if min(tokens.values(), default=0) < 0 or count > COVER_TOKENS:
        yield Problem("$.cover", "there are {most} cover tokens, not {count}", most=COVER_TOKENS, count=count)


def _victories(scenario: Scenario, field: Battlefield) -> Iterator[Problem]:
    names = [side.name for side in scenario.sides]
    if not scenario.victories:
        yield Problem("$.victory", "nobody can win")
    for number, victory in enumerate(scenario.victories):
        here, side = f"$.victory[{number}]", victory.side
        if side not in names:
            yield Problem(
                f"{here}.side", "{side} is no side, but {names}", side=repr(side), names=", ".join(names)
            )
        if not victory.conditions:
            yield Problem(here, "{title} has no condition", title=gettext(victory.title))
        own = {player for each in scenario.sides if each.name == side for player in each.players}
        for index, condition in enumerate(victory.conditions):
            if text := _condition(condition, scenario, field) or _own_goal(condition, own):
                place = f"{here}.when[{index}]"
                yield Problem(place, "{side}: {problem}", side=side_name(side), problem=text)


def _condition(condition: Condition, scenario: Scenario, field: Battlefield) -> str:
    """Return what is wrong with a condition of a victory, or an empty string."""
    missing_players = [str(player) for player in condition.players if not 1 <= player <= scenario.players]
    missing_zones = [zone for zone in condition.zones if zone not in field.zones]
    if missing_players or missing_zones:
        return gettext(
            "{kind}: there is no {names}",
            kind=condition.kind,
            names=", ".join(missing_players + missing_zones),
        )
    if condition.kind in ("eliminate", "kill") and not condition.players:
        return gettext("{kind} needs players", kind=condition.kind)
    if condition.kind in ("reach", "hold") and not condition.zones:
        return gettext("{kind} needs zones", kind=condition.kind)
    return "" if condition.number >= 1 else gettext("{kind} needs a number of 1 or more", kind=condition.kind)


def _own_goal(condition: Condition, own: set[int]) -> str:
    """Return an error if a side would have to beat its own players, or an empty string."""
    own_players = sorted(own.intersection(condition.players))
    return (
        gettext("{kind}: player {player} is on that side", kind=condition.kind, player=own_players[0])
        if own_players
        else ""
    )
