"""A turn of Nuked: fresh troops, attacks, losses in order, a card."""

from typing import cast

from companion.games.nuked import cards, end_of_turn, rules
from companion.games.nuked.state import NukedState
from companion.games.territory.deployment import not_own
from companion.games.territory.maneuver import maneuver
from companion.games.territory.reinforcement import in_words, total
from companion.games.territory.turns import advance_turn
from companion.locale.messages import gettext, joined
from companion.referee.interruptions import Interruption
from companion.referee.questions import Choose, Confirm, Deploy, Option, Pick
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Report, Script


def choose_fresh_troops(state: NukedState) -> Script[None]:
    """NK-RNF-1, NK-RNF-2: choose where fresh troops go; the options show both totals."""
    if state.house.farm_lost == "named anew" and state.own_farm(state.mover.id) is None:
        yield from _name_a_farm(state)
    while state.facts.mode is None:
        chosen = yield from _choose_mode(state)
        if isinstance(chosen, Interruption):
            yield from cards.play(state)
            if not rules.plays_on(state):
                return
        elif chosen == "capital":
            yield from _strengthen_capital(state)
        else:
            state.facts.mode = "anywhere"
            state.supply[state.mover.id] += total(rules.income(state, state.mover.id, "anywhere"))


def _name_a_farm(state: NukedState) -> Script[None]:
    """NK-A11: a player who lost the Farm chooses another at the start of the turn."""
    seat = state.mover.id
    state.farms[seat] = yield from Pick(
        seat=seat,
        prompt=gettext("Farm lost: where is the new one?"),
        rules=("NK-A11",),
        allowed=state.held(seat),
        denied=not_own(state, seat, "NK-A11"),
    )


def _choose_mode(state: NukedState) -> Script[str | Interruption]:
    seat = state.mover.id
    anywhere, capital = (rules.income(state, seat, mode) for mode in ("anywhere", "capital"))
    return Choose(
        seat=seat,
        prompt=gettext("Fresh troops: where?"),
        rules=("NK-RNF-1", "NK-RNF-2", "NK-RNF-3", "NK-A1", "NK-A2"),
        options=(
            Option("anywhere", gettext("Anywhere: {number}", number=total(anywhere)), in_words(anywhere)),
            Option(
                "capital",
                gettext("All on the Capital: {number}", number=total(capital)),
                in_words(capital),
                _has_capital(state, seat),
            ),
        ),
        offers=cards.offers(state),
    ).or_offer()


def _has_capital(state: NukedState, seat: str) -> Ruling:
    if state.own_capital(seat) is not None:
        return ALLOWED
    return refuse(
        "NK-RNF-2",
        "{player} holds no Capital.",
        player=state.player(seat),
        instead=gettext("Put them anywhere."),
    )


def _strengthen_capital(state: NukedState) -> Script[None]:
    """NK-RNF-2, NK-A1: put all fresh troops on the Capital; a house rule exempts continent bonuses."""
    seat, free = state.mover, state.house.continents == "anywhere"
    capital = cast(str, state.own_capital(seat.id))
    terms = rules.income(state, seat.id, "capital")
    state.facts.mode = "capital"
    state.supply[seat.id] += total(terms[1:]) if free else 0
    fresh = total(terms[:1] if free else terms)
    state.holdings[capital].armies += fresh
    text = gettext(
        "{number} more for {player}'s Capital, {place}.",
        number=fresh,
        player=seat.name,
        place=state.name(capital),
    )
    yield from Report(text, seat=seat.id, rules=("NK-RNF-2", "NK-A1"))


def place(state: NukedState) -> Script[None]:
    """NK-RNF-1, NK-A18: put all fresh soldiers on your own territories."""
    seat = state.mover.id
    while state.supply[seat] and rules.plays_on(state):
        put = yield from Deploy(
            seat=seat,
            prompt=gettext("Place {troops}", troops=state.many(state.supply[seat])),
            rules=("NK-RNF-1", "NK-A18"),
            allowed=state.held(seat),
            denied=not_own(state, seat, "NK-RNF-1"),
            most=state.supply[seat],
            offers=cards.offers(state),
        ).or_offer()
        if isinstance(put, Interruption):
            yield from cards.play(state)
        else:
            state.holdings[put.place].armies += put.count
            state.supply[seat] -= put.count


