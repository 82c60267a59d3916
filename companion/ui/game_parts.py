"""The parts of the shell that only a game needs: created on first use, so that the lobby opens sooner."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from companion.app.app_context import AppContext
    from companion.app.night.panel_controller import PanelController
    from companion.ui.board_watch import BoardWatch
    from companion.ui.coach import Coach
    from companion.ui.sound_effects import SoundEffects
    from companion.ui.turn_display import TurnDisplay
    from companion.ui.widgets.status.panel_strip import PanelStrip
    from companion.ui.widgets.status.practice_bar import PracticeBar


class GameParts:
    """What follows the game on the shell.

    Attributes:
        context: journal, games, camera and panels.
    """

    context: AppContext
    _shows_turns: bool

    @cached_property
    def turn_display(self) -> TurnDisplay:
        """Shows whose turn it is."""
        from companion.ui.turn_display import TurnDisplay

        return TurnDisplay(self, enabled=self._shows_turns)

    @cached_property
    def coach(self) -> Coach:
        """Explains a first turn."""
        from companion.ui.coach import Coach

        return Coach(self)

    @cached_property
    def board_watch(self) -> BoardWatch:
        """Looks at the board on the table, where a camera was taught it."""
        from companion.ui.board_watch import BoardWatch

        return BoardWatch(self)

    @cached_property
    def sounds(self) -> SoundEffects:
        """Plays a sound for each kind of event."""
        from companion.ui.sound_effects import SoundEffects

        folder = self.context.journal.path.with_name("sounds")
        return SoundEffects(self, folder, enabled=self._shows_turns)

    @cached_property
    def strip(self) -> PanelStrip:
        """Shows the current function of every button of the panel."""
        from companion.ui.widgets.status.panel_strip import strip_of

        return strip_of(self.context.panels)

    @cached_property
    def practice_bar(self) -> PracticeBar:
        """Says that nothing is saved, and leads back to the game."""
        from companion.ui.widgets.status.practice_bar import PracticeBar

        return PracticeBar()

    @cached_property
    def signals(self) -> PanelController:
        """Controls the panel's lights and reads its buttons."""
        from companion.app.night.panel_controller import PanelController, PanelHost

        return PanelController(
            cast(PanelHost, self), self.strip.show, self.context.panels, self.context.presses
        )
