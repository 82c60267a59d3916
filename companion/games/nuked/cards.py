"""Cards: one offensive card a turn, Defence cards against attacks, and the rules for drawing cards."""

from companion.games.nuked import rules
from companion.games.nuked.rulesets import CHOICES, TroopCard, TroopModifier
from companion.games.nuked.rulings import NAMES, OFFENSIVE, judge_card, judge_defence, judge_strike, strikes
from companion.games.nuked.state import CardKind, Fallout, NukedState, Offensive
from companion.games.territory.attack import Interruptions
from companion.games.territory.deployment import not_own
from companion.locale.messages import gettext, joined, ngettext
from companion.referee.questions import Choose, Offer, Option, PickOrEnd
from companion.referee.ruling import Refusals
from companion.referee.script import Report, Script

PLAY = "card"
BACK = "back"
STAND = "stand"


def offers(state: NukedState) -> tuple[Offer, ...]:
    """NK-CRD-1: the active player may play a card at any time of the turn."""
    seat = state.mover.id
    return (Offer(PLAY, seat, gettext("Play a card")),) if state.cards.hands[seat] else ()


def play(state: NukedState, _: str = PLAY) -> Script[None]:
    """NK-CRD-1: play at most one of Nuke, Boat, Attack and Extra Troop in your own turn."""
    seat = state.mover.id
    options = (
        Option(card, NAMES[card], _effect(state, card), judge_card(state, seat, card)) for card in OFFENSIVE
    )
    chosen = yield from Choose(
        seat=seat,
        prompt=gettext("Play which card?"),
        rules=("NK-CRD-1", "NK-CRD-4"),
        options=(*options, Option(BACK, gettext("No card"))),
    )
    match chosen:
        case "nuke":
            yield from _strike(state)
        case "extra":
            yield from _reinforce(state)
        case "boat" | "attack" as card:
            yield from _lay_ready(state, card)


INTERRUPTIONS: Interruptions[NukedState] = Interruptions(offers, play)
"""NK-CRD-1: the turn's card may be played while an attack is declared."""


def _effect(state: NukedState, card: Offensive) -> str:
    """Describe the effect of a card in this game in a few words."""
    table = state.table
    match card:
        case "nuke":
            return gettext(
                "Kills {troops}, fallout {lasts} {rounds}",
                troops=CHOICES[table.nuke.kills],
                lasts=table.nuke.lasts,
                rounds=CHOICES[table.nuke.counted],
            )
        case "boat":
            return gettext(
                "Attack {where}, {time}", where=CHOICES[table.boat.reach], time=CHOICES[table.boat.lasts]
            )
        case "attack":
            troops = _formula(table.attack.form, table.attack.by)
            return gettext("{troops} for the next attack", troops=troops)
    return gettext("{troops} on one territory", troops=_formula(table.extra.form, table.extra.by))


def _formula(form: str, by: int) -> str:
    return f"+{by}" if form == "plus" else f"x{by}"


def _spend(state: NukedState, seat: str, kind: CardKind) -> None:
    state.cards.hands[seat] -= 1
    state.cards.discards[kind] = state.cards.discards.get(kind, 0) + 1


def _lay_ready(state: NukedState, card: Offensive) -> Script[None]:
    """NK-CRD-4, NK-A5: prepare a Boat or an Attack card for the next attack."""
    seat = state.mover
    _spend(state, seat.id, card)
    state.facts.played, state.facts.ready = card, True
    yield from Report(
        gettext(
            "{player} plays {card}: {effect}.",
            player=seat.name,
            card=NAMES[card],
            effect=_effect(state, card),
        ),
        kind="trade",
        seat=seat.id,
        rules=("NK-CRD-1", "NK-A5" if card == "attack" else "NK-CRD-4"),
    )


def _reinforce(state: NukedState) -> Script[None]:
    """NK-CRD-4: an Extra Troop card adds troops to one of your territories."""
    seat = state.mover
    place = yield from PickOrEnd(
        seat=seat.id,
        prompt=gettext("Extra troops where?"),
        detail=_effect(state, "extra"),
        rules=("NK-CRD-4",),
        allowed=state.held(seat.id),
        denied=not_own(state, seat.id, "NK-CRD-4"),
        end=gettext("No card"),
    )
    if place is None:
        return
    _spend(state, seat.id, "extra")
    state.facts.played = "extra"
    holding = state.holdings[place]
    more = rules.after_extra(holding, state.table.extra) - holding.armies
    holding.armies += more
    text = gettext(
        "{player} plays Extra Troop: {more} more in {place}.",
        player=seat.name,
        more=more,
        place=state.name(place),
    )
    yield from Report(text, kind="trade", seat=seat.id, rules=("NK-CRD-1", "NK-CRD-4"))


