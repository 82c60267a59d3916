"""The list of boards: choose one for the game, copy it to a stick, open one from a stick, put one away."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.errors import BrokenFile, CompanionError
from companion.external_files.files import atomic_write
from companion.games.boards import library
from companion.games.boards.board import Board, board_of, load_board
from companion.games.boards.board_check import faults
from companion.games.boards.board_choice import BOARDS
from companion.games.boards.board_files import BoardFile, read_board_file, written
from companion.games.boards.elements import place_name
from companion.games.boards.received import received, received_folder
from companion.journal.save_folder import MOST_FILES, exchange_folder, readable, readable_name, saved_files
from companion.locale.messages import gettext, joined, ngettext
from companion.referee.houserules import fitting
from companion.referee.ruling import Ruling, refuse
from companion.tools.editors.authoring.board_draft import (
    delete_draft,
    draft_folders,
    finished_folder,
    take_up,
)
from companion.tools.editors.header import header_row, phones_button, text_button, with_delete
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.board.territory.board_picture import board_picture
from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard, HoldButton

CARD = 84
"""Height of a card, in theme pixels."""
SWITCH = "board"
"""The house rule that says which board is played on."""


class BoardPicture(Widget):  # type: ignore[misc]
    """A small picture of a board."""

    def __init__(self, board: Board, **properties: Any) -> None:
        super().__init__(**properties)
        self._board = board
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if min(self.size) < 2:
            return
        texture = board_picture(self._board, tuple(self.size), theme.SEA, theme.TEXT)
        with self.canvas:
            Color(1, 1, 1, 1)
            corner = (self.center_x - texture.width / 2, self.center_y - texture.height / 2)
            Rectangle(texture=texture, pos=corner, size=texture.size)


class BoardListScreen(Screen):
    """A card for each board; a tap chooses it for the game in the lobby."""

    name = "boards"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._list = column()
        upright = theme.METRICS.portrait
        new = BigButton(text=gettext("New") if upright else gettext("New board"), icon="plus")
        new.label = gettext("New board")
        new.bind(on_tap=lambda _: shell.open_overlay("board photo"))
        keys = [*phones_button(shell, self.name), fixed_width(new, 120 if upright else 220)]
        head = header_row(self.shell.close_overlay, gettext("Boards"), *keys)
        self.add_widget(column(head, scrollable(self._list), pad=theme.SPACE_8))

    def refresh(self) -> None:
        """List the boards there are now."""
        self._list.clear_widgets()
        for draft in draft_folders():
            key = text_button(gettext("Go on with {board}", board=draft.name), partial(self._go_on, draft))
            self._list.add_widget(with_delete(key, partial(self._delete, partial(delete_draft, draft))))
        for path in received(".json"):
            key = text_button(
                gettext("Open {board} from a phone", board=_title(path)), partial(self._open_file, path)
            )
            self._list.add_widget(with_delete(key, partial(self._delete, path.unlink)))
        for choice in BOARDS.choices():
            self._list.add_widget(self._row(choice.value))
        folder = exchange_folder(self.shell.context.journal.path.parent)
        found = saved_files(folder, (".json",))
        if found:
            self._list.add_widget(
                TextLabel(gettext("In {folder}", folder=folder), theme.BODY, theme.ACCENT, bold=True)
            )
        for path in found[:MOST_FILES]:
            name = readable_name(path.with_suffix(""))
            self._list.add_widget(
                text_button(gettext("Open {board}", board=name), partial(self._open_file, path))
            )

    # --- choosing ------------------------------------------------------------------------------------------

    def _row(self, name: str) -> Widget:
        board = load_board(name)
        many, groups = len(board.territories), len(board.continents)
        card = ChoiceCard(
            title=place_name(board.name),
            detail=gettext(
                "{territories}, {continents}",
                territories=ngettext("{count} territory", "{count} territories", many),
                continents=ngettext("{count} continent", "{count} continents", groups),
            ),
            picture=BoardPicture(board, size_hint=(None, None)),
            chosen=name == self.shell.home.chosen.get(SWITCH, BOARDS.choices()[0].value),
            ruling=self._objection(name),
        )
        card.bind(on_tap=lambda _: self._choose(name), on_denied=lambda _, why: self.shell.show_refusal(why))
        if not library.is_reference(name):
            return fixed_height(card, CARD)
        more = BigButton(text=gettext("More"), icon="menu", kind="quiet")
        more.bind(on_tap=lambda _: self.shell.open_overlay("board actions", board=name))
        return fixed_height(row(card, fixed_width(more, 130)), CARD)

    def _objection(self, name: str) -> Ruling | None:
        """Return why the game of the lobby cannot be played on a board; None if it can."""
        game = self.shell.context.find_game(self.shell.home.game.id)
        return fitting(game.house_rules, {SWITCH: name})[1].get(SWITCH)

    def _choose(self, name: str) -> None:
        """Choose a board; house rules that do not fit it go back to the printed ones, and it says why."""
        lobby = self.shell.home
        game = self.shell.context.find_game(lobby.game.id)
        default = next(switch.default for switch in game.switches if switch.name == SWITCH)
        chosen = {rule: value for rule, value in lobby.chosen.items() if rule != SWITCH}
        if name != default:
            chosen[SWITCH] = name
        lobby.chosen, refused = fitting(game.house_rules, chosen)
        self.shell.close_overlay()
        lobby.refresh()
        if refused:
            self.shell.show_refusal(
                Ruling(False, tuple(why for ruling in refused.values() for why in ruling.reasons)),
                gettext("Switched off on this board"),
            )

    def _go_on(self, draft: Path) -> None:
        self.shell.attempt(lambda: self.shell.open_overlay("board editor", folder=draft))

    # --- files ---------------------------------------------------------------------------------------------

    def _open_file(self, path: Path) -> None:
        try:
            file = read_board_file(path)
            found = faults(board_of(file, path.stem))
        except CompanionError as error:
            name = readable_name(path.with_suffix(""))
            self.shell.show_refusal(
                refuse("", readable(str(error))), gettext("{file} is no board", file=name)
            )
            return
        if found:
            self.shell.show_refusal(
                refuse("", joined(found)), gettext("{board} has mistakes", board=file.name)
            )
        elif self.shell.attempt(partial(self._keep, file)):
            if path.parent == received_folder():
                self.shell.attempt(path.unlink)
            self.refresh()
            self.shell.show_toast(gettext("{file} is here now", file=file.name))

    def _keep(self, file: BoardFile) -> None:
        library.keep(file)

    def _delete(self, act: Callable[[], None]) -> None:
        self.shell.attempt(act)
        self.refresh()


def _title(path: Path) -> str:
    """Return the title of a board that a phone sent; the name of its file if it cannot be read."""
    try:
        return read_board_file(path).name
    except BrokenFile:
        return path.stem


class BoardActionsScreen(Screen):
    """Copy a players' board to a stick, change one that was taught here, or put it away."""

    name = "board actions"
    stays_open = True

    def __init__(self, shell: Shell, board: str, **params: Any) -> None:
        super().__init__(shell, board=board, **params)
        self._board, self._file = board, library.read_referred(board)
        self._folder = exchange_folder(shell.context.journal.path.parent)
        copy = ChoiceCard(
            title=gettext("Save a copy"), detail=gettext("To {folder}, as one file.", folder=self._folder)
        )
        copy.bind(on_tap=lambda _: self._copy())
        change = ChoiceCard(title=gettext("Change it"), detail=gettext("Names, borders, links, continents."))
        change.bind(on_tap=lambda _: shell.attempt(self._change))
        away = HoldButton(text=gettext("Put away"), on_tap=lambda _: self._put_away())
        self.add_widget(
            column(
                header_row(self._leave, self._file.name),
                *([fixed_height(change, CARD)] if finished_folder(board).is_dir() else []),
                fixed_height(copy, CARD),
                TextLabel(gettext("Games begun on it still open."), theme.BODY, theme.MUTED),
                fixed_height(away, theme.BUTTON_HEIGHT),
                Widget(size_hint_min_y=px(1)),
                pad=theme.SPACE_8,
            )
        )

    def _copy(self) -> None:
        path = self._folder / f"{library.slug(self._file.name)}.json"
        if self.shell.attempt(lambda: atomic_write(path, written(self._file))):
            self.shell.show_toast(gettext("Copied to {folder}", folder=self._folder))

    def _change(self) -> None:
        """Teach the board on; it stays as it is until that is finished."""
        self.shell.open_overlay("board editor", folder=take_up(self._board))

    def _discard(self) -> None:
        library.put_away(self._board)
        if finished_folder(self._board).is_dir():
            delete_draft(finished_folder(self._board))

    def _put_away(self) -> None:
        if self.shell.attempt(self._discard):
            if self.shell.home.chosen.get(SWITCH) == self._board:
                del self.shell.home.chosen[SWITCH]
            self._leave()
            self.shell.show_toast(gettext("{board} is put away", board=self._file.name))

    def _leave(self) -> None:
        self.shell.open_overlay("boards")
