"""Copies of a journal with flipped bits, zeroed pages and lost ends: nothing is lost without being named."""

import random
import shutil
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from tests.journal.games import EVIDENCE, answer, begin, reached

PAGE = 4096
ANSWERS = {"Monday": 12, "Tuesday": 30, "Wednesday": 25}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with three games and a log, as a pulled plug leaves it."""
    folder = tmp_path_factory.mktemp("original")
    path = folder / "live" / "games.sqlite"
    with Journal.open(path) as journal:
        for title, answers in ANSWERS.items():
            game = begin(journal, title=title)
            for number in range(1, answers + 1):
                ends = [reached(number)] if number % 10 == 0 else []
                journal.record(game, number, answer(number), positions=ends, evidence=EVIDENCE)
        copy = folder / "copy"
        shutil.copytree(path.parent, copy, ignore=shutil.ignore_patterns("*-shm", "*.lock"))
    return copy


def damage(file: Path, rng: random.Random) -> str:
    """Damage one file in one way, and say how."""
    content = bytearray(file.read_bytes())
    at = rng.randrange(len(content))
    match rng.choice(["flip", "flips", "zero", "cut", "noise"]):
        case "flip":
            content[at] ^= 1 << rng.randrange(8)
            how = f"a bit of byte {at}"
        case "flips":
            for _ in range(20):
                content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
            how = "20 bits"
        case "zero":
            start = at // PAGE * PAGE
            content[start : start + PAGE] = bytes(len(content[start : start + PAGE]))
            how = f"page {at // PAGE} zeroed"
        case "cut":
            del content[at:]
            how = f"cut at {at}"
        case _:
            start = at // PAGE * PAGE
            content[start : start + PAGE] = rng.randbytes(len(content[start : start + PAGE]))
            how = f"page {at // PAGE} overwritten"
    file.write_bytes(content)
    return f"{file.name}: {how}"


def silent_loss(path: Path) -> str | None:
    """Say what was lost without being named, if anything; a start that fails counts as well."""
    try:
        with Journal.open(path) as journal:
            told = journal.notice
            found = {}
            for record in journal.games():
                saved = journal.load(record.id)
                found[record.title] = len(saved.entries) + len(saved.undone)
                entries = (*saved.entries, *saved.undone)
                # A game that goes on after damaged answers begins in the middle.
                first = entries[0].value["number"] if entries else 1
                if entries != tuple(answer(number) for number in range(first, first + len(entries))):
                    return f"wrong answers in {record.title}; told: {told}"
            begin(journal, answers=1)
    except Exception as error:
        return repr(error)
    return None if told is not None or found == ANSWERS else f"silently {found}"


@pytest.mark.tries(2000)
def test_damaged_copies(
    original: Path, tmp_path: Path, tries: int, count: list[str], tried: list[str]
) -> None:
    rng = random.Random(2)
    for _ in range(tries):
        copy = tmp_path / "copy"
        shutil.copytree(original, copy)
        how = damage(rng.choice(sorted(copy.iterdir())), rng)
        tried.append(how)
        if lost := silent_loss(copy / "games.sqlite"):
            count.append(f"{how}: {lost}")
        shutil.rmtree(copy)
