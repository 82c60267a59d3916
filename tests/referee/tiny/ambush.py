"""A squad game in miniature: zones on a tile, face-down cards, symbol dice, and a defender who interrupts."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Struct

from companion.referee.correction import Editable, choice
from companion.referee.dice import DicePool
from companion.referee.game import Game
from companion.referee.game_info import GameInfo
from companion.referee.game_view import Figure, GameView, Place, Standing
from companion.referee.houserules import HouseRule, HouseRules
from companion.referee.interruptions import Interruption
from companion.referee.questions import Choose, FillIn, Offer, Option, PickOrEnd, Roll
from companion.referee.questions import Field as Blank
from companion.referee.rulebook import Rule, Rulebook, Source
from companion.referee.ruling import refuse
from companion.referee.script import Report, Script
from companion.referee.seats import Seat
from companion.referee.timeline import State, Step

ZONES = {"gate": ("yard",), "yard": ("gate", "tower"), "tower": ("yard",)}
RULES = Rulebook(
    "ambush",
    "Ambush",
    (
        Rule("AM-MOV", "move", "Moving", "A squad moves one zone.", Source("tests", "tiny"), "enforced"),
        Rule("AM-FGT", "fight", "Fighting", "Hits beyond blocks wound.", Source("tests", "tiny"), "enforced"),
        Rule(
            "AM-CRD",
            "fight",
            "Cards",
            "A defender may play one card face down.",
            Source("tests", "tiny"),
            "enforced",
        ),
    ),
)


class AmbushHouseRules(HouseRules, frozen=True, kw_only=True):
    cards: Annotated[Literal["one", "two"], HouseRule("AM-CRD", "How many cards?", "One", "Two")] = "two"


class Squad(Struct):
    zone: str
    units: int


class AmbushState(State, kw_only=True):
    house: AmbushHouseRules
    squads: dict[str, Squad]
    hands: dict[str, int]


def begin(seats: tuple[Seat, ...], house: AmbushHouseRules) -> AmbushState:
    first, second = seats
    return AmbushState(
        seats=seats,
        step="move",
        active=first.id,
        round=1,
        turn=1,
        house=house,
        squads={first.id: Squad("gate", 3), second.id: Squad("tower", 2)},
        hands={seat.id: 2 if house.cards == "two" else 1 for seat in seats},
    )


def enemy(state: AmbushState) -> str:
    return next(seat.id for seat in state.seats if seat.id != state.active)


def move(state: AmbushState) -> Script[None]:
    seat = str(state.active)
    squad = state.squads[seat]
    zone = yield from PickOrEnd(
        seat=seat,
        prompt="Move where?",
        rules=("AM-MOV",),
        allowed=ZONES[squad.zone],
        denied={z: refuse("AM-MOV", f"{z} is not next door.") for z in ZONES if z not in ZONES[squad.zone]},
        end="Stay",
    )
    squad.zone = zone or squad.zone


def fight(state: AmbushState) -> Script[None]:
    seat, other = str(state.active), enemy(state)
    if state.squads[seat].zone != state.squads[other].zone:
        return
    blocks = 0
    rolled = yield from _roll(state, seat, other)
    while isinstance(rolled, Interruption):
        blocks += yield from _reveal(state, other)
        rolled = yield from _roll(state, seat, other)
    wounds = max(0, sum(face >= 4 for face in rolled["attack"]) - blocks)
    state.squads[other].units -= wounds
    yield from Report(f"{wounds} wounds.", kind="battle", seat=seat, rules=("AM-FGT",))
    if state.squads[other].units <= 0:
        state.winners = (seat,)


def _roll(state: AmbushState, seat: str, other: str) -> Script[dict[str, tuple[int, ...]] | Interruption]:
    offers = (Offer("ambush-card", other, "Play a card face down"),) if state.hands[other] else ()
    return (
        yield from Roll(
            seat=seat,
            prompt="Roll to fight",
            rules=("AM-FGT", "AM-CRD"),
            pools=(DicePool("attack", seat, 1, state.squads[seat].units, profile="skull"),),
            offers=offers,
        ).or_offer()
    )


def _reveal(state: AmbushState, seat: str) -> Script[int]:
    state.hands[seat] -= 1
    card = yield from Choose(
        seat=seat,
        prompt="Turn your card over: what is it?",
        rules=("AM-CRD",),
        options=(Option("wall", "Wall"), Option("other", "Something else")),
    )
    if card == "wall":
        return 1
    told = yield from FillIn(
        seat=seat, prompt="What does it do?", rules=("AM-CRD",), fields=(Blank("blocks", "Blocks", 0, 0, 3),)
    )
    return int(told["blocks"])


def next_turn(state: AmbushState) -> None:
    state.active = enemy(state)
    state.turn += 1


def game_view(state: AmbushState) -> GameView:
    return GameView(
        kind="battlefield",
        board="yard",
        places={
            zone: Place(None, sum(s.units for s in state.squads.values() if s.zone == zone)) for zone in ZONES
        },
        standings=tuple(Standing(seat, (Figure("cards", hand),)) for seat, hand in state.hands.items()),
    )


def editables(state: AmbushState) -> Iterator[Editable]:
    for seat, squad in state.squads.items():
        yield choice(squad, "zone", f"{seat}.zone", "Zone", "AM-MOV", tuple(ZONES))


AMBUSH = Game(
    info=GameInfo("ambush", "Ambush", "Three zones and a card", (2, 2)),
    rulebook=RULES,
    house_rules=AmbushHouseRules,
    state=AmbushState,
    steps=(
        Step("move", "Move", "turn", move),
        Step("fight", "Fight", "turn", fight, at_end=(next_turn,)),
    ),
    begin=begin,
    game_view=game_view,
    editables=editables,
)
