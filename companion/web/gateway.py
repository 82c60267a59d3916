"""The connection of game and phones: publishes the table and takes phones' answers, on the game's thread.

Touchscreen, buttons and phones compete: an answer carries the number of its question, and the first valid
answer wins.
"""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from companion.app.camera.live_table import LiveTable, TableDrawing
from companion.app.night.phones import PhoneHost
from companion.app.night.rolling import BattleTally
from companion.app.night.session import Session
from companion.errors import CompanionError, StaleAnswer
from companion.locale.messages import gettext, listed
from companion.referee.dice import Dice, DicePool
from companion.referee.question_base import parse_as
from companion.referee.questions import Question, Roll, Shuffle
from companion.referee.ruling import Ruling
from companion.web.table_view import DiceSoFar, Snapshot, take_snapshot

LATE = gettext("Another player answered first.")
PAUSED = gettext("The game is paused.")
NOT_YOURS = gettext("This question is for another seat.")
NO_GAME = gettext("No game is on the table.")


class Reply(Struct, frozen=True):
    """The reply to a phone's answer.

    Attributes:
        taken: the answer was accepted.
        message: why it was refused, or what happens next.
        rules: ids of the rules that refuse it.
        late: the question was already answered.
    """

    taken: bool
    message: str = ""
    rules: tuple[str, ...] = ()
    late: bool = False


WATCH_ONLY = Reply(False, gettext("The host lets phones watch only."))
"""To each action of a phone, while seats are closed."""


class PhoneAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of a phone for its seat.

    Attributes:
        seq: number of the question open on the phone.
        raw: the answer in the notation of the question; dice of one side may be sent alone.
        chance: let the companion deal.
        confirm: accept the dice that the camera has read.
        dice_counts: how many dice each pool rolls, by the pool's name.
        undo: take back the phone's own last answer, while nobody has answered since.
        id: the phone's name for this action; sent again after a lost connection, it acts only once.
    """

    seq: int
    raw: Any = None
    chance: bool = False
    confirm: bool = False
    dice_counts: dict[str, int] | None = None
    undo: bool = False
    id: Annotated[str, Meta(max_length=64)] = ""


def own_pools(question: Roll, seat: str) -> tuple[DicePool, ...]:
    """Return the pools whose dice a seat may enter: its own, or all if the seat is asked."""
    if question.seat in (None, seat):
        return question.pools
    return tuple(pool for pool in question.pools if pool.seat == seat)


def may_answer(question: Question | None, seat: str | None) -> bool:
    """Return whether a seat may answer a question: it or the whole table is asked, or it rolls dice."""
    if question is None or seat is None:
        return False
    return question.seat in (None, seat) or (isinstance(question, Roll) and bool(own_pools(question, seat)))


def own_offers(question: Question | None, seat: str | None) -> tuple[str, ...]:
    """Return the ids of the interruptions that a seat may choose."""
    return tuple(offer.id for offer in question.offers if offer.seat == seat) if question and seat else ()


class Gateway:
    """Publishes the game to the phones and applies their answers.

    Args:
        publish: sends a snapshot of the table; None if there is no game.
    """

    def __init__(self, publish: Callable[[Snapshot | None], None]) -> None:
        self._publish = publish
        self._live_table = LiveTable()
        self._tally = BattleTally()
        self._host: PhoneHost | None = None
        self._sent: object = None
        self._dice: Dice = {}
        self._counts: dict[str, int] = {}
        self._asked: tuple[int, int] | None = None
        self._last: tuple[int, int, str] | None = None
        self._replies: dict[tuple[str, str], tuple[str, Reply]] = {}

    def follow(self, host: PhoneHost, *, watched: bool = False) -> None:
        """Publish the table if it has changed since the last call.

        Args:
            host: the screen.
            watched: a phone is connected, so that the camera over the table is to look.
        """
        self._host = host
        if watched:
            self._live_table.look(host.context.table)
        session = host.session
        read = host.read_dice
        if session is None:
            state: object = None
        else:
            self._forget_old_dice(session)
            self._tally.note(session)
            paused = session.clocks.paused
            known = (
                read,
                self._dice,
                self._counts,
                self._last,
                host.win_chances,
                self._drawing(host, session),
            )
            state = (session.key, session.seq, paused, known)
        if state == self._sent:
            return
        self._sent = state
        self._publish(self._snapshot(host, session) if session is not None else None)

    def answer(self, game: str, seat: str, answer: PhoneAnswer) -> Reply:
        """Apply a phone's action for its seat."""
        session = self._host.session if self._host is not None else None
        if session is None or game != session.key:
            return Reply(False, NO_GAME)
        known, reply = self._replies.get((game, seat), ("", None))
        if reply is None or known != answer.id or not known:
            reply = self._answer_once(session, seat, answer)
            self._replies = {(game, seat): (answer.id, reply)} | self._of_game(game, seat)
        return reply

    def _of_game(self, game: str, seat: str) -> dict[tuple[str, str], tuple[str, Reply]]:
        """Return the last replies to the other seats of a game."""
        return {key: value for key, value in self._replies.items() if key[0] == game and key[1] != seat}

    def _answer_once(self, session: Session, seat: str, answer: PhoneAnswer) -> Reply:
        if session.clocks.paused:
            return Reply(False, PAUSED)
        if answer.seq != session.seq:
            return Reply(False, LATE, late=True)
        try:
            return self._act(session, seat, answer)
        except StaleAnswer:
            return Reply(False, LATE, late=True)
        except CompanionError as failure:
            return Reply(False, str(failure))

    def _act(self, session: Session, seat: str, answer: PhoneAnswer) -> Reply:
        if answer.undo:
            return self._undo(session, seat)
        before = session.seq
        reply = self._take(session, seat, answer)
        if session.seq != before and not answer.chance:
            self._last = session.number, session.seq, seat
        return reply

    def _undo(self, session: Session, seat: str) -> Reply:
        """Take back the last answer of a seat's phone, while nobody has answered since."""
        if self._last != (session.number, session.seq, seat):
            return Reply(False, gettext("Somebody has answered since. Undo at the table."))
        session.undo()
        return Reply(True)

    def _take(self, session: Session, seat: str, answer: PhoneAnswer) -> Reply:
        question = session.question
        if _takes_offer(answer.raw):
            if answer.raw["offer"] not in own_offers(question, seat):
                return Reply(False, NOT_YOURS)
            return _reply(session.answer(answer.raw, seq=answer.seq, by="phone"))
        if question is None or not may_answer(question, seat):
            return Reply(False, NOT_YOURS)
        if answer.chance and isinstance(question, Shuffle):
            return _reply(session.answer_by_chance(seq=answer.seq))
        if isinstance(question, Roll):
            return self._roll(session, question, seat, answer)
        return _reply(session.answer(answer.raw, seq=answer.seq, by="phone"))

    # --- dice ----------------------------------------------------------------------------------------------

    def _roll(self, session: Session, question: Roll, seat: str, answer: PhoneAnswer) -> Reply:
        if answer.confirm:
            return self._confirm(session)
        if answer.dice_counts is not None:
            return self._count_dice(question, seat, answer.dice_counts)
        if isinstance(answer.raw, dict) and set(answer.raw) == {"losses"}:
            return self._lose(session, question, seat, answer)
        return self._enter(session, question, seat, answer.raw)

    def _lose(self, session: Session, question: Roll, seat: str, answer: PhoneAnswer) -> Reply:
        """Take the losses of both sides from a seat that may enter all dice."""
        if len(own_pools(question, seat)) < len(question.pools):
            return Reply(False, NOT_YOURS)
        return _reply(session.answer(answer.raw, seq=answer.seq, by="phone"))

    def _confirm(self, session: Session) -> Reply:
        """Accept the dice that the camera has read, like the button on the touchscreen."""
        before = session.seq
        if self._host is None or self._host.read_dice is None:
            return Reply(False, gettext("The camera has read no dice yet."))
        self._host.phone_confirms_dice()
        return Reply(session.seq != before)

    def _count_dice(self, question: Roll, seat: str, counts: dict[str, int]) -> Reply:
        """Set how many dice a side rolls, and show it on the touchscreen and all phones."""
        pools = {pool.name: pool for pool in own_pools(question, seat)}
        for name, count in counts.items():
            if name not in pools:
                return Reply(False, NOT_YOURS)
            least, most = pools[name].least, pools[name].most
            if not least <= count <= most:
                return Reply(False, gettext("Roll {least} to {most} dice.", least=least, most=most))
        self._counts = self._counts | counts
        for name, count in counts.items():
            if self._host is not None:
                self._host.phone_claims_dice(name, count)
        return Reply(True)

    def _enter(self, session: Session, question: Roll, seat: str, raw: object) -> Reply:
        """Store the dice of some pools; once all pools are known, answer the question."""
        given = parse_as(raw, Dice, "the faces of each pool")
        mine = {pool.name for pool in own_pools(question, seat)}
        if not given or not given.keys() <= mine:
            return Reply(False, NOT_YOURS)
        asked = tuple(pool for pool in question.pools if pool.name in given)
        ruling = structs.replace(question, pools=asked).judge(given)
        if not ruling.allowed:
            return _reply(ruling)
        known = self._dice | given
        missing = [pool.words for pool in question.pools if pool.least and pool.name not in known]
        if missing:
            self._dice = known
            return Reply(True, gettext("Waiting for the {pools} dice.", pools=listed(missing)))
        raw_dice = {name: list(faces) for name, faces in known.items()}
        return _reply(session.answer(raw_dice, seq=session.seq, by="phone"))

    def _forget_old_dice(self, session: Session) -> None:
        asked = (session.number, session.seq)
        if asked != self._asked:
            self._asked, self._dice, self._counts = asked, {}, {}

    # --- the table -----------------------------------------------------------------------------------------

    def _snapshot(self, host: PhoneHost, session: Session) -> Snapshot:
        game_view = session.table.game_view
        drawn = f"{game_view.kind}-{game_view.board}"
        if game_view.plan:
            drawn += f"-{hash(game_view.plan) & 0xFFFFFFFF:x}"
        last, now = self._last, (session.number, session.seq)
        answered = last[2] if last is not None and last[:2] == now else None
        dice = DiceSoFar(self._dice, self._counts, host.read_dice)
        snapshot = take_snapshot(session.key, session, drawn, dice, answered)
        table = self._drawing(host, session)
        seen = {"figures": table.figures, "terrain": table.terrain}
        tally = self._tally.so_far(session)
        view = structs.replace(snapshot.view, chances=host.win_chances, tally=tally, **seen)
        return structs.replace(snapshot, view=view)

    def _drawing(self, host: PhoneHost, session: Session) -> TableDrawing:
        asked, camera = (session.number, session.seq), host.context.table
        if camera is not None:
            camera.play(session.key)
        return self._live_table.drawing(camera, asked, lambda: session.table.game_view.roster)


def _takes_offer(raw: Any) -> bool:
    return isinstance(raw, dict) and set(raw) == {"offer"}


def _reply(ruling: Ruling) -> Reply:
    if ruling.allowed:
        return Reply(True)
    return Reply(False, ruling.text, ruling.rules)
