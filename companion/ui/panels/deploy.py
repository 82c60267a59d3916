"""The panel for putting pieces on places."""

from typing import Any

from companion.referee.questions import Deploy
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.layout import Words, grid, space, tall
from companion.ui.panels.panel import Panel
from companion.ui.widgets.buttons import ChoiceCard

CHIPS = (1, 2, 3, 5, 10)
MOST_CHIPS = 6


class DeployPanel(Panel):
    """Choose how many with a chip, then touch the place; one by one is the default."""

    question: Deploy

    def build(self) -> None:
        """Lay out the chips, the usual one chosen."""
        self.amount = max(self.question.least, 1)
        self._chips: list[Any] = []
        if self.question.most > self.question.least:
            chips = [self._chip(amount) for amount in amounts(self.question.least, self.question.most)]
            across = 3 if len(chips) > 2 else 2
            rows = -(-len(chips) // across)
            self.add_widget(Words("How many at a touch?", colour=theme.MUTED))
            self.add_widget(tall(grid(*chips, across=across), rows * (theme.TAP + theme.SMALL)))
        self.add_widget(Words(self._hint, colour=theme.MUTED))
        self.add_widget(space())

    @property
    def _hint(self) -> str:
        return "Touch a lit place to put them there." if self.question.most > 1 else "Touch a lit place."

    def _chip(self, amount: int) -> ChoiceCard:
        chip = ChoiceCard(
            title=f"All {amount}" if amount == self.question.most else str(amount),
            chosen=amount == self.amount,
            on_tap=lambda chip: self._choose(chip, amount),
        )
        self._chips.append(chip)
        return chip

    def _choose(self, chosen: ChoiceCard, amount: int) -> None:
        self.amount = amount
        for chip in self._chips:
            chip.chosen = chip is chosen

    @property
    def places(self) -> tuple[str, ...]:
        """The places the question allows."""
        return self.question.allowed

    def touch_place(self, place: str) -> None:
        """Put the chosen number there."""
        self.give({"place": place, "count": min(self.amount, self.question.most)})

    def judge_place(self, place: str) -> Ruling:
        """Ask the question itself."""
        return self.question.judge_place(place)


def amounts(least: int, most: int) -> tuple[int, ...]:
    """Return the numbers on the chips: a few round ones, and all."""
    between = [amount for amount in CHIPS if least < amount < most]
    return (max(least, 1), *between[: MOST_CHIPS - 2], most)
