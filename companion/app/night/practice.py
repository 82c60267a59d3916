"""Practice: a game that goes on from a moment of another one, and of which nothing is kept."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app.chronicle.recorded_game import beginning
from companion.app.night.session import Session
from companion.closing import Closing
from companion.journal.journal import Journal


class Practice(Closing):
    """What would have happened: a copy of a game's beginning in a journal of its own, deleted with it.

    Args:
        played: the game; it is not changed.
        entry_count: answers and corrections after which the practice begins.
        number: of the game to come back to; by default of the one that is played.

    Attributes:
        number: of the game to come back to.
        session: what is practised.

    Raises:
        JournalError: the copy cannot be written to disk.
    """

    def __init__(self, played: Session, entry_count: int, number: int | None = None) -> None:
        self.number = played.number if number is None else number
        copied = beginning(played.journal.archive(played.number), entry_count)
        with ExitStack() as stack:
            folder = stack.enter_context(TemporaryDirectory(prefix="practice-"))
            journal = stack.enter_context(Journal.open(Path(folder) / "practice.sqlite"))
            copy = journal.add_game(copied, lambda _: None)  # it has just been played by today's rules
            self.session = Session.resume(
                journal, copy, lambda _: played.game, dice_roller=played.dice_roller, practice=True
            )
            self._closing = stack.pop_all()

    def close(self) -> None:
        """Delete what was practised."""
        self._closing.close()
