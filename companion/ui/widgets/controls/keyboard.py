"""An on-screen keyboard for names and other short texts."""

from itertools import pairwise
from typing import Any, ClassVar

from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from companion.locale.catalogue import letters, shown_language
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.touch_guard import window_guard
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import CanvasWidget, Tappable
from companion.ui.widgets.controls.stepper import StepButton

LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
ACCENTS = "äöüßàáâãåæèéêëíñóôøúùçšžìò"
"""Letters of the second layer; those of the table's language come first."""
ROW_ENDS = (0, 10, 19, 26)
FIGURES = ("1234567890", "-/:()&'+=%", '.,?!"#*')
MAX_LETTERS = 60
"""Letters that fit on the line."""


class Keyboard(CanvasWidget):
    """A keyboard over everything: the typed line and large keys.

    The shift key inverts the case of the next letter.

    Attributes:
        title: of the entry.
        text: typed so far.
        longest: largest number of letters.
        shift: whether the next letter is a capital.
        layer: letters, letters with accents, or figures and signs.
        capitals: a word begins with a capital letter by itself.

    Events:
        on_done: the line is right; gets the words.
    """

    title = StringProperty("")
    text = StringProperty("")
    longest = NumericProperty(MAX_LETTERS)
    shift = BooleanProperty(True)
    capitals = BooleanProperty(True)
    layer = OptionProperty("letters", options=("letters", "accents", "figures"))

    shows: ClassVar[tuple[str, ...]] = ("title", "text")
    hides_all_behind: ClassVar[bool] = True
    __events__: ClassVar[tuple[str, ...]] = ("on_done",)

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.shift = self._begins_a_word
        self.fbind("layer", self._lay_keys)
        self.fbind("shift", self._show_case)
        self._lay_keys()

    def open(self) -> None:
        """Open the keyboard over everything else in the window; a second tap types nothing."""
        Window.add_widget(self)
        self._start_guard()

    def close(self) -> None:
        """Close without a change; a second tap hits nothing behind the keyboard."""
        if self.parent is not None:
            self.parent.remove_widget(self)
            self._start_guard()

    def _start_guard(self) -> None:
        guard = window_guard()
        if guard is not None:
            guard.start()

    def type(self, key: str) -> None:
        """Add the text of a key to the line."""
        if len(self.text) + len(key) <= self.longest:
            self.text += key
        self.shift = self._begins_a_word

    def delete(self) -> None:
        """Delete the last letter."""
        self.text = self.text[:-1]
        self.shift = self._begins_a_word

    def finish(self) -> None:
        """Dispatch the line and close."""
        self.close()
        self.dispatch("on_done", self.text.strip())

    @property
    def shown(self) -> str:
        """What stands on the line."""
        return str(self.text)

    @property
    def _begins_a_word(self) -> bool:
        return self.capitals and (not self.text or self.text.endswith((" ", "-")))

    # --- keys ----------------------------------------------------------------------------------------------

    def _lay_keys(self, *_: Any) -> None:
        self.clear_widgets()
        rows = {"letters": LETTERS, "accents": accents(), "figures": FIGURES}[self.layer]
        self._rows: list[list[tuple[Tappable, float]]] = []
        self._rows += [[(self._letter(letter), 1.0) for letter in letters] for letters in rows]
        self._letters = [key for laid in self._rows for key, _ in laid]
        self._up = BigButton(text=gettext("Shift"), kind="quiet", on_tap=lambda _: self._turn())
        self._rows[-1] = [(self._up, 1.5), *self._rows[-1], (self._delete_key(), 1.5)]
        self._show_case()
        self._rows.append(self._last_row())
        for laid in self._rows:
            for key, _share in laid:
                self.add_widget(key)
        self.redraw()

    def _delete_key(self) -> StepButton:
        back = StepButton(icon="delete")  # held, it goes on deleting
        back.bind(on_step=lambda _: self.delete())
        back.label = gettext("Delete")
        return back

    def _letter(self, letter: str) -> BigButton:
        return BigButton(text=letter, kind="quiet", repeats=True, on_tap=lambda key: self.type(key.text))

    def _show_case(self, *_: object) -> None:
        """Write the letters as they will be typed; the keys stay, so that one may be tapped twice at once."""
        self._up.kind = "primary" if self.shift else "quiet"
        for key in self._letters:
            key.text = key.text.upper() if self.shift and key.text != "ß" else key.text.lower()

    def _last_row(self) -> list[tuple[BigButton, float]]:
        spoken = shown_language().language
        return [
            (BigButton(text=gettext("Cancel"), kind="quiet", on_tap=lambda _: self.close()), 2.0),
            (self._layer_key("figures", "123"), 1.2),
            (self._layer_key("accents", accents()[0][:2] if letters(spoken) else "äé"), 1.2),
            (BigButton(text=gettext("Space"), kind="quiet", on_tap=lambda _: self.type(" ")), 3.1),
            (BigButton(text=gettext("Done"), icon="check", on_tap=lambda _: self.finish()), 2.5),
        ]

    def _turn(self) -> None:
        self.shift = not self.shift

    def _layer_key(self, layer: str, text: str) -> BigButton:
        """A key that switches to another layer, and back to the letters."""
        if self.layer == layer:
            layer, text = "letters", "abc"
        return BigButton(text=text, kind="quiet", on_tap=lambda _: setattr(self, "layer", layer))

    # --- fingers and drawing -------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Block touches under the keyboard, and those of the tap that opened it."""
        guard = window_guard()
        if guard is None or not guard.blocks(touch):
            super().on_touch_down(touch)
        return True

    def draw(self) -> None:
        """Draw the line over four rows of keys."""
        drawing.rounded_rectangle(self.pos, self.size, theme.BACKGROUND, radius=0)
        margin, gap = px(theme.SPACE_8), px(theme.TARGET_GAP)
        key = min((self.height - px(150)) / 4, px(84))
        drawing.draw_fitting_text(
            self.title, (self.x + px(theme.SPACE_16), self.y + 4 * key + px(110)), px(theme.BODY),
            theme.MUTED, self.width - 2 * px(theme.SPACE_16),
        )  # fmt: skip
        self._draw_line(self.y + 4 * key + px(26), px(60))
        wide = (self.width - 2 * margin + gap) / 10
        for number, row in enumerate(self._rows):
            taken = sum(share for _, share in row) * wide - gap
            left = self.center_x - taken / 2
            for button, share in row:
                button.pos = (left, self.y + margin + (3 - number) * key)
                button.size = (share * wide - gap, key - gap)
                left += share * wide

    def _draw_line(self, bottom: float, height: float) -> None:
        left, width = self.x + px(theme.SPACE_8), self.width - 2 * px(theme.SPACE_8)
        drawing.rounded_rectangle(
            (left, bottom), (width, height), theme.PARCHMENT, edge=theme.ACCENT, line=px(2)
        )
        at = (left + px(theme.SPACE_16), bottom + height / 2)
        space = width - 2 * px(theme.SPACE_16)
        shown = self._tail(space)
        drawing.draw_text(shown, at, px(theme.TITLE), theme.DARK_TEXT)
        caret = at[0] + drawing.text_width(shown, px(theme.TITLE)) + px(3)
        drawing.rounded_rectangle((caret, at[1] - px(20)), (px(3), px(40)), theme.DANGER, radius=0)

    def _tail(self, space: float) -> str:
        """Return the end of a long line that fits, since letters are added there."""
        shown = self.shown
        while shown and drawing.text_width(shown, px(theme.TITLE)) > space:
            _, gap, rest = shown.partition(" ")
            shown = rest if gap else shown[1:]
        return shown


