"""The editor's modes: what a touch on the map does (place tiles, mark, join or name zones)."""

from functools import partial
from typing import Any, ClassVar, Protocol

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.games.rogue.battlefield import PLAYERS, SYMBOLS, TERRAINS, Tile
from companion.locale.messages import capitalised, gettext, listed, ngettext, pgettext
from companion.referee.ruling import ALLOWED, Ruling
from companion.tools.editors.battlefield_draft import BattlefieldDraft, known_tiles, square_at
from companion.tools.editors.header import text_button
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, grid, row, scrollable, spacer
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.board.battlefield.squads import read
from companion.ui.widgets.board.map_icons import draw_map_icon
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton, HoldButton
from companion.ui.widgets.controls.canvas_widget import Tappable


class PaletteKey(Tappable):
    """A key that chooses a mark.

    Attributes:
        sign: the mark, with the player's number for a start flag.
        chosen: the mark is chosen.
    """

    sign = StringProperty("")
    chosen = BooleanProperty(False)
    shows: ClassVar[tuple[str, ...]] = ("sign", "chosen", "pressed")

    @property
    def title(self) -> str:
        """The name on the key."""
        mark = read(self.sign)
        if mark.kind == "start":
            return gettext("Start {number}", number=mark.number)
        if mark.kind == "symbol-leadership":
            return gettext("Leaders")  # the deck's whole name is wider than a key
        return capitalised(gettext(mark.kind.removeprefix("symbol-").removesuffix("-support")))

    def draw(self) -> None:
        """Draw the icon above its name, highlighted if chosen."""
        ground = theme.ACCENT if self.chosen else theme.SURFACE_RAISED
        if self.pressed:
            ground = theme.blend(ground, theme.TEXT, 0.2)
        drawing.rounded_rectangle(self.pos, self.size, ground, edge=theme.EDGE, line=px(theme.LINE_WIDTH))
        radius = min(px(16), self.height * 0.28)
        draw_map_icon(read(self.sign).kind, (), (self.center_x, self.top - radius - px(5)), radius)
        at = (self.center_x, self.y + px(12))
        text_colour = theme.DARK_TEXT if self.chosen else theme.TEXT
        drawing.draw_fitting_text(
            self.title, at, px(theme.CAPTION), text_colour, self.width - px(6), bold=True, anchor=(0.5, 0.5)
        )


SIDES = tuple(f"{number}{side}" for number in range(1, 7) for side in "AB")
"""The sides of the tiles in the box."""
MAX_COVER = 3
"""Maximum number of cover tokens on a zone; another touch removes them all."""


class EditorHost(Protocol):
    """The part of the battlefield editor's screen that a mode uses."""

    draft: BattlefieldDraft
    shell: Shell

    def show(self) -> None:
        """Redraw the map and the tools."""

    def did(self, ruling: Ruling) -> None:
        """Show a change of the battlefield, or why it was refused."""

    def ask(self, title: str, text: str, action: Any) -> None:
        """Open the keyboard, then change the battlefield with the typed text."""


class EditMode:
    """The base class of modes.

    Attributes:
        linked: show links.
        free: show free squares.
        named: show the names of zones.
        chosen: places to highlight.
        title: text of the tab.
    """

    title: ClassVar[str] = ""
    linked: ClassVar[bool] = False
    free: ClassVar[bool] = False
    named: ClassVar[bool] = False

    def __init__(self, screen: EditorHost) -> None:
        self.screen, self.draft, self.builder = screen, screen.draft, screen.draft.builder
        self.chosen: tuple[str, ...] = ()

    @property
    def selectable(self) -> tuple[str, ...] | None:
        """Places that can be touched; None for all."""
        return None

    def tools(self) -> list[Widget]:
        """Return the widgets beside the map."""
        return []

    def touch(self, place: str) -> None:
        """Handle a touch on a place."""


