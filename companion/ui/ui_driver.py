"""Answers open questions by simulated touches, as a player would."""

from collections.abc import Callable
from typing import Any

from companion.errors import ElementNotFound
from companion.referee.dice import Losses
from companion.referee.inches import to_sixteenth
from companion.referee.questions import (
    END,
    Choose,
    Confirm,
    Count,
    Deploy,
    FillIn,
    Measure,
    Pick,
    PickOrEnd,
    PickSeveral,
    PlayCards,
    Roll,
    Shuffle,
)
from companion.ui.pointer import Pointer
from companion.ui.question_views.choose import ChooseView
from companion.ui.question_views.count import CountView
from companion.ui.question_views.fill_in import FillInView
from companion.ui.question_views.measure import MeasureView
from companion.ui.question_views.secret import SecretView
from companion.ui.question_views.several import SeveralView
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.board.board_widget import BoardWidget
from companion.ui.widgets.controls.keyboard import Keyboard, TextField
from companion.ui.widgets.controls.stepper import Stepper
from companion.ui.widgets.dice.battle_pad import BattlePad
from companion.ui.widgets.dice.dice_pad import DicePad
from companion.ui.widgets.dice.symbol_pad import SymbolPad
from companion.ui.widgets.measuring.tape_measure import PIXELS
from companion.ui.widgets.players.cards import CardPicker

MAX_STEPS = 4
"""Maximum number of taps on plus or minus; for a larger difference the value is set directly."""
MIN_SLIDE = 0.25
"""Difference in inches above which the tape is dragged; below it the keys are faster."""
TIMEOUT = 20.0
"""Maximum time for simulated dice to come to rest and be read, in seconds."""


