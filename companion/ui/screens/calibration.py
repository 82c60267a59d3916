"""The calibration wizard: lens, table, tray and dice, each with a live picture and its result."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from calibration.profile import Profile
from companion.app.camera.calibration_steps import STEPS, CalibrationStep, StepOutcome, TrayStep
from companion.app.camera.dice_tray import tray_of
from companion.app.camera.pool_colours import DEFAULT_COLOURS, FILE, read_pool_colours, write_pool_colours
from companion.app.camera.table_camera import TableObservation
from companion.errors import BrokenProfile
from companion.locale.messages import Message, applied, gettext
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row, scrollable, spacer
from companion.ui.rulers.corners import CornersRuler
from companion.ui.rulers.table_picture import TablePicture
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.progress_meter import ProgressMeter
from companion.ui.widgets.measuring.measuring_view import MeasuringView
from companion.vision.frames import Picture

FRAMES = 1 / 15
"""Seconds between two pictures."""
SHOWN = 2.5
"""Seconds for which the annotated picture is shown before the live picture returns."""
SIDE = 270
"""Width of what is beside the picture, in theme pixels."""
EYES = {"lens", "tray", "dice"}
"""The parts of the profile that the dice reader uses."""
ROLES = ("attack", "defence", "")
"""The roles of dice of a colour, in the order of taps."""
ROLE_WORDS: dict[str, Callable[[str], Message]] = {
    "attack": lambda colour: gettext("{colour} dice attack", colour=colour),
    "defence": lambda colour: gettext("{colour} dice defend", colour=colour),
    "": lambda colour: gettext("{colour} dice do neither", colour=colour),
}
"""What dice of a colour do, by their role."""


class CalibrationScreen(Screen):
    """One step at a time; a good result is saved at once, a bad one says why."""

    name = "calibration"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self.camera = shell.context.table
        self.steps: tuple[CalibrationStep, ...] = tuple(step() for step in STEPS)
        self.step = next((step for step in self.steps if not step.done(self.profile)), self.steps[0])
        self.outcome: StepOutcome | None = None
        self.capturing = self.moved = False
        for step in self.steps:
            step.folder = self.camera.path.parent if self.camera is not None else None
        self.view = MeasuringView(text=gettext("No camera is attached: plug one in and start again."))
        self._gathered: list[Picture] = []
        self._frozen = 0.0
        upright = theme.METRICS.portrait
        self._head, self.side = grid(across=3) if upright else row(), column(pad=0)
        self._clock = Clock.schedule_interval(self._show, FRAMES)
        beside = self.side if upright else fixed_width(self.side, SIDE)
        both = (column if upright else row)(self.view, beside)
        head = fixed_height(
            self._head, 2 * theme.TAP_TARGET + theme.TARGET_GAP if upright else theme.TAP_TARGET + 4
        )
        self.add_widget(column(head, both, pad=theme.SPACE_8))
        self._show(0.0)
        self._lay_out()
        if self.camera is not None:
            put = shell.tasks.put
            self.camera.in_background(self.camera.observe, lambda found: put(partial(self._notice, found)))

    def _notice(self, found: TableObservation) -> None:
        """Ask for a new calibration of the table if the camera was moved."""
        if found.moved and not self.capturing and self.outcome is None:
            self.moved = True
            self._go(next(step for step in self.steps if step.name == "table"), None)

    @property
    def profile(self) -> Profile | None:
        """The current calibration."""
        return self.camera.profile if self.camera is not None else None

    def on_leave(self) -> None:
        """Stop the camera."""
        self._clock.cancel()
        self.capturing = False

    # --- capturing -----------------------------------------------------------------------------------------

    def _show(self, elapsed: float) -> None:
        """Show the live picture, or for a while the annotated one."""
        picture = None if self.camera is None else self.camera.picture
        self._frozen -= elapsed
        if self._frozen <= 0:
            self.view.show(picture)
        if picture is not None and isinstance(self.step, TrayStep) and self.view.ruler is None:
            self.view.ruler = CornersRuler(
                TablePicture((picture.shape[1], picture.shape[0]), reach=self.view.reach)
            )

    def capture(self) -> None:
        """Take the pictures of this step; another thread processes them."""
        self.capturing, self._gathered = True, []
        self._lay_side()
        self._gather(self.step)

    def stop(self) -> None:
        """Stop taking pictures."""
        self.capturing = False
        self._lay_side()

    def _gather(self, step: CalibrationStep) -> None:
        picture = None if self.camera is None else self.camera.picture
        if not self.capturing or step is not self.step or picture is None:
            return
        self._gathered.append(picture)
        if len(self._gathered) < step.pictures:
            Clock.schedule_once(lambda _: self._gather(step), step.pause)
        else:
            self._solve(step, self._gathered)

    def _solve(self, step: CalibrationStep, pictures: list[Picture]) -> None:
        assert self.camera is not None, "only a camera takes pictures"
        if isinstance(step, TrayStep) and isinstance(self.view.ruler, CornersRuler):
            step.corners = self.view.ruler.corners
        put, profile = self.shell.tasks.put, self.profile
        begun = self.camera.in_background(
            lambda: step.solve(pictures, profile), lambda outcome: put(partial(self._take, step, outcome))
        )
        if not begun:
            Clock.schedule_once(lambda _: self._solve(step, pictures), 0.1)

    def _take(self, step: CalibrationStep, outcome: StepOutcome) -> None:
        """Show the result and save a good one; some steps repeat automatically."""
        if step is not self.step or not self.capturing:
            return
        self.outcome, self._gathered = outcome, []
        self.view.show(outcome.result.picture)
        self._frozen = SHOWN
        if outcome.result.good:
            self.capturing = False
            self.shell.attempt(lambda: self._keep(outcome))
        elif step.continuous:
            Clock.schedule_once(lambda _: self._gather(step), step.pause)
        else:
            self.capturing = False
        self._lay_out()

    def _keep(self, outcome: StepOutcome) -> None:
        assert self.camera is not None, "only a camera's profile is kept"
        self.camera.keep(**outcome.found)
        if self.shell.context.tray is not None and not outcome.found.keys().isdisjoint(EYES):
            self.shell.context.tray.set_tray_region(tray_of(self.profile))
        self.moved = self.moved and "table" not in outcome.found

    # --- laying out ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._head.clear_widgets()
        back = BigButton(
            text=gettext("Back"), icon="back", kind="quiet", on_tap=lambda _: self.shell.close_overlay()
        )
        self._head.add_widget(back if theme.METRICS.portrait else fixed_width(back, 118))
        for step in self.steps:
            kind = "primary" if step is self.step else "quiet"
            icon = "check" if step.done(self.profile) else ""
            going = partial(self._go, step)
            self._head.add_widget(BigButton(text=step.title, icon=icon, kind=kind, on_tap=going))
        faces = BigButton(
            text=gettext("Faces"), kind="quiet", on_tap=lambda _: self.shell.open_overlay("faces")
        )
        self._head.add_widget(faces)
        self._lay_side()

    def _go(self, step: CalibrationStep, _: object) -> None:
        """Switch to another step."""
        self.step, self.outcome, self.capturing, self._frozen = step, None, False, 0.0
        self.view.ruler = None
        self._lay_out()

    def _lay_side(self) -> None:
        self.side.clear_widgets()
        for part in (*self._messages(), spacer(), *self._keys()):
            self.side.add_widget(part)

    def _messages(self) -> list[Widget]:
        number = self.steps.index(self.step) + 1
        title = gettext(
            "{number} of {whole}: {step}", number=number, whole=len(self.steps) + 1, step=self.step.title
        )
        good = self.outcome is not None and self.outcome.result.good
        parts: list[Widget] = [TextLabel(title, theme.SUBTITLE, theme.ACCENT, bold=True)]
        parts += [] if good else [TextLabel(self.step.instruction, theme.BODY)]
        if self.step.progress is not None and self.capturing:
            parts.append(fixed_height(ProgressMeter(share=self.step.progress), 20))
        if self.outcome is not None:
            sentence = applied(lambda words: f"{words.rstrip('.')}.", self.outcome.result.sentence)
            again, bad = (
                (gettext("Not yet."), theme.TEXT) if self.capturing else (gettext("Again."), theme.WARNING)
            )
            word, tone = (gettext("Good."), theme.SUCCESS) if good else (again, bad)
            parts += [TextLabel(word, theme.TITLE, tone, bold=True), TextLabel(sentence, theme.BODY, tone)]
        elif self.capturing:
            parts.append(TextLabel(gettext("Looking..."), theme.SUBTITLE, theme.MUTED))
        elif self.moved and self.step.name == "table":
            parts.append(
                TextLabel(gettext("The camera moved: show it the table."), theme.BODY, theme.WARNING)
            )
        elif self.step.done(self.profile) and self.profile is not None:
            made = gettext("Done. Last changed {date:%Y-%m-%d}.", date=self.profile.made)
            parts.append(TextLabel(made, theme.BODY, theme.SUCCESS))
        return parts

    def _keys(self) -> list[Widget]:
        if self.camera is None:
            return []
        keys: list[Widget] = []
        if self.step.name == "dice" and self.profile is not None and self.profile.dice:
            roles = column(
                *(fixed_height(self._role(die.name), theme.TAP_TARGET) for die in self.profile.dice)
            )
            keys.append(
                fixed_height(
                    scrollable(roles), min(len(self.profile.dice), 3) * (theme.TAP_TARGET + theme.TARGET_GAP)
                )
            )
        if self.capturing:
            return [
                *keys,
                fixed_height(
                    BigButton(text=gettext("Stop"), kind="quiet", on_tap=lambda _: self.stop()),
                    theme.BUTTON_HEIGHT,
                ),
            ]
        good = self.outcome is not None and self.outcome.result.good
        text = gettext("Look again") if self.outcome is not None else gettext("Look")
        look = BigButton(text=text, icon="eye", kind="quiet" if good else "primary")
        look.bind(on_tap=lambda _: self._begin())
        keys.append(fixed_height(look, theme.BUTTON_HEIGHT))
        following = self.steps[self.steps.index(self.step) + 1 :]
        if good and following:
            on = BigButton(text=gettext("Next: {step}", step=following[0].title), icon="forward")
            on.bind(on_tap=partial(self._go, following[0]))
            keys.append(fixed_height(on, theme.BUTTON_HEIGHT))
        if good and not following:
            faces = BigButton(
                text=gettext("Next: Faces"), icon="forward", on_tap=lambda _: self.shell.open_overlay("faces")
            )
            keys.append(fixed_height(faces, theme.BUTTON_HEIGHT))
        return keys

    def _begin(self) -> None:
        self.step.reset()
        self.outcome = None
        self.capture()

    # --- dice ----------------------------------------------------------------------------------------------

    def _role(self, colour: str) -> BigButton:
        """A button that shows the role of a colour's dice, and changes it."""
        bodies = self._bodies()
        role = next((pool for pool in ROLES[:2] if colour in bodies.get(pool, ())), "")
        text = ROLE_WORDS[role](gettext(colour.capitalize()))
        return BigButton(text=text, kind="quiet", on_tap=lambda _: self._set_role(colour, role))

    def _bodies(self) -> dict[str, tuple[str, ...]]:
        assert self.camera is not None, "dice are chosen where a camera has seen them"
        try:
            return dict(read_pool_colours(self.camera.path.with_name(FILE)))
        except BrokenProfile:  # damaged: the usual ones count, until others are chosen
            return dict(DEFAULT_COLOURS)

    def _set_role(self, colour: str, role: str) -> None:
        """Give a colour the next role, save it, and assign dice by it from now on."""
        assert self.camera is not None, "dice are chosen where a camera has seen them"
        path = self.camera.path.with_name(FILE)
        following = ROLES[(ROLES.index(role) + 1) % len(ROLES)]
        bodies = {
            pool: tuple(one for one in self._bodies().get(pool, ()) if one != colour) for pool in ROLES[:2]
        }
        if following:
            bodies[following] = (*bodies[following], colour)
        if not self.shell.attempt(lambda: write_pool_colours(path, bodies)):
            return
        if self.shell.context.tray is not None:
            self.shell.context.tray.set_colours(bodies)
        self._lay_side()
