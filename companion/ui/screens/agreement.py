"""Does the table agree? Each place that differs from the record, with its photo, is set right on one side."""

from typing import Any

from kivy.uix.widget import Widget

from companion.app.camera.board_agreement import (
    Disagreement,
    accusation,
    agreed,
    disagreements,
    record_fix,
    table_advice,
)
from companion.app.camera.board_lesson import crop_around
from companion.app.camera.taught_boards import BoardObservation
from companion.app.labels import place_names, seats_with_neutral
from companion.locale.messages import gettext, ngettext
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, spacer
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.dice.face_thumbnail import FaceThumbnail

SIDE = 344
"""Width of what is beside the photo, in theme pixels."""
AGAIN = 220
"""Width of the button that teaches the board anew, in theme pixels."""


class AgreementScreen(Screen):
    """Looks at the board, and goes through the places that differ, one by one.

    Args:
        shell: where it is shown.
        back: the overlay to return to; empty for none.
    """

    name = "agreement"
    stays_open = True

    def __init__(self, shell: Shell, back: str = "pause", **params: Any) -> None:
        super().__init__(shell, back=back, **params)
        self.found: BoardObservation | None = None
        self.open: list[Disagreement] = []
        self.advised = 0
        self.photo, self.side = FaceThumbnail(), column(pad=theme.SPACE_8)
        upright = theme.METRICS.portrait
        beside = self.side if upright else fixed_width(self.side, SIDE)
        both = (column if upright else row)(self.photo, beside)
        again = BigButton(text=gettext("Teach the board"), kind="quiet", on_tap=lambda _: self._teach())
        self.add_widget(
            overlay_layout(
                shell,
                gettext("Does the table agree?"),
                both,
                go_back=self.leave,
                beside=fixed_width(again, AGAIN),
            )
        )
        self.look()

    def on_leave(self) -> None:
        """Take no look any more."""
        self.shell.board_watch.forget(self._take)

    def _teach(self) -> None:
        self.shell.open_overlay("board teaching", back=self.params["back"])

    # --- looking -------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look at the board now."""
        self.found, self.open, self.advised = None, [], 0
        self.shell.board_watch.look(self._take, at_once=True)
        self._lay_out()

    def _take(self, found: BoardObservation) -> None:
        """Show the first place that differs."""
        places = self.playing.table.game_view.places
        self.found = found
        self.open = list(disagreements(places, found.seen, self.shell.board_watch.colours, found.taught))
        self._lay_out()

    # --- laying out ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.side.clear_widgets()
        for part in self._parts():
            self.side.add_widget(part)

    def _parts(self) -> list[Widget]:
        if self.found is None:
            self.photo.show(None)
            self.photo.text = gettext("Looking...")
            return []
        if self.open:
            return self._difference(self.open[0])
        self.photo.show(self.found.seen.picture)
        look = self._key(gettext("Look again"), self.look, kind="primary" if self.advised else "quiet")
        done = self._key(gettext("Done"), self._done, kind="quiet" if self.advised else "primary")
        return [TextLabel(self._result(), theme.TITLE, bold=True), *self._unsure(), spacer(), look, done]

    def _result(self) -> str:
        assert self.found is not None, "only a look has a result"
        if self.found.seen.lost:
            return gettext("The camera does not find the board.")
        if self.advised:
            return gettext("Done on the table? Then look again.")
        return gettext("Table and record agree.")

    def _unsure(self) -> list[Widget]:
        """Say how many places nobody was accused for, since they were not sure."""
        assert self.found is not None, "only a look has a result"
        seen = self.found.seen
        unsure = [one for one in seen.places if one.occupied is None or (one.occupied and one.owner is None)]
        if seen.lost or not unsure:
            return []
        text = ngettext("{count} place was not seen well.", "{count} places were not seen well.", len(unsure))
        return [TextLabel(text, theme.BODY, theme.MUTED)]

    def _difference(self, one: Disagreement) -> list[Widget]:
        assert self.found is not None, "only a look finds differences"
        view = self.playing.table.game_view
        seats = seats_with_neutral(view, self.playing.seats)
        camera = self.shell.context.table
        model = camera.boards.find(view.board) if camera is not None else None
        if model is not None:
            self.photo.show(crop_around(self.found.seen, one.place, model.shape))
        says = accusation(one, place_names(view)[one.place], seats)
        left = ngettext("{count} place differs", "{count} places differ", len(self.open))
        return [
            TextLabel(left, theme.BODY, theme.MUTED),
            TextLabel(says, theme.SUBTITLE, bold=True),
            spacer(),
            self._key(table_advice(one, seats), self._advise, detail=gettext("the record is right")),
            self._key(
                gettext("Fix the record"),
                lambda: self._fix(one),
                kind="quiet",
                detail=gettext("the table is right"),
            ),
            self._key(gettext("Leave it as it is"), self._next, kind="quiet"),
        ]

    @staticmethod
    def _key(text: str, act: Any, kind: str = "primary", detail: str = "") -> Widget:
        key = BigButton(text=text, detail=detail, kind=kind, on_tap=lambda _: act())
        return fixed_height(key, theme.BUTTON_HEIGHT)

    def _done(self) -> None:
        """Go back; a table that agrees labels its photos."""
        if self.found is not None and not self.advised:
            watch, places = self.shell.board_watch, self.playing.table.game_view.places
            right = agreed(places, self.found.seen, watch.colours)
            watch.keep_photos(self.found.seen, right, "agreement")
        self.leave()

    # --- setting right -------------------------------------------------------------------------------------

    def _advise(self) -> None:
        """Go on to the next place: a player sets this one right on the table."""
        self.advised += 1
        self._next()

    def _next(self) -> None:
        self.open.pop(0)
        self._lay_out()

    def _fix(self, one: Disagreement) -> None:
        """Open Fix with the change that makes the record right."""
        session = self.playing
        view = session.table.game_view
        known = session.game.correctables(session.table.state)
        changes = record_fix(one, known, seats_with_neutral(view, session.seats))
        self.shell.open_overlay("correct", subject=one.place, proposed=changes, back=self.name)
