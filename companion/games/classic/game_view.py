"""The view of a classic Risk game."""

from companion.games.classic import rules
from companion.games.classic.objectives import REWARDS, WORDS, ground
from companion.games.classic.state import ClassicState
from companion.games.territory.objectives import objectives_in_view
from companion.games.territory.reinforcement import next_income
from companion.locale.messages import gettext
from companion.referee.game_view import Figure, GameView, Goal, Place, Standing


def game_view(state: ClassicState) -> GameView:
    """Return the view: territories, and each seat's number of territories, armies and cards."""
    conquest = state.facts.occupation
    return GameView(
        kind="territories",
        board=state.board,
        places={
            place: Place(holding.owner, holding.armies, _marks(state, place))
            for place, holding in state.holdings.items()
        },
        standings=tuple(_standing(state, seat.id) for seat in state.seats),
        focus=(conquest.origin, conquest.target) if conquest else (),
        goals=_goals(state),
    )


def _marks(state: ClassicState, place: str) -> tuple[str, ...]:
    """CL-2008, CL-2008-R: list the city, capital and airfield of a territory."""
    campaign = state.edition_2008
    city = ("city",) if place in campaign.cities else ()
    shown = {} if state.hides_capitals else campaign.capitals
    capitals = tuple(f"capital:{seat}" for seat, where in shown.items() if where == place)
    airfield = (f"airfield:{campaign.airfields[place]}",) if place in campaign.airfields else ()
    return (*city, *capitals, *airfield)


def _goals(state: ClassicState) -> tuple[Goal, ...]:
    """CL-2008-O: list the objectives in play, with the progress of the active seat."""
    if state.active is None:
        return ()
    return objectives_in_view(state.edition_2008.objectives, ground(state, state.active), WORDS, REWARDS)


def _standing(state: ClassicState, seat: str) -> Standing:
    objectives = (
        (Figure(gettext("objectives"), len(state.edition_2008.objectives.owned(seat))),)
        if state.is_2008
        else ()
    )
    figures = (
        *objectives,
        Figure(gettext("territories"), len(state.held(seat))),
        Figure(state.pieces, state.armies(seat)),
        Figure(gettext("cards"), state.cards.hands[seat]),
    )
    out = state.turn > 0 and not state.holds_land(seat)
    return Standing(
        seat, figures, out=out, income=next_income(state.turn, rules.income(state, seat), out=out)
    )
