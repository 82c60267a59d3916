"""A turn of the variant: neutral army, special combat actions, draft, attack, objective, maneuver."""

from companion.games.balance import cards, combat, neutral, objectives, rules, shop, tanks
from companion.games.balance.state import BalanceState
from companion.games.territory.attack import Attack, declare, occupy
from companion.games.territory.deployment import put
from companion.games.territory.maneuver import maneuver as move_once
from companion.games.territory.turns import advance_turn
from companion.locale.messages import gettext
from companion.referee.script import Report, Script


def neutral_army(state: BalanceState) -> Script[None]:
    """BP-NEU-1: begin the turn with the neutral army."""
    yield from neutral.neutral_phase(state)


def special_actions(state: BalanceState) -> Script[None]:
    """BP-SCA: let the player buy special combat actions between the neutral army and the draft."""
    if state.holds_land(state.mover.id):
        yield from shop.special_actions(state)


def draft(state: BalanceState) -> Script[None]:
    """BP-DRF-1: trade stars, count the reinforcements, and place them."""
    if not state.holds_land(state.mover.id):
        return
    yield from cards.trade(state)
    seat = state.mover.id
    drafted = rules.draft(state, seat)
    text = drafted.text
    if not state.facts.reinforcements_counted:
        count_reinforcements(state)
    if rules.is_sabotaged(state, seat):
        yield from Report(gettext("Draft: {sum}.", sum=text), seat=seat, rules=("BP-SCA-SABOTAGE", "BP-A15"))
    by_hand = state.supply[seat] > drafted.troops
    while state.supply[seat]:
        detail = gettext("Fixed by hand.") if by_hand else gettext("Draft: {sum}", sum=text)
        down = yield from put(state, seat, state.supply[seat], "BP-DRF-1", detail=detail)
        state.supply[seat] -= down.count


def count_reinforcements(state: BalanceState) -> None:
    """BP-DRF-1: move the drafted troops from the troop pile to the supply."""
    seat = state.mover.id
    troops = rules.draft(state, seat).troops
    state.troop_pile[seat] -= troops
    state.supply[seat] += troops
    state.facts.reinforcements_counted = True


# --- attack ------------------------------------------------------------------------------------------------


def attack(state: BalanceState) -> Script[None]:
    """BP-ATK: attack any number of times from any territory; BP-A14: or move into an empty territory."""
    last: Attack | None = None
    while state.held(state.mover.id):
        yield from _finish_conquest(state)
        if state.winners:
            return
        last = yield from declare(state, state.mover.id, combat.ATTACKS, last=last)
        if last is None:
            return
        if state.holdings[last.target].owner is None:
            yield from combat.take(state, last, 1, "BP-A14")
        else:
            yield from combat.fight(state, last, state.mover.id, "BP-ATK", stop=gettext("Call off"))


def _finish_conquest(state: BalanceState) -> Script[None]:
    """CL-OCC: move troops into a conquered territory; BP-CARD-1: resolve cards over the limit."""
    if state.winners:
        return
    yield from occupy(state, state.mover.id, "CL-OCC", "BP-ATK")
    yield from cards.resolve_surplus(state)


# --- objective, maneuver, card -----------------------------------------------------------------------------


def collect_objective(state: BalanceState) -> Script[None]:
    """BP-OBJ, BP-WIN: collect one objective a turn; three with the player's own capital win.

    The official rules check for a winner at the end of the turn; later steps do not change the result.
    """
    yield from objectives.collect(state)
    if rules.three_objectives(state, state.mover.id):
        yield from combat.win(state, (state.mover.id,))


def maneuver(state: BalanceState) -> Script[None]:
    """BP-MAN: make one move between connected territories, then draw a card if one is due."""
    if not state.facts.maneuvered:
        yield from tanks.tank_yard(state)
        moved = yield from move_once(
            state,
            state.mover.id,
            ("BP-MAN",),
            prompt=gettext("Maneuver: out of where?"),
            end=gettext("No maneuver"),
        )
        state.facts.maneuvered = True
        if moved is not None:
            yield from tanks.go_along(state, moved)
    if not state.facts.drawn:
        state.facts.drawn = True
        yield from _draw(state)
    yield from cards.resolve_surplus(state)


def _draw(state: BalanceState) -> Script[None]:
    """CL-CARD: draw after a conquest; BP-A19: by house rule not after collecting an objective."""
    if not state.facts.conquered:
        return
    if state.objectives.collected is not None and state.house.card_after_objective == "no":
        yield from Report(
            gettext("An objective was collected: no card."), seat=state.active, rules=("BP-A19",)
        )
        return
    yield from cards.draw(state, state.mover.id)


def after(step: str, state: BalanceState) -> str:
    """Return the next step; if the player has no territories, pass the turn first."""
    if not state.holds_land(state.mover.id):
        pass_turn(state)
        return state.step
    return step


def pass_turn(state: BalanceState) -> None:
    """Pass the turn to the next seat in play; end the effects on the active seat (BP-A13)."""
    state.effects = [effect for effect in state.effects if effect.target != state.active]
    state.new_round = advance_turn(state, rules.order_of_play(state))
    state.begin_turn()
