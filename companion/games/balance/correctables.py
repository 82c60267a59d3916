"""The correctable values of a Balance of Power game."""

from collections.abc import Iterator

from companion.games.balance import objectives, rules
from companion.games.balance.state import MAX_CARDS, MAX_CASUALTIES, BalanceState
from companion.games.territory.cards import hand_correctables
from companion.games.territory.corrections import MAX_ARMIES, owners_of, territory_correctables
from companion.games.territory.objective_corrections import (
    landmark_correctables,
    objective_correctables,
    tower_correctables,
)
from companion.games.territory.state import NEUTRAL
from companion.games.territory.turns import mover_correctable
from companion.referee.correction import Correctable

BEFORE_ALL_ARE_HELD = ("cities", "rough", "sites", "neutrals", "claim")
LANDMARK_RULES = {"city": "BP-SET-1", "rough": "BP-SET-2", "site": "BP-SET-3"}
STEPS = ("neutral", "actions", "draft", "attack", "objective", "maneuver")
YES_NO = ("yes", "no")
NOBODY = "nobody"
MAX_TROOPS = 99999
MAX_TANKS = 20


def correctables(state: BalanceState) -> tuple[Correctable, ...]:
    """List all correctable values; there are none before the first player is known."""
    if state.starter is None:
        return ()
    return (
        *_board(state),
        *_seats(state),
        *_armies(state),
        mover_correctable(state, "BP-SET-6"),
        *(_turn(state) if state.turn else ()),
    )


def yes(fact: bool) -> str:
    """Return a yes/no fact as a choice."""
    return "yes" if fact else "no"


def _board(state: BalanceState) -> Iterator[Correctable]:
    owners = owners_of(state, neutral=rules.has_neutral(state))
    empty = state.step in BEFORE_ALL_ARE_HELD or state.house.bombing == "may empty"
    yield from territory_correctables(state, "BP-SET-5", owners, empty=empty)
    yield from landmark_correctables(state, state.landmarks, LANDMARK_RULES)
    if state.turn:
        yield from tower_correctables(state, state.airfields, "airfield", "BP-SCA-AIRFIELD")
        yield from _on_places(state)
        yield from objective_correctables(state, state.objectives, objectives.WORDS, "BP-OBJ", "BP-OBJ")


def _on_places(state: BalanceState) -> Iterator[Correctable]:
    killers = {effect.place: effect.by for effect in state.in_force("general")}
    seats = (NOBODY, *(seat.id for seat in state.seats))
    for place in state.holdings:
        name = state.name(place)
        if state.house.tanks == "yes":
            tanks = state.tanks.get(place, 0)
            yield Correctable(f"{place}.tanks", place, f"{name}: tanks", tanks, "BP-TNK", most=MAX_TANKS)
        killer = killers.get(place, NOBODY)
        yield Correctable(
            f"{place}.general", place, f"{name}: general killed by", killer, "BP-SCA-GENERAL", seats
        )


def _seats(state: BalanceState) -> Iterator[Correctable]:
    most = rules.deck_size(state) if state.house.surplus_cards == "no limit" else MAX_CARDS
    yield from hand_correctables(state, state.cards, "BP-CARD-1", most)
    for seat in state.seats:
        if state.turn:
            yield _capital(state, seat.id)
            yield from _lasting(state, seat.id)


def _capital(state: BalanceState, seat: str) -> Correctable:
    where = state.capitals.get(seat, NOBODY)
    choices = (NOBODY, *state.holdings)
    label = f"{state.player(seat)}: capital"
    return Correctable(f"{seat}.capital", seat, label, where, "BP-SET-6", choices)


def _lasting(state: BalanceState, seat: str) -> Iterator[Correctable]:
    """List the lasting actions that a seat has bought or that affect it."""
    name = state.player(seat)
    sabotaged = rules.is_sabotaged(state, seat)
    yield Correctable(
        f"{seat}.sabotaged", seat, f"{name}: sabotaged", yes(sabotaged), "BP-SCA-SABOTAGE", YES_NO
    )
    better = any(effect.by == seat for effect in state.in_force("defence"))
    yield Correctable(
        f"{seat}.defence", seat, f"{name}: extra defence die", yes(better), "BP-SCA-DEFENSE", YES_NO
    )
    for other in rules.owners(state):
        if other != seat:
            allied = any(e.by == seat and e.target == other for e in state.in_force("alliance"))
            label = f"{state.called(other)} cannot attack {name}"
            yield Correctable(f"{seat}.ally-{other}", seat, label, yes(allied), "BP-SCA-ALLIANCE", YES_NO)


def _armies(state: BalanceState) -> Iterator[Correctable]:
    for owner in rules.owners(state):
        subject = "game" if owner == NEUTRAL else owner
        name = state.called(owner)
        yield Correctable(
            f"{owner}.casualties",
            subject,
            f"{name}: casualties",
            state.casualties[owner],
            "BP-CAS-1",
            most=MAX_CASUALTIES,
        )
        yield Correctable(
            f"{owner}.troops",
            subject,
            f"{name}: troops in all",
            state.troops[owner],
            "BP-UNIT",
            most=MAX_TROOPS,
        )


def _turn(state: BalanceState) -> tuple[Correctable, ...]:
    facts, left = state.facts, state.supply[state.mover.id]
    seats = (NOBODY, *(seat.id for seat in state.seats))
    losing = facts.losing or NOBODY
    return (
        Correctable("game.step", "game", "Step", state.step, "BP-DRF-1", STEPS),
        Correctable("game.losing", "game", "Losing as the turn began", losing, "BP-LOSE", seats),
        Correctable("game.supply", "game", "Troops left to put", left, "BP-DRF-1", most=MAX_ARMIES),
        Correctable("game.conquered", "game", "Conquered this turn", yes(facts.conquered), "CL-CARD", YES_NO),
        Correctable("game.recon", "game", "Dice that recon saves", facts.recon, "BP-SCA-RECON", most=9),
        Correctable("game.dice", "game", "Extra attack dice", facts.extra_dice, "BP-SCA-ATTACK", most=9),
        Correctable(
            "game.forces", "game", "Special forces", yes(facts.special_forces), "BP-SCA-FORCES", YES_NO
        ),
    )
