"""The evaluation of a position: each seat's chance to win, from the figures that everybody sees.

A conditional logit model (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974): the
seats compete, and each one's chance is proportional to the exponential of the weighted sum of its features.
The weights of a game come from games of its bots (``python -m tests.bench.win_chances fit``); several sets,
fitted on resampled games (Efron's bootstrap, 1979), show how sure the chances are.
"""

import tomllib
from collections.abc import Mapping, Sequence
from math import exp, log1p
from pathlib import Path

from msgspec import Struct, convert

from companion.referee.game_view import Standing

INCOME = "income"
"""A figure besides those that a game shows: the armies of the next turn."""


class WinChance(Struct, frozen=True):
    """A seat's chance to win.

    Attributes:
        seat: id of the seat.
        chance: from 0 to 1; members of a team share theirs.
        low: the lowest by any set of weights.
        high: the highest.
    """

    seat: str
    chance: float
    low: float
    high: float


class Evaluation(Struct, frozen=True, forbid_unknown_fields=True):
    """The fitted weights of one game.

    Attributes:
        figures: labels of the figures that count, and `INCOME`.
        weights: sets of one weight for each column of `features`; the first is fitted on all games, the
            others on resampled games.
    """

    figures: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]

    def win_chances(self, standings: Sequence[Standing], to_move: str | None) -> tuple[WinChance, ...]:
        """Return each seat's chance to win, in the order of the standings.

        Args:
            standings: the figures of all seats.
            to_move: the seat that plays next; None if nobody knows.
        """
        playing = [standing for standing in standings if not standing.out]
        rows = features(playing, to_move, self.figures)
        teams = {standing.seat: standing.team or standing.seat for standing in standings}
        chances = [_by_team(playing, _softmax(rows, weights), teams) for weights in self.weights]
        return tuple(
            WinChance(seat, chances[0][team], min(c[team] for c in chances), max(c[team] for c in chances))
            for seat, team in teams.items()
        )


def read_evaluation(path: Path) -> Evaluation:
    """Read the weights of a game."""
    return convert(tomllib.loads(path.read_text(encoding="utf-8")), Evaluation)


def features(playing: Sequence[Standing], to_move: str | None, figures: Sequence[str]) -> list[list[float]]:
    """Return a row for each seat that still plays.

    Its columns are the logarithm of each figure, so that ratios between seats count; its share of each
    figure; and the share of the seats that play before it.
    """
    values = [[_value(standing, label) for label in figures] for standing in playing]
    totals = [max(1.0, sum(column)) for column in zip(*values, strict=True)]
    seats = [standing.seat for standing in playing]
    first = seats.index(to_move) if to_move in seats else None
    waits = [0.0 if first is None else (at - first) % len(seats) / len(seats) for at in range(len(seats))]
    return [
        [*map(log1p, row), *(value / total for value, total in zip(row, totals, strict=True)), wait]
        for row, wait in zip(values, waits, strict=True)
    ]


def _value(standing: Standing, label: str) -> float:
    """Return a figure of a seat; 0 if it has none."""
    if label == INCOME:
        return float(standing.income or 0)
    return float(max(0, next((figure.value for figure in standing.figures if figure.label == label), 0)))


def _softmax(rows: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    values = [sum(weight * feature for weight, feature in zip(weights, row, strict=True)) for row in rows]
    top = max(values, default=0.0)
    powers = [exp(value - top) for value in values]
    return [power / sum(powers) for power in powers]


def _by_team(
    playing: Sequence[Standing], shares: Sequence[float], teams: Mapping[str, str]
) -> dict[str, float]:
    """Add up the shares of each team; a player without one is a team of one."""
    chances = dict.fromkeys(teams.values(), 0.0)
    for standing, share in zip(playing, shares, strict=True):
        chances[teams[standing.seat]] += share
    return chances
