"""The orders to a cannon in a turn: crew, break down, move, set up, fire."""

from companion.games.battle import rules
from companion.games.battle.prompts import ask_distance, ask_height, ask_move
from companion.games.battle.ranges import attack_range
from companion.games.battle.state import BattleState, Cannon, Shot, Soldier
from companion.locale.messages import Message, capitalised, gettext, ngettext, pgettext
from companion.referee.inches import format_inches
from companion.referee.interruptions import CALL_OFF
from companion.referee.questions import Choose, Confirm, Option, PickOrEnd, PickSeveral, Template
from companion.referee.ruling import Refusals, refuse
from companion.referee.script import Report, Script

BACK = "back"


def order_cannon(state: BattleState, gun: Cannon) -> Script[None]:
    """BR-MOV-4, BR-CAN-1: give orders to one cannon until it has fired or no order is left."""
    while not any(rules.against_turn(state, gun)):
        order = yield from _ask_order(state, gun)
        if order == BACK:
            return
        if order == "fire":
            yield from _fire(state, gun)
        elif order == "haul":
            yield from _move_cannon(state, gun)
        elif order == "man":
            yield from ask_crew(state, gun)
        else:
            yield from _set_emplacement(state, gun, set_up=order == "set-up")


def _ask_order(state: BattleState, gun: Cannon) -> Choose:
    wheels = (
        Option("break-down", gettext("Break down"), gettext("1 point"), rules.judge_break_down(state, gun))
        if gun.set_up
        else Option(
            "set-up", pgettext("cannon", "Set up"), gettext("1 point"), rules.judge_set_up(state, gun)
        )
    )
    return Choose(
        seat=gun.seat,
        prompt=gettext("{piece}: what next?", piece=capitalised(state.own_name(gun))),
        detail=_crew_in_words(state, gun),
        focus=(gun.id,),
        rules=("BR-MOV-4", "BR-CAN-1"),
        options=(
            Option("fire", pgettext("button", "Fire"), ruling=rules.judge_fire(state, gun)),
            wheels,
            Option("haul", pgettext("button", "Move"), ruling=rules.judge_move_cannon(state, gun)),
            Option("man", pgettext("button", "Crew"), ruling=rules.judge_man(state, gun)),
            Option(BACK, gettext("Another")),
        ),
    )


def _crew_in_words(state: BattleState, gun: Cannon) -> str:
    left = rules.in_points(state.points_left(gun))
    if state.unit_type(gun).automatic:
        return gettext("{points} left; needs no crew.", points=left)
    if not gun.crew:
        return gettext("{points} left; no crew.", points=left)
    crew = state.name(state.soldiers[gun.crew])
    return gettext("{points} left; crew {soldier}.", points=left, soldier=crew)


def _set_emplacement(state: BattleState, gun: Cannon, *, set_up: bool) -> Script[None]:
    """BR-MOV-6: breaking down and setting up cost one point each."""
    gun.set_up, gun.spent = set_up, gun.spent + 1
    if set_up:
        gun.set_up_in = state.turn
    name = state.name(gun)
    text = (
        gettext("{cannon} is set up: 1 point.", cannon=name)
        if set_up
        else gettext("{cannon} is broken down: 1 point.", cannon=name)
    )
    yield from Report(text, seat=gun.seat, rules=("BR-MOV-6",))


def ask_crew(state: BattleState, gun: Cannon) -> Script[bool]:
    """BR-CAN-2: ask for an infantry soldier next to the cannon to man it; the table judges the distance."""
    allowed = rules.crews(state, gun)
    crew = yield from PickOrEnd(
        seat=gun.seat,
        prompt=gettext("Who mans {cannon}?", cannon=state.own_name(gun)),
        detail=gettext("An infantry soldier that stands right beside it."),
        rules=("BR-CAN-2",),
        allowed=allowed,
        denied=Refusals(
            [man.id for man in state.field()],
            allowed,
            lambda man: rules.judge_crew(state, gun, state.soldiers[man]),
        ),
        end=gettext("Nobody"),
        focus=(gun.id,),
    )
    gun.crew = crew
    return crew is not None


def _move_cannon(state: BattleState, gun: Cannon) -> Script[None]:
    """BR-MOV-4, BR-CAN-3: a soldier moves the cannon at infantry pace; turning it costs a point."""
    mover = yield from _ask_mover(state, gun)
    if mover is None:
        return
    rate = state.unit_type(gun).inches
    points = min(state.points_left(gun), state.points_left(mover))
    detail = gettext("{points}; turning in place costs 1.", points=rules.points_text(points, rate))
    way = yield from ask_move(state, gun, points, rate, ("BR-MOV-4", "BR-CAN-3"), detail)
    if way is not None:
        yield from _spend_move(state, gun, mover, max(1, rules.points_needed(way, rate)), way)


def _ask_mover(state: BattleState, gun: Cannon) -> Script[Soldier | None]:
    rulings = {man.id: rules.judge_move(state, man) for man in state.army(gun.seat)}
    chosen = yield from PickOrEnd(
        seat=gun.seat,
        prompt=gettext("Who moves {cannon}?", cannon=state.name(gun)),
        detail=gettext("Infantry or cavalry right beside it; both spend the points."),
        rules=("BR-MOV-4",),
        allowed=tuple(man for man, ruling in rulings.items() if ruling.allowed),
        denied={man: ruling for man, ruling in rulings.items() if not ruling.allowed},
        end=gettext("Nobody"),
        focus=(gun.id,),
    )
    return state.soldiers[chosen] if chosen else None


def _spend_move(state: BattleState, gun: Cannon, mover: Soldier, points: int, way: float) -> Script[None]:
    gun.spent += points
    mover.spent += points
    leave_cannon(state, mover, for_other_than=gun)
    if gun.crew != mover.id:
        gun.crew = None
    text = gettext(
        "{soldier} moves {cannon} {distance}: {points}.",
        soldier=state.name(mover),
        cannon=state.name(gun),
        distance=format_inches(way),
        points=rules.in_points(points),
    )
    yield from Report(text, seat=gun.seat, rules=("BR-MOV-4", "BR-CAN-3"))


def leave_cannon(state: BattleState, soldier: Soldier, *, for_other_than: Cannon | None = None) -> None:
    """BR-CAN-2: a soldier that moves away leaves the crew."""
    manned = state.manned_by(soldier.id)
    if manned is not None and manned is not for_other_than:
        manned.crew = None


# --- fire --------------------------------------------------------------------------------------------------


def _fire(state: BattleState, gun: Cannon) -> Script[None]:
    """BR-CAN-6: ask for cannon, shot and target; then attack all soldiers under the template."""
    if not state.unit_type(gun).automatic and gun.crew is None and not (yield from ask_crew(state, gun)):
        return
    shot = yield from _ask_shot(state, gun)
    if shot == CALL_OFF or not (yield from _ask_arc(gun)):
        return
    height = yield from ask_height(state, gun)
    if not (yield from ask_distance(state, gun, gettext("the target"), attack_range(state, gun, height))):
        return
    targets = yield from _ask_targets(state, gun, shot)
    yield from _fire_at(state, gun, shot, targets)


def _ask_shot(state: BattleState, gun: Cannon) -> Choose:
    papers = state.army_list.shots.items()
    shots = tuple(Option(name, capitalised(_shot_name(name)), _size(paper)) for name, paper in papers)
    return Choose(
        seat=gun.seat,
        prompt=gettext("Which shot?"),
        detail=gettext("Lay the paper on the target."),
        rules=("BR-CAN-6", "BR-CAN-5"),
        options=(*shots, Option(CALL_OFF, gettext("Call off"))),
    )


def _shot_name(shot: str) -> Message:
    named = f"{shot} shot"
    return gettext(named)  # those of Battle Risk stand in words.toml


def _size(paper: Template) -> str:
    length, width = format_inches(paper.length), format_inches(paper.width)
    if paper.form == "circle":
        return gettext("circle, {length} across", length=length)
    if paper.form == "triangle":
        return gettext("triangle, {length} by {width}", length=length, width=width)
    return gettext("strip, {length} by {width}", length=length, width=width)


def _ask_arc(gun: Cannon) -> Script[bool]:
    """BR-CAN-2, BR-CAN-3: ask whether the target is within 45 degrees of the barrel; else redeploy."""
    inside = yield from Confirm(
        seat=gun.seat,
        prompt=gettext("Within 45° of the barrel?"),
        detail=gettext("On either side of where it points now."),
        rules=("BR-CAN-2",),
        yes=gettext("Yes, in the arc"),
        no=gettext("No, outside"),
    )
    if not inside:
        text = gettext(
            "Outside the arc. To aim there, break down, move, set up: {points}.",
            points=rules.in_points(rules.REDEPLOYING),
        )
        yield from Report(text, seat=gun.seat, rules=("BR-CAN-2", "BR-CAN-3"))
    return inside


def _ask_targets(state: BattleState, gun: Cannon, shot: str) -> PickSeveral:
    """BR-CAN-7, BR-CAN-12: ask for all soldiers under the template, also friendly ones."""
    return PickSeveral(
        seat=gun.seat,
        prompt=gettext("Who is under the {shot}?", shot=_shot_name(shot)),
        detail=gettext("Everybody on the paper, friends too."),
        rules=("BR-CAN-7", "BR-CAN-5"),
        allowed=tuple(man.id for man in state.field()),
        denied={
            other.id: refuse(
                "BR-CAN-12", "{cannon} is not hurt itself; its crew is.", cannon=state.name(other)
            )
            for other in state.cannons.values()
            if not other.destroyed
        },
        none=gettext("Nobody"),
        template=state.army_list.shots[shot],
    )


def _fire_at(state: BattleState, gun: Cannon, shot: str, targets: tuple[str, ...]) -> Script[None]:
    """BR-ATK-1, BR-A11, BR-MRC-3: firing is the one attack of the cannon and of its crew."""
    gun.attacked = True
    if gun.crew is not None:
        state.soldiers[gun.crew].attacked = True
    state.pending.append(Shot(gun.id, shot, list(targets), []))
    fresh = ("BR-A11",) if gun.set_up_in == state.turn else ()
    text = ngettext(
        "{cannon} fires {shot} at {count} soldier.",
        "{cannon} fires {shot} at {count} soldiers.",
        len(targets),
        cannon=state.name(gun),
        shot=_shot_name(shot),
    )
    automatic = ("BR-MRC-3",) if state.unit_type(gun).automatic else ()
    yield from Report(text, kind="battle", seat=gun.seat, rules=("BR-CAN-6", *fresh, *automatic))
