"""The table screen: timeline on top, board and question side by side, seats below."""

from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.app.clocks import clock_face
from companion.app.labels import place_names, seats_with_neutral
from companion.hardware.signals import Meaning
from companion.referee.game_info import Editor
from companion.referee.game_view import GameView
from companion.referee.questions import Offer, Question
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.board_view import board_view
from companion.ui.layout import column, fixed_height, fixed_width, row, scrollable, spacer
from companion.ui.question_views.computer import ComputerView
from companion.ui.question_views.question_view import QuestionView
from companion.ui.question_views.registry import question_view_for
from companion.ui.screens.question_card import QuestionCard
from companion.ui.screens.toolbar import tools
from companion.ui.shell import Screen, Shell
from companion.ui.theme import px
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.drawing import Point
from companion.ui.widgets.opponents import opponents_of, opposing_squads
from companion.ui.widgets.seat_strip import SeatStrip
from companion.ui.widgets.timeline_strip import TimelineStrip

SIDE = 286
"""Width of the question beside the board."""
OFFERS = 1
"""Interruptions that fit beside the board; more of them scroll."""
SHOWN_OFFERS = 1.35
"""How many of those can be seen then; a part of the next shows that there are more."""


class TableScreen(Screen):
    """Where a game is played."""

    name = "table"
    cached = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        game_view = self.playing.table.game_view
        self._seq, self._asked_at = -1, 0.0
        self.panel: QuestionView | None = None
        self.strip = TimelineStrip(
            on_pause=lambda _: shell.open_tool("pause"),
            on_step=lambda _, step: shell.open_tool("why", step=step),
            on_round=lambda _: shell.open_overlay("chronicle"),
        )
        self.board = board_view(game_view, self.playing.seats, self._touch, self._explain)
        self.desk = column(self.board)
        self.side = column(pad=theme.SPACE_8, gap=theme.SPACE_8)
        self.seats = SeatStrip(seats=self.playing.seats, on_seat=lambda *_: shell.open_tool("standings"))
        self.seats.bind(cut=self._say_event)
        self.side.bind(height=self._share_side)
        self.add_widget(self._lay_out())

    def _lay_out(self) -> BoxLayout:
        upright = theme.METRICS.portrait
        middle = (
            column(self.desk, self.side, gap=0)
            if upright
            else row(self.desk, fixed_width(self.side, SIDE), gap=0)
        )
        return column(
            fixed_height(self.strip, theme.STRIP_HEIGHT),
            middle,
            fixed_height(self.seats, theme.STRIP_HEIGHT),
            gap=0,
        )

    def refresh(self) -> None:
        """Show the game as it is now; a new question gets a new panel."""
        session = self.playing
        table = session.table
        self.strip.timeline = table.timeline
        self.board.seats = self.seats.seats = session.seats
        game_view = table.game_view
        self.board.seats, self.seats.seats = seats_with_neutral(game_view, session.seats), session.seats
        self.seats.game_view = game_view
        self.board.game_view = _focused(game_view, session.question)
        where = table.timeline
        self.seats.active = where.wanted or where.active
        self.seats.event = table.reports[-1].report.text if table.reports else ""
        self.tick()
        if session.seq != self._seq:
            self._ask()

    def toast_boxes(self) -> list[tuple[Point, Point]]:
        """Keep lines off the map: over the steps beside the pause button, or long ones over the question."""
        strip = (self.strip.pause.x - self.strip.x - px(theme.SPACE_8), self.strip.height)
        return [(tuple(self.strip.pos), strip), (tuple(self.side.pos), tuple(self.side.size))]

    def banner_box(self, height: float) -> tuple[Point, Point]:
        """Keep a banner off the places that may be picked: at the foot or top of the board, or beside it."""
        (left, low), size = super().banner_box(height)
        top = self.strip.y - px(theme.SPACE_8) - size[1]
        beside = (self.side.x, self.side.center_y - height / 2), (self.side.width, height)
        boxes = [((left, low), size), ((left, top), size)]
        return next((box for box in boxes if not self._hides_places(box)), beside)

    def _hides_places(self, box: tuple[Point, Point]) -> bool:
        """Whether something in a box of the window would cover a place that may be picked."""
        if self.board.parent is None or not self.board.selectable:
            return False
        if self.playing.table.game_view.kind == "field":
            return True
        (left, low), (wide, high) = box
        near = px(theme.TAP_TARGET) / 2
        return any(
            left - near < x < left + wide + near and low - near < y < low + high + near
            for x, y in map(self.board.where, self.board.selectable)
        )

    def press(self, meaning: Meaning) -> None:
        """Go through the choices or accept the one that is lit."""
        if self.panel is None:
            return
        if meaning.action == "accept":
            self.panel.accept()
        elif meaning.action == "accept all":
            self.panel.accept_all()
        else:
            self.panel.propose(-1 if meaning.action == "previous" else 1)
        self.board.pointed = self.panel.proposed_place

    def tick(self) -> None:
        """Show the clock of whoever is waited for, and let the computer go on where no piece is moved."""
        clocks = self.playing.clocks
        self.strip.clock = clock_face(clocks.spent()[clocks.running]) if clocks.running else ""
        self.strip.paused = clocks.paused
        self._let_computer_go_on()

    def _let_computer_go_on(self) -> None:
        """Answer for the computer once its answer could be read, where nobody has to move pieces for it."""
        panel, shown = self.panel, monotonic() - self._asked_at
        if isinstance(panel, ComputerView) and not panel.move.moves_pieces:
            idle = self.shell.overlay is None and not self.playing.clocks.paused
            if idle and self.parent is not None and shown > theme.COMPUTER_SECONDS:
                panel.accept()

    def _say_event(self, _: SeatStrip, event: str) -> None:
        """Lay over the steps for a while what has no room beside the seats, once all lies where it stays."""
        if event:
            Clock.schedule_once(lambda _: self._lay_event(event))

    def _lay_event(self, event: str) -> None:
        if self.seats.cut == event and self.parent is not None:
            self.shell.show_toast(event)

    def _ask(self) -> None:
        session, question = self.playing, self.playing.question
        if question is None:
            return
        seq, before = session.seq, self.panel
        self._seq = seq
        move, refuse = self.shell.computer_move, self.shell.show_refusal
        if move is not None:
            self.panel = ComputerView(
                question, lambda raw: self.shell.answer(raw, seq=seq, by="computer"), refuse, move
            )
        else:
            self.panel = question_view_for(
                question,
                lambda raw: self.shell.answer(raw, seq=seq),
                refuse,
                by_chance=lambda: self.shell.attempt(lambda: session.answer_by_chance(seq=seq)),
                places=frozenset(session.table.game_view.places),
            )
        self._asked_at = monotonic()
        if before is not None:
            self.panel.follow(before)
        self.panel.show = self._show_places
        if self.panel.measured and self.shell.context.table is not None:
            opening = BigButton(text="Camera", icon="eye", kind="quiet")
            opening.bind(on_tap=lambda _: self.shell.open_overlay("measuring"))
            self.panel.offer_camera(opening)
        self.board.pointed = None
        self._show_places()
        self._lay_panel(large=self.panel.large)

    def _lay_panel(self, *, large: bool) -> None:
        """Lay the panel beside the board, or a large one in its place with a button that shows the board."""
        session, panel = self.playing, self.panel
        question = session.question
        if panel is None or question is None:
            return
        self.desk.clear_widgets()
        self.side.clear_widgets()
        self.desk.padding = px(theme.SPACE_8) if large else 0
        if large and opposing_squads(session.table.game_view):
            first = session.table.timeline.active
            self.desk.add_widget(opponents_of(session.table.game_view, session.seats, first))
        self.desk.add_widget(panel if large else self.board)
        middle: list[Widget] = [] if large or panel.large else [panel]
        if panel.large:
            words = "See the board" if large else "Answer"
            see = BigButton(text=words, kind="quiet", on_tap=lambda _: self._lay_panel(large=not large))
            middle = [spacer(), fixed_height(see, theme.TAP_TARGET)]
        detail = "" if panel.shows_detail else question.detail
        card = QuestionCard(question.prompt, detail, session.seat(question.seat))
        self._fill_side(card, *middle, *self._offers(session.seq), *self._editors())

    def _fill_side(self, card: QuestionCard, *parts: Widget) -> None:
        for part in (card, *parts, fixed_height(tools(self.shell), theme.TAP_TARGET)):
            self.side.add_widget(part)
        if self.panel is not None:
            self.panel.bind(minimum_height=self._share_side)
        self._share_side()

    def _share_side(self, *_: object) -> None:
        """Let the question be as high as what answers it leaves it."""
        if not self.side.children:
            return
        card, *others = reversed(self.side.children)
        gaps = 2 * px(theme.SPACE_8) + self.side.spacing * len(others)
        card.most = self.side.height - gaps - sum(map(_least_height, others))

    def _offers(self, seq: int) -> list[Widget]:
        """One button for each interruption that is possible now."""
        question = self.playing.question
        if question is None or isinstance(self.panel, ComputerView):
            return []
        buttons: list[Widget] = [
            fixed_height(self._offer(offer, lit=offer.seat != question.seat, seq=seq), theme.TAP_TARGET)
            for offer in question.offers
        ]
        if len(buttons) <= OFFERS:
            return buttons
        shown = theme.TAP_TARGET * SHOWN_OFFERS
        return [fixed_height(scrollable(column(*buttons)), shown)]

    def _offer(self, offer: Offer, *, lit: bool, seq: int) -> BigButton:
        """What somebody else may do meanwhile is lit, to be seen; a way out for whoever is asked is not."""
        return BigButton(
            text=offer.label, kind="primary" if lit else "quiet", on_tap=self._taking(offer.id, seq)
        )

    def _editors(self) -> list[Widget]:
        """Buttons for the game's editors, before its board is chosen."""
        editors = self.playing.game.info.editors
        if self.board.ready or not editors:
            return []
        return [fixed_height(row(*map(self._editor_button, editors)), theme.TAP_TARGET)]

    def _editor_button(self, editor: Editor) -> BigButton:
        return BigButton(text=editor.title, kind="quiet", on_tap=lambda _: self.shell.open_overlay(editor.id))

    def _taking(self, offer: str, seq: int) -> Any:
        return lambda _: self.shell.answer({"offer": offer}, seq=seq)

    def _show_places(self) -> None:
        self.board.selectable = self.panel.places if self.panel is not None else None
        self.board.chosen = self.panel.marked if self.panel is not None else ()

    def _touch(self, place: str) -> None:
        if self.panel is not None and self.panel.places is not None:
            self.panel.touch_place(place)

    def _explain(self, place: str) -> None:
        ruling: Ruling | None = self.panel.judge_place(place) if self.panel is not None else None
        if ruling is not None and not ruling.allowed:
            self.shell.show_refusal(ruling, place_names(self.playing.table.game_view).get(place, ""))


def _focused(game_view: GameView, question: Question | None) -> GameView:
    """Show the places that a question is about; where it names none, those of the game."""
    return replace(game_view, focus=question.focus) if question is not None and question.focus else game_view


def _least_height(part: Widget) -> float:
    """Return the height below which a part of the side is cut, in pixels."""
    return float(part.height if part.size_hint_y is None else getattr(part, "minimum_height", 0))
