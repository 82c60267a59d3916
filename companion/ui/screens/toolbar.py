"""The toolbar: Why?, Advice, Undo, Fix the board, Pause, Measure."""

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import fixed_width, row
from companion.ui.shell import Shell
from companion.ui.theme import px
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
    shell: Shell, *, signs: bool = False, pause: bool = False, advise: Callable[[], None] | None = None
) -> BoxLayout:
    """Return the toolbar; it has icons only where a word would be cut.

    Args:
        shell: opens the screens.
        signs: icons only, each as wide as a touch target, where space is short.
        pause: include Pause, for screens without the timeline strip.
        advise: called by Advice, which stands beside Why?; without it there is none.
    """
    wanted = (*TOOLS, (gettext("Pause"), "pause", "pause")) if pause else TOOLS
    if shell.session is not None and shell.session.table.game_view.kind == "field":
        wanted = (*wanted, MEASURE)
    buttons = [_tool(shell, *tool) for tool in wanted]
    worded = [] if signs or MEASURE in wanted else buttons[:]
    if advise is not None:
        buttons.insert(1, _advice(advise))
    laid = row(*buttons)
    if worded:
        laid.bind(width=lambda *_: _word(laid, worded))
    if signs:
        fixed_width(laid, len(buttons) * (theme.TAP_TARGET + theme.TARGET_GAP))
    return laid


def _advice(advise: Callable[[], None]) -> BigButton:
    button = BigButton(icon="advice", kind="quiet", on_tap=lambda _: advise())
    button.label = ADVICE
    return button


def _tool(shell: Shell, text: str, icon: str, screen: str) -> BigButton:
    button = BigButton(icon=icon, kind="quiet", on_tap=lambda _: shell.open_tool(screen))
    button.label, button.sign = text, icon
    return button


def _word(laid: BoxLayout, tools: list[BigButton]) -> None:
    """Write the tools' words if there is room for all on one line, else show their icons."""
    advice = [button for button in laid.children if button not in tools]
    for tool in tools:
        tool.text, tool.icon = tool.label, ""
    needed = sum(tool.full_width for tool in tools) + len(advice) * px(theme.TAP_TARGET)
    fits = needed + laid.spacing * (len(laid.children) - 1) <= laid.width
    for button in advice:
        button.size_hint_x, button.width = None if fits else 1.0, px(theme.TAP_TARGET)
    tools[-1].size_hint_x = FIX if fits and advice else 1.0
    for tool in tools if not fits else ():
        tool.text, tool.icon = "", tool.sign
