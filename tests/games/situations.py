"""Situations of our own, worked out by hand from the rules of a game: a table of data, played and compared.

Each row of a file `situations.toml` says how things stand, what is answered, and what must come of it by the
document; its sum stands in the row. `allowed` and `refused` hold answers on both sides of a limit.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.referee.questions import Roll
from companion.referee.table import Table


class Situation(Struct, forbid_unknown_fields=True, kw_only=True):
    """One row.

    Attributes:
        rule: id of the rule that it is about.
        says: the situation and its sum, in words.
        table: how things stand, in the words of the game's own test table.
        corrected: corrections made before the answers.
        play: the answers, all allowed.
        allowed: answers that are allowed afterwards, as the rule says.
        refused: answers that are refused afterwards, each with the rule that refuses it first.
        after: by path, what the game then holds.
    """

    rule: str
    says: str
    table: dict[str, Any] = {}
    corrected: dict[str, Any] = {}
    play: list[Any] = []
    allowed: list[Any] = []
    refused: list[tuple[Any, str]] = []
    after: dict[str, Any] = {}


def read_situations(path: Path) -> list[Situation]:
    """Read a table of situations.

    Raises:
        msgspec.ValidationError: a row is none.
    """
    rows = msgspec.toml.decode(path.read_bytes(), type=dict[str, list[Situation]])
    return rows["situation"]


def check_situation(row: Situation, table: Table[Any], facts: Callable[[Any], Mapping[str, Any]]) -> None:
    """Play a situation and compare: something must change, or a limit must hold.

    Args:
        row: the situation.
        table: a table that stands so.
        facts: what paths begin with, from the state of the game.
    """
    if row.corrected:
        assert table.correct(row.corrected).allowed, row.says
    before = {path: read(table, facts, path) for path in row.after}
    for answer in row.play:
        ruling = table.answer(answer)
        assert ruling.allowed, (row.says, answer, table.question, ruling.text)
    assert {path: read(table, facts, path) for path in row.after} == row.after, row.says
    for answer in row.allowed:
        assert table.may(answer).allowed, (row.says, answer, table.may(answer).text)
    for answer, rule in row.refused:
        ruling = table.may(answer)
        assert (ruling.allowed, ruling.rules[:1]) == (False, (rule,)), (row.says, answer, ruling.text)
    assert before != row.after or row.refused, f"{row.says}: nothing could fail"


def read(table: Table[Any], facts: Callable[[Any], Mapping[str, Any]], path: str) -> Any:
    """Read what stands at a path such as ``"blue-infantry-1.fate"``; ``dice`` are those asked for now."""
    if path == "dice":
        asked = table.question
        return {pool.name: pool.most for pool in asked.pools} if isinstance(asked, Roll) else {}
    found: Any = facts(table.state)
    for part in path.split("."):
        found = found.get(part) if isinstance(found, Mapping) else getattr(found, part)
        if found is None:
            return ""
    if isinstance(found, Mapping):
        return {name: value for name, value in found.items() if value}
    return list(found) if isinstance(found, tuple | list) else found
