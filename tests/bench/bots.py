"""Bots against the random player and each other: ``python -m tests.bench.bots [GAME ...] [--games N]``."""

import argparse
from collections import Counter
from typing import Any

from companion.games import every_game, find_game
from companion.referee.bot import STRENGTHS, Strength
from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.questions import Cards, Choose, Count, PickSeveral
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

LONGEST = 6000
"""Answers after which a game counts as nobody's."""
HOUSE: dict[str, dict[str, str]] = {"classic": {"placing": "all at once"}, "battle": {"treasury": "yes"}}
"""House rules with which the games are played."""

Player = Strength | None
"""A bot of this strength, or the random player."""


def play(game: Game[Any], players: tuple[Player, ...], seed: int) -> int | None:
    """Play one game and return the place of the winner; nothing when nobody has won."""
    seats = seats_of(len(players))
    table = Table(game, game.begin(seats, set_house_rules(game.house_rules, HOUSE.get(game.id, {}))))
    chance = RandomBot(seed)
    assert game.bot is not None
    bots = {
        seat.id: game.bot(player, seed) if player else None
        for seat, player in zip(seats, players, strict=True)
    }
    for _ in range(LONGEST):
        if table.question is None:
            winners = [at for at, seat in enumerate(seats) if seat.id in table.state.winners]
            return winners[0] if len(winners) == 1 else None
        bot = bots.get(table.question.seat or "")
        advice = bot.advise(table.question, table.state) if bot else None
        answer = (
            advice.answer if advice else seen_answer(table, chance) if bot else table_answer(table, chance)
        )
        ruling = table.answer(answer)
        assert ruling.allowed, (table.question, answer, ruling)
    return None


def seen_answer(table: Table[Any], chance: RandomBot) -> Any:
    """Answer for a bot what people see; as there are no cards here, a hand that can hold a set does so."""
    question = table.question
    if isinstance(question, Cards) and any(question.allowed):
        return list(max(question.allowed, key=len))
    return table_answer(table, chance)


def table_answer(table: Table[Any], chance: RandomBot) -> Any:
    """Answer at random, but aim cannons at enemies only, let dice have faces, and invent no cards."""
    question = table.question
    if isinstance(question, Choose) and "house" in [option.id for option in question.options]:
        return "house"
    if isinstance(question, Count) and question.unit == "cards":
        return 0
    if isinstance(question, PickSeveral) and question.template and question.seat:
        enemies = [name for name in question.allowed if table.state.soldiers[name].seat != question.seat]
        return chance.random.sample(enemies, min(2, len(enemies)))
    assert question is not None
    return chance.answer(question)


def match(game: Game[Any], one: Player, other: Player, games: int) -> Counter[str]:
    """Play this many games of two, changing seats, and count who won."""
    won: Counter[str] = Counter()
    for seed in range(games):
        first = seed % 2 == 0
        winner = play(game, (one, other) if first else (other, one), seed)
        won["nobody" if winner is None else "one" if (winner == 0) == first else "other"] += 1
    return won


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="which games; all by default")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--quick", action="store_true", help="only against the random player")
    asked = parser.parse_args()
    print("| game | bot | against | won | lost | nobody |\n|---|---|---|---|---|---|")
    pairs: list[tuple[Player, Player]] = [(strength, None) for strength in STRENGTHS[::-1]]
    pairs += [] if asked.quick else [("hard", "normal"), ("hard", "easy"), ("normal", "easy")]
    for game in map(find_game, asked.game or [game.id for game in every_game() if game.bot]):
        for one, other in pairs:
            won = match(game, one, other, asked.games)
            row = f"{won['one']} | {won['other']} | {won['nobody']}"
            print(f"| {game.id} | {one} | {other or 'random'} | {row} |", flush=True)


if __name__ == "__main__":
    main()
