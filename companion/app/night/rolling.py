"""Rolls battles for the players: once, or repeatedly up to a limit."""

from companion.app.night.session import Session
from companion.referee.dice import Contest
from companion.referee.questions import Roll


def open_contest(session: Session) -> Contest | None:
    """Return the battle that is open for a roll, if there is one."""
    question = session.question
    return question.contest if isinstance(question, Roll) else None


def keep_rolling(session: Session, stop_at: int) -> int:
    """Roll the open battle until it is decided, or until at most `stop_at` armies may attack.

    Every roll is a separate answer, saved and undone like any other. Each roll costs an army, so this ends.

    Args:
        session: the game.
        stop_at: number of armies that may attack at which it stops; 0 rolls until the battle is decided.

    Returns:
        How many rolls there were.

    Raises:
        JournalError: one could not be written to disk; those before it stand.
    """
    contest, rolls = open_contest(session), 0
    if contest is None:
        return 0
    battle = (contest.attacker.place, contest.defender.place)
    while contest is not None and (contest.attacker.place, contest.defender.place) == battle:
        if contest.attacker.armies <= stop_at or not session.answer_by_chance(seq=session.seq).allowed:
            break
        contest, rolls = open_contest(session), rolls + 1
    return rolls
