"""Sentences: what players should know about what lies or moves on the tray, or do about it."""

from collections.abc import Callable

from companion.dice.colours import colour_name
from companion.locale.messages import Message, capitalised, gettext
from companion.vision.dice import DiceReading, RejectReason
from companion.vision.fusion.diagnosis import REASONS

HAND_SENTENCE = gettext("A hand is over the tray: take it away, so that I can see the dice")
THING_SENTENCE = gettext("Take away what is no die: it may hide one")
UNREAD_SENTENCE = gettext("I cannot read what lies there: enter the dice by hand, or take it away")
MOVED_SENTENCE = gettext(
    "These dice have answered already and were only moved: take up all dice and roll again"
)
GONE_SENTENCE = gettext("More dice rolled than lie here: roll again, or enter them by hand")
ASSUMED_SENTENCE = gettext("These dice count as those entered by hand: take up all dice and roll again")
MIXED_SENTENCE = gettext(
    "I cannot tell the new dice from those that lay there: take up all dice and roll again"
)

REJECT_SENTENCES: dict[RejectReason, Callable[[str], Message]] = {
    RejectReason.NOT_LEVEL: lambda die: gettext("{die} leans or lies on another: roll it again", die=die),
    RejectReason.AT_THE_RIM: lambda die: gettext("{die} touches the rim: roll it again", die=die),
    RejectReason.OUT_OF_VIEW: lambda die: gettext("{die} is partly out of view: roll it again", die=die),
    RejectReason.UNCLEAR: lambda die: gettext(
        "{die} cannot be made out: turn it a little, or enter it by hand", die=die
    ),
    RejectReason.NOT_A_DIE: lambda _: gettext(
        "Something on the tray may be a die or not: take it away, or roll it again"
    ),
}


def why_unsure(reading: DiceReading) -> str:
    """Why a reading is unsure, and what players can do: "One red die touches the rim: roll it again"."""
    dice = (*reading.dice, *reading.candidates)
    for reason, sentence in REJECT_SENTENCES.items():
        colours = {die.colour for die in dice if die.reject_reason is reason}
        if len(colours) == 1:
            return sentence(gettext("One {colour} die", colour=colour_name(*colours)))
        if colours:
            return sentence(gettext("One die"))
    first = reading.reasons[0]
    return next(
        (REJECT_SENTENCES[reason](gettext("One die")) for reason in REASONS if REASONS[reason] == first),
        capitalised(first),
    )
