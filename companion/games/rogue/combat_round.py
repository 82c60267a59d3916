"""Common parts of ground combat and dogfights: play cards face down, reveal them, roll the dice."""

from companion.games.rogue import cards, rules
from companion.games.rogue.deck import DECKS, Window, card_title
from companion.games.rogue.effects import resolve_pending
from companion.games.rogue.state import (
    ROLES,
    TANK,
    CardBattle,
    Fighter,
    RogueState,
    Role,
    Squad,
    card_battle_of,
)
from companion.games.rogue.symbol_dice import (
    REGULAR_ATTACK,
    REGULAR_DEFENCE,
    UPGRADED_ATTACK,
    UPGRADED_DEFENCE,
    shown,
)
from companion.locale.messages import capitalised, gettext, joined, ngettext
from companion.referee.dice import DicePool, SymbolContest, Symbols
from companion.referee.questions import Count, Field, FillIn, Roll
from companion.referee.script import Report, Script

MAX_ON_A_FACE = 3
OPPONENT: dict[Role, Role] = {"attack": "defence", "defence": "attack"}


def attacker(state: RogueState, seat: str, most: int) -> Fighter:
    """Return the attacker of a battle, with the bonuses of cards played earlier in this turn."""
    now = state.facts
    fighter = Fighter(seat, most, upgrades=now.upgrades, hits=now.hits, blocks=now.blocks)
    now.upgrades = now.hits = now.blocks = 0
    return fighter


def squad_of(state: RogueState, role: Role) -> Squad | None:
    """Return the squad of one side; None in a dogfight or if the squad is gone."""
    return state.squads.get(state.fight.zone(role)) if state.fight and not state.dogfight else None


def is_over(state: RogueState) -> bool:
    """Return whether a card ended the fight before the dice: a side has won or a squad is gone."""
    if state.winners:
        return True
    if state.dogfight is not None:
        sides = (state.side(state.dogfight.card_battle.side(role).seat) for role in ROLES)
        return not all(rules.air_tokens(state, state.dogfight.tile, side) for side in sides)
    return state.fight is None or any(squad_of(state, role) is None for role in ROLES)


def play_cards(state: RogueState, window: Window) -> Script[None]:
    """RG-CMB-3: play cards face down, the attacker first, then reveal them alternately."""
    yield from resolve_pending(state)
    if is_over(state):
        return
    battle = card_battle_of(state)
    for role in ROLES:
        for fighter in battle.players(role):
            yield from _lay_face_down(state, role, fighter, window)
    while not is_over(state) and any(map(battle.face_down, ROLES)):
        yield from _reveal(state, battle, window)


def _lay_face_down(state: RogueState, role: Role, fighter: Fighter, window: Window) -> Script[None]:
    if fighter.face_down is not None:
        return
    name, suppressed = state.seat(fighter.seat).name, fighter.most < rules.CARDS_IN_A_FIGHT
    cited: tuple[str, ...] = ("RG-AIR-5",) if window == "dogfight" else ("RG-CMB-3",)
    cited = ("RG-CLS-2", "RG-A15", *cited) if suppressed else cited  # what refuses one more comes first
    most = min(fighter.most, state.hand(fighter.seat))
    if not most:
        fighter.face_down = 0
        if suppressed:
            yield from Report(
                gettext("{player} is suppressed: no cards.", player=name), seat=fighter.seat, rules=cited
            )
        return
    fighter.face_down = yield from Count(
        seat=fighter.seat,
        prompt=gettext("{name}: how many cards face down?", name=name),
        detail=joined(
            (
                _first_laid(card_battle_of(state), role),
                gettext("Suppressing fire: at most {count}.", count=fighter.most) if suppressed else "",
            )
        ),
        rules=cited,
        least=0,
        most=most,
        suggested=0,
        unit=gettext("cards"),
    )


def _first_laid(battle: CardBattle, role: Role) -> str:
    if role == "attack":
        return ""
    return gettext("The attacker has laid {count}.", count=battle.face_down("attack"))


