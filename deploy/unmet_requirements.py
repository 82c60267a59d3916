"""Print the requirements of a pyproject.toml that this Python's packages do not meet.

``python unmet_requirements.py pyproject.toml [EXTRA ...]``
"""

import sys
import tomllib
from importlib import metadata
from pathlib import Path

from pip._vendor.packaging.requirements import Requirement

OTHER_NAMES = {"opencv-python": "opencv"}
"""What Debian calls a package that pip knows by another name."""


def is_met(requirement: Requirement) -> bool:
    """Tell whether an installed package has an allowed version."""
    for name in filter(None, (requirement.name, OTHER_NAMES.get(requirement.name))):
        try:
            return requirement.specifier.contains(metadata.version(name))
        except metadata.PackageNotFoundError:
            continue
    return False


def unmet(project: Path, extras: list[str]) -> list[str]:
    """List what is missing or too old, as pyproject.toml says it."""
    declared = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    lines = declared["dependencies"] + [
        line for extra in extras for line in declared["optional-dependencies"][extra]
    ]
    return [line for line in lines if not is_met(Requirement(line))]


if __name__ == "__main__":
    for line in unmet(Path(sys.argv[1]), sys.argv[2:]):
        print(line)
