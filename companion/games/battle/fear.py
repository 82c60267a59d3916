"""Fear: who sees a commander fall runs for the edge of the field, until another commander is near."""

from companion.games.battle import rules
from companion.games.battle.elimination import check_elimination, judge_victory
from companion.games.battle.prompts import one_die
from companion.games.battle.state import BattleState, Fallen, Fear, Flight, Soldier
from companion.locale.messages import gettext
from companion.referee.inches import format_inches, to_sixteenth
from companion.referee.interruptions import Interruption
from companion.referee.questions import Measure, Offer, PickSeveral, Roll, Template
from companion.referee.script import Report, Script

LEAVES, STAYS = "leaves", "stays"
NEAR, FARTHER = "near", "farther"


def fall(state: BattleState, event: Fallen) -> Script[None]:
    """BR-CMD-2, BR-A10: the commander's own soldiers nearby must roll for fear."""
    dead = state.soldiers[event.commander]
    friends = tuple(man.id for man in state.army(dead.seat) if man.fate != "flees")
    near: tuple[str, ...] = ()
    if friends:
        near = yield from PickSeveral(
            prompt=gettext("Who saw {soldier} fall?", soldier=state.name(dead)),
            detail=gettext(
                "All of {player} within {distance} of him.",
                player=state.seat(dead.seat).name,
                distance=format_inches(rules.FEAR_WITHIN),
            ),
            rules=("BR-CMD-2", "BR-A10"),
            allowed=friends,
            none=gettext("Nobody"),
            template=Template("circle", 2 * rules.FEAR_WITHIN, 2 * rules.FEAR_WITHIN),
        )
    state.pending[:1] = [Fear(soldier) for soldier in near]


def roll_for_fear(state: BattleState, fear: Fear) -> Script[None]:
    """BR-CMD-2, BR-CMD-3: with 4 to 6 a soldier stands, with 1 to 3 it runs."""
    soldier = state.soldiers[fear.soldier]
    rolled = yield from Roll(
        seat=soldier.seat,
        prompt=gettext("Fear roll of {soldier}", soldier=state.name(soldier)),
        detail=gettext("1 to 3: runs for the edge. 4 to 6: stands."),
        rules=("BR-CMD-2", "BR-CMD-3"),
        pools=one_die(soldier.seat, "fear"),
    )
    state.pending.remove(fear)
    if rules.is_saved(rolled["fear"][0]):
        yield from Report(
            gettext("{soldier} stands.", soldier=state.name(soldier)), seat=soldier.seat, rules=("BR-CMD-2",)
        )
        return
    soldier.fate, gun = "flees", state.manned_by(soldier.id)
    if gun is not None:
        gun.crew = None
    if state.house.flight == "at once":
        state.pending.insert(0, Flight(soldier.id))
    text = gettext("{soldier} runs in fear.", soldier=state.name(soldier))
    yield from Report(text, seat=soldier.seat, rules=("BR-CMD-3", "BR-A4"))


def flee(state: BattleState, flight: Flight) -> Script[None]:
    """BR-A4: by house rule, a soldier in fear leaves the field immediately."""
    soldier = state.soldiers[flight.soldier]
    rallied = yield from _rallies(state, soldier)
    state.pending.remove(flight)
    if rallied:
        yield from _rally(state, soldier)
    else:
        yield from _disappear(state, soldier)


def run(state: BattleState, soldier: Soldier) -> Script[None]:
    """BR-CMD-3, BR-A4: move fully towards the nearest edge, unless the path passes another commander."""
    rallied = yield from _rallies(state, soldier)
    if rallied:
        soldier.spent = state.roll
        yield from _rally(state, soldier)
        return
    way = rules.move_range(state, soldier)
    edge = yield from Measure(
        seat=soldier.seat,
        prompt=gettext("How far is the edge?"),
        detail=gettext(
            "{soldier} runs {distance}.", soldier=state.name(soldier), distance=format_inches(way)
        ),
        rules=("BR-CMD-3", "BR-A4"),
        start=state.name(soldier),
        finish=gettext("the nearest edge"),
        divides=way,
        offers=(
            Offer(LEAVES, soldier.seat, gettext("Leaves the field")),
            Offer(STAYS, soldier.seat, gettext("Stays on it")),
        ),
        said=(LEAVES, STAYS),
    ).or_offer()
    soldier.spent = state.roll
    if _within(edge, way, LEAVES):
        yield from _disappear(state, soldier)
        yield from judge_victory(state)
    else:
        run = {"soldier": state.name(soldier), "distance": format_inches(way)}
        text = (
            gettext("{soldier} runs {distance} to the edge.", **run)
            if isinstance(edge, Interruption)
            else gettext(
                "{soldier} runs {distance} of {whole} to the edge.", whole=format_inches(edge), **run
            )
        )
        yield from Report(text, seat=soldier.seat, rules=("BR-CMD-3", "BR-A4"))


def _rallies(state: BattleState, soldier: Soldier) -> Script[bool]:
    """BR-CMD-3: fear ends within 4 inches of another commander."""
    if not state.commanders(soldier.seat):
        return False
    within = format_inches(rules.RALLIES_WITHIN)
    near = yield from Measure(
        seat=soldier.seat,
        prompt=gettext("How near is another commander?"),
        detail=gettext(
            "{soldier} runs; within {distance} it stops.", soldier=state.name(soldier), distance=within
        ),
        rules=("BR-CMD-3",),
        start=gettext("the way of {soldier}", soldier=state.name(soldier)),
        finish=gettext("the nearest commander of its side"),
        divides=rules.RALLIES_WITHIN,
        offers=(
            Offer(NEAR, soldier.seat, gettext("Within {distance}", distance=within)),
            Offer(FARTHER, soldier.seat, gettext("Farther")),
        ),
        said=(NEAR, FARTHER),
    ).or_offer()
    return _within(near, rules.RALLIES_WITHIN, NEAR)


def _within(answer: float | Interruption, inches: float, said: str) -> bool:
    """Whether a distance is within some inches, as measured or as the table says."""
    return answer.offer == said if isinstance(answer, Interruption) else to_sixteenth(answer) <= inches


def _rally(state: BattleState, soldier: Soldier) -> Script[None]:
    soldier.fate = "rallied"
    yield from Report(
        gettext("{soldier} rallies.", soldier=state.name(soldier)), seat=soldier.seat, rules=("BR-CMD-3",)
    )


def _disappear(state: BattleState, soldier: Soldier) -> Script[None]:
    """Take a soldier from the field; what was still to be rolled for it is dropped."""
    soldier.fate = "fled"
    state.drop_void_events()
    text = gettext("{soldier} has fled the field.", soldier=state.name(soldier))
    yield from Report(text, seat=soldier.seat, rules=("BR-CMD-3",))
    yield from check_elimination(state, soldier.seat)
