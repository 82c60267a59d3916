"""Print the lines of deploy/hashes.txt for what pip would install.

``python wanted_hashes.py REPORT HASHES``: REPORT is that of ``pip install --dry-run --report``.
"""

import json
import re
import sys
from pathlib import Path

from pip._vendor.packaging.utils import canonicalize_name


def pinned(hashes: str) -> dict[str, str]:
    """Return the lines of each package, by ``name==version``."""
    found = {}
    for block in re.split(r"\n(?=[^ #])", hashes):
        if pin := re.match(r"([\w.-]+)==(\S+)", block):
            found[f"{canonicalize_name(pin[1])}=={pin[2]}"] = block.rstrip()
    return found


def wanted(report: str, hashes: str) -> list[str]:
    """Return the lines for what a report lists.

    Raises:
        SystemExit: a package has no hash, so it must not be installed.
    """
    known = pinned(hashes)
    packages = [item["metadata"] for item in json.loads(report)["install"]]
    names = [f"{canonicalize_name(package['name'])}=={package['version']}" for package in packages]
    if missing := [name for name in names if name not in known]:
        sys.exit(f"No hash is known for {', '.join(missing)}, so nothing was installed.")
    return [known[name] for name in names]


if __name__ == "__main__":
    report, hashes = (Path(path).read_text(encoding="utf-8") for path in sys.argv[1:])
    print("\n".join(wanted(report, hashes)), end="")
