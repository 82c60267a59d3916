"""The panel for choosing any number of places or units."""

from companion.referee.questions import Several
from companion.ui import theme
from companion.ui.layout import Words, space, tall
from companion.ui.panels.panel import following
from companion.ui.panels.pick import PlacePanel
from companion.ui.widgets.buttons import BigButton


class SeveralPanel(PlacePanel):
    """Touch those meant, touch again to leave one out, and confirm once."""

    question: Several

    def build(self) -> None:
        """Show how many are chosen on the one button."""
        self.chosen: tuple[str, ...] = ()
        self.add_widget(Words("Touch all that are meant; again to leave one out.", colour=theme.MUTED))
        self.add_widget(space())
        self.confirm = BigButton(
            on_tap=lambda _: self.give(list(self.chosen)), on_denied=lambda _, ruling: self.refuse(ruling)
        )
        self.add_widget(tall(self.confirm, theme.BUTTON))
        self._word_confirm()

    def _word_confirm(self) -> None:
        words = {0: self.question.none or "None", 1: "This one"}
        self.confirm.text = words.get(len(self.chosen), f"These {len(self.chosen)}")
        self.confirm.ruling = self.question.judge(self.chosen)

    @property
    def marked(self) -> tuple[str, ...]:
        """Those that are chosen."""
        return self.chosen

    def touch_place(self, place: str) -> None:
        """Take it in, or leave it out."""
        left = tuple(at for at in self.chosen if at != place)
        self.chosen = left if place in self.chosen else (*self.chosen, place)
        self._word_confirm()
        self.show()

    def propose(self, step: int) -> None:
        """Take in one more of those possible, round and round."""
        if self.question.allowed:
            last = self.chosen[-1] if self.chosen else None
            self._proposed = following(self.question.allowed, last, step)
            self.touch_place(self._proposed)

    def accept(self) -> None:
        """Answer with those that are chosen."""
        if self.confirm.denied:
            self.refuse(self.confirm.ruling)
        else:
            self.give(list(self.chosen))
