"""Mineral fields and achievements: from the charts of Basic Training, or drawn."""

from companion.games.starcraft import rules
from companion.games.starcraft.achievements import (
    ACHIEVEMENTS,
    GOLD,
    GOLD_WORDS,
    PER_TIER,
    REWARDS,
    SILVER,
    SILVER_WORDS,
    WORDS,
)
from companion.games.starcraft.charts import CHARTS
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.collecting import lay_out
from companion.games.territory.landmarks import find_landmarks
from companion.games.territory.objectives import ObjectiveCard, title
from companion.games.territory.rewards import place_rewards
from companion.locale.messages import gettext
from companion.referee.script import Report, Script


def set_up_field(state: StarcraftState) -> Script[None]:
    """SC-SET-B, SC-SET-C, SC-1V1: set up mineral fields and achievements; in the match minerals come last."""
    if state.mode == "basic training":
        yield from _by_chart(state)
        return
    if state.mode != "match":
        yield from draw_minerals(state, "SC-SET-C")
    if rules.uses_achievements(state):
        yield from _lay_out_achievements(state)


def draw_minerals(state: StarcraftState, rule: str) -> Script[None]:
    """SC-SET-C: find the fifteen mineral fields; SC-A12: a house rule says how cards are drawn."""
    yield from find_landmarks(
        state,
        state.minerals,
        rules.MINERAL_FIELDS,
        state.house.drawing,
        rule,
        plural=gettext("mineral fields"),
    )
    yield from Report(gettext("The mineral fields are on the map."), rules=(rule, "SC-A12"))


def _by_chart(state: StarcraftState) -> Script[None]:
    chart = CHARTS[len(state.seats)]
    state.minerals = list(chart.minerals)
    state.objectives.cards = [ObjectiveCard(ACHIEVEMENTS[objective]) for objective in chart.achievements]
    text = gettext(
        "By the chart for {count} players: 15 mineral fields, 8 achievements.", count=len(state.seats)
    )
    yield from Report(text, rules=("SC-SET-B", "SC-A12", "SC-ACH"))


def _lay_out_achievements(state: StarcraftState) -> Script[None]:
    rule = "SC-1V1" if state.mode == "match" else "SC-SET-C"
    for objectives, words in ((SILVER, SILVER_WORDS), (GOLD, GOLD_WORDS)):
        yield from lay_out(
            state.objectives,
            objectives,
            PER_TIER,
            rule,
            names={objective.id: title(objective, WORDS, state.map) for objective in objectives},
            words=words,
            finding=state.house.drawing,
        )
    yield from place_rewards(state.objectives, state.house.rewards, "SC-RWD-9", REWARDS)
    yield from Report(gettext("A reward lies face down on each achievement."), rules=("SC-RWD-9", "SC-A20"))