def end_turn(state: NukedState) -> Script[None]:
    """NK-CON-3: show losses before they are applied, radiation last; NK-CRD-1: a card may be played first."""
    seat = state.mover.id
    if state.house.fortify != "none" and not state.facts.moved:
        yield from _fortify(state)
    while rules.plays_on(state) and (taken := end_of_turn.losses(state, seat)):
        confirmed = yield from Confirm(
            seat=seat,
            prompt=gettext("Losses: {soldiers}", soldiers=end_of_turn.summary(state, taken)),
            detail=joined((end_of_turn.in_words(state, loss) for loss in taken), "\n"),
            rules=_rules_of(state, taken),
            yes=gettext("All removed"),
            no=gettext("Not yet") if state.facts.moved else gettext("Back to attacks"),
            offers=cards.offers(state),
        ).or_offer()
        if isinstance(confirmed, Interruption):
            yield from cards.play(state)
        elif confirmed:
            yield from _take_losses(state, seat, taken)
            return
        elif not state.facts.moved:
            state.facts.reconsider = True
            return


def _rules_of(state: NukedState, taken: tuple[end_of_turn.TroopLoss, ...]) -> tuple[str, ...]:
    """Return the rules of a list of losses, and the rules of the house rules about them."""
    cut = (
        ("NK-CON-2", "NK-A9", "NK-A10", "NK-A11", "NK-A12")
        if any(loss.why == "cut off" for loss in taken)
        else ()
    )
    rays = ("NK-A8",) if any(loss.why == "radiation" for loss in taken) else ()
    home = state.own_capital(state.mover.id)
    taxed = ("NK-A7", "NK-A19") if any(loss.place == home for loss in taken) else ()
    return tuple(dict.fromkeys((*(loss.rule for loss in taken), "NK-CON-3", *cut, *rays, *taxed)))


def _take_losses(state: NukedState, seat: str, taken: tuple[end_of_turn.TroopLoss, ...]) -> Script[None]:
    """NK-CAP-1, NK-CON-1, NK-RAD-1: remove the losses; eliminate a player without territories."""
    for loss in taken:
        state.holdings[loss.place].armies -= loss.troops
    empty = end_of_turn.emptied(taken)
    for place in empty:
        state.empty(place)
    lost = end_of_turn.summary(state, taken)
    told = [gettext("{player} loses {soldiers}.", player=state.mover.name, soldiers=lost)]
    if empty:
        names = joined(map(state.name, empty), ", ")
        told.append(gettext("Unoccupied now: {places}.", places=names))
    yield from Report(
        joined(told), kind="battle", seat=seat, rules=("NK-CON-3", *(("NK-MAP",) if empty else ()))
    )
    if not state.holds_land(seat):
        yield from cards.eliminate(state, seat, None)


def _fortify(state: NukedState) -> Script[None]:
    """NK-A16: one move between your own territories, if the house rule allows it."""
    moved = yield from maneuver(
        state,
        state.mover.id,
        ("NK-A16",),
        prompt=gettext("Move soldiers out of where?"),
        end=gettext("No move"),
        adjacent_only=state.house.fortify == "adjacent",
        interruptions=cards.INTERRUPTIONS,
    )
    state.facts.moved = moved is not None


def pass_turn(state: NukedState) -> None:
    """NK-TURN: pass the turn to the next seat that still plays; remove expired fallout."""
    state.turns_ended[state.mover.id] += 1
    advance_turn(state, rules.order_of_play(state))
    state.begin_turn()
    state.fallout = {p: fallout for p, fallout in state.fallout.items() if rules.still_radiated(state, p)}
