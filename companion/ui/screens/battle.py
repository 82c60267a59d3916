"""The battle screen: attacker and defender, the tray's picture, the odds, the dice in pairs, and Confirm."""

from collections.abc import Callable
from typing import Any

from kivy.base import EventLoop
from kivy.uix.widget import Widget
from msgspec import structs

from companion.app.camera.dice_tray import DiceTray
from companion.app.labels import count_label, place_names
from companion.app.night.rolling import BattleRoll, BattleTally, battle_summary, keep_rolling, side_names
from companion.hardware.panel import CONFIRM
from companion.hardware.signals import Meaning, Meanings
from companion.locale.messages import capitalised, gettext, joined
from companion.odds import Battle, odds
from companion.referee.dice import Contest, Dice, Force, Losses, contest_losses, pair_dice
from companion.ui import theme
from companion.ui.layout import (
    Hint,
    TextLabel,
    column,
    fixed_height,
    fixed_width,
    replace_children,
    row,
    spacer,
)
from companion.ui.screens.dice_screen import DiceScreen
from companion.ui.screens.toolbar import tools
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.drawing import Point
from companion.ui.widgets.dice.battle_pad import BattlePad
from companion.ui.widgets.dice.dice_pad import KEYS_SHARE
from companion.ui.widgets.dice.die import DiceRow
from companion.ui.widgets.dice.live_view import TRAY_STATES, LiveView
from companion.ui.widgets.dice.odds_bar import OddsBar
from companion.ui.widgets.dice.pair_table import PairTable, uncounted_faces
from companion.ui.widgets.dice.roll_result import RollResult
from companion.ui.widgets.players.force_card import ForceCard

SIDES, SIDES_WIDE, SIDES_UPRIGHT = 84, 112, 168
"""Height of both sides with the odds: normally, in a wide window, and in portrait with the odds below."""
SIDE, SIDE_WIDE = 214, 300
"""Width of one side, and in a wide window, in theme pixels."""
ASKED = 60
"""Height of the line about who rolls what, in theme pixels."""
ASKED_UPRIGHT, ROLLED_UPRIGHT = 190, 224
"""Height of the dice to roll, and of the rolled dice, below the picture in portrait, in theme pixels."""
SUMMARY_SECONDS = 10.0
"""How long the summary of an automatic battle stays."""
BANNER = 176
"""Height of a banner beside the keys for faces, in theme pixels."""
NEUTRAL_DICE = "bone"
"""Colour of dice of an army without a player."""
KEEP = 3
"""Number of armies in the attacking place at which repeated rolling stops, if there are more."""


