"""A game read from the journal for review: its chronicle, its report, its board at any entry."""

from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.app.chronicle.awards import awards, fairness_tests
from companion.app.chronicle.chronicle import Chronicle, chronicle, names_at
from companion.app.chronicle.report import report
from companion.games import find_game
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.journal.records import GameArchive, SavedGame
from companion.journal.resume import check_resumable
from companion.referee.table import Table


def branch(journal: Journal, number: int, entry_count: int) -> int:
    """Copy the beginning of a game as a new game, to continue differently from there.

    Args:
        journal: with the games.
        number: of the game.
        entry_count: how many of its entries the new game begins with.

    Returns:
        The new game's number.

    Raises:
        UnknownName: there is no such game.
        JournalError: it cannot be written to disk.
    """
    whole = journal.archive(number)
    title = f"{whole.record.title} (from answer {entry_count})"
    record = replace(whole.record, title=title, winners=(), entry_count=entry_count)
    positions = tuple(position for position in whole.positions if position.entry_count <= entry_count)
    entries = tuple(kept for kept in whole.entries if not kept.abandoned and kept.number <= entry_count)
    beginning = replace(whole, record=record, positions=positions, entries=entries)
    return journal.add_game(beginning, lambda saved: check_resumable(saved, find_game))


class RecordedGame:
    """One saved game for review.

    Args:
        saved: the game.
        archive: the complete archive of the game, for the colours of its dice.
    """

    def __init__(self, saved: SavedGame, archive: GameArchive) -> None:
        self.saved = saved
        game = find_game(saved.record.game)
        self.table: Table[Any] = Table.resume(game, saved.positions, saved.entries, saved.changes)
        self._archive = archive

    @classmethod
    def read(cls, number: int, folder: Path | None = None) -> "RecordedGame":
        """Read a game, even while it is played.

        Args:
            number: its number in the journal.
            folder: the folder for games; by default the table's own.

        Raises:
            UnknownName: there is no such game.
            JournalError: the journal cannot be read.
            AnswerRefused: today's rules refuse an answer of it.
        """
        with Journal.open_read_only(journal_path(folder)) as journal:
            return cls(journal.load(number), journal.archive(number))

    @cached_property
    def chronicle(self) -> Chronicle:
        """The game, turn by turn."""
        return chronicle(self.table)

    def report(self) -> str:
        """Return the report as an HTML page."""
        chronicle, record = self.chronicle, self.saved.record
        medals = awards(chronicle, self.saved.clocks, names_at(self.table))
        return report(
            chronicle,
            record.title,
            record.played[:10],
            medals,
            fairness_tests(chronicle, self.dice_colours()),
        )

    def dice_colours(self) -> dict[int, tuple[str, ...]]:
        """Return the colours of the dice of every roll that the camera read and nobody corrected."""
        return {
            kept.number: tuple(die.colour for die in kept.evidence.dice)
            for kept in self._archive.entries
            if kept.evidence is not None and not kept.evidence.corrected and not kept.abandoned
        }
