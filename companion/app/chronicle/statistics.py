"""Statistics over all saved games: players, wins, luck and thinking time."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from companion.app.chronicle.awards import FairnessTest, fairness_test, luck_ledger
from companion.app.chronicle.chronicle import Chronicle
from companion.app.chronicle.people import People
from companion.app.chronicle.recorded_game import RecordedGame
from companion.locale.messages import gettext


class PlayerResult(Struct, frozen=True):
    """The result of one player in one game.

    Attributes:
        name: of the player at the table.
        colour: colour of the seat.
        won: the player is among the winners.
        place: 1 for the winners; equal players share a place.
        began: the player had the first turn.
        thinking_ms: thinking time, in milliseconds.
        rolls: battle rolls taken part in.
        lost: armies lost in them.
        expected: expected number of lost armies.
    """

    name: str
    colour: str
    won: bool
    place: int
    began: bool = False
    thinking_ms: int = 0
    rolls: int = 0
    lost: int = 0
    expected: float = 0.0


class GameResult(Struct, frozen=True):
    """One finished game.

    Attributes:
        number: its number in the journal.
        game: id of the game.
        title: the game's name for people.
        started: when it began, UTC, as ``2026-11-21T19:30:00Z``.
        ended: when it was last played.
        rounds: number of rounds.
        players: the results of the players, in order round the table.
        faces: how often each face of a die came up, 1 to 6, without the companion's own rolls.
    """

    number: int
    game: str
    title: str
    started: str
    ended: str
    rounds: int
    players: tuple[PlayerResult, ...]
    faces: tuple[int, ...] = ()


class Rivalry(Struct):
    """Games of two players against each other, with the wins of each."""

    games: int = 0
    won: int = 0
    lost: int = 0


class PlayerStatistics(Struct):
    """One player over all games."""

    name: str
    games: int = 0
    wins: int = 0
    thinking_ms: int = 0
    rolls: int = 0
    lost: int = 0
    expected: float = 0.0
    games_by_title: Counter[str] = field(default_factory=Counter)
    wins_by_title: Counter[str] = field(default_factory=Counter)
    wins_by_colour: Counter[str] = field(default_factory=Counter)
    against: dict[str, Rivalry] = field(default_factory=dict)


def game_result(kept: RecordedGame) -> GameResult:
    """Sum up one finished game."""
    record, chronicle = kept.saved.record, kept.chronicle
    ledger = luck_ledger(chronicle)
    faces = Counter(
        face
        for event in chronicle.events
        if event.roll is not None and event.roll.by != "companion"
        for face in (*event.roll.attack, *event.roll.defence)
    )
    players, placed = [], places(chronicle)
    began = next((turn.seat for turn in chronicle.turns if turn.seat is not None), None)
    for seat in record.seats:
        score = ledger.get(seat.id)
        rolled = (score.rolls, score.lost, score.expected) if score is not None else (0, 0, 0.0)
        thinking, won = kept.saved.clocks.get(seat.id, 0), seat.id in record.winners
        ended = (won, placed[seat.id], seat.id == began)
        players.append(PlayerResult(seat.kept_name, seat.colour, *ended, thinking, *rolled))
    return GameResult(
        number=record.id,
        game=record.game,
        title=chronicle.title,
        started=record.started,
        ended=record.played,
        rounds=chronicle.turns[-1].round if chronicle.turns else 0,
        players=tuple(players),
        faces=tuple(faces[face] for face in range(1, 7)),
    )


def dice_by_year(results: Iterable[GameResult]) -> tuple[FairnessTest, ...]:
    """Test the dice of each year, latest first, and of all years together if there are several.

    The companion's own rolls do not count. The year may be wrong on a Pi without a clock.
    """
    years: dict[str, Counter[int]] = {}
    for result in results:
        for face, count in enumerate(result.faces, 1):
            years.setdefault(result.ended[:4], Counter())[face] += count
    thrown = {year: faces for year, faces in sorted(years.items(), reverse=True) if faces.total()}
    tests = tuple(
        fairness_test(gettext("the dice of {year}", year=year), faces) for year, faces in thrown.items()
    )
    if len(thrown) < 2:
        return tests
    return (*tests, fairness_test(gettext("the dice of all years"), sum(thrown.values(), Counter())))


def player_statistics(results: Iterable[GameResult], people: People) -> tuple[PlayerStatistics, ...]:
    """Add up all games, the player with most wins first.

    Args:
        results: the finished games.
        people: which names are the same person, and who is left out.
    """
    found: dict[str, PlayerStatistics] = {}
    for result in results:
        known = tuple(_known(result, people))
        for name, played in known:
            of_player = found.setdefault(name, PlayerStatistics(name))
            _add(of_player, result, played)
            for other, rival in known:
                if other != name:
                    _add_rival(of_player.against.setdefault(other, Rivalry()), played, rival)
    return tuple(sorted(found.values(), key=lambda each: (-each.wins, -each.games, each.name)))


def _known(result: GameResult, people: People) -> Iterator[tuple[str, PlayerResult]]:
    for played in result.players:
        name = people.name_of(played.name)
        if name is not None:
            yield name, played


def _add(total: PlayerStatistics, result: GameResult, played: PlayerResult) -> None:
    total.games += 1
    total.thinking_ms += played.thinking_ms
    total.rolls += played.rolls
    total.lost += played.lost
    total.expected += played.expected
    total.games_by_title[result.title] += 1
    if played.won:
        total.wins += 1
        total.wins_by_title[result.title] += 1
        total.wins_by_colour[played.colour] += 1


def _add_rival(rivalry: Rivalry, played: PlayerResult, rival: PlayerResult) -> None:
    rivalry.games += 1
    rivalry.won += played.won and not rival.won
    rivalry.lost += rival.won and not played.won


def places(chronicle: Chronicle) -> dict[str, int]:
    """Return every player's place: winners first, then by time in the game, then by figures.

    Players who are still in the game at its end are placed by the figures that the game shows, the most
    important first. Equal players share a place, and the next places are skipped.
    """
    ranks = {seat.id: _rank(chronicle, seat.id) for seat in chronicle.seats}
    return {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}


def _rank(chronicle: Chronicle, seat: str) -> tuple[int, ...]:
    """Return the sort key of a player's place; larger is better."""
    if seat in chronicle.winners:
        return (1,)
    last = -1
    figures: tuple[int, ...] = ()
    for turn in chronicle.turns:
        standing = next((each for each in turn.standings if each.seat == seat and not each.out), None)
        if standing is not None:
            last, figures = turn.number, tuple(figure.value for figure in standing.figures)
    still_in = bool(chronicle.turns) and last == chronicle.turns[-1].number
    return (0, last, *(figures if still_in else ()))
