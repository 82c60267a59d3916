"""Set-up of Battle Risk: numbers from the table, armies, crews and order of play."""

from companion.games.battle import recruitment
from companion.games.battle.army_list import BATTLE_RISK, ArmyList, own_army_lists
from companion.games.battle.artillery import ask_crew
from companion.games.battle.houserules import BattleHouseRules
from companion.games.battle.state import BattleState, Numbers, Purse, Soldier
from companion.locale.messages import gettext, joined
from companion.referee.inches import STEPS
from companion.referee.questions import Choose, Field, FillIn, Option, Shuffle
from companion.referee.ruling import refuse
from companion.referee.script import Script
from companion.referee.seats import Seat

SHOWN = 3
"""Units named for each army list."""

RICHEST = 999
DEAREST = 99


def begin(seats: tuple[Seat, ...], house: BattleHouseRules) -> BattleState:
    """BR-SET: return the state with an empty field, and a copy of all army lists."""
    own, wrong = own_army_lists()
    unreadable = {name: str.__str__(why) for name, why in wrong.items()}
    ids = tuple(seat.id for seat in seats)
    return BattleState(
        seats=seats,
        step="list" if own or unreadable else "numbers",
        house=house,
        numbers=Numbers(),
        soldiers={},
        cannons={},
        purses={seat: Purse() for seat in ids},
        kills=dict.fromkeys(ids, 0),
        order=ids,
        unasked=[],
        pending=[],
        library=(BATTLE_RISK, *own) if own or unreadable else (),
        unreadable=unreadable,
    )


def has_choice(state: BattleState) -> bool:
    """BR-SET: return whether the table has army lists of its own."""
    return bool(state.library)


def choose_army_list(state: BattleState) -> Script[None]:
    """BR-SET: ask which army list the battle is fought with; a file that is none says why."""
    now = own_army_lists()[1]
    known = {str(number): army_list for number, army_list in enumerate(state.library)}
    broken = (
        Option(
            f"broken {name}",
            name,
            gettext("Cannot be read"),
            refuse("BR-SET", now.get(name, why), instead=gettext("Choose another.")),
        )
        for name, why in state.unreadable.items()
    )
    chosen = yield from Choose(
        prompt=gettext("Which army list?"),
        detail=gettext("Its units, weapons and prices."),
        rules=("BR-SET",),
        options=(*(Option(key, gettext(one.title), _about(one)) for key, one in known.items()), *broken),
    )
    state.army_list, state.library, state.unreadable = known[chosen], (), {}


def _about(army_list: ArmyList) -> str:
    """Name the first units of an army list: ``"Infantry, Cavalry, Cannon, ..."``."""
    titles = [gettext(unit.title) for unit in army_list.unit]
    return joined((*titles[:SHOWN], *(("...",) if len(titles) > SHOWN else ())), ", ")


def fill_in_numbers(state: BattleState) -> Script[None]:
    """BR-ATK-2, BR-TRE-1, BR-MRC-3: ask for the numbers that the rules leave out, with suggestions."""
    given = yield from FillIn(
        prompt=gettext("What the rules do not say"),
        detail=gettext("The numbers shown are suggestions of the house."),
        rules=("BR-ATK-2", *_open_rules(state)),
        fields=_open_numbers(state),
    )
    for name, number in given.items():
        setattr(state.numbers, name, int(number))
    if state.house.treasury == "yes":
        for purse in state.purses.values():
            purse.awarded = state.numbers.treasury


def _open_rules(state: BattleState) -> tuple[str, ...]:
    treasury = ("BR-TRE-1",) if state.house.treasury == "yes" else ()
    return (*treasury, "BR-MRC-3") if state.house.mercenaries == "yes" else treasury


def _open_numbers(state: BattleState) -> tuple[Field, ...]:
    house = state.numbers
    fields = [Field("contact", gettext("Contact, in sixteenths of an inch"), house.contact, 0, STEPS)]
    if state.house.treasury == "yes":
        fields.append(Field("treasury", gettext("Treasury at the start"), house.treasury, 5, RICHEST))
        if state.house.mercenaries == "yes":
            fields.append(
                Field(
                    "automatic_cannon", gettext("Automatic cannon costs"), house.automatic_cannon, 1, DEAREST
                )
            )
    return tuple(fields)


def set_up_armies(state: BattleState) -> Script[None]:
    """BR-SET: let every seat set up its army."""
    for seat in state.seats:
        while not state.army(seat.id):
            yield from recruitment.recruit_army(state, seat.id)


def man_cannons(state: BattleState) -> Script[None]:
    """BR-CAN-2: ask for a crew for every cannon that needs one."""
    while state.unasked:
        gun = state.cannons[state.unasked[0]]
        if not gun.destroyed:
            yield from ask_crew(state, gun)
        state.unasked.pop(0)


def choose_order(state: BattleState) -> Script[None]:
    """BR-SET: let the table choose the order of play."""
    state.order = yield from Shuffle(
        prompt=gettext("In which order do you play?"),
        detail=gettext("By agreement, by dice, or let chance decide."),
        rules=("BR-SET",),
        items=tuple(seat.id for seat in state.seats),
        words={seat.id: seat.name for seat in state.seats},
    )


def start_turns(state: BattleState) -> None:
    """BR-SET: begin the first turn."""
    state.active = state.order[0]
    state.round = state.turn = 1
    state.begin_turn()


def keep_few(state: BattleState) -> None:
    """Leave each side two on foot and one rider, without cannons: enough for a learner's first turn."""
    few = {man.id for seat in state.order for on_foot in (True, False) for man in _some(state, seat, on_foot)}
    state.soldiers = {name: man for name, man in state.soldiers.items() if name in few}
    state.cannons = {}


def _some(state: BattleState, seat: str, on_foot: bool) -> tuple[Soldier, ...]:
    return tuple(man for man in state.army(seat) if state.on_foot(man) == on_foot)[: 2 if on_foot else 1]
