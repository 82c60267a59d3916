"""Fingers: give answers to open questions by touching the screen where a person would."""

from collections.abc import Callable
from typing import Any

from companion.errors import ElementNotFound
from companion.referee.inches import to_sixteenth
from companion.referee.questions import (
    END,
    Cards,
    Choose,
    Confirm,
    Count,
    Deploy,
    FillIn,
    Measure,
    Pick,
    PickOrEnd,
    PickSeveral,
    Roll,
    Shuffle,
)
from companion.ui.hand import Hand
from companion.ui.panels.choose import ChoosePanel
from companion.ui.panels.count import CountPanel
from companion.ui.panels.fill_in import FillInPanel
from companion.ui.panels.measure import MeasurePanel
from companion.ui.panels.several import SeveralPanel
from companion.ui.stage import Stage
from companion.ui.theme import px
from companion.ui.widgets.cards import CardPicker
from companion.ui.widgets.dice_pad import DicePad
from companion.ui.widgets.finger_board import FingerBoard
from companion.ui.widgets.keyboard import Keyboard, WrittenLine
from companion.ui.widgets.stepper import Stepper
from companion.ui.widgets.symbol_pad import SymbolPad
from companion.ui.widgets.tape import PIXELS

FEW = 4
"""Steps up to which a finger steps; over that it slides."""
NEAR = 0.25
"""Inches from which on keys are quicker than the tape."""
PATIENCE = 20.0
"""Seconds to wait for simulated dice to come to rest and be read."""


