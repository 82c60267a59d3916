"""Writes what the code knows into the pages: `python -m companion.tools.pages`, with `--check` only compares.

All from ``<!-- pages: NAME -->`` to ``<!-- /pages -->`` in a page is written anew; `SECTIONS` has the names.
The pictures of the wiring are drawn anew too.
"""

import argparse
import ast
import csv
import difflib
import os
import re
import sys
import textwrap
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec.structs import fields

from companion import referee
from companion.app.machine.settings import BackupSettings, ClubSettings, Settings
from companion.cli import COMMANDS
from companion.games import find_game
from companion.hardware.panel import BUTTON_FACES
from companion.tools.wiring_pictures import PICTURES, wiring_picture

ROOT = Path(__file__).parents[2]
FLOORS: dict[str, int] = tomllib.loads(Path(__file__).with_name("floors.toml").read_text(encoding="utf-8"))
"""The floor of each room."""
SPEEDS = ROOT / "tests" / "bench" / "results" / "speeds.toml"
"""Written by `python -m tests.bench.speeds`."""
MIXED_TABLES = SPEEDS.with_name("mixed_tables.csv")
"""Written by `python -m tests.bench.mixed_tables`: game, seats, one strength, the other, seed, which won."""
SECTION = re.compile(r"(<!-- pages: ([a-z/_ -]+?) ?-->\n).*?(<!-- /pages -->)", re.DOTALL)
NOT_OURS = {".venv", "node_modules", "build", "shared"}


def table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(map(str, row))} |" for row in (titles, *rows)]
    return "\n".join([lines[0], "|---" * len(titles) + "|", *lines[1:], ""])


def summary(path: Path) -> str:
    """Return the first sentence of the docstring of a module or package, for a cell of a table."""
    source = path / "__init__.py" if path.is_dir() else path
    text = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return text.split("\n\n")[0].replace("\n", " ").replace("``", "`").replace("|", "\\|").removesuffix(".")


def floors(page: Path, _name: str) -> str:
    """Return every room with its floor, from the top down."""
    rows = []
    for room, floor in sorted(FLOORS.items(), key=lambda item: -item[1]):
        place = ROOT / Path(*room.split("."))
        file = place if place.is_dir() else place.with_suffix(".py")
        link = os.path.relpath(file, page.parent)
        rows.append((floor, f"[{room.removeprefix('companion.')}]({link})", summary(file)))
    return table(("floor", "room", "what it does"), rows)


def modules(page: Path, folders: str) -> str:
    """Return the modules in the page's folder, and in those folders below it."""
    rows = []
    for folder in ("", *folders.split()):
        files = sorted(path for path in (page.parent / folder).glob("*.py") if not path.name.startswith("__"))
        rows += [(f"`{Path(folder, path.name)}`", summary(path)) for path in files]
    return table(("module", "what it does"), rows)


def commands(_page: Path, _name: str) -> str:
    """Return every command of the command line."""
    rows = (
        (f"`companion {name}`", command.summary, _module(command.module))
        for name, command in COMMANDS.items()
    )
    return table(("command", "what it does", "module"), rows)


def _module(dotted: str) -> str:
    return f"`{dotted.rpartition('.')[2]}.py`"


def house_rules(_page: Path, name: str) -> str:
    """Return the house rules of a game, with the default of each in bold."""
    game = find_game(name)
    plain = game.house_rules()
    rows = []
    for switch in game.switches:
        default = getattr(plain, switch.name)
        choices = (f"**{one.value}**" if one.value == default else one.value for one in switch.choices)
        rows.append((f"`{switch.name}`", switch.rule, switch.title, ", ".join(choices)))
    return table(("house rule", "rule", "question", "choices"), rows)


def settings(_page: Path, _name: str) -> str:
    """Return every setting of a machine, with its default."""
    rows = []
    for kind, section in ((Settings, ""), (ClubSettings, "club."), (BackupSettings, "backup.")):
        about = described(kind)
        plain = kind()
        for field in fields(kind):
            default = getattr(plain, field.name)
            if not isinstance(default, ClubSettings | BackupSettings):
                shown = str(default).lower() if isinstance(default, bool) else f"{default}" or '""'
                rows.append((f"`{section}{field.name}`", f"`{shown}`", about[field.name]))
    return table(("setting", "default", "what it is"), rows)


