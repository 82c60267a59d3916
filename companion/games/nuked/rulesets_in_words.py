"""Rule sets in words: all that applies, the differences from another, and a warning."""

from collections.abc import Iterator

from companion.games.boards.board import Board, load_board
from companion.games.nuked.rulesets import BOARD, CARDS, Nuke, RuleSet, TroopCard, TroopModifier, labels


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
    lines = {"house": "House preset, not from the rules."} if rule_set.house else {}
    lines |= {"troops": f"{troops} troops each."} | _lines_of(rule_set, board or load_board(BOARD))
    if capitals_win:
        lines["victory"] = f"{rule_set.victory.capitals} Capitals win."
    return tuple(lines.values())


def differences(rule_set: RuleSet, other: RuleSet, players: str, *, capitals_win: bool) -> str:
    """Describe the differences between two rule sets in one short line.

    Args:
        rule_set: the rule set.
        other: the rule set to compare with.
        players: number of players as a field name of `FirstTroops`.
        capitals_win: whether Capitals win the game (NK-A17).
    """
    left_out = {kind for kind in CARDS if not getattr(rule_set.deck, kind)}
    left_out |= {"hands"} if left_out == set(CARDS) else set()
    left_out |= set() if capitals_win else {"victory"}
    differences = [
        text
        for section, entry, text in _short(rule_set, players)
        if section not in left_out
        and getattr(getattr(rule_set, section), entry) != getattr(getattr(other, section), entry)
    ]
    text = ", ".join(dict.fromkeys(differences)) or "the same"
    return f"{text[0].upper()}{text[1:]}."


def _short(rule_set: RuleSet, players: str) -> Iterator[tuple[str, str, str]]:
    """Describe entries in a few words each: yield section, entry and words."""
    hands, nuke, boat, start = rule_set.hands, rule_set.nuke, rule_set.boat, rule_set.start
    deck = {kind: getattr(rule_set.deck, kind) for kind in CARDS}
    for kind, count in deck.items():
        yield "deck", kind, f"{count} {labels('deck')[kind]}" if any(deck.values()) else "no cards"
    for kind in ("attack", "extra", "defence"):
        card = getattr(rule_set, kind)
        yield kind, "form", f"{CARDS[kind]} {_amount(card)}"
        yield kind, "by", f"{CARDS[kind]} {_amount(card)}"
        if isinstance(card, TroopModifier):
            yield kind, "lasts", f"{CARDS[kind]} stays" if card.lasts == "to stay" else f"{CARDS[kind]} once"
    yield "troops", players, f"{getattr(rule_set.troops, players)} troops each"
    yield "start", "territories", f"territories {start.territories}"
    yield "start", "placing", f"troops {start.placing}"
    yield "start", "homes", f"homes {start.homes}"
    yield "start", "grace", f"{start.grace} rounds without cut-off" if start.grace else "cut off at once"
    yield "hands", "at_start", f"{hands.at_start} dealt"
    yield "hands", "won_by", f"{hands.won_by} wins 1"
    yield "hands", "limit", f"{hands.limit or 'any number'} in hand"
    yield "hands", "fallen", f"fallen players' cards {hands.fallen}"
    yield "nuke", "kills", f"a Nuke kills {nuke.kills}"
    yield "nuke", "reach", f"Nukes strike {nuke.reach}"
    yield "nuke", "lasts", f"fallout {nuke.lasts}"
    yield "nuke", "counted", f"fallout in {nuke.counted}"
    yield "nuke", "entering", f"land {nuke.entering}"
    yield "boat", "reach", f"Boats {boat.reach}"
    yield "boat", "lasts", f"Boats for {boat.lasts}"
    inland = len(boat.landlocked)
    yield "boat", "landlocked", f"{inland} {'place' if inland == 1 else 'places'} without a coast"
    yield "victory", "capitals", f"{rule_set.victory.capitals} Capitals win"


def warning(rule_set: RuleSet) -> str:
    """NK-CON-1: warn if territories are dealt and disconnected ones are lost almost immediately."""
    if rule_set.start.territories != "dealt" or rule_set.start.grace > 1:
        return ""
    return "Dealt like this, being cut off empties most of the board in two rounds."


def _lines_of(rule_set: RuleSet, board: Board) -> dict[str, str]:
    hands, nuke, boat, start = rule_set.hands, rule_set.nuke, rule_set.boat, rule_set.start
    deck = {kind: getattr(rule_set.deck, kind) for kind in rule_set.deck.__struct_fields__}
    cards = ", ".join(f"{count} {CARDS[kind]}" for kind, count in deck.items() if count)
    lines = {
        "start": f"Territories are {start.territories}; troops are placed {start.placing}; "
        f"Capital and Farm are {start.homes}.",
        "grace": f"Nobody is cut off for {start.grace} rounds." if start.grace else "",
        "deck": f"Cards: {cards or 'none'}.",
    }
    if cards:
        won = {"every turn": "one every turn", "nothing": "no more"}.get(
            hands.won_by, f"one for a {hands.won_by}"
        )
        lines["hands"] = (
            f"{hands.at_start} for each at the start, then {won.replace('a any', 'any')}; "
            f"{f'at most {hands.limit}' if hands.limit else 'any number'} in hand."
        )
        lines["fallen"] = f"Cards of a fallen player go {hands.fallen}."
    if deck["nuke"]:
        lines["nuke"] = _nuke_in_words(nuke)
    if deck["boat"]:
        inland = ", ".join(board.territory(place).name for place in boat.landlocked)
        coast = f"; no coast: {inland}" if inland and boat.reach != "anywhere" else ""
        lines["boat"] = f"Boat: goes {boat.reach}, for {boat.lasts}{coast}."
    for kind, card in (("attack", rule_set.attack), ("defence", rule_set.defence), ("extra", rule_set.extra)):
        if deck[kind]:
            lasts = (
                "for one battle"
                if isinstance(card, TroopModifier) and card.lasts == "one battle"
                else "to stay"
            )
            lines[kind] = f"{CARDS[kind]} card: troops {_amount(card)}, {lasts}."
    return {section: line for section, line in lines.items() if line}


def _nuke_in_words(nuke: Nuke) -> str:
    """Describe a Nuke: losses, reach and fallout."""
    turns = "rounds" if nuke.counted == "rounds" else "turns of its player"
    barred = "can" if nuke.entering == "free" else "cannot"
    rays = f"its target is radiated for {nuke.lasts} {turns} and {barred} be attacked then"
    kills = "all troops" if nuke.kills == "all" else "half of the troops"
    return f"Nuke: kills {kills}, {nuke.reach}; {rays if nuke.lasts else 'no fallout'}."


def _amount(card: TroopCard) -> str:
    return f"+{card.by}" if card.form == "plus" else f"x{card.by}"
