"""Rule sets in words: all that applies, the differences from another, and a warning."""

from collections.abc import Callable, Iterator

from msgspec import structs

from companion.games.boards.board import Board, load_board
from companion.games.boards.elements import place_name
from companion.games.nuked.rulesets import (
    BOARD,
    CARDS,
    CHOICES,
    Boat,
    Hands,
    Nuke,
    RuleSet,
    TroopCard,
    TroopModifier,
)
from companion.locale.messages import capitalised, gettext, joined, ngettext

COUNTS: dict[str, Callable[[int], str]] = {
    "attack": lambda count: ngettext("{count} Attack card", "{count} Attack cards", count),
    "nuke": lambda count: ngettext("{count} Nuke", "{count} Nukes", count),
    "boat": lambda count: ngettext("{count} Boat", "{count} Boats", count),
    "extra": lambda count: ngettext("{count} Extra Troop card", "{count} Extra Troop cards", count),
    "defence": lambda count: ngettext("{count} Defence card", "{count} Defence cards", count),
}
"""Say a number of cards of each kind."""
TOLD = 3
"""Most differences that are named; all rules of a set are shown before it is agreed."""


def in_words(
    rule_set: RuleSet, players: str, *, capitals_win: bool, board: Board | None = None
) -> tuple[str, ...]:
    """Describe all rules that apply, in short lines.

    Args:
        rule_set: the rule set.
        players: number of players as a field name of `FirstTroops`.
        capitals_win: whether Capitals win the game (NK-A17).
        board: of whose territories it speaks; the classic one by default.
    """
    troops = getattr(rule_set.troops, players)
    winning = ngettext("{count} Capital wins.", "{count} Capitals win.", rule_set.victory.capitals)
    lines = (
        gettext("House preset, not from the rules.") if rule_set.house else "",
        ngettext("{count} troop each.", "{count} troops each.", troops),
        *_lines_of(rule_set, board or load_board(BOARD)),
        winning if capitals_win else "",
    )
    return tuple(filter(None, lines))


def differences(rule_set: RuleSet, other: RuleSet, players: str, *, capitals_win: bool) -> str:
    """Describe the first differences between two rule sets in a line, and say how many more there are.

    Args:
        rule_set: the rule set.
        other: the rule set to compare with.
        players: number of players as a field name of `FirstTroops`.
        capitals_win: whether Capitals win the game (NK-A17).
    """
    left_out = {kind for kind in CARDS if not getattr(rule_set.deck, kind)}
    left_out |= {"hands"} if left_out == set(CARDS) else set()
    left_out |= set() if capitals_win else {"victory"}
    found = dict.fromkeys(
        text
        for section, entry, text in _short(rule_set, players)
        if section not in left_out
        and getattr(getattr(rule_set, section), entry) != getattr(getattr(other, section), entry)
    )
    words, more = joined(list(found)[:TOLD], ", ") or gettext("the same"), len(found) - TOLD
    if more > 0:
        words = ngettext("{faults}; and {count} more", "{faults}; and {count} more", more, faults=words)
    return capitalised(gettext("{differences}.", differences=words))


def _short(rule_set: RuleSet, players: str) -> Iterator[tuple[str, str, str]]:
    """Describe entries in a few words each: yield section, entry and words."""
    deck = structs.asdict(rule_set.deck)
    for kind, count in deck.items():
        yield "deck", kind, COUNTS[kind](count) if any(deck.values()) else gettext("no cards")
    for kind in ("attack", "extra", "defence"):
        card = getattr(rule_set, kind)
        yield kind, "form", joined((CARDS[kind], _amount(card)))
        yield kind, "by", joined((CARDS[kind], _amount(card)))
        if isinstance(card, TroopModifier):
            yield kind, "lasts", _how_long(CARDS[kind], card)
    troops = getattr(rule_set.troops, players)
    yield "troops", players, ngettext("{count} troop each", "{count} troops each", troops)
    for section, entries in _chosen(rule_set).items():
        yield from ((section, entry, text) for entry, text in entries.items())
    winning = rule_set.victory.capitals
    yield "victory", "capitals", ngettext("{count} Capital wins", "{count} Capitals win", winning)


