"""The view of a Risk StarCraft game; README.md lists the marks."""

from collections.abc import Iterator

from companion.games.starcraft import rules
from companion.games.starcraft.achievements import MINERAL, REWARDS, WORDS, ground
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.objectives import objectives_in_view
from companion.games.territory.reinforcement import next_income
from companion.locale.messages import gettext
from companion.referee.game_view import Figure, GameView, Goal, Place, Standing


def game_view(state: StarcraftState) -> GameView:
    """Return the view: territories with their pieces, achievements, and each seat's numbers."""
    seat = state.active or state.seats[0].id
    return GameView(
        kind="territories",
        board=state.board,
        places={
            place: Place(holding.owner, holding.armies, tuple(_marks(state, place)))
            for place, holding in state.holdings.items()
        },
        standings=tuple(_standing(state, player.id) for player in state.seats),
        focus=_focus(state),
        goals=_goals(state, seat),
    )


def _goals(state: StarcraftState, seat: str) -> tuple[Goal, ...]:
    """SC-ACH: list the achievements with a seat's progress; SC-A20: may be hidden before the first turn."""
    if not state.turn and state.house.achievements_lie == "face down":
        return ()
    return objectives_in_view(state.objectives, ground(state, seat), WORDS, REWARDS)


def _marks(state: StarcraftState, place: str) -> Iterator[str]:
    if place in state.minerals:
        yield MINERAL
    yield from (f"base:{seat}" for seat, at in state.bases.items() if at == place)
    yield from (f"hero:{seat}" for seat, at in state.heroes.items() if at == place)
    if place in state.towers:
        yield f"tower:{state.towers[place]}"


def _focus(state: StarcraftState) -> tuple[str, ...]:
    """Return the origin and target of the current action."""
    begun = state.facts.invasion or state.facts.occupation
    return (begun.origin, begun.target) if begun is not None else ()


def _standing(state: StarcraftState, seat: str) -> Standing:
    figures = (
        Figure(gettext("territories"), len(state.held(seat))),
        Figure(state.pieces, state.armies(seat)),
        Figure(gettext("minerals"), sum(place in state.minerals for place in state.held(seat))),
        Figure(gettext("bases"), rules.bases_held(state, seat)),
        Figure(gettext("cards"), state.hands[seat].size),
        Figure(gettext("achievements"), len(state.objectives.owned(seat))),
    )
    team = state.team(seat)
    out = state.turn > 0 and not state.holds_land(seat)
    income = next_income(state.turn, rules.reinforcements(state, seat), out=out)
    return Standing(seat, figures, out=out, team=team[0] if len(team) > 1 else "", income=income)
