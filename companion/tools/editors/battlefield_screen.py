"""The battlefield editor: place tiles, join zones, mark and name them on the map."""

from typing import Any

from companion.locale.messages import gettext
from companion.referee.ruling import Ruling
from companion.tools.editors.battlefield_draft import BattlefieldDraft
from companion.tools.editors.edit_modes import EDIT_MODES, EditMode
from companion.tools.editors.editor_map import EditorMap
from companion.tools.editors.header import header_row, side_layout, undo_button
from companion.ui import theme
from companion.ui.layout import column, fixed_height, fixed_width, row
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.keyboard import Keyboard, TextField


class BattlefieldEditorScreen(Screen):
    """The map beside the tools of the current mode."""

    name = "battlefield editor"
    stays_open = True

    def __init__(self, shell: Shell, draft: BattlefieldDraft, mode: str = "Tiles", **params: Any) -> None:
        super().__init__(shell, draft=draft, **params)
        self.draft = draft
        self.map = EditorMap(draft)
        self.map.bind(on_place=lambda _, place: self.mode.touch(place))
        self.side = column()
        self._title = TextField(text=draft.field.title, title=gettext("What is the battlefield called?"))
        self._title.bind(text=lambda _, text: self._rename(text))
        self._check = BigButton(kind="quiet", on_tap=lambda _: self._show_problems())
        save = BigButton(text=gettext("Save"), on_tap=lambda _: self.save())
        self._undo = undo_button(self._take_back)
        self._tabs = {name: self._tab(name) for name in EDIT_MODES}
        tabs = fixed_height(row(*self._tabs.values(), gap=theme.TARGET_GAP), theme.TAP_TARGET)
        head = header_row(
            self._leave, self._title, self._undo, fixed_width(self._check, 130), fixed_width(save, 100)
        )
        self.add_widget(side_layout(head, self.map, column(tabs, self.side)))
        self.mode: EditMode = EDIT_MODES[mode](self)
        self.choose(mode)

    def choose(self, name: str) -> None:
        """Switch to a mode."""
        self.params["mode"] = name
        for tab, button in self._tabs.items():
            button.kind = "primary" if tab == name else "quiet"
        self.mode = EDIT_MODES[name](self)
        self.show()

    def show(self) -> None:
        """Update the map and the tools."""
        self.draft.remember()
        self._undo.disabled = not self.draft.before
        self.map.linked, self.map.free, self.map.named = self.mode.linked, self.mode.free, self.mode.named
        self.map.chosen = self.mode.chosen
        self.map.show()
        self.map.selectable = self.mode.selectable
        self.side.clear_widgets()
        for part in self.mode.tools():
            self.side.add_widget(part)
        count = len(self.draft.builder.check())
        self._check.text = gettext("{count} to fix", count=count) if count else gettext("Ready")

    def _take_back(self) -> None:
        """Take the last change back; what was chosen may be gone."""
        if self.draft.undo():
            self._title.text = self.draft.field.title
            self.choose(self.params["mode"])

    def did(self, ruling: Ruling) -> None:
        """Show the result of a change: the new state, or the refusal."""
        if ruling.allowed:
            self.draft.changed = True
        else:
            self.shell.show_refusal(ruling)
        self.show()

    def ask(self, title: str, text: str, action: Any) -> None:
        """Ask for a text with the keyboard, then change the battlefield."""
        Keyboard(title=title, text=text, on_done=lambda _, typed: self.did(action(typed))).open()

    def save(self) -> bool:
        """Write everything to disk and show where; return whether it succeeded."""
        return bool(self.shell.attempt(self._save))

    def _save(self) -> None:
        path = self.draft.save()
        self.shell.show_toast(gettext("Saved as {path}", path=path))

    def _tab(self, name: str) -> BigButton:
        return BigButton(text=EDIT_MODES[name].title, kind="quiet", on_tap=lambda _: self.choose(name))

    def _rename(self, title: str) -> None:
        if title != self.draft.field.title:
            self.did(self.draft.call(title))
            self._title.text = self.draft.field.title

    def _show_problems(self) -> None:
        ruling = self.draft.problems()
        if ruling.allowed:
            self.shell.show_toast(gettext("No mistakes: you can play it"))
        else:
            self.shell.show_refusal(ruling, gettext("Mistakes to fix first"))

    def _leave(self) -> None:
        """Save changes and return to the list."""
        if not self.draft.changed or self.save():
            self.shell.open_overlay("battlefields")
