"""Where the photo of a new board comes from: the camera, a phone, or a file on a stick."""

from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.games.boards.received import received, received_folder
from companion.journal.save_folder import MOST_FILES, exchange_folder, readable_name, saved_files
from companion.locale.messages import gettext, pgettext
from companion.tools.editors.authoring.board_draft import BoardDraft
from companion.tools.editors.board_canvas import BoardCanvas
from companion.tools.editors.header import header_row, phones_button, side_layout, text_button, with_delete
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, scrollable
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.vision.frames import Picture
from companion.vision.sources.picture_files import load_picture

LOOKS = 1 / 8
"""Seconds between two camera pictures."""
KINDS = (".jpg", ".jpeg", ".png", ".webp")
NAME = pgettext("place", "Our board").english
"""The title of a new board, until it is changed."""


class BoardPhotoScreen(Screen):
    """The camera's live picture, and the pictures from phones and on the stick."""

    name = "board photo"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self.sheet = BoardCanvas()
        self._list, self._words = column(), TextLabel("", theme.SUBTITLE)
        self._shown: tuple[Path, ...] | None = None
        camera = shell.context.table or shell.context.tray
        take = (
            [text_button(gettext("Take the picture"), self._take, kind="primary")]
            if camera is not None
            else []
        )
        side = column(fixed_height(self._words, 64), scrollable(self._list), *take)
        keys = phones_button(shell, self.name)
        head = header_row(lambda: shell.open_overlay("boards"), gettext("A new board"), *keys)
        self.add_widget(side_layout(head, self.sheet, side))
        self._clock_event = Clock.schedule_interval(self._update, LOOKS)

    def refresh(self) -> None:
        """List the photos there are now."""
        sent, found = received(".jpg"), self._files()
        if (*sent, *found) == self._shown:
            return
        self._shown = (*sent, *found)
        self._list.clear_widgets()
        for path in sent:
            key = text_button(path.stem.replace("-", " ").capitalize(), partial(self._open, path))
            self._list.add_widget(with_delete(key, partial(self._delete, path)))
        for path in found:
            self._list.add_widget(text_button(readable_name(path), partial(self._open, path)))
        camera = self.shell.context.table or self.shell.context.tray
        without = (
            gettext("Take a picture of the whole board")
            if camera
            else gettext("No photo in the folder for games")
        )
        self._words.text = gettext("Choose a photo of the whole board") if self._shown else without

    def tick(self) -> None:
        """Show what phones have sent meanwhile."""
        self.refresh()

    def on_leave(self) -> None:
        """Stop reading the camera."""
        self._clock_event.cancel()

    def _files(self) -> list[Path]:
        return saved_files(exchange_folder(self.shell.context.journal.path.parent), KINDS)[:MOST_FILES]

    def _update(self, _: float) -> None:
        camera = self.shell.context.table or self.shell.context.tray
        if camera is not None and camera.picture is not None:
            self.sheet.picture = camera.picture

    def _take(self) -> None:
        if self.sheet.picture is None:
            self.shell.show_toast(gettext("The camera shows nothing yet"))
        else:
            self.shell.attempt(partial(self._begin, self.sheet.picture))

    def _open(self, path: Path) -> None:
        """Begin a board from a file; one from a phone is part of the draft then."""
        begun = self.shell.attempt(lambda: self._begin(load_picture(path)))
        if begun and path.parent == received_folder():
            self.shell.attempt(path.unlink)

    def _delete(self, path: Path) -> None:
        self.shell.attempt(path.unlink)
        self.refresh()

    def _begin(self, photo: Picture) -> None:
        draft = BoardDraft.begin(photo, NAME)
        self.shell.open_overlay("board editor", folder=draft.folder)
