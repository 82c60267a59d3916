"""Measures what the front README says of speed, and writes it there: `python -m tests.bench.speeds`.

One run of pytest-benchmark; medians go to `results/speeds.toml`, and `companion.tools.pages` writes the page.
Run it while nothing else runs on the machine: it takes about a minute.
"""

import json
import os
import platform
import subprocess
import sys
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import tomli_w

from companion.tools import pages

FOLDER = Path(__file__).parent
ROWS: dict[str, tuple[str, ...]] = {
    "from the command to the first picture": ("test_taps.py::test_command_to_first_picture",),
    "from a tap to the next question on the screen; of StarCraft": (
        "test_taps.py::test_tap_to_next_question",
        "test_taps.py::test_answer_to_next_question_of_starcraft",
    ),
    "an answer on disk": ("test_journal.py::test_an_answer_to_disk",),
    "an answer and its undo, rules and all": ("test_referee.py::test_one_answer_and_its_undo",),
    "resuming from the last turn of a 2,000-answer game": (
        "test_referee.py::test_resuming_from_the_last_turn",
    ),
    "replaying all 2,000 answers": ("test_referee.py::test_replay_of_2000_answers",),
    "odds of 30 against 30, of 1000 against 1000": (
        "test_odds.py::test_odds[30]",
        "test_odds.py::test_odds[1000]",
    ),
    "a frame of the map after a count changed": ("test_map.py::test_frame_after_a_count_changed",),
    "reading the dice of a picture, how large they look known; to be found": (
        "test_reader_speed.py::test_one_picture_at_a_known_scale",
        "test_reader_speed.py::test_one_picture_whose_scale_is_searched",
    ),
    "from dice at rest before the camera to the roll": (
        "test_reading_thread.py::test_from_settled_to_result",
    ),
}
"""The benchmarks of each row, in this order."""


def in_words(seconds: float) -> str:
    """Return a time with two figures: 0.66 s, 42 ms, 0.09 ms."""
    if seconds >= 0.5:
        return f"{seconds:.2g} s"
    return f"{float(f'{seconds * 1000:.2g}'):g} ms"


def measure() -> dict[str, float]:
    """Run the benchmarks; return the median of each in seconds."""
    tests = [str(FOLDER / test) for row in ROWS.values() for test in row]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "speeds.json"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--benchmark-only",
            f"--benchmark-json={file}",
            *tests,
        ]
        subprocess.run(command, check=True)
        runs = json.loads(file.read_text(encoding="utf-8"))["benchmarks"]
    return {run["fullname"].rpartition("/")[2]: run["stats"]["median"] for run in runs}


def machine() -> str:
    """Return what this machine is: processor, cores, system."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model")))
    name = next(names, platform.machine())
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}, drawing in software"


def main() -> None:
    """Measure, keep the medians, and write the page."""
    medians = measure()
    times = {
        label: ", ".join(in_words(_median(medians, test)) for test in tests) for label, tests in ROWS.items()
    }
    found = {"date": f"{date.today():%-d %B %Y}", "machine": machine(), "times": times}
    pages.SPEEDS.write_text(tomli_w.dumps(found), encoding="utf-8")
    sys.argv = [sys.argv[0]]
    pages.main()


def _median(medians: dict[str, float], test: str) -> float:
    """Return a benchmark's median; of one with parameters the first."""
    return next(median for name, median in medians.items() if name == test or name.startswith(f"{test}["))


if __name__ == "__main__":
    main()
