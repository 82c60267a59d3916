"""The layout of an overlay: a title, Back, and the content."""

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton


def overlay_layout(
    shell: Shell,
    title: str,
    *content: Widget,
    go_back: Callable[[], None] | None = None,
    beside: Widget | None = None,
) -> BoxLayout:
    """Lay a title with Back above the content; in portrait, Back is only an icon.

    Args:
        shell: the shell.
        title: of the overlay.
        content: widgets below the title.
        go_back: called by Back; by default it closes the overlay.
        beside: buttons at the right of the title.
    """
    upright = theme.METRICS.portrait
    act = go_back or shell.close_overlay
    back = BigButton(
        text="" if upright else gettext("Back"), icon="back", kind="quiet", on_tap=lambda _: act()
    )
    back.label = gettext("Back")
    heading = TextLabel(title, theme.SUBTITLE if upright else theme.TITLE, bold=True, fill=True)
    head = row(fixed_width(back, 60 if upright else 130), heading, gap=theme.SPACE_12)
    if beside is not None:
        head.add_widget(beside)
    return column(fixed_height(head, theme.BUTTON_HEIGHT - theme.SPACE_8), *content, pad=theme.SPACE_8)
