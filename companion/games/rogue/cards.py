"""Cards: players describe each card once, when it is first played; this module also judges the timing."""

from companion.games.rogue import deck, rules
from companion.games.rogue.deck import (
    EFFECT_LABELS,
    KINDS,
    MAX_NUMBER,
    NEEDS,
    TANK_EFFECTS,
    TANK_LEVEL,
    WINDOWS,
    Card,
    DeckKind,
    Effect,
    EffectKind,
    Power,
    Window,
    card_title,
)
from companion.games.rogue.houserules import LEVELS, level_label
from companion.games.rogue.state import PendingEffect, RogueState, Role, Squad
from companion.locale.messages import capitalised, gettext, joined, listed, pgettext
from companion.referee.questions import Choose, Count, Field, FillIn, Offer, Option
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Report, Script

NEW = "+new"
BACK = "+back"
DONE = "+done"
SECOND = "+second"
PLAY = "card"
TOKEN = "token"
MAX_EFFECTS = 4
"""Maximum number of effects of a power."""
MAX_NAME = 24
"""Maximum number of letters in a card's name, which must fit on a button."""
WITHOUT_NUMBER = ("cancel", "leader", "by hand")


def offers(state: RogueState, seat: str) -> tuple[Offer, ...]:
    """Offer to play a card or the Commander token during a question."""
    card = (Offer(PLAY, seat, gettext("Play a card")),) if state.hand(seat) else ()
    token = (
        (Offer(TOKEN, seat, gettext("Use the token")),) if state.facts.token and seat == state.active else ()
    )
    return card + token


def play(state: RogueState, seat: str, windows: tuple[Window, ...], offer: str) -> Script[None]:
    """Play a card openly, or use the Commander token; its effects become pending."""
    kinds: tuple[DeckKind, ...] = ("commander",) if offer == TOKEN else KINDS[:3]
    card = yield from choose_card(state, seat, windows, kinds, gettext("Not now"))
    if card is None:
        return
    power = yield from choose_power(seat, card)
    discard_played(state, seat, card)
    yield from report_card(state, seat, card)
    queue_effects(state, seat, card, power)


def choose_card(
    state: RogueState,
    seat: str,
    windows: tuple[Window, ...],
    kinds: tuple[DeckKind, ...],
    back: str,
    squad: Squad | None = None,
    detail: str = gettext("A card is described once and then known."),
) -> Script[Card | None]:
    """RG-CRD: ask which card it is, or for its description; return None after an undo."""
    while True:
        chosen = yield from Choose(
            seat=seat,
            prompt=gettext("{player}: which card is it?", player=state.seat(seat).name),
            detail=detail,
            rules=("RG-CRD", "RG-CMB-3"),
            options=_options(state, seat, windows, kinds, back, squad),
        )
        if chosen == BACK:
            return None
        if chosen != NEW:
            return state.cards[chosen]
        card = yield from describe_card(state, seat, windows, kinds)
        ruling = rules.judge_card(state, seat, card, windows, squad)
        if ruling.allowed:
            return card
        yield from Report(ruling.text, seat=seat, rules=ruling.rules)


def _options(
    state: RogueState,
    seat: str,
    windows: tuple[Window, ...],
    kinds: tuple[DeckKind, ...],
    back: str,
    squad: Squad | None,
) -> tuple[Option, ...]:
    known = tuple(
        Option(
            card.name,
            card.title,
            listed((power.title for power in card.powers), alternatives=True),
            rules.judge_card(state, seat, card, windows, squad),
        )
        for card in state.cards.values()
        if card.kind in kinds
    )
    may = sorted(known, key=lambda option: (not option.ruling.allowed, option.label))
    return (Option(NEW, gettext("A card not known yet")), *may, Option(BACK, back))


def which_power(card: Card) -> str:
    """Return the question which of its two powers a card uses."""
    return gettext("{card}: which power?", card=card.title)


def choose_power(seat: str, card: Card) -> Script[Power]:
    """RG-CRD: ask for one of a card's two powers when the card is revealed."""
    if len(card.powers) == 1:
        return card.powers[0]
    chosen = yield from Choose(
        seat=seat,
        prompt=which_power(card),
        rules=("RG-CRD",),
        options=tuple(
            Option(str(number), text, power.title)
            for number, (text, power) in enumerate(
                zip((gettext("First power"), gettext("Second power")), card.powers, strict=True), 1
            )
        ),
    )
    return card.powers[int(chosen) - 1]


def discard_played(state: RogueState, seat: str, card: Card) -> None:
    """Move a played card from the hand to the discards, or remove the token from the game."""
    if card.kind == "commander":
        state.facts.token = False
    else:
        state.hands[seat][card.kind] -= 1
        state.discards[card.kind] += 1


def queue_effects(state: RogueState, seat: str, card: Card, power: Power, role: Role | None = None) -> None:
    """Add the effects of a card to the pending ones."""
    state.pending += [
        PendingEffect(seat, effect.do, effect.number, card.kind, role) for effect in power.effects
    ]


def report_card(state: RogueState, seat: str, card: Card) -> Script[None]:
    """Report the played card."""
    rule = "RG-CMD-2" if card.kind == "commander" else "RG-CRD"
    text = gettext("{player} plays {card}.", player=state.seat(seat).name, card=card.title)
    yield from Report(text, kind="trade", seat=seat, rules=(rule,))


