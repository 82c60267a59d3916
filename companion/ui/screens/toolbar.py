"""The toolbar: Why?, Advice, Undo, Fix the board, Pause, Measure."""

from collections.abc import Callable
from typing import cast

from kivy.uix.boxlayout import BoxLayout

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import fixed_width, row
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton

TOOLS = (
    (gettext("Why?"), "question", "why"),
    (gettext("Undo"), "undo", "history"),
    (gettext("Fix"), "pencil", "correct"),
)
MEASURE = (gettext("Measure"), "ruler", "measuring")
ADVICE = gettext("Advice")
FIX = 0.77
"""Width of Fix beside Advice, in widths of the other words, which are longer."""


def tools(
    shell: Shell,
    *,
    signs: bool = False,
    pause: bool = False,
    advise: Callable[[], None] | None = None,
) -> BoxLayout:
    """Return the toolbar.

    Args:
        shell: opens the screens.
        signs: icons only, each as wide as a touch target, where space is short.
        pause: include Pause, for screens without the timeline strip.
        advise: called by Advice, which stands beside Why?; without it there is none.
    """
    narrow = signs
    wanted = (*TOOLS, (gettext("Pause"), "pause", "pause")) if pause else TOOLS
    if shell.session is not None and shell.session.table.game_view.kind == "field":
        wanted, signs = (*wanted, MEASURE), True
    buttons = [_tool(shell, *tool, signs=signs) for tool in wanted]
    if advise is not None:
        buttons.insert(1, _advice(advise, signs=signs))
        if not signs:
            buttons[-1].size_hint_x = FIX
    laid = row(*buttons)
    return (
        cast(BoxLayout, fixed_width(laid, len(buttons) * (theme.TAP_TARGET + theme.TARGET_GAP)))
        if narrow
        else laid
    )


def _advice(advise: Callable[[], None], *, signs: bool) -> BigButton:
    button = BigButton(icon="advice", kind="quiet", on_tap=lambda _: advise())
    button.label = ADVICE
    return button if signs else cast(BigButton, fixed_width(button, theme.TAP_TARGET))


def _tool(shell: Shell, text: str, icon: str, screen: str, *, signs: bool) -> BigButton:
    button = BigButton(
        text="" if signs else text,
        icon=icon if signs else "",
        kind="quiet",
        on_tap=lambda _: shell.open_tool(screen),
    )
    button.label = text
    return button
