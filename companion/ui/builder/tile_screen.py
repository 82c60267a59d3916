"""Drawing one tile: its zones are tapped into being, on a blank square or on its photograph."""

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.games.rogue.authoring.battlefield_builder import BattlefieldBuilder
from companion.games.rogue.authoring.outlines import add_corner, move_corner, remove_corner
from companion.games.rogue.geometry import Point
from companion.referee.ruling import Ruling
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
        self.sheet.bind(on_move=lambda _, corner, to: self._did(move_corner(self._builder, tile, corner, to)))
        self.sheet.bind(on_edge=lambda _, at: self._did(add_corner(self._builder, tile, at)))
        self.sheet.bind(held=lambda *_: self._show())
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
        if self.stage.context.table is not None or self.stage.context.tray is not None:
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

    @property
    def _builder(self) -> BattlefieldBuilder:
        return self.bench.builder

    def _did(self, ruling: Ruling) -> None:
        """An outline was mended, or cannot be."""
        self.bench.changed = self.bench.changed or ruling.allowed
        if not ruling.allowed:
            self.stage.refuse(ruling)
        self.sheet.redraw()
        self._show()

    def _corner_tools(self) -> list[Widget]:
        return [
            Words("Drag the corner elsewhere.", theme.LEAD, bold=True),
            space(),
            text_button("Take it out", self._take_out, icon="minus"),
            text_button("Leave it", self._let_go, kind="primary", icon="check"),
        ]

    def _take_out(self) -> None:
        corner, self.sheet.held = self.sheet.held, None
        self._did(remove_corner(self._builder, self.sheet.selected, corner))

    def _let_go(self) -> None:
        self.sheet.held = None

    def _zone_tools(self) -> list[Widget]:
        if self.sheet.held is not None:
            return self._corner_tools()
        zone = self.bench.field.zone(self.sheet.selected)
        return [
            Words(zone.name, theme.TITLE, theme.LAMP, bold=True),
            Words("Drag a corner, or touch a plus for one more.", theme.BODY, theme.MUTED),
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
