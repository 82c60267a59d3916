"""The battle of symbol dice: both squads, their dice, and the exact odds of wounds before and after."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.dice_tray import DiceTray
from companion.app.symbol_dice import symbol_contest_with
from companion.hardware.panel import CONFIRM
from companion.hardware.signals import Meaning, Meanings
from companion.odds import symbol_contest_wounds
from companion.odds.symbol_dice import Wounds
from companion.referee.dice import Dice, DicePool
from companion.referee.questions import Roll
from companion.referee.ruling import ALLOWED
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row
from companion.ui.question_views.roll import faces_of
from companion.ui.screens.screen import Screen
from companion.ui.screens.toolbar import tools
from companion.ui.theme import Swatch
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.detected_dice import DetectedDicePad
from companion.ui.widgets.live_view import LiveView
from companion.ui.widgets.opponents import opponents_of
from companion.ui.widgets.symbol_pad import SymbolPad
from companion.ui.widgets.wounds_chart import WoundsChart, by_number
from companion.vision.dice import DieReading
from companion.vision.tracking.tray_watcher import TrayState

if TYPE_CHECKING:
    from companion.ui.shell import Shell


FRAMES = 1 / 20
"""Seconds between two looks at the tray."""
GONE = (TrayState.EMPTY, TrayState.TAKEN_AWAY)
LIVE = 262
"""Width of the live picture, in theme pixels."""
ODDS = 104
"""Height of the odds."""
DETAIL = 250
"""Width of what is said about the dice, beside the odds."""
SHORT = 64
"""Letters that fit there in the usual size."""


class SymbolBattleScreen(Screen):
    """Who fights whom with how many dice, and what comes of it."""

    name = "melee"

    def __init__(self, shell: "Shell", **params: Any) -> None:
        super().__init__(shell, **params)
        self._seq = -1
        self._by_hand, self._read = False, False
        self.pad: SymbolPad | DetectedDicePad | None = None
        self._eye = Clock.schedule_interval(lambda _: self._look(), FRAMES)

    @property
    def tray(self) -> DiceTray | None:
        """The tray under the camera, if its eye was taught these dice."""
        tray = self.shell.context.tray
        return tray if tray is not None and tray.can_read(self.question) else None

    def on_leave(self) -> None:
        """The eye need not answer any more."""
        self._eye.cancel()
        if self._seq >= 0 and self.tray is not None:
            self.tray.finish()

    def refresh(self) -> None:
        """Show the open roll; a new one starts with empty dice."""
        question = self.playing.question
        if self.playing.seq == self._seq or not isinstance(question, Roll) or question.symbol_contest is None:
            return
        self._seq, self.question = self.playing.seq, question
        self._by_hand = self.tray is None or self.shell.context.by_hand
        if self.tray is not None:
            self.tray.ask(question, self.playing.seats)
        self._build()

    def meanings(self, meanings: Meanings) -> Meanings:
        """Confirm accepts the dice once they are entered."""
        return {**meanings, (CONFIRM, False): Meaning("accept", "Dice are right")}

    def press(self, meaning: Meaning) -> None:
        """Accept the dice, or hear what is missing."""
        if meaning.action == "accept":
            self._confirm()

    # --- laying out ----------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.clear_widgets()
        session = self.playing
        self._read = False
        dice = self._by_fingers() if self._by_hand else self._by_eye()
        self.charts = {side: WoundsChart(title=self._wounds_on(seat), colour=self._colour(seat))
                       for side, seat in self._sides()}  # fmt: skip
        self._done = BigButton(text="Confirm", icon="check", on_tap=lambda _: self._confirm())
        self._done.bind(on_denied=lambda _, ruling: self.shell.show_refusal(ruling))
        (_, second), (_, first) = self._sides()
        parts: list[Widget] = [
            opponents_of(session.table.game_view, session.seats, first, second),
            dice,
        ]
        self._odds = row()
        parts += [*self._reckoning(), *self._buttons()]
        self.add_widget(column(*parts, pad=theme.SPACE_8))
        self._show_odds({})

    def _reckoning(self) -> list[Widget]:
        """What upgrades the dice and what needs none, beside the odds; above them where it is narrow."""
        detail = self.question.detail
        size = theme.BODY if len(detail) <= SHORT else theme.CAPTION
        if not detail:
            return [fixed_height(self._odds, ODDS)]
        words = TextLabel(detail, size, theme.MUTED, fill=True)
        if theme.METRICS.portrait:
            return [fixed_height(words, 2 * theme.SUBTITLE), fixed_height(self._odds, ODDS)]
        return [fixed_height(row(fixed_width(words, DETAIL), self._odds), ODDS)]

    def _buttons(self) -> list[Widget]:
        """What can be done; the one that goes on in a line of its own where it is narrow."""
        seq = self._seq
        offers = [
            BigButton(text=offer.label, kind="quiet", on_tap=self._taking(offer.id, seq))
            for offer in self.question.offers
        ]
        if self.tray is not None:
            words = "Camera" if self._by_hand else "By hand"
            other = BigButton(text=words, kind="quiet", on_tap=lambda _: self._switch())
            offers.append(other)
        signs = fixed_width(tools(self.shell, signs=True, pause=True), 4 * (theme.TAP_TARGET + theme.SPACE_8))
        if theme.METRICS.portrait and offers:
            return [
                fixed_height(row(signs, *offers), theme.BUTTON_HEIGHT),
                fixed_height(self._done, theme.BUTTON_HEIGHT),
            ]
        return [fixed_height(row(signs, *offers, self._done), theme.BUTTON_HEIGHT)]

    def _by_fingers(self) -> Widget:
        """Keys for every face of every pool."""
        self.pad = SymbolPad(self.question, self._labels(), self._paints())
        self.pad.bind(on_change=lambda _, dice: self._show_odds(dice))
        self.pad.bind(on_denied=lambda _, ruling: self.shell.show_refusal(ruling))
        return self.pad

    def _by_eye(self) -> Widget:
        """The live tray, and beside it the dice as they are read."""
        self.live = LiveView(labels=_name_of)
        self.pad = DetectedDicePad(self.question, self._labels(), self._paints())
        self.pad.bind(on_change=lambda _, dice: self._show_odds(dice))
        if theme.METRICS.portrait:
            return column(self.live, self.pad)
        return row(fixed_width(self.live, LIVE), self.pad)

    def _switch(self) -> None:
        """Type the dice instead of showing them to the eye, or the other way round."""
        self._by_hand = not self._by_hand
        self.shell.context.by_hand = self._by_hand
        self._build()

    # --- watching ------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Take over what the eye has read, unless a finger is on the glass or the table has told a die."""
        if (
            self._by_hand
            or self.parent is None
            or not isinstance(self.pad, DetectedDicePad)
            or self.tray is None
        ):
            return
        tray, pad = self.tray, self.pad
        lying = tray.sighting.state if tray.sighting is not None else None
        if lying in GONE and pad.told and not self._read:
            pad.told = False
            pad.take({})
        if not EventLoop.touches:
            rolled = tray.rolled()
            doubtful = None if rolled is not None or self._read or pad.told else tray.doubtful()
            if rolled is not None:
                self._read, pad.told = True, False
                pad.take(dict(rolled.items()))
            elif doubtful is not None:
                pad.take(doubtful)
        self._show(tray, pad)

    def _show(self, tray: DiceTray, pad: DetectedDicePad) -> None:
        sighting = tray.sighting
        reading = sighting.reading if sighting is not None else None
        words = tray.trouble or (sighting.sentence if sighting is not None else None)
        if pad.doubtful:
            words = "Tap the ? and say"
        self.live.tone = "sure" if self._read else "unsure" if words else "calm"
        state = "These dice count" if self._read else "Roll these dice"
        dice = reading.dice if reading is not None else ()
        self.live.show(tray.picture, dice, state if self._read else words or state)

    def _taking(self, offer: str, seq: int) -> Any:
        return lambda _: self.shell.answer({"offer": offer}, seq=seq)

    # --- acting --------------------------------------------------------------------------------------------

    def _show_odds(self, dice: Dice) -> None:
        """Reckon with the dice that lie already, and hold Confirm back until all of them do."""
        chances = symbol_contest_wounds(symbol_contest_with(self.question, dice))
        lying = {pool.name: dice.get(pool.name, ()) for pool in self.question.pools}
        self._odds.clear_widgets()
        for side, chart in self.charts.items():
            suffered = _suffered(chances, side)
            chart.chances = by_number(suffered)
            chart.mean = sum((number * chance for number, chance in suffered.items()), Fraction(0))
            chart.certain = next(iter(suffered)) if len(suffered) == 1 else None
            if side == "defender" or chart.certain != 0:
                self._odds.add_widget(chart)
        ruling = self.question.judge(lying)
        self._done.ruling = None if ruling == ALLOWED else ruling

    def _confirm(self) -> None:
        if self.pad is None:
            return
        if self._done.denied:
            self.shell.show_refusal(self._done.ruling)
        else:
            evidence = self.tray.evidence(self.pad.dice) if self.tray is not None else None
            by = "camera" if self.tray is not None and self.tray.has_read else ""
            self.shell.answer(faces_of(self.pad.dice), seq=self._seq, by=by, evidence=evidence)

    # --- words ---------------------------------------------------------------------------------------------

    def _sides(self) -> tuple[tuple[str, str], ...]:
        """Both sides of the melee with their seats."""
        first = self.question.pools[0].seat
        other = next(
            (pool.seat for pool in self.question.pools if pool.seat != first), self._other_owner(first)
        )
        return ("defender", other), ("attacker", first)

    def _other_owner(self, first: str) -> str:
        game_view = self.playing.table.game_view
        return next(
            (owner for id in game_view.focus if (owner := game_view.places[id].owner) not in (None, first)),
            first,
        )

    def _labels(self) -> dict[str, str]:
        return {pool.name: _label(pool) for pool in self.question.pools}

    def _paints(self) -> dict[str, Swatch]:
        return {pool.seat: theme.SEAT_COLOURS[self._colour(pool.seat)] for pool in self.question.pools}

    def _colour(self, seat: str) -> Any:
        known = self.playing.seat(seat)
        return known.colour if known is not None else "gray"

    def _wounds_on(self, seat: str) -> str:
        known = self.playing.seat(seat)
        return f"Wounds on {known.name}" if known is not None else "Wounds"


def _name_of(die: DieReading) -> str:
    """Name a die on the picture by how many signs it shows: there is no room for more."""
    if not die.sure:
        return "?"
    counts = [int(part[0]) if part[0].isdecimal() else 1 for part in die.title.split(" + ")]
    return "0" if die.title == "blank" else str(sum(counts))


def _label(pool: DicePool) -> str:
    return f"{pool.most} {pool.name}"


def _suffered(chances: dict[Wounds, Fraction], side: str) -> dict[int, Fraction]:
    """Add up the chances of the wounds of one side."""
    sums: dict[int, Fraction] = {}
    for wounds, chance in chances.items():
        number = wounds.defender if side == "defender" else wounds.attacker
        sums[number] = sums.get(number, Fraction(0)) + chance
    return sums
