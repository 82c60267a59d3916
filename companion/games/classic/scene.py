"""How a game of classic Risk shows itself."""

from companion.games.classic.state import ClassicState
from companion.referee.scene import Figure, Place, Scene, Standing


def scene(state: ClassicState) -> Scene:
    """Show territories, and each seat's territories, armies and cards."""
    return Scene(
        kind="territories",
        board=state.board,
        places={place: Place(holding.owner, holding.armies) for place, holding in state.holdings.items()},
        standings=tuple(_standing(state, seat.id) for seat in state.seats),
        focus=(state.occupation.origin, state.occupation.target) if state.occupation else (),
    )


def _standing(state: ClassicState, seat: str) -> Standing:
    figures = (
        Figure("territories", len(state.held(seat))),
        Figure("armies", state.armies(seat)),
        Figure("cards", state.cards.hands[seat]),
    )
    return Standing(seat, figures, out=state.turn > 0 and not state.held(seat))
