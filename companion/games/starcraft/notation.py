"""Text notation of Risk StarCraft positions in one line: armies in words, other fields as JSON.

``starcraft r2 t4 attack red; seats red blue; red: ...; blue: others 2; mode "match"; bases {"red":"char"}``
"""

from companion.errors import MalformedPosition
from companion.games.boards.board import load_board
from companion.games.starcraft import rules
from companion.games.starcraft.factions import COMMON, RACES
from companion.games.starcraft.houserules import StarcraftHouseRules
from companion.games.starcraft.info import INFO
from companion.games.starcraft.state import EARLIER_FACTS, StarcraftState
from companion.games.territory.notation import read_holdings, write_holdings
from companion.games.territory.state import Holding
from companion.locale.messages import gettext
from companion.referee.names import each_once, exactly, only_known
from companion.referee.position import PlainForm, split_sections

BOARD = "starcraft"


class StarcraftForm(PlainForm[StarcraftState]):
    """The position notation of Risk StarCraft."""

    def write(self, state: StarcraftState) -> str:
        """Write a position in one line."""
        return self.write_with(state, write_holdings(state))

    def read(self, text: str) -> StarcraftState:
        """Read a position; see `PlainForm.read`."""
        sections = split_sections(text)
        _gather_facts(sections.facts)
        empty = {territory.id: Holding() for territory in load_board(BOARD).territories}
        state = self.read_sections(sections, board=BOARD, holdings=empty)
        _check(state)
        read_holdings(state, sections.holdings)
        return state


def _gather_facts(facts: dict[str, str]) -> None:
    """Read facts of the turn that are separate fields in positions of older versions."""
    alone = [f'"{name}":{facts.pop(name)}' for name in EARLIER_FACTS if name in facts]
    if alone:
        together = facts.get("facts", "{}")[1:-1]
        facts["facts"] = f"{{{','.join(filter(None, (together, *alone)))}}}"


def _check(state: StarcraftState) -> None:
    """Check that, after sides are chosen, every seat has its own faction and every faction its deck."""
    seats = [seat.id for seat in state.seats]
    if len(seats) == 2 and state.mode != "match":
        raise MalformedPosition(gettext("Two players play the match; the position's mode is another."))
    if state.step == "sides":
        return
    each_once("factions", state.factions, seats)
    if len(set(state.factions.values())) < len(seats):
        raise MalformedPosition(gettext("Two seats of the position have the same faction; each has its own."))
    exactly("decks", state.decks, RACES if state.uses_heroes else (COMMON,))
    neutrals = [owner for owner in state.supply if owner not in seats]
    (exactly if state.step == "units" else only_known)("supply", neutrals, rules.neutrals(state))


STARCRAFT_NOTATION = StarcraftForm(INFO, StarcraftHouseRules, StarcraftState, elsewhere=("board", "holdings"))
"""The position notation of Risk StarCraft."""
