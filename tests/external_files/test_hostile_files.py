"""Files that are made to do harm are refused in little time and memory, by every reader."""

import json
import subprocess
import sys

import pytest

from tests.external_files.hostile import write

MAX_MB = 500
MAX_SECONDS = 8
"""Of computing."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> list[dict[str, object]]:
    """What a process of its own says about each file; without --slow about every fifth."""
    files = write(tmp_path_factory.mktemp("hostile"))[:: 1 if request.config.getoption("--slow") else 5]
    words = [f"{kind}={path}" for kind, path in files]
    command = [sys.executable, "-m", "tests.external_files.hostile", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(files), done.stderr[-2000:]
    return lines


def test_every_hostile_file_is_refused(told: list[dict[str, object]]) -> None:
    assert [(line["file"], line["outcome"]) for line in told if line["outcome"] != "refused"] == []


def test_none_takes_much_memory(told: list[dict[str, object]]) -> None:
    assert max(int(str(line["mb"])) for line in told) < MAX_MB


def test_none_takes_long(told: list[dict[str, object]]) -> None:
    assert [(line["file"], line["s"]) for line in told if float(str(line["s"])) > MAX_SECONDS] == []
