"""Rolls battles for the players: once, or repeatedly up to a limit, and says what they cost."""

from collections.abc import Sequence
from itertools import count

from companion.app.chronicle.chronicle import SEVERAL, battle_in_words, defenders_left
from companion.app.labels import place_names
from companion.app.night.session import Session
from companion.locale.messages import gettext
from companion.odds import RollRecord
from companion.referee.dice import Contest, Dice, contest_losses
from companion.referee.entries import Answered, Entry
from companion.referee.questions import Question, Roll

BattleRoll = tuple[Contest, Dice]
"""The battle before a roll, and the dice."""
ROLLED = {"attack", "losses"}
"""What the answer to a roll of a battle has one of."""


def open_contest(session: Session) -> Contest | None:
    """Return the battle that is open for a roll, if there is one."""
    question = session.question
    return question.contest if isinstance(question, Roll) else None


def keep_rolling(session: Session, stop_at: int, most: int | None = None) -> tuple[BattleRoll, ...]:
    """Roll the open battle until it is decided, or until `stop_at` armies are left to the attacker.

    Every roll is a separate answer, saved and undone like any other. Each roll costs an army, so this ends.
    Where a roll could leave fewer than `stop_at`, the attacker rolls fewer dice, if the rules allow it.

    Args:
        session: the game.
        stop_at: number of armies in the attacking place at which it stops; 0 rolls until it is decided.
        most: number of rolls after which it stops as well.

    Returns:
        The rolls.

    Raises:
        JournalError: one could not be written to disk; those before it stand.
    """
    contest = open_contest(session)
    rolls: list[BattleRoll] = []
    if contest is None:
        return ()
    battle = (contest.attacker.place, contest.defender.place)
    staying = session.table.game_view.places[battle[0]].count - contest.attacker.armies
    for _ in count() if most is None else range(most):
        if contest is None or (contest.attacker.place, contest.defender.place) != battle:
            break
        spare = contest.attacker.armies + staying - stop_at
        if stop_at > 0 and spare <= 0:
            break
        dice = {"attack": _attack_dice(session.question, spare)} if stop_at > 0 else {}
        if not session.answer_by_chance(seq=session.seq, dice=dice).allowed:
            break
        rolls.append((contest, _last_dice(session)))
        contest = open_contest(session)
    return tuple(rolls)


def _attack_dice(question: Question | None, spare: int) -> int:
    """Return the largest number of attack dice that cannot lose more than `spare` armies, or the smallest."""
    assert isinstance(question, Roll) and question.contest is not None, "a battle is open"
    attack, defence = question.pools
    for number in range(attack.most, attack.least, -1):
        worst = {"attack": (1,) * number, "defence": (defence.sides,) * defence.most}
        if contest_losses(question.contest, worst).attacker <= spare:
            return number
    return attack.least


def _last_dice(session: Session) -> Dice:
    entry = session.table.entries[-1]
    assert isinstance(entry, Answered), "the roll was just answered"
    return {pool: tuple(faces) for pool, faces in entry.value.items()}


class BattleTally:
    """What the rolls of a battle have cost together; anything else than a roll begins anew."""

    def __init__(self) -> None:
        self._first: Contest | None = None
        self._given, self._armies = 0, (0, 0)

    def note(self, session: Session) -> None:
        """Note the open roll, if it is the first of its battle."""
        contest = open_contest(session)
        if contest is None or self._goes_on(session, contest):
            return
        places = session.table.game_view.places
        self._first, self._given = contest, len(session.table.entries)
        self._armies = (places[contest.attacker.place].count, places[contest.defender.place].count)

    def _goes_on(self, session: Session, contest: Contest) -> bool:
        """Return whether the noted battle is the open one, and only rolls were given since."""
        if self._first is None:
            return False
        sides = ((self._first.attacker, contest.attacker), (self._first.defender, contest.defender))
        same = all(old.place == new.place and old.seat == new.seat for old, new in sides)
        return same and self._rolls(session) is not None

    def _rolls(self, session: Session) -> int | None:
        """Return how many rolls were given since the noted one; None if it is undone or others followed."""
        since = session.table.entries[self._given :]
        undone = len(session.table.entries) < self._given
        return len(since) if not undone and all(map(_is_roll, since)) else None

    def so_far(self, session: Session) -> str:
        """Say what both sides have lost since the noted roll, after two rolls or more in a row."""
        first = self._first
        if first is None or (self._rolls(session) or 0) < SEVERAL:
            return ""
        names, places = side_names(session, first), session.table.game_view.places
        origin, target = places[first.attacker.place], places[first.defender.place]
        taken = target.owner == first.attacker.seat
        left = (origin.count + taken * target.count, (not taken) * target.count)
        lost, others = (began - now for began, now in zip(self._armies, left, strict=True))
        told = {"player": names[0], "lost": lost, "other": names[1], "others": others}
        return gettext("So far {player} lost {lost}, {other} {others}.", **told)


def side_names(session: Session, contest: Contest | None) -> tuple[str, str]:
    """Return the names of attacker and defender."""
    forces = (contest.attacker, contest.defender) if contest is not None else ()
    attacker, defender = [session.seat(force.seat) for force in forces] or (None, None)
    return (
        attacker.name if attacker else gettext("Attacker"),
        defender.name if defender else gettext("Neutral"),
    )


def _is_roll(entry: Entry) -> bool:
    return isinstance(entry, Answered) and isinstance(entry.value, dict) and bool(ROLLED & entry.value.keys())


def battle_summary(session: Session, rolls: Sequence[BattleRoll], names: tuple[str, str]) -> str:
    """Say what an automatic battle has cost and who holds the place.

    Args:
        session: the game.
        rolls: the rolls, at least one.
        names: of the attacker and the defender.
    """
    view, (first, _) = session.table.game_view, rolls[0]
    records = [RollRecord.of(contest, dice) for contest, dice in rolls]
    return battle_in_words(
        records, names, place_names(view)[first.defender.place], defenders_left(first, view)
    )
