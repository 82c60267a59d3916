"""Descriptions of victories: a full sentence and a title."""

from collections.abc import Iterable

from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.scenario import Condition, Scenario, Victory

BLANK = "___"
"""Placeholder for a missing choice."""
_DOING = {
    "eliminate": "eliminating",
    "reach": "reaching",
    "hold": "holding",
    "kill": "taking",
    "survive": "surviving",
}
_DO = {"eliminate": "eliminate", "reach": "reach", "hold": "hold", "kill": "take", "survive": "survive"}


def victory_sentence(victory: Victory, scenario: Scenario, field: Battlefield) -> str:
    """Describe how a side wins: ``"Coast wins by holding Old battery for 2 turns."``."""
    parts = [
        f"{_DOING[condition.kind]} {_aim(condition, victory, scenario, field)}"
        for condition in victory.conditions
    ]
    return f"{victory.side} {_wins(victory.side)} by {joined(parts or [BLANK])}."


def title_of(victory: Victory, scenario: Scenario, field: Battlefield) -> str:
    """Return the title of a victory from its conditions: ``"Hold Old battery for 2 turns"``."""
    text = joined(
        [in_words(condition, victory, scenario, field) for condition in victory.conditions] or [BLANK]
    )
    return f"{text[0].upper()}{text[1:]}"


def in_words(condition: Condition, victory: Victory, scenario: Scenario, field: Battlefield) -> str:
    """Describe one condition: ``"hold Old battery for 2 turns"``."""
    return f"{_DO[condition.kind]} {_aim(condition, victory, scenario, field)}"


def people(players: Iterable[int], side: str, scenario: Scenario) -> str:
    """Name players as `side` sees them: all enemies, a whole side, or a list."""
    wanted = set(players)
    others = [other for other in scenario.sides if other.name != side]
    if len(others) > 1 and wanted == {player for other in others for player in other.players}:
        return "everybody else"
    whole = [other for other in others if wanted >= set(other.players)]
    single = sorted(wanted - {player for other in whole for player in other.players})
    return joined([other.name for other in whole] + [f"Player {player}" for player in single] or [BLANK])


def _wins(side: str) -> str:
    """Return the verb for a side: Coast wins, Raiders win, Players 1 and 3 win."""
    several = side.startswith("Players ") or (side.endswith("s") and not side.endswith("ss"))
    return "win" if several else "wins"


def joined(parts: list[str], last: str = "and") -> str:
    """Join words in a list: ``"West, East and North"``."""
    return f" {last} ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def _aim(condition: Condition, victory: Victory, scenario: Scenario, field: Battlefield) -> str:
    number = condition.number
    zones = [field.zones[zone].name if zone in field.zones else zone for zone in condition.zones] or [BLANK]
    match condition.kind:
        case "eliminate":
            return people(condition.players, victory.side, scenario)
        case "reach":
            return joined(zones, "or")
        case "hold":
            return f"{joined(zones)} for {'a turn' if number == 1 else f'{number} turns'}"
        case "kill":
            units = "1 unit" if number == 1 else f"{number} units"
            return f"{units} of {people(condition.players, victory.side, scenario)}"
        case "survive":
            return "a round" if number == 1 else f"{number} rounds"
