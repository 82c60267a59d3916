"""Begin a practice from a moment of the game, and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.night.practice import Practice

if TYPE_CHECKING:
    from companion.ui.shell import Shell


def begin_practice(shell: Shell, entry_count: int) -> None:
    """Go on from a moment of the game without keeping anything.

    Args:
        shell: where it is shown.
        entry_count: answers and corrections after which it begins.

    Raises:
        JournalError: the copy cannot be written to disk; the game goes on.
    """
    number = shell.practice.number if shell.practice is not None else None
    practice = Practice(shell.playing, entry_count, number)
    shell.leave_game()
    shell.practice = practice
    shell.practice_bar.on_back = lambda: shell.attempt(lambda: end_practice(shell, practice.number))
    shell.show_session(practice.session)


def end_practice(shell: Shell, number: int) -> None:
    """Come back to the game with this number, which stands as it was left."""
    shell.leave_game()
    shell.resume_game(number)
