"""Trade cards for armies, by sets or by stars."""

from companion.games.classic import edition_2008, rules
from companion.games.classic.state import ClassicState
from companion.games.territory import stars
from companion.games.territory.cards import CARD_NAMES, take_card
from companion.games.territory.deployment import not_own
from companion.locale.messages import gettext, ngettext
from companion.referee.questions import PickOrEnd, PlayCards
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Report, Script

TERRITORY_BONUS = 2


def trade_at_start(state: ClassicState) -> Script[None]:
    """Trade at the start of a turn: any number of sets, or stars once (CL-SET, CL-SET-3, CL-STAR)."""
    seat = state.mover.id
    if state.has_stars:
        if not state.facts.traded_stars:
            yield from _trade_stars(state)
        return
    while state.cards.hands[seat] >= rules.SET_SIZE:
        if not (yield from _trade_set(state, forced=rules.must_trade(state, seat))):
            return


def trade_down(state: ClassicState) -> Script[None]:
    """CL-SET-3: after taking cards by elimination, trade at once until four or fewer are left."""
    while rules.must_trade(state, state.mover.id):
        yield from _trade_set(state, forced=True)
    state.facts.trade_down = False


def _trade_set(state: ClassicState, *, forced: bool) -> Script[bool]:
    seat, price = state.mover.id, _price(state)
    allowed, denied = rules.sets(state)
    laid = yield from PlayCards(
        seat=seat,
        prompt=gettext("You must trade a set for {price}", price=price)
        if forced
        else gettext("Trade a set for {price}?", price=price),
        detail=ngettext("{count} card in hand", "{count} cards in hand", state.cards.hands[seat]),
        rules=("CL-SET-3" if forced else "CL-SET", "CL-SET", "CL-SET-4"),
        kinds=rules.SYMBOLS,
        words=CARD_NAMES,
        allowed=allowed,
        denied=denied,
        none="" if forced else gettext("No trade"),
        none_ruling=_must_trade(state, seat) if forced else None,
    )
    if not laid:
        return False
    worth = rules.set_worth(state, laid)
    state.sets_traded += 1
    yield from _pay_in(state, laid, worth, "CL-SET")
    if state.house.territory_bonus == "each card":
        yield from _bonus_for_each(state, len(laid) - laid.count("wild"))
    elif state.house.territory_bonus == "two armies" and not state.facts.bonus_taken:
        state.facts.bonus_taken = bool((yield from _territory_bonus(state, state.held(seat))))
    return True


def _price(state: ClassicState) -> str:
    """CL-SET, CL-SET-4: say what the next set is worth."""
    match state.house.set_values:
        case "rising":
            return state.many(rules.set_armies(state.sets_traded))
        case "pair with wild":
            return gettext("4, 6, 8, 10 or 12 armies")
    return gettext("4, 6, 8 or 10 armies")


def _must_trade(state: ClassicState, seat: str) -> Ruling:
    hand = state.cards.hands[seat]
    return refuse(
        "CL-SET-3",
        ngettext(
            "{count} card in hand: with 5 or more a set must be traded.",
            "{count} cards in hand: with 5 or more a set must be traded.",
            hand,
        ),
        instead=gettext("Lay down a set."),
    )


def _bonus_for_each(state: ClassicState, cards: int) -> Script[None]:
    """CL-SET-2: by house rule, put two armies on each of your own territories on the traded cards."""
    left = state.held(state.mover.id)
    for _ in range(cards):
        place = yield from _territory_bonus(state, left)
        if place is None:
            return
        left = tuple(other for other in left if other != place)


def _territory_bonus(state: ClassicState, allowed: tuple[str, ...]) -> Script[str | None]:
    """CL-SET-2: put two armies on your own territory if it is on a traded card; return it."""
    others = not_own(state, state.mover.id, "CL-SET-2")

    def judge(place: str) -> Ruling:
        twice = gettext("{place} has its two armies already.", place=state.name(place))
        return others.get(place) or refuse("CL-SET-2", twice)

    place = yield from PickOrEnd(
        seat=state.mover.id,
        prompt=gettext("Does a card show a territory of yours?"),
        detail=ngettext(
            "{count} army goes there at once.", "{count} armies go there at once.", TERRITORY_BONUS
        ),
        rules=("CL-SET-2",),
        allowed=allowed,
        denied=Refusals(state.holdings, allowed, judge),
        end=gettext("No, none"),
    )
    if place is not None:
        state.holdings[place].armies += TERRITORY_BONUS
    return place


def _trade_stars(state: ClassicState) -> Script[None]:
    seat = state.mover.id
    laid = yield from stars.ask_for_trade(seat, state.cards.hands[seat], "CL-STAR")
    state.facts.traded_stars = True
    if laid:
        yield from _pay_in(state, laid, stars.armies_for(laid), "CL-STAR")


def _pay_in(state: ClassicState, laid: tuple[str, ...], worth: int, rule: str) -> Script[None]:
    seat = state.mover
    state.cards.lay_down(seat.id, len(laid))
    state.supply[seat.id] += worth
    state.facts.traded_armies += worth
    text = gettext("{player} trades cards for {armies}.", player=seat.name, armies=state.many(worth))
    yield from Report(text, kind="trade", seat=seat.id, rules=(rule,))


def draw(state: ClassicState) -> Script[None]:
    """CL-CARD: draw a card if the player has earned one, then check the victory at the end of the turn."""
    if rules.may_draw(state):
        yield from _draw_card(state)
    yield from edition_2008.check_victory(state, turn_ends=True)


def _draw_card(state: ClassicState) -> Script[None]:
    """CL-CARD: draw a card; shuffle the discards into a new deck if it is empty."""
    seat = state.mover
    if not (yield from take_card(state.cards, seat.id, "CL-CARD")):
        return
    state.cards.hands[seat.id] += 1
    yield from Report(gettext("{player} draws a card.", player=seat.name), seat=seat.id, rules=("CL-CARD",))
