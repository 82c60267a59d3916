"""The league of a club: scores, ratings, who beats whom and awards, all computed from the results alone."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from companion.club.messages import GameOutcome, PlacedPlayer, clean_text
from companion.locale.messages import gettext, ngettext

Order = Literal["score", "rating"]
ORDERS: tuple[Order, ...] = ("score", "rating")

USUAL_SCORE, USUAL_GAMES = 0.5, 3
"""A score counts as if so many games more had ended so: one lucky game does not lead the league."""
MAX_DUELS = 10
"""Pairs of players in the table of who beats whom."""
MIN_DUEL = 3
"""Games of a pair from which one is called the other's nemesis."""

_MODEL = PlackettLuce()
"""Weng and Lin, "A Bayesian approximation method for online ranking", 2011."""


class Season(Struct, frozen=True):
    """A part of the year whose games count.

    Attributes:
        name: its name; empty for all games ever.
        first: its first day, such as ``2026-11-01``; empty for no limit.
        last: its last day; empty for no limit.
    """

    name: str = ""
    first: str = ""
    last: str = ""

    def has(self, result: GameOutcome) -> bool:
        """Return whether a result counts."""
        day = result.ended[:10]
        return not result.withdrawn and self.first <= day and (not self.last or day <= self.last)


ALL_GAMES = Season()


class LeagueRow(Struct):
    """One player in the league.

    Attributes:
        name: the player's name, as written in the latest game.
        games: number of games.
        wins: number of games won.
        score: mean share of the opponents beaten, 0 to 1; one in the same place is half beaten.
        rating: the estimated skill after the latest game; 25 for a newcomer.
        spread: the standard deviation of that estimate.
    """

    name: str
    games: int = 0
    wins: int = 0
    score: float = 0.0
    rating: float = 0.0
    spread: float = 0.0


class Duel(Struct, frozen=True):
    """Two players against each other: their games, and how often each ended before the other."""

    one: str
    other: str
    games: int
    one_won: int
    other_won: int


class SeasonAward(Struct, frozen=True):
    """An award: its title, who gets it, and the fact that earned it."""

    title: str
    name: str
    text: str


class League(Struct, frozen=True):
    """Everything that the page shows of a season."""

    season: Season
    rows: tuple[LeagueRow, ...]
    duels: tuple[Duel, ...]
    awards: tuple[SeasonAward, ...]


def league(results: Iterable[GameOutcome], order: Order = "score", season: Season = ALL_GAMES) -> League:
    """Compute the league.

    Args:
        results: every result once, in any order. Withdrawn results do not count.
        order: the sort order.
        season: which of them count.

    Returns:
        A row for every player with a name, the best first, and what follows from the same games.
    """
    table = _Table()
    for result in sorted(filter(season.has, results), key=lambda each: (each.ended, each.id)):
        table.add(result)
    rows = sorted(table.rows.values(), key=lambda row: row.name)
    if order == "rating":
        rows.sort(key=lambda row: row.rating - 3 * row.spread, reverse=True)  # sure to be that good
    else:
        rows.sort(key=lambda row: (_fair_score(row), row.wins), reverse=True)
    duels = table.duels()
    return League(season, tuple(rows), duels[:MAX_DUELS], _awards(rows, duels, table.upset))


def _fair_score(row: LeagueRow) -> float:
    """Return the score among more usual games, the fewer the player has (a Bayesian average)."""
    return (row.score * row.games + USUAL_SCORE * USUAL_GAMES) / (row.games + USUAL_GAMES)


