"""Shared fixtures: logged errors fail a test, slow tests need ``--slow``, home folders stay untouched."""

import gc
import logging
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

# Threads of a matrix library wait by spinning: beside other workers a fit took 6 s, not 0.2. Programs too.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# As the program itself does (companion/ui/kivy_setup.py): looking for garbage after every 700 objects was
# a third of the work of tests of screens, and a quarter of finding the tests. Each object is looked at once,
# between two tests; within one only where it keeps very many.
gc.set_threshold(1_000_000, 1_000, 1_000)
NEW = 400_000
"""Objects from which those that are new are searched after a test."""

LONGEST = ("tests/e2e/", "tests/ui/test_every_game.py")
"""What plays whole games in a process of its own comes first: no worker is left alone with it at the end."""

KIVY = {
    "SDL_VIDEODRIVER": "offscreen",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": "1",
}
"""What Kivy reads when a test first imports it."""

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


# No test fails because the machine is busy; measurements live in tests/bench.
settings.register_profile("companion", deadline=None, max_examples=15)
settings.register_profile("slow", deadline=None, max_examples=200)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the longer proofs too")
    per_cent = "run tests/trials, with so many per cent of its tries"
    parser.addoption("--trials", type=int, nargs="?", const=100, default=0, help=per_cent)
    parser.addoption(
        "--machine", metavar="FOLDER", help="boot the emulated machine that lies there (tests/machine)"
    )
    parser.addoption("--plugs", type=int, default=50, help="how often to pull its plug")


def pytest_configure(config: pytest.Config) -> None:
    """Keep files written outside of a test out of the user's folders too; commands speak English."""
    settings.load_profile("slow" if config.getoption("--slow") else "companion")
    elsewhere = tempfile.mkdtemp(prefix="companion-tests-")
    config.add_cleanup(lambda: shutil.rmtree(elsewhere, ignore_errors=True))
    os.environ |= {"COMPANION_DATA": elsewhere, "XDG_STATE_HOME": elsewhere, "LC_ALL": "C.UTF-8"}
    for name, value in (KIVY | {"KIVY_HOME": f"{elsewhere}/kivy"}).items():
        os.environ.setdefault(name, value)


def pytest_collection_finish() -> None:
    """What was collected stays: each search for garbage went through twelve thousand tests, for 0.3 s."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logfinish() -> None:
    """Look for garbage among what is new; what is left stays."""
    if gc.get_count()[0] > NEW:
        gc.collect()
        gc.freeze()


def pytest_sessionfinish() -> None:
    """Pytest looks for garbage once more, for seconds, in a process that ends anyway."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to ``--slow`` what is marked ``slow`` or ``long``, and of ``every(n)`` all cases but each n-th.

    The mark may say which case is the first; on a module it counts the module's cases. A file or folder that
    is named runs what is long too, and all cases.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
    if config.getoption("--slow"):
        return
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    kept, cases = set[pytest.Item](), Counter[str]()
    left_out = ("slow",) if named else ("slow", "long")
    for item in (item for item in items if not any(map(item.get_closest_marker, left_out))):
        node, mark = next(item.iter_markers_with_node("every"), (item, None))
        marked = node.nodeid.partition("[")[0]
        if named or mark is None or (cases[marked] - mark.kwargs.get("first", 0)) % mark.args[0] == 0:
            kept.add(item)
        cases[marked] += 1
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory, folders: "count[int]") -> Path:
    """A folder of the test's own. Pytest's looks through those of all tests before it, to name the next."""
    return tmp_path_factory.mktemp(f"test{next(folders)}", numbered=False)


@pytest.fixture(scope="session")
def folders() -> "count[int]":
    return count()


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder; no test touches the folders of the user."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


class Clock:
    """A clock in seconds that a test sets."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def no_errors_in_the_log(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logs an error, unless it is marked ``expects_errors``."""
    yield
    if request.node.get_closest_marker("expects_errors") is None:
        errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
        assert not errors, [record.getMessage() for record in errors]


@pytest.fixture
def shared() -> Path:
    """The folder of documents and photos beside the project; tests that need it skip if it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the photos and documents of {SHARED}, which are not part of the project")
    return SHARED