def accents() -> tuple[str, ...]:
    """Return the rows of letters with accents: those of the table's language first."""
    keys = "".join(dict.fromkeys(letters(shown_language().language) + ACCENTS))
    return tuple(keys[start:end] for start, end in pairwise(ROW_ENDS))


class TextField(Tappable):
    """A line of text that opens the keyboard when it is tapped.

    Attributes:
        text: its text.
        title: shown above the keyboard.
        capitals: words begin with a capital letter.
        hidden: whether dots are shown instead of letters.
    """

    text = StringProperty("")
    title = StringProperty("")
    capitals = BooleanProperty(True)
    hidden = BooleanProperty(False)
    shows: ClassVar[tuple[str, ...]] = ("text", "pressed")

    def on_tap(self) -> None:
        """Open the keyboard with the current text."""
        Keyboard(title=self.title, text=self.text, capitals=self.capitals, on_done=self._take).open()

    def _take(self, _: Keyboard, text: str) -> None:
        self.text = text

    def draw(self) -> None:
        """Draw the text on parchment, with a pencil."""
        ground = theme.blend(theme.PARCHMENT, theme.ACCENT, 0.5) if self.pressed else theme.PARCHMENT
        drawing.rounded_rectangle(self.pos, self.size, ground, edge=theme.BORDER, line=px(1.5))
        sign = px(13)
        drawing.draw_icon(
            "pencil", (self.right - px(theme.SPACE_12) - sign, self.center_y), sign, theme.DARK_TEXT
        )
        at = (self.x + px(theme.SPACE_12), self.center_y)
        drawing.draw_fitting_text(
            "•" * len(self.text) if self.hidden else self.text,
            at,
            px(theme.SUBTITLE),
            theme.DARK_TEXT,
            self.width - 2 * sign - px(3 * theme.SPACE_12),
        )