class _Table:
    """The league while results are added, oldest first."""

    def __init__(self) -> None:
        self.rows: dict[str, LeagueRow] = {}
        self.upset: SeasonAward | None = None
        self._least = 1.0
        self._skill: dict[str, PlackettLuceRating] = {}
        self._met: Counter[tuple[str, str]] = Counter()
        self._beat: Counter[tuple[str, str]] = Counter()

    def add(self, result: GameOutcome) -> None:
        """Add one game; a name with two seats in it counts once, seats without a name as opponents."""
        known = _by_name(result.players)
        for key, player in known.items():
            row = self.rows.setdefault(key, LeagueRow(""))
            row.name = clean_text(player.name)
            row.score = (row.score * row.games + _share_beaten(player, result.players)) / (row.games + 1)
            row.games += 1
            row.wins += player.place == 1
        for one, player in known.items():
            for other, rival in known.items():
                if one != other:
                    self._met[one, other] += 1
                    self._beat[one, other] += player.place < rival.place
        self._rate(known, result)

    def _rate(self, known: dict[str, PlacedPlayer], result: GameOutcome) -> None:
        """Estimate everybody's skill anew; a seat without a name is a new opponent each time."""
        nameless = [player for player in result.players if not _key(player)]
        teams = [[self._skill.get(key) or _MODEL.rating()] for key in known] + [
            [_MODEL.rating()] for _ in nameless
        ]
        players = [*known.values(), *nameless]
        if len(players) > 1:
            self._note_upset(teams, players, result)
            teams = _MODEL.rate(teams, ranks=[float(player.place) for player in players])
        for key, (rated,) in zip(known, teams, strict=False):
            self._skill[key] = rated
            self.rows[key].rating, self.rows[key].spread = rated.mu, rated.sigma

    def _note_upset(
        self, teams: list[list[PlackettLuceRating]], players: list[PlacedPlayer], result: GameOutcome
    ) -> None:
        """Remember the win that was least expected."""
        for chance, player in zip(_MODEL.predict_win(teams), players, strict=True):
            alone = player.place == 1 and sum(other.place == 1 for other in players) == 1
            if alone and _key(player) and chance * len(players) < self._least:
                self._least = chance * len(players)
                text = gettext(
                    "won {game} on {day} with a chance of {chance:.0%}",
                    game=clean_text(result.title),
                    day=result.ended[:10],
                    chance=chance,
                )
                self.upset = SeasonAward(gettext("Biggest surprise"), clean_text(player.name), text)

    def duels(self) -> tuple[Duel, ...]:
        """Return all pairs, those who met most often first."""
        pairs = [(one, other) for one, other in self._met if one < other]
        pairs.sort(key=lambda pair: (-self._met[pair], pair))
        return tuple(
            Duel(
                self.rows[one].name,
                self.rows[other].name,
                self._met[one, other],
                self._beat[one, other],
                self._beat[other, one],
            )
            for one, other in pairs
        )


def _awards(
    rows: Sequence[LeagueRow], duels: Iterable[Duel], upset: SeasonAward | None
) -> tuple[SeasonAward, ...]:
    """Return the awards of a season with games."""
    if not rows:
        return ()
    busiest, winner = max(rows, key=lambda row: row.games), max(rows, key=lambda row: row.wins)
    beaten = gettext("{share:.0%} of opponents beaten", share=rows[0].score)
    games = ngettext("{count} game", "{count} games", busiest.games)
    given = [
        SeasonAward(gettext("First of the league"), rows[0].name, beaten),
        SeasonAward(gettext("Most games"), busiest.name, games),
    ]
    if winner.wins:
        won = ngettext("{wins} of {count} game", "{wins} of {count} games", winner.games, wins=winner.wins)
        given.append(SeasonAward(gettext("Most wins"), winner.name, won))
    sure = [duel for duel in duels if duel.games >= MIN_DUEL]
    if sure:
        worst = max(sure, key=lambda duel: abs(duel.one_won - duel.other_won) / duel.games)
        names = (worst.one, worst.other) if worst.one_won >= worst.other_won else (worst.other, worst.one)
        text = ngettext(
            "beat {player} in {wins} of {count} game",
            "beat {player} in {wins} of {count} games",
            worst.games,
            player=names[1],
            wins=max(worst.one_won, worst.other_won),
        )
        given.append(SeasonAward(gettext("Nemesis"), names[0], text))
    return (*given, *((upset,) if upset is not None else ()))


def _by_name(players: Sequence[PlacedPlayer]) -> dict[str, PlacedPlayer]:
    """Return the players with a name, by its key; of two seats with one name the better."""
    known: dict[str, PlacedPlayer] = {}
    for player in sorted(players, key=lambda each: each.place):
        if key := _key(player):
            known.setdefault(key, player)
    return known


def _key(player: PlacedPlayer) -> str:
    return name_key(player.name) if player.named else ""


def _share_beaten(player: PlacedPlayer, players: Sequence[PlacedPlayer]) -> float:
    """Return the share of the opponents that ended behind a player, 0 to 1 (the Borda count of one game)."""
    behind = sum(other.place > player.place for other in players)
    equal = sum(other.place == player.place for other in players) - 1
    return (behind + equal / 2) / max(1, len(players) - 1)


def name_key(name: str) -> str:
    """Return the key by which names are compared: case and whitespace are ignored."""
    return " ".join(unicodedata.normalize("NFKC", clean_text(name)).casefold().split())
