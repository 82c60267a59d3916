"""Abilities of faction cards: the table describes each once; a short list of effects applies them (SC-CRD-3).

Players hold the cards, and the companion does not contain their texts. When a card is played, the table names
it and selects its effect; after that the companion knows the card.
"""

from typing import get_args

from companion.errors import BrokenFile
from companion.games.starcraft import cards, rules
from companion.games.starcraft.library import keep_ability
from companion.games.starcraft.state import (
    Ability,
    Boost,
    CardEffect,
    Invasion,
    PendingAbility,
    StarcraftState,
    When,
)
from companion.games.territory.attack import Interruptions
from companion.games.territory.deployment import not_own
from companion.locale.messages import gettext, joined
from companion.referee.questions import Choose, Deploy, Field, FillIn, Offer, Option, Pick
from companion.referee.ruling import ALLOWED, Refusals, Ruling, refuse
from companion.referee.script import Report, Script

CARD = "card:"
NEW = "new"
BACK = "back"
MAX_OF_AN_EFFECT = 20
EFFECTS: dict[str, str] = {
    "units": gettext("adds units"),
    "removal": gettext("removes units"),
    "die": gettext("adds a die"),
    "highest": gettext("adds to the highest die"),
    "re-roll": gettext("dice are rolled again"),
    "no attack": gettext("there is no attack"),
    "by hand": gettext("the table carries it out"),
}
"""Labels of the effects."""
WHEN: dict[str, str] = {
    "at any time": gettext("at any time"),
    "in your own turn": gettext("in your own turn"),
    "in an invasion": gettext("in an invasion"),
}
"""When a card may be played, in words."""
NO_YES: dict[str, str] = {"no": gettext("no"), "yes": gettext("yes")}
IN_BATTLE: tuple[CardEffect, ...] = ("die", "highest", "re-roll", "no attack")
WITH_AMOUNT: tuple[CardEffect, ...] = ("units", "removal", "die", "highest")


def offers(state: StarcraftState) -> tuple[Offer, ...]:
    """SC-CRD-3: offer the abilities of each player's own cards; captured cards can only be traded."""
    if not state.uses_heroes:
        return ()
    turn = state.order.index(state.mover.id)
    invasion = state.facts.invasion
    defender = () if invasion is None else state.side(state.holdings[invasion.target].owner)[:1]
    order = (*defender, *state.order[turn:], *state.order)
    return tuple(
        Offer(CARD + seat, seat, gettext("{player} plays a card", player=state.player(seat)))
        for seat in dict.fromkeys(order)
        if seat in state.hands and state.hands[seat].own and state.holds_land(seat)
    )


def play(state: StarcraftState, offer: str) -> Script[None]:
    """SC-CRD-3: play a card for its ability: name it, discard it, apply it."""
    seat = offer.removeprefix(CARD)
    ability = yield from _name_card(state, seat)
    if ability is None:
        return
    ruling = _fits(state, seat, ability)
    if not ruling.allowed:
        text = gettext("{card} stays in hand: {reason}", card=ability.name, reason=ruling.reasons[0].text)
        yield from Report(text, rules=("SC-CRD-3",))
        return
    state.hands[seat].own -= 1
    cards.discard(state, rules.deck_of(state, seat), 1)
    text = gettext(
        "{player} plays {card}: {effect}.",
        player=state.player(seat),
        card=ability.name,
        effect=_in_words(ability),
    )
    yield from Report(text, seat=seat, rules=("SC-CRD-3",))
    if state.facts.invasion is not None and _defends(state, seat) and ability.effect != "no attack":
        yield from _bind_attacker(state, seat, state.facts.invasion)
    yield from _carry_out(state, seat, ability)


INTERRUPTIONS: Interruptions[StarcraftState] = Interruptions(offers, play)
"""SC-CRD-3: cards may be played while an invasion is declared."""


def _in_words(ability: Ability) -> str:
    text = EFFECTS[ability.effect]
    return joined((text, f"({ability.amount})")) if ability.amount else text


