"""A snapshot of a session: taken on the game's thread, published by another."""

from dataclasses import dataclass

from msgspec.structs import replace

from companion.app.night.session import Session
from companion.club.messages import (
    MAX_PLACES,
    ClubFigure,
    ClubSeat,
    ClubStanding,
    Standings,
    TableMap,
    TableState,
    clean_text,
)
from companion.hardware.signals import LIGHT
from companion.referee.game_view import GameView, Standing
from companion.referee.questions import Question
from companion.referee.seats import Seat
from companion.referee.timeline import Timeline

MILLISECONDS = 1000
MAX_QUESTION = 240


@dataclass(frozen=True)
class ClubSnapshot:
    """A session at one moment.

    Attributes:
        number: the game's number in the journal; None without a game.
        taken: time of the snapshot by the monotonic clock, in seconds.
        state: the table's state, still without name and time of day.
        standings: the standings of all seats.
        map: who holds what, where the game is played on a map.
    """

    number: int | None
    taken: float
    state: TableState
    standings: Standings
    map: TableMap

    @property
    def outcome(self) -> tuple[int | None, tuple[str, ...]]:
        """A key that changes whenever the result may have changed."""
        return self.number, self.state.winners


def snapshot(session: Session | None, now: float) -> ClubSnapshot:
    """Take a snapshot of the public state.

    Args:
        session: the current game; None between games.
        now: the monotonic clock, in seconds.
    """
    if session is None:
        return ClubSnapshot(None, now, TableState(table=""), Standings(), TableMap())
    table = session.table
    view = table.game_view
    standings = Standings(tuple(_standing(standing) for standing in view.standings))
    return ClubSnapshot(session.number, now, _state(session), standings, _map(view))


def state_at(taken: ClubSnapshot, table: str, now: float, time_of_day: float) -> TableState:
    """Return a snapshot's state at a later time, with the running clock advanced.

    Args:
        taken: the snapshot.
        table: name of the table.
        now: the monotonic clock, in seconds.
        time_of_day: seconds since 1970.
    """
    state = taken.state
    clocks = dict(state.clocks)
    if state.running in clocks and not state.paused:
        clocks[state.running] += max(0, round((now - taken.taken) * MILLISECONDS))
    waited = clocks.get(state.running or "", 0) // MILLISECONDS
    return replace(state, table=clean_text(table), clocks=clocks, clock_s=waited, at=round(time_of_day, 3))


def _state(session: Session) -> TableState:
    timeline, winners = session.table.timeline, session.table.state.winners
    turn = session.seat(timeline.active) if timeline.part == "turn" else None
    winner = " and ".join(seat.name for seat in session.seats if seat.id in winners)
    question = session.question
    return TableState(
        table="",
        title=clean_text(session.game.title),
        round=timeline.round,
        step=_step(timeline),
        question=clean_text(_words(question, session), MAX_QUESTION) if question is not None else "",
        turn=clean_text(turn.name) if turn is not None else "",
        colour=turn.colour if turn is not None else "",
        rgb=_rgb(turn) if turn is not None else (0, 0, 0),
        active=turn.id if turn is not None else None,
        wanted=timeline.wanted if session.seat(timeline.wanted) is not None else None,
        winner=clean_text(winner, MAX_QUESTION),
        winners=tuple(winners),
        paused=session.clocks.paused,
        running=session.clocks.running,
        clocks=session.thinking_times(),
        seats=tuple(
            ClubSeat(seat.id, clean_text(seat.name), seat.colour, seat.emblem) for seat in session.seats
        ),
    )


def _map(view: GameView) -> TableMap:
    if view.kind != "territories" or len(view.places) > MAX_PLACES:
        return TableMap()
    places = {id: (place.owner or "", place.count) for id, place in view.places.items()}
    return TableMap(view.board, places)


def _words(question: Question, session: Session) -> str:
    """Return the prompt, preceded by the player's name unless it begins with it."""
    seat = session.seat(question.seat)
    if seat is None or question.prompt.startswith(seat.name):
        return question.prompt
    return f"{seat.name}: {question.prompt}"


def _step(timeline: Timeline) -> str:
    return next((clean_text(chip.title) for chip in timeline.chips if chip.status == "now"), "")


def _rgb(seat: Seat) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(LIGHT[seat.colour])
    return red, green, blue


def _standing(standing: Standing) -> ClubStanding:
    figures = tuple(ClubFigure(clean_text(figure.label), figure.value) for figure in standing.figures)
    return ClubStanding(standing.seat, figures, standing.out, clean_text(standing.team))
