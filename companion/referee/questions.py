"""The kinds of question that a game can ask, each with its allowed answers and a ruling on all others.

A question is data. A script asks with ``yield from`` and gets an answer of the type that the kind promises::

    origin = yield from Pick(seat="red", prompt="Attack from where?", rules=("CL-ATK",), allowed=("alaska",))

Every kind parses raw answers from the screen, a camera or a line of JSON (`parse`) and rules on them
(`judge`).
"""

from collections.abc import Generator, Mapping
from reprlib import repr as shown
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from companion.errors import MalformedAnswer
from companion.locale.messages import Message, capitalised, gettext, joined, listed, ngettext
from companion.referee.card_questions import PlayCards as PlayCards
from companion.referee.card_questions import Shuffle as Shuffle
from companion.referee.dice import Contest, Dice, DicePool, Losses, SymbolContest
from companion.referee.fill_in import Field as Field
from companion.referee.fill_in import FillIn as FillIn
from companion.referee.inches import (
    FINEST,
    MeasuredInches,
    format_inches,
    is_undecided,
    margin_text,
    to_sixteenth,
)
from companion.referee.losses import total_losses
from companion.referee.place_questions import END as END
from companion.referee.place_questions import Deploy as Deploy
from companion.referee.place_questions import Deployment as Deployment
from companion.referee.place_questions import Pick as Pick
from companion.referee.place_questions import PickOrEnd as PickOrEnd
from companion.referee.place_questions import PickSeveral as PickSeveral
from companion.referee.place_questions import Template as Template
from companion.referee.question_base import NOTHING, list_allowed, parse_as, read_number
from companion.referee.question_base import A as A
from companion.referee.question_base import Interruption as Interruption
from companion.referee.question_base import Offer as Offer
from companion.referee.question_base import QuestionBase as QuestionBase
from companion.referee.ruling import ALLOWED, Ruling, refuse

LOST = "lost "
"""Begins the text of losses without dice."""
WITHIN = "+-"
"""Stands between a measured distance and its error in text."""


class _Measurement(Struct):
    inches: float
    error: Annotated[float, Meta(ge=0)]


class Option(Struct, frozen=True):
    """One answer to a `Choose` question.

    Attributes:
        id: the answer.
        label: what stands on its button.
        detail: small print.
        ruling: why it cannot be chosen now.
        count: how many pieces it stands for; 0 where it is not about pieces.
    """

    id: str
    label: str
    detail: str = ""
    ruling: Ruling = ALLOWED
    count: int = 0


class Choose(QuestionBase[str], frozen=True, kw_only=True, tag="choose"):
    """Choose one of a few named options.

    Attributes:
        options: the options.
        also: ids of places or units that answer it as a short cut, which says more than was asked.
        denied: rulings on other places or units, by id.
    """

    accept = gettext("Take this one")
    proposes = gettext("Next choice")

    options: tuple[Option, ...]
    also: tuple[str, ...] = ()
    denied: Mapping[str, Ruling] = {}

    def options_allowed(self) -> Any:
        """The ids of the options that can be chosen."""
        return [option.id for option in self.options if option.ruling.allowed]

    def options_denied(self) -> dict[str, Ruling]:
        """The rulings on all options."""
        return {option.id: option.ruling for option in self.options}

    def parse(self, raw: object) -> str:
        """Read the id of an option."""
        return parse_as(raw, str, "the id of an option")

    def judge(self, answer: str) -> Ruling:
        """Rule on an option, by the option's own ruling, or on a place or unit."""
        for option in self.options:
            if option.id == answer:
                return option.ruling
        if answer in self.also:
            return ALLOWED
        if answer in self.denied:
            return self.denied[answer]
        allowed = tuple(option.id for option in self.options if option.ruling.allowed)
        return self.refusal(
            gettext("{answer} is not one of the options.", answer=shown(answer)), list_allowed(allowed)
        )


