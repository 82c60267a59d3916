"""Answers of the seats that the computer plays, and advice for people.

Bots think on a thread of their own: on a Pi some answers take longer than a tap may wait.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
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

_log = logging.getLogger(__name__)

MOVES_PIECES = (Deploy, Count, PlayCards, Pick, PickSeveral, FillIn)
"""Kinds of question whose answer people carry out for the computer, by moving pieces or cards."""
ADVISER: Strength = "hard"
AT_ONCE = 0.05
"""Seconds that a tap waits for a bot, before the screen says that it is thinking."""


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
    """Asks the bots of one session. All methods are for the thread of the game."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._bots: dict[tuple[str | None, Strength], Bot[Any]] = {}
        self._thread = ThreadPoolExecutor(1, "computer player")
        self._thoughts: dict[Strength, Future[Advice | None]] = {}
        self._about = -1
        self._known: tuple[int, ComputerMove | None] = (-1, None)

    def close(self) -> None:
        """Think no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def thinks(self, then: Callable[[], None], strength: Strength | None = None) -> bool:
        """Begin to think about the open question; return whether that takes longer than a tap may wait.

        For a roll or a shuffle it waits until the bot has decided, which is soon.

        Args:
            then: called when the bot has decided, on its thread, if it takes longer.
            strength: of the bot that advises; None for the one that plays the seat.
        """
        thought, question = self._thought(strength or self._playing()), self._session.question
        if thought is None or question is None:
            return False
        if wait([thought], None if question.by_chance else AT_ONCE).done:
            return False
        thought.add_done_callback(lambda _: then())
        return True

    @property
    def move(self) -> ComputerMove | None:
        """The computer's answer to the open question, as soon as it has decided; None if people answer.

        People also roll dice and shuffle cards for the computer.
        """
        session, question = self._session, self._session.question
        if self._known[0] != session.seq:
            move = self._decided(self._playing())
            secret = question is not None and question.secret
            self._known = (session.seq, _hidden(move) if move is not None and secret else move)
        return self._known[1]

    @property
    def question(self) -> Question | None:
        """The open question, worded for people where they answer it for the computer."""
        session, question, strength = self._session, self._session.question, self._playing()
        if question is None or strength is None:
            return question
        bot = self._bot(question, strength)
        return question if bot is None else bot.for_table(question, session.table.state)

    def advise(self) -> ComputerMove | None:
        """Return the answer of the strongest bot, as soon as it has decided; None if it has none."""
        return self._decided(ADVISER)

    def _playing(self) -> Strength | None:
        """Return the strength of the bot whose seat is asked; None where people are asked."""
        question = self._session.question
        seat = self._session.seat(question.seat) if question is not None else None
        return seat.strength if seat is not None else None

    def _thought(self, strength: Strength | None) -> Future[Advice | None] | None:
        """Return what a bot thinks about the open question; it thinks once. None if there is no bot."""
        session, question = self._session, self._session.question
        if self._about != session.seq:
            self._about, self._thoughts = session.seq, {}
        bot = self._bot(question, strength) if question is not None and strength is not None else None
        if bot is None or strength is None or question is None:
            return None
        if strength not in self._thoughts:
            self._thoughts[strength] = self._thread.submit(bot.advise, question, session.table.state)
        return self._thoughts[strength]

    def _decided(self, strength: Strength | None) -> ComputerMove | None:
        """Wait for a bot's answer; where its code fails, people answer and the game goes on."""
        thought, question = self._thought(strength), self._session.question
        try:
            advice = thought.result() if thought is not None else None
        except Exception:
            _log.exception("a computer player failed: people answer for it")
            advice = None
        if question is None or advice is None or (question.by_chance and not _takes_offer(advice)):
            return None
        return self._move(question, advice) if self._allowed(advice) else None

    def _bot(self, question: Question, strength: Strength) -> Bot[Any] | None:
        """Return the bot of a question's seat; None if the game has none."""
        make, key = self._session.game.bot, (question.seat, strength)
        if make is not None and key not in self._bots:
            ids = [seat.id for seat in self._session.seats]
            chair = ids.index(question.seat) if question.seat in ids else 0  # so that not all err at once
            self._bots[key] = make(strength, self._session.number * len(ids) + chair)
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
