"""Random games: nothing crashes, what each game says of its states holds, and games come to victories.

Each game's own `random_games.py` says it: `play_out` plays a game by a seed and stops after some `answers`.
By `corrections` a child sets the board right or wrong at times; by `wisdom` an answer is meant to win. House
rules that are not given are left to chance.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from companion.games.classic.game import CLASSIC
from companion.referee.table import Table
from tests.games.players import MapGamePlayer, seeds
from tests.referee.tables import lay

GAMES = {
    # seeds without a child and with one, answers beside the child, seeds of the longest proof
    "classic": (16, 8, 600, 10_000),
    "nuked": (16, 10, 500, 2000),
    "rogue": (4, 2, 250, 1000),
    "balance": (10, 6, 400, 2000),
    "starcraft": (16, 12, 450, 1000),
    "battle": (12, 8, 500, 300),
}


def play_out(game: str, seed: int, **how: Any) -> Table[Any]:
    """Play a random game by the game's own random player, with its own checks."""
    own: Callable[..., Table[Any]] = import_module(f"tests.games.{game}.random_games").play_out
    return own(seed, **how)


def cases(first: int, column: int) -> list[Any]:
    """Return the games with their seeds: a quarter for every run, the others for the slow ones."""
    return [
        pytest.param(game, *getattr(seed, "values", (seed,)), marks=getattr(seed, "marks", ()))
        for game, counts in GAMES.items()
        for seed in seeds(first, counts[column])
    ]


@pytest.mark.every(4)
@pytest.mark.parametrize(("game", "seed"), cases(0, 0))
def test_a_random_game(game: str, seed: int) -> None:
    play_out(game, seed)


@pytest.mark.every(4, first=2)
@pytest.mark.parametrize(("game", "seed"), cases(50, 1))
def test_a_random_game_with_a_meddling_child(game: str, seed: int) -> None:
    play_out(game, seed, answers=GAMES[game][2], corrections=0.2)


WHOLE: list[tuple[str, range, int, dict[str, Any]]] = [
    # seeds, how many of them come to a victory at least, how they are played
    ("classic", range(24, 30), 3, {"answers": 3500, "edition": "classic"}),
    ("classic", range(24, 30), 3, {"answers": 2500, "edition": "2008"}),
    ("nuked", range(24, 32), 4, {"answers": 2000}),
    ("balance", range(24, 29), 3, {"answers": 2000, "wisdom": 0.8}),
    ("battle", range(24, 29), 3, {"answers": 3000}),
    ("rogue", range(24, 26), 1, {"answers": 1200, "level": "boot camp"}),
    *(
        ("starcraft", range(3), 1, {"answers": 2500, "mode": mode, "placing": "all at once"})
        for mode in ("basic training", "command room", "total domination", "team play")
    ),
]
SLOWLY = [
    pytest.param("rogue", range(24, 26), 1, {"answers": 1200, "level": level}, marks=pytest.mark.slow)
    for level in ("intermediate", "advanced", "commander")
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "numbers", "least", "how"), [*WHOLE, *SLOWLY])
def test_random_games_come_to_victories(game: str, numbers: range, least: int, how: dict[str, Any]) -> None:
    assert sum(bool(play_out(game, seed, **how).state.winners) for seed in numbers) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "first"),
    [(game, first) for game, counts in GAMES.items() for first in range(1000, 1000 + counts[3], 1000)],
)
def test_a_thousand_random_games(game: str, first: int) -> None:
    for seed in range(first, first + min(1000, GAMES[game][3])):
        play_out(game, seed, corrections=0.02 if seed % 2 else 0.0)


@pytest.mark.parametrize("seed", seeds(100, 12))
def test_a_random_game_of_2008(seed: int) -> None:
    how = {"edition": "2008", "corrections": 0.05 if seed % 3 == 0 else 0.0, "answers": 900}
    cities = len(play_out("classic", seed, **how).state.edition_2008.cities)
    assert cities == 15 or seed % 3 == 0  # a child may build more


@pytest.mark.parametrize("seed", [3, 4])
def test_capitals_and_owners_of_objectives_only_change_by_the_rules(seed: int) -> None:
    """Capitals stay where they are; an objective changes hands only by elimination."""
    player = MapGamePlayer(seed)
    seen: dict[Any, Any] = {}
    table = lay(CLASSIC, 4, edition="2008", cities="preset", rewards="dealt", placing="all at once")
    while table.question is not None and len(table.entries) < 900:
        table.answer(player.command(table.question, table.state))
        campaign = table.state.edition_2008
        if not table.state.turn:
            continue
        capitals = seen.setdefault("capitals", dict(campaign.capitals))
        assert campaign.capitals == capitals
        for card in campaign.objectives.cards:
            before = seen.get(card.objective.id)
            assert card.owner == before or before is None or not table.state.held(before)
            seen[card.objective.id] = card.owner
