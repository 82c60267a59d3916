"""The board editor: teach a board from a photo, step by step; every touch is on disk before the next."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.games.boards import library
from companion.locale.messages import gettext
from companion.referee.ruling import Reason, Ruling
from companion.tools.editors.authoring.board_draft import BoardDraft, BoardPlan, TaughtContinent, TaughtPlace
from companion.tools.editors.authoring.board_regions import board_file, flattened, links_of, regions_of, to_do
from companion.tools.editors.board_canvas import BoardCanvas, shaded
from companion.tools.editors.board_steps import STEPS, ContinentStep, TeachingStep
from companion.tools.editors.header import header_row, side_layout, text_button, undo_button
from companion.tools.map_drawing.region_outlines import Labels
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, replace_children, row, spacer
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.keyboard import Keyboard, TextField
from companion.vision.frames import Picture


class BoardEditorScreen(Screen):
    """The picture beside the tools of the current step."""

    name = "board editor"
    stays_open = True

    def __init__(self, shell: Shell, folder: Path, **params: Any) -> None:
        super().__init__(shell, folder=folder, **params)
        self.draft = BoardDraft.load(folder)
        self._flat: tuple[object, Picture] | None = None
        self._regions: tuple[object, Labels] | None = None
        self.canvas_view = BoardCanvas()
        self.canvas_view.bind(
            on_spot=lambda _, at: self.step.spot(at), on_way=lambda _, way: self.step.way(way)
        )
        self._title = TextField(text=self.draft.plan.name, title=gettext("What is the board called?"))
        self._title.bind(text=lambda _, text: self._rename(text))
        self._undo = undo_button(self._take_back)
        self.side = column()
        head = header_row(self._leave, self._title, self._undo)
        self.add_widget(side_layout(head, self.canvas_view, self.side))
        self.step: TeachingStep = STEPS[1 if len(self.draft.plan.corners) == 4 else 0](self)
        self.show()

    # --- what is shown -------------------------------------------------------------------------------------

    @property
    def flat(self) -> Picture:
        """The board seen straight from above; needs its four corners."""
        corners = self.draft.plan.corners
        if self._flat is None or self._flat[0] != corners:
            self._flat = (corners, flattened(self.draft.photo, corners))
        return self._flat[1]

    @property
    def labels(self) -> Labels:
        """The regions as they are now."""
        plan = self.draft.plan
        taps = tuple((place.number, place.at) for place in plan.places)
        key = (plan.corners, taps, plan.water, plan.strokes)
        if self._regions is None or self._regions[0] != key:
            self._regions = (key, regions_of(self.flat, plan))
        return self._regions[1]

    def show(self) -> None:
        """Show the current step."""
        plan, step = self.draft.plan, self.step
        self._undo.disabled = not self.draft.can_undo
        view = self.canvas_view
        view.dots, view.chosen, view.lines = step.dots(), step.ringed(), ()
        if step.on_photo:
            view.picture = self.draft.photo
        else:
            groups = {p.number: p.continent for p in plan.places} if isinstance(step, ContinentStep) else None
            view.picture = shaded(self.flat, self.labels, groups) if plan.places else self.flat
            at = {place.number: place.at for place in plan.places}
            joined = [pair for pairs in links_of(self.labels, plan) for pair in pairs] if step.linked else []
            view.lines = tuple((at[one], at[other]) for one, other in joined)
        self._show_side()

    def _show_side(self) -> None:
        number = next(n for n, kind in enumerate(STEPS) if isinstance(self.step, kind))
        title = TextLabel(
            gettext(
                "{number} of {count}: {title}", number=number + 1, count=len(STEPS), title=self.step.title
            ),
            theme.BODY,
            theme.ACCENT,
            bold=True,
        )
        before = text_button(gettext("Before"), lambda: self.turn_to(number - 1))
        if number + 1 < len(STEPS):
            onward = text_button(gettext("Next"), lambda: self.turn_to(number + 1), kind="primary")
        else:
            onward = text_button(gettext("Finish"), self.finish, kind="primary", icon="check")
        ways = row(*([before] if number else []), onward)
        replace_children(
            self.side,
            fixed_height(title, 30),
            fixed_height(TextLabel(self.step.hint, theme.SUBTITLE), 64),
            *self.step.tools(),
            spacer(),
            fixed_height(ways, theme.BUTTON_HEIGHT),
        )

    # --- what is done --------------------------------------------------------------------------------------

    def turn_to(self, number: int) -> None:
        """Go to a step; all but the first need the four corners."""
        if number and len(self.draft.plan.corners) < 4:
            self.shell.show_toast(gettext("Tap the four corners first"))
            return
        self.step = STEPS[number](self)
        self.show()

    def do(self, plan: BoardPlan) -> None:
        """Make a step, on disk before the screen shows it."""
        if self.shell.attempt(lambda: self.draft.do(plan)):
            self.show()

    def ask_name(self, item: TaughtPlace | TaughtContinent) -> None:
        """Ask for the name of a territory or a continent with the keyboard."""
        Keyboard(
            title=gettext("What is its name?"), text=item.name, on_done=lambda _, name: self._call(item, name)
        ).open()

    def _call(self, item: TaughtPlace | TaughtContinent, name: str) -> None:
        name, plan = name.strip()[:40].strip(), self.draft.plan
        if not name:
            return
        if isinstance(item, TaughtPlace):
            self.do(plan.with_place(replace(plan.place(item.number), name=name)))
        else:
            renamed = tuple(replace(c, name=name) if c.number == item.number else c for c in plan.continents)
            self.do(replace(plan, continents=renamed))

    def _rename(self, name: str) -> None:
        if name.strip() and name != self.draft.plan.name:
            self.do(replace(self.draft.plan, name=name.strip()[:40].strip()))

    def _take_back(self) -> None:
        """Take the last step back; without four corners only the photo can be shown."""
        if self.shell.attempt(self._undone):
            self._title.text = self.draft.plan.name
            if len(self.draft.plan.corners) < 4 and not self.step.on_photo:
                self.step = STEPS[0](self)
            self.show()

    def _undone(self) -> None:
        self.draft.undo()

    def finish(self) -> None:
        """Keep the board if nothing is left to do, and say what is left if not."""
        missing = to_do(self.draft.plan, self.labels)
        if missing:
            self.shell.show_refusal(
                Ruling(False, tuple(Reason("", text) for text in missing)), gettext("Still to do")
            )
        elif self.shell.attempt(self._keep):
            self.shell.open_overlay("boards")
            self.shell.show_toast(gettext("{board} can be played now", board=self.draft.plan.name))

    def _keep(self) -> None:
        self.draft.finish(library.keep(board_file(self.draft.plan, self.labels, self.flat)))

    def _leave(self) -> None:
        """Everything is kept already."""
        self.shell.open_overlay("boards")
