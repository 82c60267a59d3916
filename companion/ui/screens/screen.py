"""What all screens have in common."""

from typing import TYPE_CHECKING, Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.app.session import Session
from companion.hardware.signals import Meaning, Meanings

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class Screen(BoxLayout):
    """One screen.

    Args:
        stage: where it is shown.
        words: what it was opened with, to open it again.

    Attributes:
        name: what the stage calls it.
        stays: it stays open, as a cover, when the game changes.
        kept: it is laid aside, not made anew, while another screen of the same game is shown.
    """

    name: ClassVar[str] = ""
    stays: ClassVar[bool] = False
    kept: ClassVar[bool] = False

    def __init__(self, stage: "Stage", **words: Any) -> None:
        super().__init__()
        self.stage = stage
        self.words = words
        self.session: Session | None = stage.session

    @property
    def playing(self) -> Session:
        """The session it shows."""
        return self.stage.playing

    def refresh(self) -> None:
        """Show the game as it is now."""

    def tick(self) -> None:
        """A moment has passed: show the time."""

    def meanings(self, meanings: Meanings) -> Meanings:
        """Word what the panel's buttons mean as it is on this screen."""
        return meanings

    def press(self, meaning: Meaning) -> None:
        """A button of the panel was pressed that goes through the choices or accepts what is proposed."""

    def leave(self) -> None:
        """It is taken off the stage."""
