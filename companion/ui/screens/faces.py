"""The screen for teaching faces of dice: choose the dice, then show every face a few times."""

from functools import partial
from typing import Any

import cv2
import numpy as np
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.camera.dice_tray import tray_of
from companion.app.camera.face_lessons import LOGO, FaceChoice, FaceLesson, teachable_dice
from companion.dice.faces import FACES
from companion.locale.messages import applied, capitalised, gettext, joined
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row, scrollable
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, HoldButton
from companion.ui.widgets.controls.keyboard import Keyboard
from companion.ui.widgets.controls.progress_meter import ProgressMeter
from companion.ui.widgets.dice.die import DieFace
from companion.ui.widgets.dice.face_thumbnail import FaceThumbnail
from companion.ui.widgets.dice.symbol_die import SymbolKey
from companion.ui.widgets.measuring.measuring_view import MeasuringView
from companion.vision.faces.files import faces_folder, read_face_profiles
from companion.vision.faces.profile import SIDE as KEPT
from companion.vision.faces.profile import FaceProfile
from companion.vision.faces.teaching import SingleDie, TeachingResult, taught_faces
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader

FRAMES = 1 / 15
"""Seconds between two pictures."""
LOOKS = 0.5
"""Seconds between two detections of the die."""
SIDE = 290
"""Width of what is beside the picture, in theme pixels."""
FACE, SMALL_FACE = 112, 52
"""Side of the cropped face, alone and above a message."""
KEY = 58
"""Height of a row of faces to pick from."""
KIND = 54
"""Height of a button for a kind of dice."""
NO_CAMERA = gettext("No camera is attached: plug one in and start again.")


