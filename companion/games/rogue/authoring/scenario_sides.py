"""Who plays with whom, changed by hand: victories follow the sides they belong to and speak of."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.rogue.authoring.skirmish import last_standing
from companion.games.rogue.authoring.victory_text import joined
from companion.games.rogue.scenario import Condition, Scenario, Side, Victory


class Group(NamedTuple):
    """Players who are to be a side.

    Attributes:
        before: the name of the side they come from, or nothing.
        players: their numbers.
        name: what they are called from now on.
    """

    before: str
    players: tuple[int, ...]
    name: str


def for_players(sides: Iterable[Side], number: int) -> list[Group]:
    """Group this many players: those known stay on their sides, each new one stands alone."""
    known = [(side.name, tuple(player for player in side.players if player <= number)) for side in sides]
    there = {player for _, players in known for player in players}
    known += [("", (player,)) for player in range(1, number + 1) if player not in there]
    left = [(name, players) for name, players in known if players]
    if len(left) == 1:
        name, players = left[0]
        left = [(name, players[:1]), *(("", (player,)) for player in players[1:])]
    return [_group(name, players) for name, players in left]


def player_moved(sides: Iterable[Side], player: int, target: int) -> list[Group]:
    """Group players after one has gone over to the side of this number, or to a new one."""
    known = [(side.name, set(side.players) - {player}) for side in sides]
    if target < len(known):
        known[target][1].add(player)
    else:
        known.append(("", {player}))
    return [_group(name, tuple(sorted(players))) for name, players in known if players]


def _group(before: str, players: tuple[int, ...]) -> Group:
    """Keep the name of a side that has one of its own, and name it after its players if not."""
    plain = not before or before.removeprefix("Players").removeprefix("Player").strip()[:1].isdigit()
    return Group(before, players, _plain_name(players) if plain else before)


def _plain_name(players: tuple[int, ...]) -> str:
    numbers = joined([str(player) for player in players])
    return f"Player {numbers}" if len(players) == 1 else f"Players {numbers}"


def enemies(scenario: Scenario, side: str) -> tuple[int, ...]:
    """Return the players who are not on a side."""
    return tuple(sorted(player for other in scenario.sides if other.name != side for player in other.players))


def regrouped(scenario: Scenario, groups: list[Group]) -> Scenario:
    """Return a scenario with these sides.

    A victory stays with its side; one that has changed loses its title. A part about everybody else stays
    about everybody else, a part about a whole side about this side. A new side wins as the last one standing.
    """
    fresh = replace(scenario, sides=tuple(Side(name=group.name, players=group.players) for group in groups))
    victories = [
        carried
        for victory in scenario.victories
        for group in groups
        if group.before == victory.side and (carried := _carried(victory, scenario, fresh, group)) is not None
    ]
    everybody = range(1, fresh.players + 1)
    victories += [last_standing(group.name, group.players, everybody) for group in groups if not group.before]
    return replace(fresh, victories=tuple(victories))


def _carried(victory: Victory, old: Scenario, fresh: Scenario, group: Group) -> Victory | None:
    """Return a victory as its side has it now; None if no part of it is left."""
    parts = tuple(
        part
        for condition in victory.conditions
        if (part := _followed(condition, victory.side, old, fresh, group.name)) is not None
    )
    if not parts:
        return None
    title = victory.title if parts == victory.conditions else ""
    return replace(victory, side=group.name, conditions=parts, title=title)


def _followed(condition: Condition, side: str, old: Scenario, fresh: Scenario, name: str) -> Condition | None:
    """Let a part of a victory follow the players it is about."""
    if not condition.players:
        return condition
    against = enemies(fresh, name)
    if condition.players == enemies(old, side):
        return replace(condition, players=against)
    whole = [side.name for side in old.sides if side.players == condition.players]
    now = next((side.players for side in fresh.sides if side.name in whole), condition.players)
    players = tuple(player for player in now if player in against)
    return replace(condition, players=players) if players else None
