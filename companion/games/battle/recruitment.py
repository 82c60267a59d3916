"""Recruitment: first armies, and later purchases."""

from companion.games.battle import rules
from companion.games.battle.prompts import call_off
from companion.games.battle.state import BattleState, Cannon, Soldier
from companion.locale.messages import gettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Field, FillIn, Measure, Offer
from companion.referee.script import Report, Script

FAR_ENOUGH = "far enough"

MAX_OF_A_KIND = 40


def buys_first_army(state: BattleState) -> bool:
    """BR-TRE-1: buy the first armies."""
    return state.house.treasury == "yes" and state.house.first_army == "bought"


def recruit_army(state: BattleState, seat: str) -> Script[None]:
    """BR-SET, BR-TRE-1: buy one seat's first army, with at least one soldier."""
    costs = rules.prices(state)
    purse = state.purses[seat].left if buys_first_army(state) else None
    wanted = yield from FillIn(
        seat=seat,
        prompt=gettext("The army of {player}", player=state.seat(seat).name),
        detail=gettext("Set it up.")
        if purse is None
        else gettext("Treasury: {amount}. Set up what it buys.", amount=purse),
        rules=("BR-SET",) if purse is None else ("BR-TRE-1", "BR-SET"),
        fields=_fields(state, costs, purse, {unit.id: unit.suggested for unit in state.army_list.unit}),
        prices=costs if purse is not None else {},
        purse=purse,
    )
    add_units(state, seat, {kind: int(count) for kind, count in wanted.items()})
    state.unasked = [gun.id for gun in state.cannons.values() if not state.unit_type(gun).automatic]
    if purse is not None and state.army(seat):
        yield from _pay(state, seat, wanted)
    if not state.army(seat):
        _remove_cannons(state, seat)
        yield from Report(gettext("An army needs at least one soldier."), seat=seat, rules=("BR-SET",))


def _remove_cannons(state: BattleState, seat: str) -> None:
    for gun in state.battery(seat):
        del state.cannons[gun.id]


def _fields(
    state: BattleState, costs: dict[str, int], purse: int | None, suggested: dict[str, int]
) -> tuple[Field, ...]:
    """Return a number field for every kind; the suggestion is limited by the treasury, cheapest first."""
    fields = []
    for kind, price in costs.items():
        count = suggested.get(kind, 0)
        if purse is not None:
            count = min(count, purse // price)
            purse -= count * price
        unit = gettext(state.army_list.units[kind].title)
        label = unit if purse is None else gettext("{unit}: {price}", unit=unit, price=price)
        fields.append(Field(kind, label, count, 0, MAX_OF_A_KIND))
    return tuple(fields)


def add_units(state: BattleState, seat: str, wanted: dict[str, int]) -> None:
    """Add this many of each kind to a seat's army."""
    for kind, count in wanted.items():
        for _ in range(count):
            _add_unit(state, seat, kind)


def _add_unit(state: BattleState, seat: str, kind: str) -> None:
    prefix = f"{seat}-{kind}-"  # digits follow: "red-infantry-commander-1" is another kind
    number = 1 + sum(piece.removeprefix(prefix).isdigit() for piece in (*state.soldiers, *state.cannons))
    name = f"{prefix}{number}"
    if state.army_list.units[kind].arm == "cannon":
        state.cannons[name] = Cannon(id=name, seat=seat, kind=kind)
    else:
        state.soldiers[name] = Soldier(id=name, seat=seat, kind=kind)


def _pay(state: BattleState, seat: str, wanted: dict[str, int | str]) -> Script[None]:
    """BR-TRE-1: pay for a purchase."""
    costs = rules.prices(state)
    cost = sum(costs[kind] * int(count) for kind, count in wanted.items())
    state.purses[seat].paid += cost
    text = gettext(
        "{player} pays {cost}; {left} left.",
        player=state.seat(seat).name,
        cost=cost,
        left=state.purses[seat].left,
    )
    yield from Report(text, kind="trade", seat=seat, rules=("BR-TRE-1", *_special(state, wanted)))


def _special(state: BattleState, wanted: dict[str, int | str]) -> tuple[str, ...]:
    bought = (unit for unit in state.army_list.unit if wanted.get(unit.id))
    return tuple(dict.fromkeys(rule for unit in bought for rule in unit.rules))


def purchase(state: BattleState) -> Script[None]:
    """BR-TRE-3, BR-A9: buy once a turn; place new soldiers at the edge, 12 inches from any enemy."""
    seat = state.mover.id
    while state.house.treasury == "yes" and not state.bought and _can_pay(state, seat):
        wanted = yield from _ask_purchase(state, seat)
        if not any(wanted.values()):
            state.bought = True
        elif (yield from _is_placed(seat)):
            state.bought = True
            add_units(state, seat, {kind: int(count) for kind, count in wanted.items()})
            yield from _pay(state, seat, wanted)


def _can_pay(state: BattleState, seat: str) -> bool:
    return state.purses[seat].left >= min(rules.prices(state).values())


def _ask_purchase(state: BattleState, seat: str) -> FillIn:
    costs, purse = rules.prices(state), state.purses[seat].left
    return FillIn(
        seat=seat,
        prompt=gettext("Buy soldiers?"),
        detail=gettext("Treasury: {amount}.", amount=purse),
        rules=("BR-TRE-1", "BR-TRE-3", "BR-A9"),
        fields=_fields(state, costs, purse, {}),
        prices=costs,
        purse=purse,
    )


def _is_placed(seat: str) -> Script[bool]:
    """BR-TRE-3: ask whether they are at the edge and at least 12 inches from the nearest enemy."""
    measured = yield from Measure(
        seat=seat,
        prompt=gettext("How near is the nearest enemy?"),
        detail=gettext("At the edge; from the new soldier nearest to one."),
        rules=("BR-TRE-3",),
        start=gettext("the new soldiers"),
        finish=gettext("the nearest enemy"),
        least=rules.ENTERS_BEYOND,
        because=gettext("new soldiers 12 in from the enemy"),
        offers=(Offer(FAR_ENOUGH, seat, gettext("Far enough")), *call_off(seat, gettext("Buy differently"))),
        said=(FAR_ENOUGH,),
    ).or_offer()
    return not isinstance(measured, Interruption) or measured.offer == FAR_ENOUGH
