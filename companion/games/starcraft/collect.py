"""Achievements: collecting them and their rewards after attacks (SC-ACH-2, SC-RWD-9)."""

from msgspec import structs

from companion.games.starcraft import abilities, rules, victory
from companion.games.starcraft.achievements import REWARDS, WORDS, ground
from companion.games.starcraft.state import StarcraftState
from companion.games.territory import collecting, rewards
from companion.games.territory.objectives import ObjectiveCard
from companion.locale.messages import gettext
from companion.referee.interruptions import Interruption
from companion.referee.script import Report, Script

TOWER = "tower"


def achieve(state: StarcraftState) -> Script[None]:
    """SC-ACH, SC-ACH-2, SC-A15: collect at most one fulfilled achievement a turn."""
    yield from abilities.finish(state)
    if state.objectives.collected is None:
        yield from _collect(state)
    yield from _uncover(state)
    yield from place_waiting(state)
    yield from victory.check(state, "when collecting")


def _collect(state: StarcraftState) -> Script[None]:
    """SC-ACH-2: ask which achievement to collect; SC-CRD-3: a card played first may change the choices."""
    seat, in_play = state.mover, state.objectives
    while True:
        now = ground(state, seat.id)
        question = collecting.collect_question(
            in_play,
            now,
            WORDS,
            "SC-ACH-2",
            seat=seat.id,
            prompt=gettext("Collect an achievement?"),
            decline=gettext("No achievement now"),
        )
        if question is None:
            return
        by = question.rules + (("SC-A22",) if state.mode == "team play" else ())
        chosen = yield from structs.replace(question, rules=by, offers=abilities.offers(state)).or_offer()
        if not isinstance(chosen, Interruption):
            card = yield from collecting.take(
                in_play, chosen, now, WORDS, "SC-ACH-2", seat=seat.id, player=seat.name
            )
            if card is not None:
                yield from _report_count(state, card)
            return
        yield from abilities.play(state, chosen.offer)


def _report_count(state: StarcraftState, card: ObjectiveCard) -> Script[None]:
    """SC-ACH: report the number of achievements; SC-A15: in Total Domination they only give rewards."""
    team = state.team(state.mover.id)
    count = len(state.objectives.owned(*team))
    dominates = state.dominates
    wanted = rules.TEAM_TO_WIN if state.mode == "team play" else rules.TO_WIN
    yield from Report(
        gettext("Achievements: {count}.", count=count)
        if dominates
        else gettext("Achievements: {count} of {wanted}.", count=count, wanted=wanted),
        seat=card.owner,
        rules=("SC-ACH", "SC-A15") if dominates else ("SC-ACH", "SC-WIN"),
    )


def _uncover(state: StarcraftState) -> Script[None]:
    """SC-RWD-9: turn over the reward of an achievement; it applies immediately."""
    card = state.objectives.find(state.objectives.collected or "")
    if card is None or card.reward_is not in ("face down", "open"):
        return
    seat = state.mover
    yield from rewards.turn_over(state.objectives, card, "SC-RWD-9", REWARDS, seat=seat.id, player=seat.name)
    if card.reward == TOWER:
        state.waiting_towers[seat.id] = state.waiting_towers.get(seat.id, 0) + 1
    yield from Report(
        gettext("{reward}: in force.", reward=REWARDS[str(card.reward)]), seat=seat.id, rules=_rules_of(card)
    )


def _rules_of(card: ObjectiveCard) -> tuple[str, ...]:
    if card.reward == TOWER:
        return ("SC-RWD-4",) if card.objective.tier == "minor" else ("SC-RWD-5",)
    rules_by_reward = {
        "additional maneuver": "SC-RWD-1",
        "starting maneuver": "SC-RWD-2",
        "guaranteed card": "SC-RWD-3",
        "attack die": "SC-RWD-6",
        "defence die": "SC-RWD-7",
        "two troops": "SC-RWD-8",
    }
    return (rules_by_reward[str(card.reward)],)


def place_waiting(state: StarcraftState) -> Script[None]:
    """SC-RWD-4, SC-RWD-5, SC-A8: place a tower immediately; without room it is lost or waits."""
    seat = state.mover.id
    while state.waiting_towers.get(seat):
        room = any(place not in state.towers for place in state.held(seat))
        if not room and state.house.second_tower == "waits":
            return
        rule = "SC-RWD-4" if room else "SC-A8"
        yield from rewards.place_tower(state, state.towers, seat, rule, words=rewards.TOWER)
        state.waiting_towers[seat] -= 1
