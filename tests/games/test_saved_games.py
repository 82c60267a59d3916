"""Games saved by the version of commit 49ba482 go on: each stands at its question, and reads the same."""

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games import find_game
from companion.referee.entries import Entry, Position
from companion.referee.table import Table

SAVED = Path(__file__).with_name("saved")


def saved_games() -> list[Any]:
    """Positions of that version with the answers since, and how it wrote where they lead."""
    return [
        pytest.param(path.name.split(".")[0], game, id=f"{path.name.split('.')[0]}-{number}")
        for path in sorted(SAVED.glob("*.json.gz"))
        for number, game in enumerate(msgspec.json.decode(gzip.decompress(path.read_bytes())))
    ]


WORDED_ANEW = {"Put": "Place", "Roll": "Who", "Shuffle": "Deal"}
"""How questions of that version began, and how they begin today."""


@pytest.mark.every(3)
@pytest.mark.parametrize(("name", "saved"), saved_games())
def test_a_saved_game_goes_on(name: str, saved: dict[str, Any]) -> None:
    game = find_game(name)
    position = Position(0, msgspec.json.encode(saved["position"]), turn_start=True)
    table = Table.resume(game, [position], msgspec.convert(saved["entries"], list[Entry]))
    assert table.question is not None
    now, then = table.question.prompt.split()[0], saved["prompt"].split()[0]
    assert now in (then, WORDED_ANEW.get(then))
    read, resumed = game.notation.read(saved["text"]), table.state
    read.house = resumed.house  # text leaves out what stood at that version's defaults
    if name == "starcraft":  # how a turn of an older version goes on matters only to its answers
        read.facts.commits_first = resumed.facts.commits_first
    assert game.notation.write(read) == game.notation.write(resumed)
