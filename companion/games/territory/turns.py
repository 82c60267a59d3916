"""Whose turn it is: the order of play, and who comes next among those who still hold a territory."""

from collections.abc import Callable

from companion.games.territory.state import TerritoryState
from companion.locale.messages import gettext, joined, pgettext
from companion.referee.questions import Choose, Option
from companion.referee.ruling import Reason, Ruling, refuse

_STEPS = {
    "achieve": pgettext("step", "achieve"),
    "actions": pgettext("step", "actions"),
    "attack": pgettext("step", "attack"),
    "draft": pgettext("step", "draft"),
    "draw": pgettext("step", "draw"),
    "end": pgettext("step", "end"),
    "fortify": pgettext("step", "fortify"),
    "maneuver": pgettext("step", "maneuver"),
    "muster": pgettext("step", "muster"),
    "neutral": pgettext("step", "neutral"),
    "objective": pgettext("step", "objective"),
    "place": pgettext("step", "place"),
    "prepare": pgettext("step", "prepare"),
    "reinforce": pgettext("step", "reinforce"),
    "starting-maneuver": pgettext("step", "starting maneuver"),
    "trade": pgettext("step", "trade"),
}
"""The steps of a turn, as sentences name them: "the attack step"."""


def step_name(step: str) -> str:
    """Return what a sentence calls a step of a turn."""
    return _STEPS.get(step, step)


def order_from(state: TerritoryState, first: str | None) -> tuple[str, ...]:
    """Return all seats as they sit, one of them at the head."""
    seats = tuple(seat.id for seat in state.seats)
    head = seats.index(first) if first else 0
    return seats[head:] + seats[:head]


def ask_who_begins(state: TerritoryState, detail: str, *rules: str) -> Choose:
    """Have everybody roll a die, and ask who rolled highest."""
    return Choose(
        prompt=gettext("Who rolled highest?"),
        detail=joined([gettext("Roll a die each."), detail]),
        rules=rules,
        options=tuple(Option(seat.id, seat.name) for seat in state.seats),
    )


def start_turns(state: TerritoryState) -> None:
    """Begin the first turn."""
    state.begin_turn()
    state.round = state.turn = 1


def next_player(state: TerritoryState, order: tuple[str, ...]) -> str:
    """Return who comes next in an order of play and still holds a territory."""
    after = order.index(state.mover.id) + 1
    return next(seat for seat in order[after:] + order[:after] if state.holds_land(seat))


def advance_turn(state: TerritoryState, order: tuple[str, ...]) -> bool:
    """Give the turn to who comes next, and count turns and rounds.

    Returns:
        Whether a round begins: the order of play has come round.
    """
    last = order.index(state.mover.id)
    state.active = next_player(state, order)
    begins = order.index(state.active) <= last
    state.turn += 1
    state.round += begins
    return begins


def in_step(state: TerritoryState, step: str, rule: str, judge: Callable[[], Ruling]) -> Ruling:
    """Rule on what is asked about at any time: it has its step, and at another is refused for that as well.

    Args:
        state: the state.
        step: id of the step that it belongs to.
        rule: id of the rule that gives it this step.
        judge: rules on it in a turn.
    """
    if not state.turn:
        return refuse(rule, "The turns have not begun.")
    ruling = judge()
    if state.step == step:
        return ruling
    early = gettext("It is the {step} step, not {other}.", step=step_name(state.step), other=step_name(step))
    return Ruling.from_reasons((Reason(rule, early), *ruling.reasons), ruling.instead)
