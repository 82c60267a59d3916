"""The trial ground runs only with ``--trials``; it prints how many tries and losses there were."""

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
    """How many tries a trial makes: this many per cent, by ``--trials``, of what the trial names itself."""
    marker = request.node.get_closest_marker("tries")
    return max(1, marker.args[0] * request.config.getoption("--trials") // 100)


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """A list of what was lost; the trial fails if there is anything in it."""
    losses: list[str] = []
    tried: list[str] = []
    request.node.stash[TRIED] = tried
    yield losses
    COUNTS.append((request.node.name, len(tried), len(losses)))
    assert losses == [], losses[:5]


TRIED = pytest.StashKey[list[str]]()


@pytest.fixture
def tried(request: pytest.FixtureRequest, count: list[str]) -> list[str]:  # noqa: ARG001 - sets the list up
    """A list that grows by one with every try."""
    found: list[str] = request.node.stash[TRIED]
    return found


@pytest.fixture
def strace() -> None:
    """Skip where system calls cannot be followed."""
    if shutil.which("strace") is None:
        pytest.skip("needs strace to follow system calls")
