"""The table screen: timeline at the top, board and question side by side, seats at the bottom."""

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any, Literal

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.app.labels import place_names, seats_with_neutral
from companion.app.night.computer_players import ComputerMove
from companion.hardware.signals import Meaning, Meanings
from companion.locale.messages import gettext, joined
from companion.referee.game_info import Editor
from companion.referee.game_view import GameView
from companion.referee.questions import Offer, Question
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.board_view import board_view
from companion.ui.free_boxes import Box, control_boxes, freest, positions
from companion.ui.layout import (
    Hint,
    column,
    fixed_height,
    fixed_width,
    least_height,
    replace_children,
    row,
    spacer,
)
from companion.ui.question_views.computer import ComputerView, ThinkingView
from companion.ui.question_views.question_view import QuestionView
from companion.ui.question_views.registry import view_of
from companion.ui.question_views.secret import SecretView
from companion.ui.screen import Screen
from companion.ui.screens.offers import more_key, offer_key, offer_lines, offer_list
from companion.ui.screens.question_card import QuestionCard
from companion.ui.screens.toolbar import tools
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.board.opponents import opponents_of, opposing_squads
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import awaits_layout
from companion.ui.widgets.controls.drawing import Point, text_height
from companion.ui.widgets.players.event_list import EventList
from companion.ui.widgets.players.seat_strip import ROW, SeatStrip
from companion.ui.widgets.players.win_bar import HEIGHT as WIN_BAR
from companion.ui.widgets.players.win_bar import WinBar
from companion.ui.widgets.status.timeline_strip import TimelineStrip

SIDE, FIELD_SIDE, WIDE_SIDE = 286, 300, 344
"""Width of the question beside the board: normally, beside a field with its five tools, and in a wide window.

In theme pixels.
"""
QUESTION, UPRIGHT_QUESTION = 380, 320
"""Height reserved for a question beside the board and below it; the rest lists events. In theme pixels."""
UPRIGHT_PROMPT, LEAST_MAP = 260, 0.83
"""In portrait: least height of a question below its answers, and the map's least share beside a long one."""
HEIGHT_TOLERANCE = 4
"""Tolerance of the estimated height of a question, in theme pixels."""
MIN_EVENTS, STEPS_UPRIGHT = 72, 80
"""Minimum height of the event list, and height of the two rows of steps in portrait, in theme pixels."""
TWO_LINES = 74
"""Height of a toast of two lines, in theme pixels."""
Desk = Literal["board", "answers", "offers"]
"""What stands beside the question: the board, large answers, or a list of interruptions."""
MAX_EVENTS = 20
"""Maximum number of listed events."""
ONE_ROW = 2
"""Seats that fit in one row in portrait; more seats take two rows."""


