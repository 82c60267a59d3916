"""Kills of a session, of the referee on lines and of the window: every acknowledged answer is there."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.app.night.session import Session
from companion.games import find_game
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.referee.houserules import set_house_rules
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

ROOT = Path(__file__).parents[2]
CLASSIC = find_game("classic")
MAX_LIFE = 0.25
"""Seconds that a child answers before it is killed, at most."""


def answer_until_killed(path: Path, number: int, seed: int, told: int) -> None:
    """Resume a game and acknowledge every answer on a pipe; in a child process."""
    with Journal.open(path) as journal:
        session = Session.resume(journal, number, find_game)
        bot = RandomBot(seed)
        while session.question is not None:
            if bot.random.random() < 0.1 and session.table.entries:
                session.undo()
            else:
                session.answer(bot.answer(session.question))
            os.write(told, b"%d %d\n" % (len(session.table.entries), len(session.table.undone)))


@pytest.mark.tries(1000)
def test_kills_of_a_session(tmp_path: Path, tries: int, count: list[str], tried: list[str]) -> None:
    rng = random.Random(3)
    path = journal_path(tmp_path)
    number = 0
    for life in range(tries):
        if life % 50 == 0:
            with Journal.open(path) as journal:
                number = Session.begin(journal, CLASSIC, seats_of(3)).number
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            answer_until_killed(path, number, life, writing)
            os._exit(0)
        os.close(writing)
        time.sleep(rng.uniform(0.02, MAX_LIFE))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reading) as pipe:
            acknowledged = [tuple(map(int, line.split())) for line in pipe]
        tried.append("")
        with Journal.open(path) as journal:
            saved = journal.load(number)
            standing = len(saved.entries), len(saved.undone)
            if journal.notice:
                count.append(f"life {life}: {journal.notice}")
            if acknowledged and not _follows(standing, acknowledged[-1]):
                count.append(f"life {life}: {acknowledged[-1]} was acknowledged, {standing} is there")
            Session.resume(journal, number, find_game)


def _follows(standing: tuple[int, ...], acknowledged: tuple[int, ...]) -> bool:
    """The last answer or undo may have reached the disk just before it could be acknowledged."""
    entries, undone = acknowledged
    return standing in ((entries, undone), (entries + 1, 0), (entries - 1, undone + 1))


@pytest.mark.tries(100)
def test_kills_of_the_referee(tmp_path: Path, tries: int, count: list[str], tried: list[str]) -> None:
    """A reply is printed only when the answer is on disk: the next start asks the next question."""
    rng, bot = random.Random(4), RandomBot(4)
    twin = Table(CLASSIC, CLASSIC.begin(seats_of(3), set_house_rules(CLASSIC.house_rules, {})))
    for life in range(tries):
        start = ["--resume"] if life else ["classic", "--players", "3"]
        command = [sys.executable, "-m", "companion", "referee", *start, "--data", str(tmp_path)]
        tried.append("")
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as referee:
            assert referee.stdin is not None and referee.stdout is not None
            opened = json.loads(referee.stdout.readline())
            if opened["question"]["prompt"] != twin.question.prompt:
                count.append(f"life {life}: {opened['question']['prompt']!r} is asked")
                referee.kill()
                break
            for _ in range(rng.randint(0, 12)):
                assert twin.question is not None
                answer = bot.answer(twin.question)
                print(json.dumps({"answer": answer}), file=referee.stdin, flush=True)
                referee.stdout.readline()
                twin.answer(answer)
                if twin.question is None:
                    return
            referee.kill()


@pytest.mark.tries(1000)
def test_kills_of_the_window(tmp_path: Path, tries: int, count: list[str], tried: list[str]) -> None:
    """An answer that the screen has taken and drawn is there at the next start, and so is the game."""
    rng = random.Random(5)
    for life in range(tries):
        command = [sys.executable, "-m", "tests.trials.window", str(tmp_path), str(life)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
        ) as window:
            assert window.stdout is not None and window.stderr is not None
            told = window.stdout.readline()
            time.sleep(rng.uniform(0.0, MAX_LIFE))
            window.kill()
            last = (told + window.stdout.read()).splitlines()[-1:]
            tried.append("")
            if not last:
                count.append(f"life {life}: it did not start: {window.stderr.read()[-300:]}")
                continue
        number, entries = map(int, last[0].split())
        with Journal.open(journal_path(tmp_path)) as journal:
            standing = len(journal.load(number).entries)
            if journal.notice or standing not in (entries, entries + 1):
                count.append(f"life {life}: {entries} were drawn, {standing} are there; {journal.notice}")
