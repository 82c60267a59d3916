"""Orders to several soldiers at once: they move together, attack in one volley, or have all done no damage.

Each soldier does what it could do alone, in the same order; only the questions are put once for all of them.
"""

from collections.abc import Callable, Iterable

from companion.games.battle import rules
from companion.games.battle.artillery import leave_cannon
from companion.games.battle.prompts import FULL_MOVE, call_off, end_turn
from companion.games.battle.ranges import attack_range
from companion.games.battle.resolution import describe_rolls
from companion.games.battle.state import BattleState, Cannon, Soldier, Unmanned, Wound
from companion.locale.messages import gettext, joined, ngettext, pgettext
from companion.referee.dice import DicePool
from companion.referee.inches import format_inches
from companion.referee.interruptions import Interruption
from companion.referee.questions import Confirm, Measure, Offer, PickOrEnd, PickSeveral, Roll
from companion.referee.ruling import Refusals, Ruling, Why, refuse
from companion.referee.script import Report, Script

MOVE_TOGETHER, VOLLEY, MISSED, EVERYONE = "move together", "volley", "missed", "everyone"
NO_DAMAGE = pgettext("dice", "No damage")

Aim = tuple[Soldier, Soldier | Cannon]
"""Who attacks whom."""


Against = Callable[[BattleState, Soldier], Iterable[Why | None]]
"""Says why a soldier cannot obey an order."""


def unit_offers(state: BattleState) -> tuple[Offer, ...]:
    """Offer to order several soldiers at once, if at least two can obey."""
    seat = state.mover.id
    several = {why: len(_able(state, why)) > 1 for why in (rules.against_move, rules.against_turn)}
    orders = (
        (MOVE_TOGETHER, gettext("Group move"), rules.against_move),
        (VOLLEY, gettext("Volley"), rules.against_turn),
        (MISSED, NO_DAMAGE, rules.against_turn),
    )
    return tuple(Offer(order, seat, label) for order, label, why in orders if several[why])


def order_unit(state: BattleState, order: str) -> Script[Interruption | None]:
    """Give the order that was offered by `unit_offers`; return an interruption if it ended the turn."""
    if order == MISSED:
        return (yield from _report_misses(state))
    yield from _volley(state) if order == VOLLEY else _move_together(state)
    return None


def _able(state: BattleState, against: Against) -> tuple[Soldier, ...]:
    return tuple(man for man in state.army(state.mover.id) if not any(against(state, man)))


def _pick_soldiers(
    state: BattleState, against: Against, prompt: str, detail: str, rule_ids: tuple[str, ...]
) -> Script[tuple[Soldier, ...]]:
    """Ask which of those who can obey an order; everyone is one answer."""
    able, seat = _able(state, against), state.mover.id
    chosen = yield from PickSeveral(
        seat=seat,
        prompt=prompt,
        detail=detail,
        rules=rule_ids,
        allowed=tuple(man.id for man in able),
        denied=Refusals(
            [man.id for man in state.army(seat)],
            [man.id for man in able],
            lambda man: Ruling.from_reasons(against(state, state.soldiers[man])),
        ),
        none=gettext("Nobody"),
        offers=(Offer(EVERYONE, seat, gettext("All {count}", count=len(able))),),
    ).or_offer()
    return able if isinstance(chosen, Interruption) else tuple(state.soldiers[man] for man in chosen)


# --- moving together ---------------------------------------------------------------------------------------


def _move_together(state: BattleState) -> Script[None]:
    """BR-MOV-2, BR-MOV-3, BR-MOV-5: several soldiers move as far as each other, or each a full move."""
    seat = state.mover.id
    rule_ids = ("BR-MOV-5", "BR-MOV-2", "BR-MOV-3")
    detail = gettext("{points} rolled.", points=rules.in_points(state.roll))
    movers = yield from _pick_soldiers(
        state, rules.against_move, gettext("Who moves together?"), detail, rule_ids
    )
    if not movers:
        return
    least = min(rules.move_range(state, man) for man in movers)
    way = yield from Measure(
        seat=seat,
        prompt=gettext("How far do they move?"),
        detail=ngettext(
            "{count} soldier; full move: each with all its points.",
            "{count} soldiers; full move: each with all its points.",
            len(movers),
        ),
        rules=rule_ids,
        start=gettext("where each stands"),
        finish=gettext("where it goes"),
        most=least,
        because=gettext("the slowest of them makes {format_inches}", format_inches=format_inches(least)),
        offers=(Offer(FULL_MOVE, seat, gettext("Full move")), *call_off(seat)),
        said=(FULL_MOVE,),
    ).or_offer()
    full = isinstance(way, Interruption) and way.offer == FULL_MOVE
    if isinstance(way, Interruption) and not full:
        return
    for man in movers:
        inches = rules.move_range(state, man) if isinstance(way, Interruption) else way
        man.spent += rules.points_needed(inches, state.unit_type(man).inches)
        leave_cannon(state, man)
    names = joined((state.name(man) for man in movers), ", ")
    text = (
        gettext("{soldiers}: each moves a full move.", soldiers=names)
        if isinstance(way, Interruption)
        else gettext("{soldiers}: each moves {distance}.", soldiers=names, distance=format_inches(way))
    )
    yield from Report(text, seat=seat, rules=rule_ids)


# --- attacks without damage --------------------------------------------------------------------------------


