"""The public view of the table for phones: the board, the question, the odds, the clocks.

It contains nothing from private pages. It is collected on the game's thread; the odds are computed later.
"""

from typing import Any

from msgspec import Struct, structs

from companion.app.camera.kept_table import Area
from companion.app.camera.live_table import FigureOnTable
from companion.app.labels import inflect, seats_with_neutral
from companion.app.night.session import Session
from companion.icons.sheets import icon_sheet
from companion.locale.messages import gettext
from companion.odds import Battle, odds, symbol_contest_wounds
from companion.referee.dice import Dice
from companion.referee.evaluation import WinChance
from companion.referee.game_view import Goal, Line, Place, Standing, Unit
from companion.referee.question_base import PlaceQuestion
from companion.referee.questions import Question, Roll
from companion.referee.seats import Seat
from companion.referee.timeline import Chip

MAX_REPORTS = 4
"""Maximum number of reports."""


class AskedView(Struct, frozen=True):
    """The public part of the open question.

    Attributes:
        seat: the player asked; None for the whole table.
        prompt: the question.
        detail: the sum or the reason behind it.
        rules: ids of the rules behind it.
        places: selectable places, to highlight on the board.
    """

    seat: str | None
    prompt: str
    detail: str
    rules: tuple[str, ...]
    places: tuple[str, ...] = ()


class OddsView(Struct, frozen=True):
    """The odds of a battle.

    Attributes:
        attacker: seat of the attacker; None for an army without a player.
        defender: seat of the defender.
        conquest: chance that the attacker wins, 0 to 1.
        summary: the expected result, in one line.
    """

    attacker: str | None
    defender: str | None
    conquest: float | None
    summary: str


class TableView(Struct, frozen=True):
    """The public view of the table.

    Attributes:
        game: title of the game.
        seq: number of the open question.
        part: title of the current step.
        round: number of the round, 0 before the first.
        chips: the steps of the turn.
        active: id of the seat on turn.
        seats: all seats, in order around the table.
        standings: each seat's figures.
        winners: ids of the seats that won; empty while the game goes on.
        question: the open question; None if the game is over.
        places: the places of the board, by id.
        marks: what the kinds of marks of places are called.
        focus: ids of the places that the question is about.
        lines: lines between places.
        goals: the players' objectives.
        roster: units on an open field.
        reports: sentences about the last entries.
        board: name of the drawing from `companion.app.board_svg`.
        dice: dice of the open roll that are already known, by pool.
        dice_counts: number of dice that a side rolls, by pool.
        read_dice: dice that the camera has read and a player must confirm.
        clocks: milliseconds of thinking time by seat.
        running: the seat whose clock runs.
        paused: whether the clocks are paused.
        odds: of the open battle; None without one.
        tally: what the rolls of the battle have cost both sides, in the words of the glass; empty without.
        chances: everybody's chance to win; empty where the table does not show it.
        figures: where the figures of an open table stand; empty without a camera that follows them.
        terrain: corners of what hides others there, in the inches of the figures.
    """

    game: str
    seq: int
    part: str
    round: int
    chips: tuple[Chip, ...]
    active: str | None
    seats: tuple[Seat, ...]
    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    question: AskedView | None
    board: str
    places: dict[str, Place]
    marks: dict[str, str]
    focus: tuple[str, ...]
    lines: tuple[Line, ...]
    goals: tuple[Goal, ...]
    roster: tuple[Unit, ...]
    reports: tuple[str, ...]
    dice: Dice
    dice_counts: dict[str, int]
    read_dice: Dice | None
    clocks: dict[str, int]
    running: str | None
    paused: bool
    odds: OddsView | None = None
    tally: str = ""
    chances: tuple[WinChance, ...] = ()
    figures: tuple[FigureOnTable, ...] = ()
    terrain: tuple[Area, ...] = ()


class Snapshot(Struct, frozen=True):
    """The table at one moment, passed to the web server's thread.

    Attributes:
        key: key of the game, the same after a restart.
        view: the public view, still without odds.
        question: the whole question, for the seat that is asked.
        game: the game, for its rulebook.
        game_view: the data to draw.
        positions: all positions so far, for the chronicle.
        entries: all entries so far, for the chronicle.
        answered: the seat whose phone gave the last answer, while nobody has answered since.
    """

    key: str
    view: TableView
    question: Question | None
    game: Any
    game_view: Any
    positions: tuple[Any, ...]
    entries: tuple[Any, ...]
    answered: str | None = None


