"""Enters a distance in inches."""

from kivy.uix.widget import Widget

from companion.locale.messages import capitalised, gettext, joined
from companion.referee.inches import STEPS, format_inches
from companion.referee.questions import Measure, Offer
from companion.referee.ruling import ALLOWED, refuse
from companion.ui import theme
from companion.ui.layout import TextLabel, fixed_height, fixed_width, row
from companion.ui.question_views.question_view import QuestionView
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.stepper import Stepper
from companion.ui.widgets.measuring.tape_measure import MAX_INCHES, TapeMeasure

TAPE, LOW_TAPE = 76, 60
"""Height of the tape, normally and with little space, in theme pixels."""
ROOM = 360
"""Height from which the reading is also shown in large letters, in theme pixels."""


UNSET = gettext("Drag the tape to what the real one shows.")


class MeasureView(QuestionView):
    """A tape to drag under the needle, keys for inches and sixteenths, and one button to confirm."""

    question: Measure
    kind = Measure

    def build(self) -> None:
        """Lay out the reading, the tape, the keys and the confirm button."""
        asked = self.question
        self.tape = TapeMeasure(least=asked.least, most=asked.most)
        self.whole = Stepper(least=0, most=int(MAX_INCHES), unit=gettext("inches"))
        self.part = Stepper(least=0, most=STEPS, unit=gettext("sixteenths"))
        self.confirm = BigButton(on_tap=lambda _: self.accept(), kind="quiet")
        self._reading = TextLabel("", theme.DISPLAY, bold=True, align="center", fill=True)
        self._because = TextLabel(self._bounds(), theme.BODY, theme.MUTED, align="center", fill=True, lines=2)
        ends = TextLabel(
            gettext("From {start} to {finish}", start=asked.start, finish=asked.finish),
            theme.BODY,
            align="center",
            fill=True,
            lines=2,
        )
        self.add_widget(fixed_height(ends, 30))
        self.add_widget(self._because)
        self.add_widget(fixed_height(self._reading, theme.DISPLAY * 1.1))
        self.add_widget(fixed_height(self.tape, TAPE))
        self.add_widget(fixed_height(row(self.whole, self.part, gap=theme.SPACE_24), 72))
        said = [self._said_key(offer) for offer in asked.offers if offer.id in asked.said]
        self._bottom = row(*said, self.confirm)
        self.add_widget(fixed_height(self._bottom, theme.BUTTON_HEIGHT))
        self.bind(height=self._give_way)
        self._showing, self._set = False, False
        self.tape.bind(inches=self._reset)
        self.whole.bind(value=self._stepped)
        self.part.bind(value=self._stepped)
        self._show()

    def _give_way(self, *_: object) -> None:
        """Hide the large reading where there is little space."""
        low = self.height < px(ROOM)
        self._reading.opacity, self._reading.height = (0, 0) if low else (1, px(theme.DISPLAY * 1.1))
        self.tape.height = px(LOW_TAPE if low else TAPE)

    @property
    def large(self) -> bool:
        """Always in the board's place, which is not needed meanwhile."""
        return True

    @property
    def given_offers(self) -> tuple[str, ...]:
        """Offers that stand beside the confirmation."""
        return tuple(self.question.said)

    @property
    def inches(self) -> float:
        """The reading of the tape, in inches."""
        return float(self.tape.inches)

    @property
    def measured(self) -> bool:
        """Whether the picture of the table can answer it."""
        return True

    def offer_camera(self, button: Widget) -> None:
        """Show the button that opens the camera's ruler beside the confirmation."""
        self._bottom.add_widget(fixed_width(button, 170), index=1)

    def propose(self, step: int) -> None:
        """Step a sixteenth of an inch up or down."""
        self._move(step / STEPS)

    def accept(self) -> None:
        """Answer with the reading, once somebody has set it: a measurement is never preset."""
        if self._set:
            self.give(self.inches)
        else:
            self.refuse(refuse(self.question.rules[0], "Nothing is measured yet.", instead=UNSET))

    def _bounds(self) -> str:
        """Describe the allowed range and its reason."""
        asked = self.question
        parts = [gettext("at least {least}", least=format_inches(asked.least))] if asked.least else []
        if asked.most is not None and format_inches(asked.most) not in asked.because:
            parts.append(gettext("at most {most}", most=format_inches(asked.most)))
        return capitalised(joined((asked.because, *parts), ", "))

    def _move(self, inches: float) -> None:
        self.tape.inches = min(MAX_INCHES, max(0.0, self.inches + inches))

    def _stepped(self, *_: object) -> None:
        """Handle a key; sixteenths carry over into inches."""
        if not self._showing:
            self._move(self.whole.value + self.part.value / STEPS - self.inches)

    def _said_key(self, offer: Offer) -> BigButton:
        return BigButton(text=offer.label, on_tap=lambda _: self.give({"offer": offer.id}))

    def _reset(self, *_: object) -> None:
        self._set = True
        self._show()

    def _show(self, *_: object) -> None:
        whole, part = divmod(round(self.inches * STEPS), STEPS)
        self._showing = True
        self.part.least, self.whole.value, self.part.value = -1 if whole else 0, whole, part
        self._showing = False
        ruling = self.question.judge(self.inches) if self._set else ALLOWED
        self._reading.text = format_inches(self.inches) if self._set else "?"
        self._reading.color = theme.TEXT if ruling.allowed else theme.WARNING
        self.confirm.text = (
            gettext("It is {inches}", inches=format_inches(self.inches))
            if self._set
            else gettext("Drag the tape")
        )
        self.confirm.kind = "primary" if self._set else "quiet"
