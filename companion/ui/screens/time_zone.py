"""The time zone: first the region, then the place."""

from typing import Any

from companion.errors import SystemRefused
from companion.hardware import system_settings
from companion.locale.catalogue import alphabetical, shown_language
from companion.locale.languages import zone_name
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import fixed_height, grid, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton

ACROSS = 3
_SEAS = {"Arctic": gettext("Arctic"), "Atlantic": gettext("Atlantic"), "Indian": gettext("Indian Ocean")}
"""Regions that CLDR has no names for."""


class TimeZoneScreen(Screen):
    """A button for each region, then for each place in it."""

    name = "time zone"

    def __init__(self, shell: Shell, region: str = "", **params: Any) -> None:
        super().__init__(shell, region=region, **params)
        self._region = region
        zones = system_settings.time_zones()
        inside = [zone for zone in zones if zone.startswith(f"{region}/")]
        wanted = inside if region else [zone.partition("/")[0] for zone in zones]
        spoken = shown_language().language
        named = {zone: _SEAS.get(zone) or zone_name(zone, spoken) for zone in wanted}
        keys = (
            fixed_height(self._key(zone, named[zone]), theme.BUTTON_HEIGHT)
            for zone in sorted(named, key=lambda zone: alphabetical(named[zone]))
        )
        across = 2 if theme.METRICS.portrait else ACROSS
        laid = grid(*keys, across=across, size_hint_y=None)
        there = _SEAS.get(region) or zone_name(region, spoken)
        title = there if region else gettext("Where is this table?")
        self.add_widget(overlay_layout(shell, title, scrollable(laid)))

    def _key(self, zone: str, name: str) -> BigButton:
        return BigButton(text=name, kind="quiet", on_tap=lambda _: self._choose(zone))

    def _choose(self, zone: str) -> None:
        if not self._region:
            self.shell.open_overlay(self.name, region=zone)
            return
        try:
            system_settings.set_time_zone(zone)
        except SystemRefused as refusal:
            self.shell.show_error(refusal)
            return
        self.shell.open_overlay("settings")