def _chosen(rule_set: RuleSet) -> dict[str, dict[str, str]]:
    """Describe the set-up, the hands, Nukes and Boats in a few words each."""
    hands, nuke, boat, start = rule_set.hands, rule_set.nuke, rule_set.boat, rule_set.start
    grace, inland = start.grace, len(boat.landlocked)
    return {
        "start": {
            "territories": gettext("territories {how}", how=CHOICES[start.territories]),
            "placing": gettext("troops {how}", how=CHOICES[start.placing]),
            "homes": gettext("Capital and Farm {how}", how=CHOICES[start.homes]),
            "grace": ngettext("{count} round without cut-off", "{count} rounds without cut-off", grace)
            if grace
            else gettext("cut off at once"),
        },
        "hands": {
            "at_start": ngettext("{count} card dealt", "{count} cards dealt", hands.at_start),
            "won_by": gettext("{what} wins a card", what=CHOICES[hands.won_by]),
            "limit": ngettext("{count} in hand", "{count} in hand", hands.limit)
            if hands.limit
            else gettext("any number in hand"),
            "fallen": gettext("fallen players' cards {where}", where=CHOICES[hands.fallen]),
        },
        "nuke": {
            "kills": gettext("a Nuke kills {troops}", troops=CHOICES[nuke.kills]),
            "reach": gettext("Nukes strike {where}", where=CHOICES[nuke.reach]),
            "lasts": gettext("fallout lasts {number}", number=nuke.lasts),
            "counted": gettext("fallout in {rounds}", rounds=CHOICES[nuke.counted]),
            "entering": gettext("entry {barred}", barred=CHOICES[nuke.entering]),
        },
        "boat": {
            "reach": gettext("Boats {where}", where=CHOICES[boat.reach]),
            "lasts": gettext("Boats for {time}", time=CHOICES[boat.lasts]),
            "landlocked": ngettext("{count} place without a coast", "{count} places without a coast", inland),
        },
    }


def _how_long(name: str, card: TroopModifier) -> str:
    if card.lasts == "to stay":
        return gettext("{card} stays", card=name)
    return gettext("{card} once", card=name)


def warning(rule_set: RuleSet) -> str:
    """NK-CON-1: warn if territories are dealt and disconnected ones are lost almost immediately."""
    if rule_set.start.territories != "dealt" or rule_set.start.grace > 1:
        return ""
    return gettext("Dealt like this, being cut off empties most of the board in two rounds.")


def _lines_of(rule_set: RuleSet, board: Board) -> Iterator[str]:
    start, deck = rule_set.start, structs.asdict(rule_set.deck)
    yield gettext(
        "Territories are {dealt}; troops are placed {placed}; Capital and Farm are {chosen}.",
        dealt=CHOICES[start.territories],
        placed=CHOICES[start.placing],
        chosen=CHOICES[start.homes],
    )
    if start.grace:
        yield ngettext(
            "Nobody is cut off for {count} round.", "Nobody is cut off for {count} rounds.", start.grace
        )
    cards = joined((joined((str(count), CARDS[kind])) for kind, count in deck.items() if count), ", ")
    yield gettext("Cards: {cards}.", cards=cards or gettext("none"))
    if cards:
        yield _hands_in_words(rule_set.hands)
        yield gettext("Cards of a fallen player go {where}.", where=CHOICES[rule_set.hands.fallen])
    if deck["nuke"]:
        yield _nuke_in_words(rule_set.nuke)
    if deck["boat"]:
        yield _boat_in_words(rule_set.boat, board)
    for kind in ("attack", "defence", "extra"):
        if deck[kind]:
            yield _card_in_words(CARDS[kind], getattr(rule_set, kind))


WON_BY = {
    "rival territory": gettext("one for a rival territory"),
    "any territory": gettext("one for any territory"),
    "every turn": gettext("one every turn"),
    "nothing": gettext("no more"),
}


def _hands_in_words(hands: Hands) -> str:
    return gettext(
        "{dealt} for each at the start, then {won}; {limit}.",
        dealt=hands.at_start,
        won=WON_BY[hands.won_by],
        limit=ngettext("at most {count} in hand", "at most {count} in hand", hands.limit)
        if hands.limit
        else gettext("any number in hand"),
    )


def _nuke_in_words(nuke: Nuke) -> str:
    """Describe a Nuke: losses, reach and fallout."""
    if nuke.counted == "rounds":
        time = ngettext("{count} round", "{count} rounds", nuke.lasts)
    else:
        time = ngettext("{count} turn of its player", "{count} turns of its player", nuke.lasts)
    if not nuke.lasts:
        rays = gettext("no fallout")
    elif nuke.entering == "free":
        rays = gettext("its target is radiated for {time} and can be attacked then", time=time)
    else:
        rays = gettext("its target is radiated for {time} and cannot be attacked then", time=time)
    where = CHOICES[nuke.reach]
    if nuke.kills == "all":
        return gettext("Nuke: kills all troops, {where}; {fallout}.", where=where, fallout=rays)
    return gettext("Nuke: kills half of the troops, {where}; {fallout}.", where=where, fallout=rays)


def _boat_in_words(boat: Boat, board: Board) -> str:
    where, time = CHOICES[boat.reach], CHOICES[boat.lasts]
    if not boat.landlocked or boat.reach == "anywhere":
        return gettext("Boat: goes {where}, for {time}.", where=where, time=time)
    inland = joined((place_name(board.territory(place).name) for place in boat.landlocked), ", ")
    return gettext(
        "Boat: goes {where}, for {time}; no coast: {places}.", where=where, time=time, places=inland
    )


def _card_in_words(name: str, card: TroopCard) -> str:
    if isinstance(card, TroopModifier) and card.lasts == "one battle":
        return gettext("{card} card: troops {amount}, for one battle.", card=name, amount=_amount(card))
    return gettext("{card} card: troops {amount}, to stay.", card=name, amount=_amount(card))


def _amount(card: TroopCard) -> str:
    return f"+{card.by}" if card.form == "plus" else f"x{card.by}"
