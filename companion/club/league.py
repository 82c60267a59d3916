"""The league table of a club: points by place and Elo ratings, both computed from the results alone."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from companion.club.messages import GameOutcome, PlacedPlayer, clean_text

Order = Literal["points", "elo"]
ORDERS: tuple[Order, ...] = ("points", "elo")

FIRST_RATING = 1500.0
K_FACTOR = 32.0
SCALE = 400.0
"""Rating difference at which a player is expected to win ten games for each lost one."""


class LeagueRow(Struct):
    """One player in the league.

    Attributes:
        name: the player's name, as written in the latest game.
        games: number of games.
        wins: number of games won.
        points: one for every opponent beaten, one half for each in the same place (Borda count).
        elo: the rating after the latest game.
    """

    name: str
    games: int = 0
    wins: int = 0
    points: float = 0.0
    elo: float = FIRST_RATING


def league(results: Iterable[GameOutcome], order: Order = "points") -> tuple[LeagueRow, ...]:
    """Compute the league table.

    Args:
        results: every result once, in any order. Withdrawn results do not count.
        order: the sort order.

    Returns:
        A row for every player with a name, the best first.
    """
    rows: dict[str, LeagueRow] = {}
    for result in sorted(results, key=lambda each: (each.ended, each.id)):
        if not result.withdrawn:
            _add(result.players, rows)
    if order == "elo":
        return tuple(sorted(rows.values(), key=lambda row: (-row.elo, row.name)))
    return tuple(sorted(rows.values(), key=lambda row: (-row.points, -row.wins, row.games, row.name)))


def _add(players: Sequence[PlacedPlayer], rows: dict[str, LeagueRow]) -> None:
    """Add one game to the rows of its players; a name with two seats in a game counts once."""
    known: dict[str, PlacedPlayer] = {}
    for player in sorted(players, key=lambda each: each.place):
        if player.named and (key := name_key(player.name)):
            known.setdefault(key, player)
    changes = _rating_changes({key: (rows.get(key, _NEW).elo, player.place) for key, player in known.items()})
    for key, player in known.items():
        row = rows.setdefault(key, LeagueRow(""))
        row.name = clean_text(player.name)
        row.games += 1
        row.wins += player.place == 1
        row.points += sum(other.place > player.place for other in players)
        row.points += (sum(other.place == player.place for other in players) - 1) / 2
        row.elo += changes[key]


_NEW = LeagueRow("")


def _rating_changes(players: dict[str, tuple[float, int]]) -> dict[str, float]:
    """Return how one game changes its players' ratings.

    Each pair counts as a game of two (A. Elo, The Rating of Chessplayers, 1978). The weights of a player's
    pairs sum to one game, so that a game of six changes no more than a game of two.

    Args:
        players: rating and place of each.
    """
    changes = dict.fromkeys(players, 0.0)
    weight = K_FACTOR / max(1, len(players) - 1)
    for one, (rating, place) in players.items():
        for other, (against, behind) in players.items():
            if one != other:
                expected = 1 / (1 + 10 ** ((against - rating) / SCALE))
                score = 1.0 if place < behind else 0.5 if place == behind else 0.0
                changes[one] += weight * (score - expected)
    return changes


def name_key(name: str) -> str:
    """Return the key by which names are compared: case and whitespace are ignored."""
    return " ".join(unicodedata.normalize("NFKC", clean_text(name)).casefold().split())
