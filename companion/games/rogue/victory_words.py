"""Descriptions of victories: a full sentence and a title. Files keep the English of both."""

from collections.abc import Iterable

from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.scenario import Condition, Scenario, Victory
from companion.games.rogue.words import side_name
from companion.locale.messages import Message, capitalised, gettext, listed, ngettext

BLANK = "___"
"""Placeholder for a missing choice."""


def victory_sentence(victory: Victory, scenario: Scenario, field: Battlefield) -> Message:
    """Describe how a side wins: ``"Coast wins by holding Old battery for 2 turns."``."""
    parts = [_doing(condition, victory, scenario, field) for condition in victory.conditions]
    side, ways = side_name(victory.side), listed(parts or [BLANK])
    if _are_several(victory.side):
        return gettext("{side} win by {ways}.", side=side, ways=ways)
    return gettext("{side} wins by {ways}.", side=side, ways=ways)


def title_of(victory: Victory, scenario: Scenario, field: Battlefield) -> Message:
    """Return the title of a victory from its conditions: ``"Hold Old battery for 2 turns"``."""
    parts = [in_words(condition, victory, scenario, field) for condition in victory.conditions]
    return capitalised(listed(parts or [BLANK]))


def victory_title(victory: Victory, scenario: Scenario, field: Battlefield) -> Message:
    """Return a victory's title as it is read: made again from its conditions, if nobody has typed another."""
    made = title_of(victory, scenario, field)
    return made if made == victory.title else gettext(victory.title)


def in_words(condition: Condition, victory: Victory, scenario: Scenario, field: Battlefield) -> Message:
    """Describe one condition: ``"hold Old battery for 2 turns"``."""
    number = condition.number
    whom = people(condition.players, victory.side, scenario)
    match condition.kind:
        case "eliminate":
            return gettext("eliminate {players}", players=whom)
        case "reach":
            return gettext("reach {zones}", zones=listed(_zones(condition, field), alternatives=True))
        case "hold":
            zones = listed(_zones(condition, field))
            return ngettext("hold {zones} for a turn", "hold {zones} for {count} turns", number, zones=zones)
        case "kill":
            return ngettext(
                "take {count} unit of {players}", "take {count} units of {players}", number, players=whom
            )
        case "survive":
            return ngettext("survive a round", "survive {count} rounds", number)


def _doing(condition: Condition, victory: Victory, scenario: Scenario, field: Battlefield) -> Message:
    number = condition.number
    whom = people(condition.players, victory.side, scenario)
    match condition.kind:
        case "eliminate":
            return gettext("eliminating {players}", players=whom)
        case "reach":
            return gettext("reaching {zones}", zones=listed(_zones(condition, field), alternatives=True))
        case "hold":
            zones = listed(_zones(condition, field))
            return ngettext(
                "holding {zones} for a turn", "holding {zones} for {count} turns", number, zones=zones
            )
        case "kill":
            return ngettext(
                "taking {count} unit of {players}", "taking {count} units of {players}", number, players=whom
            )
        case "survive":
            return ngettext("surviving a round", "surviving {count} rounds", number)


def people(players: Iterable[int], side: str, scenario: Scenario) -> Message:
    """Name players as `side` sees them: all enemies, a whole side, or a list."""
    wanted = set(players)
    others = [other for other in scenario.sides if other.name != side]
    if len(others) > 1 and wanted == {player for other in others for player in other.players}:
        return gettext("everybody else")
    whole = [other for other in others if wanted >= set(other.players)]
    single = sorted(wanted - {player for other in whole for player in other.players})
    names = [side_name(other.name) for other in whole]
    names += [gettext("Player {number}", number=player) for player in single]
    return listed(names or [BLANK])


def _are_several(side: str) -> bool:
    """Whether the verb of a side is "win": Coast wins, Raiders win, Players 1 and 3 win."""
    return side.startswith("Players ") or (side.endswith("s") and not side.endswith("ss"))


def _zones(condition: Condition, field: Battlefield) -> list[str]:
    return [field.name(zone) if zone in field.zones else zone for zone in condition.zones] or [BLANK]
