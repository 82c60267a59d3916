"""Faction cards by number: trading for stars, drawing, capturing (SC-CRD-1 to SC-CRD-5, SC-RNF-4)."""

from collections.abc import Mapping

from msgspec import structs

from companion.games.starcraft import rules
from companion.games.starcraft.factions import DECKS
from companion.games.starcraft.state import StarcraftState
from companion.games.territory import stars
from companion.games.territory.attack import Interruptions
from companion.locale.messages import gettext, ngettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Count
from companion.referee.script import Report, Script


def trade(state: StarcraftState, interruptions: Interruptions[StarcraftState]) -> Script[None]:
    """SC-RNF-4, SC-A1: trade stars for units at the start of a turn, once or several times by house rule.

    Args:
        state: the state, changed by the answers.
        interruptions: cards that may be played before the trade.
    """
    seat, facts = state.mover.id, state.facts
    while not facts.trades or state.house.star_trades == "several":
        question = stars.trade_question(seat, state.hands[seat].size, "SC-RNF-4")
        if question is None:
            return
        laid = yield from structs.replace(question, offers=interruptions.offers(state)).or_offer()
        if isinstance(laid, Interruption):
            yield from interruptions.play(state, laid.offer)
            continue
        if laid:
            yield from _pay_in(state, laid)
        facts.trades += 1
        if not laid:
            return


def trade_captured(state: StarcraftState) -> Script[None]:
    """SC-A2: if the house rule says so, captured cards are traded immediately, and units are deployed."""
    seat = state.mover.id
    most = min(state.facts.captured, sum(state.hands[seat].captured.values()))
    laid = yield from stars.ask_for_trade(seat, most, "SC-A2", detail=gettext("Captured cards only."))
    if laid:
        yield from _pay_in(state, laid, captured=len(laid))


def _pay_in(state: StarcraftState, laid: stars.Hand, captured: int | None = None) -> Script[None]:
    seat, worth = state.mover.id, stars.armies_for(laid)
    yield from _discard(state, len(laid), captured)
    state.supply[seat] += worth
    state.facts.traded += worth
    text = gettext(
        "{player} trades {stars} for {units}.",
        player=state.player(seat),
        stars=ngettext("{count} star", "{count} stars", stars.count_stars(laid)),
        units=state.many(worth),
    )
    yield from Report(text, kind="trade", seat=seat, rules=("SC-RNF-4", "SC-A1", "SC-CRD-3"))


def _discard(state: StarcraftState, laid: int, captured: int | None) -> Script[None]:
    """SC-ELM: captured cards are counted separately, so ask how many of the traded cards are captured."""
    hand = state.hands[state.mover.id]
    if captured is None and not state.uses_heroes:
        captured = min(laid, sum(hand.captured.values()))  # SC-TD: all cards are for their stars only
    if captured is None:
        most = min(laid, sum(hand.captured.values()))
        captured = yield from _how_many(
            state, max(0, laid - hand.own), most, gettext("How many of them are captured ones?")
        )
    back = yield from _sort(state, hand.captured, captured)
    hand.own -= laid - captured
    discard(state, rules.deck_of(state, state.mover.id), laid - captured)
    for deck, count in back.items():
        hand.captured[deck] -= count
        discard(state, deck, count)


def _sort(state: StarcraftState, held: Mapping[str, int], captured: int) -> Script[dict[str, int]]:
    """SC-CRD-4: return captured cards to the discards of their own decks."""
    back: dict[str, int] = {}
    for deck, cards in sorted(held.items()):
        left = captured - sum(back.values())
        others = sum(count for name, count in held.items() if name > deck)
        prompt = gettext("How many of them are captured {deck} cards?", deck=DECKS[deck])
        back[deck] = yield from _how_many(state, max(0, left - others), min(left, cards), prompt)
    return back


def _how_many(state: StarcraftState, least: int, most: int, prompt: str) -> Script[int]:
    if least == most:
        return most
    return (
        yield from Count(
            seat=state.mover.id,
            prompt=prompt,
            detail=gettext("Captured cards can only be traded for their stars."),
            rules=("SC-ELM",),
            least=least,
            most=most,
            suggested=most,
            unit=gettext("cards"),
        )
    )


def discard(state: StarcraftState, deck: str, count: int) -> None:
    """SC-CRD-4, SC-A14: put used cards on their deck's discards, which become a new deck if it is empty."""
    state.decks[deck].discards += count


def draw(state: StarcraftState) -> Script[None]:
    """SC-CRD-1, SC-CRD-2: draw one card a turn after a conquest, or always with the guaranteed card."""
    seat, facts = state.mover.id, state.facts
    if facts.drawn:
        return
    facts.drawn = True
    if not rules.card_due(state):
        if facts.conquered:
            yield from Report(gettext("An achievement instead of a card."), seat=seat, rules=("SC-CRD-2",))
        return
    deck = state.decks[rules.deck_of(state, seat)]
    if deck.pile == 0:
        yield from _reshuffle(state, seat)
    if deck.pile == 0:
        yield from Report(gettext("No card is left to draw."), seat=seat, rules=("SC-CRD-4",))
        return
    deck.pile -= 1
    state.hands[seat].own += 1
    cards = ngettext("{count} card", "{count} cards", state.hands[seat].size)
    text = gettext("{player} draws a card and has {cards}.", player=state.player(seat), cards=cards)
    yield from Report(text, seat=seat, rules=("SC-CRD-1", "SC-CRD-5", "SC-A5"))
    if deck.pile == 0 and state.house.reshuffle == "at the last card":
        yield from _reshuffle(state, seat)


def _reshuffle(state: StarcraftState, seat: str) -> Script[None]:
    """SC-CRD-4, SC-A14: shuffle the discards of an empty deck into a new one."""
    name = rules.deck_of(state, seat)
    deck = state.decks[name]
    if deck.discards:
        deck.pile, deck.discards = deck.discards, 0
        text = gettext("Shuffle the discards of the {deck} deck.", deck=DECKS[name])
        yield from Report(text, rules=("SC-CRD-4", "SC-A14"))


def capture(state: StarcraftState, loser: str, receiver: str) -> int:
    """SC-ELM, SC-A13: give an eliminated seat's cards to another, for their stars; return their number."""
    lost, won = state.hands[loser], state.hands[receiver]
    count = lost.size
    for deck, cards in ((rules.deck_of(state, loser), lost.own), *lost.captured.items()):
        if cards:
            won.captured[deck] = won.captured.get(deck, 0) + cards
    lost.own, lost.captured = 0, {}
    return count
