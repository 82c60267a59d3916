"""The battle: attacker and defender, the live tray between them, the odds, the pairs, and one Confirm."""

from typing import TYPE_CHECKING, Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.widget import Widget
from msgspec import structs

from companion.app.dice_tray import DiceTray
from companion.app.labels import count_label, place_names
from companion.app.pool_colours import DEFAULT_COLOURS
from companion.hardware.panel import CONFIRM
from companion.hardware.signals import Meaning, Meanings
from companion.odds import Battle, odds
from companion.referee.dice import Contest, Dice, Faces, Force, contest_losses, laid_out
from companion.referee.questions import Roll
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, spacer
from companion.ui.question_views.roll import faces_of
from companion.ui.screens.screen import Screen
from companion.ui.screens.toolbar import tools
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.dice_pad import DicePad
from companion.ui.widgets.emblem import EmblemBadge
from companion.ui.widgets.live_view import LiveView
from companion.ui.widgets.odds_bar import OddsBar
from companion.ui.widgets.pair_table import PairTable

if TYPE_CHECKING:
    from companion.ui.shell import Shell

SIDES, SIDES_UPRIGHT = 84, 168
"""Height of both sides with the odds: between them, or below them where the screen stands upright."""
FRAMES = 1 / 20
"""Seconds between two looks at the tray."""


