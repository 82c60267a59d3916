"""Enter dice by hand: tap the face of every die."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from kivy.properties import NumericProperty, ObjectProperty

from companion.locale.messages import capitalised, gettext, joined
from companion.referee.dice import Dice, DicePool, Losses
from companion.referee.questions import Roll
from companion.ui import theme
from companion.ui.layout import replace_children, shares
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.dice.die import DiceRow, DieFace

_USUAL_BODIES = {"attack": "red", "defence": "white"}


WIDE = 640
"""Width from which the entered dice are beside the keys, in theme pixels."""
KEY, SLOT = 72, 60
"""Largest side of a key and of an entered die, in theme pixels."""
MIN_SLOT = 26
"""Smallest side of an entered die below the label, in theme pixels; in lower rows it is beside the label."""
LARGE_KEY, LARGE_SLOT = 92, 84
"""The same in a wide window."""
MAX_ROW, MAX_LARGE_ROW = 168, 200
"""Largest height of a row, normally and in a wide window, in theme pixels."""
KEYS_SHARE = 0.64
"""Share of a row's width for the keys if the entered dice are beside them."""
LEADING = 1.15
"""Height of a line of a label, in heights of its letters."""


class PoolRow(CanvasWidget):
    """One pool of the pad: its label, the entered dice, and a key for every face.

    Attributes:
        pool: the pool.
        label: its name.
        body: colour of its dice.
        extra: number of bonus dice; as many of the lowest dice do not count.
        faces: the entered dice, in the order of entering.

    Events:
        on_tapped: the key of a face was tapped; gets the faces with it.
    """

    pool = ObjectProperty(None)
    label = ObjectProperty("")
    body = ObjectProperty("white")
    extra = NumericProperty(0)
    faces = ObjectProperty(())

    shows: ClassVar[tuple[str, ...]] = ("pool", "label", "body", "extra", "faces")
    __events__ = ("on_tapped",)

    def __init__(self, pool: DicePool, **properties: Any) -> None:
        super().__init__(pool=pool, **properties)
        self.entered = DiceRow(body=self.body)
        self.keys = [DieFace(face=face, body=self.body, repeats=True) for face in range(1, pool.sides + 1)]
        self.delete = BigButton(icon="delete", kind="quiet")
        for key in self.keys:
            key.bind(on_tap=lambda key: self.dispatch("on_tapped", (*self.faces, int(key.face))))
        self.delete.bind(on_tap=lambda _: self._drop())
        for child in (self.entered, *self.keys):
            self.add_widget(child)
        self.fbind("body", self._colour_dice)
        # Not in draw: a widget made while a canvas is open is drawn for ever, since Kivy cannot remove it.
        for name in ("faces", "pool", "extra"):
            self.fbind(name, self._show_entered)

    def _colour_dice(self, *_: object) -> None:
        for dice in (self.entered, *self.keys):
            dice.body = self.body

    def _show_entered(self, *_: object) -> None:
        complete = len(self.faces) == self.pool.most
        self.entered.faint = lowest(self.faces, int(self.extra)) if complete else ()
        self.entered.faces = self.faces
        if bool(self.faces) != (self.delete.parent is not None):  # the result of the last roll covers no key
            (self.add_widget if self.faces else self.remove_widget)(self.delete)

    def _drop(self) -> None:
        self.faces = self.faces[:-1]

    def draw(self) -> None:
        """Place the dice above the keys, or beside them if it is wide."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SURFACE)
        edge, gap, least = px(theme.SPACE_8), px(theme.TARGET_GAP), px(theme.TAP_TARGET)
        left, right = self.x + edge, self.right - edge
        high = self.height - 2 * px(theme.SPACE_4)
        beside = self.width >= px(WIDE)
        if not beside:
            high = max(self.height * 0.5, min(least, high - px(theme.BODY)))
        across = (right - left) * KEYS_SHARE if beside else right - left - least
        key = min(across / len(self.keys) - gap, high, px(LARGE_KEY if theme.METRICS.wide else KEY))
        bottom = self.center_y - key / 2 if beside else self.y + px(theme.SPACE_4)
        for number, die in enumerate(self.keys):
            die.size = (key, key)
            die.pos = (left + number * (key + gap), bottom)
        self.delete.size = (least, max(min(key, px(64)), least))
        self.delete.pos = (right - least, bottom + key / 2 - self.delete.height / 2)
        if beside:
            left, right = left + len(self.keys) * (key + gap), right - least - gap
            self._draw_beside((left, right))
        else:
            high = self.top - px(theme.SPACE_4) - bottom - key
            slots = self._draw_entered((left, right), self.top - high / 2, min(high, px(SLOT)))
            self._draw_label((left, self.top - high / 2), slots - left - edge)

    def _draw_beside(self, span: tuple[float, float]) -> None:
        """Draw the label, in up to two lines, and below it the entered dice from the left."""
        size, width = px(theme.SUBTITLE), span[1] - span[0]
        lines = [self.label]
        if drawing.text_width(self.label, px(theme.BODY), bold=True) > width:
            size = px(theme.BODY)
            first, *others = drawing.wrap_text(self.label, size, width, bold=True)
            lines = [first, " ".join(others)]
        text_height = len(lines) * size * LEADING
        slot = min(
            self.height - text_height - px(theme.SPACE_8), px(LARGE_SLOT if theme.METRICS.wide else SLOT)
        )
        slot = min(slot, width / self.pool.most)
        if slot < px(MIN_SLOT):
            self._draw_in_line(span)
            return
        top = self.center_y + (text_height + slot) / 2
        for number, line in enumerate(lines):
            at = (span[0] + px(theme.SPACE_4), top - (number + 0.5) * size * LEADING)
            drawing.draw_fitting_text(line, at, size, theme.TEXT, width, bold=True)
        right = span[0] + slot * self.pool.most
        self._draw_entered((span[0], right), top - text_height - slot / 2, slot)

    def _draw_in_line(self, span: tuple[float, float]) -> None:
        """Draw the label and the entered dice in one line, in a low row."""
        slot = min(self.height - px(theme.SPACE_8), (span[1] - span[0]) / 2 / self.pool.most)
        left = self._draw_entered(span, self.center_y, slot)
        self._draw_label((span[0], self.center_y), left - span[0] - px(theme.SPACE_4))

    def _draw_label(self, at: drawing.Point, width: float) -> None:
        drawing.draw_fitting_text(self.label, at, px(theme.SUBTITLE), theme.TEXT, width, bold=True)

    def _draw_entered(self, span: tuple[float, float], middle: float, height: float) -> float:
        """Draw the entered dice and empty places, aligned right; return their left edge."""
        slot = min(height, (span[1] - span[0]) / self.pool.most)
        start = span[1] - slot * self.pool.most
        for number in range(len(self.faces), self.pool.most):
            at = (start + number * slot + px(4), middle - slot / 2 + px(4))
            bonus = number >= self.pool.most - self.extra
            edge = theme.ACCENT if bonus else theme.BORDER if number >= self.pool.least else theme.MUTED
            drawing.rounded_rectangle(
                at,
                (slot - px(8), slot - px(8)),
                theme.BACKGROUND,
                radius=slot * 0.18,
                edge=edge,
                line=px(1.5),
            )
            if bonus:
                middle_of = (at[0] + slot / 2 - px(4), middle)
                drawing.draw_text("+", middle_of, slot * 0.6, theme.ACCENT, bold=True, anchor=(0.5, 0.5))
        self.entered.size = (slot * len(self.faces), slot)
        self.entered.pos = (start, middle - slot / 2)
        return float(start)


def lowest(faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return the indexes of the lowest `count` dice."""
    return tuple(sorted(range(len(faces)), key=lambda number: faces[number])[:count])