class TilesEditMode(EditMode):
    """Places, rotates, moves and removes tiles, and opens them for drawing zones."""

    title = gettext("Tiles")
    free = True

    def __init__(self, screen: EditorHost) -> None:
        super().__init__(screen)
        self._moving = ""
        self._named = ""

    @property
    def selectable(self) -> tuple[str, ...]:
        """Tiles and free squares."""
        return tuple(region.id for region in self.draft.game_view(free=True).plan if region.tile)

    def touch(self, place: str) -> None:
        """Choose a tile or a square; a tile that is being moved goes to the touched square."""
        square = square_at(place)
        if self._moving and square is not None:
            tile = self.builder.field.tile(self._moving)
            self._moving, self.chosen = "", (tile.id,)
            self.screen.did(self.builder.move_tile(tile.id, square, tile.turned))
            return
        self._moving, self._named, self.chosen = "", "", (place,)
        self.screen.show()

    def tools(self) -> list[Widget]:
        """Return the actions for the chosen tile or square."""
        if not self.chosen:
            return [TextLabel(gettext("Tap a tile, or + to add one."), theme.SUBTITLE, theme.MUTED), spacer()]
        if self._moving:
            return [
                TextLabel(gettext("Tap a square for {tile}.", tile=self._moving), theme.SUBTITLE),
                spacer(),
            ]
        square = square_at(self.chosen[0])
        return self._tile_tools(self.chosen[0]) if square is None else self._square_tools(square)

    def _tile_tools(self, id: str) -> list[Widget]:
        tile = self.builder.field.tile(id)
        turn = text_button(
            pgettext("button", "Turn"),
            lambda: self.screen.did(self.builder.move_tile(id, tile.at, tile.turned + 1)),
        )
        gone = fixed_height(
            HoldButton(text=gettext("Remove"), on_tap=lambda _: self._remove(id)), theme.BUTTON_HEIGHT
        )
        return [
            TextLabel(
                ngettext("Tile {tile}, {count} zone", "Tile {tile}, {count} zones", len(tile.zones), tile=id),
                theme.SUBTITLE,
                bold=True,
            ),
            text_button(gettext("Draw zones"), lambda: self._draw(id), kind="primary", icon="pencil"),
            fixed_height(
                row(turn, text_button(pgettext("button", "Move"), lambda: self._move(id))),
                theme.BUTTON_HEIGHT,
            ),
            gone,
            spacer(),
        ]

    def _draw(self, id: str) -> None:
        self.screen.shell.open_overlay("tile", draft=self.draft, tile=id)

    def _move(self, id: str) -> None:
        self._moving = id
        self.screen.show()

    def _remove(self, id: str) -> None:
        self.chosen = ()
        self.draft.pictures.pop(id, None)
        self.screen.did(self.builder.remove_tile(id))

    def _square_tools(self, at: tuple[int, int]) -> list[Widget]:
        if self._named:
            return self._known_tools(at)
        laid = {tile.id[:-1] for tile in self.builder.field.tiles}
        keys = [self._side(id, at) for id in SIDES if id[:-1] not in laid]
        return [
            TextLabel(gettext("Which tile is it?"), theme.SUBTITLE, bold=True),
            scrollable(grid(*keys, across=4)),
        ]

    def _side(self, id: str, at: tuple[int, int]) -> BigButton:
        return text_button(id, lambda: self._name(id, at))

    def _name(self, id: str, at: tuple[int, int]) -> None:
        """Place a blank tile, or ask first if other battlefields have drawings of this tile."""
        self._named = id
        if known_tiles(id):
            self.screen.show()
        else:
            self._lay(Tile(id=id, at=at), at)

    def _known_tools(self, at: tuple[int, int]) -> list[Widget]:
        blank = Tile(id=self._named, at=at)
        before = [
            text_button(gettext("As in {field}", field=gettext(title)), partial(self._lay, tile, at))
            for title, tile in known_tiles(self._named).items()
        ]
        blank_key = text_button(gettext("Blank"), lambda: self._lay(blank, at), kind="primary")
        return [
            TextLabel(gettext("Tile {tile} was drawn before.", tile=self._named), theme.SUBTITLE, bold=True),
            blank_key,
            scrollable(column(*before)),
        ]

    def _lay(self, tile: Tile, at: tuple[int, int]) -> None:
        self._named, self.chosen = "", (tile.id,)
        ruling = self.builder.lay_out(tile, at, tile.turned)
        if not ruling.allowed:
            self.chosen = ()
        else:
            self.builder.link_adjacent()
        self.screen.did(ruling)


