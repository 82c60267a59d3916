"""A game read from the journal for review: its chronicle, its report, its board at any entry."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.app.chronicle.awards import awards, fairness_tests
from companion.app.chronicle.chronicle import Chronicle, chronicle, names_at
from companion.app.chronicle.replay import table_at
from companion.app.chronicle.report import report
from companion.app.chronicle.story import GameFacts
from companion.games import find_game
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.journal.records import GameArchive, SavedGame
from companion.journal.resume import add_resumable
from companion.journal.titles import BRANCH
from companion.locale.messages import ENGLISH, Catalogue, dated
from companion.referee.houserules import in_words
from companion.referee.table import Table


def branch(journal: Journal, number: int, entry_count: int) -> int:
    """Copy the beginning of a game as a new game, to continue differently from there.

    Returns:
        The new game's number.

    Raises:
        UnknownName: there is no such game.
        JournalError: it cannot be written to disk.
    """
    return add_resumable(journal, beginning(journal.archive(number), entry_count), find_game)


def beginning(whole: GameArchive, entry_count: int) -> GameArchive:
    """Return a game up to this many entries, with what it was told of since left out."""
    title = BRANCH.format(title=whole.record.title, number=entry_count)
    record = replace(whole.record, title=title, winners=(), entry_count=entry_count)
    positions = tuple(position for position in whole.positions if position.entry_count <= entry_count)
    entries = tuple(kept for kept in whole.entries if not kept.abandoned and kept.number <= entry_count)
    return replace(whole, record=record, positions=positions, entries=entries)


def game_facts(table: Table[Any], chronicle: Chronicle, thinking_ms: Mapping[str, int]) -> GameFacts:
    """Collect what story, report and film are made from: the board at the end of every turn, too."""
    views = tuple(table_at(table, turn.last_entry).game_view for turn in chronicle.turns)
    return GameFacts(chronicle, views, names_at(table), dict(thinking_ms))


def table_report(
    table: Table[Any],
    facts: GameFacts,
    title: str,
    date: str,
    colours: Mapping[int, tuple[str, ...]] | None = None,
    catalogue: Catalogue = ENGLISH,
) -> str:
    """Return the report of a game as an HTML page.

    Args:
        table: the game.
        facts: what the report is made from.
        title: of the game night.
        date: the day it was played, such as ``"2026-11-22"``.
        colours: of the dice of each roll, by number of the entry.
        catalogue: of the language of the report.
    """
    medals = awards(facts.chronicle, facts.thinking_ms, facts.names)
    tests = fairness_tests(facts.chronicle, colours)
    return report(facts, title, dated(date), medals, tests, in_words(table.state.house), catalogue)


class RecordedGame:
    """One saved game for review."""

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

    @cached_property
    def facts(self) -> GameFacts:
        """What story, report and film are made from."""
        return game_facts(self.table, self.chronicle, self.saved.clocks)

    def report(self, catalogue: Catalogue = ENGLISH) -> str:
        """Return the report as an HTML page in the language of a catalogue."""
        record = self.saved.record
        colours = self.dice_colours()
        return table_report(self.table, self.facts, record.heading, record.played[:10], colours, catalogue)

    def dice_colours(self) -> dict[int, tuple[str, ...]]:
        """Return the colours of the dice of every roll that the camera read and nobody corrected."""
        return {
            kept.number: tuple(die.colour for die in kept.evidence.dice)
            for kept in self._archive.entries
            if kept.evidence is not None and not kept.evidence.corrected and not kept.abandoned
        }