class Count(QuestionBase[int], frozen=True, kw_only=True, tag="count"):
    """Enter a number between two bounds.

    Attributes:
        least: the smallest allowed number.
        most: the largest allowed number.
        unit: what is counted, such as "armies"; empty for a plain number.
        below: ruling on numbers under `least`.
        above: ruling on numbers over `most`.
        suggested: initial value of the stepper.
    """

    accept = gettext("This many")
    proposes = gettext("One more")

    least: int
    most: int
    below: Ruling | None = None
    above: Ruling | None = None
    suggested: int | None = None
    unit: str = ""

    def options_allowed(self) -> Any:
        """The bounds."""
        return {"least": self.least, "most": self.most}

    def read(self, text: str) -> object:
        """Read a whole number."""
        return read_number(int, text)

    def parse(self, raw: object) -> int:
        """Read a whole number."""
        return parse_as(raw, int, "a whole number")

    def judge(self, answer: int) -> Ruling:
        """Rule on the number."""
        bounds = gettext("Choose {least} to {most}.", least=self.least, most=self.most)
        if answer < self.least:
            few = gettext("{count} is too few: at least {least}.", count=answer, least=self.least)
            return self.below or self.refusal(few, bounds)
        if answer > self.most:
            many = gettext("{count} is too many: at most {most}.", count=answer, most=self.most)
            return self.above or self.refusal(many, bounds)
        return ALLOWED


class Roll(QuestionBase[Dice], frozen=True, kw_only=True, tag="roll"):
    """Roll real dice and enter their faces.

    Attributes:
        pools: whose dice, and how many.
        contest: the battle that the dice decide, for the odds and the pairs.
        symbol_contest: the same for symbol dice; its JSON name is ``melee``.
        outcomes: losses that may be entered instead of faces.
        later: the battle of the rolls after this one, if the losses of several rolls may be entered together.
        in_order: whether each die stands for its own piece, the first for the first; read from left to right.
    """

    accept = gettext("Dice are right")
    by_chance = True

    pools: tuple[DicePool, ...]
    contest: Contest | None = None
    symbol_contest: SymbolContest | None = field(default=None, name="melee")
    outcomes: tuple[Losses, ...] = ()
    later: Contest | None = None
    in_order: bool = False

    def or_losses(self) -> Generator["Roll", Any, Dice | Losses | Interruption]:
        """Ask for the dice: returns them, their losses if nobody enters the dice, or an accepted offer."""
        return (yield self)  # type: ignore[no-any-return]  # it is one of these

    def options_allowed(self) -> Any:
        """How many dice each pool may roll."""
        return {pool.name: (pool.least, pool.most) for pool in self.pools}

    @property
    def totals(self) -> frozenset[Losses]:
        """The losses that may be told without dice: those of this roll, or of several in a row."""
        if self.contest is None or not self.outcomes:
            return frozenset()
        return total_losses(self.contest, self.later)

    @property
    def several(self) -> bool:
        """Whether the losses of several rolls may be told together."""
        return len(self.totals) > len(self.outcomes)

    @property
    def beaten(self) -> int | None:
        """The defender's losses that are preset where several rolls are told: all, if rolls can cost them.

        Most battles that are told like this were won.
        """
        if self.contest is None:
            return None
        armies = self.contest.defender.armies
        return armies if any(lost.defender == armies for lost in self.totals) else None

    def judge_losses(self, lost: Losses) -> Ruling:
        """Rule on losses without dice: of this roll, or of several in a row."""
        if lost in self.outcomes:
            return ALLOWED
        if self.contest is None or self.later is None:
            allowed = list_allowed(tuple(f"{known.attacker} / {known.defender}" for known in self.outcomes))
            return self.refusal(gettext("These losses are not possible here; enter the dice."), allowed)
        if lost in self.totals:
            return ALLOWED
        text = gettext(
            "No rolls can cost the attacker {attacker} and the defender {defender}.",
            attacker=lost.attacker,
            defender=lost.defender,
        )
        most = gettext(
            "They have {attacker} and {defender}; it ends when a side has none.",
            attacker=self.contest.attacker.armies,
            defender=self.contest.defender.armies,
        )
        return self.refusal(text, most)

    def write(self, answer: Dice) -> str:
        """Write the faces of each pool: ``6 4 1 / 5 2``."""
        return " / ".join(" ".join(map(str, answer[pool.name])) or NOTHING for pool in self.pools)

    def read(self, text: str) -> object:
        """Read the faces of each pool, or the losses: ``lost 1 / 1``."""
        if text.startswith(LOST):
            attacker, _, defender = text.removeprefix(LOST).partition("/")
            losses = {"attacker": read_number(int, attacker), "defender": read_number(int, defender)}
            return {"losses": losses}
        piles = text.split("/")
        if len(piles) != len(self.pools):
            names = " / ".join(pool.name for pool in self.pools)
            raise MalformedAnswer(f"{text[:40]!r} does not show the dice of {names}; write them as 6 4 / 5.")
        return {
            pool.name: [] if pile.strip() == NOTHING else [read_number(int, face) for face in pile.split()]
            for pool, pile in zip(self.pools, piles, strict=True)
        }

    def parse(self, raw: object) -> Dice:
        """Read ``{pool: [faces]}``; a pool left out has rolled no dice."""
        wanted = ", ".join(f'"{pool.name}": [...]' for pool in self.pools)
        rolled = parse_as(raw, Dice, f"the faces of each pool, as {{{wanted}}}")
        return {pool.name: () for pool in self.pools} | rolled

    def judge(self, answer: Dice) -> Ruling:
        """Rule on number and faces of every pool, and name all errors."""
        known = {pool.name for pool in self.pools}
        wrong = [
            self.refusal(gettext("Nobody rolls {dice} dice here.", dice=shown(name)))
            for name in answer
            if name not in known
        ]
        wrong += [self._judge_pool(pool, answer[pool.name]) for pool in self.pools]
        if all(ruling.allowed for ruling in wrong):
            return ALLOWED
        return Ruling.from_reasons(
            (reason for ruling in wrong for reason in ruling.reasons),
            joined(
                gettext("{pool}: {dice}.", pool=capitalised(pool.words), dice=_dice(pool))
                for pool in self.pools
            ),
        )

    def _judge_pool(self, pool: DicePool, faces: tuple[int, ...]) -> Ruling:
        odd = sorted({face for face in faces if not 1 <= face <= pool.sides})
        if odd:
            return self.refusal(
                gettext(
                    "{pool}: the dice have faces 1 to {sides}, not {faces}.",
                    pool=capitalised(pool.words),
                    sides=pool.sides,
                    faces=shown(odd)[1:-1],
                )
            )
        if not pool.least <= len(faces) <= pool.most:
            return refuse(pool.rule or self.rules[0], _wrong_number(pool, len(faces)))
        return ALLOWED


