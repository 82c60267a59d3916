"""Positions that cannot be are refused in the words of a correction; those that were played are not."""

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.errors import CompanionError, MalformedPosition, UnknownName
from companion.games import find_game

SAVED = Path(__file__).with_name("saved")
OTHERS = "; blue: others 2"


def told(game: str) -> list[str]:
    """Positions that were played, as text."""
    rows: list[dict[str, Any]] = msgspec.json.decode(
        gzip.decompress((SAVED / f"{game}.json.gz").read_bytes())
    )
    return [row["text"] for row in rows]


@pytest.mark.parametrize("game", ["classic", "nuked", "starcraft", "balance"])
def test_positions_that_were_played_are_read(game: str) -> None:
    for text in told(game):
        find_game(game).read_position(text)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", MalformedPosition, "A position begins like"),
        ("classic r1 t1 attack red; seats red blue; red: alaska 0" + OTHERS, MalformedPosition, "1 to 999"),
        ("classic r1 t1 attack red; seats red blue; red: mars 3" + OTHERS, UnknownName, "mars"),
        ("classic r1 t1 siesta red; seats red blue; red: alaska 3" + OTHERS, UnknownName, "siesta"),
        ("classic r1 t1 attack red; seats red blue; red: others 2", MalformedPosition, "Red has won"),
        (
            "classic r1 t1 fortify red; seats red blue; red: alaska 3; supply red 5" + OTHERS,
            MalformedPosition,
            "No armies are put in the fortify step",
        ),
        (
            'nuked r4 t9 attack red; seats red blue; red: peru 3; rules {"name":""}; ended red 4 blue 4; '
            "capitals red peru blue peru" + OTHERS,
            MalformedPosition,
            "Two capitals cannot stand in Peru",
        ),
        (
            "balance r2 t3 attack red; seats red blue; starter red; red: peru 3; cards red 20" + OTHERS,
            MalformedPosition,
            "0 to 5",
        ),
        (
            "balance r2 t3 attack red; seats red blue; starter red; red: peru 3; casualties red 500" + OTHERS,
            MalformedPosition,
            "0 to 12",
        ),
        (
            "balance r2 t3 attack red; seats red blue; starter red; red: peru 3; supply red -7" + OTHERS,
            MalformedPosition,
            "a number",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, error: type[CompanionError], words: str) -> None:
    game = find_game(text.split(" ")[0] or "classic")
    with pytest.raises(error, match=words):
        game.read_position(text)


def test_a_starcraft_position_with_impossible_units_is_refused() -> None:
    game = find_game("starcraft")
    text = next(text for text in told("starcraft") if " attack " in text.partition(";")[0])
    state = game.read_position(text)
    place = state.held(state.mover.id)[0]
    state.holdings[place].armies = 0
    with pytest.raises(MalformedPosition, match="1 to 999"):
        game.read_position(game.notation.write(state))
