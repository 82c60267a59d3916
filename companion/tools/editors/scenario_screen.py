"""The scenario editor: an overview, and one page for each question."""

from collections.abc import Callable
from typing import Any

from companion.referee.ruling import Ruling
from companion.tools.editors.editor_page import EditorPage
from companion.tools.editors.scenario_draft import ScenarioDraft
from companion.tools.editors.scenario_pages import PAGES
from companion.ui.layout import column
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.keyboard import Keyboard


class ScenarioEditorScreen(Screen):
    """One page of the editor.

    Args:
        shell: the shell.
        draft: the scenario.
        page: key of the page in `PAGES`.
        about: further arguments of the page, such as the number of a victory.
    """

    name = "scenario"
    stays_open = True

    def __init__(self, shell: Shell, draft: ScenarioDraft, page: str = "all", **about: Any) -> None:
        super().__init__(shell, draft=draft, page=page, **about)
        self.draft = draft
        self.page: EditorPage = PAGES[page](self, **about)
        self._body = column()
        self.add_widget(self._body)
        self.show()

    def show(self) -> None:
        """Rebuild the page."""
        self._body.clear_widgets()
        self._body.add_widget(self.page.build())

    def go(self, page: str, **about: Any) -> None:
        """Open another page."""
        self.shell.open_overlay("scenario", draft=self.draft, page=page, **about)

    def do(self, action: Callable[[], Ruling]) -> bool:
        """Apply a change, save it and rebuild the page; show a refusal."""
        done = self.keep(action)
        self.page.show()
        return done

    def keep(self, action: Callable[[], Ruling]) -> bool:
        """Apply a change and save it; show a refusal."""
        return bool(self.shell.attempt(lambda: self.draft.do(action)))

    def ask(self, title: str, text: str, action: Callable[[str], Ruling], *, longest: int = 0) -> None:
        """Ask for a text with the keyboard, then apply it."""
        how = {"longest": longest} if longest else {}
        Keyboard(
            title=title, text=text, on_done=lambda _, typed: self.do(lambda: action(typed)), **how
        ).open()