def described(kind: type) -> dict[str, str]:
    """Return what the docstring of a class says of each attribute."""
    text = (kind.__doc__ or "").partition("Attributes:")[2]
    found = re.findall(r"^ +(\w+): ((?:.|\n {9,})*)", text, re.MULTILINE)
    return {name: " ".join(words.split()).removesuffix(".") for name, words in found}


def speeds(_page: Path, _name: str) -> str:
    """Return the medians of the newest run of the measurements."""
    run = tomllib.loads(SPEEDS.read_text(encoding="utf-8"))
    title = f"Medians of `python -m tests.bench.speeds` on {run['date']}: {run['machine']}.\n\n"
    return title + table(("what", "time"), run["times"].items())


def scripts(page: Path, _name: str) -> str:
    """Return the demonstrations."""
    found = tomllib.loads((page.parent / "scripts.toml").read_text(encoding="utf-8"))
    return table(
        ("name", "what it shows"), ((f"`{name}`", script["about"]) for name, script in found.items())
    )


def mutation(_page: Path, _name: str) -> str:
    """Return the areas of mutation testing and their floors."""
    file = ROOT / "tests" / "mutation" / "areas.toml"
    areas = tomllib.loads(file.read_text(encoding="utf-8"))
    rows = (
        (name, ", ".join(f"`{path}`" for path in area["paths"]), area["floor"])
        for name, area in areas.items()
    )
    return table(("area", "what is changed", "floor in per cent"), rows)


def strengths(_page: Path, _name: str) -> str:
    """Return how often the stronger of two computer players won, in per cent, by the number of seats."""
    won: dict[tuple[str, str, str], Counter[str]] = {}
    with MIXED_TABLES.open(encoding="utf-8", newline="") as file:
        for game, seats, one, other, _, who in sorted(csv.reader(file)):
            won.setdefault((game, f"{one} among {other}", seats), Counter())[who] += 1
    shares: dict[str, dict[str, list[str]]] = {}
    for (game, pair, _), count in won.items():
        share = f"{100 * count['one'] / (count['one'] + count['other']):.0f}"
        shares.setdefault(game, {}).setdefault(pair, []).append(share)
    rows = ((find_game(game).title, *map(", ".join, by_pair.values())) for game, by_pair in shares.items())
    return table(("game", *shares["classic"]), rows)


def buttons(_page: Path, _name: str) -> str:
    """Return the buttons of the panel."""
    rows = ((f"{role} ({face.colour_name})", face.pressed, face.held) for role, face in BUTTON_FACES.items())
    return table(("button", "pressed", "held"), rows)


def names(_page: Path, _name: str) -> str:
    """Return the public names of the referee."""
    return textwrap.fill(", ".join(f"`{name}`" for name in referee.__all__), 120) + ".\n"


SECTIONS: dict[str, Callable[[Path, str], str]] = {
    "floors": floors,
    "modules": modules,
    "commands": commands,
    "house rules": house_rules,
    "settings": settings,
    "speeds": speeds,
    "scripts": scripts,
    "mutation": mutation,
    "strengths": strengths,
    "buttons": buttons,
    "names": names,
}
"""What writes each section, from the page and from the words after the section's name."""


def written(page: Path) -> str:
    """Return a page with all its sections written anew, or a picture of the wiring.

    Raises:
        KeyError: it marks a section that there is not.
    """
    if page in PICTURES:
        return wiring_picture(page)

    def section(found: re.Match[str]) -> str:
        name = max((name for name in SECTIONS if found[2].startswith(name)), key=len, default=found[2])
        content = SECTIONS[name](page, found[2].removeprefix(name).strip())
        return f"{found[1]}{content}{found[3]}"

    return SECTION.sub(section, page.read_text(encoding="utf-8"))


def pages() -> list[Path]:
    """Return every page that has sections, and the pictures of the wiring."""
    found = (path for path in ROOT.rglob("*.md") if not NOT_OURS & set(path.relative_to(ROOT).parts))
    return [*PICTURES, *sorted(path for path in found if SECTION.search(path.read_text(encoding="utf-8")))]


def main() -> int:
    """Write all pages, or with `--check` print what would change and return 1."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools.pages")
    parser.add_argument("--check", action="store_true", help="only compare")
    check = parser.parse_args().check
    changed = 0
    for page in pages():
        old, new = page.read_text(encoding="utf-8"), written(page)
        if old == new:
            continue
        changed += 1
        if check:
            name = str(page.relative_to(ROOT))
            sys.stdout.writelines(
                difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, name)
            )
        else:
            page.write_text(new, encoding="utf-8")
            print(page.relative_to(ROOT))
    return int(check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
