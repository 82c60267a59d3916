"""The measuring screen: rulers on the live picture of the table."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.widget import Widget

from calibration.templates import SHOTS
from companion.app.camera.live_table import units_of_miniatures
from companion.app.camera.table_camera import TableCamera, TableObservation
from companion.locale.messages import capitalised, gettext, joined
from companion.referee.game_view import Unit
from companion.referee.inches import MeasuredInches, format_inches
from companion.referee.questions import Measure, Offer, PickSeveral, Question, Template
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row, scrollable, spacer
from companion.ui.rulers.distance import DistanceRuler, TapeRuler
from companion.ui.rulers.figures import FiguresRuler
from companion.ui.rulers.reach import ArcRuler, RingRuler
from companion.ui.rulers.ruler import Ruler
from companion.ui.rulers.table_picture import Pixel, TablePicture
from companion.ui.rulers.template import NAMES, TemplateRuler, shape_of
from companion.ui.rulers.terrain import TerrainRuler
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.measuring.measuring_view import MeasuringView
from companion.vision.miniatures.figures import STAYS, TrackedFigure
from companion.vision.tape import read_tape

FRAMES = 1 / 15
"""Seconds between two pictures."""
SOON = 1 / 20
"""Seconds until a change is shown."""
LOOK = 2.5
"""Seconds between two observations of the table."""
SIDE = 248
"""Width of what is beside the picture, in theme pixels."""
HEAD_ACROSS = 3
"""Buttons side by side above the picture in portrait."""
NAMES_SHOWN = 4
"""Names that are seen at once where a figure is named."""
RULERS: tuple[type[Ruler], ...] = (DistanceRuler, RingRuler, ArcRuler, TemplateRuler, TapeRuler)
PAPERS = tuple(shape_of(shot) for shot in SHOTS)
"""Template shapes to choose from if no question asks for one."""
TURN = 15.0
"""Degrees by which a button rotates the template."""
NO_CAMERA = gettext("No camera is attached. Measure on the table with a tape, and type the inches.")


class MeasuringScreen(Screen):
    """A picture, a ruler on it, and its reading, which can answer the open question."""

    name = "measuring"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self.camera: TableCamera | None = shell.context.table
        if self.camera is not None and shell.session is not None:
            self.camera.play(shell.session.key)
        self.observation = TableObservation() if self.camera is None else self.camera.last_observation()
        self._soon = Clock.create_trigger(lambda _: self._read_off_between_taps(), SOON)
        self.view = MeasuringView(on_change=lambda _: self._soon())
        self.table_picture: TablePicture | None = None
        self.side = column(pad=0)
        upright = theme.METRICS.portrait
        self._head = grid(across=HEAD_ACROSS) if upright else row()
        self._seq = shell.session.seq if shell.session is not None else -1
        self._kind: type[Ruler] = TemplateRuler if self._template is not None else DistanceRuler
        self._clocks = (
            Clock.schedule_interval(lambda _: self._show(), FRAMES),
            Clock.schedule_interval(lambda _: self._observe(), LOOK),
        )
        beside = self.side if upright else fixed_width(self.side, SIDE)
        both = (column if upright else row)(self.view, beside)
        high = 2 * theme.TAP_TARGET + theme.TARGET_GAP if upright else theme.TAP_TARGET + 4
        self.add_widget(column(fixed_height(self._head, high), both, pad=theme.SPACE_8))
        self._lay_head()
        self._show()
        self._observe()
        self._read_off()

    # --- the question --------------------------------------------------------------------------------------

    @property
    def question(self) -> Question | None:
        """The question for which it was opened, while that is open."""
        session = self.shell.session
        return session.question if session is not None and session.seq == self._seq else None

    @property
    def _measure(self) -> Measure | None:
        question = self.question
        return question if isinstance(question, Measure) else None

    @property
    def _template(self) -> Template | None:
        question = self.question
        return question.template if isinstance(question, PickSeveral) else None

    def refresh(self) -> None:
        """Check for a new question, which is not answered by a measurement for the old one."""
        self._soon()

    def on_leave(self) -> None:
        """Stop observing the table."""
        for clock in self._clocks:
            clock.cancel()

    # --- the camera ----------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the newest picture; with the first one, make a ruler."""
        picture = None if self.camera is None else self.camera.picture
        self.view.text = NO_CAMERA if self.camera is None else gettext("The camera gives no picture yet.")
        self.view.show(picture)
        if picture is None:
            return
        size = (picture.shape[1], picture.shape[0])
        if self.table_picture is None or self.table_picture.size != size:
            self.table_picture = TablePicture(size)
            self._take(self.observation)
            self._choose(self._kind)

    def _observe(self) -> None:
        """Observe the table on another thread; the result returns through the task queue."""
        if self.camera is not None and (self.view.ruler is None or self.view.ruler.held is None):
            self.camera.in_background(
                self.camera.observe, lambda found: self.shell.tasks.put(partial(self._take, found))
            )

    def _take(self, found: TableObservation) -> None:
        """Use a new observation, unless a finger holds a handle."""
        ruler = self.view.ruler
        if self.table_picture is None or (ruler is not None and ruler.held is not None):
            return
        knew = self.table_picture.plane is not None
        self.observation = found
        self.table_picture.plane, self.table_picture.found = found.plane, found.miniatures
        self.table_picture.figures, self.table_picture.terrain = found.figures, found.terrain
        if (found.plane is not None) != knew:
            self._choose(self._kind)
        self._soon()
        self.view.mark()

    # --- rulers --------------------------------------------------------------------------------------------

    def _choose(self, kind: type[Ruler]) -> None:
        """Switch to another ruler."""
        self._kind = kind
        self.view.ruler = self._made(kind) if self.table_picture is not None else None
        self._lay_head()
        self._read_off()

    def _made(self, kind: type[Ruler]) -> Ruler | None:
        assert self.table_picture is not None, "rulers are made for a picture"
        if self.table_picture.plane is None and kind.needs_plane:
            return None
        most = self._measure.most if self._measure is not None else None
        if kind is TemplateRuler:
            return TemplateRuler(self.table_picture, self._template or PAPERS[0])
        if kind is TapeRuler:
            return TapeRuler(self.table_picture, self._read_tape, most)
        if kind is FiguresRuler:
            return FiguresRuler(self.table_picture, self._units)
        if kind is TerrainRuler:
            return TerrainRuler(self.table_picture)
        if kind is DistanceRuler:
            return self._laid(DistanceRuler(self.table_picture, most))
        return (
            RingRuler(self.table_picture, most) if kind is RingRuler else ArcRuler(self.table_picture, most)
        )

    @property
    def _units(self) -> dict[str, Unit]:
        """The pieces of the game by id; none without a game of miniatures."""
        session = self.shell.session
        roster = session.table.game_view.roster if session is not None else ()
        return units_of_miniatures(roster)

    def _laid(self, ruler: DistanceRuler) -> DistanceRuler:
        """Lay a ruler from figure to figure, or along a figure's move, if the camera knows them for sure."""
        measure, figures = self._measure, {one.name: one for one in self.observation.figures if one.sure}
        by_name = {unit.name: unit.id for unit in self._units.values()}
        mover = figures.get(measure.focus[0]) if measure is not None and measure.focus else None
        if measure is None or mover is None or not mover.seen:
            return ruler
        target = figures.get(by_name.get(measure.finish, ""))
        if target is not None and target.seen:
            ruler.between(mover.base, target.base)
        elif measure.finish not in by_name and mover.moved > STAYS:
            ruler.along(mover.start, mover.centre)
        return ruler

    def _read_tape(self, along: Sequence[Pixel]) -> None:
        """Read the tape between two pixels."""
        picture = None if self.camera is None else self.camera.picture
        if picture is None or self.camera is None:
            return
        put = self.shell.tasks.put
        begun = self.camera.in_background(
            lambda: read_tape(picture, along), lambda tape: put(partial(self._take_tape, tape))
        )
        if not begun:
            Clock.schedule_once(lambda _: self._read_tape(along), 0.3)

    def _take_tape(self, tape: Any) -> None:
        if isinstance(self.view.ruler, TapeRuler):
            self.view.ruler.take(tape)
            self._read_off()
            self.view.mark()

    # --- laying out ----------------------------------------------------------------------------------------

    def _lay_head(self) -> None:
        self._head.clear_widgets()
        back = BigButton(
            text=gettext("Back"), icon="back", kind="quiet", on_tap=lambda _: self.shell.close_overlay()
        )
        self._head.add_widget(back if theme.METRICS.portrait else fixed_width(back, 118))
        kinds = (*RULERS, *((FiguresRuler,) if self._units else ()))
        for kind in kinds if self.camera is not None else ():
            chosen = "primary" if kind is self._kind else "quiet"
            taking = partial(lambda kind, _: self._choose(kind), kind)
            self._head.add_widget(BigButton(text=kind.title, kind=chosen, on_tap=taking))

    def _read_off_between_taps(self) -> None:
        """Update the reading, but keep every button that a finger touches."""
        held = self.view.ruler is not None and self.view.ruler.held is not None
        if EventLoop.touches and not held:
            self._soon()
        else:
            self._read_off()

    def _read_off(self) -> None:
        """Show the ruler's reading beside the picture."""
        if isinstance(self.view.ruler, FiguresRuler):
            self._keep_barrel(self.view.ruler)
        if self.view.ruler is not None:
            self.view.ruler.table_picture.reach = self.view.reach
        self.side.clear_widgets()
        for part in (*self._messages(), spacer(), *self._keys()):
            self.side.add_widget(part)

    def _messages(self) -> list[Widget]:
        ruler = self.view.ruler
        parts: list[Widget] = []
        measure = self._measure
        if measure is not None:
            ends = capitalised(gettext("{start} to {finish}", start=measure.start, finish=measure.finish))
            parts.append(TextLabel(ends, theme.BODY, bold=True))
        if ruler is not None:
            tone = theme.ACCENT if self._allowed else theme.WARNING
            large = theme.METRICS.portrait or theme.METRICS.wide
            parts += [
                TextLabel(ruler.reading, theme.DISTANT if large else theme.TITLE, tone, bold=True),
                TextLabel(ruler.remark, theme.BODY),
            ]
        if measure is not None and measure.because:
            parts.append(TextLabel(joined([capitalised(measure.because), "."], ""), theme.BODY, theme.MUTED))
        if self.observation.text and not isinstance(ruler, TapeRuler):
            parts.append(TextLabel(self.observation.text, theme.BODY, theme.WARNING))
        return parts

    @property
    def inches(self) -> MeasuredInches | None:
        """The current distance in inches, with its error."""
        ruler = self.view.ruler
        return ruler.inches if isinstance(ruler, DistanceRuler | TapeRuler) else None

    @property
    def _allowed(self) -> bool:
        """Whether the current distance would be accepted."""
        return self._measure is None or self.inches is None or self._measure.judge(self.inches).allowed

    def _keys(self) -> list[Widget]:
        """The buttons for the ruler and its reading."""
        ruler, keys = self.view.ruler, list[Widget]()
        if self.camera is not None and ruler is None and self.table_picture is not None:
            calibrate = BigButton(
                text=gettext("Calibrate"), icon="eye", on_tap=lambda _: self.shell.open_overlay("calibration")
            )
            keys.append(fixed_height(calibrate, theme.BUTTON_HEIGHT))
        if isinstance(ruler, TemplateRuler):
            keys += self._paper_keys(ruler)
        if isinstance(ruler, FiguresRuler):
            keys += self._figure_keys(ruler)
        if isinstance(ruler, TerrainRuler):
            keys += self._terrain_keys(ruler)
        if isinstance(ruler, DistanceRuler) and ruler.between_miniatures is not None:
            text = gettext("From the middles") if ruler.by_rims else gettext("From rim to rim")
            keys.append(
                fixed_height(
                    BigButton(text=text, kind="quiet", on_tap=lambda _: self._turn_rims()), theme.TAP_TARGET
                )
            )
        if self._measure is not None and self.inches is not None and self._measure.undecided(self.inches):
            keys += [fixed_height(self._said_key(offer), theme.TAP_TARGET) for offer in self._measure.offers]
        elif self._measure is not None and self.inches is not None:
            use = BigButton(
                text=gettext("Use {inches}", inches=format_inches(self.inches)),
                icon="check",
                on_tap=lambda _: self._use(),
            )
            keys.append(fixed_height(use, theme.BUTTON_HEIGHT))
        return keys

    def _figure_keys(self, ruler: FiguresRuler) -> list[Widget]:
        """What can be said about the chosen figure; without one, the way to the terrain."""
        chosen = ruler.chosen
        if chosen is None:
            return [self._key(gettext("Trace terrain"), lambda: self._choose(TerrainRuler))]
        if ruler.arc_of_chosen is not None and not ruler.pointing:
            return [self._key(gettext("Point its barrel"), lambda: self._ask_barrel(ruler))]
        return self._name_keys(ruler, chosen)

    def _key(self, text: str, act: Callable[[], None]) -> Widget:
        return fixed_height(BigButton(text=text, kind="quiet", on_tap=lambda _: act()), theme.TAP_TARGET)

    def _ask_barrel(self, ruler: FiguresRuler) -> None:
        ruler.pointing = True
        self._read_off()

    def _keep_barrel(self, ruler: FiguresRuler) -> None:
        """Keep where a barrel points, once a tap has said so."""
        reach, chosen = ruler.arc_of_chosen, ruler.chosen
        if self.camera is None or ruler.pointed is None or reach is None or chosen is None:
            return
        self.camera.point_barrel(chosen.name, ruler.pointed, reach.laid)
        ruler.pointed, ruler.table_picture.figures = None, self.camera.figures
        self.view.mark()

    def _terrain_keys(self, ruler: TerrainRuler) -> list[Widget]:
        """What can be done with the corners so far, or with what was tapped."""
        keys: list[tuple[str, Callable[[], None]]] = []
        if ruler.chosen is not None:
            keys.append((gettext("Remove it"), lambda: self._change_terrain(ruler)))
        elif ruler.area is not None:
            keys.append((gettext("That is all of it"), lambda: self._change_terrain(ruler)))
        if ruler.handles:
            keys.append((gettext("Undo corner"), lambda: self._take_corner_back(ruler)))
        else:
            keys.append((gettext("Figures"), lambda: self._choose(FiguresRuler)))
        return [self._key(text, act) for text, act in keys]

    def _change_terrain(self, ruler: TerrainRuler) -> None:
        """Add the area that was traced, or remove the one that was tapped."""
        if self.camera is None or self.table_picture is None:
            return
        if ruler.chosen is not None:
            self.camera.remove_terrain(ruler.chosen)
        elif ruler.area is not None:
            self.camera.trace(ruler.area)
        self.table_picture.terrain = self.camera.terrain
        self._choose(TerrainRuler)
        self.view.mark()

    def _take_corner_back(self, ruler: TerrainRuler) -> None:
        ruler.take_back()
        self._read_off()
        self.view.mark()

    def _name_keys(self, ruler: FiguresRuler, figure: TrackedFigure) -> list[Widget]:
        """The pieces that a figure may be, to tap; none for one that is known."""
        if figure.name and figure.sure:
            return []
        units = ruler.unnamed
        buttons = [
            fixed_height(
                BigButton(text=unit.name, kind="quiet", on_tap=partial(self._name_figure, unit.id)),
                theme.TAP_TARGET,
            )
            for unit in units
        ]
        high = min(len(buttons), NAMES_SHOWN) * (theme.TAP_TARGET + theme.TARGET_GAP)
        return [fixed_height(scrollable(column(*buttons)), high)]

    def _name_figure(self, name: str, _: object) -> None:
        """Give the chosen figure its name; the camera follows it from now on."""
        ruler = self.view.ruler
        if self.camera is None or not isinstance(ruler, FiguresRuler) or ruler.chosen is None:
            return
        self.camera.name_figure(name, ruler.chosen.base)
        self.camera.keep_figures([unit.id for unit in self._units.values() if not unit.out])
        ruler.table_picture.figures = self.camera.figures
        named = next((one for one in self.camera.figures if one.name == name), None)
        if named is not None:
            ruler.choose(named)
        self._read_off()
        self.view.mark()

    def _said_key(self, offer: Offer) -> BigButton:
        """A button that decides what the measurement leaves open."""
        return BigButton(text=offer.label, on_tap=lambda _: self._give({"offer": offer.id}))

    def _paper_keys(self, ruler: TemplateRuler) -> list[Widget]:
        turns = [
            BigButton(text=text, kind="quiet", on_tap=partial(self._turn_paper, by))
            for text, by in ((gettext("Turn left"), -TURN), (gettext("Turn right"), TURN))
        ]
        keys: list[Widget] = (
            [] if ruler.shape.form == "circle" else [fixed_height(row(*turns), theme.TAP_TARGET)]
        )
        if self._template is None:
            shapes = [self._shape(ruler, shape) for shape in PAPERS]
            return [*keys, fixed_height(row(*shapes), theme.TAP_TARGET)]
        count = len(ruler.counted)
        text = gettext("Name them") if count != 1 else gettext("Name it")
        naming = BigButton(text=text, icon="check", on_tap=lambda _: self._name(count))
        return [*keys, fixed_height(naming, theme.BUTTON_HEIGHT)]

    def _shape(self, ruler: TemplateRuler, shape: Template) -> BigButton:
        kind = "primary" if shape == ruler.shape else "quiet"
        return BigButton(text=NAMES[shape.form], kind=kind, on_tap=lambda _: self._lay(shape))

    # --- acting --------------------------------------------------------------------------------------------

    def _turn_rims(self) -> None:
        if isinstance(self.view.ruler, DistanceRuler):
            self.view.ruler.by_rims = not self.view.ruler.by_rims
            self._read_off()
            self.view.mark()

    def _turn_paper(self, by: float, _: object) -> None:
        if isinstance(self.view.ruler, TemplateRuler):
            self.view.ruler.turn(by)
            self._read_off()
            self.view.mark()

    def _lay(self, shape: Template) -> None:
        if isinstance(self.view.ruler, TemplateRuler):
            self.view.ruler.lay(shape)
            self._read_off()
            self.view.mark()

    def _use(self) -> None:
        """Answer the open question with the distance."""
        inches = self.inches
        if inches is not None:
            self._give({"inches": round(float(inches), 4), "error": round(inches.error, 4)})

    def _give(self, raw: Any) -> None:
        mover = self._measure.focus[:1] if self._measure is not None else ()
        if self.shell.answer(raw, seq=self._seq, by="camera"):
            if self.camera is not None and mover:
                self.camera.count_from_here(mover[0])
            self.shell.show_home()

    def _name(self, count: int) -> None:
        """Return to the roster, to select the counted miniatures."""
        self.shell.close_overlay()
        panel = getattr(self.shell.home, "panel", None)
        if panel is not None and hasattr(panel, "expect"):
            panel.expect(count)
