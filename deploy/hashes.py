"""Print the SHA-256 of every wheel of the versions in a constraints file, as pip's requirements have it.

``python deploy/hashes.py deploy/constraints.txt``: asks the package index (PEP 691), so it needs a network.
Wheels for Linux on x86-64 and 64-bit ARM, Python 3.11 to 3.13.
"""

import json
import re
import sys
from pathlib import Path
from urllib.request import Request, urlopen

from pip._vendor.packaging.utils import canonicalize_name, parse_wheel_filename

INDEX = "https://pypi.org/simple"
PYTHONS = ("311", "312", "313")
MACHINES = ("x86_64", "aarch64")


def fits(filename: str, version: str) -> bool:
    """Tell whether a file is a wheel of this version for one of our machines."""
    if not filename.endswith(".whl"):
        return False
    try:
        _, found, _, tags = parse_wheel_filename(filename)
    except ValueError:
        return False
    return str(found) == version and any(
        (tag.interpreter in ("py3", "py2.py3") or tag.interpreter[2:] in PYTHONS or tag.abi == "abi3")
        and (tag.platform == "any" or (tag.platform.endswith(MACHINES) and "linux" in tag.platform))
        for tag in tags
    )


def hashes(name: str, version: str) -> list[str]:
    """Return the hashes of a package's wheels, as the index lists them."""
    accept = {"Accept": "application/vnd.pypi.simple.v1+json"}
    with urlopen(Request(f"{INDEX}/{canonicalize_name(name)}/", headers=accept), timeout=60) as answer:
        files = json.load(answer)["files"]
    return sorted(file["hashes"]["sha256"] for file in files if fits(file["filename"], version))


def main(constraints: Path) -> None:
    """Print the file."""
    print("# What deploy/install-hashed installs, and nothing else. Written by deploy/renew-constraints.")
    for line in constraints.read_text(encoding="utf-8").splitlines():
        if not (pin := re.fullmatch(r"([\w.-]+)==([\w.+!]+)", line)):
            continue
        name, version = pin.groups()
        found = hashes(name, version)
        if not found:
            print(f"{line} has no wheel, so it is left out.", file=sys.stderr)
            continue
        print(" \\\n".join([line, *(f"    --hash=sha256:{one}" for one in found)]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
