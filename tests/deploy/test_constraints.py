"""The constraints cover every package that pyproject.toml asks for, in a version that it allows."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# Torch only trains, and mutation runs are no part of a test run.
UNCONSTRAINED = {"training", "mutation"}


def constraints() -> dict[str, str]:
    lines = (ROOT / "deploy" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def requirements() -> list[Requirement]:
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = PROJECT["build-system"]["requires"] + PROJECT["project"]["dependencies"]
    wanted += [line for name, lines in extras.items() if name not in UNCONSTRAINED for line in lines]
    return [Requirement(line) for line in wanted if not line.startswith("table-companion")]


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_every_requirement_has_a_version(requirement: Requirement) -> None:
    version = constraints().get(canonicalize_name(requirement.name))
    assert version is not None, f"run deploy/renew-constraints: {requirement.name} is not in the file"
    assert requirement.specifier.contains(version)


def test_set_up_uses_them() -> None:
    script = (ROOT / "deploy" / "set-up").read_text(encoding="utf-8")
    installs = re.findall(r"^.*pip install.*$", script, re.MULTILINE)
    assert len(installs) == 1
    assert "PIP_CONSTRAINT=$constraints PIP_BUILD_CONSTRAINT=$constraints" in script
