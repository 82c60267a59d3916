"""The default scenario of a battlefield: free for all, the last player standing wins."""

from collections.abc import Iterable, Sequence

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
    return Victory(
        side=side,
        title=LAST_STANDING,
        conditions=(Condition(kind="eliminate", players=others),),
    )
