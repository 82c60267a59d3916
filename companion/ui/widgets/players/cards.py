"""Pictures of troop and star cards, and the picker to play them."""

from collections import Counter
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.icons.sheets import icon_sheet
from companion.locale.messages import capitalised, gettext
from companion.referee.questions import PlayCards
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import CanvasWidget, Tappable
from companion.ui.widgets.controls.drawing import Point

LOW = 100
"""Height of a card in theme pixels below which its name stands beside its picture, not under it."""


class CardPicture(Tappable):
    """A card.

    Attributes:
        kind: the id of its picture in ``cards.svg``; one without a picture shows only its name.
        name: what people read for it.
        count: number of selected cards; shown on a marker if not 0.
        chosen: whether its edge is highlighted.
    """

    kind = StringProperty("infantry")
    name = StringProperty("")
    count = NumericProperty(0)
    chosen = BooleanProperty(False)

    shows: ClassVar[tuple[str, ...]] = ("kind", "name", "count", "chosen", "pressed", "ruling")

    def draw(self) -> None:
        """Draw paper, picture and name."""
        paper = theme.blend(theme.CARD_PAPER, theme.DARK_TEXT, 0.15 if self.pressed else 0.0)
        text_colour = theme.with_alpha(theme.DARK_TEXT, 0.45 if self.denied else 1.0)
        lit = self.chosen or self.count > 0
        line = px(4 if lit else 1.5)
        drawing.rounded_rectangle((self.x, self.y - px(3)), self.size, theme.SHADOW)
        drawing.rounded_rectangle(
            self.pos, self.size, paper, edge=theme.ACCENT if lit else theme.BORDER, line=line
        )
        centre, radius, name, width = self._beside() if self.height < px(LOW) else self._below()
        picture = icon_sheet("cards").get(self.kind)
        if picture is not None:
            drawing.draw_icon(picture, centre, radius, text_colour)
        drawing.draw_fitting_text(
            capitalised(self.name), name, px(theme.BODY), text_colour, width, bold=True, anchor=(0.5, 0.5)
        )
        if self.count:
            self._draw_count()

    def _below(self) -> tuple[Point, float, Point, float]:
        """The picture's centre and radius, and the name's centre and room below it."""
        size, margin = px(theme.BODY), px(theme.SPACE_8)
        space = self.height - size * 2.0 - margin
        radius = min(space / 2, self.width / 2 - margin)
        name = (self.center_x, self.y + size * 0.95)
        return (self.center_x, self.y + size * 1.75 + space / 2), radius, name, self.width - margin

    def _beside(self) -> tuple[Point, float, Point, float]:
        """The same with the name at the right of the picture."""
        margin = px(theme.SPACE_8)
        radius = min(self.height / 2 - margin, self.width / 8)
        left = self.x + 2 * radius + 2 * margin
        name = ((left + self.right - margin) / 2, self.center_y)
        return (self.x + margin + radius, self.center_y), radius, name, self.right - margin - left

    def _draw_count(self) -> None:
        radius = px(17)
        centre = (self.right - radius * 0.8, self.top - radius * 0.8)
        drawing.disc(centre, radius, theme.ACCENT, theme.DARK_TEXT, px(2))
        drawing.draw_text(
            f"×{self.count}", centre, px(theme.BODY), theme.DARK_TEXT, bold=True, anchor=(0.5, 0.5)
        )