class Fingers:
    """Touches answers in.

    Args:
        stage: the stage.
        hand: the hand that touches.
        wait: lets so many seconds pass on the screen.
    """

    def __init__(self, stage: Stage, hand: Hand, wait: Callable[[float], None]) -> None:
        self.stage = stage
        self.hand = hand
        self.wait = wait

    def give(self, raw: Any) -> None:
        """Give an answer to the open question, in the form a table takes.

        Raises:
            NothingThere: what must be touched cannot be seen.
        """
        question = self.stage.playing.question
        if question is not None and isinstance(raw, dict) and set(raw) == {"offer"}:
            self.hand.tap(next(offer.label for offer in question.offers if offer.id == raw["offer"]))
            return
        match question:
            case Choose():
                self._in_sight(self.hand.find_kind(ChoosePanel), raw)
            case PickSeveral():
                self._several(raw)
            case FillIn():
                self._fill_in(raw)
            case Measure():
                self._measure(raw)
            case Shuffle():
                self.hand.tap("Companion deals")
            case Deploy():
                self._deploy(question, raw["place"], raw["count"])
            case PickOrEnd() if raw == END:
                self.hand.tap(question.end)
            case Pick() | PickOrEnd():
                self.touch_place(raw)
            case Count():
                self._count(raw)
            case Cards():
                self._cards(question, raw)
            case Confirm():
                self.hand.tap(question.yes if raw else question.no)
            case Roll() if question.symbol_contest is not None:
                self._type_symbols(raw)
            case Roll():
                self.type_dice(raw)
            case _:
                raise ElementNotFound(f"These fingers cannot answer {question}.")

    def touch_place(self, place: str) -> None:
        """Touch a place on the board."""
        board = self.hand.find_kind(FingerBoard)
        self.hand.tap_at(*board.where(place))

    def type_dice(self, raw: dict[str, list[int]]) -> None:
        """Tap dice in on the pad, opening it if the camera's view is shown."""
        if self.hand.sees("By hand"):
            self.wait(0.1)
            self.hand.tap("By hand")
        pad = self.hand.find_kind(DicePad)
        for pool, faces in raw.items():
            for face in faces:
                self.hand.touch(pad.rows[pool].keys[face - 1])
        self.hand.touch(pad.confirm)

    def roll(self) -> None:
        """Throw the simulated dice and wait until the eye has read them.

        Raises:
            NothingThere: they were not read in time.
        """
        self.hand.tap("Roll")
        waited = 0.0
        while not self.hand.sees("Confirm"):
            if waited > PATIENCE:
                raise ElementNotFound(
                    f"No roll was read in {PATIENCE:g} s; the screen says: {self.hand.reads()}"
                )
            self.wait(0.1)
            waited += 0.1

    def _deploy(self, question: Deploy, place: str, count: int) -> None:
        left = count
        while left:
            now = question.most if left == question.most else 1
            if question.most > 1:
                self.hand.tap("All" if now == question.most else "1")
            self.touch_place(place)
            left -= now
            following = self.stage.playing.question
            if left and isinstance(following, Deploy):
                question = following

    def _count(self, number: int) -> None:
        panel = self.hand.find_kind(CountPanel)
        if abs(panel.stepper.value - number) > FEW:
            panel.stepper.value = number
            self.wait(0.0)
        self._step(panel.stepper, number)
        self.hand.touch(panel.confirm)

    def _step(self, stepper: Stepper, number: int) -> None:
        while int(stepper.value) != number:
            self.hand.touch(stepper.plus if stepper.value < number else stepper.minus)

    def _cards(self, question: Cards, kinds: list[str]) -> None:
        if not kinds:
            self.hand.tap(question.none)
            return
        picker = self.hand.find_kind(CardPicker)
        for kind in kinds:
            self.hand.touch(picker.pictures[kind])
        self.hand.touch(picker.lay)

    def _several(self, places: list[str]) -> None:
        for place in places:
            self.touch_place(place)
        self.hand.touch(self.hand.find_kind(SeveralPanel).confirm)

    def _type_symbols(self, raw: dict[str, list[int]]) -> None:
        pad = self.hand.find_kind(SymbolPad)
        for pool, numbers in raw.items():
            for number in numbers:
                self.hand.touch(pad.rows[pool].key(number))
        self.hand.tap("Confirm")

    def _measure(self, inches: float) -> None:
        """Pull the tape till it is near, then press the keys for the sixteenths that are left."""
        panel = self.hand.find_kind(MeasurePanel)
        while abs(left := to_sixteenth(inches) - panel.inches) > NEAR:
            x, y = panel.tape.to_window(*panel.tape.center)
            self.hand.drag((x, y), (x - px(PIXELS) * max(-2.0, min(2.0, left)), y))
        while left := to_sixteenth(inches) - panel.inches:
            self.hand.touch(panel.part.plus if left > 0 else panel.part.minus)
        self.hand.touch(panel.confirm)

    def _in_sight(self, panel: Any, name: str) -> Any:
        """Bring what bears a name into sight, and touch it."""
        widget = panel.scroll_to(name)
        self.wait(0.0)
        self.hand.touch(widget)
        return widget

    def _fill_in(self, values: dict[str, int | str]) -> None:
        panel = self.hand.find_kind(FillInPanel)
        for name, value in values.items():
            entry = panel.scroll_to(name)
            self.wait(0.0)
            self._enter(entry, value)
        self.hand.tap("That is right")

    def _enter(self, entry: Any, value: int | str) -> None:
        """Step, go through the choices, or type, until the value stands there."""
        if isinstance(entry, WrittenLine):
            self.hand.touch(entry)
            self.type_words(str(value))
        elif isinstance(entry, Stepper):
            self._step(entry, int(value))
        else:
            while entry.text != value:
                self.hand.touch(entry)

    def type_words(self, words: str) -> None:
        """Type a line on the keyboard that is open, in place of what stands there."""
        keyboard = self.hand.find_kind(Keyboard)
        while keyboard.words:
            self.hand.tap("Delete")
        for letter in words:
            self._type(keyboard, letter)
        self.hand.tap("Done")

    def _type(self, keyboard: Keyboard, letter: str) -> None:
        wanted = "letters" if letter.isalpha() or letter == " " else "figures"
        if keyboard.layer != wanted:
            self.hand.tap("123" if wanted == "figures" else "abc")
        if letter.isalpha() and keyboard.shift != letter.isupper():
            self.hand.tap("Shift")
        self.hand.tap("Space" if letter == " " else letter)
