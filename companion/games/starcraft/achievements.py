"""The twelve achievements, the eight rewards, and the conditions that they check (SC-ACH, SC-TEAM)."""

from companion.games.starcraft.state import StarcraftState
from companion.games.territory.collecting import TierWords
from companion.games.territory.objectives import Objective, ObjectiveContext, ObjectiveWords, Tier
from companion.locale.messages import gettext, ngettext, pgettext

MINERAL = "mineral"
PER_TIER = 4

SILVER = (
    Objective("aiur", "minor", "continent", of="aiur"),
    Objective("char", "minor", "continent", of="char"),
    Objective("korhal", "minor", "continent", of="korhal"),
    Objective("enemy-base", "minor", "capitals", 1),
    Objective("take-4-minerals", "minor", "landmarks", 4, in_one_turn=True, of=MINERAL),
    Objective("8-minerals", "minor", "landmarks", 8, of=MINERAL),
)
GOLD = (
    Objective("take-10-territories", "major", "territories", 10, in_one_turn=True),
    Objective("11-minerals", "major", "landmarks", 11, of=MINERAL),
    Objective("2-enemy-bases", "major", "capitals", 2),
    Objective("take-a-planet", "major", "continents", 1, in_one_turn=True),
    Objective("2-planets", "major", "continents", 2),
    Objective("18-territories", "major", "territories", 18),
)
ACHIEVEMENTS = {objective.id: objective for objective in (*SILVER, *GOLD)}

TIERS: dict[Tier, str] = {
    "minor": pgettext("achievement", "silver"),
    "major": pgettext("achievement", "gold"),
}
SILVER_WORDS = TierWords(
    gettext("silver achievement"),
    gettext("Shuffle the silver achievements"),
    gettext("Which silver achievement is in play?"),
)
GOLD_WORDS = TierWords(
    gettext("gold achievement"),
    gettext("Shuffle the gold achievements"),
    gettext("Which gold achievement is in play?"),
)
WORDS = ObjectiveWords(
    capitals=lambda count: ngettext("{count} enemy base", "{count} enemy bases", count),
    continents=lambda count: ngettext("{count} planet", "{count} planets", count),
    new_continents=lambda count: ngettext("{count} new planet", "{count} new planets", count),
    landmarks={MINERAL: lambda count: ngettext("{count} mineral field", "{count} mineral fields", count)},
    tiers=TIERS,
)
REWARDS = {
    "tower": gettext("Xel'Naga Tower"),
    "additional maneuver": gettext("Additional maneuver"),
    "starting maneuver": gettext("Starting maneuver"),
    "guaranteed card": gettext("Guaranteed card"),
    "attack die": gettext("Bonus attack die"),
    "defence die": gettext("Bonus defence die"),
    "two troops": gettext("Two more units a turn"),
}
"""Titles of the rewards, by the tokens that all games with objectives share."""


def ground(state: StarcraftState, seat: str) -> ObjectiveContext:
    """SC-ACH: return what achievements are judged by; SC-TEAM: allies share planets and are no enemies.

    SC-A22: by house rule their territories complete a planet taken in one turn.
    The base of an eliminated player still counts as an enemy's; neutrals have none (SC-A7).
    """
    team = state.team(seat)
    return ObjectiveContext(
        board=state.map,
        held=frozenset(state.held(seat)),
        before=frozenset(state.objectives.before),
        landmarks={MINERAL: state.minerals},
        enemy_capitals=frozenset(place for owner, place in state.bases.items() if owner not in team),
        allied=frozenset(place for ally in team for place in state.held(ally)),
        allies_complete=state.house.team_planet == "with allies",
    )
