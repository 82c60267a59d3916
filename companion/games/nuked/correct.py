"""Corrections of a Nuked game."""

from collections.abc import Iterator

from companion.games.nuked import rules
from companion.games.nuked.rulings import NAMES, OFFENSIVE
from companion.games.nuked.state import Fallout, NukedState
from companion.games.territory.corrections import (
    MAX_ARMIES,
    NOBODY,
    owners_of,
    set_territories,
    territory_correctables,
)
from companion.games.territory.reinforcement import total
from companion.games.territory.turns import mover_correctable, set_mover
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling

BEFORE_ALL_ARE_HELD = ("first", "give-out")
WHILE_TROOPS_ARE_PUT = ("muster", "place")
TURN_STEPS = ("muster", "place", "attack", "end")
MAX_ROUNDS = 99
NONE = "none"
USED = ("used", "not used")


def correctables(state: NukedState) -> tuple[Correctable, ...]:
    """List all correctable values: territories, fallout, Capitals and Farms, hands, and the turn."""
    board = territory_correctables(state, "NK-MAP", owners_of(state, neutral=False), empty=True)
    if not state.rules_chosen:
        return tuple(board)
    return (
        *board,
        *_homes(state),
        *_hands(state),
        *((mover_correctable(state, "NK-TURN"),) if state.active else ()),
        *(_turn(state) if state.turn else ()),
    )


def _homes(state: NukedState) -> Iterator[Correctable]:
    places = (*state.holdings, NOBODY)
    for seat in state.seats if state.step not in BEFORE_ALL_ARE_HELD else ():
        id, name = seat.id, seat.name
        capital, farm = state.capitals[id] or NOBODY, state.farms[id] or NOBODY
        yield Correctable(f"{id}.capital", id, f"{name}: Capital", capital, "NK-SET-3", places)
        yield Correctable(f"{id}.farm", id, f"{name}: Farm Block", farm, "NK-SET-3", places)


def _hands(state: NukedState) -> Iterator[Correctable]:
    most = rules.deck_size(state)
    for seat in state.seats:
        hand = state.cards.hands[seat.id]
        yield Correctable(f"{seat.id}.cards", seat.id, f"{seat.name}: cards", hand, "NK-CRD-3", most=most)
    for kind, name in NAMES.items():
        copies, out = getattr(state.table.deck, kind), state.cards.discards.get(kind, 0)
        yield Correctable(f"game.{kind}", "game", f"{name} cards played so far", out, "NK-CRD-3", most=copies)


def _turn(state: NukedState) -> Iterator[Correctable]:
    left = state.supply[state.mover.id]
    cards, played = (NONE, *OFFENSIVE), state.facts.played or NONE
    taken = ("none", "unoccupied", "rival")
    yield Correctable("game.step", "game", "Step", state.step, "NK-TURN", TURN_STEPS)
    yield Correctable("game.round", "game", "Round", state.round, "NK-TURN", least=1, most=MAX_ROUNDS)
    yield Correctable("game.supply", "game", "Soldiers left to put", left, "NK-RNF-1", most=MAX_ARMIES)
    yield Correctable("game.played", "game", "Card of this turn", played, "NK-CRD-1", cards)
    yield Correctable("game.conquest", "game", "Taken this turn", state.facts.conquest, "NK-CRD-3", taken)
    for seat in state.seats:
        yield Correctable(
            f"{seat.id}.turns",
            seat.id,
            f"{seat.name}: turns so far",
            state.turns_ended[seat.id],
            "NK-A2",
            most=MAX_ROUNDS,
        )
    for place in state.holdings:
        name, rounds = state.name(place), _rounds_left(state, place)
        used = USED[0] if place in state.facts.defended else USED[1]
        yield Correctable(
            f"{place}.radiated", place, f"{name}: rounds of fallout", rounds, "NK-CRD-4", most=9
        )
        yield Correctable(f"{place}.defence", place, f"{name}: Defence card", used, "NK-CRD-2", USED)


def _rounds_left(state: NukedState, place: str) -> int:
    fallout = state.fallout.get(place)
    return max(1, fallout.until - state.round) if fallout else 0


def correct(state: NukedState, changes: Changes) -> Ruling:
    """Apply a correction; the active seat and the winner are derived from the new board."""
    board = set_territories(state, changes, "NK-MAP")
    if not state.rules_chosen:
        return board
    reasons = [*board.reasons, *_set_cards(state, changes), *_set_homes(state, changes)]
    if state.step in BEFORE_ALL_ARE_HELD:
        state.active = state.starter = _chosen(changes, "game.active", state.active)
    else:
        reasons += _set_mover(state, changes)
    if not reasons:
        reasons += _set_turn(state, changes) if state.turn else _set_first_troops(state)
    return Ruling.from_reasons(reasons)


def _chosen(changes: Changes, key: str, now: str | None) -> str | None:
    value = changes.get(key, now)
    return None if value in (None, NOBODY, NONE) else str(value)


