"""A turn of the variant: neutral army, special combat actions, draft, attack, objective, maneuver."""

from companion.games.balance import cards, fighting, neutral, objectives, rules, shop, tanks
from companion.games.balance.state import BalanceState
from companion.games.territory.deployment import put
from companion.games.territory.maneuver import maneuver as move_once
from companion.games.territory.turns import pass_on
from companion.referee.questions import PickOrEnd
from companion.referee.script import Report, Script


def neutral_army(state: BalanceState) -> Script[None]:
    """BP-NEU-1: the first thing in a turn is the neutral army."""
    yield from neutral.neutral_phase(state)


def special_actions(state: BalanceState) -> Script[None]:
    """BP-SCA: special combat actions come after the neutral army and before the draft."""
    if state.held(state.mover.id):
        yield from shop.special_actions(state)


def draft(state: BalanceState) -> Script[None]:
    """BP-DRF-1: trade stars, add everything up, and place it."""
    if not state.held(state.mover.id):
        return
    yield from cards.trade(state)
    seat = state.mover.id
    words = rules.draft(state, seat).words
    if not state.deeds.mustered:
        muster(state)
    sabotaged = any(effect.target == seat for effect in state.in_force("sabotage"))
    if sabotaged:
        yield from Report(f"Draft: {words}.", seat=seat, rules=("BP-SCA-SABOTAGE", "BP-A15"))
    while state.supply[seat]:
        down = yield from put(state, seat, state.supply[seat], "BP-DRF-1", detail=f"Draft: {words}")
        state.supply[seat] -= down.count


def muster(state: BalanceState) -> None:
    """BP-DRF-1: what is drafted leaves the troop pile."""
    seat = state.mover.id
    troops = rules.draft(state, seat).troops
    state.troop_pile[seat] -= troops
    state.supply[seat] += troops
    state.deeds.mustered = True


# --- attack ------------------------------------------------------------------------------------------------


def attack(state: BalanceState) -> Script[None]:
    """BP-ATK: attack as often as one likes, from wherever one can."""
    while state.held(state.mover.id):
        yield from _settle(state)
        if state.winners:
            return
        origin = yield from _pick_origin(state)
        if origin is None:
            return
        target = yield from _pick_target(state, origin)
        if target is not None:
            yield from _fight(state, origin, target)


def _settle(state: BalanceState) -> Script[None]:
    """Finish what a conquest began: move in, and hand on cards over the limit."""
    if state.winners:
        return
    if state.deeds.occupation is not None:
        yield from fighting.occupy(state, state.mover.id, state.deeds.occupation, "BP-ATK")
    yield from cards.settle_surplus(state)


def _pick_origin(state: BalanceState) -> Script[str | None]:
    seat = state.mover.id
    return (
        yield from PickOrEnd(
            seat=seat,
            prompt="Attack from where?",
            rules=("BP-ATK",),
            allowed=fighting.origins(state, seat),
            denied=fighting.refused_origins(state, seat, "BP-ATK"),
            end="End attacks",
        )
    )


def _pick_target(state: BalanceState, origin: str) -> Script[str | None]:
    seat = state.mover.id
    return (
        yield from PickOrEnd(
            seat=seat,
            prompt=f"Attack what from {state.name(origin)}?",
            rules=("BP-ATK",),
            allowed=fighting.targets(state, seat, origin),
            denied=fighting.refused_targets(state, seat, origin, "BP-ATK"),
            end="From elsewhere",
        )
    )


def _fight(state: BalanceState, origin: str, target: str) -> Script[None]:
    """BP-ATK: roll until the target falls, the attacker is spent or calls it off; BP-A14: or walk in."""
    if state.holdings[target].owner is None:
        yield from fighting.conquer(state, origin, target, 1, "BP-A14")
        return
    while state.holdings[origin].armies > 1:
        fight = fighting.contest(state, origin, target)
        rolled = yield from fighting.roll(state, fight, state.mover.id, "BP-ATK", stop="Call off")
        if rolled is None:
            return
        yield from fighting.lose(state, fight, rolled, "BP-ATK")
        if state.holdings[target].armies == 0:
            yield from fighting.conquer(state, origin, target, fighting.committed(fight, rolled), "BP-ATK")
            return


# --- objective, maneuver, card -----------------------------------------------------------------------------


def collect_objective(state: BalanceState) -> Script[None]:
    """BP-OBJ, BP-WIN: one objective a turn; three and the own capital win.

    The official rules look for a winner at the end of the turn; nothing after this step changes it.
    """
    yield from objectives.collect(state)
    if rules.three_objectives(state, state.mover.id):
        yield from fighting.win(state, (state.mover.id,))


def maneuver(state: BalanceState) -> Script[None]:
    """BP-MAN: one move between connected territories, then a card if one is due."""
    if not state.deeds.maneuvered:
        yield from tanks.tank_yard(state)
        moved = yield from move_once(
            state, state.mover.id, "BP-MAN", prompt="Maneuver: out of where?", end="No maneuver"
        )
        state.deeds.maneuvered = True
        if moved is not None:
            yield from tanks.go_along(state, moved)
    if not state.deeds.drawn:
        state.deeds.drawn = True
        yield from _draw(state)
    yield from cards.settle_surplus(state)


def _draw(state: BalanceState) -> Script[None]:
    """CL-CARD: whoever conquered a territory draws; BP-A19: even with an objective, or not."""
    if not state.deeds.conquered:
        return
    if state.shelf.collected is not None and state.house.card_after_objective == "no":
        yield from Report("An objective was collected: no card.", seat=state.active, rules=("BP-A19",))
        return
    yield from cards.draw(state, state.mover.id)


def after(step: str, state: BalanceState) -> str:
    """Name the next step; a player without territories has none left in this turn."""
    if not state.held(state.mover.id):
        pass_turn(state)
        return state.step
    return step


def pass_turn(state: BalanceState) -> None:
    """Give the turn to the next seat that still plays; what bound this one runs out (BP-A13)."""
    state.effects = [effect for effect in state.effects if effect.target != state.active]
    state.new_round = pass_on(state, rules.order_of_play(state))
    state.begin_turn()
