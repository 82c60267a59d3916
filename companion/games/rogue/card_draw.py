"""Drawing of cards and tokens, and placement of aircraft for Air Support cards."""

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.games.rogue import cards, rules
from companion.games.rogue.deck import DECKS
from companion.games.rogue.state import AIRCRAFT, RogueState
from companion.games.rogue.words import tokens_left
from companion.locale.messages import capitalised, gettext, gettext_noop
from companion.referee.interruptions import Interruption
from companion.referee.questions import Choose, Confirm, Option, PickOrEnd
from companion.referee.ruling import Ruling
from companion.referee.script import Report, Script

DRAWN: Final[dict[str, str]] = {
    "leadership": gettext_noop("{player} draws a leadership card."),
    "weapons": gettext_noop("{player} draws a weapons card."),
    "air support": gettext_noop("{player} draws an air support card."),
}


def drawable(state: RogueState, judge: Callable[[str], Ruling] | None = None) -> tuple[Option, ...]:
    """List the decks in play, each with a ruling on whether a card can be drawn, by default from any deck."""
    judge = judge or partial(rules.judge_deck, state)
    return tuple(
        Option(
            kind, capitalised(gettext(kind)), gettext("{count} left", count=state.decks[kind]), judge(kind)
        )
        for kind in rules.symbols_in_play(state)
    )


def draw_one(state: RogueState, seat: str, kind: str, *cited: str) -> Script[None]:
    """Draw a card; reshuffle an empty deck if the rules allow it (RG-A10, RG-DRW-5)."""
    name = state.seat(seat).name
    if not state.decks[kind] and rules.judge_deck(state, kind).allowed:
        state.decks[kind], state.discards[kind] = state.discards[kind], 0
        text = gettext("The {card} discards are shuffled into a new deck.", card=gettext(kind))
        yield from Report(text, rules=("RG-A10",))
    if not state.decks[kind]:
        ruling = rules.judge_deck(state, kind)
        text = gettext("{player} draws nothing: {reason}", player=name, reason=ruling.text)
        yield from Report(text, seat=seat, rules=ruling.rules)
        return
    state.decks[kind] -= 1
    state.hands[seat][kind] += 1
    if kind == "air support":
        state.facts.air_to_place[seat] = state.facts.air_to_place.get(seat, 0) + 1
    yield from Report(gettext(DRAWN[kind], player=name), kind="trade", seat=seat, rules=cited)
    if kind == "leadership" and not state.decks[kind]:
        yield from Report(gettext("That was the last Leadership card."), rules=("RG-DRW-5",))


def free_card(state: RogueState) -> Script[None]:
    """RG-DRW-1: draw one card of a kind whose symbol your side, or no player, controls."""
    seat = state.mover.id
    options = drawable(state, partial(rules.judge_free_card, state, seat))
    if not any(option.ruling.allowed for option in options):
        yield from Report(gettext("No free card can be drawn."), seat=seat, rules=("RG-DRW-1",))
        state.facts.free_card = True
        return
    kind = yield from Choose(
        seat=seat,
        prompt=gettext("Draw your free card from which deck?"),
        rules=("RG-DRW-1", "RG-A1", "RG-A13"),
        options=options,
        offers=cards.offers(state, seat),
    ).or_offer()
    if isinstance(kind, Interruption):
        yield from cards.play(state, seat, ("draw",), kind.offer)
        return
    state.facts.free_card = True
    yield from draw_one(state, seat, kind, "RG-DRW-1")


def zone_cards(state: RogueState) -> Script[None]:
    """RG-DRW-2: draw a card for each symbol in the zones that you control."""
    seat = state.mover.id
    state.facts.zone_cards = True
    for kind, number in rules.symbols_of(state, seat).items():
        for _ in range(number):
            yield from draw_one(state, seat, kind, "RG-DRW-2", "RG-A1")


def discard_surplus(state: RogueState) -> Script[None]:
    """RG-DRW-4: discard cards until ten are left."""
    seat = state.mover.id
    while left := rules.surplus(state.hand(seat)):
        kind = yield from Choose(
            seat=seat,
            prompt=gettext("Discard which card?"),
            detail=gettext("{count} in hand, ten at most: {left} to go", count=state.hand(seat), left=left),
            rules=("RG-DRW-4",),
            options=tuple(
                Option(
                    kind,
                    capitalised(gettext(kind)),
                    gettext("{count} in hand", count=state.hands[seat][kind]),
                )
                for kind in DECKS
                if state.hands[seat][kind]
            ),
        )
        state.hands[seat][kind] -= 1
        state.discards[kind] += 1


def commander_token(state: RogueState) -> Script[None]:
    """RG-CMD-1, RG-CMD-3: offer a Commander token for use in this turn."""
    seat = state.mover.id
    if not rules.judge_token(state, seat).allowed:
        state.facts.token_asked = True
        return
    drawn = yield from Confirm(
        seat=seat,
        prompt=gettext("Draw a Commander token?"),
        detail=gettext(
            "Use it this turn or lose it. {count} of {most} drawn.",
            count=state.tokens_used(seat),
            most=rules.TOKENS_PER_GAME,
        ),
        rules=("RG-CMD-1", "RG-CMD-2", "RG-CMD-3"),
        yes=gettext("Choose one"),
        no=gettext("Not now"),
    )
    state.facts.token_asked = True
    if drawn:
        state.tokens_left -= 1
        state.tokens_drawn[seat] += 1
        state.facts.token = True


def discard_unused_token(state: RogueState) -> Script[None]:
    """RG-CMD-2, RG-A9: discard an unused token; a house rule decides whether it counts as drawn."""
    if not state.facts.token:
        return
    state.facts.token = False
    if state.house.wasted_tokens == "free":
        state.tokens_drawn[state.mover.id] -= 1
    text = gettext("{player}'s Commander token is wasted.", player=state.mover.name)
    yield from Report(text, seat=state.active, rules=("RG-CMD-2", "RG-A9"))


def place_aircraft(state: RogueState) -> Script[None]:
    """RG-DRW-6: offer to place an air token for an Air Support card, on a tile with your start zone."""
    seat = next(seat for seat, number in state.facts.air_to_place.items() if number)
    tiles = tuple(dict.fromkeys(state.ground.home[zone].id for zone in state.start_zones(seat)))
    if not state.reserve(seat, AIRCRAFT):
        state.facts.air_to_place[seat] = 0
        text = gettext("{player} has no air token left.", player=state.seat(seat).name)
        yield from Report(text, seat=seat, rules=("RG-DRW-6", "RG-TNK-1"))
        return
    tile = yield from PickOrEnd(
        seat=seat,
        prompt=gettext("Place an aircraft on which tile?"),
        detail=tokens_left(state.reserve(seat, AIRCRAFT)),
        rules=("RG-DRW-6", "RG-AIR-2"),
        allowed=tiles,
        end=gettext("No aircraft"),
    )
    state.facts.air_to_place[seat] -= 1
    if tile is not None:
        here = state.aircraft.setdefault(tile, {})
        here[seat] = here.get(seat, 0) + 1
