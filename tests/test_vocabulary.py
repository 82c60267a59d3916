"""Names that we have dropped do not come back: one name for each thing, a term of its field."""

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
DROPPED = {
    "accustomed": "die_size_estimation",
    "second look": "test_time_augmentation",
    "look again": "refine",
    "misfit": "Mismatch",
    "each once": "non_max_suppression",
    "centre score": "objectness",
    "same dice": "association",
    "plain faces": "blank_faces",
    "use up": "consume",
    "told by": "identify_graduation",
    "strays": "outliers",
    "stand in": "RandomBot",
    "melee": "SymbolContest",
    "signal box": "panel_controller",
    "retelling": "replay",
    "salvage": "recovery",
    "tryout": "self_test",
    "melody": "buzzer",
    "deeds": "facts of the turn",
    "told": "what it holds: entries, fields, a result",
    "take in": "import",
    "take apart": "split",
    "sight": "detector output, observation, picture",
    "tell": "report, notify, update",
    "deed": "action, on_tap",
    "laid out": "pairs, layout",
    "let go": "unmount, release",
    "kept game": "RecordedGame",
    "patience": "timeout",
    "evening": "session, series, walk",
    "tale": "story",
    "hand on": "export, copy",
    "rub out": "erase",
    "ringed": "highlighted",
    "reckoning": "odds",
    "meddle": "act, interfere",
    "thrower": "roller",
    "shelved": "grid",
    "complaint": "message",
    "doubts": "reasons",
    "fault": "error",
    "gravity": "importance",
    "thriftily": "low_memory",
    "trouble": "defect, problem",
    "eagerness": "continue_probability",
    "meant": "selected",
    "said over": "toast in a gap",
    "part page": "ConditionPage",
    "looks ahead": "uses lookahead",
    "stand up to": "minimum",
}
"""A dropped name, as words, and what the thing is called now."""
ONE_CONCEPT = {"TurnFacts"}
"""Names of several classes for one concept: the facts of a turn, which each game extends with its own."""
ANY_DROPPED = re.compile(f" ({'|'.join(DROPPED)}) ")


def identifiers(path: Path) -> Iterator[str]:
    """The names that a module gives: its own, and those of what it defines."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
    ("identifier", "words"), [("StandIn", " stand in "), ("_second_look", " second look "), ("x", " x ")]
)
def test_identifiers_are_read_as_words(identifier: str, words: str) -> None:
    assert as_words(identifier) == words


def test_dropped_names_stay_away() -> None:
    given = {(path, identifier) for path in FILES for identifier in identifiers(path)}
    found = {
        f"{path.relative_to(ROOT)}: {identifier}: say {DROPPED[old.group().strip()]}"
        for path, identifier in given
        if (old := ANY_DROPPED.search(as_words(identifier)))
    }
    assert found == set()


def test_a_class_name_means_one_thing() -> None:
    """Leaves out the firmware, which is a program of its own."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in FILES:
        if path.is_relative_to(ROOT / "firmware"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in found.items() if len(paths) > 1 and name not in ONE_CONCEPT} == {}
