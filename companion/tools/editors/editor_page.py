"""The base class of the scenario editor's pages. Each page asks one question."""

from collections.abc import Callable
from typing import Any, ClassVar, Protocol, cast

from kivy.uix.widget import Widget

from companion.games.rogue.scenario import Scenario
from companion.locale.messages import gettext
from companion.referee.ruling import Ruling
from companion.tools.editors.editor_map import EditorMap
from companion.tools.editors.header import header_row, side_layout
from companion.tools.editors.scenario_draft import ScenarioDraft
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, scrollable, spacer
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard, HoldButton

ORDER = ("where", "level", "sides", "names", "starts", "cover", "victories", "all")
"""The pages in the order of the Next button."""


class PageHost(Protocol):
    """The part of the scenario editor's screen that a page uses."""

    draft: ScenarioDraft
    shell: Shell

    def show(self) -> None:
        """Redraw the page."""

    def go(self, page: str, **about: Any) -> None:
        """Open another page."""

    def do(self, action: Callable[[], Ruling]) -> bool:
        """Change the scenario on disk and redraw the page; show a refusal."""

    def keep(self, action: Callable[[], Ruling]) -> bool:
        """Change the scenario on disk; show a refusal."""

    def ask(self, title: str, text: str, action: Callable[[str], Ruling], *, longest: int = 0) -> None:
        """Open the keyboard, then change the scenario with the typed text."""


class EditorPage:
    """The base class of pages.

    Args:
        screen: the editor.

    Attributes:
        name: its key.
        question: the question at the top.
        home: the page that Back opens.
    """

    name: ClassVar[str]
    question: str = ""
    home: ClassVar[str] = "all"

    def __init__(self, screen: PageHost) -> None:
        self.screen, self.draft, self.builder = screen, screen.draft, screen.draft.builder

    @property
    def scenario(self) -> Scenario:
        """The current scenario."""
        return self.draft.scenario

    def build(self) -> Widget:
        """Build the page."""
        return column(self.head(self.question), self.content(), pad=theme.SPACE_8)

    def content(self) -> Widget:
        """Build the widget below the question."""
        return spacer()

    def show(self) -> None:
        """Show the current scenario."""
        self.screen.show()

    def head(self, title: str | Widget, *actions: Widget) -> Widget:
        """Return a row with Back, the question and Next; in portrait the question stands below."""
        if not theme.METRICS.portrait:
            return header_row(self.back, title, *actions, *self.forward())
        asked = title if isinstance(title, Widget) else TextLabel(title, theme.TITLE, bold=True, fill=True)
        above = header_row(self.back, spacer(), *actions, *self.forward())
        head = column(above, fixed_height(asked, theme.TAP_TARGET), size_hint_y=None)
        head.height = above.height + asked.height + head.spacing
        return head

    def back(self) -> None:
        """Return to the page's home."""
        self.screen.go(self.home)

    def forward(self) -> list[Widget]:
        """Return the buttons that lead to the next page."""
        after = ORDER[ORDER.index(self.name) + 1]
        return [page_button(gettext("Next"), lambda: self.screen.go(after))]


class MapEditorPage(EditorPage):
    """A page whose question is answered on the map."""

    def build(self) -> Widget:
        """Build the map with the tools beside it."""
        self.map = EditorMap(self.draft.map, on_place=lambda _, place: self._touched(place))
        self.map.calls_chosen = True
        self.side = column()
        self.show()
        return side_layout(self.head(self.question), self.map, self.side)

    def show(self) -> None:
        """Update map and tools."""
        self.map.draft, self.map.chosen = self.draft.map, self.highlighted
        self.map.show()
        self.side.clear_widgets()
        for part in self.tools():
            self.side.add_widget(part)

    @property
    def highlighted(self) -> tuple[str, ...]:
        """The zones that are highlighted."""
        return ()

    def tools(self) -> list[Widget]:
        """Return the widgets beside the map."""
        return []

    def touch(self, zone: str) -> None:
        """Handle a touch on a zone."""

    def _touched(self, place: str) -> None:
        if place in self.builder.field.zones:
            self.touch(place)


def card(title: str, detail: str, on_tap: Callable[[], Any], *, chosen: bool = False) -> ChoiceCard:
    """Return a card with an action."""
    return ChoiceCard(title=title, detail=detail, chosen=chosen, on_tap=lambda _: on_tap())


def cards(*laid: ChoiceCard, across: int = 1) -> Widget:
    """Return a scrolling grid of cards, this many in each row."""
    return scrollable(card_grid(*laid, across=across))


def card_grid(*laid: ChoiceCard, across: int = 1) -> Widget:
    """Return a grid of cards; each row is as high as its texts need."""
    table = grid(*laid, across=across, size_hint_y=None)
    table.bind(width=lambda _, width: _share_heights(laid, across, width))
    table.bind(minimum_height=table.setter("height"))
    return table


def _share_heights(laid: tuple[ChoiceCard, ...], across: int, width: float) -> None:
    each = (width - (across - 1) * px(theme.SPACE_8)) / across
    for start in range(0, len(laid), across):
        line = laid[start : start + across]
        height = max(one.needed(each - (one.check if one.chosen else 0)) for one in line)
        for one in line:
            fixed_height(one, 0).height = height


def page_button(text: str, on_tap: Callable[[], Any], *, icon: str = "") -> Widget:
    """Return a button of the page's header."""
    button = BigButton(text=text, icon=icon, on_tap=lambda _: on_tap())
    return cast(Widget, fixed_width(button, 130 if icon else 110))


def delete_button(on_tap: Callable[[], Any]) -> Widget:
    """Return the button that deletes something when it is held."""
    button = fixed_height(HoldButton(text=gettext("Delete"), on_tap=lambda _: on_tap()), theme.BUTTON_HEIGHT)
    return cast(Widget, button)


def heading(text: str, size: float = theme.SUBTITLE, colour: theme.Rgba = theme.TEXT) -> TextLabel:
    """Return a line of bold text."""
    return TextLabel(text, size, colour, bold=True)