def _name_card(state: StarcraftState, seat: str) -> Script[Ability | None]:
    race = state.faction(seat).race
    known = {ability.name: ability for ability in state.abilities if ability.race == race}
    chosen = yield from Choose(
        seat=seat,
        prompt=gettext("Which card is played?"),
        rules=("SC-CRD-3",),
        options=(
            *(Option(name, name, _in_words(card), _fits(state, seat, card)) for name, card in known.items()),
            Option(NEW, gettext("A new card")),
            Option(BACK, gettext("No card")),
        ),
    )
    if chosen == BACK:
        return None
    return known[chosen] if chosen != NEW else (yield from _learn(state, seat, race))


def _fits(state: StarcraftState, seat: str, ability: Ability) -> Ruling:
    """SC-CRD-3: judge whether a card's text allows it now and whether it has an effect."""
    if (ability.effect in IN_BATTLE or ability.when == "in an invasion") and state.facts.invasion is None:
        return refuse(
            "SC-CRD-3", "That card is played in an invasion.", instead=gettext("Declare an invasion first.")
        )
    if ability.effect == "re-roll" and not (state.facts.invasion and state.facts.invasion.committed):
        return refuse("SC-CRD-3", "No dice have been rolled yet.", instead=gettext("Play it after the roll."))
    if ability.when == "in your own turn" and seat != state.active:
        return refuse("SC-CRD-3", "That card is played in your own turn.")
    if ability.effect in WITH_AMOUNT and not ability.amount:
        return refuse("SC-CRD-3", "That card would do nothing.")
    if ability.effect == "removal" and not _can_lose_units(state, seat):
        return refuse("SC-ATK-10", "No enemy has a unit that can be removed.")
    return ALLOWED


def _learn(state: StarcraftState, seat: str, race: str) -> Script[Ability]:
    """SC-CRD-3: ask once for a card's effect, and save it for this and other games."""
    filled_in = yield from FillIn(
        seat=seat,
        prompt=gettext("What does this card do?"),
        detail=gettext("The companion remembers it."),
        rules=("SC-CRD-3",),
        fields=(
            Field("name", gettext("Name"), f"{race.title()} {len(state.abilities) + 1}"),
            Field("effect", gettext("What it does"), "by hand", choices=get_args(CardEffect), words=EFFECTS),
            Field("amount", gettext("How many"), 1, least=0, most=MAX_OF_AN_EFFECT),
            Field(
                "when", gettext("When it is played"), get_args(When)[0], choices=get_args(When), words=WHEN
            ),
            Field("keep", gettext("For other games too"), "no", choices=("no", "yes"), words=NO_YES),
        ),
    )
    name = str(filled_in["name"]).strip()[:40] or f"{race.title()} {len(state.abilities) + 1}"
    name = f"{name} card" if name in (NEW, BACK) else name
    effect = next(effect for effect in get_args(CardEffect) if effect == filled_in["effect"])
    when = next(when for when in get_args(When) if when == filled_in["when"])
    ability = Ability(name, race, effect, int(filled_in["amount"]), when)
    state.abilities = [card for card in state.abilities if (card.race, card.name) != (race, name)]
    state.abilities.append(ability)
    if filled_in["keep"] == "yes":
        yield from _keep(ability)
    return ability


def _keep(ability: Ability) -> Script[None]:
    try:
        keep_ability(ability)
    except (OSError, BrokenFile) as error:
        yield from Report(gettext("The card could not be saved: {error}", error=error), rules=("SC-CRD-3",))
    else:
        yield from Report(gettext("{card} is saved for other games.", card=ability.name), rules=("SC-CRD-3",))


def _defends(state: StarcraftState, seat: str) -> bool:
    """Return whether a seat is on the defending side."""
    invasion = state.facts.invasion
    return invasion is not None and seat in state.side(state.holdings[invasion.target].owner)


def _bind_attacker(state: StarcraftState, seat: str, invasion: Invasion) -> Script[None]:
    """SC-ATK-11: a defensive card makes the attacker commit the largest number of units for one roll."""
    invasion.bound = True
    if invasion.committed:
        invasion.committed = rules.most_committed(state, invasion.origin)
    text = gettext("{player} must commit all that can go, for one roll.", player=state.mover.name)
    yield from Report(text, seat=seat, rules=("SC-ATK-11",))


