"""The tile editor: draw zones on a blank square or on its photograph."""

from typing import Any

from kivy.uix.widget import Widget

from companion.games.boards.outlines import Point
from companion.locale.messages import gettext, ngettext
from companion.referee.ruling import Ruling
from companion.tools.editors.authoring.battlefield_builder import BattlefieldBuilder
from companion.tools.editors.authoring.outlines import add_corner, move_corner, remove_corner
from companion.tools.editors.battlefield_draft import BattlefieldDraft
from companion.tools.editors.header import header_row, side_layout, text_button, undo_button
from companion.tools.editors.tile_canvas import TileCanvas
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, spacer
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, HoldButton
from companion.ui.widgets.controls.keyboard import Keyboard

MIN_CORNERS = 3
"""Minimum number of corners of a zone."""


class TileEditorScreen(Screen):
    """The tile's canvas beside the possible actions."""

    name = "tile"
    stays_open = True

    def __init__(self, shell: Shell, draft: BattlefieldDraft, tile: str, **params: Any) -> None:
        super().__init__(shell, draft=draft, tile=tile, **params)
        self.draft, self.tile = draft, tile
        self.sheet = TileCanvas(draft, tile)
        self.sheet.bind(on_zone=lambda _, corners: self._zone(corners))
        self.sheet.bind(on_corner=lambda _: self._show(), on_select=lambda *_: self._show())
        self.sheet.bind(on_move=lambda _, corner, to: self._did(move_corner(self._builder, tile, corner, to)))
        self.sheet.bind(on_edge=lambda _, at: self._did(add_corner(self._builder, tile, at)))
        self.sheet.bind(held=lambda *_: self._show())
        self.side = column()
        self._undo = undo_button(self._take_back)
        head = header_row(self._leave, gettext("Tile {tile}", tile=tile), self._undo)
        self.add_widget(side_layout(head, self.sheet, self.side))
        self._show()

    def _show(self) -> None:
        self.draft.remember()
        self._undo.disabled = not self.draft.before or bool(self.sheet.corners)
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
        zones = len(self.draft.field.tile(self.tile).zones)
        parts: list[Widget] = [
            TextLabel(gettext("Tap the corners of a zone, in order."), theme.SUBTITLE, bold=True),
            TextLabel(gettext("Tap a zone to name or delete it."), theme.BODY, theme.MUTED)
            if zones
            else spacer(),
            spacer(),
        ]
        if self.shell.context.table is not None or self.shell.context.tray is not None:
            parts.append(text_button(gettext("Photograph it"), self._photograph, icon="eye"))
        parts.append(text_button(gettext("Done"), self._leave, kind="primary", icon="check"))
        return parts

    def _making(self) -> list[Widget]:
        count = len(self.sheet.corners)
        text = (
            gettext("The next corner.")
            if count < MIN_CORNERS
            else gettext("The next corner, or the first again.")
        )
        done = BigButton(text=gettext("Zone is done"), icon="check", on_tap=lambda _: self.sheet.finish())
        done.disabled = count < MIN_CORNERS
        parts: list[Widget] = [
            TextLabel(
                ngettext("{count} corner", "{count} corners", count), theme.TITLE, theme.ACCENT, bold=True
            ),
            TextLabel(text, theme.SUBTITLE),
            spacer(),
            text_button(gettext("Undo corner"), self.sheet.take_back, icon="undo"),
        ]
        return [*parts, fixed_height(done, theme.BUTTON_HEIGHT)] if count >= MIN_CORNERS else parts

    def _take_back(self) -> None:
        """Take the last change back; a change of another tile is taken back in the map."""
        if self.draft.undo():
            self.sheet.selected = self.sheet.held = None
            if any(tile.id == self.tile for tile in self.draft.field.tiles):
                self.sheet.redraw()
                self._show()
            else:
                self._leave()

    @property
    def _builder(self) -> BattlefieldBuilder:
        return self.draft.builder

    def _did(self, ruling: Ruling) -> None:
        """Show the changed outline, or why the change was refused."""
        self.draft.changed = self.draft.changed or ruling.allowed
        if not ruling.allowed:
            self.shell.show_refusal(ruling)
        self.sheet.redraw()
        self._show()

    def _corner_tools(self) -> list[Widget]:
        return [
            TextLabel(gettext("Drag the corner elsewhere."), theme.SUBTITLE, bold=True),
            spacer(),
            text_button(gettext("Remove it"), self._take_out, icon="minus"),
            text_button(gettext("Done"), self._deselect, kind="primary", icon="check"),
        ]

    def _take_out(self) -> None:
        corner, self.sheet.held = self.sheet.held, None
        self._did(remove_corner(self._builder, self.sheet.selected, corner))

    def _deselect(self) -> None:
        self.sheet.held = None

    def _zone_tools(self) -> list[Widget]:
        if self.sheet.held is not None:
            return self._corner_tools()
        zone = self.draft.field.zone(self.sheet.selected)
        return [
            TextLabel(gettext(zone.name), theme.TITLE, theme.ACCENT, bold=True),
            TextLabel(gettext("Drag a corner, or tap a plus."), theme.BODY, theme.MUTED),
            text_button(gettext("Name it"), lambda: self._ask_name(zone.id, zone.name), icon="pencil"),
            fixed_height(
                HoldButton(text=gettext("Delete"), on_tap=lambda _: self._erase(zone.id)), theme.BUTTON_HEIGHT
            ),
            spacer(),
            text_button(gettext("Done"), self._leave, kind="primary", icon="check"),
        ]

    def _zone(self, corners: list[Point]) -> None:
        """Add the completed zone."""
        zone, ruling = self.draft.draw_zone(self.tile, corners)
        if not ruling.allowed:
            self.shell.show_refusal(ruling)
            return
        joined = len(self.draft.field.neighbours(zone))
        self.shell.show_toast(
            gettext("{zone} is linked to {count}", zone=self.draft.field.name(zone), count=joined)
        )
        self.sheet.redraw()
        self._show()

    def _ask_name(self, zone: str, name: str) -> None:
        Keyboard(
            title=gettext("What is {zone} called?", zone=gettext(name)),
            text=name,
            on_done=lambda _, text: self._name(zone, text),
        ).open()

    def _name(self, zone: str, text: str) -> None:
        ruling = self.draft.builder.name_zone(zone, text)
        if not ruling.allowed:
            self.shell.show_refusal(ruling)
            return
        self.draft.changed = True
        self.sheet.redraw()
        self._show()

    def _erase(self, zone: str) -> None:
        self.draft.builder.remove_zone(zone)
        self.draft.changed, self.sheet.selected = True, None
        self._show()

    def _photograph(self) -> None:
        self.shell.open_overlay("photograph", draft=self.draft, tile=self.tile)

    def _leave(self) -> None:
        self.shell.open_overlay("battlefield editor", draft=self.draft)
