"""deploy/install-fast-engine keeps ONNX Runtime only where it runs; a Python stands in for the machine's."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = """#!/bin/bash
case "$*" in
    *unmet_requirements.py*) [ "$MISSING" = no ] || echo "onnxruntime>=1.22" ;;
    "-m pip install"*) echo install >>"$LOG"; exit "$INSTALL" ;;
    "-m pip uninstall"*) echo uninstall >>"$LOG" ;;
    -c*) echo try >>"$LOG"; exit "$RUN" ;;
esac
"""
MACHINES = [
    # it is installed already
    ("no", 0, 0, []),
    # it works
    ("yes", 0, 0, ["install", "try"]),
    # there is no package for this machine
    ("yes", 1, 0, ["install", "uninstall"]),
    # the processor stops with "Illegal instruction"
    ("yes", 0, 132, ["install", "try", "uninstall"]),
]


@pytest.mark.parametrize(("missing", "install", "run", "calls"), MACHINES)
def test_it_is_kept_where_it_runs(
    tmp_path: Path, missing: str, install: int, run: int, calls: list[str]
) -> None:
    python, log = tmp_path / "python", tmp_path / "log"
    python.write_text(PYTHON)
    python.chmod(0o755)
    log.touch()
    done = subprocess.run(
        [ROOT / "deploy" / "install-fast-engine", python],
        env={
            "PATH": "/usr/bin:/bin",
            "LOG": str(log),
            "MISSING": missing,
            "INSTALL": str(install),
            "RUN": str(run),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert log.read_text().split() == calls
    assert ("OpenCV reads the dice instead" in done.stderr) is ("uninstall" in calls)