def _wrong_number(pool: DicePool, rolled: int) -> Message:
    """Say how many dice are due, and why: ``"Attack: 3 dice, but 2 are to be rolled."``."""
    if pool.least == pool.most:
        due = ngettext("{count} is to be rolled", "{count} are to be rolled", pool.most)
    else:
        due = gettext("{least} to {most} are to be rolled", least=pool.least, most=pool.most)
    return gettext(
        "{pool}: {dice}, but {due}.",
        pool=capitalised(pool.words),
        dice=ngettext("{count} die", "{count} dice", rolled),
        due=joined([due, pool.why], ": "),
    )


def _dice(pool: DicePool) -> Message:
    if pool.least == pool.most:
        return ngettext("{count} die", "{count} dice", pool.most)
    return ngettext("{least} to {count} die", "{least} to {count} dice", pool.most, least=pool.least)


class Measure(QuestionBase[float], frozen=True, kw_only=True, tag="measure"):
    """Measure a distance on the table, in inches; the ruling rounds it to the nearest sixteenth.

    Attributes:
        start: description of the start.
        finish: description of the end.
        least: shortest distance that is allowed, in inches.
        most: longest one; None if any is.
        because: the reason for the bounds with its figures, such as ``"musket 1 in, high ground 2 in"``.
        said: ids of offers that answer it without a measurement, such as ``"in range"``; they also decide
            what a measurement leaves open.
        divides: a distance at which what follows changes, though both sides are allowed.
    """

    accept = gettext("The distance is right")

    start: str
    finish: str
    least: float = 0.0
    most: float | None = None
    because: str = ""
    said: tuple[str, ...] = ()
    divides: float | None = None

    def options_allowed(self) -> Any:
        """The bounds, in inches."""
        return {"least": self.least, "most": self.most}

    def write(self, answer: float) -> str:
        """Write inches, with their error if it is known: ``3.5"``, ``3.5+-0.02"``."""
        error = f"{WITHIN}{answer.error!r}" if isinstance(answer, MeasuredInches) else ""
        return f'{float(answer)!r}{error}"'

    def read(self, text: str) -> object:
        """Read inches, with or without their sign."""
        inches, within, error = text.removesuffix('"').partition(WITHIN)
        if not within:
            return read_number(float, inches)
        return {"inches": read_number(float, inches), "error": read_number(float, error)}

    def parse(self, raw: object) -> float:
        """Read a number of inches, or a measurement: ``{"inches": 3.5, "error": 0.02}``."""
        if isinstance(raw, Mapping):
            found = parse_as(raw, _Measurement, "inches and their error")
            return MeasuredInches(found.inches, found.error)
        return parse_as(raw, float, "a distance in inches")

    def judge(self, answer: float) -> Ruling:
        """Rule on the distance."""
        least = gettext("At least {distance}.", distance=format_inches(self.least))
        if not 0 <= answer < 1e6:
            return self.refusal(gettext("{answer} is no distance.", answer=answer), least)
        if self.undecided(answer):
            return self._too_close(answer)
        measured = to_sixteenth(answer)
        if self.most is not None and measured > self.most:
            far = margin_text(answer, self.most) or gettext("too far")
            most = gettext("At most {distance}.", distance=format_inches(self.most))
            return self.refusal(self._off(measured, far), most)
        return (
            ALLOWED
            if measured >= self.least
            else self.refusal(self._off(measured, gettext("too near")), least)
        )

    def undecided(self, answer: float) -> bool:
        """Return whether a measurement's error decides, and people can say it instead."""
        limits = (self.most, self.least or None, self.divides)
        return bool(self.said) and any(is_undecided(answer, limit) for limit in limits)

    def _too_close(self, answer: float) -> Ruling:
        error = max(answer.error, FINEST) if isinstance(answer, MeasuredInches) else 0.0
        text = gettext(
            "Measured {distance:.2f} in, sure to {error:.2f}: too close to call.",
            distance=answer,
            error=error,
        )
        says = listed((offer.label for offer in self.offers if offer.id in self.said), alternatives=True)
        return self.refusal(text, instead=gettext("Look at the table and say: {answers}.", answers=says))

    def _off(self, measured: float, way: str) -> str:
        distance = format_inches(measured)
        if not self.because:
            return gettext("{distance}: {verdict}.", distance=distance, verdict=way)
        reason = capitalised(self.because)
        return gettext(
            "{reason}, measured {distance}: {verdict}.", reason=reason, distance=distance, verdict=way
        )


