"""The battle of symbol dice: both squads, their dice, and the exact odds of wounds."""

from fractions import Fraction
from typing import Any

from kivy.base import EventLoop
from kivy.uix.widget import Widget

from companion.app.camera.dice_tray import DiceTray
from companion.app.camera.symbol_dice import symbol_contest_with
from companion.hardware.panel import CONFIRM
from companion.hardware.signals import Meaning, Meanings
from companion.locale.catalogue import shown
from companion.locale.messages import gettext, joined
from companion.odds import symbol_contest_wounds
from companion.odds.symbol_dice import Wounds
from companion.referee.dice import Dice, DicePool
from companion.referee.questions import Roll
from companion.referee.ruling import ALLOWED
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, spacer
from companion.ui.screens.dice_screen import DiceScreen
from companion.ui.screens.toolbar import tools
from companion.ui.shell import Shell
from companion.ui.theme import Swatch
from companion.ui.widgets.board.opponents import opponents_of
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.dice.detected_dice import DetectedDicePad
from companion.ui.widgets.dice.live_view import LiveView
from companion.ui.widgets.dice.symbol_pad import SymbolPad
from companion.ui.widgets.dice.wounds_chart import WoundsChart, chances_by_number
from companion.vision.dice import DieReading
from companion.vision.tracking.tray_watcher import TrayState

LIVE = 262
"""Width of the live picture, in theme pixels."""
ODDS = 112
"""Height of the odds, or of four lines of text beside them, in theme pixels."""
DETAIL = 250
"""Width of the question's detail beside the odds, in theme pixels."""
SHORT = 64
"""Maximum letters of the detail in the normal font size."""


