"""Mutation testing: change the code a little, and check whether a test notices.

    .venv/bin/python -m tests.mutation.run journal --sample 60
    .venv/bin/python -m tests.mutation.run --minutes 90

Without an area, all areas of `areas.toml` share the minutes, each in a process of its own. The seed is the
date, so that nobody chooses the sample. An area fails whose score is certainly below its floor.

cosmic-ray makes the mutants. First all tests of the area run once under coverage; then every mutant runs in
a forked process, with only those tests that reach the changed line, the quickest first. No file is changed on
disk: the process imports the changed text in place of the module's. The same seed draws the same mutants.
"""

import argparse
import ast
import contextlib
import difflib
import importlib
import importlib.abc
import importlib.util
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from importlib.machinery import ModuleSpec, SourceFileLoader
from math import comb, inf
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec
import pytest

ROOT = Path(__file__).parents[2]
AREAS_FILE = Path(__file__).with_name("areas.toml")
CERTAIN = 0.05
"""Below this probability a sample with so few noticed mutants is no accident of a good area."""


class Area(msgspec.Struct, frozen=True):
    """What is changed, and the tests that should notice.

    Attributes:
        paths: files and folders to mutate.
        tests: the tests that should notice.
        floor: the share of mutants that they notice at least, in per cent.
    """

    paths: tuple[str, ...]
    tests: tuple[str, ...]
    floor: int


AREAS = msgspec.toml.decode(AREAS_FILE.read_bytes(), type=dict[str, Area])

OPERATORS = (
    "core/ReplaceUnaryOperator_Delete_Not", "core/NumberReplacer", "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue", "core/ReplaceAndWithOr", "core/ReplaceOrWithAnd", "core/AddNot",
    "core/ReplaceBreakWithContinue", "core/ReplaceContinueWithBreak", "core/ZeroIterationForLoop",
)  # fmt: skip
"""The operators used, besides all replacements of comparisons and of + - * // by similar ones."""

COMPARISONS = "core/ReplaceComparisonOperator_"
ARITHMETIC = ("_Add_Sub", "_Sub_Add", "_Mul_FloorDiv", "_FloorDiv_Mul", "_FloorDiv_Add")
LARGE = 100
"""Numbers from here on are not changed: one more or less is at most one per cent of them."""
CPU_SECONDS = 120
"""Processor time that a mutant may use beyond its tests, in seconds; one that uses more counts as noticed."""
PATIENCE = 5
"""Time for each second of it: a mutant that waits for ever uses no processor, and a machine may be busy."""


class Mutant(msgspec.Struct, frozen=True):
    """A change of a file."""

    path: str
    line: int
    operator: str
    occurrence: int


class Reach(msgspec.Struct):
    """The lines that each test reaches, and each test's duration."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that reach the line of a mutant, the quickest first.

        A line that runs only when its module is imported is a constant or the head of a function: then those
        that reach a use of the constant in any file, or the function's body, and those of test files that use
        it; all tests if there are none.
        """
        chosen = set(self.lines.get(mutant.path, {}).get(mutant.line, ()))
        if not chosen:
            file_of = {test: test.partition("::")[0] for test in self.seconds}
            used = lines_that_use(mutant, {*self.lines, *file_of.values()})
            chosen = {test for path, line in used for test in self.lines.get(path, {}).get(line, ())}
            chosen |= {test for test, file in file_of.items() if file in dict(used)}
        return self._quickest_first(chosen or set(self.seconds))

    def _quickest_first(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=self.seconds.__getitem__)


def lines_that_use(mutant: Mutant, paths: Iterable[str]) -> set[tuple[str, int]]:
    """Return the lines of files that use the constants or the function that a mutant's statement defines."""
    names, found = set[str](), set[tuple[str, int]]()
    for node in ast.walk(ast.parse((ROOT / mutant.path).read_text(encoding="utf-8"))):
        last = getattr(node, "end_lineno", None) or 0
        if not isinstance(node, ast.stmt) or not node.lineno <= mutant.line <= last:
            continue
        if isinstance(node, ast.FunctionDef):
            found |= {(mutant.path, line) for line in range(node.body[0].lineno, last + 1)}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {
                name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
            }
    for path in paths:
        source = (ROOT / path).read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if any(name in source for name in names) else ():
            name = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "arg", None)
            if name in names:
                found.add((path, getattr(node, "lineno", 0)))
    return found


