"""Setting a game of classic Risk right by hand."""

from companion.games.classic import rules
from companion.games.classic.state import ClassicState
from companion.games.territory.corrections import owners_of, set_territories, territory_correctables
from companion.referee.correction import Changes, Correctable
from companion.referee.ruling import Ruling, refuse

MOST_SETS = 99


def correctables(state: ClassicState) -> tuple[Correctable, ...]:
    """List all that can be set right: territories, hands, sets traded, whose turn and which step it is."""
    owners = owners_of(state, neutral=rules.has_neutral(state))
    return (
        *territory_correctables(state, "CL-MAP", owners, empty=state.turn == 0),
        *_hands(state),
        *(_turn(state) if state.turn else ()),
    )


def _hands(state: ClassicState) -> tuple[Correctable, ...]:
    most = rules.deck_size(state)
    return tuple(
        Correctable(
            f"{seat.id}.cards",
            seat.id,
            f"{seat.name}: cards",
            state.cards.hands[seat.id],
            "CL-CARD",
            most=most,
        )
        for seat in state.seats
    )


def _turn(state: ClassicState) -> tuple[Correctable, ...]:
    playing = tuple(seat.id for seat in state.playing())
    return (
        Correctable("game.active", "game", "Whose turn", state.mover.id, "CL-TURN", playing),
        Correctable(
            "game.step", "game", "Step", state.step, "CL-TURN", ("trade", "reinforce", "attack", "fortify")
        ),
        Correctable("game.sets", "game", "Sets traded so far", state.sets_traded, "CL-SET", most=MOST_SETS),
        Correctable(
            "game.supply",
            "game",
            "Armies left to put",
            state.supply[state.mover.id],
            "CL-RNF",
            most=MOST_SETS,
        ),
    )


def correct(state: ClassicState, changes: Changes) -> Ruling:
    """Carry a correction out: a half-occupied conquest counts as occupied, and the winner is found anew."""
    ruling = set_territories(state, changes, "CL-MAP")
    if ruling.allowed:
        ruling = _set_hands(state, changes)
    if not ruling.allowed:
        return ruling
    state.occupation = None
    if state.turn:
        _set_turn(state, changes)
    return ruling


def _set_hands(state: ClassicState, changes: Changes) -> Ruling:
    for seat in state.seats:
        state.cards.hands[seat.id] = int(changes.get(f"{seat.id}.cards", state.cards.hands[seat.id]))
    left = rules.deck_size(state) - sum(state.cards.hands.values())
    if left < 0:
        return refuse(
            "CL-CARD", f"The hands hold {-left} cards more than there are ({rules.deck_size(state)})."
        )
    state.cards.discards = min(state.cards.discards, left)
    state.cards.deck = left - state.cards.discards
    return Ruling(True)


def _set_turn(state: ClassicState, changes: Changes) -> None:
    mover = str(changes.get("game.active", state.active))
    if not state.held(mover):
        mover = rules.next_seat(state)
    if mover != state.active:
        state.active, state.step = mover, "trade"
        state.supply = {seat.id: 0 for seat in state.seats}
        state.conquered = state.traded_stars = state.bonus_taken = state.trade_down = False
    state.step = str(changes.get("game.step", state.step))
    state.sets_traded = int(changes.get("game.sets", state.sets_traded))
    state.supply[mover] = int(changes.get("game.supply", state.supply[mover]))
    state.winners = rules.winners(state)
