"""Fits the weights by which computer players judge positions (`companion.games.territory.evaluator`).

``python -m tests.bench.plan_weights play FOLDER GAME [--games N] [--bots STRENGTH ...]`` lets bots play, of
all strengths by default, and keeps the states at the beginning of some turns; ``fit FOLDER GAME`` fits the
weights on two thirds of the games, writes ``companion/games/GAME/plans.toml`` and prints how well they do on
the others.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.games import find_game
from companion.games.territory.evaluator import FEATURES, Ground, features, position_of
from companion.referee.bot import STRENGTHS, Strength
from companion.referee.houserules import set_house_rules
from tests.bench.bots import HOUSE, played
from tests.bench.win_chances import GAMES, fit_weights, softmax

PER_GAME = 12
"""Turns of one game that count, drawn by chance."""
TEST = 3
"""Each game whose number this divides is kept for the judgement."""
DUEL = 2
"""Sides that play from which on the other weights count."""

BAD = ("exposed", "front", "wait")
"""Features that speak against a seat; all others speak for it."""
SIGNS = {name: -1 if name in BAD else 1 for name in FEATURES}
Sample = tuple[int, NDArray[np.float64], NDArray[np.float64]]


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of bots: who won, and the states of some turns."""

    seed: int
    winners: tuple[str, ...]
    turns: tuple[msgspec.Raw, ...]


def play(name: str, seed: int, strengths: Sequence[Strength]) -> PlayedGame:
    """Play one game, any of these strengths in each seat."""
    game, chance = find_game(name), random.Random(seed)
    players = tuple(chance.choice(strengths) for _ in range(chance.randint(*game.seats)))
    turns: dict[int, bytes] = {}
    winners: tuple[str, ...] = ()
    for table in played(game, players, seed, set_house_rules(game.house_rules, HOUSE.get(name, {}))):
        state, winners = table.state, table.state.winners
        if state.turn and state.turn not in turns and table.question is not None:
            turns[state.turn] = msgspec.json.encode(state)
    kept = sorted(chance.sample(sorted(turns), min(PER_GAME, len(turns))))
    return PlayedGame(seed, winners, tuple(msgspec.Raw(turns[turn]) for turn in kept))


def play_games(path: Path, name: str, count: int, strengths: Sequence[Strength]) -> None:
    """Play the games that the file lacks; each is one line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = len(path.read_bytes().splitlines()) if path.exists() else 0
    with path.open("ab") as file:
        for seed in range(done, count):
            file.write(msgspec.json.encode(play(name, seed, strengths)) + b"\n")


def samples(path: Path, name: str) -> Iterator[tuple[int, Sample]]:
    """Yield the game's number and, for each turn, how many play, their features, and 1 for who won."""
    game = find_game(name)
    lay_out: Callable[[Any], tuple[Ground, Sequence[int]]] = import_module(
        f"companion.games.{name}.plans"
    ).ground_and_cards
    for line in path.read_bytes().splitlines():
        each = msgspec.json.decode(line, type=PlayedGame)
        for turn in each.turns:
            state = msgspec.json.decode(turn, type=game.state)
            ground, cards = lay_out(state)
            rows, alive = features(
                ground, position_of(state, ground, cards), ground.seats.index(state.active)
            )
            won = np.array([float(seat in each.winners) for seat in ground.seats])[alive[0]]
            if 0 < won.sum() < len(won):
                yield each.seed, (len(won), rows[0][alive[0]].astype(float), won)


def sensible_weights(
    turns: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]],
) -> NDArray[np.float64]:
    """Fit the weights, and leave out features one by one that come out against common sense.

    They go together in the games that were played, so that one may take over what another is due; a search
    finds positions where they do not. What is at hand is no matter of weights: who ends the game goes first.
    """
    weights = np.zeros(len(FEATURES))
    kept = [at for at, name in enumerate(FEATURES) if name != "at hand"]
    while True:
        fitted = fit_weights([(rows[:, kept], won) for rows, won in turns])
        wrong = {at: -weight * SIGNS[FEATURES[at]] for at, weight in zip(kept, fitted, strict=True)}
        worst = max(wrong, key=lambda at: wrong[at])
        if wrong[worst] <= 0:
            weights[kept] = fitted
            return weights
        kept.remove(worst)


def fit(path: Path, name: str) -> None:
    """Fit both sets of weights, write them, and say how they do on the games kept for it."""
    found = list(samples(path, name))
    lines = []
    for label, many in (("duel", False), ("crowd", True)):
        of_kind = [(seed, rows, won) for seed, (sides, rows, won) in found if (sides > DUEL) == many]
        taught = [(rows, won) for seed, rows, won in of_kind if seed % TEST]
        weights = sensible_weights(taught)
        lines.append(f"{label} = {[round(float(weight), 3) for weight in weights]}\n")
        tested = [(rows, won) for seed, rows, won in of_kind if seed % TEST == 0]
        off = np.concatenate([softmax(rows @ weights) - won for rows, won in tested])
        even = np.concatenate([won.sum() / len(won) - won for _, won in tested])
        print(f"{label}: {len(of_kind)} turns, skill {1 - np.mean(off**2) / np.mean(even**2):.2f}")
        print({feature: round(float(weight), 2) for feature, weight in zip(FEATURES, weights, strict=True)})
    by = "# Written by `python -m tests.bench.plan_weights fit`.\n"
    (GAMES / name / "plans.toml").write_text(by + "".join(lines), encoding="utf-8")


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--bots", choices=STRENGTHS, nargs="+", default=STRENGTHS)
    asked = parser.parse_args()
    path = asked.folder / f"{asked.game}.jsonl"
    if asked.what == "play":
        play_games(path, asked.game, asked.games, asked.bots)
    else:
        fit(path, asked.game)


if __name__ == "__main__":
    main()
