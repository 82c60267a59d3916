"""The view of a Balance of Power game."""

from collections.abc import Iterator

from companion.games.balance import objectives, rules, shop
from companion.games.balance.state import BalanceState, LastingEffect
from companion.games.territory.objectives import objectives_in_view
from companion.games.territory.reinforcement import next_income
from companion.games.territory.state import NEUTRAL
from companion.locale.messages import gettext
from companion.referee.game_view import Figure, GameView, Goal, Place, Standing, Unit


def game_view(state: BalanceState) -> GameView:
    """Return the view: territories with marks, standings, objectives, and actions in force."""
    return GameView(
        kind="territories",
        board=state.board,
        places={
            place: Place(holding.owner, holding.armies, tuple(_marks(state, place)))
            for place, holding in state.holdings.items()
        },
        standings=tuple(_standing(state, seat.id) for seat in state.seats),
        focus=_focus(state),
        goals=_goals(state),
        roster=tuple(_roster(state)),
    )


def _marks(state: BalanceState, place: str) -> Iterator[str]:
    """List the marks on a territory, with the owner of those that belong to a seat."""
    yield from (kind for kind, places in state.landmarks.items() if place in places)
    yield from (f"capital:{seat}" for seat, where in state.capitals.items() if where == place)
    if place in state.airfields:
        yield f"airfield:{state.airfields[place]}"
    if state.tanks.get(place):
        yield from (f"tank:{state.holdings[place].owner}",) * state.tanks[place]


def _standing(state: BalanceState, seat: str) -> Standing:
    figures = (
        Figure(gettext("territories"), len(state.held(seat))),
        Figure(gettext("cities"), len(state.marked(seat, "city"))),
        Figure(state.pieces, state.armies(seat)),
        Figure(gettext("casualties"), state.casualties[seat]),
        Figure(gettext("cards"), state.cards.hands[seat]),
        Figure(gettext("objectives"), len(state.objectives.owned(seat))),
        Figure(gettext("troop pile"), state.troop_pile[seat]),
    )
    out = state.turn > 0 and not state.holds_land(seat)
    terms = tuple(term for term in rules.income(state, seat) if term.text != rules.CARDS)
    return Standing(seat, figures, out=out, income=next_income(state.turn, terms, out=out))


def _focus(state: BalanceState) -> tuple[str, ...]:
    attack = state.facts.occupation or state.facts.neutral_attack
    if attack is not None:
        return attack.origin, attack.target
    pending = state.facts.pending
    return (pending.place,) if pending is not None and pending.place else ()


def _goals(state: BalanceState) -> tuple[Goal, ...]:
    """BP-OBJ: list the objectives with the progress of the active seat."""
    ground = objectives.ground(state, state.active or state.seats[0].id)
    return objectives_in_view(state.objectives, ground, objectives.WORDS, {})


def _roster(state: BalanceState) -> Iterator[Unit]:
    """List the neutral army with its pile, and the special combat actions in force."""
    if NEUTRAL in state.casualties and state.turn:
        figures = (
            Figure(gettext("troops"), state.armies(NEUTRAL)),
            Figure(gettext("casualties"), state.casualties[NEUTRAL]),
            Figure(gettext("troop pile"), state.troop_pile[NEUTRAL]),
        )
        yield Unit(NEUTRAL, NEUTRAL, "army", gettext("The neutral army"), figures, out=not state.neutral_army)
    for number, effect in enumerate(state.effects):
        yield Unit(f"action-{number}", effect.by, "action", _name(state, effect))


def _name(state: BalanceState, effect: LastingEffect) -> str:
    action = shop.find(effect.action)
    title = action.title if action else effect.action
    about = state.name(effect.place) if effect.place else state.player(effect.target) if effect.target else ""
    # Translators: a special combat action and whom or what it binds, such as "Sabotage: Ann".
    return gettext("{action}: {about}", action=title, about=about) if about else title
