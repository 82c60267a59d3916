"""The editors' screens by name, which the app shows beside its own."""

from companion.ui.app import loading
from companion.ui.screen import Screens

_MODULES = {
    "battlefields": ("library_screen", "BattlefieldLibraryScreen"),
    "scenarios": ("library_screen", "ScenarioLibraryScreen"),
    "boards": ("board_list_screen", "BoardListScreen"),
    "board photo": ("board_photo_screen", "BoardPhotoScreen"),
    "board editor": ("board_screen", "BoardEditorScreen"),
    "board actions": ("board_list_screen", "BoardActionsScreen"),
    "file actions": ("file_actions_screen", "FileActionsScreen"),
    "scenario": ("scenario_screen", "ScenarioEditorScreen"),
    "battlefield editor": ("battlefield_screen", "BattlefieldEditorScreen"),
    "tile": ("tile_screen", "TileEditorScreen"),
    "photograph": ("tile_photo_screen", "TilePhotoScreen"),
}

EDITOR_SCREENS: Screens = {
    name: loading("companion.tools.editors", *place) for name, place in _MODULES.items()
}
"""Every screen of the editors by name."""
