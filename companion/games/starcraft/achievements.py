"""The twelve achievements, the eight rewards, and what they look at (SC-ACH, SC-TEAM)."""

from companion.games.starcraft.state import StarcraftState
from companion.games.territory.goals import Goal, GoalWords, Ground, Tier

MINERAL = "mineral"
PER_TIER = 4

SILVER = (
    Goal("aiur", "minor", "continent", of="aiur"),
    Goal("char", "minor", "continent", of="char"),
    Goal("korhal", "minor", "continent", of="korhal"),
    Goal("enemy-base", "minor", "capitals", 1),
    Goal("take-4-minerals", "minor", "landmarks", 4, in_one_turn=True, of=MINERAL),
    Goal("8-minerals", "minor", "landmarks", 8, of=MINERAL),
)
GOLD = (
    Goal("take-10-territories", "major", "territories", 10, in_one_turn=True),
    Goal("11-minerals", "major", "landmarks", 11, of=MINERAL),
    Goal("2-enemy-bases", "major", "capitals", 2),
    Goal("take-a-planet", "major", "continents", 1, in_one_turn=True),
    Goal("2-planets", "major", "continents", 2),
    Goal("18-territories", "major", "territories", 18),
)
ACHIEVEMENTS = {goal.id: goal for goal in (*SILVER, *GOLD)}

TIERS: dict[Tier, str] = {"minor": "silver", "major": "gold"}
WORDS = GoalWords(
    capital=("enemy base", "enemy bases"),
    continent=("planet", "planets"),
    landmarks={MINERAL: ("mineral field", "mineral fields")},
    tiers=TIERS,
)
REWARDS = {
    "tower": "Xel'Naga Tower",
    "additional maneuver": "Additional maneuver",
    "starting maneuver": "Starting maneuver",
    "guaranteed card": "Guaranteed card",
    "attack die": "Bonus attack die",
    "defence die": "Bonus defence die",
    "two troops": "Two more units a turn",
}
"""What the rewards are called here, by the tokens that all games with a shelf share."""


def ground(state: StarcraftState, seat: str) -> Ground:
    """SC-ACH: what achievements look at; SC-TEAM: allies share whole planets and are no enemies.

    A base that somebody holds who is out is still an enemy's; neutrals have none (SC-A7).
    """
    team = state.team(seat)
    return Ground(
        board=state.map,
        held=frozenset(state.held(seat)),
        before=frozenset(state.shelf.before),
        landmarks={MINERAL: state.minerals},
        enemy_capitals=frozenset(place for owner, place in state.bases.items() if owner not in team),
        allied=frozenset(place for ally in team for place in state.held(ally)),
    )
