"""A first game for learning: one person against the computer, with the set-up done."""

from typing import Any

from msgspec import structs

from companion.app.night.session import Session
from companion.journal.journal import Journal
from companion.journal.titles import LEARNING
from companion.referee.bot import Strength
from companion.referee.dice_roller import DiceRoller
from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.questions import Deploy
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

OPPONENT: Strength = "easy"
SEED = 1
MAX_SETUP_ANSWERS = 3000
"""Largest number of answers in a set-up."""


def first_lesson(journal: Journal, game: Game[Any], dice_roller: DiceRoller | None = None) -> Session:
    """Start a game with the set-up done and a person on turn first.

    Args:
        journal: where the game is saved.
        game: the game.
        dice_roller: for dice and shuffles by the companion.

    Raises:
        JournalError: it cannot be written to disk.
    """
    learner, *others = seats_of(game.seats[0], first=game.info.colours)
    seats = (learner, *(structs.replace(seat, strength=OPPONENT) for seat in others))
    house = dict(game.presets[0].house_rules) if game.presets else {}
    table = Table(game, game.begin(seats, set_house_rules(game.house_rules, house)))
    _set_up(table, learner.id)
    game.shorten_first_turn(table.state)
    return Session.start(
        journal,
        Table(game, table.state),  # it begins with the turn: there is no set-up to undo
        title=LEARNING.format(game=game.title),
        dice_roller=dice_roller,
    )


def _set_up(table: Table[Any], learner: str) -> None:
    """Let a bot answer until it is the learner's turn.

    Armies are spread where the game offers that: from one large army a whole world falls in the first turn.
    Questions that only people can answer are answered randomly.
    """
    bot = table.game.bot("normal", SEED) if table.game.bot is not None else None
    chance = RandomBot(SEED)
    for _ in range(MAX_SETUP_ANSWERS):
        question, where = table.question, table.timeline
        if question is None or (where.part == "turn" and where.active == learner):
            return
        if isinstance(question, Deploy) and question.offers:
            table.answer({"offer": question.offers[0].id})
            continue
        advice = bot.advise(question, table.state) if bot is not None else None
        allowed = advice is not None and table.may(advice.answer).allowed
        table.answer(advice.answer if advice and allowed else chance.answer(question))