class MarksEditMode(EditMode):
    """Adds the chosen mark to the touched zones or removes it."""

    title = pgettext("tab", "Marks")

    def __init__(self, screen: EditorHost) -> None:
        super().__init__(screen)
        self._sign = "building"

    def tools(self) -> list[Widget]:
        """Show all marks with the chosen one highlighted."""
        signs = [*TERRAINS, *(f"symbol-{symbol.replace(' ', '-')}" for symbol in SYMBOLS), "cover"]
        signs += [f"start*{player}" for player in range(1, PLAYERS + 1)]
        keys = [
            PaletteKey(sign=sign, chosen=sign == self._sign, on_tap=lambda key: self._choose(key.sign))
            for sign in signs
        ]
        return [grid(*keys, across=5 if theme.METRICS.portrait else 3, gap=theme.TARGET_GAP)]

    def _choose(self, sign: str) -> None:
        self._sign = sign
        self.screen.show()

    def touch(self, place: str) -> None:
        """Add the mark to a zone, or remove it."""
        if place in self.builder.field.zones:
            self.screen.did(self._toggle(place))

    def _toggle(self, id: str) -> Ruling:
        zone, builder = self.builder.field.zone(id), self.builder
        for terrain in TERRAINS:
            if terrain == self._sign:
                return builder.set_terrain(id, terrain, on=terrain not in zone.terrain)
        for symbol in SYMBOLS:
            if self._sign == f"symbol-{symbol.replace(' ', '-')}":
                return builder.set_symbol(id, symbol, on=symbol not in zone.symbols)
        if self._sign == "cover":
            return builder.set_cover(id, (zone.cover + 1) % (MAX_COVER + 1))
        player = int(self._sign.partition("*")[2])
        return builder.set_start(id, 0 if zone.start == player else player)


class JoinsEditMode(EditMode):
    """Joins or separates two touched zones."""

    title = pgettext("tab", "Joins")
    linked = True

    def tools(self) -> list[Widget]:
        """Show what to touch, and a button that joins all touching zones."""
        text = (
            gettext("Now the other zone.")
            if self.chosen
            else gettext("Tap two zones to link or unlink them.")
        )
        return [
            TextLabel(text, theme.SUBTITLE),
            spacer(),
            text_button(gettext("Link all neighbours"), self._join_all),
        ]

    def _join_all(self) -> None:
        count = self.builder.link_adjacent()
        self.screen.did(ALLOWED)
        self.screen.shell.show_toast(ngettext("{count} new link", "{count} new links", count))

    def touch(self, place: str) -> None:
        """Highlight the first zone; join the second to it, or separate them."""
        if place not in self.builder.field.zones:
            return
        if not self.chosen or self.chosen == (place,):
            self.chosen = () if self.chosen else (place,)
            self.screen.show()
            return
        one, self.chosen = self.chosen[0], ()
        joined, ruling = self.draft.toggle_link(one, place)
        self.screen.did(ruling)
        if ruling.allowed:
            names = listed(self.builder.field.name(zone) for zone in (one, place))
            self.screen.shell.show_toast(
                gettext("{zones} are joined", zones=names)
                if joined
                else gettext("{zones} are parted", zones=names)
            )


class NamesEditMode(EditMode):
    """Names the touched zones."""

    title = pgettext("tab", "Name")
    named = True

    def tools(self) -> list[Widget]:
        """Show what to touch."""
        return [TextLabel(gettext("Tap a zone to name it."), theme.SUBTITLE), spacer()]

    def touch(self, place: str) -> None:
        """Ask for the zone's name."""
        if place in self.builder.field.zones:
            name = self.builder.field.zones[place].name
            self.screen.ask(
                gettext("What is {zone} called?", zone=gettext(name)),
                name,
                partial(self.builder.name_zone, place),
            )


EDIT_MODES: dict[str, Any] = {
    "Tiles": TilesEditMode,
    "Marks": MarksEditMode,
    "Joins": JoinsEditMode,
    "Name": NamesEditMode,
}
"""Every mode by its id."""
