"""The rules of classic Risk as pure functions: calculations and rulings, each with its rule id."""

from itertools import combinations_with_replacement

from companion.games.boards.board_choice import scaled
from companion.games.classic import objectives
from companion.games.classic.state import WILD_CARDS, ClassicState
from companion.games.territory import movement, stars
from companion.games.territory.attack import AttackRules, dice_attacks
from companion.games.territory.cards import CARD_NAMES
from companion.games.territory.reinforcement import Term, continent_terms, territory_term
from companion.games.territory.rewards import has
from companion.games.territory.state import NEUTRAL
from companion.games.territory.turns import in_step, order_from
from companion.locale.messages import gettext, joined, ngettext
from companion.referee.ruling import Ruling, refuse

SYMBOLS = ("artillery", "cavalry", "infantry", "wild")
SET_SIZE = 3
HAND_THAT_MUST_TRADE = 5
FIRST_SETS = (4, 6, 8, 10, 12, 15)
STARTING_ARMIES = {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}
FRENCH_ARMIES = {2: 40, 3: 40, 4: 35, 5: 30, 6: 25}
NEUTRAL_ARMIES = 40

ATTACKS: AttackRules[ClassicState] = dice_attacks("CL-ATK")
"""CL-ATK: attack with two or more armies a linked territory of another player."""


def starting_armies(state: ClassicState) -> dict[str, int]:
    """CL-SETUP, CL-2P: return the number of first armies of each player and of the neutral army.

    CL-MAP: on a board of another size they are in proportion to its territories.
    """
    table = FRENCH_ARMIES if state.house.armies == "french" else STARTING_ARMIES
    armies = {seat.id: table[len(state.seats)] for seat in state.seats}
    armies |= {NEUTRAL: NEUTRAL_ARMIES} if has_neutral(state) else {}
    return {owner: scaled(number, len(state.holdings)) for owner, number in armies.items()}


def has_neutral(state: ClassicState) -> bool:
    """CL-2P: whether the game has a neutral army, as with two players."""
    return len(state.seats) == 2


def roller_for(state: ClassicState, defender: str) -> str:
    """CL-2P: return who rolls the defence dice; the opponent rolls for the neutral army."""
    if defender != NEUTRAL:
        return defender
    return next(seat.id for seat in state.seats if seat.id != state.active)


def income(state: ClassicState, seat: str) -> tuple[Term, ...]:
    """CL-RNF: return a third of the seat's territories, at least three, plus its whole continents.

    CL-2008: cities count like territories, each capital gives an army; CL-2008-R: a reward gives two.
    """
    held = state.held(seat)
    cities = len(set(held).intersection(state.edition_2008.cities))
    return (
        territory_term(len(held), landmarks=cities, called=objectives.cities_in_words),
        *continent_terms(state, seat),
        *objectives.terms(state, seat),
    )


_ARTILLERY_LEAST = {"artillery": 4, "infantry": 6, "cavalry": 8}
FIXED_SETS: dict[str, dict[str, int]] = {
    "fixed": {"infantry": 4, "cavalry": 6, "artillery": 8},
    "artillery least": _ARTILLERY_LEAST,
    "pair with wild": _ARTILLERY_LEAST,
}
"""CL-SET-4: armies for three equal symbols, by house rule."""
ONE_OF_EACH = 10
PAIR_WITH_WILD = 12


def set_worth(state: ClassicState, laid: tuple[str, ...]) -> int:
    """CL-SET, CL-SET-4: return the armies for a set, by the number of sets traded or by its symbols."""
    if state.house.set_values == "rising":
        return set_armies(state.sets_traded)
    plain = set(laid) - {"wild"}
    if "wild" in laid and _pairs_with_wild(state):
        return PAIR_WITH_WILD
    worth = FIXED_SETS[state.house.set_values]
    alike = max((worth[symbol] for symbol in plain), default=0) if len(plain) < SET_SIZE else 0
    mixed = len(plain) + laid.count("wild") == SET_SIZE
    return ONE_OF_EACH if mixed else alike


def set_armies(traded: int) -> int:
    """CL-SET: return the armies for the next set: 4, 6, 8, 10, 12, 15, then 5 more for each set."""
    return (
        FIRST_SETS[traded]
        if traded < len(FIRST_SETS)
        else FIRST_SETS[-1] + 5 * (traded - len(FIRST_SETS) + 1)
    )


def _pairs_with_wild(state: ClassicState) -> bool:
    """CL-SET-4: whether a wild card goes only with two alike."""
    return state.house.set_values == "pair with wild"


def is_set(state: ClassicState, cards: tuple[str, ...]) -> bool:
    """CL-SET: whether the cards are three equal ones, one of each, or any two with a wild card.

    CL-SET-4: by house rule a wild card goes only with two alike.
    """
    plain, wild = {card for card in cards if card != "wild"}, cards.count("wild")
    if wild and _pairs_with_wild(state):
        return len(cards) == SET_SIZE and wild == 1 and len(plain) == 1
    return len(cards) == SET_SIZE and wild <= WILD_CARDS and (wild > 0 or len(plain) in (1, SET_SIZE))


def sets(state: ClassicState) -> tuple[tuple[tuple[str, ...], ...], dict[str, Ruling]]:
    """CL-SET: return all combinations of three cards that are a set, and rulings on all others."""
    threes = tuple(combinations_with_replacement(SYMBOLS, SET_SIZE))
    allowed = tuple(cards for cards in threes if is_set(state, cards))
    return allowed, {"+".join(cards): _no_set(state, cards) for cards in threes if not is_set(state, cards)}


