"""Makes the pictures again: `python -m companion.tools.demonstrations NAME FOLDER [WIDTHxHEIGHT]`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.tools.demonstrations.window import prepare_offscreen


def main() -> None:
    """Play the script that is named on the command line."""
    name, folder, *size = sys.argv[1:]
    wide, high = map(int, (size[0] if size else "800x480").split("x"))
    with TemporaryDirectory(prefix="companion-") as data:
        prepare_offscreen((wide, high), Path(data))
        from companion.tools.demonstrations.stages import perform

        print(*perform(name, Path(folder), Path(data), (wide, high)), sep="\n")


if __name__ == "__main__":
    main()