class Confirm(QuestionBase[bool], frozen=True, kw_only=True, tag="confirm"):
    """Say yes or no."""

    accept = gettext("Yes")

    yes: str = gettext("Yes")
    no: str = gettext("No")

    @property
    def declining(self) -> tuple[object, str]:
        """No."""
        return False, self.no

    def options_allowed(self) -> Any:
        """Yes and no."""
        return [True, False]

    def write(self, answer: bool) -> str:
        """Write ``yes`` or ``no``."""
        return "yes" if answer else "no"

    def read(self, text: str) -> object:
        """Read ``yes`` or ``no``."""
        if text not in ("yes", "no"):
            raise MalformedAnswer(f"{text[:40]!r} is neither yes nor no.")
        return text == "yes"

    def parse(self, raw: object) -> bool:
        """Read true or false."""
        return parse_as(raw, bool, "true or false")

    def judge(self, answer: bool) -> Ruling:  # noqa: ARG002 - both answers are always allowed
        """Allow either."""
        return ALLOWED


Question = (
    Choose
    | Pick
    | PickOrEnd
    | PickSeveral
    | Deploy
    | Count
    | PlayCards
    | Roll
    | Measure
    | FillIn
    | Confirm
    | Shuffle
)
"""Any kind of question; screen, lights and command line handle these for every game."""
