"""The dice of a battle in pairs, and who loses each."""

from typing import ClassVar

from kivy.properties import NumericProperty, ObjectProperty

from companion.locale.messages import Message, capitalised, gettext, joined
from companion.referee.dice import Contest, Dice, Faces, Pair
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.dice.die import draw_die

LOSSES = 150
"""Width of the text beside the pairs, in theme pixels."""
DIE, LARGE_DIE = 96, 132
"""Largest side of a die, normally and in a wide or portrait window, in theme pixels."""
SIDES, STRIDE = 6, 5
"""Faces of a die, and how many it goes on in each step while it tumbles."""
HALF = 29
"""Half the height of one side's losses, in theme pixels."""


class PairTable(CanvasWidget):
    """One column per pair: the attacker's die above the defender's, an arrow towards the one that loses.

    Attributes:
        pairs: the pairs, from `companion.referee.dice.pair_dice`.
        contest: the battle, for the bonuses below the table; optional.
        bodies: colours of the attacker's and of the defender's dice.
        names: of both sides.
        spare: dice of the attacker and of the defender that do not count, drawn faint.
        tumble: while it is not 0, the dice show other faces, which change with it, and nobody loses.
    """

    pairs = ObjectProperty(())
    contest = ObjectProperty(None, allownone=True)
    bodies = ObjectProperty(("red", "white"))
    names = ObjectProperty(("attacker", "defender"))
    spare = ObjectProperty(((), ()))
    tumble = NumericProperty(0)

    shows: ClassVar[tuple[str, ...]] = ("pairs", "contest", "bodies", "names", "spare", "tumble")

    def draw(self) -> None:
        """Draw the pairs as large as fit, the sum of losses beside them."""
        if not self.pairs:
            return
        losses_height = px(LOSSES)
        note = px(theme.BODY * 1.4) if self._note() else 0
        height = self.height - note
        columns = len(self.pairs) + max(map(len, self.spare))
        most = px(LARGE_DIE if theme.METRICS.wide or theme.METRICS.portrait else DIE)
        side = min((height - px(20)) / 2, (self.width - losses_height) / columns - px(theme.SPACE_12), most)
        if side <= 0:
            return  # Kivy corrupts memory where it draws shapes of a negative size
        column = side + px(theme.SPACE_12)
        left = self.center_x - (column * columns + losses_height) / 2
        middle = self.y + note + height / 2
        for number, pair in enumerate(self.pairs):
            self._draw_pair(pair, left + number * column, middle, side)
        self._draw_spare(left + column * len(self.pairs), middle, side)
        if not self.tumble:
            self._draw_losses(left + column * columns + px(theme.SPACE_12), middle, side)
        if note:
            at = (self.center_x, self.y + note / 2)
            drawing.draw_fitting_text(
                self._note(), at, px(theme.BODY), theme.MUTED, self.width, anchor=(0.5, 0.5)
            )

    def _draw_pair(self, pair: Pair, left: float, middle: float, side: float) -> None:
        attack, defence = (theme.DIE_COLOURS[body] for body in self.bodies)
        gap, tumbles = px(10), bool(self.tumble)
        lost = pair.loser == "attacker"
        upper, lower = (self._face(face) for face in (pair.attack, pair.defence))
        draw_die(upper, (left, middle + gap), side, attack, lost=lost and not tumbles)
        draw_die(lower, (left, middle - gap - side), side, defence, lost=not lost and not tumbles)
        if tumbles:
            return
        self._draw_arrow((left + side / 2, middle), px(8) if lost else -px(8))

    def _face(self, face: int) -> int:
        """Return the face that a die shows now: while it tumbles another one in each step."""
        return (face + STRIDE * int(self.tumble)) % SIDES + 1 if self.tumble else face

    def _draw_spare(self, left: float, middle: float, side: float) -> None:
        bottoms = (middle + px(10), middle - px(10) - side)
        for faces, body, bottom in zip(self.spare, self.bodies, bottoms, strict=True):
            for number, face in enumerate(faces):
                at = (left + number * (side + px(theme.SPACE_12)), bottom)
                draw_die(self._face(face), at, side, theme.DIE_COLOURS[body], faint=True)

    def _draw_arrow(self, centre: drawing.Point, reach: float) -> None:
        x, y = centre
        drawing.polygons(
            [[(x - px(9), y - reach / 2), (x + px(9), y - reach / 2), (x, y + reach)]], theme.ACCENT
        )

    def _draw_losses(self, left: float, middle: float, side: float) -> None:
        lost = [pair.loser for pair in self.pairs]
        apart = max(side / 2 + px(10), px(HALF))
        offsets = (apart, -apart)
        for who, name, offset in zip(("attacker", "defender"), self.names, offsets, strict=True):
            count = lost.count(who)
            colour = theme.WARNING if count else theme.MUTED
            drawing.draw_text(
                gettext("loses {number}", number=count),
                (left, middle + offset - px(12)),
                px(theme.SUBTITLE),
                colour,
                bold=True,
            )
            at = (left, middle + offset + px(14))
            drawing.draw_fitting_text(name, at, px(theme.BODY), theme.MUTED, px(LOSSES))

    def _note(self) -> str:
        if not isinstance(self.contest, Contest):
            return ""
        notes = [
            template(force.bonus)
            for template, force in (
                (_attack_bonus, self.contest.attacker),
                (_defence_bonus, self.contest.defender),
            )
            if force.bonus
        ]
        if self.contest.ties == "attacker":
            notes.append(gettext("ties go to the attacker"))
        return capitalised(joined(notes, ", "))


def _attack_bonus(bonus: int) -> Message:
    return gettext("attacker +{bonus} on the highest die", bonus=bonus)


def _defence_bonus(bonus: int) -> Message:
    return gettext("defender +{bonus} on the highest die", bonus=bonus)


def uncounted_faces(contest: Contest, dice: Dice) -> tuple[Faces, Faces]:
    """Return the lowest faces of both sides, which do not count if a side rolled bonus dice."""
    attack, defence = (
        tuple(sorted(dice[name])[: force.extra])
        for name, force in (("attack", contest.attacker), ("defence", contest.defender))
    )
    return attack, defence