def outcome_keys(
    outcomes: Iterable[Losses], names: tuple[str, str], on_losses: Callable[[Losses], object]
) -> list[BigButton]:
    """Return a key for each possible loss of one roll.

    Args:
        outcomes: the losses.
        names: of the attacker and the defender.
        on_losses: called with the losses of a key that is tapped.
    """
    return [_outcome(lost, names, on_losses) for lost in outcomes]


def _outcome(losses: Losses, names: tuple[str, str], on_losses: Callable[[Losses], object]) -> BigButton:
    lost = zip(names, (losses.attacker, losses.defender), strict=True)
    only = [(name, count) for name, count in lost if count]
    alone = joined([only[0][0], f"-{only[0][1]}"]) if len(only) == 1 else ""
    return BigButton(
        text=alone or gettext("{number} each", number=losses.attacker),
        detail="" if alone else gettext("both lose"),
        kind="quiet",
        on_tap=lambda _: on_losses(losses),
    )


class DicePad(CanvasWidget):
    """A row per pool and a Confirm button, which explains itself until the roll is complete.

    A roll of one die needs no Confirm: the key of its face answers.

    Attributes:
        question: the roll question.
        rows: a row for each pool, by the pool's name.
        outcomes: the keys for losses.
        several: the key for the losses of several rolls, shown where they may be told.

    Events:
        on_several: the losses of several rolls are to be told.
        on_losses: a key with the losses of both sides was tapped; gets the losses. No dice are entered then.
        on_confirm: the roll is confirmed, or its only die was tapped; gets the dice.
        on_denied: it was confirmed before it was complete, or a die too many was tapped; gets the ruling.
    """

    question: Roll

    __events__ = ("on_confirm", "on_denied", "on_losses", "on_several")

    def __init__(self, **properties: Any) -> None:
        self.several = BigButton(text=gettext("Several rolls"), kind="quiet")
        self.rows: dict[str, PoolRow] = {}
        self.outcomes: list[BigButton] = []
        self._outcomes_of: tuple[object, object] = ((), ())
        self.confirm = BigButton(text=gettext("Confirm"), icon="check")
        super().__init__(**properties)
        self.confirm.bind(on_tap=lambda _: self.dispatch("on_confirm", self.faces))
        self.confirm.bind(on_denied=lambda _, ruling: self.dispatch("on_denied", ruling))
        self.several.bind(on_tap=lambda _: self.dispatch("on_several"))

    @property
    def faces(self) -> Dice:
        """The dice entered so far."""
        return {name: row.faces for name, row in self.rows.items()}

    @property
    def single(self) -> bool:
        """Whether the roll is of one die: its face says all, and undo takes it back."""
        return sum(pool.most for pool in self.question.pools) == 1

    def enter(self, dice: Dice) -> None:
        """Enter these dice, such as those that the dice reader proposes."""
        for name, faces in dice.items():
            self.rows[name].faces = tuple(faces)

    def ask(
        self,
        question: Roll,
        *,
        bodies: Mapping[str, str] = MappingProxyType({}),
        labels: Mapping[str, str] = MappingProxyType({}),
        extras: Mapping[str, int] = MappingProxyType({}),
        names: tuple[str, str] = (gettext("Attacker"), gettext("Defender")),
    ) -> None:
        """Show another roll, without entered dice.

        Args:
            question: the roll question.
            bodies: colour of each pool's dice, by the pool's name.
            labels: of each pool, by the pool's name.
            extras: number of bonus dice, by the pool's name.
            names: of both sides, for the keys for losses.
        """
        self.question = question
        self.rows = {pool.name: self._row(pool) for pool in question.pools}
        for name, row in self.rows.items():
            row.label = labels.get(name, capitalised(row.pool.words))
            row.body = bodies.get(name, _USUAL_BODIES.get(name, "white"))
            row.extra, row.faces = extras.get(name, 0), ()
        if self._outcomes_of != (names, question.outcomes):
            self._outcomes_of = (names, question.outcomes)
            self.outcomes = outcome_keys(
                question.outcomes, names, lambda losses: self.dispatch("on_losses", losses)
            )
        replace_children(self, *self.rows.values(), *self._keys, self.confirm)
        self._judge()

    @property
    def _keys(self) -> list[BigButton]:
        """The keys beside Confirm."""
        return [*self.outcomes, *([self.several] if self.question.several else [])]

    def _row(self, pool: DicePool) -> PoolRow:
        """Return the row of a pool: the existing one, if its dice have as many sides."""
        row = self.rows.get(pool.name)
        if row is not None and len(row.keys) == pool.sides:
            row.pool = pool
            return row
        row = PoolRow(pool)
        row.bind(faces=self._judge)
        row.bind(on_tapped=lambda row, faces: self._take(row, faces))
        return row

    def _take(self, row: PoolRow, faces: tuple[int, ...]) -> None:
        """Take the faces of a row, unless they are too many; the face of a single die answers."""
        if self.single:
            row.faces = faces[-1:]
            self.dispatch("on_confirm", self.faces)
        elif len(faces) > row.pool.most:
            self.dispatch("on_denied", self.question.judge({**self.faces, row.pool.name: faces}))
        else:
            row.faces = faces

    def _judge(self, *_: Any) -> None:
        self.confirm.ruling = self.question.judge(self.faces)
        self.redraw()

    def draw(self) -> None:
        """Stack the rows above Confirm."""
        if not self.rows:
            return
        gap, button = px(theme.TARGET_GAP), px(theme.BUTTON_HEIGHT)
        lines = self._button_lines()
        height = min(
            (self.height - len(lines) * (button + gap)) / len(self.rows) - gap,
            px(MAX_LARGE_ROW if theme.METRICS.wide else MAX_ROW),
        )
        top = self.top
        for row in self.rows.values():
            row.size = (self.width, height)
            row.pos = (self.x, top - height)
            top -= height + gap
        for buttons in lines:
            self._lay(buttons, top - button, button, gap)
            top -= button + gap

    def _lay(self, buttons: list[BigButton], bottom: float, height: float, gap: float) -> None:
        """Lay keys side by side, none narrower than its words."""
        left, room = self.x, self.width - gap * (len(buttons) - 1)
        for key, width in zip(buttons, shares(room, [key.least_width for key in buttons]), strict=True):
            key.size, key.pos = (width, height), (left, bottom)
            left += width + gap

    def _button_lines(self) -> list[list[BigButton]]:
        """The keys for losses and Confirm in a line; several keys leave Confirm lines of their own."""
        keys = [*self._keys, self.confirm]
        for icon in ("check", ""):  # its sign gives way to a line of keys
            self.confirm.icon = icon
            if len(self.outcomes) <= 1 or (
                self.width >= px(WIDE) and len(lines_within(keys, self.width)) == 1
            ):
                return [keys]
        self.confirm.icon = "check"
        return [*lines_within(self._keys, self.width), [self.confirm]]


def lines_within(keys: list[BigButton], width: float) -> list[list[BigButton]]:
    """Divide keys into lines, as few and as even as their words allow within a width in pixels."""
    gap = px(theme.TARGET_GAP)
    for lines in range(1, len(keys) + 1):
        each = -(-len(keys) // lines)
        divided = [keys[at : at + each] for at in range(0, len(keys), each)]
        if all(sum(key.least_width + gap for key in line) - gap <= width for line in divided):
            return divided
    return [[key] for key in keys]
