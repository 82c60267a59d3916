"""Fits and checks the evaluation of each game (`companion.referee.evaluation`) on games of its own bots.

``python -m tests.bench.win_chances play FOLDER [GAME ...] [--games N]`` lets the bots play: any number of
seats, one strength at a table, a preset or some switches set by chance; it writes the standings at each turn.
``fit FOLDER`` fits the weights on two thirds of the games and writes ``companion/games/*/evaluation.toml``;
``table FOLDER`` prints how true the chances are on the other third, as results/computer_players.md has it.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.games import every_game, find_game
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH
from companion.referee.bot import STRENGTHS
from companion.referee.evaluation import INCOME, Evaluation, features
from companion.referee.game import Game
from companion.referee.game_view import Standing
from companion.referee.houserules import fitting, set_house_rules
from tests.bench.bots import HOUSE, played

GAMES = Path(__file__).parents[2] / "companion" / "games"
PER_GAME = 10
"""Turns of one game that count, drawn by chance: long games would outweigh the others."""
RESAMPLES = 6
"""Sets of weights fitted on games drawn with replacement."""
SET = 0.2
"""Probability that a switch is set by chance, in games without a preset."""
RIDGE = 1.0
"""Weight of the penalty for large weights."""
STEPS = 40
"""Most steps of Newton's method."""
BIN = 0.1
"""Width of a class of chances in the table."""

Floats = NDArray[np.float64]


class PlayedTurn(msgspec.Struct, frozen=True):
    """The figures at the start of a turn, and whose turn it is."""

    to_move: str | None
    standings: tuple[Standing, ...]


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of bots: who won, and some of its turns."""

    seed: int
    winners: tuple[str, ...]
    turns: tuple[PlayedTurn, ...]


# --- playing -----------------------------------------------------------------------------------------------


def house_rules(game: Game[Any], chance: random.Random) -> dict[str, str]:
    """Draw a preset, or set some switches, as far as they fit each other."""
    house = dict(HOUSE.get(game.id, {}))
    presets = [preset.house_rules for preset in game.presets]
    if chance.random() < 0.5:
        return house | dict(chance.choice([{}, *presets]))
    drawn = {switch.name: chance.choice(switch.choices).value for switch in game.switches}
    some = {name: value for name, value in drawn.items() if chance.random() < SET}
    return fitting(game.house_rules, house | some)[0]


def play(game: Game[Any], seed: int) -> PlayedGame:
    """Play one game with this seed."""
    chance = random.Random(seed)
    players = (chance.choice(STRENGTHS),) * chance.randint(*game.seats)
    house = set_house_rules(game.house_rules, house_rules(game, chance))
    turns: list[PlayedTurn] = []
    last, winners = 0, ()
    for table in played(game, players, seed, house):
        state = table.state
        winners = state.winners
        if state.turn > last and table.question is not None:
            last = state.turn
            turns.append(PlayedTurn(state.active, table.game_view.standings))
    kept = sorted(chance.sample(range(len(turns)), min(PER_GAME, len(turns))))
    return PlayedGame(seed, winners, tuple(turns[number] for number in kept))


def play_games(folder: Path, games: Sequence[str], count: int) -> None:
    """Play the games that the folder lacks; each is one line of a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in games:
        path = folder / f"{name}.jsonl"
        done = len(path.read_bytes().splitlines()) if path.exists() else 0
        with path.open("ab") as file:
            for seed in range(done, count):
                file.write(encode_in(play(find_game(name), seed), ENGLISH) + b"\n")


def read_games(folder: Path, name: str) -> list[PlayedGame]:
    """Return the games that somebody has won."""
    lines = (folder / f"{name}.jsonl").read_bytes().splitlines()
    return [game for line in lines if (game := msgspec.json.decode(line, type=PlayedGame)).winners]


# --- fitting -----------------------------------------------------------------------------------------------


def positions(games: Sequence[PlayedGame], figures: Sequence[str]) -> Iterator[tuple[Floats, Floats]]:
    """Yield each turn's features (seats x features), and 1 for each seat of the winning side, else 0."""
    for game in games:
        for turn in game.turns:
            playing = [standing for standing in turn.standings if not standing.out]
            won = winning(turn.standings, game.winners)
            rows = features(playing, turn.to_move, figures)
            ours = np.array([standing.seat in won for standing in playing], float)
            if 0 < ours.sum() < len(playing):
                yield np.array(rows), ours


def winning(standings: Sequence[Standing], winners: Sequence[str]) -> set[str]:
    """Return the winners and the others of their teams."""
    teams = {standing.team for standing in standings if standing.seat in winners and standing.team}
    return {standing.seat for standing in standings if standing.seat in winners or standing.team in teams}


