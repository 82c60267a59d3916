"""The time zone: first the region, then the place."""

from typing import Any

from companion.errors import SystemRefused
from companion.hardware import system_settings
from companion.locale.catalogue import alphabetical
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import fixed_height, grid, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton

ACROSS = 3


class TimeZoneScreen(Screen):
    """A button for each region, then for each place in it."""

    name = "time zone"

    def __init__(self, shell: Shell, region: str = "", **params: Any) -> None:
        super().__init__(shell, region=region, **params)
        self._region = region
        zones = (zone.partition("/") for zone in system_settings.time_zones())
        found = {name if not region else place for name, _, place in zones if region in ("", name)}
        keys = (
            fixed_height(self._key(text), theme.BUTTON_HEIGHT) for text in sorted(found, key=alphabetical)
        )
        across = 2 if theme.METRICS.portrait else ACROSS
        laid = grid(*keys, across=across, size_hint_y=None)
        self.add_widget(overlay_layout(shell, region or gettext("Where is this table?"), scrollable(laid)))

    def _key(self, text: str) -> BigButton:
        return BigButton(text=text.replace("_", " "), kind="quiet", on_tap=lambda _: self._choose(text))

    def _choose(self, text: str) -> None:
        if not self._region:
            self.shell.open_overlay(self.name, region=text)
            return
        try:
            system_settings.set_time_zone(f"{self._region}/{text}")
        except SystemRefused as refusal:
            self.shell.show_error(refusal)
            return
        self.shell.open_overlay("settings")
