"""Answers of the seats that the computer plays, and advice for people."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.app.chronicle.replay import ReplayStep, describe
from companion.app.labels import place_names
from companion.app.night.session import Session
from companion.errors import CompanionError
from companion.locale.messages import gettext
from companion.referee.bot import Advice, Bot, Strength
from companion.referee.entries import Answered
from companion.referee.questions import Count, Deploy, FillIn, Pick, PickSeveral, PlayCards, Question

MOVES_PIECES = (Deploy, Count, PlayCards, Pick, PickSeveral, FillIn)
"""Kinds of question whose answer people carry out for the computer, by moving pieces or cards."""
ADVISER: Strength = "hard"


class ComputerMove(Struct, frozen=True):
    """The computer's answer to the open question.

    Attributes:
        answer: the answer, in the form a table takes.
        text: the answer in words, such as ``"3 on Brazil"``.
        reason: why, in a sentence.
        moves_pieces: people have to move pieces for it.
        places: ids of the places that it names.
        arrow: ids of the places from which and to which it goes; None if it is no move or attack.
    """

    answer: Any
    text: str
    reason: str
    moves_pieces: bool
    places: tuple[str, ...]
    arrow: tuple[str, str] | None = None


class ComputerPlayers:
    """Asks the bots of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._bots: dict[tuple[str | None, Strength], Bot[Any]] = {}
        self._known: tuple[int, ComputerMove | None] = (-1, None)

    @property
    def move(self) -> ComputerMove | None:
        """The computer's answer to the open question; None if people answer it.

        People also roll dice and shuffle cards for the computer.
        """
        session, question = self._session, self._session.question
        if self._known[0] != session.seq:
            seat = session.seat(question.seat) if question is not None else None
            strength = seat.strength if seat is not None else None
            move = self._ask(strength) if strength is not None else None
            secret = question is not None and question.secret
            self._known = (session.seq, _hidden(move) if move is not None and secret else move)
        return self._known[1]

    @property
    def question(self) -> Question | None:
        """The open question, worded for people where they answer it for the computer."""
        session, question = self._session, self._session.question
        seat = session.seat(question.seat) if question is not None else None
        if question is None or seat is None or seat.strength is None:
            return question
        bot = self._bot(question, seat.strength)
        return question if bot is None else bot.for_table(question, session.table.state)

    def advise(self) -> ComputerMove | None:
        """Return the answer of the strongest bot; None if it has none."""
        return self._ask(ADVISER)

    def _ask(self, strength: Strength) -> ComputerMove | None:
        session, question = self._session, self._session.question
        bot = self._bot(question, strength) if question is not None else None
        if question is None or bot is None:
            return None
        advice = bot.advise(question, session.table.state)
        if advice is None or (question.by_chance and not _takes_offer(advice)):
            return None
        return self._move(question, advice) if self._allowed(advice) else None

    def _bot(self, question: Question, strength: Strength) -> Bot[Any] | None:
        """Return the bot of a question's seat; None if the game has none."""
        make, key = self._session.game.bot, (question.seat, strength)
        if make is not None and key not in self._bots:
            self._bots[key] = make(strength, self._session.number)
        return self._bots.get(key)

    def _allowed(self, advice: Advice) -> bool:
        try:
            return self._session.table.may(advice.answer).allowed
        except CompanionError:
            return False

    def _move(self, question: Question, advice: Advice) -> ComputerMove:
        session = self._session
        places = place_names(session.table.game_view)
        names = places | {seat.id: seat.name for seat in session.seats}
        step = ReplayStep(0, replace(question, secret=False), Answered(advice.answer))
        return ComputerMove(
            advice.answer,
            describe(step, names),
            advice.reason,
            isinstance(question, MOVES_PIECES) and not _takes_offer(advice),
            tuple(place for place in _ids(advice.answer) if place in places),
            advice.arrow,
        )


def _hidden(move: ComputerMove) -> ComputerMove:
    """Return a secret choice as the others at the table may see it."""
    return ComputerMove(move.answer, gettext("In secret"), "", moves_pieces=False, places=())


def _takes_offer(advice: Advice) -> bool:
    return isinstance(advice.answer, dict) and set(advice.answer) == {"offer"}


def _ids(answer: Any) -> tuple[str, ...]:
    """All strings in an answer, which include the ids of places."""
    values = (
        answer.values() if isinstance(answer, dict) else answer if isinstance(answer, list) else (answer,)
    )
    return tuple(value for value in values if isinstance(value, str))
