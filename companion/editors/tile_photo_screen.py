"""Photographs a tile: freeze the picture, drag its corners, straighten it."""

from math import dist
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty

from companion.editors.battlefield_draft import BattlefieldDraft, rectify_tile
from companion.editors.header import header_row, side_layout, text_button
from companion.games.rogue.geometry import Point
from companion.ui import theme
from companion.ui.layout import TextLabel, column, spacer
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets import drawing
from companion.ui.widgets.battlefield.photograph import picture_texture
from companion.ui.widgets.canvas_widget import Draggable
from companion.vision.frames import Picture

REACH = 44.0
"""A finger grabs a corner within this many theme pixels."""
INSET = 0.18
"""Where the corners lie at first, as a share of the picture."""
LOOKS = 1 / 8
"""Seconds between two looks through the camera."""


class CornerPicker(Draggable):
    """A picture with four corners to drag.

    Attributes:
        picture: BGR, or nothing yet.
        corners: the tile's corners in pixels of the picture: top left, top right, bottom right, bottom left.
        still: the picture is held, and its corners can be dragged.
    """

    picture = ObjectProperty(None, allownone=True, force_dispatch=True)
    corners = ObjectProperty(())
    still = ObjectProperty(False)
    shows: ClassVar[tuple[str, ...]] = ("picture", "corners", "still")

    def __init__(self, **properties: Any) -> None:
        self._held: int | None = None
        self._texture: tuple[object, Texture] | None = None
        super().__init__(**properties)

    def hold_still(self) -> None:
        """Keep this picture and put the corners well inside it."""
        high, wide = self.picture.shape[:2]
        near, far = INSET, 1 - INSET
        shares = ((near, near), (far, near), (far, far), (near, far))
        self.corners = tuple((wide * x, high * y) for x, y in shares)
        self.still = True

    def where(self, corner: Point) -> Point:
        """Return where a pixel of the picture lies in the window."""
        left, low, scale, high = self._frame()
        x, y = self.to_window(left + corner[0] * scale, low + (high - corner[1]) * scale)
        return float(x), float(y)

    def _frame(self) -> tuple[float, float, float, float]:
        high, wide = self.picture.shape[:2]
        scale = min(self.width / wide, self.height / high)
        return self.center_x - wide * scale / 2, self.center_y - high * scale / 2, scale, float(high)

    def start_drag(self, touch: Any) -> bool:
        """Grab the nearest corner."""
        if not self.still:
            return False
        near = min(range(4), key=lambda number: dist(self.where(self.corners[number]), touch.pos))
        self._held = near if dist(self.where(self.corners[near]), touch.pos) <= px(REACH) else None
        return True

    def drag(self, touch: Any) -> None:
        """Drag the corner within the picture."""
        if self._held is None:
            return
        left, low, scale, high = self._frame()
        wide = self.picture.shape[1]
        x = min(float(wide), max(0.0, (touch.x - left) / scale))
        y = min(high, max(0.0, high - (touch.y - low) / scale))
        corners = list(self.corners)
        corners[self._held] = (x, y)
        self.corners = tuple(corners)

    def draw(self) -> None:
        """Draw the picture, and the frame round the tile."""
        if self.picture is None:
            drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE)
            drawing.draw_text(
                "No picture yet", self.center, px(theme.SUBTITLE), theme.MUTED, anchor=(0.5, 0.5)
            )
            return
        left, low, scale, high = self._frame()
        if self._texture is None or self._texture[0] is not self.picture:
            self._texture = (self.picture, picture_texture(self.picture))
        Color(1, 1, 1, 1)
        size = (self.width - 2 * (left - self.x), high * scale)
        Rectangle(texture=self._texture[1], pos=(left, low), size=size)
        if not self.still:
            return
        placed = [(left + x * scale, low + (high - y) * scale) for x, y in self.corners]
        drawing.stroke(placed, theme.DARK_TEXT, px(6), closed=True)
        drawing.stroke(placed, theme.ACCENT, px(3), closed=True)
        for at in placed:
            drawing.disc(at, px(20), theme.with_alpha(theme.ACCENT, 0.45), theme.ACCENT, px(3))


class TilePhotoScreen(Screen):
    """The camera's view, then the picture that is held still."""

    name = "photograph"
    stays_open = True

    def __init__(self, shell: Shell, draft: BattlefieldDraft, tile: str, **params: Any) -> None:
        super().__init__(shell, draft=draft, tile=tile, **params)
        self.draft, self.tile = draft, tile
        self.sheet = CornerPicker()
        self.side = column()
        self.add_widget(
            side_layout(header_row(self._leave, f"Photograph tile {tile}"), self.sheet, self.side)
        )
        self._clock_event = Clock.schedule_interval(self._update, LOOKS)
        self._show()

    def on_leave(self) -> None:
        """The camera is not looked through any more."""
        self._clock_event.cancel()

    def _update(self, _: float) -> None:
        camera = self.shell.context.table or self.shell.context.tray
        picture = camera.picture if camera is not None else None
        if picture is not None and not self.sheet.still:
            self.sheet.picture = picture

    def _show(self) -> None:
        self.side.clear_widgets()
        for part in self._held() if self.sheet.still else self._live():
            self.side.add_widget(part)

    def _live(self) -> list[Any]:
        text = "Lay the tile under the camera, the whole of it in sight."
        return [
            TextLabel(text, theme.SUBTITLE),
            spacer(),
            text_button("Take the picture", self._take, kind="primary"),
        ]

    def _held(self) -> list[Any]:
        return [
            TextLabel("Drag the four corners onto the corners of the tile.", theme.SUBTITLE),
            spacer(),
            text_button("Once more", self._again, icon="undo"),
            text_button("Use it", self._use, kind="primary", icon="check"),
        ]

    def _take(self) -> None:
        if self.sheet.picture is None:
            self.shell.show_toast("The camera shows nothing yet")
            return
        self.sheet.hold_still()
        self._show()

    def _again(self) -> None:
        self.sheet.still = False
        self._show()

    def _use(self) -> None:
        picture: Picture = self.sheet.picture
        self.draft.pictures[self.tile] = rectify_tile(picture, list(self.sheet.corners))
        self.draft.changed = True
        self._leave()

    def _leave(self) -> None:
        self.shell.open_overlay("tile", draft=self.draft, tile=self.tile)
