"""Trials run only with ``--trials``; they print the number of tries and losses."""

import shutil
from collections.abc import Iterator

import pytest

COUNTS: list[tuple[str, int, int]] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--trials"):
        for item in items:
            if "tests/trials/" in item.nodeid:
                item.add_marker(pytest.mark.skip(reason="the trial ground: run pytest tests/trials --trials"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for name, tries, losses in COUNTS:
        terminalreporter.write_line(f"| {name} | {tries} | {losses} |")


@pytest.fixture
def tries(request: pytest.FixtureRequest) -> int:
    """Number of tries: the trial's own number times the percentage given with ``--trials``."""
    marker = request.node.get_closest_marker("tries")
    return max(1, marker.args[0] * request.config.getoption("--trials") // 100)


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """A list of losses; the trial fails if it is not empty."""
    losses: list[str] = []
    tried: list[str] = []
    request.node.stash[TRIED] = tried
    yield losses
    COUNTS.append((request.node.name, len(tried), len(losses)))
    assert losses == [], losses[:5]


TRIED = pytest.StashKey[list[str]]()


@pytest.fixture
def tried(request: pytest.FixtureRequest, count: list[str]) -> list[str]:  # noqa: ARG001 - creates the list
    """A list with one entry for every try."""
    found: list[str] = request.node.stash[TRIED]
    return found


@pytest.fixture
def strace() -> None:
    """Skip if strace is not installed."""
    if shutil.which("strace") is None:
        pytest.skip("needs strace to follow system calls")
