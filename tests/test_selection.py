"""Which tests run: of those marked ``every`` a sample, of those marked ``slow`` none; with ``--slow`` all."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import pytest_collection_modifyitems

EVERY = pytest.mark.every(3, first=1).mark


class Item:
    """What pytest tells of a test."""

    def __init__(self, nodeid: str, slow: bool, mark: Any) -> None:
        self.nodeid, self.keywords, self._marks = nodeid, ["slow"] if slow else [], {"every": mark}

    def get_closest_marker(self, name: str) -> Any:
        return self._marks[name]


NAMED, WHOLE = pytest.Config.ArgsSource.ARGS, pytest.Config.ArgsSource.TESTPATHS
ITEMS = [
    *(("tests/a.py::test_a", number, False, EVERY) for number in range(5)),
    ("tests/a.py::test_a", 5, True, EVERY),
    ("tests/a.py::test_b", 0, False, None),
    ("tests/a.py::test_b", 1, True, None),
    ("tests/e2e/b.py::test_a", 0, False, None),
]


@pytest.mark.parametrize(
    ("slow", "source", "run"),
    [
        (
            False,
            WHOLE,
            ["tests/e2e/b.py::test_a[0]", *(f"tests/a.py::test_{case}" for case in ("a[1]", "a[4]", "b[0]"))],
        ),
        (
            False,
            NAMED,
            [
                "tests/e2e/b.py::test_a[0]",
                *(f"tests/a.py::test_a[{number}]" for number in range(5)),
                "tests/a.py::test_b[0]",
            ],
        ),
        (
            True,
            WHOLE,
            ["tests/e2e/b.py::test_a[0]", *(f"{test}[{number}]" for test, number, _, _ in ITEMS[:-1])],
        ),
    ],
)
def test_a_sample_runs_in_the_whole_run_and_with_slow_all(slow: bool, source: Any, run: list[str]) -> None:
    """What takes longest begins first."""
    items: list[Any] = [Item(f"{test}[{number}]", late, mark) for test, number, late, mark in ITEMS]
    left: list[Any] = []
    config: Any = SimpleNamespace(
        getoption={"--slow": slow}.get,
        args_source=source,
        hook=SimpleNamespace(pytest_deselected=lambda items: left.extend(items)),
    )
    pytest_collection_modifyitems(config, items)
    assert [item.nodeid for item in items] == run
    assert len(items) + len(left) == len(ITEMS)
