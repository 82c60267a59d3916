"""Text notation of Risk StarCraft positions in one line: armies in words, other fields as JSON.

``starcraft r2 t4 attack red; seats red blue; red: ...; blue: others 2; mode "match"; bases {"red":"char"}``
"""

from companion.errors import MalformedPosition
from companion.games.boards.board import load_board
from companion.games.starcraft import rules
from companion.games.starcraft.factions import FACTIONS, RACES
from companion.games.starcraft.houserules import StarcraftHouseRules
from companion.games.starcraft.state import COMMON, EARLIER_FACTS, NEUTRAL_COLOUR, Invasion, StarcraftState
from companion.games.territory.notation import read_holdings, write_holdings
from companion.games.territory.state import Holding, Occupation
from companion.referee.notation import PositionNotation
from companion.referee.position import PlainForm, exactly, facts_of, only_known, split_sections

BOARD = "starcraft"


def write_position(state: StarcraftState) -> str:
    """Write a position as one line of text."""
    return FORM.write(state, state.house, write_holdings(state))


def read_position(text: str) -> StarcraftState:
    """Read a position.

    Raises:
        MalformedPosition: the text is no position of Risk StarCraft; the message says where the error is.
        UnknownName: a seat, territory or house rule is unknown.
    """
    sections = split_sections(text)
    _gather_facts(sections.facts)
    FORM.check_facts(sections)
    empty = {territory.id: Holding() for territory in load_board(BOARD).territories}
    state = FORM.read(sections, board=BOARD, holdings=empty)
    read_holdings(state, sections.holdings)
    return state


def _gather_facts(facts: dict[str, str]) -> None:
    """Read facts of the turn that are separate fields in positions of older versions."""
    alone = [f'"{name}":{facts.pop(name)}' for name in EARLIER_FACTS if name in facts]
    if alone:
        together = facts.get("facts", "{}")[1:-1]
        facts["facts"] = f"{{{','.join(filter(None, (together, *alone)))}}}"


def _check(state: StarcraftState) -> None:
    seats = [seat.id for seat in state.seats]
    exactly("heroes", state.heroes, seats)
    exactly("hands", state.hands, seats)
    exactly("supply", [owner for owner in state.supply if not owner.startswith(NEUTRAL_COLOUR)], seats)
    for fact in ("diced", "order", "places", "bases", "waiting_towers", "winners", "factions"):
        only_known(fact, getattr(state, fact), seats)
    only_known("towers", state.towers.values(), seats)
    only_known("card", [state.facts.card.seat] if state.facts.card else (), seats)
    if state.step != "sides":
        _check_sides(state, seats)
    if len(seats) == 2 and state.mode != "match":
        raise MalformedPosition("Two players play the match; the position's mode is another.")
    _check_places(state)


def _check_sides(state: StarcraftState, seats: list[str]) -> None:
    """Check that, after sides are chosen, every seat has its own faction and every faction its deck."""
    exactly("factions", state.factions, seats)
    only_known("factions", state.factions.values(), FACTIONS)
    if len(set(state.factions.values())) < len(seats):
        raise MalformedPosition("Two seats of the position have the same faction; each has its own.")
    exactly("decks", state.decks, RACES if rules.uses_heroes(state) else (COMMON,))
    neutrals = [owner for owner in state.supply if owner not in seats]
    if state.step == "units":
        exactly("supply", neutrals, rules.neutrals(state))
    only_known("supply", neutrals, rules.neutrals(state))


def _check_places(state: StarcraftState) -> None:
    facts = state.facts
    written = {
        "minerals": state.minerals,
        "bases": state.bases.values(),
        "heroes": state.heroes.values(),
        "towers": state.towers,
        "shelf": state.objectives.before,
        "facts": (*facts.deployed, *(facts.follows or ()), *_ends(facts.invasion), *_ends(facts.occupation)),
    }
    for fact, places in written.items():
        only_known(fact, places, state.holdings)


def _ends(begun: Invasion | Occupation | None) -> tuple[str, ...]:
    return () if begun is None else (begun.origin, begun.target)


FORM = PlainForm(
    "starcraft",
    "Risk StarCraft",
    (2, 6),
    StarcraftHouseRules,
    facts_of(StarcraftState, excluded=("board", "holdings")),
    StarcraftState,
    _check,
)
STARCRAFT_NOTATION = PositionNotation(write_position, read_position)
"""The position notation of Risk StarCraft."""
