"""Maps the timeline and the open question to the lights and to the meanings of the buttons.

The lights mean the same on the box, at the seats and on the screen:

- steps: finished steps glow; the current step is at full brightness, in the colour of the active player;
- seats: a seat that must answer blinks in the pattern of its emblem, so colour is not needed to tell it; a
  seat that is steadily bright has the turn and waits for somebody else; a seat that pulses slowly may
  interrupt; the others glow;
- attention is for the whole table: a refusal, a battle, a victory, or that the companion is thinking.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from companion.hardware.panel import (
    ASK,
    CONFIRM,
    DARK,
    END,
    NEXT,
    UNDO,
    Button,
    Chime,
    ChimeNote,
    LightFrame,
    LightState,
    seat_button,
)
from companion.locale.messages import capitalised, gettext
from companion.referee.dice import DicePool
from companion.referee.questions import Confirm, Deploy, Question, Roll
from companion.referee.script import ReportKind
from companion.referee.seats import Colour, Emblem, Seat
from companion.referee.timeline import Timeline

PanelEvent = ReportKind | Literal["refusal", "thinking"]
"""The last event: a report of the game, a refused answer, or the companion is computing."""


class _Signals(Struct, frozen=True):
    """The tables of `signals.toml`, which says what each means."""

    light: dict[Colour, str]
    pulses: dict[Emblem, str]
    attention: dict[PanelEvent, LightState]
    chimes: dict[PanelEvent, Chime]


_TABLES = msgspec.toml.decode(Path(__file__).with_name("signals.toml").read_bytes(), type=_Signals)
LIGHT, PULSES, ATTENTION, CHIMES = _TABLES.light, _TABLES.pulses, _TABLES.attention, _TABLES.chimes

BAR = 16
"""Digits in the pattern of an emblem: two seconds."""
WHITE, WARM, GOLD = "ffffff", "ffc890", "ffb000"
FULL, TURN, GLOW = "9", "6", "1"
DONE = LightState(WARM, "3")
TO_COME = DARK
BREATH = "1111222333222111"
CHASE = "9400000000000000"

WANTED: Chime = (ChimeNote(880, 70),)
"""The chime if a seat that is not on turn must answer."""


def wanted(question: Question | None) -> frozenset[str]:
    """Return the seats that must answer: the one that is asked, and all that must roll dice."""
    if question is None:
        return frozenset()
    asked = {question.seat} if question.seat is not None else set()
    rolling = {pool.seat for pool in question.pools} if isinstance(question, Roll) else set()
    return frozenset(asked | rolling)


def emblem_pattern(emblem: Emblem, base: str) -> str:
    """Return the blink pattern of an emblem over a base level of one digit."""
    pulses = base.join(FULL * (3 if pulse == "-" else 1) for pulse in PULSES[emblem])
    return (base + pulses).ljust(BAR, base)


def frame(
    timeline: Timeline,
    seats: tuple[Seat, ...],
    question: Question | None = None,
    event: PanelEvent = "note",
    *,
    winners: Collection[str] = (),
    out: Collection[str] = (),
) -> LightFrame:
    """Return the current frame of all lights; `winners` and `out` are ids of seats."""
    if winners:
        return _victory(timeline, seats, winners)
    asked = wanted(question)
    offered = {offer.seat for offer in question.offers} if question else set()
    return LightFrame(
        steps=tuple(_step(chip.status, timeline, seats) for chip in timeline.chips),
        seats=tuple(
            DARK if seat.id in out else _seat(seat, timeline.active, asked, offered) for seat in seats
        ),
        attention=_attention(question, asked, event),
        now=_now(timeline),
    )


def chime(event: PanelEvent, timeline: Timeline, question: Question | None) -> Chime:
    """Return the chime for now: the event's, or a call to a seat that is not on turn."""
    if event in CHIMES:
        return CHIMES[event]
    return WANTED if wanted(question) - {timeline.active} else ()


def _now(timeline: Timeline) -> int:
    return next((number for number, chip in enumerate(timeline.chips) if chip.status == "now"), 0)


def _step(status: str, timeline: Timeline, seats: tuple[Seat, ...]) -> LightState:
    if status == "now":
        return LightState(_turn_colour(timeline, seats), FULL)
    return DONE if status == "done" else TO_COME


def _turn_colour(timeline: Timeline, seats: tuple[Seat, ...]) -> str:
    return next((LIGHT[seat.colour] for seat in seats if seat.id == timeline.active), WHITE)


def _seat(seat: Seat, active: str | None, asked: Collection[str], offered: Collection[str]) -> LightState:
    colour = LIGHT[seat.colour]
    if seat.id in asked:
        return LightState(colour, emblem_pattern(seat.emblem, GLOW if seat.id == active else "0"))
    if seat.id in offered:
        return LightState(colour, BREATH)
    return LightState(colour, TURN if seat.id == active else GLOW)