def _carry_out(state: StarcraftState, seat: str, ability: Ability) -> Script[None]:
    invasion = state.facts.invasion
    match ability.effect:
        case "units" | "removal" if ability.amount:
            state.facts.card = PendingAbility(seat, ability, ability.amount)
            yield from finish(state)
        case "die" if invasion is not None:
            (yield from _boost(state, seat, invasion)).extra += ability.amount
        case "highest" if invasion is not None:
            (yield from _boost(state, seat, invasion)).bonus += ability.amount
        case "re-roll" if invasion is not None:
            yield from Report(gettext("Roll the dice again."), seat=seat, rules=("SC-CRD-3",))
        case "no attack" if invasion is not None:
            state.facts.invasion = None
            yield from Report(
                gettext("The invasion is called off."), seat=seat, rules=("SC-ATK-3", "SC-CRD-3")
            )
        case _:
            text = gettext("The table carries it out, and fixes the board by hand.")
            yield from Report(text, seat=seat, rules=("SC-CRD-3",))


def _boost(state: StarcraftState, seat: str, invasion: Invasion) -> Script[Boost]:
    """SC-CRD-3, SC-ATK-11: return the boost of the player's side; a player on neither side chooses one."""
    if seat in state.team(state.mover.id):
        return invasion.attack
    if _defends(state, seat):
        return invasion.defence
    helped = yield from Choose(
        seat=seat,
        prompt=gettext("Which side does the card help?"),
        rules=("SC-CRD-3",),
        options=(Option("attack", gettext("The attack")), Option("defence", gettext("The defence"))),
    )
    if helped == "attack":
        return invasion.attack
    yield from _bind_attacker(state, seat, invasion)
    return invasion.defence


def finish(state: StarcraftState) -> Script[None]:
    """SC-CRD-3: add or remove the units of an ability, as many as possible."""
    while (playing := state.facts.card) is not None:
        if not state.holds_land(playing.seat):  # a correction took the player's last territory
            state.facts.card = None
            return
        yield from (_add if playing.ability.effect == "units" else _remove)(state, playing)
        if playing.left <= 0:
            state.facts.card = None


def _add(state: StarcraftState, playing: PendingAbility) -> Script[None]:
    seat = playing.seat
    down = yield from Deploy(
        seat=seat,
        prompt=gettext("{card}: put {units}", card=playing.ability.name, units=state.many(playing.left)),
        rules=("SC-CRD-3",),
        allowed=state.held(seat),
        denied=not_own(state, seat, "SC-CRD-3"),
        most=playing.left,
    )
    state.holdings[down.place].armies += down.count
    playing.left -= down.count


def _remove(state: StarcraftState, playing: PendingAbility) -> Script[None]:
    """SC-ATK-10: an ability never removes the last unit of a territory."""
    seat = playing.seat
    targets = _can_lose_units(state, seat)
    if not targets:
        playing.left = 0
        return
    place = yield from Pick(
        seat=seat,
        prompt=gettext("{card}: remove units where?", card=playing.ability.name),
        detail=gettext("{units}; one stays on every territory.", units=state.many(playing.left)),
        rules=("SC-CRD-3", "SC-ATK-10"),
        allowed=targets,
        denied=Refusals(state.holdings, targets, lambda place: _not_from(state, seat, place)),
    )
    removed = min(playing.left, state.holdings[place].armies - 1)
    state.holdings[place].armies -= removed
    playing.left -= removed
    text = gettext("{place} loses {units}.", place=state.name(place), units=state.many(removed))
    yield from Report(text, seat=seat, rules=("SC-CRD-3",))


def _can_lose_units(state: StarcraftState, seat: str) -> tuple[str, ...]:
    return tuple(
        place
        for place, holding in state.holdings.items()
        if state.hostile(seat, holding.owner) and holding.armies > 1
    )


def _not_from(state: StarcraftState, seat: str, place: str) -> Ruling:
    if state.hostile(seat, state.holdings[place].owner):
        return refuse("SC-ATK-10", "The last unit of {place} stays.", place=state.name(place))
    return refuse("SC-CRD-3", "{place} does not belong to an enemy.", place=state.name(place))
