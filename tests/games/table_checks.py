"""Checks that hold at any time: wrong answers, corrections, undo and redo, resuming.

`open_questions` plays a random game with all of them in between.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.referee.correction import Correctable
from companion.referee.game import Game
from companion.referee.houserules import fitting
from companion.referee.questions import Question
from companion.referee.table import Table
from tests.games.players import Player

NO_SUCH_THING = "mars"


def random_house(game: Game[Any], player: Player, **fixed: str) -> dict[str, Any]:
    """Return a random choice for every house rule that is not fixed."""
    chosen = {switch.name: player.random.choice(switch.choices).value for switch in game.switches}
    left, refused = fitting(game.house_rules, chosen | fixed)
    if fixed.keys() & refused.keys():  # what is fixed does not fit the board
        left, _ = fitting(game.house_rules, {n: v for n, v in chosen.items() if n != "board"} | fixed)
    return left


def open_questions(
    table: Table[Any],
    player: Player,
    check_corrected: Callable[[Table[Any]], None],
    *,
    answers: int,
    corrections: float = 0.0,
) -> Iterator[Question]:
    """Yield the questions of a random game, with all checks above in between.

    Args:
        table: the table.
        player: the random player.
        check_corrected: checks the table after a correction.
        answers: maximum number of answers.
        corrections: maximum number of random corrections of the board.
    """
    while table.question is not None and len(table.entries) < answers:
        if player.random.random() < 0.1:
            refuses(table, player)
        if len(table.entries) > 5 and player.random.random() < 0.005:
            disturbs(table, player)
        if player.random.random() < corrections:
            corrects(table, player)
            check_corrected(table)
        if table.question is not None:
            yield table.question


def rules_of(table: Table[Any]) -> set[str]:
    """Return the ids of all rules of the table's game."""
    return {rule.id for rule in table.game.rulebook.rules}


def standing(table: Table[Any]) -> tuple[bytes, object]:
    """Return a value that is equal for equal positions."""
    return msgspec.json.encode(table.state), table.question


def refuses(table: Table[Any], player: Player) -> None:
    """Check that a denied answer is refused by an existing rule and changes nothing."""
    assert table.question is not None
    wrong = player.denied(table.question)
    if wrong is not None and not table.may(wrong).allowed:
        before = table.seq
        ruling = table.answer(wrong)
        assert ruling.rules and set(ruling.rules) <= rules_of(table), ruling
        assert table.seq == before


def disturbs(table: Table[Any], player: Player) -> None:
    """Undo and redo, correct and undo, and resume elsewhere; check that the position is the same."""
    before = standing(table)
    depth = player.random.randint(1, min(40, len(table.entries)))
    table.undo(depth)
    table.redo(depth)
    assert standing(table) == before
    if corrects(table, player):
        table.undo()
        assert standing(table) == before
    assert standing(Table.resume(table.game, table.positions, table.entries)) == before


def corrects(table: Table[Any], player: Player, most: int = 3) -> bool:
    """Correct random things to random values; check that a refused correction changes nothing.

    Returns:
        Whether it was allowed.
    """
    things = table.game.correctables(table.state)
    some = player.random.sample(things, min(most, len(things)))
    changes = {thing.key: new_value(thing, player.random) for thing in some}
    if not changes:
        return False
    before = standing(table)
    ruling = table.correct(changes)
    if not ruling.allowed:
        assert ruling.rules and set(ruling.rules) <= rules_of(table), ruling
        assert standing(table) == before
    return ruling.allowed


def new_value(thing: Correctable, chance: random.Random) -> int | str:
    """Return a choice or a small number, at times an invalid one; a won game is rarely set."""
    if thing.key == "game.winner" and chance.random() < 0.9:
        return thing.value
    if thing.choices:
        return chance.choice((*thing.choices, NO_SUCH_THING) if chance.random() < 0.1 else thing.choices)
    return chance.randint(thing.least - (chance.random() < 0.1), min(thing.most, thing.least + 12))