def describe_card(
    state: RogueState, seat: str, windows: tuple[Window, ...], kinds: tuple[DeckKind, ...]
) -> Script[Card]:
    """Ask for a card's name, timing, required unit and effects, and save the card."""
    filled_in = yield from FillIn(
        seat=seat,
        prompt=gettext("What does the card say on top?"),
        detail=gettext("Its name, its deck, and the unit it needs."),
        rules=("RG-CRD",),
        fields=_title_fields(state, seat, kinds),
    )
    name = " ".join(str(filled_in["name"]).replace(",", " ").lstrip("+ ").split())[:MAX_NAME].strip()
    name = name or _free_name(state)
    if name in state.cards:
        return state.cards[name]
    when = yield from _ask_windows(seat, name, windows)
    powers = yield from _ask_powers(state, seat, name)
    card = deck.Card(
        name=name,
        kind=next(kind for kind in kinds if kind == filled_in["kind"]),
        windows=when,
        needs=next(need for need in NEEDS if need == filled_in["needs"]),
        level=next(level for level in LEVELS if level == filled_in["level"]),
        powers=powers,
    )
    # A card without a name is known only in this game; the players' file does not contain it.
    problem = "" if name == _free_name(state) else deck.save_card(card)
    state.cards[name] = card
    if problem:
        text = gettext("{card} is known in this game only: {problem}", card=card.title, problem=problem)
        yield from Report(text, seat=seat, rules=("RG-CRD",))
    return card


def _title_fields(state: RogueState, seat: str, kinds: tuple[DeckKind, ...]) -> tuple[Field, ...]:
    held = tuple(kind for kind in kinds if kind == "commander" or state.hands[seat][kind])
    levels = tuple(level for level in LEVELS if state.plays(level))
    return (
        Field("name", gettext("Name"), _free_name(state)),
        Field("kind", gettext("Deck"), held[0], choices=held, words=_words(held)),
        Field("needs", pgettext("card", "Needs"), NEEDS[0], choices=NEEDS, words=_words(NEEDS)),
        Field("level", gettext("Level"), levels[-1], choices=levels, words=_words(levels)),
    )


def _words(ids: tuple[str, ...]) -> dict[str, str]:
    return {id: gettext(id) for id in ids}


def _free_name(state: RogueState) -> str:
    number = len(state.cards) + 1
    while deck.unnamed(number) in state.cards:
        number += 1
    return deck.unnamed(number)


def _ask_windows(seat: str, name: str, windows: tuple[Window, ...]) -> Script[tuple[Window, ...]]:
    """Ask at what other times the card can be played; the present time is included."""
    chosen: list[Window] = [windows[-1]]
    while len(chosen) < len(WINDOWS):
        left = tuple(window for window in WINDOWS if window not in chosen)
        more = yield from Choose(
            seat=seat,
            prompt=gettext("Is it played at other times too?"),
            detail=gettext(
                "{card}: {moments}", card=card_title(name), moments=joined(map(gettext, chosen), ", ")
            ),
            rules=("RG-CRD",),
            options=(
                Option(DONE, gettext("No other time")),
                *(Option(window, capitalised(gettext(window))) for window in left),
            ),
        )
        if more == DONE:
            break
        chosen.append(next(window for window in left if window == more))
    return tuple(window for window in WINDOWS if window in chosen)


def _ask_powers(state: RogueState, seat: str, name: str) -> Script[tuple[Power, ...]]:
    """Ask for the effects one by one, and for a second power if the card has one."""
    powers: list[tuple[Effect, ...]] = []
    effects: list[Effect] = []
    while True:
        answer = yield from _ask_effect(state, seat, name, effects, second=bool(powers))
        kind = next((known for known in EFFECT_LABELS if known == answer), None)
        if kind is not None:
            effects.append((yield from _ask_number(seat, name, kind)))
            continue
        powers.append(tuple(effects))
        effects = []
        if answer == DONE:
            return tuple(map(Power, powers))


def _ask_effect(state: RogueState, seat: str, name: str, effects: list[Effect], *, second: bool) -> Choose:
    ends: tuple[Option, ...] = (Option(DONE, gettext("That is all")),) if effects else ()
    ends += (Option(SECOND, gettext("Or something else instead")),) if effects and not second else ()
    return Choose(
        seat=seat,
        prompt=gettext("What else does it do?") if effects else gettext("What does it do?"),
        detail=gettext("{card}: {effects}", card=card_title(name), effects=Power(tuple(effects)).title)
        if effects
        else gettext("{card}: choose, then the number.", card=card_title(name)),
        rules=("RG-CRD",),
        options=(*ends, *_effect_options(state, full=len(effects) == MAX_EFFECTS)),
    )


def _effect_options(state: RogueState, *, full: bool) -> tuple[Option, ...]:
    return tuple(
        Option(kind, text, "", _judge_effect(state, kind, full=full)) for kind, text in EFFECT_LABELS.items()
    )


def _judge_effect(state: RogueState, kind: EffectKind, *, full: bool) -> Ruling:
    """RG-TNK-1: judge an effect of a card: there are no tanks before their level."""
    if full:
        text = gettext("A power is noted with at most {count} effects.", count=MAX_EFFECTS)
        return refuse("RG-CRD", text, house=True)
    if kind in TANK_EFFECTS and not state.plays(TANK_LEVEL):
        return refuse("RG-TNK-1", "There are no tanks before {level}.", level=level_label(TANK_LEVEL))
    return ALLOWED


def _ask_number(seat: str, name: str, kind: EffectKind) -> Script[Effect]:
    if kind in WITHOUT_NUMBER:
        return Effect(kind)
    number = yield from Count(
        seat=seat,
        prompt=gettext("{effect}: how many?", effect=EFFECT_LABELS[kind]),
        detail=card_title(name),
        rules=("RG-CRD",),
        least=1,
        most=MAX_NUMBER,
        suggested=1,
    )
    return Effect(kind, number)
