"""Positions of all games as one line of text: read back exactly, and told from nonsense."""

import random
import re
from functools import cache
from typing import Any

import msgspec
import pytest

from companion.errors import CompanionError
from companion.games import every_game, find_game
from companion.referee.table import Table
from tests.games import test_random_games
from tests.games.players import Player, seeds
from tests.games.table_checks import corrects
from tests.referee.tables import lay

WRITTEN = [game.id for game in every_game()]


def play_out(game: str, seed: int, *, answers: int, corrections: float = 0.0) -> Table[Any]:
    """Play a random game: the game's own random player knows how to get far; any other game is guessed at."""
    if game in test_random_games.GAMES:
        return test_random_games.play_out(game, seed, answers=answers, corrections=corrections)
    player, table = Player(seed), lay(find_game(game), find_game(game).seats[0])
    while table.question is not None and len(table.entries) < answers:
        if player.random.random() < corrections:
            corrects(table, player)
        elif table.question is not None:
            table.answer(player.answer(table.question))
    return table


def states(game: str, seed: int, **how: Any) -> list[Any]:
    """Play a random game and return every position that it has come to."""
    table = play_out(game, seed, answers=250, **how)
    return [msgspec.json.decode(position.state, type=table.game.state) for position in table.positions]


@cache
def lines(game: str, seed: int) -> tuple[str, ...]:
    """Play a random game and write every position that it has come to."""
    return tuple(find_game(game).notation.write(state) for state in states(game, seed))


@pytest.mark.every(2, first=1)
@pytest.mark.parametrize("game", WRITTEN)
@pytest.mark.parametrize("seed", seeds(0, 3))
def test_every_position_reads_back_exactly(game: str, seed: int) -> None:
    notation = find_game(game).notation
    played = states(game, seed, corrections=0.05)
    assert len(played) > 3
    for state in played:
        line = notation.write(state)
        assert "\n" not in line
        assert notation.read(line) == state


@pytest.mark.every(2)
@pytest.mark.parametrize("game", WRITTEN)
def test_a_position_is_played_on(game: str) -> None:
    for line in lines(game, 12):
        table = Table(find_game(game), find_game(game).notation.read(line))
        assert table.question is not None or table.state.winners


@pytest.mark.every(2)
@pytest.mark.parametrize("game", WRITTEN)
def test_a_spoilt_position_is_an_error_that_has_a_name(game: str) -> None:
    """One word of it is exchanged for another, or left out: it is refused, or it is a position."""
    chance = random.Random(5)
    notation = find_game(game).notation
    for line in lines(game, 13)[::3]:
        words = line.split('"') if chance.random() < 0.7 else line.split(" ")
        mark = '"' if len(words) > 1 and line.count('"') == len(words) - 1 else " "
        for _ in range(12):
            spoilt = list(words)
            at = chance.randrange(len(spoilt))
            spoilt[at] = chance.choice(["", "atlantis", "7", "red", chance.choice(words)])
            try:
                Table(find_game(game), notation.read(mark.join(spoilt)))
            except CompanionError as error:
                assert str(error)


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize(
    ("game", "old", "new", "words"),
    [
        ("starcraft", "starcraft r", "classic r", "no position of Risk StarCraft"),
        ("starcraft", "seats red blue", "seats red atlantis", "needs its colour"),
        ("starcraft", 'mode "', 'mode "no ', "mode cannot be read"),
        ("starcraft", 'supply {"red"', 'supply {"green"', "green"),
        ("battle", "battle r", "rogue r", "no position of Battle Risk"),
        ("battle", "numbers", "figures", "it can tell"),
        ("battle", 'order ["red"', 'order ["blue"', "once"),
        ("battle", '"kind":"infantry"', '"kind":"wizard"', "wizard"),
        ("rogue", "rogue r", "rogue ", "A position begins like"),
        ("rogue", "; lost ", "; last ", "it can tell"),
        ("rogue", 'decks {"leadership"', 'decks {"kittens"', "kittens"),
    ],
)
def test_what_cannot_be_read(game: str, old: str, new: str, words: str) -> None:
    table = find_game(game)
    games = (lines(game, seed) for seed in range(4))
    written = next(found for played in games if (found := [line for line in played if old in line]))
    with pytest.raises(CompanionError, match=words):
        table.notation.read(written[-1].replace(old, new, 1))


@pytest.mark.parametrize(
    ("game", "old", "new", "words"),
    [
        ("rogue", r'"moves":\d+', '"moves":-7', "Moves left: -7 is not possible"),
        ("rogue", r'decks \{"leadership":\d+', 'decks {"leadership":500', "500 is not possible"),
        ("rogue", r'"units":\{"(\w+)":\d+', r'"units":{"\1":9', "9 is not possible"),
        ("battle", r"roll \d+", "roll 77", "Movement roll: 77 is not possible"),
        ("battle", r'kills \{"red":\d+', 'kills {"red":-4', "kills: -4 is not possible"),
    ],
)
def test_an_impossible_position_is_refused_in_the_words_of_a_correction(
    game: str, old: str, new: str, words: str
) -> None:
    written = [line for seed in range(4) for line in lines(game, seed) if re.search(old, line)]
    assert written, old
    with pytest.raises(CompanionError, match=words):
        find_game(game).read_position(re.sub(old, new, written[-1], count=1))