class DiceSoFar(Struct, frozen=True):
    """What is known of the dice of the open roll.

    Attributes:
        dice: by pool.
        counts: how many a side rolls, by pool.
        read: what the camera has read and a player must confirm.
    """

    dice: Dice = {}
    counts: dict[str, int] = {}
    read: Dice | None = None


NO_DICE = DiceSoFar()


def take_snapshot(
    key: str, session: Session, board: str, dice: DiceSoFar = NO_DICE, answered: str | None = None
) -> Snapshot:
    """Collect the data for the phones; called on the game's thread.

    Args:
        key: of the game.
        session: the game.
        board: name of the drawing.
        dice: of the open roll.
        answered: the seat whose phone gave the last answer, while nobody has answered since.
    """
    table, question = session.table, session.question
    timeline, game_view = table.timeline, table.game_view
    view = TableView(
        game=_title(session),
        seq=session.seq,
        part=timeline.part,
        round=timeline.round,
        chips=timeline.chips,
        active=timeline.active,
        seats=tuple(
            structs.replace(seat, kept_name=seat.name)
            for seat in seats_with_neutral(game_view, session.seats)
        ),
        standings=tuple(_inflected(standing) for standing in game_view.standings),
        winners=tuple(table.state.winners),
        question=_asked(question),
        board=board,
        places=game_view.places,
        marks=_mark_names(game_view.places),
        focus=_contested(question) or game_view.focus,
        lines=game_view.lines,
        goals=game_view.goals,
        roster=game_view.roster,
        reports=tuple(logged.report.text for logged in table.reports[-MAX_REPORTS:]),
        dice=dice.dice,
        dice_counts=dice.counts,
        read_dice=dice.read,
        clocks=session.thinking_times(),
        running=session.clocks.running,
        paused=session.clocks.paused,
    )
    return Snapshot(key, view, question, session.game, game_view, table.positions, table.entries, answered)


def _title(session: Session) -> str:
    """Return what phones show as the title: that of the game, and whether it is practice."""
    title = session.game.title
    return gettext("Practice: {game}", game=title) if session.practice else title


def _mark_names(places: dict[str, Place]) -> dict[str, str]:
    """Name the kinds of marks, without their numbers and owners."""
    marks = {mark.partition(":")[0].partition("*")[0] for place in places.values() for mark in place.marks}
    sheet = icon_sheet("marks")
    named = {kind: sheet[kind].name if kind in sheet else "" for kind in sorted(marks)}
    unnamed = {kind: kind.removeprefix("symbol-").replace("-", " ") for kind in named} | {"start": "Start"}
    return {kind: gettext(name or unnamed[kind]) for kind, name in named.items()}


def _inflected(standing: Standing) -> Standing:
    """Name each figure by its number: one card, two cards."""
    figures = (structs.replace(one, label=inflect(one.label, one.value)) for one in standing.figures)
    return structs.replace(standing, figures=tuple(figures))


def _asked(question: Question | None) -> AskedView | None:
    if question is None:
        return None
    places = tuple(question.allowed) if isinstance(question, PlaceQuestion) else ()
    return AskedView(question.seat, question.prompt, question.detail, question.rules, places)


def _contested(question: Question | None) -> tuple[str, ...]:
    """Return the ids of origin and target of an open battle; empty for any other question."""
    contest = question.contest if isinstance(question, Roll) else None
    return (contest.attacker.place, contest.defender.place) if contest is not None else ()


def odds_of(question: Question | None) -> OddsView | None:
    """Compute the odds of an open battle; None for any other question."""
    if not isinstance(question, Roll):
        return None
    if question.contest is not None:
        outlook = odds(Battle.of(question.contest))
        left = outlook.expected_left
        summary = gettext(
            "Likely left: {attackers:.1f} v {defenders:.1f}",
            attackers=float(left[0]),
            defenders=float(left[1]),
        )
        sides = question.contest.attacker.seat, question.contest.defender.seat
        return OddsView(*sides, float(outlook.conquest), summary)
    if question.symbol_contest is not None:
        chances = symbol_contest_wounds(question.symbol_contest)
        first, second = (
            sum(float(chance) * getattr(wounds, side) for wounds, chance in chances.items())
            for side in ("attacker", "defender")
        )
        seats = list(dict.fromkeys(pool.seat for pool in question.pools))
        summary = gettext(
            "Wounds expected: {attackers:.1f} v {defenders:.1f}", attackers=first, defenders=second
        )
        return OddsView(seats[0], seats[1] if len(seats) > 1 else None, None, summary)
    return None