class BattleScreen(Screen):
    """Who against whom, and what the dice say."""

    name = "battle"

    def __init__(self, shell: "Shell", **params: Any) -> None:
        super().__init__(shell, **params)
        self._seq = -1
        self._dice: Dice | None = None
        self._question: Roll | None = None
        self._by_hand = False
        self._pad: DicePad | None = None
        self._eye = Clock.schedule_interval(self._look, FRAMES)

    @property
    def tray(self) -> DiceTray | None:
        """The tray under the camera, if there is one that knows these dice."""
        tray = self.shell.context.tray
        return (
            tray
            if tray is not None and self._question is not None and tray.can_read(self._question)
            else None
        )

    @property
    def contest(self) -> Contest:
        """The battle."""
        assert self._question is not None, "the shell shows this screen only for a battle"
        assert self._question.contest is not None, "the shell shows this screen only for a battle"
        return self._question.contest

    def refresh(self) -> None:
        """Show the open roll; a new one starts with empty dice."""
        question = self.playing.question
        if self.playing.seq == self._seq or not isinstance(question, Roll):
            return
        self._seq, self._question, self._dice = self.playing.seq, question, None
        self._by_hand = self.tray is None or self.shell.context.by_hand
        if self.tray is not None:
            self.tray.ask(question, self.playing.seats)
        self._build()

    def meanings(self, meanings: Meanings) -> Meanings:
        """Confirm rolls simulated dice, and accepts real ones only once they are read or typed."""
        words = self._confirm_words()
        others = {
            press: meaning
            for press, meaning in meanings.items()
            if press != (CONFIRM, False) and (meaning.action != "claim" or self._dice is None)
        }
        return {(CONFIRM, False): Meaning("accept", words), **others} if words else others

    def _confirm_words(self) -> str:
        if self._by_hand:
            return "Dice are right"
        if self._dice is not None:
            return "Dice are right"
        return "Roll" if self.tray is not None and self.tray.simulated else ""

    def press(self, meaning: Meaning) -> None:
        """Accept the dice, or fix how many one side rolls."""
        if meaning.action == "claim" and isinstance(meaning.raw, tuple):
            self._claim(*meaning.raw)
        elif meaning.action == "accept":
            self._accept()

    def _accept(self) -> None:
        """Confirm what was read or typed; with simulated dice on the tray still at rest, roll them."""
        if self._by_hand and self._pad is not None:
            ruling = self._pad.question.judge(self._pad.faces)
            if ruling.allowed:
                self._answer(self._pad.faces)
            else:
                self.shell.show_refusal(ruling)
        elif self._dice is not None:
            self._confirm()
        else:
            self._throw()

    def _claim(self, name: str, dice: int) -> None:
        """One side has said how many dice it rolls."""
        question = self._question
        if question is None or self._dice is not None:
            return
        pools = tuple(
            structs.replace(pool, least=dice, most=dice) if pool.name == name else pool
            for pool in question.pools
        )
        self._question = structs.replace(question, pools=pools)
        if self.tray is not None:
            self.tray.ask(self._question, self.playing.seats)
        self._build()

    def on_leave(self) -> None:
        """The eye need not answer any more."""
        self._eye.cancel()
        if self.tray is not None:
            self.tray.finish()

    # --- laying out ----------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.clear_widgets()
        middle = self._hand_view() if self._by_hand else self._eye_view()
        helps = self._helps()
        parts = [
            fixed_height(self._sides(), SIDES_UPRIGHT if theme.METRICS.portrait else SIDES),
            *helps,
            middle,
            fixed_height(self._buttons(), theme.BUTTON_HEIGHT),
        ]
        self.add_widget(column(*parts, pad=theme.SPACE_8))

    def _sides(self) -> Widget:
        """Both sides with the odds between them."""
        attacker, defender = self._side(self.contest.attacker), self._side(self.contest.defender)
        if theme.METRICS.portrait:
            return column(row(attacker, defender), self._odds())
        return row(fixed_width(attacker, 214), self._odds(), fixed_width(defender, 214))

    def _helps(self) -> list[Widget]:
        """What raises the dice, in the game's words."""
        detail = self._question.detail if self._question is not None else ""
        return [TextLabel(detail, theme.BODY, theme.ACCENT, align="center")] if detail else []

    def _side(self, force: Force) -> Widget:
        seat, game_view = self.playing.seat(force.seat), self.playing.table.game_view
        here = game_view.places[force.place]
        names = column(
            TextLabel(self._place(force.place), theme.BODY, bold=True, fill=True, lines=2),
            fixed_height(
                TextLabel(
                    count_label(game_view, here.count), theme.SUBTITLE, theme.ACCENT, fill=True, lines=1
                ),
                32,
            ),
            gap=0,
        )
        if seat is None:
            return names
        return row(fixed_width(EmblemBadge(seat=seat), 52), names)

    def _odds(self) -> OddsBar:
        battle = Battle.of(self.contest)
        if self._dice is None:
            after, when = battle, "Likely left"
        else:
            after, when = battle.after(contest_losses(self.contest, self._dice)), "Now likely left"
        outlook = odds(after)
        left = outlook.expected_left
        attacker, defender = (
            self.playing.seat(force.seat) for force in (self.contest.attacker, self.contest.defender)
        )
        return OddsBar(
            attacker=outlook.conquest,
            defender=1 - outlook.conquest,
            names=("Takes it", "Holds"),
            colours=(attacker.colour if attacker else "gray", defender.colour if defender else "gray"),
            words=f"{when}: {left[0]:.1f} v {left[1]:.1f}",
        )

    def _hand_view(self) -> Widget:
        pad = self._pad = DicePad(
            question=self._question, bodies=self._bodies(), labels=self._labels(), extras=self._extras()
        )
        pad.enter(self._dice or self._known())
        pad.bind(on_confirm=lambda _, dice: self._answer(dice))
        pad.bind(on_denied=lambda _, ruling: self.shell.show_refusal(ruling))
        return pad

    def _known(self) -> Dice:
        """The dice that the eye is sure of, where others that were rolled with them are left to tell."""
        doubtful = self.tray.doubtful() if self.tray is not None else None
        return {name: tuple(filter(None, seen)) for name, seen in (doubtful or {}).items()}

    def _eye_view(self) -> Widget:
        self.live = LiveView()
        if self._dice is None:
            said = TextLabel(self._asked(), theme.SUBTITLE, bold=True)
            hint = TextLabel(self._last_event(), theme.BODY, theme.MUTED)
            beside: Widget = column(spacer(), said, hint, spacer())
        else:
            beside = column(self._result(self._dice), fixed_height(self._change(), theme.TAP_TARGET))
        return row(self.live, beside)

    def _result(self, dice: Dice) -> Widget:
        """What the dice that were read come to."""
        pairs = laid_out(self.contest, dice)
        return PairTable(
            pairs=pairs,
            contest=self.contest,
            bodies=tuple(self._bodies().values()),
            spare=left_out(self.contest, dice),
        )

    def _change(self) -> BigButton:
        return BigButton(
            text="Read wrongly? Change", kind="quiet", on_tap=lambda _: self._switch(by_hand=True)
        )

    def _buttons(self) -> Widget:
        question, seq = self._question, self._seq
        parts: list[Widget] = [tools(self.shell, signs=True, pause=True)]
        offers = question.offers if question is not None else ()
        parts += [
            BigButton(text=offer.label, kind="quiet", on_tap=self._taking(offer.id, seq)) for offer in offers
        ]
        if self.tray is not None:
            words = "Camera" if self._by_hand else "By hand"
            parts.append(
                BigButton(text=words, kind="quiet", on_tap=lambda _: self._switch(by_hand=not self._by_hand))
            )
        parts += self._going_on()
        return row(*parts)

    def _going_on(self) -> list[Widget]:
        """The one button that goes on, when there is something to go on with."""
        if self._by_hand:
            return []
        if self._dice is not None:
            return [BigButton(text="Confirm", icon="check", on_tap=lambda _: self._confirm())]
        if self.tray is not None and self.tray.simulated:
            return [BigButton(text="Roll", icon="dice", on_tap=lambda _: self._throw())]
        return []

    # --- acting --------------------------------------------------------------------------------------------

    def _taking(self, offer: str, seq: int) -> Any:
        return lambda _: self.shell.answer({"offer": offer}, seq=seq)

    def _switch(self, *, by_hand: bool) -> None:
        self._by_hand = by_hand
        # Whoever types a roll without its being read wants to go on typing; setting one right does not.
        self.shell.context.by_hand = by_hand and self._dice is None
        if not by_hand:
            self._dice = None
        self._build()

    def _throw(self) -> None:
        if self.tray is not None:
            self.tray.throw()

    def _confirm(self) -> None:
        if self._dice is not None:
            self._answer(self._dice)

    def _answer(self, dice: Dice) -> None:
        evidence = self.tray.evidence(dice) if self.tray is not None else None
        by = "camera" if self.tray is not None and self.tray.has_read else ""
        self.shell.answer(faces_of(dice), seq=self._seq, by=by, evidence=evidence)

    # --- watching ------------------------------------------------------------------------------------------

    def _look(self, _: float) -> None:
        tray = self.tray
        if tray is None or self._by_hand or self.parent is None:
            return
        # Nothing moves away under a finger: what the eye has read waits until it is lifted.
        rolled = tray.rolled() if not EventLoop.touches else None
        if rolled is not None:
            self._dice = rolled
            self._build()
        self._show(tray)

    def _show(self, tray: DiceTray) -> None:
        picture, sighting = tray.picture, tray.sighting
        if picture is None:
            return
        reading = sighting.reading if sighting is not None else None
        words = tray.trouble or (sighting.sentence if sighting is not None else None)
        sure = self._dice is not None
        tone = "sure" if sure else "unsure" if words else "calm"
        state = (
            "These dice count" if sure else f"The tray is {sighting.state}" if sighting is not None else ""
        )
        self.live.tone = tone
        self.live.show(picture, reading.dice if reading is not None else (), words or state)

    # --- words ---------------------------------------------------------------------------------------------

    def _place(self, place: str) -> str:
        return place_names(self.playing.table.game_view).get(place, place)

    def _asked(self) -> str:
        return ". ".join(self._labels().values()) + "."

    def _labels(self) -> dict[str, str]:
        labels = {}
        for pool in self._question.pools if self._question is not None else ():
            seat = self.playing.seat(pool.seat)
            extra = self._extras()[pool.name]
            least, most = pool.least - extra, pool.most - extra
            span = str(most) if least == most else f"{least} to {most}"
            more = f" and {extra} bonus" if extra else ""
            labels[pool.name] = f"{seat.name if seat else pool.name.capitalize()} rolls {span}{more}"
        return labels

    def _extras(self) -> dict[str, int]:
        """How many bonus dice each pool has."""
        return {"attack": self.contest.attacker.extra, "defence": self.contest.defender.extra}

    def _bodies(self) -> dict[str, str]:
        bodies = self.tray.bodies if self.tray is not None else DEFAULT_COLOURS
        pools = self._question.pools if self._question is not None else ()
        return {pool.name: (bodies.get(pool.name) or ("bone",))[0] for pool in pools}

    def _last_event(self) -> str:
        reports = self.playing.table.latest
        return reports[-1].text if reports else ""


def left_out(contest: Contest, dice: Dice) -> tuple[Faces, Faces]:
    """Return the faces of both sides that do not count, for they were rolled besides and are the lowest."""
    attack, defence = (
        tuple(sorted(dice[name])[: force.extra])
        for name, force in (("attack", contest.attacker), ("defence", contest.defender))
    )
    return attack, defence