def _attention(question: Question | None, asked: Collection[str], event: PanelEvent) -> LightState:
    if event in ATTENTION:
        return ATTENTION[event]
    if isinstance(question, Roll) and question.contest is not None:
        return ATTENTION["battle"]
    return LightState(WHITE, FULL) if question is not None and not asked else DARK


def _victory(timeline: Timeline, seats: tuple[Seat, ...], winners: Collection[str]) -> LightFrame:
    """A light runs along the steps in the winner's colour; only the winners' seats are lit."""
    first = next((LIGHT[seat.colour] for seat in seats if seat.id in winners), GOLD)
    shift = [BAR - 2 * number % BAR for number in range(len(timeline.chips))]
    return LightFrame(
        steps=tuple(LightState(first, CHASE[by:] + CHASE[:by]) for by in shift),
        seats=tuple(LightState(LIGHT[seat.colour], FULL) if seat.id in winners else DARK for seat in seats),
        attention=ATTENTION["victory"],
    )


PanelAction = Literal[
    "answer", "accept", "accept all", "next", "previous", "claim", "undo", "undo turn", "why", "pause"
]
"""What a press makes the companion do:

answer: give the answer in `raw`. accept: answer with what the screen proposes (the choice lit up, the dice as
read). accept all: the same with as many as there are. next, previous: propose another.
claim: fix how many dice of a pool are rolled, `raw` is (pool, dice).
"""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The current meaning of a press.

    Attributes:
        action: to do.
        text: beside the button's icon on the screen.
        raw: data of the action.
    """

    action: PanelAction
    text: str
    raw: object = None


Meanings = dict[tuple[Button, bool], Meaning]
"""Meaning of each press by button and whether it is long; presses without a meaning are missing."""


def meanings(question: Question | None, seats: tuple[Seat, ...]) -> Meanings:
    """Return the meaning of every button for the open question; without one, only undo is possible.

    Destructive actions need a long press: undoing a whole turn, interrupting a player.
    """
    found: Meanings = {
        (UNDO, False): Meaning("undo", gettext("Undo")),
        (UNDO, True): Meaning("undo turn", gettext("Back to the start of the turn")),
        (ASK, True): Meaning("pause", gettext("Pause")),
    }
    if question is not None:
        found[ASK, False] = Meaning("why", gettext("Why?"))
        found.update(_answering(question))
        found.update(_choosing(question))
        for number, seat in enumerate(seats):
            found.update(_at_seat(question, seat, seat_button(number)))
    return found


def only_confirm(found: Meanings, text: str = "") -> Meanings:
    """Leave what answers nothing (Undo, Why? and Pause), and Confirm where it has a text."""
    kept = {press: meaning for press, meaning in found.items() if press[0] in (UNDO, ASK)}
    return {**kept, (CONFIRM, False): Meaning("accept", text)} if text else kept


def _answering(question: Question) -> Iterator[tuple[tuple[Button, bool], Meaning]]:
    """The meanings of confirming, and of ending or declining."""
    if question.declining is not None:
        raw, text = question.declining
        yield (END, False), Meaning("answer", text, raw)
    if isinstance(question, Confirm):
        yield (CONFIRM, False), Meaning("answer", question.yes, True)
        return
    yield (CONFIRM, False), Meaning("accept", question.accept)
    if isinstance(question, Deploy) and question.most > 1:
        yield (CONFIRM, True), Meaning("accept all", gettext("All {most} here", most=question.most))


def _choosing(question: Question) -> Iterator[tuple[tuple[Button, bool], Meaning]]:
    if question.proposes:
        yield (NEXT, False), Meaning("next", question.proposes)
        yield (NEXT, True), Meaning("previous", gettext("Previous"))


def _at_seat(question: Question, seat: Seat, button: Button) -> Iterator[tuple[tuple[Button, bool], Meaning]]:
    """The meanings of a seat's button: its dice, its choice, yes; with a long press its interruption, no."""
    for pool in question.pools if isinstance(question, Roll) else ():
        if pool.seat == seat.id and pool.least < pool.most:
            yield (button, False), _claim(pool, pool.most)
            yield (button, True), _claim(pool, pool.least)
    if question.seat == seat.id:
        if isinstance(question, Confirm):
            yield (button, False), Meaning("answer", question.yes, True)
            yield (button, True), Meaning("answer", question.no, False)
        elif question.proposes:
            yield (button, False), Meaning("next", question.proposes)
            yield (button, True), Meaning("accept", question.accept)
    for offer in question.offers:
        if offer.seat == seat.id:
            yield (button, True), Meaning("answer", offer.label, {"offer": offer.id})


def _claim(pool: DicePool, dice: int) -> Meaning:
    return Meaning(
        "claim", gettext("{pool} with {dice}", pool=capitalised(pool.words), dice=dice), (pool.name, dice)
    )
