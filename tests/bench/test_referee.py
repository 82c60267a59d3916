"""Speed of the referee: an answer, the replay of a game, a game view, and writing and reading a position."""

from typing import Any

import msgspec
import pytest

from companion.games import every_game
from companion.games.classic.game import CLASSIC
from companion.games.classic.notation import CLASSIC_NOTATION
from companion.referee.game import Game
from companion.referee.table import Table
from tests.bench.board_games import SHIPPED
from tests.games.players import Player
from tests.referee.tables import lay

ANSWERS = 2000


def long_game(board: str = "classic") -> Table[Any]:
    """A game of 2,000 answers."""
    for seed in range(100):
        player = Player(seed, continue_probability=0.7)
        table = lay(CLASSIC, 4, board=board)
        while table.question is not None and len(table.entries) < ANSWERS:
            table.answer(player.answer(table.question))
        if len(table.entries) == ANSWERS and table.question is not None:
            return table
    raise AssertionError("no game lasted long enough")


EVERY_GAME = pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
SHORT_GAME = 500


def short_game(game: Game[Any]) -> Table[Any]:
    """A game of 500 answers with as many players as can play."""
    for seed in range(100):
        player, table = Player(seed), lay(game, game.seats[1])
        while table.question is not None and len(table.entries) < SHORT_GAME:
            table.answer(player.answer(table.question))
        if len(table.entries) == SHORT_GAME:
            return table
    raise AssertionError(f"no game of {game.title} lasted long enough")


@EVERY_GAME
def test_one_answer_of_500(benchmark: Any, game: Game[Any]) -> None:
    """Measure over a whole game, including its set-up."""
    answers = (entry.value for entry in short_game(game).entries)
    table: Table[Any] = lay(game, game.seats[1])
    benchmark.pedantic(lambda: table.answer(next(answers)), rounds=SHORT_GAME, iterations=1)


@pytest.mark.every(3)
@EVERY_GAME
def test_replay_of_500_answers(benchmark: Any, game: Game[Any]) -> None:
    table = short_game(game)
    again = benchmark(lambda: Table.resume(game, table.positions[:1], table.entries))
    assert again.state == table.state


@EVERY_GAME
def test_a_scene(benchmark: Any, game: Game[Any]) -> None:
    table = short_game(game)
    assert benchmark(lambda: table.game_view).standings


@pytest.mark.every(4, first=1)
@pytest.mark.parametrize("board", SHIPPED)
def test_replay_of_2000_answers(benchmark: Any, board: str) -> None:
    table = long_game(board)
    again = benchmark(lambda: Table.resume(CLASSIC, table.positions[:1], table.entries))
    assert again.state == table.state


def test_resuming_from_the_last_turn(benchmark: Any) -> None:
    table = long_game()
    starts = [position for position in table.positions if position.turn_start]
    again = benchmark(lambda: Table.resume(CLASSIC, starts, table.entries))
    assert again.question == table.question


def test_one_answer_and_its_undo(benchmark: Any) -> None:
    table = long_game()
    assert table.question is not None
    answer = Player(1).answer(table.question)

    def there_and_back() -> None:
        table.answer(answer)
        table.undo()

    benchmark(there_and_back)


def test_a_position_as_text(benchmark: Any) -> None:
    state = long_game().state
    assert benchmark(lambda: CLASSIC_NOTATION.read(CLASSIC_NOTATION.write(state))) == state


def test_a_position_written_and_read(benchmark: Any) -> None:
    state = long_game().state
    assert benchmark(lambda: msgspec.json.decode(msgspec.json.encode(state), type=type(state))) == state