class BattleScreen(DiceScreen):
    """Shows both sides of a battle, and enters or reads the dice."""

    name = "battle"
    cached = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._dice: Dice | None = None
        self._pad: BattlePad | None = None
        self._attacker, self._defender, self._odds = ForceCard(), ForceCard(), OddsBar()
        self._odds.names = (gettext("Takes it"), gettext("Holds"))
        self._both = self._lay_sides()
        self._actions: tuple[object, list[Widget]] = (None, [])
        self._tools = tools(shell, signs=True, pause=True)
        self._tally = BattleTally()
        self._parts = column(pad=theme.SPACE_8)
        self.add_widget(self._parts)

    @property
    def contest(self) -> Contest:
        """The battle."""
        contest = self.question.contest if self.question is not None else None
        assert contest is not None, "the shell shows this screen only for a battle"
        return contest

    @property
    def read_dice(self) -> Dice | None:
        """The dice that the camera has read and a player must confirm."""
        return None if self.by_hand else self._dice

    def forget_dice(self) -> None:
        """Start a new roll with empty dice."""
        self._dice = None

    def meanings(self, meanings: Meanings) -> Meanings:
        """Confirm rolls simulated dice; it accepts real dice once they are read or entered."""
        text = self._confirm_words()
        others = {
            press: meaning
            for press, meaning in meanings.items()
            if press != (CONFIRM, False) and (meaning.action != "claim" or self._dice is None)
        }
        return {(CONFIRM, False): Meaning("accept", text), **others} if text else others

    def _confirm_words(self) -> str:
        if self.by_hand or self._dice is not None:
            return gettext("Dice are right")
        return gettext("Roll") if self.tray is not None and self.tray.simulated else ""

    def press(self, meaning: Meaning) -> None:
        """Accept the dice, or set how many dice one side rolls."""
        if meaning.action == "claim" and isinstance(meaning.raw, tuple):
            self.claim_dice(*meaning.raw)
        elif meaning.action == "accept":
            self.confirm_dice()

    def confirm_dice(self) -> None:
        """Confirm the dice that were read or entered; roll simulated dice that are at rest."""
        if self.by_hand and self._pad is not None:
            faces = self._pad.dice.faces
            ruling = self._pad.dice.question.judge(faces)
            if ruling.allowed:
                self.answer(faces)
            else:
                self.shell.show_refusal(ruling)
        elif self._dice is not None:
            self._confirm()
        else:
            self._roll()

    def claim_dice(self, pool: str, count: int) -> None:
        """Set how many dice one side rolls."""
        question = self.question
        if question is None or self._dice is not None:
            return
        pools = tuple(
            structs.replace(known, least=count, most=count) if known.name == pool else known
            for known in question.pools
        )
        self.ask_tray(structs.replace(question, pools=pools))
        self.build()

    # --- laying out ----------------------------------------------------------------------------------------

    def build(self) -> None:
        """Show both sides, the dice and the buttons; unchanged widgets stay for the next roll."""
        self._tally.note(self.playing)
        buttons, sides = self._buttons(), fixed_height(self._sides(), self._sides_height())
        dice = self._hand_view if self.by_hand else self._camera_view
        middle = self.offer_list() if self.listing else dice()
        replace_children(self._parts, sides, *self._helps(), middle, *buttons)

    def _sides_height(self) -> float:
        return SIDES_WIDE if theme.METRICS.wide else SIDES_UPRIGHT if theme.METRICS.portrait else SIDES

    def _sides(self) -> Widget:
        """Both sides with the odds between them."""
        self._show_force(self._attacker, self.contest.attacker)
        self._show_force(self._defender, self.contest.defender)
        self._show_odds()
        return self._both

    def _lay_sides(self) -> Widget:
        if theme.METRICS.portrait:
            return column(row(self._attacker, self._defender), self._odds)
        wide = SIDE_WIDE if theme.METRICS.wide else SIDE
        return row(fixed_width(self._attacker, wide), self._odds, fixed_width(self._defender, wide))

    def _helps(self) -> list[Widget]:
        """The battle's modifiers, in the game's words."""
        detail = self.question.detail if self.question is not None else ""
        return [TextLabel(detail, theme.BODY, theme.ACCENT, align="center")] if detail else []

    def _show_force(self, card: ForceCard, force: Force) -> None:
        game_view = self.playing.table.game_view
        count = count_label(game_view, game_view.places[force.place].count)
        card.show(self.playing.seat(force.seat), self._place(force.place), count)

    def _show_odds(self) -> None:
        battle = Battle.of(self.contest)
        after = battle if self._dice is None else battle.after(contest_losses(self.contest, self._dice))
        outlook, bar = odds(after), self._odds
        seats = [self.playing.seat(force.seat) for force in self._forces]
        bar.colours = tuple(seat.colour if seat else "gray" for seat in seats)
        bar.attacker, bar.defender = outlook.conquest, 1 - outlook.conquest
        left = dict(zip(("attacker", "defender"), outlook.expected_left, strict=True))
        bar.text = (
            gettext("Likely left: {attacker:.1f} v {defender:.1f}", **left)
            if self._dice is None
            else gettext("Now likely left: {attacker:.1f} v {defender:.1f}", **left)
        )

    def _hand_view(self) -> Widget:
        if self._pad is None:
            self._pad = BattlePad()
            self._pad.bind(on_confirm=lambda _, dice: self.answer(dice))
            self._pad.bind(on_denied=lambda _, ruling: self.shell.show_refusal(ruling))
            self._pad.bind(on_losses=lambda _, losses: self._answer_losses(losses))
        assert self.question is not None, "the shell shows this screen only for a battle"
        self._pad.ask(
            self.question,
            self._standing(),
            self._names(),
            bodies=self._bodies(),
            labels=self._labels(),
            extras=self._extras(),
        )
        self._pad.dice.enter(self._dice or self._known())
        return self._pad

    def _answer_losses(self, losses: Losses) -> None:
        """Answer with the losses of the roll; the journal records that the dice are unknown."""
        contest, names = self.contest, self._names()
        lost = {"attacker": losses.attacker, "defender": losses.defender}
        if self.shell.answer({"losses": lost}, seq=self._seq):
            self._show_result(contest, names, None)

    def _known(self) -> Dice:
        """The sure dice of a roll whose other dice must be entered by hand."""
        doubtful = self.tray.uncertain_dice() if self.tray is not None else None
        return {name: tuple(filter(None, seen)) for name, seen in (doubtful or {}).items()}

    def _camera_view(self) -> Widget:
        """The tray's picture, with the dice beside it, or below it in portrait."""
        self.live = LiveView(tag=self.picture_tag)
        if self._dice is None:
            reports = self.playing.table.latest
            rolled = column(spacer(), *self._asked(), Hint(reports[-1].text if reports else ""))
        else:
            rolled = column(self._result(self._dice), fixed_height(self._other_ways(), theme.TAP_TARGET))
        if theme.METRICS.portrait:
            high = ASKED_UPRIGHT if self._dice is None else ROLLED_UPRIGHT
            return column(self.live, fixed_height(rolled, high))
        return row(self.live, rolled, gap=theme.SPACE_24)

    def _result(self, dice: Dice) -> Widget:
        """The result of the dice that were read."""
        pairs = pair_dice(self.contest, dice)
        return PairTable(
            pairs=pairs,
            contest=self.contest,
            bodies=tuple(self._bodies().values()),
            names=self._names(),
            spare=uncounted_faces(self.contest, dice),
        )

    def _other_ways(self) -> Widget:
        """What else than Confirm may be said about the dice that were read."""
        words = gettext("Change") if self._asks_sure else gettext("Read wrongly? Change")
        change = BigButton(text=words, kind="quiet", on_tap=lambda _: self.switch(by_hand=True))
        return row(change, self._sure_button()) if self._asks_sure else change

    def _buttons(self) -> list[Widget]:
        """The tools and the actions; they stay while their texts are the same."""
        offers = self.question.offers if self.question is not None else ()
        bound = self._bound if self.by_hand else None
        wanted = (offers, self.listing, self.tray is None, self.by_hand, self._dice is None, bound)
        if wanted != self._actions[0]:
            self._actions = wanted, self._lay_buttons()
        return self._actions[1]

    def _lay_buttons(self) -> list[Widget]:
        """Lay out the tools and the actions in a row; in portrait in two, one action beside the tools."""
        always, upright = self._tools, theme.METRICS.portrait
        if always.parent is not None:
            always.parent.remove_widget(always)
        beside = 0 if upright else always.width + px(theme.TARGET_GAP)
        acts = self.offer_buttons(self._going_on(), self.shell.width - 2 * px(theme.SPACE_8) - beside)
        above = len(acts) - 1 if upright else 0
        lines = [row(*acts[:above])] if above > 0 else []
        lines += [row(always, *(acts[max(above, 0) :] or [spacer()]))]
        return [fixed_height(line, theme.BUTTON_HEIGHT) for line in lines]

    @property
    def _bound(self) -> int | None:
        """The number of armies left at which repeated rolling stops: 0 for none; None without a battle."""
        contest = self.question.contest if self.question is not None else None
        if contest is None:
            return None
        return KEEP if self.playing.table.game_view.places[contest.attacker.place].count > KEEP else 0

    def _going_on(self) -> list[BigButton]:
        """The button for the next roll, if the battle goes on; for dice entered by hand, two that roll."""
        if self.by_hand:
            bound = self._bound
            if bound is None:
                return []
            text = (
                gettext("Roll on until {number} left", number=bound)
                if bound
                else gettext("Roll on to the end")
            )
            once = BigButton(
                text=gettext("Roll for us"), kind="quiet", on_tap=lambda _: self._roll_for_us(0, most=1)
            )
            on = BigButton(text=text, kind="quiet", on_tap=lambda _: self._roll_for_us(bound))
            return [once, on]
        if self._dice is not None:
            return [BigButton(text=gettext("Confirm"), icon="check", on_tap=lambda _: self._confirm())]
        if self.tray is not None and self.tray.simulated:
            return [BigButton(text=gettext("Roll"), icon="dice", on_tap=lambda _: self._roll())]
        return []

    @property
    def _asks_sure(self) -> bool:
        """Whether this roll asks if the next sure ones count at once: the first of an evening does."""
        context, battle = self.shell.context, self.question is not None and self.question.contest is not None
        return battle and context.count_sure is None and not context.settings.accept_sure

    def _sure_button(self) -> BigButton:
        """The button that confirms this roll, and all sure ones after it."""
        return BigButton(
            text=gettext("Count at once"),
            detail=gettext("all sure rolls"),
            on_tap=lambda _: self._confirm(at_once=True),
        )

    # --- acting --------------------------------------------------------------------------------------------

    def switch(self, *, by_hand: bool) -> None:
        """Switch between camera and manual entry; correcting one reading does not disable the camera."""
        self.by_hand = by_hand
        self.shell.context.by_hand = by_hand and self._dice is None
        if not by_hand:
            self._dice = None
        self.build()

    def _roll_for_us(self, bound: int, *, most: int | None = None) -> None:
        """Let the companion roll, once or until a bound; show the dice, or what the battle cost."""
        shell, names, bodies = self.shell, self._names(), tuple(self._bodies().values())
        rolls: list[BattleRoll] = []
        shell.attempt(lambda: rolls.extend(keep_rolling(self.playing, bound, most)))
        if len(rolls) == 1:
            self._show_result(rolls[0][0], names, rolls[0][1], tumbles=True)
        elif rolls:
            text = joined([battle_summary(self.playing, rolls, names), gettext("Tap for the dice.")])

            def show_dice() -> None:
                shell.banner.dismiss()
                shell.open_overlay("rolls", rolls=tuple(rolls), names=names, bodies=bodies)

            shell.banner.show(RollResult(rolls[0][0], None, bodies, names, text, show_dice), SUMMARY_SECONDS)

    def _roll(self) -> None:
        if self.tray is not None:
            self.tray.roll()

    def _confirm(self, *, at_once: bool = False) -> None:
        if self._dice is None:
            return
        if self._asks_sure:
            self.shell.context.count_sure = at_once
        self.answer(self._dice)

    def answer(self, dice: Dice) -> bool:
        """Answer the roll, and show its result unless the players have confirmed it already."""
        battle = self.question is not None and self.question.contest is not None
        return self._answer_and_show(dice) if self.by_hand and battle else super().answer(dice)

    def _answer_and_show(self, dice: Dice) -> bool:
        contest, names = self.contest, self._names()
        taken = super().answer(dice)
        if taken:
            self._show_result(contest, names, dice)
        return taken

    def _show_result(
        self, contest: Contest, names: tuple[str, str], dice: Dice | None, *, tumbles: bool = False
    ) -> None:
        """Show the result of a roll, and what the battle has cost so far."""
        shell, bodies = self.shell, tuple(self._bodies().values())
        reports = shell.playing.table.latest if shell.home is not self or dice is None else ()
        # The pairs show the losses.
        told = [report.text for report in reports if dice is None or report.kind != "battle"]
        text = joined([*told, self._tally.so_far(self.playing)])
        result = RollResult(contest, dice, bodies, names, text, shell.banner.dismiss, tumbles=tumbles)
        shell.banner.show(result)

    def banner_box(self, height_at: Callable[[float], float]) -> tuple[Point, Point]:
        """Show words over both sides, and dice, which need more height, beside the keys for dice."""
        gap, sides = px(theme.SPACE_8), px(self._sides_height() + theme.SPACE_16)
        left, top, width = self.x + gap, self.top - gap, self.width - 2 * gap
        if height_at(width) > sides and not theme.METRICS.portrait:
            left, top = self.x + KEYS_SHARE * self.width, self.top - sides
            width = self.right - gap - left
            if self.by_hand and self._pad is not None and self._pad.shown is self._pad.dice:
                upper, *_, lower = self._pad.dice.rows.values()
                return (left, lower.y), (width, upper.top - lower.y)
        height = min(height_at(width), px(BANNER))
        return (left, top - height), (width, height)

    # --- watching ------------------------------------------------------------------------------------------

    def watch(self, tray: DiceTray) -> None:
        """Show the camera's picture, and the dice once they are read."""
        # The layout does not change under a finger: the reading waits until it is lifted.
        rolled = tray.take_roll() if not EventLoop.touches else None
        if rolled is not None:
            self._dice = rolled
            self.shell.sounds.play("dice")
            if self._counts_at_once and self.question and self.question.contest:
                # The result is shown while the game goes on, and Undo takes it back.
                self._answer_and_show(rolled)
                return
            self.build()
        self._show(tray)

    @property
    def _counts_at_once(self) -> bool:
        """Whether a sure roll of a battle counts without a tap."""
        return bool(self.shell.context.settings.accept_sure or self.shell.context.count_sure)

    def _show(self, tray: DiceTray) -> None:
        picture, tray_update = tray.picture, tray.tray_update
        if picture is None:
            return
        text = tray.problem or (tray_update.sentence if tray_update is not None else None)
        sure = self._dice is not None
        tone = "sure" if sure else "unsure" if text else "calm"
        state = (
            gettext("These dice count")
            if sure
            else TRAY_STATES[tray_update.state]
            if tray_update is not None
            else ""
        )
        self.live.tone = tone
        self.live.show(picture, self.marked_dice(tray, read=sure), text or state)

    # --- words ---------------------------------------------------------------------------------------------

    @property
    def _forces(self) -> tuple[Force, ...]:
        """Both sides of a battle; none without one."""
        contest = self.question.contest if self.question is not None else None
        return (contest.attacker, contest.defender) if contest is not None else ()

    def _standing(self) -> tuple[tuple[str, int], ...]:
        """The names of both places, and the armies on them."""
        places = self.playing.table.game_view.places
        return tuple((self._place(force.place), places[force.place].count) for force in self._forces)

    def _place(self, place: str) -> str:
        return place_names(self.playing.table.game_view).get(place, place)

    def _asked(self) -> list[Widget]:
        """Lines about who rolls how many dice, each after a die of that colour."""
        pools = self.question.pools if self.question is not None else ()
        bodies, text = self._bodies(), self._labels()
        return [fixed_height(_line(bodies[pool.name], text[pool.name]), ASKED) for pool in pools]

    def _labels(self) -> dict[str, str]:
        labels: dict[str, str] = {}
        for pool in self.question.pools if self.question is not None else ():
            seat = self.playing.seat(pool.seat)
            extra = self._extras()[pool.name]
            least, most = pool.least - extra, pool.most - extra
            span = str(most) if least == most else gettext("{least} to {most}", least=least, most=most)
            player = seat.name if seat else capitalised(pool.words)
            labels[pool.name] = (
                gettext("{player} rolls {dice} and {extra} bonus", player=player, dice=span, extra=extra)
                if extra
                else gettext("{player} rolls {dice}", player=player, dice=span)
            )
        return labels

    def _names(self) -> tuple[str, str]:
        """The names of both sides of a battle."""
        return side_names(self.playing, self.question.contest if self.question is not None else None)

    def _extras(self) -> dict[str, int]:
        """How many bonus dice each pool has."""
        return {"attack": self.contest.attacker.extra, "defence": self.contest.defender.extra}

    def _bodies(self) -> dict[str, str]:
        """Colours of the dice of each pool: those of the tray, or of the players if entered by hand."""
        pools = self.question.pools if self.question is not None else ()
        if self.tray is None or self.by_hand:
            return {pool.name: self._player_colour(pool.seat) for pool in pools}
        bodies = self.tray.bodies
        return {pool.name: (bodies.get(pool.name) or (NEUTRAL_DICE,))[0] for pool in pools}

    def _player_colour(self, id: str) -> str:
        """Return the colour of dice for a player."""
        seat = self.playing.seat(id)
        colour = {"gray": "grey"}.get(seat.colour, seat.colour) if seat is not None else ""
        return colour if colour in theme.DIE_COLOURS else NEUTRAL_DICE


def _line(body: str, text: str) -> Widget:
    """The text after a die of a colour."""
    label = TextLabel(text, theme.SUBTITLE, bold=True, fill=True, lines=2)
    return row(fixed_width(DiceRow(faces=(0,), body=body), ASKED), label)
