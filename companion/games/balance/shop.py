"""The shop: fifteen special combat actions with prices, and rulings on purchases."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from companion.games.balance import actions, bombs, cards, neutral, rules
from companion.games.balance.state import ActionId, BalanceState, PendingAction
from companion.games.territory import stars
from companion.games.territory.cards import CARD_NAMES
from companion.locale.messages import gettext, joined, listed, ngettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import END, Choose, Offer, Option, PlayCards
from companion.referee.ruling import Reason, Ruling, objection, refuse
from companion.referee.script import Report, Script

LEAVE = "leave"


Objections = Callable[[BalanceState], Iterator[Reason]]
Effect = Callable[[BalanceState], Script[None]]


class Action(Struct, frozen=True):
    """One special combat action.

    Attributes:
        id: id in the state.
        title: name on the screen.
        price: printed price in troops of the Pile of Casualties.
        rule: id of the rule.
        text: description in one line.
    """

    id: ActionId
    title: str
    price: int
    rule: str
    text: str

    def objections(self, state: BalanceState) -> Iterator[Reason]:
        """Return the reasons against using it now, without the price."""
        return EFFECTS[self.id][0](state)

    def carry_out(self, state: BalanceState) -> Script[None]:
        """Apply the action."""
        return EFFECTS[self.id][1](state)


EFFECTS: dict[ActionId, tuple[Objections, Effect]] = {
    "recon": (actions.no_site_to_attack, actions.recon),
    "maneuver": (actions.nowhere_to_move, actions.maneuver),
    "alliance": (actions.nobody_to_ally, actions.alliance),
    "attack": (actions.extra_die_already, actions.improve_attack),
    "defence": (actions.defence_die_already, actions.improve_defence),
    "general": (actions.no_general_to_kill, actions.kill_general),
    "neutral": (actions.no_neutral_attack, actions.neutral_attack),
    "draft": (actions.no_troops_to_draft, actions.draft_three),
    "bomb": (bombs.nothing_to_bomb, bombs.atomic_bomb),
    "bombardment": (bombs.nothing_to_bombard, bombs.bombardment),
    "card": (actions.no_card_to_draw, actions.draw_card),
    "sabotage": (actions.nobody_to_sabotage, actions.sabotage),
    "forces": (actions.forces_already, actions.special_forces),
    "espionage": (actions.no_card_to_steal, actions.espionage),
    "airfield": (actions.no_room_for_airfield, actions.build_airfield),
}
"""The reasons against using each action now, without its price, and what it does."""


class _Printed(Struct):
    """The content of ``actions.toml``."""

    action: tuple[Action, ...]


_PRINTED = msgspec.toml.decode(Path(__file__).with_name("actions.toml").read_bytes(), type=_Printed).action
ACTIONS = tuple(structs.replace(one, title=gettext(one.title), text=gettext(one.text)) for one in _PRINTED)
"""All actions, by printed price (BP-A21: Maneuver 3 and Special Forces 6)."""

PRICES: dict[str, int] = {action.id: action.price for action in ACTIONS}


def find(action: str) -> Action | None:
    """Return the special combat action with this id."""
    return next((known for known in ACTIONS if known.id == action), None)


def judge_purchase(state: BalanceState, action: Action) -> Ruling:
    """Judge whether a special combat action can be bought: its conditions and its price (BP-CAS-2)."""
    return Ruling.from_reasons((*action.objections(state), _check_price(state, action)))


def _check_price(state: BalanceState, action: Action) -> Reason | None:
    seat, price = state.mover.id, state.prices[action.id]
    pile, hand = state.casualties[seat], state.cards.hands[seat]
    if pile + hand * max(rules.card_stars(state).values()) >= price:
        return None
    cards_held = ngettext("{count} card", "{count} cards", hand)
    return objection(
        "BP-CAS-2",
        "{action} costs {price}; there are {count} in the Pile of Casualties and {cards}.",
        action=action.title,
        price=price,
        count=pile,
        cards=cards_held,
    )


def special_actions(state: BalanceState) -> Script[None]:
    """BP-CAS-3: let the active player buy and use any number of special combat actions."""
    while True:
        yield from _finish(state)
        if state.winners:
            return
        action = yield from _shop(state)
        if action is None:
            return
        if (yield from _pay(state, action)):
            state.facts.pending = PendingAction(action.id)


def _finish(state: BalanceState) -> Script[None]:
    """Finish a bought action with its surplus cards, neutral attack, occupation and drafted troops."""
    yield from cards.resolve_surplus(state)
    if state.facts.pending is not None:
        yield from _carry_out(state, state.facts.pending.action)
    if state.facts.neutral_attack or state.facts.occupation:
        yield from neutral.attack_once(state, state.mover.id, "BP-SCA-NEUTRAL")
    yield from cards.resolve_surplus(state)
    yield from actions.put_drafted(state)


def _carry_out(state: BalanceState, bought: str) -> Script[None]:
    action = next(known for known in ACTIONS if known.id == bought)
    begun = state.facts.pending is not None and (state.facts.pending.place or state.facts.pending.left)
    reasons = () if begun else tuple(action.objections(state))
    if reasons:
        text = gettext("{action} has no effect: {reason}", action=action.title, reason=reasons[0].text)
        yield from Report(text, rules=(action.rule,))
    else:
        yield from action.carry_out(state)
    state.facts.pending = None


def _shop(state: BalanceState) -> Script[Action | None]:
    """Ask which action to buy; return None if the player cannot or does not buy one."""
    rulings = {action.id: judge_purchase(state, action) for action in ACTIONS}
    if not any(ruling.allowed for ruling in rulings.values()):
        return None
    seat = state.mover.id
    chosen = yield from Choose(
        seat=seat,
        prompt=gettext("Buy a special combat action?"),
        detail=gettext(
            "{count} in the Pile of Casualties, {cards} in hand.",
            count=state.casualties[seat],
            cards=ngettext("{count} card", "{count} cards", state.cards.hands[seat]),
        ),
        rules=("BP-SCA", "BP-CAS-3", "BP-A21"),
        options=(
            Option(END, gettext("No more")),
            *(
                Option(
                    action.id,
                    joined((action.title, f"({state.prices[action.id]})")),
                    action.text,
                    rulings[action.id],
                )
                for action in ACTIONS
            ),
        ),
    )
    return find(chosen)


def _pay(state: BalanceState, action: Action) -> Script[bool]:
    """BP-CAS-2: pay with troops of the pile and stars, one troop each; return whether the player paid."""
    seat, price = state.mover, state.prices[action.id]
    laid = yield from _cards_to_pay_with(state, action)
    if laid is None:
        return False
    worth = stars.count_stars(laid, rules.card_stars(state))
    troops = max(0, price - worth)
    state.cards.lay_down(seat.id, len(laid))
    state.casualties[seat.id] -= troops
    state.troop_pile[seat.id] += troops
    paid = ngettext("{count} troop", "{count} troops", troops)
    if laid:
        paid = listed((paid, ngettext("{count} star", "{count} stars", worth)))
    text = gettext("{player} buys {action} for {paid}.", player=seat.name, action=action.title, paid=paid)
    yield from Report(text, kind="trade", seat=seat.id, rules=(action.rule, "BP-SCA", "BP-CAS-2"))
    return True


def _cards_to_pay_with(state: BalanceState, action: Action) -> Script[tuple[str, ...] | None]:
    """Ask for cards if the buyer can pay with any; return None if the buyer cancels the purchase."""
    seat, price = state.mover.id, state.prices[action.id]
    ways = tuple(cards.payments(state, seat, price))
    if not ways:
        return ()
    enough = state.casualties[seat] >= price
    laid = yield from PlayCards(
        seat=seat,
        prompt=gettext("Pay with cards too?"),
        detail=gettext(
            "{price} to pay, {count} in the pile; a star is 1.", price=price, count=state.casualties[seat]
        ),
        rules=("BP-CAS-2",),
        kinds=tuple(rules.card_stars(state)),
        words=CARD_NAMES,
        allowed=ways,
        lay=gettext("Pay"),
        none=gettext("Troops") if enough else "",
        none_ruling=None if enough else _not_enough(state, seat, price),
        offers=(Offer(LEAVE, seat, gettext("Do not buy")),),
    ).or_offer()
    return None if isinstance(laid, Interruption) else laid


def _not_enough(state: BalanceState, seat: str, price: int) -> Ruling:
    return refuse(
        "BP-CAS-2",
        "It costs {price}, the pile has {count}: pay the rest with stars.",
        price=price,
        count=state.casualties[seat],
    )


def may_buy(state: BalanceState, *, action: str) -> Ruling:
    """Judge whether the active seat can buy a special combat action now (BP-SCA)."""
    known = find(action)
    if known is None:
        names = ", ".join(PRICES)
        return refuse(
            "BP-SCA",
            "There is no special combat action {action!r}.",
            action=action,
            instead=gettext("There are: {names}.", names=names),
        )
    if not state.turn:
        return refuse("BP-SCA", "The turns have not begun.")
    early = (
        None
        if state.step == "actions"
        else objection(
            "BP-SCA", "Special combat actions are bought after the neutral phase, before the draft."
        )
    )
    return Ruling.from_reasons((early, *judge_purchase(state, known).reasons))