def _no_set(state: ClassicState, cards: tuple[str, ...]) -> Ruling:
    instead = (
        gettext("A set is three alike, one of each, or two alike with a wild card.")
        if _pairs_with_wild(state)
        else gettext("A set is three alike, one of each, or any two with a wild card.")
    )
    if cards.count("wild") > WILD_CARDS:
        return refuse(
            "CL-SET",
            ngettext("There is only {count} wild card.", "There are only {count} wild cards.", WILD_CARDS),
            instead=instead,
        )
    return refuse(
        "CL-SET",
        "{cards} is no set.",
        cards=joined((CARD_NAMES.get(card, card) for card in cards), ", "),
        instead=instead,
    )


def must_trade(state: ClassicState, seat: str) -> bool:
    """CL-SET-3: whether a seat must trade because it has five or more cards."""
    return not state.has_stars and state.cards.hands[seat] >= HAND_THAT_MUST_TRADE


def deck_size(state: ClassicState) -> int:
    """CL-CARD: return the number of cards, one a territory; star decks have no wild cards."""
    return len(state.holdings) + (0 if state.has_stars else WILD_CARDS)


def judge_attack(state: ClassicState, *, origin: str, target: str) -> Ruling:
    """CL-ATK: judge whether the active seat can attack `target` from `origin`."""
    origin, target = _on_map(state, origin), _on_map(state, target)
    return in_step(state, "attack", "CL-TURN", lambda: ATTACKS.judge(state, state.mover.id, origin, target))


def judge_fortify(state: ClassicState, *, origin: str, target: str, armies: int = 1) -> Ruling:
    """CL-FORT: judge whether the active seat can move this many armies from `origin` to `target`."""
    origin, target = _on_map(state, origin), _on_map(state, target)
    near = state.house.fortify == "adjacent"
    return in_step(
        state,
        "fortify",
        "CL-TURN",
        lambda: movement.judge_move(state, origin, target, armies, "CL-FORT", adjacent_only=near),
    )


def judge_trade(state: ClassicState, *, cards: list[str]) -> Ruling:
    """CL-SET, CL-STAR: judge whether the active seat can trade these cards."""
    laid = tuple(sorted(cards))
    step = "attack" if state.facts.trade_down else "trade"
    return in_step(state, step, "CL-TURN", lambda: _judge_trade(state, laid))


def _judge_trade(state: ClassicState, laid: tuple[str, ...]) -> Ruling:
    rule, hand = "CL-STAR" if state.has_stars else "CL-SET", state.cards.hands[state.mover.id]
    if hand < len(laid):
        text = ngettext(
            "{player} holds {count} card, not {laid}.",
            "{player} holds {count} cards, not {laid}.",
            hand,
            player=state.mover.name,
            laid=len(laid),
        )
        return refuse(rule, text)
    if state.has_stars:
        return stars.judge_trade(laid, rule)
    return Ruling(True) if is_set(state, laid) and set(laid) <= set(SYMBOLS) else _no_set(state, laid)


def _on_map(state: ClassicState, name: str) -> str:
    return state.map.territory(name).id


def order_of_play(state: ClassicState) -> tuple[str, ...]:
    """CL-TURN: return all seats in order, beginning with the starting seat."""
    return order_from(state, state.starter)


def winners(state: ClassicState) -> tuple[str, ...]:
    """CL-WIN: return the last seat that holds territories; the neutral army does not count.

    CL-2008: also the active seat with enough objectives, if the house rule checks that at once.
    """
    playing = state.playing()
    if len(playing) == 1:
        return (playing[0].id,)
    if state.turn and state.house.goal == "capitals" and not state.is_2008:
        return all_capitals(state)
    return objectives.winners(state) if state.house.victory == "at once" else ()


def all_capitals(state: ClassicState) -> tuple[str, ...]:
    """CL-CAP: the active seat wins if it holds all capitals, including its own."""
    places = state.edition_2008.capitals.values()
    return (state.mover.id,) if places and set(places) <= set(state.held(state.mover.id)) else ()


def may_draw(state: ClassicState) -> bool:
    """CL-CARD: whether the active seat draws a card, because it has conquered a territory.

    CL-2008-O: not in a turn with an objective; CL-2008-R: in every turn with the guaranteed card.
    """
    seat, in_play = state.mover.id, state.edition_2008.objectives
    either = in_play.collected is None or state.house.objective_and_card == "both"
    return (state.facts.conquered and either) or has(in_play, seat, "guaranteed card")


def turn_steps(state: ClassicState) -> tuple[str, ...]:
    """CL-TURN: return the steps of a turn that ask questions; CL-2008, CL-2008-R: may add some."""
    in_play = state.edition_2008.objectives
    first = ("starting-maneuver",) if has(in_play, state.mover.id, "starting maneuver") else ()
    third = ("objective",) if state.is_2008 else ()
    return ("trade", "reinforce", *first, "attack", *third, "fortify")


def maneuvers(state: ClassicState) -> int:
    """CL-FORT: return how many moves end a turn: one; CL-2008-R: two with the reward."""
    return 1 + has(state.edition_2008.objectives, state.mover.id, "additional maneuver")
