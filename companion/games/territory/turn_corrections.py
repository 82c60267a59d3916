"""Corrections of whose turn it is, of its step, and of the armies that are left to put on the board."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from companion.games.territory.corrections import MAX_ARMIES
from companion.games.territory.state import TerritoryState
from companion.games.territory.turns import next_player, order_from, step_name
from companion.locale.messages import gettext, ngettext
from companion.referee.correction import Editable, apply, declared, editable, number
from companion.referee.entries import Changes
from companion.referee.ruling import Reason

T = TypeVar("T", bound=TerritoryState)


@dataclass(frozen=True)
class TurnCorrections(Generic[T]):
    """How the turn of a map game is corrected.

    Attributes:
        rule: id of the rule about turns.
        win_rule: id of the rule that says when somebody has won.
        supply_rule: id of the rule about putting armies on the board.
        left: what people call the armies that are left to put.
        steps: returns the steps that can be gone to, the first of a turn first.
        order: returns the order of play.
        winners: returns who has won on a board.
        prepare: sets what else changes with the step, before the state goes to it.
        put_in: returns the step in which armies must be left, since all are put in it.
        until: all steps in which armies may be left.
    """

    rule: str
    win_rule: str
    supply_rule: str
    left: str
    steps: Callable[[T], tuple[str, ...]]
    order: Callable[[T], tuple[str, ...]]
    winners: Callable[[T], tuple[str, ...]]
    prepare: Callable[[T, str], None]
    put_in: Callable[[T], str]
    until: tuple[str, ...]

    def editables(self, state: T) -> Iterator[Editable]:
        """List whose turn it is (in a set-up: who begins), its step, its armies, and its declared facts."""
        if state.active:
            yield self.mover(state)
        if state.turn:
            yield from self._turn(state)

    def mover(self, state: T) -> Editable:
        """Declare whose turn it is, by the key ``game.active``."""
        label, seats = gettext("Whose turn") if state.turn else gettext("Who begins"), order_from(state, None)
        give = partial(self._give_turn, state)
        return editable("game.active", label, state.mover.id, self.rule, give, choices=seats)

    def _give_turn(self, state: T, seat: str) -> None:
        """Give the turn to another seat, from its beginning."""
        state.active = seat
        if state.turn:
            state.begin_turn()
            state.step = self.steps(state)[0]

    def _turn(self, state: T) -> Iterator[Editable]:
        steps, go = self.steps(state), partial(self._go_to, state)
        words = {step: step_name(step) for step in steps}
        yield editable("game.step", gettext("Step"), state.step, self.rule, go, choices=steps, words=words)
        supply, seat = state.supply, state.mover.id
        yield number(supply, seat, "game.supply", self.left, self.supply_rule, most=MAX_ARMIES, grows=True)
        yield from declared(state, state.facts)

    def _go_to(self, state: T, step: str) -> None:
        """Go to another step; armies that are not put yet stay if that step allows putting them."""
        self.prepare(state, step)
        if step not in self.until:
            state.supply[state.mover.id] = 0
        state.step = step

    def correct(self, state: T, changes: Changes) -> list[Reason]:
        """Give the turn to a seat with a territory, find who has won, and set the turn.

        Returns:
            Reasons against them.
        """
        if state.active:
            apply((self.mover(state),), changes)
        if reasons := self._judge_mover(state, changes):
            return reasons
        state.winners = self.winners(state)
        if not state.turn:
            return []
        apply(self._turn(state), changes)
        return self._judge_supply(state, changes)

    def _judge_mover(self, state: T, changes: Changes) -> list[Reason]:
        """Pass the turn on to the next seat if who has it holds no territory."""
        if reasons := nobody_can_play(state, self.win_rule):
            return reasons
        if not state.holds_land(state.mover.id):
            if "game.active" in changes:
                text = gettext("{player} holds no territory and has no turn.", player=state.mover.name)
                return [Reason(self.rule, text)]
            self._give_turn(state, next_player(state, self.order(state)))
        return []

    def _judge_supply(self, state: T, changes: Changes) -> list[Reason]:
        """Object to a step of putting armies with none left, and to armies left in a step that puts none."""
        left, pieces = state.supply[state.mover.id], state.pieces
        if left and state.step not in self.until:
            text = gettext(
                "No {pieces} are put in the {step} step, so {left} cannot be left.",
                pieces=pieces,
                step=step_name(state.step),
                left=left,
            )
        elif not left and changes.get("game.step") == self.put_in(state):
            text = gettext(
                "All {pieces} of this turn have been put: say as well how many are left to put.",
                pieces=pieces,
            )
        else:
            return []
        return [Reason(self.supply_rule, text)]


def nobody_can_play(state: TerritoryState, rule: str, *, dealing: bool = False) -> list[Reason]:
    """Return what speaks against a board on which nobody can play.

    Args:
        state: the state.
        rule: id of the rule that says so.
        dealing: whether land is still dealt: then each who has none needs a free territory.
    """
    if not dealing:
        text = gettext("Somebody who plays must hold a territory.")
        return [] if state.playing() else [Reason(rule, text)]
    free = sum(holding.owner is None for holding in state.holdings.values())
    without = sum(not state.holds_land(seat.id) for seat in state.seats)
    text = ngettext(
        "{count} player holds no territory yet; free: {free}.",
        "{count} players hold no territory yet; free: {free}.",
        without,
        free=free,
    )
    return [Reason(rule, text)] if free < without else []


def hold_back(state: TerritoryState, first: Mapping[str, int], *, dealing: bool) -> None:
    """Give each owner who can still place its first armies those that are not on the board.

    Args:
        state: the state, in its set-up.
        first: how many armies each owner places in the set-up.
        dealing: whether owners without a territory can still get one.
    """
    for owner, armies in first.items():
        state.supply[owner] = (
            max(0, armies - state.armies(owner)) if dealing or state.holds_land(owner) else 0
        )
