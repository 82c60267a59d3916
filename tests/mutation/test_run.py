"""Mutation by area: the areas exist, and a floor is only broken by more than chance."""

from pathlib import Path

import pytest

from tests.mutation import run
from tests.mutation.by_hand import CHANGES
from tests.mutation.run import AREAS, ROOT, Mutant, falls_below, lines_that_use


@pytest.mark.parametrize("name", AREAS)
def test_what_an_area_names_is_there(name: str) -> None:
    area = AREAS[name]
    assert [path for path in (*area.paths, *area.tests) if not (ROOT / path).exists()] == []
    assert 50 <= area.floor <= 100


def test_what_is_changed_by_hand_is_there_once() -> None:
    """A change that no longer fits its file, or whose tests are gone, proves nothing."""
    stale = [one.name for one in CHANGES if (ROOT / one.path).read_text("utf-8").count(one.before) != 1]
    tests = {path.partition("::")[0] for one in CHANGES for path in one.tests.split()}
    assert stale == []
    assert [path for path in tests if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    ("noticed", "drawn", "floor", "expected"),
    [(60, 60, 90, False), (52, 60, 90, False), (45, 60, 90, True), (0, 0, 90, False), (3, 20, 60, True)],
)
def test_chance_alone_breaks_no_floor(noticed: int, drawn: int, floor: int, expected: bool) -> None:
    assert falls_below(noticed, drawn, floor) is expected


def test_a_floor_only_rises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "areas.toml"
    file.write_text(run.AREAS_FILE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(run, "AREAS_FILE", file)
    before = file.read_text(encoding="utf-8")
    run.lift("journal", AREAS["journal"].floor - 1)
    assert file.read_text(encoding="utf-8") == before
    run.lift("journal", 99)
    after = file.read_text(encoding="utf-8")
    assert after.count("floor = 99") == 1 and "[journal]" in after.partition("floor = 99")[0]
    assert after.partition("[calibration]")[2] == before.partition("[calibration]")[2]


def test_a_constant_is_tried_where_it_is_used_in_any_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "ROOT", tmp_path)
    (tmp_path / "one.py").write_text(
        "LEAST, MOST = 1, 2\nOTHER = 3\n\ndef f(x=4):\n    y = LEAST\n    return y\n"
    )
    (tmp_path / "two.py").write_text("import one\n\nprint(one.MOST)\nprint(one.OTHER)\nf(LEAST=1)\n")
    files = ("one.py", "two.py")
    assert lines_that_use(Mutant("one.py", 1, "", 0), files) == {
        ("one.py", 1), ("one.py", 5), ("two.py", 3), ("two.py", 5),
    }  # fmt: skip
    assert lines_that_use(Mutant("one.py", 2, "", 0), files) == {("one.py", 2), ("two.py", 4)}
    assert lines_that_use(Mutant("one.py", 4, "", 0), files) == {("one.py", 5), ("one.py", 6)}


def test_sizes_of_caches_and_large_numbers_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cosmic_ray")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    (tmp_path / "one.py").write_text(
        "@lru_cache(maxsize=8)\ndef f(x):\n    return x - 99\n\nA, B = 100, 1_000.5\nC = f(7)\n"
    )
    changed = [(one.line, one.operator, one.occurrence) for one in run.all_mutants(["one.py"], "")]
    numbers = [(line, number) for line, operator, number in changed if operator == "core/NumberReplacer"]
    assert numbers == [(3, 2), (3, 3), (6, 8), (6, 9)]
    assert run.mutated(Mutant("one.py", 6, "core/NumberReplacer", 9)).endswith("C = f( 6)\n")


@pytest.mark.long
@pytest.mark.parametrize(("test", "outcome"), [("time.sleep(60)", "timeout"), ("pass", "survived")])
def test_a_mutant_that_waits_for_ever_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, test: str, outcome: str
) -> None:
    """It uses no processor time, and was waited for until somebody stopped it."""
    monkeypatch.setattr(run, "PATIENCE", 0.3 if outcome == "timeout" else 9)
    (tmp_path / "test_it.py").write_text(f"import time\n\ndef test():\n    {test}\n")
    assert run.run_forked("tests/no_such_module.py", "", [str(tmp_path / "test_it.py")], 5) == outcome
