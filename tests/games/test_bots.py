"""Every game has a bot that plays by its rules, in three strengths, gives reasons, and beats chance."""

from typing import Any

import pytest

from companion.games import every_game
from companion.games.battle.bot import BattleBot
from companion.games.classic.bot import ClassicBot
from companion.games.rogue.bot import RogueBot
from companion.referee.bot import STRENGTHS, Advice, Strength
from companion.referee.game import Game
from companion.referee.questions import Measure
from tests.bench.bots import match, play, table_answer
from tests.games.battle.story import Battle
from tests.games.classic.boards import a_turn
from tests.games.players import Player
from tests.games.rogue.boards import a_table
from tests.referee.tables import lay
from tests.referee.tables import play as say

WITH_BOTS = [game for game in every_game() if game.bot]
LONGEST_REASON = 80


def test_our_games_have_a_bot() -> None:
    ours = {"classic", "starcraft", "nuked", "balance", "battle", "rogue"}
    assert ours <= {game.id for game in WITH_BOTS}


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("game", WITH_BOTS, ids=lambda game: game.id)
def test_what_it_advises_is_allowed_and_has_a_reason(game: Game[Any], strength: Strength) -> None:
    """It plays every seat, at the largest table; only what people must see is left to them."""
    table, chance = lay(game, game.seats[1]), Player(3)
    bot = game.bot(strength, 3) if game.bot else None
    asked = 0
    for _ in range(300):
        if table.question is None or bot is None:
            break
        advice = bot.advise(table.question, table.state)
        if advice is None:
            assert bot.asks_the_table(table.question, table.state)
            table.answer(table_answer(table, chance))
            continue
        asked += 1
        assert advice.reason.endswith(".") and len(advice.reason) <= LONGEST_REASON
        ruling = table.answer(advice.answer)
        assert ruling.allowed, (table.question, advice, ruling)
    assert asked > 20


@pytest.mark.parametrize("game", WITH_BOTS, ids=lambda game: game.id)
def test_the_same_seed_plays_the_same_game(game: Game[Any]) -> None:
    assert play(game, ("easy", None), 5) == play(game, ("easy", None), 5)


def test_it_attacks_where_the_odds_are_best() -> None:
    around = {"peru": ("blue", 1), "venezuela": ("blue", 9), "north-africa": ("blue", 9)}
    table = a_turn({"brazil": ("red", 10), **around}, players=2, rest="blue")
    bot = ClassicBot("hard", 1)
    assert table.question is not None
    assert bot.advise(table.question, table.state) == Advice("brazil", "Peru falls with a chance of 100%.")
    say(table, "brazil")
    assert bot.advise(table.question, table.state) == Advice("peru", "The chance is 100%.")


def test_it_calls_a_lost_attack_off() -> None:
    table = a_turn({"brazil": ("red", 2), "venezuela": ("blue", 9)}, players=2, rest="blue")
    say(table, "brazil", "venezuela")
    assert table.question is not None
    advice = ClassicBot("hard", 1).advise(table.question, table.state)
    assert advice == Advice({"offer": "call off"}, "The chance is only 0%.")


def test_it_brings_armies_from_behind_to_the_front() -> None:
    behind = {"brazil": ("red", 2), "peru": ("red", 7), "argentina": ("red", 1), "venezuela": ("red", 1)}
    table = a_turn(behind, players=2, rest="blue", step="fortify")
    bot = ClassicBot("hard", 1)
    for places in (("peru",), ("brazil", "venezuela")):
        assert table.question is not None
        advice = bot.advise(table.question, table.state)
        assert advice is not None and advice.answer in places
        say(table, advice.answer)


def test_what_only_people_can_see_is_left_to_them() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 1}, field="flat and open")
    bot = BattleBot("hard", 1)
    for expected in ("red-infantry-1", "move", 1.0, "attack", "blue-infantry-1"):
        assert battle.table.question is not None
        advice = bot.advise(battle.table.question, battle.state)
        assert advice is not None and advice.answer == expected
        battle.say(advice.answer)
    assert isinstance(battle.table.question, Measure)
    assert bot.advise(battle.table.question, battle.state) is None


def test_a_squad_moves_beside_an_enemy_and_attacks() -> None:
    squads = {"docks": "red assault* recon engineer", "fish-market": "blue recon*"}
    table = a_table(squads, step="combat")
    assert table.question is not None
    advice = RogueBot("hard", 1).advise(table.question, table.state)
    assert advice is not None and (advice.answer, advice.reason) == ("docks", "Fish market is within reach.")


def test_easy_bots_blunder_and_hard_ones_never_do() -> None:
    table = a_turn({"brazil": ("red", 2), "venezuela": ("blue", 9)}, players=2, rest="blue")

    def answers(strength: Strength) -> set[str]:
        assert table.question is not None
        return {str(ClassicBot(strength, seed).advise(table.question, table.state)) for seed in range(60)}

    assert len(answers("easy")) > len(answers("hard")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_BOTS, ids=lambda game: game.id)
def test_it_beats_chance_in_most_games(game: Game[Any]) -> None:
    assert match(game, "hard", None, 20)["one"] >= 16
