"""Chances to win: shares of one, by what everybody sees, better than a guess in every game."""

from math import log
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import every_game, find_game
from companion.referee.evaluation import INCOME, Evaluation, features
from companion.referee.game_view import Figure, Standing
from companion.referee.houserules import set_house_rules
from companion.referee.random_bot import RandomBot
from tests.bench import win_chances
from tests.bench.bots import played
from tests.bench.win_chances import PlayedGame, PlayedTurn, play
from tests.referee.tables import lay

ARMIES = Evaluation(("armies", INCOME), ((1.0, 0.5, 0.0, 0.0, -1.0), (2.0, 0.5, 0.0, 0.0, -1.0)))
GAMES = [game.id for game in every_game() if game.bot]


def standing(
    seat: str, armies: int, income: int | None = 3, team: str = "", *, out: bool = False
) -> Standing:
    return Standing(seat, (Figure("armies", armies),), out=out, team=team, income=income)


@given(st.lists(st.integers(0, 300), min_size=1, max_size=6), st.integers(0, 7))
def test_chances_add_up_to_one_and_stay_in_their_range(armies: list[int], first: int) -> None:
    seats = [standing(f"seat {number}", count) for number, count in enumerate(armies)]
    chances = ARMIES.win_chances(seats, f"seat {first}")
    assert [chance.seat for chance in chances] == [seat.seat for seat in seats]
    assert sum(chance.chance for chance in chances) == pytest.approx(1)
    assert all(0 <= chance.low <= chance.chance <= chance.high <= 1 for chance in chances)


def test_more_armies_are_better_and_the_first_to_move_is() -> None:
    strong, weak = ARMIES.win_chances([standing("red", 20), standing("blue", 10)], None)
    assert strong.chance > 0.6 > 0.4 > weak.chance
    one, other = ARMIES.win_chances([standing("red", 10), standing("blue", 10)], "blue")
    assert other.chance > one.chance


def test_who_is_out_has_no_chance_unless_the_team_has() -> None:
    alone = ARMIES.win_chances([standing("red", 5), standing("blue", 0, out=True)], "red")
    assert [chance.chance for chance in alone] == [1, 0]
    seats = [standing("red", 5, team="A"), standing("blue", 0, team="A", out=True), standing("green", 5)]
    by_seat = {chance.seat: chance.chance for chance in ARMIES.win_chances(seats, None)}
    assert by_seat == {"red": pytest.approx(0.5), "blue": pytest.approx(0.5), "green": pytest.approx(0.5)}


def test_features_are_logarithms_shares_and_the_wait() -> None:
    rows = features([standing("red", 0, None), standing("blue", 7)], "blue", ("armies", INCOME))
    assert rows == [[0, 0, 0, 0, 0.5], [pytest.approx(log(8)), pytest.approx(log(4)), 1, 1, 0]]


def shown(name: str) -> tuple[Standing, ...]:
    """How everybody stands after the first turns of a random game."""
    table = lay(find_game(name), 3 if find_game(name).seats[1] > 2 else 2)
    bot = RandomBot(1)
    for _ in range(200):
        assert table.question is not None
        table.answer(bot.answer(table.question))
    return table.game_view.standings


@pytest.mark.parametrize("name", GAMES)
def test_every_game_with_bots_has_weights_for_figures_that_it_shows(name: str) -> None:
    evaluation = find_game(name).evaluation
    assert evaluation is not None
    figures = {figure.label for standing in shown(name) for figure in standing.figures}
    assert figures and figures <= set(evaluation.figures)
    assert {len(weights) for weights in evaluation.weights} == {2 * len(evaluation.figures) + 1}


SAMPLES = [(name, 40 if name in ("balance", "rogue") else 12) for name in GAMES]
"""Games played for the test: luck decides more in both, and one game won from far behind outweighs five."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "games"), SAMPLES)
def test_the_chances_say_more_than_a_guess(name: str, games: int) -> None:
    """By the mean logarithm of the winner's chance, in games that the weights were not fitted on."""
    game = find_game(name)
    assert game.evaluation is not None
    said = guessed = 0.0
    for seed in range(90_001, 90_001 + games):
        recorded = play(game, seed)
        for turn in recorded.turns if recorded.winners else ():
            chances = game.evaluation.win_chances(turn.standings, turn.to_move)
            won = next(chance for chance in chances if chance.seat == recorded.winners[0])
            sides = {s.team or s.seat for s in turn.standings if not s.out}
            said += log(max(won.chance, 1e-6))
            guessed += log(1 / len(sides))
    assert said > guessed


@pytest.mark.parametrize("name", GAMES)
def test_house_rules_of_the_games_played_fit_each_other(name: str) -> None:
    game = find_game(name)
    for seed in range(200):
        set_house_rules(game.house_rules, win_chances.house_rules(game, Random(seed)))


def test_games_are_kept_as_lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Labels of figures are messages, which msgspec does not encode by itself."""
    turn = PlayedTurn("red", shown("starcraft"))
    games = [PlayedGame(seed, ("red",), (turn,)) for seed in (0, 1)]
    monkeypatch.setattr(win_chances, "play", lambda _, seed: games[seed])
    win_chances.play_games(tmp_path, ["starcraft"], 2)
    assert win_chances.read_games(tmp_path, "starcraft") == games


def test_nothing_is_said_during_the_set_up_and_the_end_is_certain() -> None:
    game = find_game("classic")
    table: Any = None
    for table in played(game, ("easy", "easy"), 1, set_house_rules(game.house_rules, {})):
        if not table.state.turn:
            assert game.win_chances(table.state) == ()
    won = {chance.seat: chance.chance for chance in game.win_chances(table.state)}
    assert won == {seat.id: float(seat.id in table.state.winners) for seat in table.state.seats}