def _set_homes(state: NukedState, changes: Changes) -> Iterator[Reason]:
    """NK-SET-3: every player has a Capital and a Farm; two Capitals never share a territory."""
    for seat in state.capitals:
        state.capitals[seat] = _chosen(changes, f"{seat}.capital", state.capitals[seat])
        state.farms[seat] = _chosen(changes, f"{seat}.farm", state.farms[seat])
    places = [place for place in state.capitals.values() if place is not None]
    for place in sorted({place for place in places if places.count(place) > 1}):
        yield Reason("NK-SET-3", f"Two Capitals cannot stand in {state.name(place)}.")


def _set_cards(state: NukedState, changes: Changes) -> list[Reason]:
    cards = state.cards
    for seat in cards.hands:
        cards.hands[seat] = int(changes.get(f"{seat}.cards", cards.hands[seat]))
    for kind in NAMES:
        if out := int(changes.get(f"game.{kind}", cards.discards.get(kind, 0))):
            cards.discards[kind] = out
        else:
            cards.discards.pop(kind, None)
    cards.deck = rules.deck_size(state) - sum(cards.hands.values()) - sum(cards.discards.values())
    if cards.deck >= 0:
        return []
    return [Reason("NK-CRD-3", f"There are {-cards.deck} cards more in hands and played than there are.")]


def _set_mover(state: NukedState, changes: Changes) -> list[Reason]:
    """NK-TURN: the active seat must own a territory; NK-A17: the new board may have a winner."""
    reasons = set_mover(state, changes, rules.order_of_play(state), "NK-TURN", "NK-A17")
    if not state.turn:
        state.starter = state.active
    if not reasons:
        state.winners = rules.winners(state) if state.turn else ()
    return reasons


def _set_first_troops(state: NukedState) -> list[Reason]:
    """NK-SET-2: each player who can still place troops has those that are not on the board."""
    for seat, first in rules.first_troops(state).items():
        placing = state.held(seat) or state.step in BEFORE_ALL_ARE_HELD
        state.supply[seat] = max(0, first - state.armies(seat)) if placing else 0
    return []


def _set_turn(state: NukedState, changes: Changes) -> list[Reason]:
    mover = state.mover.id
    state.round = int(changes.get("game.round", state.round))
    step = str(changes.get("game.step", state.step))
    if step != state.step:
        _go_to(state, step)
    state.supply[mover] = int(changes.get("game.supply", state.supply[mover]))
    _set_facts(state, changes)
    _set_fallout(state, changes)
    return [*_nothing_to_put(state, changes), *_too_late_to_put(state)]


def _set_facts(state: NukedState, changes: Changes) -> None:
    if "game.played" in changes:
        state.facts.played = next((card for card in OFFENSIVE if card == changes["game.played"]), None)
        state.facts.ready = state.facts.played in ("boat", "attack")
    for taken in ("none", "unoccupied", "rival"):
        if changes.get("game.conquest") == taken:
            state.facts.conquest = taken
    for seat in state.turns_ended:
        state.turns_ended[seat] = int(changes.get(f"{seat}.turns", state.turns_ended[seat]))
    now = dict.fromkeys(state.facts.defended, USED[0])
    state.facts.defended = tuple(
        place for place in state.holdings if changes.get(f"{place}.defence", now.get(place)) == USED[0]
    )


def _set_fallout(state: NukedState, changes: Changes) -> None:
    """NK-CRD-4: corrected fallout lasts from now, as if the active player had played a Nuke."""
    for place in state.holdings:
        rounds = changes.get(f"{place}.radiated")
        if rounds == 0:
            state.fallout.pop(place, None)
        elif rounds is not None:
            state.fallout[place] = Fallout(state.mover.id, state.round + int(rounds))


def _go_to(state: NukedState, step: str) -> None:
    """Go to another step; keep soldiers that are not placed yet if that step allows placing them."""
    mover = state.mover.id
    if step == "muster":
        state.facts.mode, state.supply[mover] = None, 0
    elif step == "place" and state.facts.mode is None:
        state.supply[mover] += total(rules.income(state, mover, "anywhere"))
    if step != "muster":
        state.facts.mode = state.facts.mode or "anywhere"
    if step not in WHILE_TROOPS_ARE_PUT:
        state.supply[mover] = 0
    state.facts.reconsider = False
    state.step = step


def _nothing_to_put(state: NukedState, changes: Changes) -> list[Reason]:
    if changes.get("game.step") != "place" or state.supply[state.mover.id]:
        return []
    return [Reason("NK-RNF-1", "All fresh soldiers have been put: say as well how many are left to put.")]


def _too_late_to_put(state: NukedState) -> list[Reason]:
    left = state.supply[state.mover.id]
    if state.step in WHILE_TROOPS_ARE_PUT or not left:
        return []
    return [Reason("NK-RNF-1", f"No soldiers are put in the {state.step} step, so {left} cannot be left.")]