class CardPicker(CanvasWidget):
    """Selects cards: a tap on a kind adds one; the buttons below play them, or none.

    Attributes:
        question: the cards question.
        picked: the selected kinds, sorted.

    Events:
        on_confirm: the cards are played; gets their kinds.
        on_denied: the selection is refused; gets the ruling.
    """

    question = ObjectProperty(None, allownone=True)
    picked = ObjectProperty(())

    shows: ClassVar[tuple[str, ...]] = ("picked",)
    __events__ = ("on_confirm", "on_denied")

    def __init__(self, **properties: Any) -> None:
        self.pictures: dict[str, CardPicture] = {}
        self.lay = BigButton()
        self.clear = BigButton(icon="undo", kind="quiet")
        self.none = BigButton(kind="quiet")
        super().__init__(**properties)
        self.lay.bind(on_tap=lambda _: self.dispatch("on_confirm", self.picked))
        self.none.bind(on_tap=lambda _: self.dispatch("on_confirm", ()))
        self.clear.bind(on_tap=lambda _: self.setter("picked")(self, ()))
        for button in (self.lay, self.none):
            button.bind(on_denied=lambda _, ruling: self.dispatch("on_denied", ruling))
        self.fbind("question", self._lay_out)
        self.fbind("picked", self._judge)
        self._lay_out()

    def _lay_out(self, *_: Any) -> None:
        self.clear_widgets()
        self.pictures = {}
        if not isinstance(self.question, PlayCards):
            return
        for kind in self.question.kinds:
            name = self.question.text(kind)
            picture = CardPicture(kind=kind, name=name, on_tap=lambda picture: self._lay_down(picture.kind))
            self.pictures[kind] = picture
            self.add_widget(picture)
        for button in (self.lay, self.clear, self.none):
            self.add_widget(button)
        self.lay.text = self.question.lay
        self.picked = ()
        self._judge()

    def _lay_down(self, kind: str) -> None:
        laid = tuple(sorted((*self.picked, kind)))
        if self._is_part_of_allowed(laid):
            self.picked = laid
        else:
            self.dispatch("on_denied", self.question.judge(laid))

    def _is_part_of_allowed(self, laid: tuple[str, ...]) -> bool:
        wanted = Counter(laid)
        longest = max((len(cards) for cards in self.question.allowed), default=0)
        return any(wanted <= Counter(cards) for cards in self.question.allowed) or (
            len(laid) <= longest and "+".join(laid) not in self.question.denied
        )

    def _judge(self, *_: Any) -> None:
        if not isinstance(self.question, PlayCards):
            return
        laid = Counter(self.picked)
        for kind, picture in self.pictures.items():
            picture.count = laid[kind]
        self.lay.ruling = (
            self.question.judge(self.picked)
            if self.picked
            else self.question.refusal(
                gettext("No cards are chosen yet."), gettext("Tap the cards to lay down.")
            )
        )
        self.none.text = self.question.none or gettext("None")
        self.none.ruling = self.question.judge(())
        self.redraw()

    def draw(self) -> None:
        """Place the cards in one row (two rows if it is narrow) above the buttons."""
        if not self.pictures:
            return
        gap, button = px(theme.TARGET_GAP), px(theme.BUTTON_HEIGHT)
        count = len(self.pictures)
        rows = max((1, 2), key=lambda rows: self._card_width(rows, gap, button))
        columns = -(-count // rows)
        high = (self.height - button) / rows - gap
        width = min((self.width + gap) / columns - gap, px(210 if high < px(LOW) else 150))
        height = min(high, width * 1.4)
        left = self.center_x - (columns * (width + gap) - gap) / 2
        for number, picture in enumerate(self.pictures.values()):
            row, column = divmod(number, columns)
            picture.size = (width, height)
            picture.pos = (left + column * (width + gap), self.top - (row + 1) * height - row * gap)
        self._place_buttons(gap, button)

    def _card_width(self, rows: int, gap: float, button: float) -> float:
        """How wide a well-proportioned card can be when they lie in this many rows."""
        columns = -(-len(self.pictures) // rows)
        width = (self.width + gap) / columns - gap
        return float(min(width, ((self.height - button) / rows - gap) / 1.4))

    def _place_buttons(self, gap: float, height: float) -> None:
        undo = px(theme.BUTTON_HEIGHT)
        share = (self.width - undo - 2 * gap) / 2
        x = self.x
        for button, width in ((self.none, share), (self.clear, undo), (self.lay, share)):
            button.size, button.pos = (width, height), (x, self.y)
            x += width + gap
