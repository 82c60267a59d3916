"""What all screens have in common."""

from typing import TYPE_CHECKING, Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.app.session import Session
from companion.hardware.signals import Meaning, Meanings

if TYPE_CHECKING:
    from companion.ui.shell import Shell


class Screen(BoxLayout):
    """One screen.

    Args:
        shell: where it is shown.
        params: what it was opened with, to open it again.

    Attributes:
        name: what the shell calls it.
        stays_open: it stays open, as a overlay, when the game changes.
        cached: it is laid aside, not made anew, while another screen of the same game is shown.
    """

    name: ClassVar[str] = ""
    stays_open: ClassVar[bool] = False
    cached: ClassVar[bool] = False

    def __init__(self, shell: "Shell", **params: Any) -> None:
        super().__init__()
        self.shell = shell
        self.params = params
        self.session: Session | None = shell.session

    @property
    def playing(self) -> Session:
        """The session it shows."""
        return self.shell.playing

    def refresh(self) -> None:
        """Show the game as it is now."""

    def tick(self) -> None:
        """A moment has passed: show the time."""

    def meanings(self, meanings: Meanings) -> Meanings:
        """Word what the panel's buttons mean as it is on this screen."""
        return meanings

    def press(self, meaning: Meaning) -> None:
        """A button of the panel was pressed that goes through the choices or accepts what is proposed."""

    def on_leave(self) -> None:
        """It is taken off the shell."""
