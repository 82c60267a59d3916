"""A scenario for any battlefield: everybody for themselves, and the last one standing wins."""

from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.scenario import Condition, Scenario, Side, Victory


def skirmish(field: Battlefield) -> Scenario:
    """Return the scenario in which every player who starts on a battlefield has all others to beat."""
    players = sorted({zone.start for zone in field.zones.values() if zone.start})
    return Scenario(
        id=f"{field.id}-skirmish",
        title=field.title,
        story="Every squad for itself.",
        level="boot camp",
        battlefield=field.id,
        sides=tuple(Side(name=f"Player {player}", players=(player,)) for player in players),
        victories=tuple(_last_standing(player, players) for player in players),
    )


def _last_standing(player: int, players: list[int]) -> Victory:
    others = tuple(other for other in players if other != player)
    return Victory(
        side=f"Player {player}",
        title="Eliminate everybody else",
        conditions=(Condition(part="eliminate", players=others),),
    )
