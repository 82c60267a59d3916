"""Fingers: give answers to open questions by touching the screen where a person would."""

from collections.abc import Callable
from typing import Any

from companion.errors import NothingThere
from companion.referee.questions import (
    END,
    Cards,
    Choose,
    Confirm,
    Count,
    Deploy,
    Pick,
    PickOrEnd,
    Roll,
    Shuffle,
)
from companion.ui.hand import Hand
from companion.ui.stage import Stage
from companion.ui.widgets.cards import CardPicker
from companion.ui.widgets.dice_pad import DicePad
from companion.ui.widgets.finger_board import FingerBoard
from companion.ui.widgets.stepper import Stepper

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
        match question:
            case Choose():
                self.hand.tap(next(option.label for option in question.options if option.id == raw))
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
            case Roll():
                self.type_dice(raw)
            case _:
                raise NothingThere(f"These fingers cannot answer {question}.")

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
                raise NothingThere(
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
        self.hand.find_kind(Stepper).value = number
        self.wait(0.0)
        self.hand.tap(str(number) + " ")

    def _cards(self, question: Cards, kinds: list[str]) -> None:
        if not kinds:
            self.hand.tap(question.none)
            return
        picker = self.hand.find_kind(CardPicker)
        for kind in kinds:
            self.hand.touch(picker.pictures[kind])
        self.hand.touch(picker.trade)
