"""Drawing one tile: its zones are tapped into being, on a blank square or on its photograph."""

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.games.rogue.geometry import Point
from companion.ui import theme
from companion.ui.builder.heads import headed, laid_out, text_button
from companion.ui.builder.sheet import TileSheet
from companion.ui.builder.workbench import Workbench
from companion.ui.layout import Words, column, space, tall
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import BigButton, HoldButton
from companion.ui.widgets.keyboard import Keyboard

if TYPE_CHECKING:
    from companion.ui.stage import Stage

FEWEST = 3
"""Corners of a zone at the least."""


class TileScreen(Screen):
    """The sheet beside what can be done on it."""

    name = "tile"
    stays = True

    def __init__(self, stage: "Stage", bench: Workbench, tile: str, **words: Any) -> None:
        super().__init__(stage, bench=bench, tile=tile, **words)
        self.bench, self.tile = bench, tile
        self.sheet = TileSheet(bench, tile)
        self.sheet.bind(on_zone=lambda _, corners: self._zone(corners))
        self.sheet.bind(on_corner=lambda _: self._show(), on_select=lambda *_: self._show())
        self.side = column()
        self.add_widget(laid_out(headed(self._leave, f"Tile {tile}"), self.sheet, self.side))
        self._show()

    def _show(self) -> None:
        self.side.clear_widgets()
        tools = (
            self._making()
            if self.sheet.corners
            else self._zone_tools()
            if self.sheet.selected
            else self._idle()
        )
        for part in tools:
            self.side.add_widget(part)

    def _idle(self) -> list[Widget]:
        zones = len(self.bench.field.tile(self.tile).zones)
        parts: list[Widget] = [
            Words("Touch the corners of a zone, one after the other.", theme.LEAD, bold=True),
            Words("Touch inside a zone to name it or rub it out.", theme.BODY, theme.MUTED)
            if zones
            else space(),
            space(),
        ]
        if self.stage.equipment.table is not None or self.stage.equipment.tray is not None:
            parts.append(text_button("Photograph it", self._photograph, icon="eye"))
        parts.append(text_button("Done", self._leave, kind="primary", icon="check"))
        return parts

    def _making(self) -> list[Widget]:
        count = len(self.sheet.corners)
        words = "The next corner." if count < FEWEST else "The next corner, or the first again."
        done = BigButton(text="Zone is done", icon="check", on_tap=lambda _: self.sheet.finish())
        done.disabled = count < FEWEST
        parts: list[Widget] = [
            Words(f"{count} corner{'s' * (count > 1)}", theme.TITLE, theme.LAMP, bold=True),
            Words(words, theme.LEAD),
            space(),
            text_button("Corner back", self.sheet.take_back, icon="undo"),
        ]
        return [*parts, tall(done, theme.BUTTON)] if count >= FEWEST else parts

    def _zone_tools(self) -> list[Widget]:
        zone = self.bench.field.zone(self.sheet.selected)
        return [
            Words(zone.name, theme.TITLE, theme.LAMP, bold=True),
            Words(f"Joined to {len(zone.neighbours)} zones", theme.BODY, theme.MUTED),
            text_button("Name it", lambda: self._ask_name(zone.id, zone.name), icon="pencil"),
            tall(HoldButton(text="Rub it out", on_tap=lambda _: self._rub_out(zone.id)), theme.BUTTON),
            space(),
            text_button("Done", self._leave, kind="primary", icon="check"),
        ]

    def _zone(self, corners: list[Point]) -> None:
        """Draw the zone that is complete."""
        zone, ruling = self.bench.draw_zone(self.tile, corners)
        if not ruling.allowed:
            self.stage.refuse(ruling)
            return
        joined = len(self.bench.field.neighbours(zone))
        self.stage.say(f"{self.bench.field.name(zone)} is joined to {joined}")
        self.sheet.redraw()
        self._show()

    def _ask_name(self, zone: str, name: str) -> None:
        Keyboard(
            title=f"What is {name} called?", words=name, on_done=lambda _, words: self._name(zone, words)
        ).open()

    def _name(self, zone: str, words: str) -> None:
        ruling = self.bench.builder.name_zone(zone, words)
        if not ruling.allowed:
            self.stage.refuse(ruling)
            return
        self.bench.changed = True
        self.sheet.redraw()
        self._show()

    def _rub_out(self, zone: str) -> None:
        self.bench.builder.remove_zone(zone)
        self.bench.changed, self.sheet.selected = True, None
        self._show()

    def _photograph(self) -> None:
        self.stage.open("photograph", bench=self.bench, tile=self.tile)

    def _leave(self) -> None:
        self.stage.open("builder", bench=self.bench)
