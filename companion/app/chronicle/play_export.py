"""Exports finished games for other programs: BG Stats, and any spreadsheet."""

import csv
import io
from typing import Any

import msgspec

from companion.app.chronicle.people import People
from companion.app.chronicle.statistics import GameResult

SOURCE = "The table companion"
"""The name of the source program in BG Stats."""

SUFFIX = ".bgsplay"
"""The file extension of BG Stats."""

HEADINGS = (
    *("game", "started", "ended", "rounds", "player", "colour", "won"),
    *("minutes", "rolls", "lost", "expected"),
)
"""Columns of the table."""


def bg_stats_play(result: GameResult, people: People) -> bytes:
    """Format one game as BG Stats imports it.

    The format is that of "Push plays to BG Stats from other apps or websites". BG Stats on Android
    refuses players without ``winner`` or ``startPlayer``, although these are said to be optional.
    """
    players: list[dict[str, Any]] = [
        {
            "name": name,
            "sourcePlayerId": name,
            "startPlayer": False,
            "role": player.colour,
            "winner": player.won,
        }
        for player in result.players
        if (name := people.name_of(player.name)) is not None
    ]
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{result.started} {result.number}",
        "playDate": result.ended.replace("T", " ").removesuffix("Z"),
        "game": {
            "name": result.title,
            "sourceGameId": result.game,
            "highestWins": True,
            "noPoints": True,
        },
        "players": players,
        "comments": f"{result.rounds} rounds",
    }
    return msgspec.json.format(msgspec.json.encode(play))


def as_csv(results: tuple[GameResult, ...], people: People) -> str:
    """Write all games as a table, one line for each player of each game."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(HEADINGS)
    for result in results:
        for player in result.players:
            name = people.name_of(player.name)
            if name is not None:
                minutes = round(player.thinking_ms / 60_000, 1)
                known = (result.title, result.started, result.ended, result.rounds, name, player.colour)
                figures = (int(player.won), minutes, player.rolls, player.lost, round(player.expected, 2))
                lines.writerow((*known, *figures))
    return text.getvalue()
