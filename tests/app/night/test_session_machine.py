"""Whatever is done to a session, and however it ends, the disk holds what a twin in memory holds."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.app.night.session import Session
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.referee.tiny.ambush import AMBUSH
from tests.referee.tiny.skirmish import SKIRMISH

GAMES: dict[str, Game[Any]] = {
    "ambush": AMBUSH,
    "skirmish": SKIRMISH,
    "classic": find_game("classic"),
    "battle": find_game("battle"),
}
MAX_AT_ONCE = 4
"""Most answers that are undone or redone at once."""


class SessionMachine(RuleBasedStateMachine):
    """One game on disk beside the same game in memory, which is never saved, killed or opened again."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="session-machine-"))
        self.path = self.folder / "0" / "games.sqlite"
        self.lives = 0

    def teardown(self) -> None:
        if hasattr(self, "journal"):
            self.journal.close()
        shutil.rmtree(self.folder)

    @initialize(game=st.sampled_from(sorted(GAMES)), other_games=st.integers(0, 2))
    def begin(self, game: str, other_games: int) -> None:
        """Sit down; other games in the same journal must not be touched."""
        self.game: Game[Any] = GAMES[game]
        self.journal = Journal.open(self.path)
        for _ in range(other_games):
            Session.begin(self.journal, AMBUSH, seats_of(2))
        self.session = Session.begin(self.journal, self.game, seats_of(2), now=lambda: 0.0)
        house_rules = set_house_rules(self.game.house_rules, {})
        self.twin: Table[Any] = Table(self.game, self.game.begin(seats_of(2), house_rules))
        self.others = self._other_games()

    @precondition(lambda self: self.twin.question is not None)
    @rule(seed=st.integers(0, 99), count=st.integers(1, 6))
    def answer(self, seed: int, count: int) -> None:
        """Give a few answers that are allowed."""
        bot = RandomBot(seed)
        for _ in range(count):
            if self.twin.question is not None:
                answer = bot.answer(self.twin.question)
                assert self.session.answer(answer, seq=self.session.seq).allowed
                assert self.twin.answer(answer).allowed

    @precondition(lambda self: self.twin.question is not None)
    @rule(answer=st.sampled_from(["nowhere", "", "-1"]))
    def answer_wrongly(self, answer: str) -> None:
        """Give an answer of the right or the wrong shape that nobody allows; nothing changes."""
        for table in (self.session, self.twin):
            try:
                ruling = table.answer(answer)
            except ValueError:
                continue
            assert not ruling.allowed

    @precondition(lambda self: self.twin.entries)
    @rule(count=st.integers(1, MAX_AT_ONCE))
    def undo(self, count: int) -> None:
        count = min(count, len(self.twin.entries))
        self.session.undo(count)
        self.twin.undo(count)

    @precondition(lambda self: self.twin.entries)
    @rule(seed=st.integers(0, 99))
    def change_an_answer(self, seed: int) -> None:
        """Undo the last answer and give another; one of them may end a turn."""
        self.undo(1)
        if self.twin.question is not None:
            self.answer(seed, 1)

    @precondition(lambda self: self.twin.undone)
    @rule(count=st.integers(1, MAX_AT_ONCE))
    def redo(self, count: int) -> None:
        count = min(count, len(self.twin.undone))
        self.session.redo(count)
        self.twin.redo(count)

    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """Set one thing right by hand; the game may refuse, then nothing changes."""
        things = self.game.correctables(self.twin.state)
        thing = data.draw(st.sampled_from(things))
        values: Any = (
            st.sampled_from(thing.choices) if thing.choices else st.integers(thing.least, thing.most)
        )
        changes: dict[str, int | str] = {thing.key: data.draw(values)}
        assert self.session.correct(changes) == self.twin.correct(changes)

    @rule()
    def reopen(self) -> None:
        """Close the companion and start it again."""
        self.journal.close()
        self._resume()

    @rule()
    def kill(self) -> None:
        """Start again from what is on disk at this moment, as after a pulled plug."""
        self.lives += 1
        folder = self.folder / str(self.lives)
        folder.mkdir()
        for file in self.path.parent.iterdir():
            shutil.copy(file, folder)
        self.journal.close()
        self.path = folder / "games.sqlite"
        self._resume()

    def _resume(self) -> None:
        self.journal = Journal.open(self.path)
        assert self.journal.notice is None
        self.session = Session.resume(self.journal, self.session.number, self._find_game, now=lambda: 0.0)

    def _find_game(self, _: str) -> Game[Any]:
        return self.game

    def _other_games(self) -> list[Any]:
        numbers = [record.id for record in self.journal.games() if record.id != self.session.number]
        return [self.journal.archive(number) for number in sorted(numbers)]

    @invariant()
    def both_are_one(self) -> None:
        if not hasattr(self, "session"):
            return
        table = self.session.table
        assert table.state == self.twin.state
        assert table.question == self.twin.question
        assert table.entries == self.twin.entries
        assert table.undone == self.twin.undone
        saved = self.journal.load(self.session.number)
        assert saved.entries == self.twin.entries
        assert saved.undone == self.twin.undone
        assert saved.record.winners == self.twin.state.winners
        assert self._other_games() == self.others


SessionMachine.TestCase.settings = settings(stateful_step_count=15)
test_the_disk_holds_what_the_twin_holds = SessionMachine.TestCase
