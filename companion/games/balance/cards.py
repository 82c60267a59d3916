"""Cards: trading stars, drawing, and the limit of five."""

from collections.abc import Iterator

from companion.games.balance import rules
from companion.games.balance.losing import losing_as_the_turn_began, losing_player
from companion.games.balance.state import MAX_CARDS, BalanceState, Surplus
from companion.games.territory import stars
from companion.games.territory.cards import take_card
from companion.locale.messages import gettext, ngettext
from companion.referee.script import Report, Script


def trade(state: BalanceState) -> Script[None]:
    """CL-STAR: trade stars for troops once a turn; BP-UNIT: cavalry of an old deck counts as two stars."""
    if state.facts.traded:
        return
    seat, kinds = state.mover, rules.card_stars(state)
    sabotaged = rules.is_sabotaged(state, seat.id)
    detail = (
        gettext("You are sabotaged: only 40% is drafted. {stars}.", stars=stars.in_words())
        if sabotaged
        else ""
    )
    laid = yield from stars.ask_for_trade(
        seat.id, state.cards.hands[seat.id], "CL-STAR", detail=detail, stars=kinds
    )
    state.facts.traded = True
    if laid:
        state.facts.traded_troops = stars.armies_for(laid, kinds)
        state.cards.lay_down(seat.id, len(laid))
        text = gettext(
            "{player} trades {stars} for {troops}.",
            player=seat.name,
            stars=ngettext("{count} star", "{count} stars", stars.count_stars(laid, kinds)),
            troops=ngettext("{count} troop", "{count} troops", state.facts.traded_troops),
        )
        yield from Report(text, kind="trade", seat=seat.id, rules=("CL-STAR", "BP-UNIT"))


def left_to_draw(state: BalanceState) -> int:
    """CL-CARD: return the number of cards left to draw, including discards."""
    return state.cards.deck + state.cards.discards


def draw(state: BalanceState, seat: str) -> Script[None]:
    """CL-CARD: draw a card; shuffle the discards into a new deck if it is empty."""
    if not (yield from take_card(state.cards, seat, "CL-CARD")):
        return
    receive(state, seat, 1)
    yield from Report(
        gettext("{player} draws a card.", player=state.player(seat)), seat=seat, rules=("CL-CARD",)
    )
    yield from resolve_surplus(state)


def receive(state: BalanceState, seat: str, cards: int) -> None:
    """BP-CARD-1: add cards to a hand up to the limit; store the others as surplus."""
    kept = max(0, min(cards, MAX_CARDS - state.cards.hands[seat]))
    state.cards.hands[seat] += kept
    if kept < cards:
        state.facts.surplus = Surplus(seat, cards - kept)


def resolve_surplus(state: BalanceState) -> Script[None]:
    """BP-CARD-1: give cards over the limit to the Losing Player, one at a time."""
    while state.facts.surplus is not None:
        surplus = state.facts.surplus
        taker = yield from _taker(state, surplus.seat)
        if taker is None:
            state.cards.discards += 1
        else:
            state.cards.hands[taker] += 1
        surplus.cards -= 1
        state.facts.surplus = surplus if surplus.cards else None
        yield from _report_surplus(state, surplus.seat, taker)


def _taker(state: BalanceState, holder: str) -> Script[str | None]:
    """BP-A4: return the seat that gets a card over the limit; None if it is discarded."""
    playing = [seat.id for seat in state.playing()]
    if state.house.surplus_cards == "next lowest":
        room = [seat for seat in playing if seat != holder and state.cards.hands[seat] < MAX_CARDS]
        return (yield from losing_player(state, room)) if room else None
    if state.house.surplus_status == "turn start":
        losing = yield from losing_as_the_turn_began(state)
    else:
        losing = yield from losing_player(state)
    if state.house.surplus_cards == "no limit":
        return losing
    return losing if losing != holder and state.cards.hands[losing] < MAX_CARDS else None


def _report_surplus(state: BalanceState, holder: str, taker: str | None) -> Script[None]:
    """BP-A5: report which card was surplus, and who gets it."""
    new = state.house.surplus_choice == "the new card"
    text = (_new_card if new else _card_of_choice)(state, holder, taker)
    yield from Report(text, seat=holder, rules=("BP-CARD-1", "BP-A4", "BP-A5"))


def _new_card(state: BalanceState, holder: str, taker: str | None) -> str:
    player = state.player(holder)
    if taker is None:
        return gettext(
            "{player} has {count} cards: the new card is discarded.", player=player, count=MAX_CARDS
        )
    if taker == holder:
        return gettext(
            "{player} has {count} cards: the new card stays, for the Losing Player has no limit.",
            player=player,
            count=MAX_CARDS,
        )
    return gettext(
        "{player} has {count} cards: the new card goes to {other}, who is losing.",
        player=player,
        count=MAX_CARDS,
        other=state.player(taker),
    )


def _card_of_choice(state: BalanceState, holder: str, taker: str | None) -> str:
    player = state.player(holder)
    if taker is None:
        return gettext(
            "{player} has {count} cards: a card of their choice is discarded.", player=player, count=MAX_CARDS
        )
    if taker == holder:
        return gettext(
            "{player} has {count} cards: a card of their choice stays, for the Losing Player has no limit.",
            player=player,
            count=MAX_CARDS,
        )
    return gettext(
        "{player} has {count} cards: a card of their choice goes to {other}, who is losing.",
        player=player,
        count=MAX_CARDS,
        other=state.player(taker),
    )


def payments(state: BalanceState, seat: str, price: int) -> Iterator[tuple[str, ...]]:
    """BP-CAS-2: yield the card sets that can pay a price with the pile, without an unnecessary card."""
    kinds, pile = rules.card_stars(state), state.casualties[seat]
    for laid in stars.combinations(state.cards.hands[seat], kinds):
        worth = stars.count_stars(laid, kinds)
        if worth - min(kinds[card] for card in laid) < price <= pile + worth:
            yield laid
