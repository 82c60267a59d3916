"""Photographs a tile: freeze the picture, drag its corners, rectify it."""

from math import dist
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.properties import ObjectProperty

from companion.locale.messages import gettext
from companion.tools.editors.battlefield_draft import BattlefieldDraft, rectify_tile
from companion.tools.editors.header import header_row, side_layout, text_button
from companion.tools.editors.photo_canvas import PhotoCanvas
from companion.ui import theme
from companion.ui.layout import TextLabel, column, spacer
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.vision.frames import Picture

REACH = 44.0
"""Touch margin around a corner, in theme pixels."""
INSET = 0.18
"""Initial distance of the corners from the picture's edges, as a share of its sides."""
LOOKS = 1 / 8
"""Seconds between two camera pictures."""


class CornerPicker(PhotoCanvas):
    """A picture with four corners to drag.

    Attributes:
        corners: the tile's corners in pixels of the picture: top left, top right, bottom right, bottom left.
        still: the picture is frozen, and its corners can be dragged.
    """

    corners = ObjectProperty(())
    still = ObjectProperty(False)
    shows: ClassVar[tuple[str, ...]] = (*PhotoCanvas.shows, "corners", "still")

    def __init__(self, **properties: Any) -> None:
        self._held: int | None = None
        super().__init__(**properties)

    def hold_still(self) -> None:
        """Freeze the picture and place the corners inside it."""
        high, wide = self.picture.shape[:2]
        near, far = INSET, 1 - INSET
        shares = ((near, near), (far, near), (far, far), (near, far))
        self.corners = tuple((wide * x, high * y) for x, y in shares)
        self.still = True

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
        corners = list(self.corners)
        corners[self._held] = self.spot(touch)
        self.corners = tuple(corners)

    def draw(self) -> None:
        """Draw the picture, and the outline of the tile."""
        if self.picture is None:
            drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE)
            drawing.draw_text(
                gettext("No picture yet"), self.center, px(theme.SUBTITLE), theme.MUTED, anchor=(0.5, 0.5)
            )
            return
        self.draw_picture()
        if not self.still:
            return
        placed = [self.placed(corner) for corner in self.corners]
        drawing.stroke(placed, theme.DARK_TEXT, px(6), closed=True)
        drawing.stroke(placed, theme.ACCENT, px(3), closed=True)
        for at in placed:
            drawing.disc(at, px(20), theme.with_alpha(theme.ACCENT, 0.45), theme.ACCENT, px(3))


class TilePhotoScreen(Screen):
    """Shows the camera's live picture, then the frozen one."""

    name = "photograph"
    stays_open = True

    def __init__(self, shell: Shell, draft: BattlefieldDraft, tile: str, **params: Any) -> None:
        super().__init__(shell, draft=draft, tile=tile, **params)
        self.draft, self.tile = draft, tile
        self.sheet = CornerPicker()
        self.side = column()
        self.add_widget(
            side_layout(
                header_row(self._leave, gettext("Photograph tile {tile}", tile=tile)), self.sheet, self.side
            )
        )
        self._clock_event = Clock.schedule_interval(self._update, LOOKS)
        self._show()

    def on_leave(self) -> None:
        """Stop reading the camera."""
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
        text = gettext("Lay the tile under the camera, the whole of it in sight.")
        return [
            TextLabel(text, theme.SUBTITLE),
            spacer(),
            text_button(gettext("Take the picture"), self._take, kind="primary"),
        ]

    def _held(self) -> list[Any]:
        return [
            TextLabel(gettext("Drag the four corners onto the corners of the tile."), theme.SUBTITLE),
            spacer(),
            text_button(gettext("Once more"), self._again, icon="undo"),
            text_button(gettext("Use it"), self._use, kind="primary", icon="check"),
        ]

    def _take(self) -> None:
        if self.sheet.picture is None:
            self.shell.show_toast(gettext("The camera shows nothing yet"))
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
