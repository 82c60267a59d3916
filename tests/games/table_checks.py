"""Checks that hold at any time: wrong answers, corrections, undo and redo, resuming.

`open_questions` goes through a random game with all of that in between.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.referee.correction import Correctable
from companion.referee.game import Game
from companion.referee.questions import Question
from companion.referee.table import Table
from tests.games.players import Player

NO_SUCH_THING = "mars"


def random_house(game: Game[Any], player: Player, **fixed: str) -> dict[str, Any]:
    """A random choice for every house rule that is not fixed."""
    return {switch.name: player.random.choice(switch.choices).value for switch in game.switches} | fixed


def open_questions(
    table: Table[Any],
    player: Player,
    check_corrected: Callable[[Table[Any]], None],
    *,
    answers: int,
    corrections: float = 0.0,
) -> Iterator[Question]:
    """The questions of a random game up to so many answers, with all of the above between them.

    Args:
        table: where it is played.
        player: whose chance decides.
        check_corrected: checks the table after a correction.
        answers: when to stop.
        corrections: how often the board is set right (or wrong) by hand.
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
    """The ids of all rules of the game that is played."""
    return {rule.id for rule in table.game.rulebook.rules}


def standing(table: Table[Any]) -> tuple[bytes, object]:
    """How the table stands: equal for equal positions."""
    return msgspec.json.encode(table.state), table.question


def refuses(table: Table[Any], player: Player) -> None:
    """A denied answer is refused by a rule that exists, and changes nothing."""
    assert table.question is not None
    wrong = player.denied(table.question)
    if wrong is not None and not table.may(wrong).allowed:
        before = table.seq
        ruling = table.answer(wrong)
        assert ruling.rules and set(ruling.rules) <= rules_of(table), ruling
        assert table.seq == before


def disturbs(table: Table[Any], player: Player) -> None:
    """Undo some and redo them, correct and undo, resume elsewhere; all come back to the same."""
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
    """Correct anything to anything; what is refused changes nothing.

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
    """One of its choices, or a small number; now and then one that cannot be. Games seldom end by hand."""
    if thing.key == "game.winner" and chance.random() < 0.9:
        return thing.value
    if thing.choices:
        return chance.choice((*thing.choices, NO_SUCH_THING) if chance.random() < 0.1 else thing.choices)
    return chance.randint(thing.least - (chance.random() < 0.1), min(thing.most, thing.least + 12))
