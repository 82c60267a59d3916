"""Positions for tests: squads in zones, in the middle of a turn."""

from typing import Any

from companion.games.rogue.battlefield_files import load_battlefield
from companion.games.rogue.deck import Card, Effect, Power
from companion.games.rogue.game import ROGUE
from companion.games.rogue.houserules import RogueHouseRules
from companion.games.rogue.scenario import Condition, Scenario, Side, Victory
from companion.games.rogue.setup import begin
from companion.games.rogue.state import RogueState, Squad, TurnFacts
from companion.games.rogue.symbol_dice import DICE
from companion.referee.dice import Symbols
from companion.referee.houserules import set_house_rules
from companion.referee.seats import seats_of
from companion.referee.table import Table

Squads = dict[str, str]
"""Zone by zone: the seat and its units, leaders with a star: ``"red assault* engineer tank tank"``."""

ALONE = ("red", "blue", "green", "yellow")
# Every die has equal faces, so that tests can count: 1 hit, 2 hits, 1 block, and 2 blocks.
EASY_FACES = {
    die: tuple([face] * 6)
    for die, face in zip(DICE, (Symbols(1), Symbols(2), Symbols(0, 1), Symbols(0, 2)), strict=True)
}


def a_squad(words: str) -> Squad:
    """Parse ``"red assault* engineer"``."""
    owner, *units = words.split()
    plain = [unit.rstrip("*") for unit in units]
    return Squad(
        owner, {unit: plain.count(unit) for unit in plain}, [u[:-1] for u in units if u.endswith("*")]
    )


def a_scenario(players: int, teams: bool, victories: tuple[Victory, ...], field: str) -> Scenario:
    """Return a scenario that nobody wins accidentally."""
    numbers = tuple(range(1, players + 1))
    groups = [numbers[::2], numbers[1::2]] if teams else [(number,) for number in numbers]
    sides = tuple(Side(name=f"Side {at}", players=group) for at, group in enumerate(groups, 1))
    endless = Victory(side="Side 1", title="Survive", conditions=(Condition(kind="survive", number=999),))
    return Scenario(
        id="test",
        title="Test",
        level="boot camp",
        battlefield=field,
        sides=sides,
        victories=victories or (endless,),
    )


def a_state(
    squads: Squads,
    *,
    players: int = 2,
    teams: bool = False,
    step: str = "squad",
    active: str = "red",
    field: str = "compound",
    starts: dict[str, str] | None = None,
    cover: dict[str, int] | None = None,
    aircraft: dict[str, dict[str, int]] | None = None,
    hand: int = 0,
    typed: bool = False,
    deck: int = 20,
    cards: tuple[Card, ...] = (),
    victories: tuple[Victory, ...] = (),
    **house: str,
) -> RogueState:
    """Return a position in the first turn, with this many cards of each kind in every hand and deck.

    The dice always show the same, unless their faces are entered.
    """
    rules = set_house_rules(RogueHouseRules, house)
    state = begin(seats_of(players), rules)
    state.field = load_battlefield(field)
    state.scenario = a_scenario(players, teams, victories, field)
    state.order = tuple(seat.id for seat in state.seats)
    state.squads = {zone: a_squad(words) for zone, words in squads.items()}
    state.holders = {zone: squad.owner for zone, squad in state.squads.items()}
    state.starts = starts or {}
    state.cover = cover or {}
    state.aircraft = aircraft or {}
    state.hands = {seat: {"leadership": hand, "weapons": hand, "air support": hand} for seat in state.order}
    state.decks = {"leadership": deck, "weapons": deck, "air support": deck}
    state.cards = {card.name: card for card in cards}
    state.faces = {} if typed else EASY_FACES
    state.step, state.active, state.round, state.turn = step, active, 1, 1
    state.team_to_go = state.team(state.side(active)) if state.plays("advanced") else (active,)
    state.facts = TurnFacts(begun=step != "draw", ordered=True)
    state.tokens_left = 8 if state.plays("commander") else 0
    return state


def a_table(squads: Squads, **facts: Any) -> Table[RogueState]:
    """Return a table with such a position."""
    return Table(ROGUE, a_state(squads, **facts))


def a_card(name: str, *effects: str, when: str = "combat", needs: Any = "all", kind: Any = "weapons") -> Card:
    """Return a card with these effects: ``"upgrade 2"``; ``"or"`` separates its two powers."""
    powers: list[list[Effect]] = [[]]
    for words in effects:
        if words == "or":
            powers.append([])
        else:
            deed, _, number = words.rpartition(" ")
            powers[-1].append(Effect(deed, int(number)))  # type: ignore[arg-type]  # a test's own word
    windows: Any = tuple(when.split(", "))
    return Card(
        name=name,
        kind=kind,
        windows=windows,
        needs=needs,
        powers=tuple(Power(tuple(effects)) for effects in powers),
    )
