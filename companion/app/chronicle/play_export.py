"""Exports finished games for other programs: BG Stats, and any spreadsheet."""

import csv
import io
from datetime import datetime, timedelta
from typing import Any

import msgspec

from companion.app.chronicle.people import People
from companion.app.chronicle.statistics import GameResult
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH

SOURCE = "The table companion"
"""The name of the source program in BG Stats."""

SUFFIX = ".bgsplay"
"""The file extension of BG Stats."""

HEADINGS = (
    *("game", "started", "ended", "rounds", "player", "colour", "won"),
    *("place", "began", "minutes", "rolls", "lost", "expected"),
)
"""Columns of the table."""


def bg_stats_play(result: GameResult, people: People, location: str = "") -> bytes:
    """Format one game as BG Stats imports it.

    The format is that of "Push plays to BG Stats from other apps or websites". BG Stats on Android
    refuses players without ``winner`` or ``startPlayer``, although these are said to be optional.

    Args:
        result: the game.
        people: who is called what, and who is left out.
        location: where it was played; empty if nobody has said.
    """
    minutes = round(sum(player.thinking_ms for player in result.players) / 60_000)
    players: list[dict[str, Any]] = [
        {
            "name": name,
            "sourcePlayerId": name,
            "startPlayer": player.began,
            "rank": player.place,
            "role": player.colour,
            "winner": player.won,
        }
        for player in result.players
        if (name := people.name_of(player.name)) is not None
    ]
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{result.started} {result.number}",
        "playDate": f"{_began(result.ended, minutes):%Y-%m-%d %H:%M:%S}",
        "game": {"name": result.title, "sourceGameId": result.game, "highestWins": True, "noPoints": True},
        "players": players,
        "comments": f"{result.rounds} rounds",
    }
    if minutes:
        play["durationMin"] = minutes
    if location:
        play["location"] = {"name": location}
    return msgspec.json.format(encode_in(play, ENGLISH))


def _began(ended: str, minutes: int) -> datetime:
    """Return when the play began, in local time: a game that ends after midnight counts for its evening."""
    return datetime.fromisoformat(ended).astimezone() - timedelta(minutes=minutes)


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
                ended = (int(player.won), player.place, int(player.began))
                figures = (*ended, minutes, player.rolls, player.lost, round(player.expected, 2))
                lines.writerow((*known, *figures))
    return text.getvalue()