class TableScreen(Screen):
    """The main screen of a game: board, question, seats and timeline."""

    name = "table"
    cached = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        game_view = self.playing.table.game_view
        self._seq, self._uncovered, self._asked_at = -1, -1, 0.0
        self._shorten_soon = Clock.create_trigger(self._shorten_panel)
        self.panel: QuestionView | None = None
        self.card = QuestionCard()
        self._toolbar: Widget | None = None
        self._toolbar_kind = ""
        self._foot: list[Widget] = []
        self._foot_shows: tuple[Any, ...] = ()
        self.strip = TimelineStrip(
            on_pause=lambda _: shell.open_tool("pause"),
            on_step=lambda _, step: shell.open_tool("why", step=step),
            on_round=lambda _: shell.open_overlay("chronicle"),
        )
        self.board = board_view(game_view, self.playing.seats, self._touch, self._explain)
        self.board.bind(on_places=lambda _, places: self._touch_all(places))
        self.desk = column(self.board)
        self.side = column(pad=theme.SPACE_8)
        self.seats = SeatStrip(seats=self.playing.seats, on_seat=lambda *_: shell.open_tool("standings"))
        self.seats.bind(cut=self._say_event)
        self.winning = WinBar(size_hint_y=None, height=0)
        self.side.bind(height=self._share_side)
        self.events = EventList(size_hint_y=None, on_tap=lambda _: shell.open_overlay("chronicle"))
        self.beside = column(self.side, gap=theme.SPACE_4)
        self.beside.bind(height=self._fit_events)
        self.bind(size=self._fit_board)
        self.add_widget(self._lay_out())

    def _lay_out(self) -> BoxLayout:
        metrics = theme.METRICS
        side = FIELD_SIDE if self.playing.table.game_view.kind == "field" else SIDE
        beside = fixed_width(self.beside, WIDE_SIDE if metrics.wide else side)
        if metrics.portrait:
            beside.size_hint_x = 1
        middle = (column if metrics.portrait else row)(self.desk, beside, gap=0)
        self.beside.padding = (px(theme.SPACE_4) if metrics.wide else 0, 0, 0, 0)
        self.strip.rows = 2 if metrics.portrait else 1
        self.seats.rows = 2 if metrics.portrait and len(self.playing.seats) > ONE_ROW else 1
        return column(
            fixed_height(self.strip, STEPS_UPRIGHT if metrics.portrait else theme.STRIP_HEIGHT),
            middle,
            self.winning,
            fixed_height(self.seats, self.seats.rows * ROW),
            gap=0,
        )

    def _fit_board(self, *_: object) -> None:
        """In portrait, fit the board's height to the map, or to the answers that replace it."""
        answers = self.board.parent is not self.desk
        if not theme.METRICS.portrait or (self.board.shape is None and not answers):
            self.desk.size_hint_y = 1
            return
        room = self.height - self.strip.height - self.winning.height - self.seats.height
        most = room if answers or self.board.shape is None else self.width / self.board.shape
        self.desk.size_hint_y = None
        smallest = LEAST_MAP * min(most, room - px(UPRIGHT_QUESTION))
        wanted = min(self._question_height(self.width), room - smallest)  # rather than scroll
        need = self._prompt_height(room) if answers else max(px(UPRIGHT_QUESTION), wanted)
        self.desk.height = min(most, room - need)

    def _prompt_height(self, room: float) -> float:
        """Return the height of a question below its answers, in pixels: at most half of the room."""
        least = px(UPRIGHT_PROMPT + (theme.TAP_TARGET + theme.TARGET_GAP if self._editors() else 0))
        return max(least, min(self._question_height(self.width), room / 2))

    def _question_height(self, width: float) -> float:
        """Return the preferred height of the question with its answers at this width; both in pixels."""
        if self.card.parent is None:
            return 0.0
        pad = 2 * px(theme.SPACE_8)
        return self.card.wanted(width - pad) + pad + self._below_card() + px(HEIGHT_TOLERANCE)

    def _fit_events(self, *_: object) -> None:
        """Show the event list if the question leaves enough height for it."""
        need = UPRIGHT_QUESTION if theme.METRICS.portrait else QUESTION
        room = self.beside.height - max(px(need), self._question_height(self.side.width)) - px(theme.SPACE_4)
        self.events.height = room
        listed = room >= px(MIN_EVENTS) and bool(self.playing.table.reports)
        if listed != (self.events.parent is not None):
            (self.beside.add_widget if listed else self.beside.remove_widget)(self.events)
            self._show_events()

    def _show_events(self) -> None:
        """Show past events in the list, or the last one in the seat strip."""
        reports = tuple(logged.report for logged in self.playing.table.reports[-MAX_EVENTS:])
        self.events.reports, self.events.seats = reports, self.playing.seats
        listed = self.events.parent is not None
        self.seats.event = reports[-1].text if reports and not listed else ""

    def refresh(self) -> None:
        """Show the current state of the game; a new question gets a new panel."""
        session = self.playing
        table = session.table
        self.strip.timeline = table.timeline
        game_view = table.game_view
        self.board.seats, self.seats.seats = seats_with_neutral(game_view, session.seats), session.seats
        self.seats.game_view = game_view
        self.board.game_view = _focused(game_view, session.question)
        self._show_chances(game_view)
        where = table.timeline
        self.seats.active = where.wanted or where.active
        self._fit_events()
        self._show_events()
        # First the new question: a tick may give the computer's answer to the one that is shown.
        if session.seq != self._seq or (isinstance(self.panel, ThinkingView) and not self.shell.thinking):
            self._ask()
        self.tick()

    def _show_chances(self, game_view: GameView) -> None:
        """Show everybody's chance to win between the board and the seats, where the table wants it."""
        self.winning.seats, self.winning.chances = self.playing.seats, self.shell.win_chances
        self.winning.teams = {standing.seat: standing.team for standing in game_view.standings}
        self.winning.height = px(WIN_BAR) if self.winning.chances else 0

    def toast_boxes(self) -> list[tuple[Point, Point]]:
        """Return boxes for a toast off the map: beside the current step, tools or all steps, the question."""
        if theme.METRICS.portrait:
            steps = self.strip.pause.x - px(theme.SPACE_8) - self.strip.x
            longer = tuple(self.strip.pos), (steps, self.strip.height)
        else:
            above_tools = self.side.y + px(theme.TAP_TARGET + theme.SPACE_12)
            longer = (self.side.x, above_tools), (self.side.width, px(TWO_LINES))
        return [self.strip.beside_now, longer, (tuple(self.side.pos), tuple(self.side.size))]

    def banner_box(self, height_at: Callable[[float], float]) -> Box:
        """Return a box for a banner that hides no selectable place and no control, or as few as possible."""
        gap, boxes, side = px(theme.SPACE_8), [], self.side.width
        if self.playing.table.game_view.kind != "field":
            left, low = self.desk.x + gap, self.desk.y + gap
            wide, high = self.desk.width - 2 * gap, self.strip.y - gap - low
            room = ((left, low), (wide, high))
            height, narrow = height_at(wide), min(wide, side)
            boxes = [((left, low), (wide, height)), ((left, low + high - height), (wide, height))]
            boxes += positions(room, (narrow, height_at(narrow)), px(theme.SPACE_16))
        beside = positions((tuple(self.side.pos), tuple(self.side.size)), (side, height_at(side)), gap / 2)
        hidden = self._selectable_boxes() + control_boxes(self.side)
        return freest(boxes + beside[::-1], hidden) or ((0.0, 0.0), (0.0, 0.0))

    def targets(self) -> list[Box]:
        """List the boxes of all controls and of the selectable places."""
        return super().targets() + self._selectable_boxes()

    def _selectable_boxes(self) -> list[Box]:
        """Return the box of each selectable place's target."""
        if self.board.parent is None:
            return []
        size = px(theme.TAP_TARGET)
        middles = map(self.board.where, self.board.selectable or ())
        return [((x - size / 2, y - size / 2), (size, size)) for x, y in middles]

    def meanings(self, meanings: Meanings) -> Meanings:
        """Let the question's view say what the panel's buttons mean."""
        return self.panel.meanings(meanings) if self.panel is not None else meanings

    def press(self, meaning: Meaning) -> None:
        """Move to another choice, or accept the highlighted one."""
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
        """Show the clock of the player who must answer; let the computer go on if no piece is moved."""
        clocks = self.playing.clocks
        self.strip.clock = clocks.face
        self.strip.paused = clocks.paused
        self._let_computer_continue()

    def _let_computer_continue(self) -> None:
        """Give the computer's answer after showing it for a while, if nobody must move pieces for it."""
        panel, shown = self.panel, monotonic() - self._asked_at
        if isinstance(panel, ComputerView) and not panel.move.moves_pieces:
            idle = self.shell.overlay is None and not self.playing.clocks.paused
            if idle and self.parent is not None and shown > theme.COMPUTER_SECONDS:
                panel.accept()

    def _say_event(self, _: SeatStrip, event: str) -> None:
        """Show an event that does not fit in the seat strip, for a while, over the steps."""
        if event:
            Clock.schedule_once(lambda _: self._lay_event(event))

    def _lay_event(self, event: str) -> None:
        """Show an event over the steps if it fits there; a longer one would cover the question."""
        room = self.toast_boxes()[0][1][0] - 2 * px(theme.SPACE_24)
        fits = drawing.text_width(event, px(theme.BODY)) <= room
        if fits and self.seats.cut == event and self.parent is not None and not self.shell.banner.shown:
            self.shell.show_toast(event)

    def _ask(self) -> None:
        session, question = self.playing, self.playing.question
        if question is None:
            return
        seq, before = session.seq, self.panel
        self._seq = seq
        give, refuse = partial(self.shell.answer, seq=seq), self.shell.show_refusal
        move = self.shell.computer_move if not self.shell.thinking else None
        asked = session.seat(question.seat)
        if self.shell.thinking:
            self.panel = ThinkingView(question, give, refuse)
        elif move is None and question.secret and asked is not None and self._uncovered != seq:
            self.panel = SecretView(question, asked, lambda: self._uncover(seq))
        elif move is not None:
            self.panel = ComputerView(question, partial(give, by="computer"), refuse, move)
        else:
            self.panel = view_of(question).at_table(
                question,
                give,
                refuse,
                by_chance=lambda: self.shell.attempt(lambda: session.answer_by_chance(seq=seq)),
                places=frozenset(session.table.game_view.places),
            )
        self._asked_at = monotonic()
        if before is not None:
            self.panel.follow(before)
        self.panel.show = self._show_places
        self.panel.give_all = lambda raws: self._on_each(raws, lambda panel, raw: panel.give(raw))
        if self.panel.measured and self.shell.context.table is not None:
            opening = BigButton(text=gettext("Camera"), icon="eye", kind="quiet")
            opening.bind(on_tap=lambda _: self.shell.open_overlay("measuring"))
            self.panel.offer_camera(opening)
        self.board.pointed = None
        self._show_places()
        self.board.begin_question(self.panel.arrow)
        self._lay_panel("answers" if self.panel.large else "board")

    def _uncover(self, seq: int) -> None:
        """Show a secret question to the player who looks alone."""
        if self._seq == seq:
            self._uncovered = seq
            self.shell.guard.start()  # for a second tap, which would choose what lies below the button
            self._ask()

    def _lay_panel(self, shown: Desk) -> None:
        """Lay the question out, with the board, its large answers or the interruptions beside it."""
        session, panel = self.playing, self.panel
        question = session.question
        if panel is None or question is None:
            return
        self.desk.padding = 0 if shown == "board" else px(theme.SPACE_8)
        replace_children(self.desk, *self._on_desk(shown, panel))
        middle: list[Widget] = [panel]
        if panel.large or shown == "offers":
            middle = [spacer(), fixed_height(self._switch_key(shown, large=panel.large), theme.TAP_TARGET)]
        asked = self.shell.worded_question or question
        detail = "" if panel.shows_detail else asked.detail
        self.card.ask(asked.prompt, detail, session.seat(question.seat))
        foot = [self._tools()] if shown == "offers" else self._lay_foot()
        replace_children(self.side, self.card, *middle, *foot)
        panel.bind(minimum_height=self._share_side)
        self._share_side()

    def _on_desk(self, shown: Desk, panel: QuestionView) -> list[Widget]:
        """Return the board, or what stands in its place."""
        if shown == "offers":
            return [offer_list([offer_key(offer, self._take) for offer in self._offers()])]
        return [*self._opponents(), panel] if shown == "answers" else [self.board]

    def _switch_key(self, shown: Desk, *, large: bool) -> BigButton:
        """Return the key that shows the board beside large answers, or the answers again."""
        then: Desk = "answers" if large and shown != "answers" else "board"
        text = gettext("See the board") if shown == "answers" else gettext("Answer")
        return BigButton(text=text, kind="quiet", on_tap=lambda _: self._lay_panel(then))

    def _opponents(self) -> list[Widget]:
        """Return both squads for the top of a large panel, if the game has squads."""
        view, active = self.playing.table.game_view, self.playing.table.timeline.active
        return [opponents_of(view, self.playing.seats, active)] if opposing_squads(view) else []

    def _share_side(self, *_: object) -> None:
        """Let the question use the height that its answers leave."""
        self._fit_board()
        if self.card.parent is None:
            return
        self.card.hints = self._hints_height()
        self.card.most = self.side.height - 2 * px(theme.SPACE_8) - self._below_card()
        self._fit_events()
        self._shorten_soon()

    def _hints_height(self) -> float:
        """Return the height of the hints beside the board, in pixels."""
        hints = [part for part in (self.panel.children if self.panel else ()) if isinstance(part, Hint)]
        return sum(text_height(hint.text, hint.font_size, self.side.width) for hint in hints)

    def _below_card(self) -> float:
        """Return the height of everything below the question with its gaps, in pixels."""
        others = self.side.children[:-1]
        return sum(map(least_height, others)) + float(self.side.spacing * len(others))

    def _shorten_panel(self, _elapsed: float) -> None:
        """Shrink the answers where height is short, once all widths are final."""
        if awaits_layout(self.side):
            self._shorten_soon()
            return
        if self.card.parent is not None and self.panel is not None:
            self.panel.shorten(self.card.missing(self.panel.spare))

    def _lay_foot(self) -> list[Widget]:
        """Return the widgets below the question; they are reused while nothing in them changes."""
        offers, kind = self._offers(), self.playing.table.game_view.kind
        shows = (kind, bool(self._editors()), tuple((offer.id, offer.label) for offer in offers))
        if shows != self._foot_shows:
            self._foot, self._foot_shows = self._new_foot(offers), shows
        return self._foot

    def _new_foot(self, offers: Sequence[Offer]) -> list[Widget]:
        """Return interruptions, editors and tools; in portrait side by side if their words have room."""
        buttons = self._offer_buttons(offers)
        editors = [self._editor_button(editor) for editor in self._editors()]
        above = [fixed_height(row(*editors), theme.TAP_TARGET)] if editors else []
        if not buttons or not theme.METRICS.portrait:
            return [*buttons, *above, self._tools()]
        signs = tools(self.shell, signs=True, advise=self._advise)
        beside = row(*buttons, signs, size_hint_y=None)
        beside.height = buttons[0].height
        if sum(map(_least_width, buttons)) + signs.width > Window.width - 2 * px(theme.SPACE_8):
            beside.clear_widgets()
            return [*buttons, *above, self._tools()]
        return [*above, beside]

    def _tools(self) -> Widget:
        """Return the toolbar; it is reused for every question on the same kind of board."""
        kind = self.playing.table.game_view.kind
        if self._toolbar is None or kind != self._toolbar_kind:
            shown = tools(self.shell, advise=self._advise)
            self._toolbar, self._toolbar_kind = fixed_height(shown, theme.TAP_TARGET), kind
        return self._toolbar

    def _offers(self) -> Sequence[Offer]:
        """List the interruptions possible now."""
        question = self.playing.question
        if question is None or self.panel is None or isinstance(self.panel, ComputerView | ThinkingView):
            return ()
        return tuple(offer for offer in question.offers if offer.id not in self.panel.given_offers)

    def _offer_buttons(self, offers: Sequence[Offer]) -> list[Widget]:
        """Return the lines of keys for interruptions, or the key that lists them if they have no room."""
        lines = offer_lines(offers, self._take)
        if self.panel is None or len(lines) <= self.panel.offer_room:
            return lines
        return [fixed_height(more_key(lambda: self._lay_panel("offers")), theme.TAP_TARGET)]

    def _editors(self) -> tuple[Editor, ...]:
        """List the game's editors if its board is not chosen yet."""
        chosen = self.board.ready or self.playing.table.game_view.kind == "territories"
        return () if chosen else tuple(self.playing.game.info.editors)

    def _editor_button(self, editor: Editor) -> BigButton:
        return BigButton(text=editor.title, kind="quiet", on_tap=lambda _: self.shell.open_overlay(editor.id))

    def _advise(self) -> None:
        """Show what the strongest computer player would answer."""
        if self.shell.ask_advice(self.show_advice):
            self.card.advise(gettext("The computer is thinking."))

    def show_advice(self, move: ComputerMove | None) -> None:
        """Show an answer as advice: in the card, and on the board."""
        if move is None:
            self.shell.show_toast(gettext("No advice for this question."))
            return
        self.card.advise(joined([joined([move.text, "."], ""), move.reason]))
        self.board.advised, self.board.arrow = move.places, move.arrow or ()
        self._share_side()

    def _take(self, offer: str) -> None:
        self.shell.answer({"offer": offer}, seq=self._seq)

    def _show_places(self) -> None:
        self.board.selectable = self.panel.places if self.panel is not None else None
        self.board.also = self.panel.also if self.panel is not None else ()
        self.board.chosen = self.panel.marked if self.panel is not None else ()
        self.board.gathers = self.panel is not None and self.panel.gathers

    def _touch_all(self, places: tuple[str, ...]) -> None:
        """Touch several places in order."""
        self._on_each(places, lambda panel, place: place in (panel.places or ()) and panel.touch_place(place))

    def _on_each(self, items: Sequence[Any], act: Callable[[Any, Any], Any]) -> None:
        """Act on the panel with each, while the same player is asked the same kind of question."""
        first = self.playing.question
        for item in items:
            now, panel = self.playing.question, self.panel
            if panel and now and first and (type(now), now.seat) == (type(first), first.seat):
                act(panel, item)

    def show_seen(self, proposal: Any) -> None:
        """Show what the camera over the board proposes."""
        if self.panel is not None:
            self.panel.offer_seen(proposal, place_names(self.playing.table.game_view))
            self._share_side()

    def _touch(self, place: str) -> None:
        if self.panel is not None and self.panel.places is not None:
            self.panel.touch_place(place)

    def _explain(self, place: str) -> None:
        ruling: Ruling | None = self.panel.judge_place(place) if self.panel is not None else None
        if ruling is not None and not ruling.allowed:
            self.shell.show_refusal(ruling, place_names(self.playing.table.game_view).get(place, ""))


def _focused(game_view: GameView, question: Question | None) -> GameView:
    """Highlight the places that a question names; if it names none, keep the game's focus."""
    return replace(game_view, focus=question.focus) if question is not None and question.focus else game_view


def _least_width(part: Widget) -> float:
    """Return the width that a line of keys needs, in pixels."""
    keys = (key for key in part.walk(restrict=True) if isinstance(key, BigButton))
    return sum(key.least_width + px(theme.TARGET_GAP) for key in keys)