def _reveal(state: RogueState, battle: CardBattle, window: Window) -> Script[None]:
    """Reveal one card of the side on turn, or of the other side if it has none left."""
    role = battle.turn if battle.face_down(battle.turn) else OPPONENT[battle.turn]
    fighter = next(player for player in battle.players(role) if player.face_down)
    side = battle.side(role)
    card = None
    if any(state.hands[fighter.seat].values()):
        card = yield from cards.choose_card(
            state,
            fighter.seat,
            (window,),
            DECKS,
            gettext("It goes back to hand"),
            squad_of(state, role),
            _face_down(battle),
        )
    power = (yield from cards.choose_power(fighter.seat, card)) if card else None
    fighter.face_down = (fighter.face_down or 0) - 1
    battle.turn = OPPONENT[role]
    if card is None or power is None:
        return
    fighter.revealed.append(card.name)
    cards.discard_played(state, fighter.seat, card)
    yield from cards.report_card(state, fighter.seat, card)
    if side.cancelled:
        side.cancelled -= 1
        yield from Report(
            gettext("{card} has no effect.", card=card.title), seat=fighter.seat, rules=("RG-CRD",)
        )
    else:
        cards.queue_effects(state, fighter.seat, card, power, role)
    yield from resolve_pending(state)


def _face_down(battle: CardBattle) -> str:
    """Describe the public information: the number of face-down cards, and the revealed cards."""
    return joined((_one_face_down(role, fighter) for role in ROLES for fighter in battle.players(role)), "\n")


def _one_face_down(role: Role, fighter: Fighter) -> str:
    facts = {
        "side": capitalised(gettext(role)),
        "count": fighter.face_down,
        "cards": joined(map(card_title, fighter.revealed), ", "),
    }
    if fighter.revealed:
        return gettext("{side}: {count} face down, revealed {cards}", **facts)
    return gettext("{side}: {count} face down", **facts)


def roll_dice(state: RogueState, prompt: str, cited: tuple[str, ...]) -> Script[tuple[Symbols, Symbols]]:
    """Roll the dice of both sides, or ask for their faces, and add the hits and blocks without dice.

    Returns:
        Hits and blocks of the attacker, and of the defender.
    """
    counts = _counts(state)
    pools = _roll(state, prompt, cited, counts) if state.faces else _typed(state, prompt, cited, counts)
    up = yield from pools
    return (
        _total(state, "attack", up[REGULAR_ATTACK], up[UPGRADED_ATTACK]),
        _total(state, "defence", up[REGULAR_DEFENCE], up[UPGRADED_DEFENCE]),
    )


def _counts(state: RogueState) -> dict[str, int]:
    """Return the number of dice of each kind."""
    attack, better = rules.dice_of(state, "attack")
    defence, safer = rules.dice_of(state, "defence")
    return {
        REGULAR_ATTACK: attack - better,
        UPGRADED_ATTACK: better,
        REGULAR_DEFENCE: defence - safer,
        UPGRADED_DEFENCE: safer,
    }


def _total(state: RogueState, role: Role, *pools: Symbols) -> Symbols:
    hits = card_battle_of(state).side(role).hits + sum(pool.hits for pool in pools)
    return Symbols(hits, rules.certain_blocks(state, role) + sum(pool.blocks for pool in pools))


def _roll(
    state: RogueState, prompt: str, cited: tuple[str, ...], counts: dict[str, int]
) -> Script[dict[str, Symbols]]:
    battle = card_battle_of(state)
    seats = {REGULAR_ATTACK: battle.attack.seat, UPGRADED_ATTACK: battle.attack.seat}
    rolled = yield from Roll(
        seat=battle.attack.seat,
        prompt=prompt,
        detail=_certain(state),
        rules=cited,
        pools=tuple(
            DicePool(die, seats.get(die, battle.defence.seat), number, number, profile=die)
            for die, number in counts.items()
            if number
        ),
        symbol_contest=_symbol_contest(state, counts),
    )
    nothing = dict.fromkeys(counts, Symbols())
    return nothing | shown(state.faces, rolled)


def _symbol_contest(state: RogueState, counts: dict[str, int]) -> SymbolContest:
    """Return the dice of both sides with their hits and blocks without dice, for the odds."""
    dice: dict[Role, tuple[tuple[Symbols, ...], ...]] = {}
    for role, kinds in zip(
        ROLES, ((REGULAR_ATTACK, UPGRADED_ATTACK), (REGULAR_DEFENCE, UPGRADED_DEFENCE)), strict=True
    ):
        certain = _total(state, role)
        rolled = tuple(state.faces[kind] for kind in kinds for _ in range(counts[kind]))
        dice[role] = rolled + (((certain,),) if certain != Symbols() else ())
    return SymbolContest(dice["attack"], dice["defence"])


