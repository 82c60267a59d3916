"""The header row of the editor screens: Back, a title, and buttons; and rows of files."""

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, HoldButton

SIDE = 320
"""Width of the column beside the map or the tile, in theme pixels."""


def header_row(back: Callable[[], Any], title: str | Widget, *actions: Widget) -> BoxLayout:
    """Return a row with Back, the title and the actions."""
    heading = (
        title if isinstance(title, Widget) else TextLabel(title, theme.TITLE, bold=True, fill=True, lines=1)
    )
    upright = theme.METRICS.portrait
    button = BigButton(
        text="" if upright else gettext("Back"), icon="back", kind="quiet", on_tap=lambda _: back()
    )
    button.label = gettext("Back")
    fixed_width(button, 60 if upright else 120)
    return fixed_height(row(button, heading, *actions), theme.BUTTON_HEIGHT - theme.SPACE_8)


def side_layout(head: Widget, board: Widget, side: Widget) -> BoxLayout:
    """Return the header above the board with a side column; in portrait the column stands below."""
    both = (
        column(board, fixed_height(side, 300))
        if theme.METRICS.portrait
        else row(board, fixed_width(side, SIDE))
    )
    return column(head, both, pad=theme.SPACE_8)


def text_button(text: str, on_tap: Callable[[], Any], *, kind: str = "quiet", icon: str = "") -> BigButton:
    """Return a button of the standard height."""
    button = BigButton(text=text, kind=kind, icon=icon, on_tap=lambda _: on_tap())
    fixed_height(button, theme.BUTTON_HEIGHT)
    return button


def with_delete(button: BigButton, on_delete: Callable[[], Any]) -> BoxLayout:
    """Return a row of a button for a file, and one to hold that deletes the file."""
    delete = HoldButton(text=gettext("Delete"), detail="", on_tap=lambda _: on_delete())
    return fixed_height(row(button, fixed_width(delete, 150)), theme.BUTTON_HEIGHT)


def phones_button(shell: Shell, back: str) -> tuple[BigButton, ...]:
    """Return a button to the code for phones that send and load boards; none where there are no phones."""
    if shell.context.phones is None:
        return ()
    button = BigButton(text=gettext("Phones"), kind="quiet")
    button.bind(on_tap=lambda _: shell.open_overlay("phones", back=back, boards=True))
    return (fixed_width(button, 130),)


def undo_button(on_tap: Callable[[], Any]) -> BigButton:
    """Return the button of the header that takes the last change back."""
    button = BigButton(icon="undo", kind="quiet", on_tap=lambda _: on_tap())
    button.label = gettext("Undo")
    fixed_width(button, 72)
    return button
