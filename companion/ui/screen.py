"""The base class of screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.ui import theme
from companion.ui.free_boxes import Box, control_boxes
from companion.ui.theme import METRICS, px
from companion.ui.widgets.controls.drawing import Point

if TYPE_CHECKING:
    from companion.app.night.session import Session
    from companion.hardware.signals import Meaning, Meanings
    from companion.referee.dice import Dice

BESIDE_BOARD = 288
"""Width of the question beside the board, in theme pixels."""


class Screen(BoxLayout):
    """One screen.

    Args:
        shell: the `companion.ui.shell.Shell` that shows it.
        params: its arguments, for opening it again.

    Attributes:
        name: the shell's name for it.
        stays_open: as an overlay, it stays open when the game changes.
        cached: whether the shell keeps it while another screen of the same game is shown.
    """

    name: ClassVar[str] = ""
    stays_open: ClassVar[bool] = False
    cached: ClassVar[bool] = False

    def __init__(self, shell: Any, **params: Any) -> None:
        super().__init__()
        self.shell = shell
        self.params = params
        self.session: Session | None = shell.session

    @property
    def playing(self) -> Session:
        """The session it shows."""
        session: Session = self.shell.playing
        return session

    def refresh(self) -> None:
        """Show the game as it is now."""

    def leave(self) -> None:
        """Go back to the overlay that opened it, its parameter `back`; without one, to the game."""
        if back := self.params.get("back"):
            self.shell.open_overlay(back)
        else:
            self.shell.close_overlay()

    def banner_box(self, height_at: Callable[[float], float]) -> tuple[Point, Point]:
        """Return the position and size of a banner: over the foot of the board.

        Args:
            height_at: returns its height at a width, in pixels.
        """
        gap = px(theme.SPACE_8)
        width = (self.width if METRICS.portrait else self.width - px(BESIDE_BOARD)) - 2 * gap
        return (self.x + gap, self.y + px(theme.STRIP_HEIGHT) + gap), (width, height_at(width))

    def toast_boxes(self) -> list[tuple[Point, Point]]:
        """List possible boxes (position, size) for a toast, best first."""
        return []

    def targets(self) -> list[Box]:
        """List the boxes of all that can be touched, which no banner or toast should cover."""
        return control_boxes(self)

    def tick(self) -> None:
        """Update clocks; called several times a second."""

    def meanings(self, meanings: Meanings) -> Meanings:
        """Adapt the meanings of the panel's buttons to this screen."""
        return meanings

    def press(self, meaning: Meaning) -> None:
        """Handle a press of the panel: highlight the next choice, or accept the highlighted one."""

    def confirm_dice(self) -> None:
        """Accept the dice that were read or entered."""

    def claim_dice(self, pool: str, count: int) -> None:
        """Set how many dice one side of the open roll rolls."""

    @property
    def read_dice(self) -> Dice | None:
        """The dice that the camera has read for the open roll and a player must confirm."""
        return None

    def show_seen(self, proposal: Any) -> None:
        """Show what the camera over the board proposes (a `Proposal`, or None)."""

    def on_leave(self) -> None:
        """Stop clocks and cameras; called when the shell removes the screen."""


Screens = Mapping[str, Callable[..., Screen]]
"""How to make each screen, by name."""
