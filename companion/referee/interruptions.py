"""Answers besides the question's own: an accepted offer, or losses without dice; and how to parse them."""

from reprlib import repr as shown
from typing import Any

from companion.locale.messages import gettext
from companion.referee.dice import Losses
from companion.referee.question_base import Interruption as Interruption
from companion.referee.question_base import list_allowed, parse_as
from companion.referee.questions import END, Choose, Question, Roll
from companion.referee.ruling import ALLOWED, Ruling

FROM = "from "
"""What the id of an offer begins with that names another origin."""
CALL_OFF = "call off"
"""The offer that ends an attack, or a battle early."""
ONCE_OFFERED = {"hit": "killed"}
"""Offers of earlier days, each still understood where the offer stands that says more."""


def read_answer(question: Question, raw: object) -> tuple[Any, Ruling]:
    """Parse an answer and rule on it.

    Args:
        question: the open question.
        raw: JSON-like data: the answer itself, ``{"offer": id}`` to interrupt, or ``{"losses": {...}}``.

    Returns:
        The answer as the script gets it, and the ruling.

    Raises:
        MalformedAnswer: the answer does not have the shape that the question wants.
    """
    if question.offers and isinstance(raw, dict) and set(raw) == {"offer"}:
        return _read_offer(question, raw["offer"])
    if isinstance(question, Roll) and isinstance(raw, dict) and set(raw) == {"losses"}:
        return _read_losses(question, raw["losses"])
    answer = question.parse(raw)
    return answer, question.judge(answer)  # type: ignore[arg-type]  # each kind judges what it parsed itself


def read_recorded(question: Question, raw: object) -> tuple[Any, Ruling]:
    """Parse an answer of an earlier day, as `read_answer` does.

    Losses were once counted in pairs of dice, where an attack comes from was a question of its own, and some
    offers said less.
    """
    once = raw.get("offer") if isinstance(raw, dict) else None
    if (
        isinstance(once, str)
        and once in ONCE_OFFERED
        and ONCE_OFFERED[once] in [offer.id for offer in question.offers]
    ):
        return Interruption(once), ALLOWED
    presumed = any(offer.id.startswith(FROM) for offer in question.offers)
    named = isinstance(question, Choose) and raw in [option.id for option in question.options]
    if presumed and isinstance(raw, str) and not named:
        return Interruption(CALL_OFF if raw == END else FROM + raw), ALLOWED
    answer, ruling = read_answer(question, raw)
    if ruling.allowed or not (isinstance(question, Roll) and question.contest and isinstance(answer, Losses)):
        return answer, ruling
    attacker, defender = question.contest.attacker.armies, question.contest.defender.armies
    armies = {"attacker": min(answer.attacker, attacker), "defender": min(answer.defender, defender)}
    return read_answer(question, {"losses": armies})


def _read_offer(question: Question, offer: object) -> tuple[Interruption, Ruling]:
    taken = Interruption(parse_as(offer, str, "the id of an offer"))
    if any(known.id == taken.offer for known in question.offers):
        return taken, ALLOWED
    return taken, question.refusal(
        gettext("Nobody is offered {offer} now.", offer=shown(taken.offer)),
        list_allowed(tuple(o.id for o in question.offers)),
    )


def _read_losses(question: Roll, raw: object) -> tuple[Losses, Ruling]:
    losses = parse_as(raw, Losses, 'the losses of both sides, as {"attacker": 1, "defender": 1}')
    return losses, question.judge_losses(losses)
