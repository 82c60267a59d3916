"""Saved games that somebody has changed, with sound checksums, and lines of JSON that make no sense."""

import random
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest

from companion.app.night.session import Session
from companion.errors import CompanionError
from companion.games import every_game, find_game
from companion.journal.journal import Journal
from companion.journal.save_files import import_game
from companion.referee.dice_roller import DiceRoller
from companion.referee.houserules import set_house_rules
from companion.referee.json_lines import serve_json_lines
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

SAVES = sorted((Path(__file__).parents[1] / "journal" / "fixtures" / "49ba482").glob("*.game"))
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "nowhere",
    "red",
    "\udcff",
    [],
    {},
    [[]],
    {"red": 1},
    "x" * 1000,
]


def framed(line: bytes) -> bytes:
    return b"%s %08x" % (line, crc32(line))


def with_sound_checksums(lines: list[Any]) -> bytes:
    """Write lines as a save whose checksums all fit."""
    body = [framed(msgspec.json.encode(line)) for line in lines[:-1]]
    end = {"line": "end", "lines": len(body), "sha256": sha256(b"\n".join(body)).hexdigest()}
    return b"\n".join([*body, framed(msgspec.json.encode(end)), b""])


def change_something(thing: Any, rng: random.Random) -> Any:
    """Replace, remove, double or swap one thing somewhere inside."""
    if isinstance(thing, dict) and thing and rng.random() < 0.9:
        key = rng.choice(sorted(thing))
        if rng.random() < 0.1:
            return {name: value for name, value in thing.items() if name != key}
        return {**thing, key: change_something(thing[key], rng)}
    if isinstance(thing, list) and thing and rng.random() < 0.9:
        at = rng.randrange(len(thing))
        if rng.random() < 0.15:
            return thing[:at] + thing[at + 1 :] if rng.random() < 0.5 else [*thing, thing[at]]
        return [*thing[:at], change_something(thing[at], rng), *thing[at + 1 :]]
    if isinstance(thing, int) and rng.random() < 0.5:
        return thing + rng.choice([-1000, -1, 1, 7, 1000])
    odd = rng.choice(ODD)
    return "?" if odd == "\udcff" else odd


@pytest.mark.tries(6000)
def test_changed_saves(tmp_path: Path, tries: int, count: list[str], tried: list[str]) -> None:
    rng = random.Random(5)
    contents = {path: [msgspec.json.decode(line[:-9]) for line in path.read_bytes().split(b"\n") if line]
                for path in SAVES}  # fmt: skip
    journal = Journal.open(tmp_path / "games.sqlite")
    for number in range(tries):
        path = SAVES[number % len(SAVES)]
        if number % 4:
            lines = list(contents[path])
            at = rng.randrange(len(lines) - 1)
            lines[at] = change_something(lines[at], rng)
            content = bytearray(with_sound_checksums(lines))
        else:
            content = bytearray(path.read_bytes())
            del content[rng.randrange(len(content)) :][: rng.randrange(200)]
        (tmp_path / "hostile.game").write_bytes(content)
        tried.append("")
        try:
            play_a_little(journal, tmp_path / "hostile.game")
        except CompanionError:
            continue
        except Exception as error:
            count.append(f"{path.name}, {number}: {error!r}")
    journal.close()


def play_a_little(journal: Journal, path: Path) -> None:
    """Import a game, resume it and look at it."""
    imported = import_game(journal, path, find_game)
    session = Session.resume(journal, imported, find_game)
    if session.table.entries:
        session.undo()


LINES = [
    *("", "null", "[]", "{}", "7", '"say"', "\x00", "\ufffd" * 100, '{"answer":null}', '{"say":7}'),
    *('{"answer":{"offer":7}}', '{"answer":"red","seq":"x"}', '{"show":{}}', '{"show":"sky"}'),
    *('{"undo":-1}', '{"undo":1e999}', '{"undo":10000000000000000000}', '{"redo":true}'),
    *('{"correct":[]}', '{"correct":{"":""}}', '{"correct":{}}'),
    '{"inquire":{"about":"attack"}}',
    '{"inquire":{"about":"attack","origin":1e308,"target":[]}}',
    '{"chance":0}',
    '{"may":[[[[[]]]]]}',
    "[" * 50_000,
    '{"a":' * 20_000,
    '{"answer":"' + "x" * 100_000 + '"}',
]


@pytest.mark.tries(4000)
def test_senseless_lines(tries: int, count: list[str], tried: list[str]) -> None:
    rng = random.Random(6)
    for game in every_game():
        table = Table(
            game, game.begin(seats_of(max(2, game.seats[0])), set_house_rules(game.house_rules, {}))
        )
        bot = RandomBot(6)
        for number in range(tries // len(every_game())):
            tried.append("")
            if number % 5 == 0 and table.question is not None:
                table.answer(bot.answer(table.question))
            verb = rng.choice(["answer", "say", "may", "correct", "inquire", "undo"])
            odd = rng.choice([odd for odd in ODD if odd != "\udcff"])
            made = msgspec.json.encode({verb: odd}).decode()
            line = rng.choice([*LINES, made, made, made, made, made])
            try:
                list(serve_json_lines(table, [line], DiceRoller(1)))
            except Exception as error:
                count.append(f"{game.id}: {line[:80]}: {error!r}")
