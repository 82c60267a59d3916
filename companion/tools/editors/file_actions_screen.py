"""Rename, export or archive a battlefield or scenario of the players."""

from pathlib import Path
from typing import Any

from companion.games.rogue.data_files import title_in
from companion.journal.save_folder import exchange_folder
from companion.locale.messages import gettext
from companion.referee.ruling import Ruling
from companion.tools.editors.authoring import library
from companion.tools.editors.battlefield_draft import BattlefieldDraft
from companion.tools.editors.editor_page import card, cards
from companion.tools.editors.header import header_row
from companion.tools.editors.scenario_draft import ScenarioDraft
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import HoldButton
from companion.ui.widgets.controls.keyboard import Keyboard


class FileActionsScreen(Screen):
    """Cards to rename and export, and a button to hold for archiving."""

    name = "file actions"
    stays_open = True

    def __init__(self, shell: Shell, path: Path, **params: Any) -> None:
        super().__init__(shell, path=path, **params)
        self.path, self._title = path, title_in(path)
        self._folder = exchange_folder(shell.context.journal.path.parent)
        field = self._is_field
        along = (
            gettext("Its photographs and the scenarios on it come along.")
            if field
            else gettext("Nothing else changes.")
        )
        copied = (
            gettext("To {folder}, with its photographs.", folder=self._folder)
            if field
            else gettext("To {folder}, with its battlefield.", folder=self._folder)
        )
        away = HoldButton(text=gettext("Archive"), on_tap=lambda _: self._set_aside())
        away.bind(on_denied=lambda _, why: shell.show_refusal(why))
        ruling = library.judge_set_aside(path)
        away.ruling = None if ruling.allowed else ruling
        hint = gettext("Archived ones stay at the end of the list.")
        self.add_widget(
            column(
                header_row(self._leave, self._title),
                cards(
                    card(gettext("Rename"), along, self._ask_name),
                    card(gettext("Save a copy"), copied, self._copy_to_folder),
                ),
                TextLabel(hint, theme.BODY, theme.MUTED),
                fixed_height(away, theme.BUTTON_HEIGHT),
                pad=theme.SPACE_8,
            )
        )

    @property
    def _is_field(self) -> bool:
        return self.path.parent.name == "battlefields"

    def _ask_name(self) -> None:
        Keyboard(
            title=gettext("What is its name?"), text=self._title, on_done=lambda _, name: self._rename(name)
        ).open()

    def _rename(self, title: str) -> None:
        if self.shell.attempt(lambda: self._renamed(title)):
            self._leave()
            self.shell.show_toast(gettext("It is called {name} now", name=title))

    def _renamed(self, title: str) -> Ruling:
        if not self._is_field:
            scenario = ScenarioDraft.load(self.path)
            return scenario.do(lambda: scenario.builder.call(title))
        draft = BattlefieldDraft.load(self.path)
        ruling = draft.call(title)
        if ruling.allowed:
            draft.save()
        return ruling

    def _copy_to_folder(self) -> None:
        if self.shell.attempt(self._copied):
            self.shell.show_toast(gettext("Copied to {folder}", folder=self._folder))

    def _copied(self) -> None:
        library.copy_to(self.path, self._folder)

    def _set_aside(self) -> None:
        if self.shell.attempt(self._after_set_aside):
            self._leave()
            self.shell.show_toast(gettext("{file} is archived", file=self._title))

    def _after_set_aside(self) -> None:
        library.set_aside(self.path)

    def _leave(self) -> None:
        self.shell.open_overlay(self.path.parent.name)
