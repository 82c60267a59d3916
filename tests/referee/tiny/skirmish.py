"""A miniatures duel in thirty lines: measured inches, no board at all, first hit wins."""

from typing import Annotated

from companion.referee.correction import fixable
from companion.referee.dice import DicePool
from companion.referee.game import Game
from companion.referee.game_info import GameInfo
from companion.referee.houserules import HouseRules
from companion.referee.names import BySeat
from companion.referee.questions import Choose, Measure, Option, Roll
from companion.referee.rulebook import Rule, Rulebook, Source
from companion.referee.script import Report, Script
from companion.referee.seats import Seat
from companion.referee.timeline import State, Step

RANGE = 6.0
RULES = Rulebook(
    "skirmish",
    "Skirmish",
    (
        Rule(
            "SK-MOV",
            "move",
            "Moving",
            "A figure runs as far as its stamina.",
            Source("tests", "tiny"),
            "enforced",
        ),
        Rule("SK-SHT", "shoot", "Shooting", 'A shot reaches 6".', Source("tests", "tiny"), "enforced"),
    ),
)


class SkirmishState(State, kw_only=True):
    house: HouseRules
    stamina: BySeat[Annotated[int, fixable("Stamina", "SK-MOV", most=9)]]
    walked: dict[str, float]


def begin(seats: tuple[Seat, ...], house: HouseRules) -> SkirmishState:
    return SkirmishState(
        seats=seats,
        step="move",
        active=seats[0].id,
        round=1,
        turn=1,
        house=house,
        stamina={seat.id: 4 for seat in seats},
        walked={seat.id: 0.0 for seat in seats},
    )


def move(state: SkirmishState) -> Script[None]:
    seat = str(state.active)
    most = float(state.stamina[seat])
    inches = yield from Measure(
        seat=seat,
        prompt="How far does your figure run?",
        rules=("SK-MOV",),
        start="where it stood",
        finish="where it stands",
        most=most,
        because=f"stamina for {most:g} in",
    )
    state.walked[seat] += inches


def shoot(state: SkirmishState) -> Script[None]:
    seat = str(state.active)
    answer = yield from Choose(
        seat=seat,
        prompt="Shoot?",
        rules=("SK-SHT",),
        options=(Option("shoot", "Shoot"), Option("wait", "Wait")),
    )
    if answer == "wait":
        return
    inches = yield from Measure(
        seat=seat,
        prompt="How far is the target?",
        rules=("SK-SHT",),
        start="your figure",
        finish="the target",
    )
    if inches > RANGE:
        yield from Report(f'{inches:g}" is out of range.', rules=("SK-SHT",))
        return
    rolled = yield from Roll(
        seat=seat, prompt="Roll to hit", rules=("SK-SHT",), pools=(DicePool("shot", seat, 1, 1),)
    )
    if rolled["shot"][0] >= 4:
        state.winners = (seat,)
        yield from Report("A hit!", kind="victory", seat=seat)


def next_turn(state: SkirmishState) -> None:
    order = [seat.id for seat in state.seats]
    number = (order.index(str(state.active)) + 1) % len(order)
    state.active = order[number]
    state.turn += 1
    state.round += number == 0


SKIRMISH = Game(
    info=GameInfo("skirmish", "Skirmish", "Two figures, one table", (2, 4)),
    rulebook=RULES,
    state=SkirmishState,
    steps=(
        Step("move", "Move", "turn", move),
        Step("shoot", "Shoot", "turn", shoot, at_end=(next_turn,)),
    ),
    begin=begin,
)
