"""Which tests run: of those marked ``every`` a sample, none ``long`` or ``slow``; with ``--slow`` all."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import pytest_collection_modifyitems

EVERY = pytest.mark.every(3, first=1).mark


class Item:
    """What pytest tells of a test: ``marked`` is the test or the module that bears the mark."""

    def __init__(self, nodeid: str, left_out: str, marked: str, mark: Any) -> None:
        self.nodeid, self._left_out = nodeid, left_out
        self._marks = [(SimpleNamespace(nodeid=marked or nodeid), mark)] if mark else []

    def get_closest_marker(self, name: str) -> str | None:
        return name if name == self._left_out else None

    def iter_markers_with_node(self, name: str) -> Iterator[tuple[Any, Any]]:
        assert name == "every"
        return iter(self._marks)


NAMED, WHOLE = pytest.Config.ArgsSource.ARGS, pytest.Config.ArgsSource.TESTPATHS
ITEMS = [
    *((f"tests/a.py::test_a[{number}]", "", "", EVERY) for number in range(5)),
    ("tests/a.py::test_a[5]", "slow", "", EVERY),
    ("tests/a.py::test_b[0]", "", "", None),
    ("tests/a.py::test_b[1]", "slow", "", None),
    ("tests/a.py::test_b[2]", "long", "", None),
    *((f"tests/b.py::test_{name}", "", "tests/b.py", EVERY) for name in "abc"),
    ("tests/e2e/c.py::test_a", "", "", None),
]
FIRST = ITEMS[-1][0]
USUAL = [nodeid for nodeid, left_out, _, _ in ITEMS[:-1] if not left_out]
NAMED_ONES = [nodeid for nodeid, left_out, _, _ in ITEMS[:-1] if left_out != "slow"]


@pytest.mark.parametrize(
    ("slow", "source", "run"),
    [
        (False, WHOLE, [FIRST, *(USUAL[number] for number in (1, 4, 5, 7))]),
        (False, NAMED, [FIRST, *NAMED_ONES]),
        (True, WHOLE, [FIRST, *(nodeid for nodeid, *_ in ITEMS[:-1])]),
    ],
)
def test_a_sample_runs_in_the_whole_run_and_with_slow_all(slow: bool, source: Any, run: list[str]) -> None:
    """What takes longest begins first."""
    items: list[Any] = [Item(*item) for item in ITEMS]
    left: list[Any] = []
    config: Any = SimpleNamespace(
        getoption={"--slow": slow}.get,
        args_source=source,
        hook=SimpleNamespace(pytest_deselected=lambda items: left.extend(items)),
    )
    pytest_collection_modifyitems(config, items)
    assert [item.nodeid for item in items] == run
    assert len(items) + len(left) == len(ITEMS)
