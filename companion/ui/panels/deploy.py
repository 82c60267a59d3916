"""The panel for putting pieces on places."""

from typing import Any

from companion.referee.questions import Deploy
from companion.ui import theme
from companion.ui.layout import Words, row, space, tall
from companion.ui.panels.pick import PlacePanel
from companion.ui.widgets.buttons import BigButton

CHIPS = (1, 2, 3, 5, 10)
MIDDLE_CHIPS = 2


class DeployPanel(PlacePanel):
    """Choose how many with a chip, then touch the place; one by one is the default."""

    question: Deploy

    def build(self) -> None:
        """Lay out the chips in one row, the usual one chosen."""
        self.amount = max(self.question.least, 1)
        self._chips: list[Any] = []
        several = self.question.most > self.question.least
        self.add_widget(Words("Each touch puts:" if several else "Touch a lit place.", colour=theme.MUTED))
        if several:
            chips = [self._chip(amount) for amount in amounts(self.question.least, self.question.most)]
            self.add_widget(tall(row(*chips, gap=theme.HAIR), theme.BUTTON))
        self.add_widget(space())

    def _chip(self, amount: int) -> BigButton:
        chip = BigButton(
            text="All" if amount == self.question.most else str(amount),
            kind=_kind(amount == self.amount),
            on_tap=lambda chip: self._choose(chip, amount),
        )
        self._chips.append(chip)
        return chip

    def _choose(self, chosen: BigButton, amount: int) -> None:
        self.amount = amount
        for chip in self._chips:
            chip.kind = _kind(chip is chosen)

    def accept_all(self) -> None:
        """Put all that are left on the place pointed at."""
        self.amount = self.question.most
        self.accept()

    def touch_place(self, place: str) -> None:
        """Put the chosen number there."""
        self.give({"place": place, "count": min(self.amount, self.question.most)})


def amounts(least: int, most: int) -> tuple[int, ...]:
    """Return the numbers on the chips: one, two that lie well between, and all."""
    between = [amount for amount in CHIPS if least < amount < most]
    return (max(least, 1), *between[-MIDDLE_CHIPS:], most)


def _kind(chosen: bool) -> str:
    return "primary" if chosen else "quiet"