def _strike(state: NukedState) -> Script[None]:
    """NK-CRD-4, NK-A3: a Nuke kills soldiers on a rival's territory and radiates it."""
    seat = state.mover
    targets = strikes(state, seat.id)
    place = yield from PickOrEnd(
        seat=seat.id,
        prompt=gettext("Where does the Nuke strike?"),
        detail=_effect(state, "nuke"),
        rules=("NK-CRD-4", "NK-A3", "NK-A21"),
        allowed=targets,
        denied=Refusals(state.holdings, targets, lambda place: judge_strike(state, seat.id, place)),
        end=gettext("No Nuke"),
    )
    if place is None:
        return
    _spend(state, seat.id, "nuke")
    state.facts.played = "nuke"
    if (yield from _stopped(state, place)):
        return
    if state.table.nuke.lasts:
        state.fallout[place] = Fallout(seat.id, state.round + state.table.nuke.lasts)
    yield from _die_in_the_blast(state, place)


def _stopped(state: NukedState, place: str) -> Script[bool]:
    """NK-A20: if the house rule says so, a Defence card stops a Nuke."""
    owner = state.holdings[place].owner
    may = rules.in_hands(state, "defence") > 0 and judge_defence(state, place).allowed
    if owner is None or not may or state.house.nuke_defence == "no":
        return False
    answer = yield from Choose(
        seat=owner,
        prompt=gettext("A Nuke on {place}: stop it?", place=state.name(place)),
        detail=gettext("A Defence card stops it."),
        rules=("NK-A20", "NK-CRD-2"),
        options=(Option(STAND, gettext("No card")), Option("defence", gettext("Defence card"))),
    )
    if answer == STAND:
        return False
    _spend(state, owner, "defence")
    state.facts.defended = (*state.facts.defended, place)
    text = gettext("{player} plays Defence: the Nuke does nothing.", player=state.player(owner))
    yield from Report(text, kind="trade", seat=owner, rules=("NK-A20",))
    return True


