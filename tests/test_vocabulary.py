"""One name for each thing, a term of its field."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path for folder in ("companion", "calibration", "firmware") for path in (ROOT / folder).rglob("*.py")
)
OTHER_NAMES = {
    "complaint": "message",
    "deed": "action",
    "fault": "error",
    "melody": "chime",
    "misfit": "mismatch",
    "patience": "timeout",
    "reckoning": "odds",
    "retelling": "replay",
    "salvage": "recovery",
    "sight": "detection, observation, picture",
    "strays": "outliers",
    "take in": "import",
    "tell": "report, notify, update",
    "thrower": "roller",
    "trouble": "defect, problem",
    "tryout": "self_test",
    "use up": "consume",
}
"""A name that anybody may think of first, as words, and what the thing is called here."""
ONE_CONCEPT = {"TurnFacts"}
"""Names of several classes for one concept: the facts of a turn, which each game extends with its own."""
ANY_OTHER = re.compile(f" ({'|'.join(OTHER_NAMES)}) ")


def identifiers(path: Path) -> Iterator[str]:
    """The names that a module gives: its own, and those of what it defines if any word is banned."""
    yield path.stem
    source = path.read_text(encoding="utf-8")
    if not any(ANY_OTHER.search(as_words(word)) for word in set(re.findall(r"\w+", source))):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname


def as_words(identifier: str) -> str:
    """``RandomBot`` and ``random_bot`` as `` random bot ``."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", identifier)
    return f" {apart.lower().replace('_', ' ').strip()} "


@pytest.mark.parametrize(
    ("identifier", "words"), [("UseUp", " use up "), ("_take_in", " take in "), ("x", " x ")]
)
def test_identifiers_are_read_as_words(identifier: str, words: str) -> None:
    assert as_words(identifier) == words


def test_things_are_called_by_their_name() -> None:
    given = {(path, identifier) for path in FILES for identifier in identifiers(path)}
    found = {
        f"{path.relative_to(ROOT)}: {identifier}: say {OTHER_NAMES[old.group().strip()]}"
        for path, identifier in given
        if (old := ANY_OTHER.search(as_words(identifier)))
    }
    assert found == set()


def test_a_class_name_means_one_thing() -> None:
    """Leaves out the firmware, which is a program of its own."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in FILES:
        if path.is_relative_to(ROOT / "firmware"):
            continue
        for name in re.findall(r"^ *class (\w+)[(:\[]", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[name].append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in found.items() if len(paths) > 1 and name not in ONE_CONCEPT} == {}
