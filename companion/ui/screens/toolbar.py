"""The toolbar: Why?, Undo, Fix the board, Pause, Measure."""

from typing import cast

from kivy.uix.boxlayout import BoxLayout

from companion.ui import theme
from companion.ui.layout import fixed_width, row
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton

TOOLS = (("Why?", "question", "why"), ("Undo", "undo", "history"), ("Fix", "pencil", "correct"))
MEASURE = ("Measure", "ruler", "measuring")


def tools(shell: Shell, *, signs: bool = False, pause: bool = False) -> BoxLayout:
    """Return the toolbar.

    Args:
        shell: opens the screens.
        signs: icons only, each as wide as a touch target, where space is short.
        pause: include Pause, for screens without the timeline strip.
    """
    narrow = signs
    wanted = (*TOOLS, ("Pause", "pause", "pause")) if pause else TOOLS
    if shell.session is not None and shell.session.table.game_view.kind == "field":
        wanted, signs = (*wanted, MEASURE), True
    laid = row(*(_tool(shell, *tool, signs=signs) for tool in wanted))
    return (
        cast(BoxLayout, fixed_width(laid, len(wanted) * (theme.TAP_TARGET + theme.TARGET_GAP)))
        if narrow
        else laid
    )


def _tool(shell: Shell, text: str, icon: str, screen: str, *, signs: bool) -> BigButton:
    button = BigButton(
        text="" if signs else text,
        icon=icon if signs else "",
        kind="quiet",
        on_tap=lambda _: shell.open_tool(screen),
    )
    button.label = text
    return button