def _certain(state: RogueState) -> str:
    """Describe upgraded dice, and hits and blocks without dice: at most one line a side."""
    lines = []
    for role in ROLES:
        certain = _total(state, role)
        parts: list[str] = []
        if certain.hits:
            parts.append(ngettext("+{count} hit", "+{count} hits", certain.hits))
        if certain.blocks:
            parts.append(ngettext("+{count} block", "+{count} blocks", certain.blocks))
        if causes := _upgrading(state, role):
            parts.append(gettext("upgraded by {causes}", causes=joined(causes, ", ")))
        if parts:
            side = capitalised(gettext(role))
            lines.append(gettext("{side}: {effects}.", side=side, effects=joined(parts, ", ")))
    return joined(lines, "\n")


def _upgrading(state: RogueState, role: Role) -> list[str]:
    """RG-CMB-5, RG-TNK-7, RG-AIR-5: list what upgrades the dice of one side."""
    fighter, squad = card_battle_of(state).side(role), squad_of(state, role)
    causes: list[tuple[int, str]] = []
    if state.dogfight is not None:
        more = rules.air_tokens(state, state.dogfight.tile, state.side(fighter.seat)) - 1
        causes.append((more, gettext("{count} more aircraft", count=more)))
    elif state.fight is not None and squad is not None:
        cover, tanks = state.cover.get(state.fight.zone(role), 0), squad.count(TANK)
        causes.append((cover, gettext("{count} cover", count=cover)))
        causes.append((tanks, ngettext("{count} tank", "{count} tanks", tanks)))
    causes.append((fighter.upgrades, ngettext("{count} card", "{count} cards", fighter.upgrades)))
    return [text for number, text in causes if number > 0]


def _typed(
    state: RogueState, prompt: str, cited: tuple[str, ...], counts: dict[str, int]
) -> Script[dict[str, Symbols]]:
    """RG-CMB-7: ask for the hits and blocks on the dice, including hits on upgraded defence dice."""
    attack = counts[REGULAR_ATTACK] + counts[UPGRADED_ATTACK]
    defence = counts[REGULAR_DEFENCE] + counts[UPGRADED_DEFENCE]
    fields = [
        Field("hits", gettext("Attacker's hits"), 0, 0, MAX_ON_A_FACE * attack),
        Field("blocks", gettext("Defender's blocks"), 0, 0, MAX_ON_A_FACE * defence),
    ]
    if counts[UPGRADED_DEFENCE]:
        most = MAX_ON_A_FACE * counts[UPGRADED_DEFENCE]
        fields.append(Field("struck", gettext("Defender's hits"), 0, 0, most))
    filled_in = yield from FillIn(
        seat=card_battle_of(state).attack.seat,
        prompt=prompt,
        detail=joined((*map(_count_dice, counts.items()), _certain(state)), "\n"),
        rules=cited,
        fields=tuple(fields),
    )
    return {
        REGULAR_ATTACK: Symbols(int(filled_in["hits"])),
        UPGRADED_ATTACK: Symbols(),
        REGULAR_DEFENCE: Symbols(0, int(filled_in["blocks"])),
        UPGRADED_DEFENCE: Symbols(int(filled_in.get("struck", 0))),
    }


def _count_dice(dice: tuple[str, int]) -> str:
    die, count = dice
    return gettext("{count} {dice}", count=count, dice=gettext(die)) if count else ""


def cited_on_ground(state: RogueState) -> tuple[str, ...]:
    """Return the rules that apply to a roll in ground combat."""
    squads = [squad for role in ROLES if (squad := squad_of(state, role)) is not None]
    cited: tuple[str, ...] = ("RG-CMB-4", "RG-CMB-5")
    if any(squad.count(TANK) for squad in squads):
        cited += ("RG-TNK-7",)
    if any(map(rules.engineers_blocks, squads)):
        cited += ("RG-TNK-8", "RG-A12")
        cited += ("RG-CLS-4",) if state.plays("advanced") else ()
    return cited