class FacesScreen(Screen):
    """Lists the dice, and runs the lesson of one kind."""

    name = "faces"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self.camera = shell.context.table
        self.folder = faces_folder(self.camera.path.parent if self.camera is not None else None)
        self.lesson: FaceLesson | None = None
        self.seen: SingleDie | None = None
        self.result: TeachingResult | None = None
        self.showing = False
        self.view, self.face, self.side = MeasuringView(text=NO_CAMERA), FaceThumbnail(), column(pad=0)
        self._head, self._hint = row(), TextLabel("")
        self._clocks = (
            Clock.schedule_interval(lambda _: self._show(), FRAMES),
            Clock.schedule_interval(lambda _: self._observe(), LOOKS),
        )
        beside = self.side if theme.METRICS.portrait else fixed_width(self.side, SIDE)
        both = (column if theme.METRICS.portrait else row)(self.view, beside)
        self.add_widget(column(fixed_height(self._head, theme.TAP_TARGET + 4), both, pad=theme.SPACE_8))
        self._lay_out()

    def on_leave(self) -> None:
        """Stop the camera."""
        for clock in self._clocks:
            clock.cancel()

    # --- looking -------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the live picture with the dice outlined."""
        picture = None if self.camera is None else self.camera.picture
        if picture is not None and self.lesson is not None and self.seen is not None:
            picture = self.seen.annotated(picture)
        self.view.show(picture)

    def _observe(self) -> None:
        """Detect the die, on another thread."""
        picture = None if self.camera is None else self.camera.picture
        lesson = self.lesson
        if picture is None or lesson is None or self.showing or self.camera is None:
            return
        put = self.shell.tasks.put
        self.camera.in_background(
            lambda: lesson.find(picture), lambda seen: put(partial(self._take, lesson, seen))
        )

    def _take(self, lesson: FaceLesson, seen: SingleDie) -> None:
        """Outline the dice, and draw the face large."""
        if lesson is not self.lesson or self.showing:
            return
        self.seen = seen
        self.face.show(seen.face)
        self.face.tone = "calm"
        self.face.text = gettext("no die yet")
        if self.result is None:
            self._hint.text = joined([seen.problem, "."], "") if seen.problem else self._what_to_do

    @property
    def _what_to_do(self) -> str:
        return gettext("What does it show? Tap it below.")

    # --- showing -------------------------------------------------------------------------------------------

    def pick(self, picked: FaceChoice) -> None:
        """Teach the picked face from the newest picture, on another thread."""
        picture, lesson = None if self.camera is None else self.camera.picture, self.lesson
        if picture is None or lesson is None or self.camera is None:
            self.shell.show_toast(NO_CAMERA)
            return
        if self.showing:
            return
        self.showing = True
        self._show_face(lesson, picture, picked)

    def _show_face(self, lesson: FaceLesson, picture: Picture, picked: FaceChoice) -> None:
        assert self.camera is not None, "only a camera's pictures are shown"
        put = self.shell.tasks.put
        begun = self.camera.in_background(
            lambda: self._shown(lesson, picture, picked),
            lambda result: put(partial(self._show_result, result)),
        )
        if not begun:
            Clock.schedule_once(lambda _: self._show_face(lesson, picture, picked), 0.1)

    def _shown(self, lesson: FaceLesson, picture: Picture, picked: FaceChoice) -> TeachingResult | OSError:
        try:
            return lesson.show(picture, picked)
        except OSError as error:
            return error

    def _show_result(self, result: TeachingResult | OSError) -> None:
        """Show the result; the dice reader uses the new example from the next roll."""
        self.showing = False
        if isinstance(result, OSError):
            self.shell.show_error(result)
            return
        self.result, self.seen = result, result.seen
        self.face.show(result.seen.face)
        if result.good:
            self._reload_profiles()
        self._lay_side()

    def undo(self) -> None:
        """Undo the last example."""
        if self.lesson is None or self.showing:
            return
        if not self.lesson.undo():
            self.shell.show_toast(gettext("Nothing was shown yet"))
        self.result = None
        self._reload_profiles()
        self._lay_side()

    def _reload_profiles(self) -> None:
        if self.shell.context.tray is not None:
            self.shell.context.tray.set_face_profiles(read_face_profiles(self.folder).profiles)

    # --- which dice ----------------------------------------------------------------------------------------

    def choose(self, profile: FaceProfile) -> None:
        """Start or continue the lesson of some dice."""
        tray = tray_of(self.camera.profile if self.camera is not None else None)
        self.lesson = FaceLesson(profile, self.folder, DiceReader(tray=tray), tray)
        self.result = self.seen = None
        self.face.show(None)
        self._lay_out()

    def _name(self) -> None:
        """Ask for the name of the dice."""
        Keyboard(
            title=gettext("What are these dice called?"), on_done=lambda _, text: self._named(text)
        ).open()

    def _named(self, text: str) -> None:
        if text:
            taught = teachable_dice(read_face_profiles(self.folder))
            known = next((one for one in taught if one.name == text), None)
            self.choose(known or FaceProfile(text))

    def _anew(self, profile: FaceProfile) -> None:
        """Drop all examples of some dice, and start again."""
        self.choose(FaceProfile(profile.name))
        if self.lesson is not None:
            self.shell.attempt(lambda: self._kept(self.lesson))

    def _kept(self, lesson: FaceLesson | None) -> None:
        if lesson is not None:
            lesson.keep()
            self._reload_profiles()

    def _done(self) -> None:
        """Return to the list of dice."""
        self.lesson = self.result = self.seen = None
        self._lay_out()

    # --- laying out ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._head.clear_widgets()
        back = BigButton(text=gettext("Back"), icon="back", kind="quiet", on_tap=lambda _: self._back())
        self._head.add_widget(fixed_width(back, 118))
        title = gettext("Dice faces") if self.lesson is None else capitalised(self.lesson.profile.name)
        self._head.add_widget(TextLabel(title, theme.TITLE, theme.ACCENT, bold=True, fill=True, lines=1))
        self._lay_side()

    def _back(self) -> None:
        if self.lesson is not None:
            self._done()
        else:
            self.shell.open_overlay("calibration")

    def _lay_side(self) -> None:
        self.side.clear_widgets()
        for part in self._choice() if self.lesson is None else self._lesson(self.lesson):
            self.side.add_widget(part)

    def _choice(self) -> list[Widget]:
        own = read_face_profiles(self.folder)
        parts: list[Widget] = [TextLabel(gettext("Which dice are taught?"), theme.SUBTITLE, bold=True)]
        parts += [TextLabel(problem, theme.CAPTION, theme.WARNING) for problem in own.problems]
        kinds = [self._kind(profile) for profile in teachable_dice(own)]
        if own.named(LOGO) is None:
            logo = BigButton(text=gettext("A logo for the six"), kind="quiet")
            logo.bind(on_tap=lambda _: self.choose(FaceProfile(LOGO)))
            kinds.append(fixed_height(logo, KIND))
        other = BigButton(
            text=gettext("Other dice"), icon="pencil", kind="quiet", on_tap=lambda _: self._name()
        )
        kinds.append(fixed_height(other, KIND))
        return [*parts, scrollable(column(*kinds))]

    def _kind(self, profile: FaceProfile) -> Widget:
        known = len(taught_faces(profile))
        detail = (
            gettext("all six faces known")
            if profile.complete
            else gettext("{known} of 6 faces known", known=known)
        )
        key = BigButton(
            text=capitalised(profile.name),
            detail=detail,
            icon="check" if profile.complete else "",
            kind="quiet",
        )
        key.bind(on_tap=lambda _: self.choose(profile))
        return fixed_height(key, KIND)

    def _lesson(self, lesson: FaceLesson) -> list[Widget]:
        parts: list[Widget] = [
            fixed_height(TextLabel(lesson.status, theme.BODY, bold=True, fill=True, lines=1), 26),
            fixed_height(ProgressMeter(share=lesson.progress), 18),
        ]
        if lesson.profile.complete and self.result is None:
            return [*parts, *self._known(lesson)]
        return [
            *parts,
            scrollable(column(self._result(), gap=0)),
            self._picker(lesson),
            fixed_height(self._keys(lesson), theme.TAP_TARGET),
        ]

    def _result(self) -> Widget:
        """The detected face, and the message about it."""
        result = self.result
        self._hint = TextLabel(self._what_to_do, theme.BODY, fill=True)
        if result is None:
            return fixed_height(row(fixed_width(_free(self.face), FACE), self._hint), FACE)
        word, tone = (gettext("Good."), theme.SUCCESS) if result.good else (gettext("Again."), theme.WARNING)
        self.face.tone = "good" if result.good else "bad"
        shown = row(
            fixed_width(_free(self.face), SMALL_FACE),
            TextLabel(word, theme.SUBTITLE, tone, bold=True, fill=True),
        )
        sentence = TextLabel(
            applied(lambda words: f"{words.rstrip('.')}.", result.sentence), theme.CAPTION, tone
        )
        result_column = column(fixed_height(shown, SMALL_FACE), sentence, size_hint_y=None)
        result_column.bind(minimum_height=result_column.setter("height"))
        return result_column

    def _picker(self, lesson: FaceLesson) -> Widget:
        """A key for every value that a face can have."""
        keys = [self._key(lesson, picked) for picked in lesson.picks]
        across = 4 if lesson.symbols else 3
        return fixed_height(grid(*keys, across=across, gap=theme.TARGET_GAP), 2 * KEY + theme.TARGET_GAP)

    def _key(self, lesson: FaceLesson, picked: FaceChoice) -> Widget:
        tap, shown = (lambda _: self.pick(picked)), lesson.example_count_of(picked) > 0
        if picked.symbols is not None:
            return SymbolKey(face=picked.symbols, paint=self._paint(lesson), lamp_lit=shown, on_tap=tap)
        return DieFace(face=picked.number, body=self._body(lesson), chosen=shown, on_tap=tap)

    def _body(self, lesson: FaceLesson) -> str:
        colours = lesson.profile.colours or ((self.seen.colour,) if self.seen and self.seen.colour else ())
        return colours[0] if colours else "white"

    def _paint(self, lesson: FaceLesson) -> theme.Swatch:
        return theme.DIE_COLOURS[self._body(lesson)]

    def _keys(self, lesson: FaceLesson) -> Widget:
        undo = BigButton(text=gettext("Undo"), icon="undo", kind="quiet", on_tap=lambda _: self.undo())
        enough = lesson.next_face is None or (not lesson.symbols and bool(taught_faces(lesson.profile)))
        done = BigButton(text=gettext("Done"), icon="check", kind="primary" if enough else "quiet")
        done.bind(on_tap=lambda _: self._done())
        return row(undo, done)

    def _known(self, lesson: FaceLesson) -> list[Widget]:
        """The six taught faces, and a button to teach them again."""
        faces = FaceThumbnail()
        faces.show(contact_sheet_of(lesson.profile))
        anew = HoldButton(text=gettext("Teach again"), on_tap=lambda _: self._anew(lesson.profile))
        done = BigButton(text=gettext("Done"), icon="check", on_tap=lambda _: self._done())
        return [faces, fixed_height(anew, theme.BUTTON_HEIGHT), fixed_height(done, theme.BUTTON_HEIGHT)]


def contact_sheet_of(profile: FaceProfile) -> Picture:
    """The first example of each of the six faces, three in a row: BGR."""
    gap = 3
    sheet = np.full((2 * (KEPT + gap) + gap, 3 * (KEPT + gap) + gap), 40, np.uint8)
    for place, value in enumerate(FACES):
        top, left = gap + place // 3 * (KEPT + gap), gap + place % 3 * (KEPT + gap)
        for example in profile.examples.get(value, ())[:1]:
            sheet[top : top + KEPT, left : left + KEPT] = example
    return np.asarray(cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR), np.uint8)


def _free(widget: Widget) -> Widget:
    """A widget removed from its parent, so that it can be laid out again."""
    if widget.parent is not None:
        widget.parent.remove_widget(widget)
    return widget