def fit_weights(samples: Sequence[tuple[Floats, Floats]]) -> Floats:
    """Return the weights with the largest penalised likelihood that one of the winning side wins (Newton)."""
    size = samples[0][0].shape[1]
    weights = np.zeros(size)
    for _ in range(STEPS):
        gradient, curvature = -RIDGE * weights, RIDGE * np.eye(size)
        for rows, won in samples:
            shares = softmax(rows @ weights)
            target = shares * won / (shares @ won)
            mean = shares @ rows
            gradient += (target - shares) @ rows
            curvature += (rows.T * shares) @ rows - np.outer(mean, mean)
        step = np.linalg.solve(curvature, gradient)
        weights += step * min(1.0, 1.0 / max(1e-9, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-4:
            break
    return weights


def softmax(values: Floats) -> Floats:
    """Return shares that add up to 1."""
    powers = np.exp(values - values.max())
    return np.asarray(powers / powers.sum())


def fit(games: Sequence[PlayedGame]) -> Evaluation:
    """Fit all sets of weights."""
    labels = {
        figure.label
        for game in games
        for turn in game.turns
        for standing in turn.standings
        for figure in standing.figures
    }
    figures = (*sorted(labels), INCOME)
    by_game = [list(positions([game], figures)) for game in games]
    chance = random.Random(0)
    draws = [by_game, *(chance.choices(by_game, k=len(by_game)) for _ in range(RESAMPLES))]
    fitted = (fit_weights([sample for game in draw for sample in game]) for draw in draws)
    return Evaluation(figures, tuple(tuple(round(float(weight), 3) for weight in row) for row in fitted))


def write(evaluation: Evaluation, path: Path) -> None:
    """Write the weights of a game, one set in a line."""
    sets = "".join(f"    {list(weights)},\n" for weights in evaluation.weights)
    figures = ", ".join(f'"{label}"' for label in evaluation.figures)
    by = "# Written by `python -m tests.bench.win_chances fit`."
    path.write_text(f"{by}\nfigures = [{figures}]\nweights = [\n{sets}]\n", encoding="utf-8")


def split(games: Sequence[PlayedGame]) -> tuple[list[PlayedGame], list[PlayedGame]]:
    """Return two thirds of the games to fit on, and the others to judge by."""
    return [game for game in games if game.seed % 3], [game for game in games if game.seed % 3 == 0]


# --- judging -----------------------------------------------------------------------------------------------


def said_and_won(evaluation: Evaluation, games: Sequence[PlayedGame]) -> Iterator[tuple[float, bool]]:
    """Yield each side's chance at each turn, and whether it won."""
    for game in games:
        for turn in game.turns:
            won = winning(turn.standings, game.winners)
            sides = {standing.team or standing.seat: standing.seat for standing in turn.standings}
            for chance in evaluation.win_chances(turn.standings, turn.to_move):
                if chance.seat in sides.values():
                    yield chance.chance, chance.seat in won


def table(folder: Path) -> None:
    """Print for each game and class of chances: how often it was said, and how often it came true."""
    print(
        "| game | games | skill | " + " | ".join(f"{low * 10} to {low * 10 + 10}" for low in range(10)) + " |"
    )
    print("|---" * 13 + "|")
    for name in (path.stem for path in sorted(folder.glob("*.jsonl"))):
        evaluation = find_game(name).evaluation
        assert evaluation is not None
        games = split(read_games(folder, name))[1]
        pairs = np.array(list(said_and_won(evaluation, games)), float)
        said, won = pairs[:, 0], pairs[:, 1]
        skill = 1 - np.mean((said - won) ** 2) / np.mean((won.mean() - won) ** 2)
        cells = []
        for low in np.arange(0, 1, BIN):
            here = (said >= low) & (said < low + BIN)
            cells.append(f"{100 * won[here].mean():.0f} ({here.sum()})" if here.any() else "")
        print(f"| {name} | {len(games)} | {skill:.2f} | " + " | ".join(cells) + " |")


def main() -> None:
    """Play, fit, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "fit", "table"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("game", nargs="*", help="which games; all by default")
    parser.add_argument("--games", type=int, default=1500)
    asked = parser.parse_args()
    names = asked.game or [game.id for game in every_game() if game.bot]
    if asked.what == "play":
        play_games(asked.folder, names, asked.games)
    elif asked.what == "fit":
        for name in names:
            write(fit(split(read_games(asked.folder, name))[0]), GAMES / name / "evaluation.toml")
    else:
        table(asked.folder)


if __name__ == "__main__":
    main()