def _die_in_the_blast(state: NukedState, place: str) -> Script[None]:
    holding = state.holdings[place]
    loser, dead = holding.owner, holding.armies
    if state.table.nuke.kills == "half":
        dead = -(-dead // 2)
    holding.armies -= dead
    if not holding.armies:
        state.empty(place)
    yield from Report(
        _dead(state, place, loser, dead),
        kind="battle",
        seat=state.mover.id,
        rules=("NK-CRD-1", "NK-CRD-4", "NK-A3", "NK-A20"),
    )
    if loser is not None and not state.holds_land(loser):
        yield from eliminate(state, loser, state.mover.id if loser != state.mover.id else None)


def _dead(state: NukedState, place: str, loser: str | None, dead: int) -> str:
    if loser is None:
        return gettext("A Nuke on {place}: nobody is there.", place=state.name(place))
    return gettext(
        "A Nuke on {place}: {soldiers} of {player} dead.",
        place=state.name(place),
        soldiers=state.many(dead),
        player=state.player(loser),
    )


def answers(state: NukedState) -> dict[CardKind, TroopCard]:
    """NK-CRD-2, NK-A22: return the cards with which an attacked player may answer, with their effects."""
    table = state.table
    cards: dict[CardKind, TroopCard] = {"defence": table.defence}
    if state.house.answers == "any troop card":
        cards |= {"attack": table.attack, "extra": table.extra}
    return {kind: card for kind, card in cards.items() if rules.in_hands(state, kind) > 0}


def ask_defender(state: NukedState, target: str, sent: int) -> Script[TroopCard | None]:
    """NK-CRD-2, NK-A13, NK-A22, NK-A23: ask an attacked player with a card whether to defend with it."""
    owner = state.holdings[target].owner
    known = answers(state)
    if owner is None or not known or not judge_defence(state, target).allowed:
        return None
    there = state.holdings[target].armies
    strongest = max(rules.strength(there, card) for card in known.values())
    answer = yield from Choose(
        seat=owner,
        prompt=gettext("{place} is attacked: defend?", place=state.name(target)),
        detail=ngettext(
            "{count} attacks your {there}. With a card they count as {strongest}.",
            "{count} attack your {there}. With a card they count as {strongest}.",
            sent,
            there=there,
            strongest=strongest,
        ),
        rules=("NK-CRD-2", "NK-A13", "NK-BTL-2", "NK-A22", "NK-A23"),
        options=(
            Option(STAND, gettext("No card")),
            *(Option(kind, gettext("{card} card", card=NAMES[kind])) for kind in known),
        ),
    )
    kind = next((kind for kind in known if kind == answer), None)
    if kind is None:
        return None
    _spend(state, owner, kind)
    state.facts.defended = (*state.facts.defended, target)
    text = gettext(
        "{player} plays {card}: {there} are {strength}.",
        player=state.player(owner),
        card=NAMES[kind],
        there=there,
        strength=rules.strength(there, known[kind]),
    )
    yield from Report(text, kind="trade", seat=owner, rules=("NK-CRD-2", "NK-BTL-2"))
    return known[kind]


def ask_attacker(
    state: NukedState, target: str, sent: int, shield: TroopCard
) -> Script[TroopModifier | None]:
    """NK-CRD-1, NK-A23: if the house rule says so, an Attack card may answer a Defence card."""
    seat = state.mover.id
    if state.house.attack_answer == "no" or not judge_card(state, seat, "attack").allowed:
        return None
    there, boosted = state.holdings[target].armies, rules.strength(sent, state.table.attack)
    answer = yield from Choose(
        seat=seat,
        prompt=gettext("Answer with an Attack card?"),
        detail=gettext(
            "Your {sent} attack {there}. With a card they count as {boosted}.",
            sent=sent,
            there=rules.strength(there, shield),
            boosted=boosted,
        ),
        rules=("NK-A23", "NK-CRD-1"),
        options=(Option(STAND, gettext("No card")), Option("attack", gettext("Attack card"))),
    )
    if answer == STAND:
        return None
    yield from _lay_ready(state, "attack")
    return state.table.attack


def eliminate(state: NukedState, loser: str, victor: str | None) -> Script[None]:
    """NK-ELM, NK-CRD-3: eliminate a player; the rule set says where the cards go."""
    cards = state.cards.hands[loser]
    state.cards.hands[loser] = state.supply[loser] = 0
    to_victor = victor is not None and state.table.hands.fallen == "to the victor"
    if victor is not None and to_victor:
        state.cards.hands[victor] += cards
    else:
        state.cards.deck += cards
    told = [gettext("{player} is out.", player=state.player(loser))]
    if cards and to_victor:
        player = state.player(victor)
        told.append(
            ngettext("{player} takes {count} card.", "{player} takes {count} cards.", cards, player=player)
        )
    elif cards:
        told.append(
            ngettext("Shuffled into the deck: {count} card.", "Shuffled into the deck: {count} cards.", cards)
        )
    yield from Report(joined(told), kind="elimination", seat=loser, rules=("NK-ELM", "NK-CRD-3"))
    yield from declare_victory(state)


def declare_victory(state: NukedState) -> Script[None]:
    """NK-A17: end the game as soon as a player has won."""
    state.winners = rules.winners(state)
    for seat in state.winners:
        text = gettext("{player} has conquered the world.", player=state.player(seat))
        yield from Report(text, kind="victory", seat=seat, rules=("NK-A17",))


def draw(state: NukedState) -> Script[None]:
    """NK-CRD-3: draw a card if the player earned one; shuffle the played cards if the deck is empty."""
    seat, table = state.mover, state.table.hands
    earned = {
        "nothing": False,
        "every turn": True,
        "any territory": state.facts.conquest != "none",
        "rival territory": state.facts.conquest == "rival",
    }[table.won_by]
    if not earned or not rules.deck_size(state) or not state.holds_land(seat.id):
        return
    if table.limit and state.cards.hands[seat.id] >= table.limit:
        text = ngettext(
            "{player} holds {count} card and draws none.",
            "{player} holds {count} cards and draws none.",
            table.limit,
            player=seat.name,
        )
        yield from Report(text, seat=seat.id, rules=("NK-CRD-3",))
        return
    if state.cards.deck == 0 and state.cards.discards:
        state.cards.deck, state.cards.discards = sum(state.cards.discards.values()), {}
        text = ngettext(
            "Shuffle the played cards: {count} is the new deck.",
            "Shuffle the played cards: {count} are the new deck.",
            state.cards.deck,
        )
        yield from Report(text, seat=seat.id, rules=("NK-CRD-3",))
    if state.cards.deck == 0:
        yield from Report(gettext("No card is left to draw."), seat=seat.id, rules=("NK-CRD-3",))
        return
    state.cards.deck -= 1
    state.cards.hands[seat.id] += 1
    yield from Report(gettext("{player} draws a card.", player=seat.name), seat=seat.id, rules=("NK-CRD-3",))
