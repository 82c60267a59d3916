"""Teaches a board to the table's camera: the empty board, whether its lines fit, pieces of each player.

Before a game the empty board is enough; its pieces are asked for in the first game on it.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Literal

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.camera.board_lesson import BoardLesson
from companion.app.labels import place_names, seats_with_neutral
from companion.errors import CompanionError, Unmeasurable
from companion.games.boards import library
from companion.games.boards.board import board_names, load_board
from companion.games.boards.elements import place_name
from companion.locale.messages import gettext, joined
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable, spacer
from companion.ui.rulers.corners import CornersRuler
from companion.ui.rulers.table_picture import TablePicture
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.measuring.measuring_view import MeasuringView
from companion.ui.widgets.players.event_row import EventRow
from companion.vision.frames import Picture

FRAMES = 1 / 8
"""Seconds between two pictures."""
SIDE = 290
"""Width of what is beside the picture, in theme pixels."""
Step = Literal["board", "empty", "lines", "pieces", "done"]


class BoardTeachingScreen(Screen):
    """One question at a time; what is good is kept at the end.

    Args:
        shell: where it is shown.
        back: the overlay to return to; empty for none.
        before_game: whether to ask for the board, and for no pieces.
    """

    name = "board teaching"
    stays_open = True

    def __init__(self, shell: Shell, back: str = "", *, before_game: bool = False, **params: Any) -> None:
        super().__init__(shell, back=back, before_game=before_game, **params)
        self.camera = shell.context.table
        self._seats: dict[str, Seat] = {}
        self._names: Mapping[str, str] = {}
        self.step: Step = "board"
        self._busy, self._said = False, ""
        self.view = MeasuringView(text=gettext("No camera is attached: plug one in and start again."))
        self.side = column(pad=0)
        upright = theme.METRICS.portrait
        beside = self.side if upright else fixed_width(self.side, SIDE)
        both = (column if upright else row)(self.view, beside)
        title = gettext("Teach the board")
        self.add_widget(overlay_layout(shell, title, both, go_back=self.leave))
        self._clock = Clock.schedule_interval(lambda _: self._show(), FRAMES)
        if before_game:
            self._lay_side()
        else:
            self._begin_in_game()

    def _begin_in_game(self) -> None:
        """Ask for what is not known yet of the board and this game's pieces; if all is known, for all."""
        view = self.playing.table.game_view
        self._seats = {seat.colour: seat for seat in seats_with_neutral(view, self.playing.seats)}
        self._names = place_names(view)
        known = self.camera.boards.find(view.board) if self.camera is not None else None
        if known is not None and set(self._seats) <= set(known.seats):
            known = None
        self.lesson = BoardLesson(view.board, tuple(self._seats), known)
        self._go("empty" if known is None else "lines")

    def _choose(self, board: str) -> None:
        self.lesson = BoardLesson(board, ())
        self._go("empty")

    def on_leave(self) -> None:
        """Stop the camera's picture."""
        self._clock.cancel()

    # --- looking -------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the live picture, with the lines of the board once they are known."""
        picture = self.camera.picture if self.camera is not None else None
        if picture is not None and self.step == "empty" and self._wants_corners and self.view.ruler is None:
            size = (picture.shape[1], picture.shape[0])
            self.view.ruler = CornersRuler(TablePicture(size, reach=self.view.reach))
        if picture is not None and self.step in ("lines", "pieces"):
            picture = self.lesson.drawn_over(picture, marked=self.step == "pieces")
        self.view.show(picture)

    @property
    def _wants_corners(self) -> bool:
        return not self.lesson.finds_itself or bool(self._said)

    def _look(self) -> None:
        """Take the newest picture for this step, on another thread."""
        picture = self.camera.picture if self.camera is not None else None
        if picture is None or self.camera is None or self._busy:
            return
        work = partial(self._teach, picture, self._corners())
        put = self.shell.tasks.put
        self._busy = self.camera.in_background(work, lambda said: put(partial(self._take, said)))
        if not self._busy:
            Clock.schedule_once(lambda _: self._look(), 0.1)
        self._lay_side()

    def _corners(self) -> Any:
        ruler = self.view.ruler
        return ruler.corners if isinstance(ruler, CornersRuler) else None

    def _teach(self, picture: Picture, corners: Any) -> str:
        """Teach this step; return what was wrong."""
        try:
            if self.step == "empty":
                self.lesson.show_empty(picture, corners)
            else:
                self.lesson.show_pieces(picture)
        except (Unmeasurable, CompanionError) as error:
            return str(error)
        return ""

    def _take(self, said: str) -> None:
        """Go on, or say what was wrong."""
        self._busy, self._said = False, said
        if not said and self.step == "empty":
            self._go("lines")
        elif not said and self.lesson.good and self.shell.attempt(self._keep):
            self._go("done")
        self._lay_side()

    def _accept_lines(self) -> None:
        """Go on with the pieces; without any to be shown, keep the empty board."""
        if self.lesson.places:
            self._go("pieces")
        elif self.shell.attempt(self._keep):
            self._go("done")

    def _keep(self) -> None:
        assert self.camera is not None and self.lesson.model is not None, "only what was seen is kept"
        self.camera.boards.keep(self.lesson.board, self.lesson.model)

    def _go(self, step: Step) -> None:
        self.step, self._said = step, ""
        self.view.ruler = None
        self._show()
        self._lay_side()

    # --- laying out ----------------------------------------------------------------------------------------

    def _lay_side(self) -> None:
        self.side.clear_widgets()
        parts: list[Widget] = [TextLabel(self._question(), theme.TITLE, bold=True)]
        if self._said:
            parts.append(TextLabel(joined([self._said, "."], ""), theme.BODY, theme.WARNING))
        if self.step == "board":
            parts.append(scrollable(column(*self._boards())))
        elif self.step in ("pieces", "done"):
            wrong_first = sorted(self.lesson.places, key=lambda colour: colour not in self.lesson.problems)
            parts.append(scrollable(column(*map(self._colour_row, wrong_first))))
        else:
            parts.append(spacer())
        for part in (*parts, *(fixed_height(key, theme.BUTTON_HEIGHT) for key in self._keys())):
            self.side.add_widget(part)

    def _question(self) -> str:
        if self.step == "board":
            return gettext("Which board is it?")
        if self.step == "lines":
            return gettext("Do the lines fit the board?")
        if self.step == "pieces":
            return gettext("Put three pieces of each player there.")
        if self.step == "done":
            if not self.lesson.places:
                return gettext("Good. The pieces are learned in a game.")
            return gettext("Good. Take the pieces off again.")
        if self._wants_corners:
            return gettext("Clear the board. Drag rings to its corners.")
        return gettext("Clear the board. Is all of it seen?")

    def _boards(self) -> list[Widget]:
        """Return a row for each board of this table."""
        rows: list[Widget] = []
        for board in (*board_names(), *library.references()):
            with suppress(CompanionError):  # a damaged file of a board cannot be played either
                name = place_name(load_board(board).name)
                rows.append(EventRow(text=name, on_tap=lambda _, id=board: self._choose(id)))
        return rows

    def _colour_row(self, colour: str) -> EventRow:
        """Return where the pieces of a colour lie, or what was wrong with them."""
        place = self._names[self.lesson.places[colour]]
        problem = self.lesson.problems.get(colour, "")
        words = joined([place, problem], ": ") if problem else place
        known = self.lesson.model is not None and colour in self.lesson.model.seats and not problem
        return EventRow(text=words, seat=self._seats[colour], chosen=known, disabled=True)

    def _keys(self) -> list[Widget]:
        if self.camera is None or self.step == "board":
            return []
        if self._busy:
            return [TextLabel(gettext("Looking..."), theme.SUBTITLE, theme.MUTED)]
        if self.step == "lines":
            yes = self._key(gettext("Yes"), self._accept_lines)
            again = self._key(gettext("No, again"), lambda: self._go("empty"), kind="quiet")
            return [row(again, yes)]
        if self.step == "done":
            return [self._key(gettext("Done"), self.leave)]
        return [self._key(gettext("Look"), self._look, icon="eye")]

    @staticmethod
    def _key(text: str, act: Callable[[], None], kind: str = "primary", icon: str = "") -> BigButton:
        return BigButton(text=text, icon=icon, kind=kind, on_tap=lambda _: act())
