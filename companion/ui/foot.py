"""What lies below every screen of a game: the panel's strip or, in a practice, the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.floatlayout import FloatLayout

if TYPE_CHECKING:
    from companion.ui.widgets.status.panel_strip import PanelStrip
    from companion.ui.widgets.status.practice_bar import PracticeBar


class FootSlot:
    """Shows one foot at a time, or none: the strip is shown only with a panel.

    Args:
        root: the shell; the foot lies at its lower edge.
    """

    def __init__(self, root: FloatLayout) -> None:
        self._root: Any = root
        self._shown: PanelStrip | PracticeBar | None = None

    def lay(self) -> float:
        """Show what belongs there now; return its height in pixels."""
        root, foot = self._root, self._wanted()
        if foot is not self._shown:
            if self._shown is not None:
                root.remove_widget(self._shown)
            if foot is not None:
                root.add_widget(foot)
            self._shown = foot
        return foot.lay(root.pos, root.width) if foot is not None else 0.0

    def _wanted(self) -> PanelStrip | PracticeBar | None:
        root, wanted = self._root, None
        if root.practice is not None:
            wanted = root.practice_bar
        elif root.session is not None and root.signals.at_work:
            wanted = root.strip
        return wanted
