"""Changes of the sides of a scenario, with the victories that belong or refer to them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.scenario import Condition, Scenario, Side, Victory
from companion.games.rogue.words import side_of_players
from companion.locale.messages import gettext_noop

STORY = gettext_noop("Every squad for itself.")
LAST_STANDING = gettext_noop("Eliminate everybody else")


def skirmish(field: Battlefield) -> Scenario:
    """Return the scenario in which each player of a battlefield must eliminate all others."""
    players = sorted({zone.start for zone in field.zones.values() if zone.start})
    return _for_players(field.id, field.title, players)


def is_skirmish(scenario: Scenario) -> bool:
    """Return whether a scenario is still the unchanged `skirmish` of its battlefield."""
    players = list(range(1, scenario.players + 1))
    return scenario == _for_players(scenario.battlefield, scenario.title, players)


def _for_players(field: str, title: str, players: list[int]) -> Scenario:
    return Scenario(
        id=f"{field}-skirmish",
        title=title,
        story=STORY,
        level="boot camp",
        battlefield=field,
        sides=tuple(Side(name=side_of_players([player]).english, players=(player,)) for player in players),
        victories=tuple(
            last_standing(side_of_players([player]).english, (player,), players) for player in players
        ),
    )


def last_standing(side: str, own: Sequence[int], players: Iterable[int]) -> Victory:
    """Return a victory by elimination of all players outside the side."""
    others = tuple(player for player in players if player not in own)
    return Victory(side=side, title=LAST_STANDING, conditions=(Condition(kind="eliminate", players=others),))


class Group(NamedTuple):
    """Players who will be one side.

    Attributes:
        before: the name of their former side, or an empty string.
        players: their numbers.
        name: their new name.
    """

    before: str
    players: tuple[int, ...]
    name: str


def for_players(sides: Iterable[Side], number: int) -> list[Group]:
    """Group this number of players: known players stay on their sides, each new one is alone."""
    known = [(side.name, tuple(player for player in side.players if player <= number)) for side in sides]
    there = {player for _, players in known for player in players}
    known += [("", (player,)) for player in range(1, number + 1) if player not in there]
    left = [(name, players) for name, players in known if players]
    if len(left) == 1:
        name, players = left[0]
        left = [(name, players[:1]), *(("", (player,)) for player in players[1:])]
    return [_group(name, players) for name, players in left]


def player_moved(sides: Iterable[Side], player: int, target: int) -> list[Group]:
    """Group the players after one of them moved to the side of this index, or to a new one."""
    known = [(side.name, set(side.players) - {player}) for side in sides]
    if target < len(known):
        known[target][1].add(player)
    else:
        known.append(("", {player}))
    return [_group(name, tuple(sorted(players))) for name, players in known if players]


def _group(before: str, players: tuple[int, ...]) -> Group:
    """Keep the name of a side if players chose it; otherwise name the side after its players."""
    plain = not before or before.removeprefix("Players").removeprefix("Player").strip()[:1].isdigit()
    return Group(before, players, side_of_players(players).english if plain else before)


def enemies(scenario: Scenario, side: str) -> tuple[int, ...]:
    """Return the players who are not on a side."""
    return tuple(sorted(player for other in scenario.sides if other.name != side for player in other.players))


def regrouped(scenario: Scenario, groups: list[Group]) -> Scenario:
    """Return a scenario with these sides.

    A victory stays with its side, and loses its title if it changes. Conditions on all enemies, or on a whole
    side, still apply to all enemies or to that side. A new side wins as the last one standing.
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
    """Return a victory adapted to its new side; None if it has no conditions left."""
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
    """Adapt a condition to the new sides of its players."""
    if not condition.players:
        return condition
    against = enemies(fresh, name)
    if condition.players == enemies(old, side):
        return replace(condition, players=against)
    whole = [side.name for side in old.sides if side.players == condition.players]
    now = next((side.players for side in fresh.sides if side.name in whole), condition.players)
    players = tuple(player for player in now if player in against)
    return replace(condition, players=players) if players else None
