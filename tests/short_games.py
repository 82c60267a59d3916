"""Short games for tests: some random turns, then a correction gives one player the whole board."""

from companion.app.night.session import Session
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.questions import Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of

ROLLS = 8
"""Number of rolls in a finished game."""


def play(session: Session, answers: int = 20, seed: int = 2) -> None:
    """Give this many random answers."""
    bot = RandomBot(seed)
    for _ in range(answers):
        assert session.question is not None
        session.answer(bot.answer(session.question))


def win(session: Session, seat: str = "red") -> None:
    """Play a random set-up, then give one player all territories."""
    while session.table.timeline.part == "setup":
        play(session, 1)
    things = session.game.correctables(session.table.state)
    session.correct({thing.key: seat for thing in things if thing.key.endswith(".owner")})
    assert session.question is None


def finish_game(journal: Journal, names: tuple[str, ...], seed: int = 3) -> Session:
    """Play a classic game with some dice rolls to its end; the first player wins."""
    session = Session.begin(
        journal, find_game("classic"), seats_of(len(names), names), {"placing": "all at once"}
    )
    bot, rolls = RandomBot(seed), 0
    while rolls < ROLLS:
        rolls += isinstance(session.question, Roll)
        assert session.question is not None
        session.answer(bot.answer(session.question))
    win(session)
    return session
