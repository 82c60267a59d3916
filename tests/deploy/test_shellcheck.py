"""Shell scripts are free of what shellcheck knows to be wrong."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(
    path
    for folder in ("deploy", ".ci", "tests/machine")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and path.read_bytes().startswith((b"#!/usr/bin/env bash", b"#!/bin/sh", b"#!/bin/bash"))
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_shellcheck_finds_nothing(script: Path) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed (apt install shellcheck)")
    found = subprocess.run(["shellcheck", str(script)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout
