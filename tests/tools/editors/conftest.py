"""The editors are screens made for Rogue: their tests need the window, and the folder of its tests."""

from tests.games.rogue.conftest import rogue_folder as rogue_folder
from tests.ui.conftest import _window as _window
from tests.ui.conftest import app as app
from tests.ui.conftest import heard as heard
from tests.ui.conftest import screen as screen
