"""The letters of the screen and of films: Cabin, under the SIL Open Font License (fonts/OFL.txt)."""

from pathlib import Path

_FOLDER = Path(__file__).parent / "fonts"
FONT = _FOLDER / "Cabin-Medium.otf"
FONT_BOLD = _FOLDER / "Cabin-Bold.otf"
