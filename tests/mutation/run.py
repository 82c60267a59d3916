"""Mutation testing with cosmic-ray: change the code a little, and see whether a test notices.

    .venv/bin/python -m tests.mutation.run journal --sample 60

It works in a worktree of its own, on what is committed. The same seed draws the same mutants.
"""

import argparse
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
TIMEOUT = 300.0
"""Seconds that the tests may take for one mutant; a mutant that takes longer counts as noticed."""

RULES = [f"companion/games/{game}/rules.py" for game in ("classic", "nuked", "balance")]
VISION = [f"companion/vision/{stage}" for stage in ("assignment", "fusion")]
TARGETS: dict[str, tuple[list[str], str]] = {
    "referee": (["companion/referee"], "tests/referee tests/games/test_notation.py"),
    "rules": (RULES, "tests/games/classic tests/games/nuked tests/games/balance"),
    "journal": (["companion/journal"], "tests/journal tests/app/test_session.py"),
    "vision": (VISION, "tests/vision/assignment tests/vision/fusion"),
}
"""What is mutated, and the tests that should notice."""

OPERATORS = (
    "core/ReplaceUnaryOperator_Delete_Not", "core/NumberReplacer", "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue", "core/ReplaceAndWithOr", "core/ReplaceOrWithAnd", "core/AddNot",
    "core/ReplaceBreakWithContinue", "core/ReplaceContinueWithBreak", "core/ZeroIterationForLoop",
)  # fmt: skip
"""The operators used, besides all replacements of comparisons and of + - * // by their neighbours."""

COMPARISONS = "core/ReplaceComparisonOperator_"
ARITHMETIC = ("_Add_Sub", "_Sub_Add", "_Mul_FloorDiv", "_FloorDiv_Mul", "_FloorDiv_Add")


def main() -> int:
    """Draw mutants, run the tests on each, print the score and what survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--tests", help="the tests to run instead of all that should notice")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", str(tree), "HEAD"], check=True)
        try:
            paths, tests = TARGETS[arguments.target]
            session = run(paths, arguments.tests or tests, arguments.sample, arguments.seed, tree)
            report(arguments.target, session)
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)
    return 0


def run(paths: list[str], tests: str, sample: int, seed: int, tree: Path) -> Path:
    """Run the tests on a sample of mutants in a worktree; returns cosmic-ray's session."""
    command = f"{sys.executable} -m pytest -x -q -p no:cacheprovider {tests}"
    config, session = tree / "mutation.toml", tree / "mutation.sqlite"
    config.write_text(
        f"""[cosmic-ray]
module-path = {paths}
timeout = {TIMEOUT}
test-command = "{command}"
excluded-modules = []
[cosmic-ray.distributor]
name = "local"
"""
    )
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    tool = str(Path(sys.executable).with_name("cosmic-ray"))
    subprocess.run([tool, "init", str(config), str(session)], cwd=tree, env=environment, check=True)
    draw(session, sample, seed)
    subprocess.run(command.split(), cwd=tree, env=environment, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([tool, "exec", str(config), str(session)], cwd=tree, env=environment, check=True)
    return session


def is_useful(operator: str) -> bool:
    """Leave out operators whose mutants mostly change nothing, such as those of type annotations."""
    return operator in OPERATORS or operator.startswith(COMPARISONS) or operator.endswith(ARITHMETIC)


def draw(session: Path, sample: int, seed: int) -> None:
    """Leave a sample of the mutants in the session."""
    with sqlite3.connect(session) as connection:
        rows = connection.execute(
            "SELECT job_id, operator_name FROM mutation_specs ORDER BY job_id"
        ).fetchall()
        places = connection.execute(
            "SELECT job_id, module_path, start_pos_row, start_pos_col, operator_name, occurrence"
            " FROM mutation_specs ORDER BY 2, 3, 4, 5, 6"
        ).fetchall()
        useful = {
            job
            for job, name in rows
            if name in OPERATORS or name.startswith(COMPARISONS) or name.endswith(ARITHMETIC)
        }
        ordered = [row[0] for row in places if row[0] in useful]
        chosen = set(random.Random(seed).sample(ordered, min(sample, len(ordered))))
        others = [(job,) for job, _ in rows if job not in chosen]
        connection.executemany("DELETE FROM mutation_specs WHERE job_id = ?", others)
        connection.executemany("DELETE FROM work_items WHERE job_id = ?", others)
    connection.close()


def report(target: str, session: Path) -> None:
    """Print the score and the mutants that no test noticed."""
    with sqlite3.connect(session) as connection:
        rows = connection.execute(
            "SELECT r.test_outcome, m.module_path, m.start_pos_row, m.operator_name, r.diff"
            " FROM work_results r JOIN mutation_specs m ON m.job_id = r.job_id"
        ).fetchall()
    connection.close()
    survived = [row for row in rows if "SURVIVED" in str(row[0]).upper()]
    for _, module, line, name, diff in survived:
        print(f"survived: {module}:{line} {name}\n{diff}")
    killed = len(rows) - len(survived)
    print(f"| {target} | {len(rows)} | {killed} | {killed / max(1, len(rows)):.0%} |")


if __name__ == "__main__":
    sys.exit(main())
