"""A random game: played in the emulated machine, which acknowledges its steps, and here for comparison."""

from collections.abc import Iterator
from pathlib import Path

from companion.app.night.session import Session
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of

DATABASE = Path("/var/lib/companion/games.sqlite")
"""The journal in the machine."""


def begin(journal: Journal) -> Session:
    """Start the game."""
    return Session.begin(journal, find_game("classic"), seats_of(3))


def play(session: Session, seed: int) -> Iterator[None]:
    """Answer, and undo at random; yield after each step."""
    bot = RandomBot(seed)
    while session.question is not None:
        if bot.random.random() < 0.1 and session.table.entries:
            session.undo()
        else:
            session.answer(bot.answer(session.question))
        yield


def main() -> None:
    """Report that the game has started, read a seed, and acknowledge each step."""
    session = begin(Journal.open(DATABASE))
    print("READY", flush=True)
    for _ in play(session, int(input())):
        print("ACK", len(session.table.entries), len(session.table.undone), flush=True)


if __name__ == "__main__":
    main()
