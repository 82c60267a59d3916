"""A pad for a PIN: ten large digits, and dots for what was typed."""

from companion.locale.messages import gettext
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.keyboard import Keyboard

DIGITS = ("123", "456", "789")
SHARE = 2.5
"""Width of a key, in tenths of the pad's width."""


class PinPad(Keyboard):
    """A keyboard with digits only; see `Keyboard`."""

    @property
    def shown(self) -> str:
        """A dot for each digit."""
        return "•" * len(self.text)

    def _lay_keys(self, *_: object) -> None:
        self.clear_widgets()
        self._rows = [[(self._digit(digit), SHARE) for digit in digits] for digits in DIGITS]
        cancel = BigButton(text=gettext("Cancel"), kind="quiet", on_tap=lambda _: self.close())
        done = BigButton(text=gettext("Done"), icon="check", on_tap=lambda _: self.finish())
        last = (cancel, self._digit("0"), self._delete_key(), done)
        self._rows.append([(key, SHARE) for key in last])
        for laid in self._rows:
            for key, _share in laid:
                self.add_widget(key)
        self.redraw()

    def _show_case(self, *_: object) -> None:
        """Digits have no case."""

    def _digit(self, digit: str) -> BigButton:
        return BigButton(text=digit, kind="quiet", repeats=True, on_tap=lambda key: self.type(key.text))
