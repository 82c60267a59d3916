"""Places pieces on the board."""

from collections.abc import Mapping
from typing import Any

from kivy.clock import Clock

from companion.app.camera.board_proposal import Proposal
from companion.locale.messages import gettext, listed
from companion.referee.questions import Deploy
from companion.ui import theme
from companion.ui.layout import TextLabel, fixed_height, row, spacer
from companion.ui.question_views.pick import PlaceView
from companion.ui.question_views.question_view import QuestionView
from companion.ui.question_views.seen_counts import SeenCounts
from companion.ui.widgets.controls.buttons import BigButton

CHIPS = (1, 2, 3, 5, 10)
MIDDLE_CHIPS = 2


class DeployView(PlaceView):
    """Choose a number with a chip, then tap a place, or drag over several.

    The next question of the kind keeps the number.
    """

    question: Deploy
    kind = Deploy
    _kept: int = 0

    def follow(self, before: QuestionView) -> None:
        """Keep the number that the same player chose, limited to what is left."""
        if isinstance(before, DeployView) and before.question.seat == self.question.seat:
            self.choose(before.amount)

    def choose(self, amount: int) -> None:
        """Choose a number for each place, limited to what is left."""
        self._kept = max(self.question.least, min(amount, self.question.most))
        self.build()

    def build(self) -> None:
        """Lay out the chips in one row, with one selected."""
        self.clear_widgets()
        self.amount = self._kept or max(self.question.least, 1)
        self._chips: list[Any] = []
        several = self.question.most > self.question.least
        text = gettext("Tap or drag. Each place gets:") if several else gettext("Tap a lit place.")
        self._words = TextLabel(text, colour=theme.MUTED)
        self.add_widget(self._words)
        if several:
            chips = [self._chip(amount) for amount in self._amounts()]
            self.add_widget(fixed_height(row(*chips), theme.BUTTON_HEIGHT))
        self.add_widget(spacer())
        self._fit_soon = Clock.create_trigger(self._fit)
        self.bind(height=lambda *_: self._fit_soon())

    def offer_seen(self, proposal: Proposal | None, names: Mapping[str, str]) -> None:
        """Outline the places where pieces came, and ask for one tap if their numbers are known too."""
        self.build()
        if proposal is not None and proposal.counts:
            self.clear_widgets()
            counts = dict(zip(proposal.places, proposal.counts, strict=True))
            self.add_widget(SeenCounts(self.question, counts, names, self._confirm_seen, self.build))
        elif proposal is not None:
            places = listed([names[place] for place in proposal.places])
            self._words.text = gettext("Seen: {places}. How many?", places=places)
        super().offer_seen(proposal, names)

    def _confirm_seen(self, counts: Mapping[str, int]) -> None:
        self.give_all([{"place": place, "count": count} for place, count in counts.items() if count])

    def _fit(self, _elapsed: float) -> None:
        """Hide the text if the chips do not fit below it, once all is laid out."""
        if self._words.parent is self and self.height < self.minimum_height:
            self.remove_widget(self._words)

    def _amounts(self) -> tuple[int, ...]:
        least, most = max(self.question.least, 1), self.question.most
        return amounts(least, most, self._kept if least < self._kept < most else None)

    def _chip(self, amount: int) -> BigButton:
        chip = BigButton(
            text=gettext("All") if amount == self.question.most else str(amount),
            kind=_kind(amount == self.amount),
            on_tap=lambda chip: self._choose(chip, amount),
        )
        self._chips.append(chip)
        return chip

    def _choose(self, chosen: BigButton, amount: int) -> None:
        self.amount = amount
        for chip in self._chips:
            chip.kind = _kind(chip is chosen)
        self.show()

    @property
    def gathers(self) -> bool:
        """Whether each place that a finger is dragged over gets the chosen number."""
        return self.question.most > self.amount

    def accept_all(self) -> None:
        """Deploy all that are left on the highlighted place."""
        self.amount = self.question.most
        self.accept()

    def touch_place(self, place: str) -> None:
        """Deploy the chosen number there."""
        self.give({"place": place, "count": min(self.amount, self.question.most)})


def amounts(least: int, most: int, kept: int | None = None) -> tuple[int, ...]:
    """Return the numbers on the chips: one, two in between (with a kept one), and all."""
    between = [amount for amount in CHIPS if least < amount < most and amount != kept]
    middle = between[-MIDDLE_CHIPS:] if kept is None else [*between[1 - MIDDLE_CHIPS :], kept]
    return (max(least, 1), *sorted(middle), most)


def _kind(chosen: bool) -> str:
    return "primary" if chosen else "quiet"
