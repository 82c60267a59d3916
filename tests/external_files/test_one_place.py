"""Files from outside are opened in companion/external_files and nowhere else."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
OPENERS = re.compile(
    r"\bcv2\.imread\(|\bcv2\.VideoCapture\(|\btomllib\.loads?\(|\btoml\.decode\(|\bjson\.load\(|\bnp\.load\(|\.read_text\("
)
OWN_FILES = {
    "companion/app/board_svg.py": "in the package",
    "companion/app/chronicle/report.py": "in the package",
    "companion/club/web_server.py": "in the package",
    "companion/tools/map_drawing/__main__.py": "the maps' own facts",
    "companion/tools/map_drawing/atlas.py": "the maps' own facts",
    "companion/tools/map_drawing/world.py": "in the package",
    "companion/games/rule_coverage.py": "the tests of this package",
    "companion/games/balance/shop.py": "in the package",
    "companion/games/starcraft/charts.py": "in the package",
    "companion/games/starcraft/library.py": "in the package",
    "companion/games/territory/evaluator.py": "in the package",
    "companion/locale/extraction.py": "in the package",
    "companion/locale/pages.py": "in the package",
    "companion/hardware/backlight.py": "of the kernel",
    "companion/hardware/board_health.py": "of the kernel",
    "companion/hardware/signals.py": "in the package",
    "companion/journal/checks.py": "of the kernel",
    "companion/journal/database.py": "the lock beside the journal",
    "companion/referee/evaluation.py": "in the package",
    "companion/referee/rulebook.py": "in the package",
    "companion/tools/map_drawing/examples.py": "in the package",
    "companion/tools/pages.py": "the pages of this repository",
    "companion/tools/wiring_pictures.py": "the pictures of this repository",
    "companion/tools/training/cached_engine.py": "its own answers",
    "companion/tools/training/held_out.py": "in the package",
    "companion/tools/training/photos.py": "the photos to train on",
    "companion/tools/training/shards.py": "its own tiles",
    "companion/tools/training/yolo_photos.py": "the same",
    "companion/vision/sources/picamera.py": "of the system",
    "companion/vision/sources/usb.py": "a camera",
}
"""Modules that read other files than those from outside, and which."""
FILES = [
    path
    for folder in ("companion", "calibration")
    for path in (ROOT / folder).rglob("*.py")
    if "demonstrations" not in path.parts and "external_files" not in path.parts
]


REPLACING = re.compile(r"""\.replace\((path|target)\)|suffix\("\.(new|part)"|{PART}""")
"""What a module does that writes a file beside its place itself."""


def opens_itself(path: Path) -> list[str]:
    """The lines with which a module opens a file itself."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if OPENERS.search(line)]
    return [line for line in lines if "files.read_text(" not in line]


def test_no_other_module_opens_them() -> None:
    found = {str(path.relative_to(ROOT)): lines for path in FILES if (lines := opens_itself(path))}
    assert found.keys() <= OWN_FILES.keys(), found


def test_files_are_replaced_in_one_place() -> None:
    found = [path for path in FILES if REPLACING.search(path.read_text(encoding="utf-8"))]
    assert [path.name for path in found] == ["backup.py"], "which writes a whole folder so"