class UiDriver:
    """Gives answers by simulated touches.

    Args:
        shell: the shell.
        pointer: simulates touches of the screen.
        wait: lets this many seconds pass on the screen.
    """

    def __init__(self, shell: Shell, pointer: Pointer, wait: Callable[[float], None]) -> None:
        self.shell = shell
        self.pointer = pointer
        self.wait = wait

    def give(self, raw: Any) -> None:
        """Answer the open question.

        Args:
            raw: the answer in the notation of a table.

        Raises:
            ElementNotFound: what must be touched is not visible.
        """
        question = self.shell.playing.question
        if question is not None and isinstance(raw, dict) and set(raw) == {"offer"}:
            self._take(next(offer.label for offer in question.offers if offer.id == raw["offer"]))
            return
        cover = getattr(self.shell.home, "panel", None)
        if isinstance(cover, SecretView):
            self.pointer.touch(cover.go)
            self.wait(0.0)
        match question:
            case Choose() if raw in question.also:
                self.touch_place(raw)
            case Choose():
                self._in_view(self.pointer.find_kind(ChooseView), raw)
            case PickSeveral():
                self._several(raw)
            case FillIn():
                self._fill_in(raw)
            case Measure():
                self._measure(raw)
            case Shuffle():
                self.pointer.tap("Let chance decide")
            case Deploy():
                self._deploy(question, raw["place"], raw["count"])
            case PickOrEnd() if raw == END:
                self.pointer.tap(question.end)
            case Pick() | PickOrEnd():
                self.touch_place(raw)
            case Count():
                self._count(raw)
            case PlayCards():
                self._cards(question, raw)
            case Confirm():
                self.pointer.tap(question.yes if raw else question.no)
            case Roll() if question.symbol_contest is not None:
                self._type_symbols(raw)
            case Roll() if set(raw) == {"losses"}:
                self._losses(question, Losses(**raw["losses"]))
            case Roll():
                self.type_dice(raw)
            case _:
                raise ElementNotFound(f"Simulated touches cannot answer {question}.")

    def _take(self, offer: str) -> None:
        """Tap an offer, which may be listed by More."""
        if not self.pointer.shows(offer) and self.pointer.shows("More"):
            self.pointer.tap("More")
        self.pointer.tap(offer)

    def touch_place(self, place: str) -> None:
        """Touch a place on the board."""
        board = self.pointer.find_kind(BoardWidget)
        board.where(place)  # a list of units scrolls to it, which takes a frame
        self.wait(0.0)
        self.pointer.tap_at(*board.where(place))

    def type_dice(self, raw: dict[str, list[int]]) -> None:
        """Enter dice on the pad; open the pad first if the camera's view is shown."""
        if self.pointer.shows("By hand"):
            self.wait(0.1)
            self.pointer.tap("By hand")
        if self.pointer.shows("Left in"):
            self.pointer.tap("Dice")
        pad = self.pointer.find_kind(DicePad)
        for pool, faces in raw.items():
            for face in faces:
                self.pointer.touch(pad.rows[pool].keys[face - 1])
        if not pad.single:
            self.pointer.touch(pad.confirm)

    def _losses(self, question: Roll, lost: Losses) -> None:
        """Tell what a roll cost by its key, or what several rolls have left by a number for either side."""
        pad = self.pointer.find_kind(BattlePad)
        if lost in question.outcomes:
            self.pointer.touch(pad.shown.outcomes[question.outcomes.index(lost)])
            return
        if pad.shown is not pad.totals:
            self.pointer.touch(pad.dice.several)
        places = self.shell.playing.table.game_view.places
        assert question.contest is not None, "losses are told of a battle"
        sides = ((1, question.contest.defender, lost.defender), (0, question.contest.attacker, lost.attacker))
        for side, force, count in sides:
            left = places[force.place].count - count
            if (side, left) == (1, 0):
                continue  # the pad says so until another number is tapped
            while left not in pad.totals.keys[side] and (more := pad.totals.more[side]) is not None:
                self.pointer.touch(more)
            self.pointer.touch(pad.totals.keys[side][left])

    def roll(self) -> None:
        """Roll the simulated dice and wait until the dice reader has read them.

        Raises:
            ElementNotFound: they were not read in time.
        """
        self.pointer.tap("Roll")
        waited = 0.0
        while not self.pointer.shows("Confirm"):
            if waited > TIMEOUT:
                raise ElementNotFound(
                    f"No roll was read in {TIMEOUT:g} s; the screen says: {self.pointer.texts()}"
                )
            self.wait(0.1)
            waited += 0.1

    def _deploy(self, question: Deploy, place: str, count: int) -> None:
        left = count
        while left:
            now = question.most if left == question.most else 1
            if question.most > 1:
                self.pointer.tap("All" if now == question.most else "1")
            self.touch_place(place)
            left -= now
            following = self.shell.playing.question
            if left and isinstance(following, Deploy):
                question = following

    def _count(self, number: int) -> None:
        panel = self.pointer.find_kind(CountView)
        if abs(panel.stepper.value - number) > MAX_STEPS:
            panel.stepper.value = number
            self.wait(0.0)
        self._step(panel.stepper, number)
        self.pointer.touch(panel.confirm)

    def _step(self, stepper: Stepper, number: int) -> None:
        while int(stepper.value) != number:
            self.pointer.touch(stepper.plus if stepper.value < number else stepper.minus)

    def _cards(self, question: PlayCards, kinds: list[str]) -> None:
        if not kinds:
            self.pointer.tap(question.none)
            return
        picker = self.pointer.find_kind(CardPicker)
        for kind in kinds:
            self.pointer.touch(picker.pictures[kind])
        self.pointer.touch(picker.lay)

    def _several(self, places: list[str]) -> None:
        for place in places:
            self.touch_place(place)
        self.pointer.touch(self.pointer.find_kind(SeveralView).confirm)

    def _type_symbols(self, raw: dict[str, list[int]]) -> None:
        pad = self.pointer.find_kind(SymbolPad)
        for pool, numbers in raw.items():
            for number in numbers:
                self.pointer.touch(pad.rows[pool].key(number))
        self.pointer.tap("Confirm")

    def _measure(self, inches: float) -> None:
        """Drag the tape close to the value, then press the keys for the remaining sixteenths."""
        panel = self.pointer.find_kind(MeasureView)
        while abs(left := to_sixteenth(inches) - panel.inches) > MIN_SLIDE:
            x, y = panel.tape.to_window(*panel.tape.center)
            self.pointer.drag((x, y), (x - px(PIXELS) * max(-2.0, min(2.0, left)), y))
        if not panel.inches and not inches:
            self.pointer.touch(panel.part.plus)
        while left := to_sixteenth(inches) - panel.inches:
            self.pointer.touch(panel.part.plus if left > 0 else panel.part.minus)
        self.pointer.touch(panel.confirm)

    def _in_view(self, panel: Any, name: str) -> Any:
        """Scroll to the widget with this name, and touch it."""
        widget = panel.scroll_to(name)
        self.wait(0.0)
        self.pointer.touch(widget)
        return widget

    def _fill_in(self, values: dict[str, int | str]) -> None:
        panel = self.pointer.find_kind(FillInView)
        for name, value in values.items():
            entry = panel.scroll_to(name)
            self.wait(0.0)
            self._enter(entry, value)
        self.pointer.tap("Confirm")

    def _enter(self, entry: Any, value: int | str) -> None:
        """Step, cycle through the choices, or type, until the field shows the value."""
        if isinstance(entry, TextField):
            self.pointer.touch(entry)
            self.type_words(str(value))
        elif isinstance(entry, Stepper):
            self._step(entry, int(value))
        else:
            while entry.text != value:
                self.pointer.touch(entry)

    def type_words(self, text: str) -> None:
        """Type a line on the open keyboard, replacing its text."""
        keyboard = self.pointer.find_kind(Keyboard)
        while keyboard.text:
            self.pointer.tap("Delete")
        for letter in text:
            self._type(keyboard, letter)
        self.pointer.tap("Done")

    def _type(self, keyboard: Keyboard, letter: str) -> None:
        wanted = "letters" if letter.isalpha() or letter == " " else "figures"
        if keyboard.layer != wanted:
            self.pointer.tap("123" if wanted == "figures" else "abc")
        if letter.isalpha() and keyboard.shift != letter.isupper():
            self.pointer.tap("Shift")
        self.pointer.tap("Space" if letter == " " else letter)