class SymbolBattleScreen(DiceScreen):
    """Both squads, their dice, and the chances of wounds."""

    name = "symbol-battle"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._read = False
        self.pad: SymbolPad | DetectedDicePad | None = None

    def shows(self, question: Roll) -> bool:
        """Return whether the question is a roll of symbol dice."""
        return question.symbol_contest is not None

    @property
    def roll(self) -> Roll:
        """The open roll."""
        assert self.question is not None, "the shell shows this screen only for a roll"
        return self.question

    def meanings(self, meanings: Meanings) -> Meanings:
        """Let Confirm accept the entered dice."""
        return {**meanings, (CONFIRM, False): Meaning("accept", gettext("Dice are right"))}

    def press(self, meaning: Meaning) -> None:
        """Accept the dice, or show what is missing."""
        if meaning.action == "accept":
            self.confirm_dice()

    def confirm_dice(self) -> None:
        """Accept the dice, or show what is missing."""
        self._confirm()

    # --- layout --------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build both squads, the dice, the odds and the buttons."""
        self.clear_widgets()
        session = self.playing
        self._read = False
        dice = self._by_fingers() if self.by_hand else self._by_eye()
        self.charts = {side: WoundsChart(title=self._wounds_on(seat), colour=self._colour(seat))
                       for side, seat in self._sides()}  # fmt: skip
        self._done = BigButton(text=gettext("Confirm"), icon="check", on_tap=lambda _: self._confirm())
        self._done.bind(on_denied=lambda _, ruling: self.shell.show_refusal(ruling))
        (_, second), (_, first) = self._sides()
        parts: list[Widget] = [opponents_of(session.table.game_view, session.seats, first, second), dice]
        self._odds = row()
        parts += [*self._odds_rows(), *self._buttons()]
        self.add_widget(column(*parts, pad=theme.SPACE_8))
        self._show_odds({})

    def _odds_rows(self) -> list[Widget]:
        """Return the question's detail beside the odds; in portrait above them."""
        detail = self.roll.detail
        size = theme.BODY if len(detail) <= SHORT else theme.CAPTION
        if not detail:
            return [fixed_height(self._odds, ODDS)]
        # One label per line: Kivy leaves out the last line where they fill one label.
        lines = [TextLabel(line, size, theme.MUTED) for line in shown(detail).split("\n")]
        label = column(spacer(), *lines, spacer(), gap=0)
        if theme.METRICS.portrait:
            return [fixed_height(label, 2 * theme.SUBTITLE), fixed_height(self._odds, ODDS)]
        return [fixed_height(row(fixed_width(label, DETAIL), self._odds), ODDS)]

    def _buttons(self) -> list[Widget]:
        """Return the rows of buttons; in portrait Confirm has a row of its own."""
        signs = fixed_width(
            tools(self.shell, signs=True, pause=True), 4 * (theme.TAP_TARGET + theme.TARGET_GAP)
        )
        if theme.METRICS.portrait:
            rows = [[signs, *self.offer_buttons([], self.shell.width - signs.width)], [self._done]]
        else:
            rows = [[signs, *self.offer_buttons([self._done], self.shell.width - signs.width)]]
        return [fixed_height(row(*line), theme.BUTTON_HEIGHT) for line in rows]

    def _by_fingers(self) -> Widget:
        """Return the pad with keys for every face of every pool."""
        self.pad = SymbolPad(self.roll, self._labels(), self._paints())
        self.pad.bind(on_change=lambda _, dice: self._show_odds(dice))
        self.pad.bind(on_denied=lambda _, ruling: self.shell.show_refusal(ruling))
        return self.pad

    def _by_eye(self) -> Widget:
        """Return the live tray, and beside it the dice that the camera has read."""
        self.live = LiveView(labels=_name_of, tag=self.picture_tag)
        self.pad = DetectedDicePad(self.roll, self._labels(), self._paints())
        self.pad.bind(on_change=lambda _, dice: self._show_odds(dice))
        if theme.METRICS.portrait:
            return column(self.live, self.pad)
        return row(fixed_width(self.live, LIVE), self.pad)

    # --- watching ------------------------------------------------------------------------------------------

    def watch(self, tray: DiceTray) -> None:
        """Show the dice the camera has read, unless somebody touches the screen or entered a die by hand."""
        pad = self.pad
        if not isinstance(pad, DetectedDicePad):
            return
        lying = tray.tray_update.state if tray.tray_update is not None else None
        if lying is TrayState.EMPTY and pad.entered_by_hand and not self._read:
            pad.entered_by_hand = False
            pad.take({})
        if not EventLoop.touches:
            rolled = tray.take_roll()
            doubtful = (
                None if rolled is not None or self._read or pad.entered_by_hand else tray.uncertain_dice()
            )
            if rolled is not None:
                self._read, pad.entered_by_hand = True, False
                pad.take(dict(rolled.items()))
            elif doubtful is not None:
                pad.take(doubtful)
        self._show(tray, pad)

    def _show(self, tray: DiceTray, pad: DetectedDicePad) -> None:
        tray_update = tray.tray_update
        text = tray.problem or (tray_update.sentence if tray_update is not None else None)
        if pad.doubtful:
            text = gettext("Tap the ? and say")
        self.live.tone = "sure" if self._read else "unsure" if text else "calm"
        state = gettext("These dice count") if self._read else gettext("Roll these dice")
        dice = self.marked_dice(tray, read=self._read)
        self.live.show(tray.picture, dice, state if self._read else text or state)

    # --- acting --------------------------------------------------------------------------------------------

    def _show_odds(self, dice: Dice) -> None:
        """Show the odds for the dice entered so far, and enable Confirm once all are entered."""
        chances = symbol_contest_wounds(symbol_contest_with(self.roll, dice))
        lying = {pool.name: dice.get(pool.name, ()) for pool in self.roll.pools}
        self._odds.clear_widgets()
        for side, chart in self.charts.items():
            suffered = _suffered(chances, side)
            chart.chances = chances_by_number(suffered)
            chart.mean = sum((number * chance for number, chance in suffered.items()), Fraction(0))
            chart.certain = next(iter(suffered)) if len(suffered) == 1 else None
            if side == "defender" or chart.certain != 0:
                self._odds.add_widget(chart)
        ruling = self.roll.judge(lying)
        self._done.ruling = None if ruling == ALLOWED else ruling

    def _confirm(self) -> None:
        if self.pad is None:
            return
        if self._done.denied:
            self.shell.show_refusal(self._done.ruling)
        else:
            self.answer(self.pad.dice)

    # --- texts ---------------------------------------------------------------------------------------------

    def _sides(self) -> tuple[tuple[str, str], ...]:
        """Return both sides of the battle with the ids of their seats, the defender first."""
        first = self.roll.pools[0].seat
        other = next((pool.seat for pool in self.roll.pools if pool.seat != first), self._other_owner(first))
        return ("defender", other), ("attacker", first)

    def _other_owner(self, first: str) -> str:
        game_view = self.playing.table.game_view
        return next(
            (owner for id in game_view.focus if (owner := game_view.places[id].owner) not in (None, first)),
            first,
        )

    def _labels(self) -> dict[str, str]:
        return {pool.name: _label(pool) for pool in self.roll.pools}

    def _paints(self) -> dict[str, Swatch]:
        return {pool.seat: theme.SEAT_COLOURS[self._colour(pool.seat)] for pool in self.roll.pools}

    def _colour(self, seat: str) -> Any:
        known = self.playing.seat(seat)
        return known.colour if known is not None else "gray"

    def _wounds_on(self, seat: str) -> str:
        known = self.playing.seat(seat)
        return gettext("Wounds on {player}", player=known.name) if known is not None else gettext("Wounds")


def _name_of(die: DieReading) -> str:
    """Label a die on the picture with its number of symbols: a longer name does not fit."""
    if not die.sure:
        return "?"
    counts = [int(part[0]) if part[0].isdecimal() else 1 for part in die.title.split(" + ")]
    return "0" if die.title == "blank" else str(sum(counts))


def _label(pool: DicePool) -> str:
    return joined([str(pool.most), pool.words])


def _suffered(chances: dict[Wounds, Fraction], side: str) -> dict[int, Fraction]:
    """Sum the chances by number of wounds of one side."""
    sums: dict[int, Fraction] = {}
    for wounds, chance in chances.items():
        number = wounds.defender if side == "defender" else wounds.attacker
        sums[number] = sums.get(number, Fraction(0)) + chance
    return sums