def _report_misses(state: BattleState) -> Script[Interruption | None]:
    """BR-ATK-1, BR-ATK-4: ask who attacked on the table and did no damage; each soldier is one answer."""
    seat = state.mover.id
    while able := _able(state, rules.against_turn):
        allowed = tuple(man.id for man in able)
        others = [piece.id for piece in state.pieces() if piece.seat != seat or piece.id in state.soldiers]
        chosen = yield from PickOrEnd(
            seat=seat,
            prompt=gettext("Who did no damage?"),
            detail=gettext("Each of them has attacked."),
            rules=("BR-ATK-1", "BR-ATK-4"),
            allowed=allowed,
            denied=Refusals(others, allowed, lambda name: rules.judge_turn(state, state.piece(name))),
            end=gettext("Done"),
            offers=(end_turn(seat),),
        ).or_offer()
        if isinstance(chosen, Interruption):
            return chosen
        if not chosen:
            return None
        yield from miss(state, state.soldiers[chosen])
    return None


def miss(state: BattleState, soldier: Soldier) -> Script[None]:
    """BR-ATK-1, BR-ATK-4: an attack on the table did no damage; at whom it went does not matter."""
    soldier.attacked = True
    text = gettext("{soldier} attacks: no damage, as the table says.", soldier=state.name(soldier))
    yield from Report(text, kind="battle", seat=soldier.seat, rules=("BR-ATK-4",))


# --- a volley ----------------------------------------------------------------------------------------------


def _volley(state: BattleState) -> Script[None]:
    """BR-ATK-1 to BR-ATK-4: several soldiers attack, one enemy each, and all dice are read together."""
    rule_ids = ("BR-ATK-1", "BR-ATK-3")
    detail = gettext("Each attacks one enemy of the same side.")
    able = yield from _pick_soldiers(
        state, rules.against_turn, gettext("Who attacks together?"), detail, rule_ids
    )
    aims = yield from _ask_targets(state, able)
    if not aims or not (yield from _all_in_range(state, aims)):
        return
    attack, defence = yield from _roll_volley(state, aims)
    struck: set[str] = set()
    results = []
    for (man, target), hit, saved in zip(aims, attack, defence, strict=True):
        if target.id in struck:
            continue  # hit already: this shot is not fired, and the soldier may still attack somebody else
        man.attacked = True
        plus, minus = rules.attack_bonus(state, man), rules.defence_bonus(state, target)
        aim = gettext("{soldier} at {target}", soldier=state.name(man), target=state.name(target))
        results.append(describe_rolls(aim, hit, plus, saved, minus))
        if rules.is_hit(hit + plus, saved + minus):
            struck.add(target.id)
            wounds = isinstance(target, Soldier)
            event = Wound(target.id, man.id) if wounds else Unmanned(target.id, man.seat)
            state.pending.append(event)
    yield from Report(joined(results), kind="battle", seat=state.mover.id, rules=("BR-ATK-4",))


def _ask_targets(state: BattleState, soldiers: tuple[Soldier, ...]) -> Script[list[Aim]]:
    """BR-ATK-3: ask each soldier's target; all belong to one side, which rolls the defence."""
    aims: list[Aim] = []
    for number, man in enumerate(soldiers, 1):
        side = aims[0][1].seat if aims else None
        rulings = {other.id: _judge_aim(state, man, other, side) for other in state.pieces()}
        chosen = yield from PickOrEnd(
            seat=man.seat,
            prompt=gettext("{soldier} attacks whom?", soldier=state.name(man)),
            detail=gettext(
                "{number} of {count}; {range}.",
                number=number,
                count=len(soldiers),
                range=attack_range(state, man).text,
            ),
            rules=("BR-ATK-3",),
            allowed=tuple(other for other, ruling in rulings.items() if ruling.allowed),
            denied={other: ruling for other, ruling in rulings.items() if not ruling.allowed},
            end=gettext("Nobody"),
            focus=(man.id,),
        )
        if chosen:
            aims.append((man, state.piece(chosen)))
    return aims


def _judge_aim(state: BattleState, man: Soldier, other: Soldier | Cannon, side: str | None) -> Ruling:
    ruling = rules.judge_target(state, man, other)
    if ruling.allowed and side is not None and other.seat != side:
        return refuse(
            "BR-ATK-3",
            "This volley goes at {player}: one side rolls the defence.",
            player=state.seat(side).name,
        )
    return ruling


def _all_in_range(state: BattleState, aims: list[Aim]) -> Confirm:
    """BR-ATK-2: the table says for all of them at once that they are in sight and in range."""
    ranges = dict.fromkeys(attack_range(state, man).text for man, _ in aims)
    return Confirm(
        seat=state.mover.id,
        prompt=gettext("All in sight and in range?"),
        detail=gettext("Level ground: {ranges}. The table says so.", ranges=joined(ranges, "; ")),
        rules=("BR-ATK-2", "BR-HGT-1", "BR-HGT-2"),
        yes=gettext("Yes, all"),
        no=gettext("Call off"),
    )


def _roll_volley(state: BattleState, aims: list[Aim]) -> Script[tuple[tuple[int, ...], tuple[int, ...]]]:
    """BR-ATK-3, BR-ATK-4: one die for each attacker and one for each target, in the order of the aims."""
    count, side = len(aims), aims[0][1].seat
    rolled = yield from Roll(
        prompt=ngettext("Volley: {count} attack", "Volley: {count} attacks", count),
        detail=gettext(
            "From left to right: {aims}.",
            aims=joined((_short(state, man, other) for man, other in aims), "; "),
        ),
        rules=("BR-ATK-3", "BR-ATK-4"),
        pools=(DicePool("attack", state.mover.id, count, count), DicePool("defence", side, count, count)),
        in_order=True,
    )
    return rolled["attack"], rolled["defence"]


def _short(state: BattleState, man: Soldier, other: Soldier | Cannon) -> str:
    """Name two pieces without the sides, which all pairs of a volley share."""
    return gettext("{soldier} at {target}", soldier=state.short_name(man), target=state.short_name(other))
