"""Restores the table of a saved game, and checks that the current rules can continue it."""

import logging
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from companion.errors import BrokenSave, CompanionError
from companion.journal.journal import Journal
from companion.journal.records import GameArchive, SavedGame
from companion.locale.messages import gettext
from companion.referee.entries import Entry, Position
from companion.referee.game import Game
from companion.referee.houserules import keep_files, set_house_rules
from companion.referee.table import Table

_log = logging.getLogger(__name__)


def check_resumable(saved: SavedGame, find_game: Callable[[str], Game[Any]]) -> None:
    """Check that the current rules can continue an imported game: its positions and all its answers.

    Raises:
        BrokenSave: they cannot; the message says why.
    """
    try:
        game = find_game(saved.record.game)
        set_house_rules(game.house_rules, saved.house_rules)
        for position in saved.positions:
            _check_views(Table.resume(game, [position], saved.entries[: position.entry_count]))
        for position, following in pairwise(saved.positions):
            _replay_turn(game, position, saved.entries[: following.entry_count])
        restore_table(game, saved)
    except CompanionError as error:
        raise BrokenSave("This game cannot be continued: {error} Nothing was added.", error=error) from error
    except Exception as error:
        _log.info("a position of a saved game is wrong", exc_info=True)
        raise BrokenSave(gettext("A position in this game is wrong. Nothing was added.")) from error


def add_resumable(journal: Journal, archive: GameArchive, find_game: Callable[[str], Game[Any]]) -> int:
    """Add an archived game and keep the files that it brings, if the current rules can continue it.

    Returns:
        Its number in the journal.

    Raises:
        BrokenSave: they cannot; nothing was added.
        OSError: a file cannot be written.
    """
    try:
        house_rules = find_game(archive.record.game).house_rules
        kept = keep_files(house_rules, archive.house_rules, archive.files)
    except CompanionError as error:
        raise BrokenSave("This game cannot be continued: {error} Nothing was added.", error=error) from error
    try:
        return journal.add_game(archive, lambda saved: check_resumable(saved, find_game))
    except BaseException:
        for path in kept:
            path.unlink(missing_ok=True)
        raise


def _replay_turn(game: Game[Any], position: Position, entries: Sequence[Entry]) -> None:
    """Replay the answers since a position; the current rules may refuse one before a later position."""
    try:
        _check_views(Table.resume(game, [position], entries))
    except CompanionError as error:
        _log.info("a turn of a saved game does not fit today's rules: %s", error)


def restore_table(game: Game[Any], saved: SavedGame) -> Table[Any]:
    """Restore the table and check it.

    Raises:
        AnswerRefused: the current rules refuse an answer since the last position.
        BrokenSave: the saved data is invalid for the game.
    """
    try:
        table = _table(game, saved)
        _check_views(table)
    except CompanionError:
        raise
    except Exception as error:
        _log.warning("game %d cannot be resumed", saved.record.id, exc_info=True)
        raise BrokenSave(
            "{title} cannot be continued: its saved data is wrong. It stays in the list of games.",
            title=saved.record.heading,
        ) from error
    return table


def _check_views(table: Table[Any]) -> None:
    """Build every view that a screen would show, so that errors appear here."""
    for show in (
        lambda: table.game_view,
        lambda: table.timeline,
        lambda: table.game.correctables(table.state),
    ):
        show()


def _table(game: Game[Any], saved: SavedGame) -> Table[Any]:
    """Restore the table, with undone answers ready for redo."""
    try:
        table = Table.resume(game, saved.positions, saved.entries + saved.undone, saved.changes)
    except CompanionError:
        # Undone answers may violate the current rules; the others must not.
        return Table.resume(game, saved.positions, saved.entries, saved.changes)
    if saved.undone:
        table.undo(len(saved.undone))
    return table
