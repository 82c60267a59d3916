"""A game with scripted answers; it records every rule that was used."""

from typing import Any, Self

from companion.referee.entries import Changes
from companion.referee.game import Game
from companion.referee.table import Table
from tests.referee.tables import lay


class ScriptedGame:
    """A table with scripted answers.

    Attributes:
        table: the table.
        fired: ids of the rules that asked, refused or reported something so far.
    """

    def __init__(self, game: Game[Any], players: int, **house: str) -> None:
        self.table: Table[Any] = lay(game, players, **house)
        self.fired: set[str] = set()
        self._look()

    @property
    def state(self) -> Any:
        """The current state of the game."""
        return self.table.state

    def say(self, *answers: object) -> Self:
        """Give answers and check that all are allowed."""
        for answer in answers:
            ruling = self.table.answer(answer)
            assert ruling.allowed, (self.table.question, answer, ruling.text)
            self._look()
        return self

    def refused(self, answer: object, *rules: str) -> Self:
        """Give an answer; check that these rules refuse it, in this order, and that nothing changes."""
        seq, ruling = self.table.seq, self.table.answer(answer)
        assert (ruling.allowed, ruling.rules) == (False, rules), (self.table.question, answer, ruling)
        assert self.table.seq == seq
        self.fired |= set(ruling.rules)
        return self

    def not_corrected(self, changes: Changes, *rules: str) -> Self:
        """Make a correction; check that these rules refuse it, and that nothing changes."""
        seq, ruling = self.table.seq, self.table.correct(changes)
        assert (ruling.allowed, ruling.rules) == (False, rules), (changes, ruling)
        assert self.table.seq == seq
        self.fired |= set(ruling.rules)
        return self

    def _look(self) -> None:
        if self.table.question is not None:
            self.fired |= set(self.table.question.rules)
        self.fired |= {rule for report in self.table.latest for rule in report.rules}