class CoverageByTest:
    """A pytest plugin that records the lines which each test reaches."""

    def __init__(self, paths: Sequence[str]) -> None:
        """Measure only the files and folders of the target."""
        import coverage

        include = [str(ROOT / path) if path.endswith(".py") else f"{ROOT / path}/*" for path in paths]
        self.coverage = coverage.Coverage(data_file=None, include=include, config_file=False)
        self.seconds: dict[str, float] = {}
        self.coverage.start()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Set the test's name as the coverage context while it runs."""
        self.coverage.switch_context(item.nodeid)
        yield
        self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Sum the durations of a test's phases, and stop if a test fails without any change."""
        if report.failed:
            pytest.exit(f"{report.nodeid} fails without any mutation", 3)
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def reach(self) -> Reach:
        """Return the measurements."""
        self.coverage.stop()
        data = self.coverage.get_data()
        by_file = {
            str(Path(file).relative_to(ROOT)): {
                line: [context for context in contexts if context in self.seconds]
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        return Reach(self.seconds, by_file)


class MutatedModule(importlib.abc.MetaPathFinder, SourceFileLoader):  # type: ignore[misc]
    """Imports one module from changed source."""

    def __init__(self, path: str, source: str) -> None:
        """Store path (relative to the repository) and changed source."""
        name = ".".join(Path(path).with_suffix("").parts).removesuffix(".__init__")
        super().__init__(name, str(ROOT / path))
        self.source = source

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return a spec for the changed module only."""
        del path, target
        return (
            importlib.util.spec_from_file_location(fullname, self.path, loader=self)
            if fullname == self.name
            else None
        )

    def get_code(self, fullname: str) -> CodeType:
        """Compile the changed source, without a cache."""
        del fullname
        return compile(self.source, self.path, "exec", dont_inherit=True)


def main() -> int:
    """Draw mutants, run the tests on each, and print the score and the survivors."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("area", nargs="?", choices=AREAS, help="one area; all of them if left out")
    parser.add_argument("--sample", type=int, default=60, help="mutants of an area")
    parser.add_argument("--seed", type=int, default=int(f"{date.today():%Y%m%d}"), help="default: the date")
    parser.add_argument("--minutes", type=float, default=inf, help="budget, shared by all areas that run")
    parser.add_argument("--raise", dest="lift", action="store_true", help="lift floors that are passed")
    parser.add_argument("--only", default="", help="mutate only files whose path contains this")
    parser.add_argument("--tests", nargs="+", help="the tests to run instead of all that should notice")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "mutation")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    return run_area(arguments) if arguments.area else run_all(arguments)


def run_all(arguments: argparse.Namespace) -> int:
    """Run every area in a process of its own; return 1 if one fails."""
    shared = ["--sample", str(arguments.sample), "--seed", str(arguments.seed)]
    shared += ["--minutes", str(arguments.minutes / len(AREAS)), "--folder", str(arguments.folder)]
    shared += ["--raise"] if arguments.lift else []
    codes = [
        subprocess.run([sys.executable, "-m", "tests.mutation.run", name, *shared], check=False).returncode
        for name in AREAS
    ]
    return int(any(codes))


def run_area(arguments: argparse.Namespace) -> int:
    """Run one area; return 1 if its score is certainly below its floor."""
    area, ends = AREAS[arguments.area], time.monotonic() + 60 * arguments.minutes
    tests = arguments.tests or area.tests
    reach = measured(area.paths, tests, arguments.folder / f"{arguments.area}-reach.json")
    file = arguments.folder / f"{arguments.area}.jsonl"
    preload()
    done = {result["mutant"]: result["outcome"] for result in map(json.loads, lines_of(file))}
    results = []
    with file.open("a", encoding="utf-8") as saved:
        for mutant in draw(area.paths, arguments.only, arguments.sample, arguments.seed):
            key = msgspec.json.encode(mutant).decode()
            if key not in done:
                if time.monotonic() > ends:
                    break
                done[key] = run(mutant, reach)
                print(json.dumps({"mutant": key, "outcome": done[key]}), file=saved, flush=True)
            results.append((mutant, done[key]))
    noticed = report(arguments.area, results, area.floor)
    if arguments.lift and results:
        lift(arguments.area, 100 * noticed // len(results))
    return int(falls_below(noticed, len(results), area.floor))


def falls_below(noticed: int, drawn: int, floor: int) -> bool:
    """Return whether so few noticed mutants are hardly an accident of an area that keeps its floor."""
    share = floor / 100
    chance = sum(comb(drawn, k) * share**k * (1 - share) ** (drawn - k) for k in range(noticed + 1))
    return chance < CERTAIN


def lift(name: str, score: int) -> None:
    """Write a score as the floor of an area, if it is higher."""
    if score <= AREAS[name].floor:
        return
    text = AREAS_FILE.read_text(encoding="utf-8")
    head, section, rest = text.partition(f"[{name}]\n")
    rest = re.sub(r"^floor = \d+$", f"floor = {score}", rest, count=1, flags=re.MULTILINE)
    AREAS_FILE.write_text(head + section + rest, encoding="utf-8")


def preload() -> None:
    """Import large libraries once, before processes are forked."""
    for library in ("cv2", "hypothesis", "numpy", "PIL.Image"):
        importlib.import_module(library)


def lines_of(file: Path) -> list[str]:
    """Return the lines of a file; none if it does not exist."""
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def measured(paths: Sequence[str], tests: Sequence[str], file: Path) -> Reach:
    """Run all tests once under coverage, or load the measurements of an earlier run."""
    if not file.exists():
        plugin = CoverageByTest(paths)
        if code := pytest.main(["-q", "-p", "no:cacheprovider", *tests], plugins=[plugin]):
            sys.exit(f"the tests fail without any mutation ({code})")
        file.write_bytes(msgspec.json.encode(plugin.reach()))
        os.execv(sys.executable, [sys.executable, "-m", "tests.mutation.run", *sys.argv[1:]])
    return msgspec.json.decode(file.read_bytes(), type=Reach)


def is_useful(operator: str) -> bool:
    """Return False for operators whose mutants rarely change behaviour: annotations, and `is` for `==`."""
    if operator.startswith(COMPARISONS):
        return not operator.endswith(("_Is", "_IsNot"))
    return operator in OPERATORS or operator.endswith(ARITHMETIC)


def changes_nothing(line: str) -> bool:
    """Return whether the line only declares how a class may be used, which behaviour tests cannot notice."""
    return "frozen=True" in line or "kw_only=True" in line or "slots=True" in line


def hardly_changes(node: Any) -> bool:
    """Return whether a number is changed by at most one per cent, or in a decorator: the size of a cache."""
    if node.type != "number":
        return False
    return abs(ast.literal_eval(node.value)) >= LARGE or node.search_ancestor("decorator") is not None


def all_mutants(paths: Sequence[str], only: str) -> list[Mutant]:
    """Return every mutant of the target, in the order of files and lines."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names

    files = {
        file
        for path in paths
        for file in ([ROOT / path] if path.endswith(".py") else (ROOT / path).rglob("*.py"))
    }
    found = []
    for file in sorted(file for file in files if only in str(file)):
        tree = get_ast_from_path(file)
        for name in sorted(filter(is_useful, operator_names())):
            operator = get_operator(name)()
            places = [
                (node, start) for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node)
            ]
            path, lines = str(file.relative_to(ROOT)), lines_of(file)
            found += [
                Mutant(path, line, name, number)
                for number, (node, (line, _)) in enumerate(places)
                if not (changes_nothing(lines[line - 1]) or hardly_changes(node))
            ]
    return found


def draw(paths: Sequence[str], only: str, sample: int, seed: int) -> list[Mutant]:
    """Return a random sample of the mutants; a larger sample with the same seed begins with a smaller one."""
    found = all_mutants(paths, only)
    random.Random(seed).shuffle(found)
    return found[:sample]


def mutated(mutant: Mutant) -> str:
    """Return the source of the file with the change."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    source = (ROOT / mutant.path).read_text(encoding="utf-8")
    changed = mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
    assert changed is not None
    return str(changed)


def run(mutant: Mutant, reach: Reach) -> str:
    """Run the tests on a mutant in a forked process: `killed`, `survived`, `timeout` or `no tests`."""
    tests = reach.tests_of(mutant)
    seconds = CPU_SECONDS + 2 * int(sum(map(reach.seconds.__getitem__, tests)))
    return run_forked(mutant.path, mutated(mutant), tests, seconds) if tests else "no tests"


def run_forked(path: str, source: str, tests: Sequence[str], seconds: int = CPU_SECONDS) -> str:
    """Run tests in a forked process with another source of one file: `killed`, `survived` or `timeout`."""
    child = os.fork()
    if child == 0:
        os.setsid()
        with contextlib.suppress(BaseException):
            os._exit(run_tests(path, source, tests, seconds))
        os._exit(1)
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if os.WIFSIGNALED(status):
        return "timeout"
    return "survived" if os.WEXITSTATUS(status) == 0 else "killed"


def run_tests(path: str, source: str, tests: Sequence[str], seconds: int) -> int:
    """Run tests with another source in place of a module's, for so long; return pytest's exit status."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    signal.setitimer(signal.ITIMER_REAL, PATIENCE * seconds)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    sys.meta_path.insert(0, MutatedModule(path, source))
    return int(pytest.main(["-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests]))


def report(area: str, results: Sequence[tuple[Mutant, str]], floor: int) -> int:
    """Print the survivors and the score; return how many mutants were noticed."""
    left = [(mutant, outcome) for mutant, outcome in results if outcome in ("survived", "no tests")]
    for mutant, outcome in left:
        before = (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()
        changes = difflib.unified_diff(before, mutated(mutant).splitlines(), lineterm="", n=1)
        print(f"{outcome}: {mutant.path}:{mutant.line} {mutant.operator}", *list(changes)[2:], sep="\n")
    noticed = len(results) - len(left)
    print(f"| {area} | {len(results)} | {noticed} | {noticed / max(1, len(results)):.0%} | floor {floor} % |")
    return noticed


if __name__ == "__main__":
    sys.exit(main())
