"""The view of a Nuked game: Capitals, Farms, fallout, chains to the Farms, and coming losses."""

from collections.abc import Iterator

from companion.games.nuked import end_of_turn, rules
from companion.games.nuked.state import NukedState
from companion.games.territory.reinforcement import next_income
from companion.locale.messages import gettext, ngettext
from companion.referee.game_view import Figure, GameView, Goal, Line, Place, Standing


def game_view(state: NukedState) -> GameView:
    """Return the view: territories with marks, each seat's numbers, and lines for the end of the turn."""
    losses = end_of_turn.losses(state, state.mover.id) if state.turn and not state.winners else ()
    cut = {loss.place for loss in losses if loss.why == "cut off"}
    return GameView(
        kind="territories",
        board=state.board,
        places={
            place: Place(holding.owner, holding.armies, tuple(_marks(state, place, cut)))
            for place, holding in state.holdings.items()
        },
        standings=tuple(_standing(state, seat.id) for seat in state.seats),
        lines=(*_chains(state), *_threats(losses)),
        goals=tuple(_goals(state)),
    )


def _marks(state: NukedState, place: str, cut: set[str]) -> Iterator[str]:
    yield from (f"capital:{seat}" for seat, capital in state.capitals.items() if capital == place)
    yield from (f"farm:{seat}" for seat, farm in state.farms.items() if farm == place)
    if place in state.fallout:
        yield "radiated"
    if place in cut:
        yield "cut-off"


def _chains(state: NukedState) -> Iterator[Line]:
    """NK-CON-1: yield the chain from each Capital to its Farm, if connected."""
    ways = (end_of_turn.chain(state, seat.id) for seat in state.seats)
    return (Line("chain", way) for way in ways if len(way) > 1)


def _threats(losses: tuple[end_of_turn.TroopLoss, ...]) -> Iterator[Line]:
    """NK-RAD-1: yield lines from each radiated territory to those where it kills at the end of this turn."""
    return (Line("threat", (source, loss.place)) for loss in losses for source in loss.from_places)


def _standing(state: NukedState, seat: str) -> Standing:
    figures = (
        Figure(gettext("territories"), len(state.held(seat))),
        Figure(state.pieces, state.armies(seat)),
        Figure(gettext("cards"), state.cards.hands[seat]),
    )
    out = state.turn > 0 and not state.holds_land(seat)
    terms = rules.income(state, seat, "anywhere")
    return Standing(seat, figures, out=out, income=next_income(state.turn, terms, out=out))


def _goals(state: NukedState) -> Iterator[Goal]:
    """NK-A17: yield how many Capitals the active seat holds, if Capitals win."""
    if state.house.victory == "capitals" and state.turn:
        wanted = rules.capitals_to_win(state)
        title = ngettext("Hold {count} Capital", "Hold {count} Capitals", wanted)
        yield Goal("capitals", title, rules.capitals_held(state, state.mover.id), wanted)
