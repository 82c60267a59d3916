"""The kinds of question that a game can ask, each with its allowed answers and a ruling on all others.

A question is data. A script asks with ``yield from`` and gets an answer of the type that the kind promises::

    origin = yield from Pick(seat="red", prompt="Attack from where?", rules=("CL-ATK",), allowed=("alaska",))

Every kind parses raw answers from the screen, a camera or a line of JSON (`parse`) and rules on them
(`judge`).
"""

from collections import Counter
from collections.abc import Mapping
from reprlib import repr as shown
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from companion.errors import MalformedAnswer
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
from companion.referee.place_questions import END as END
from companion.referee.place_questions import Deploy as Deploy
from companion.referee.place_questions import Deployment as Deployment
from companion.referee.place_questions import Pick as Pick
from companion.referee.place_questions import PickOrEnd as PickOrEnd
from companion.referee.place_questions import PickSeveral as PickSeveral
from companion.referee.place_questions import Template as Template
from companion.referee.question_base import (
    NOTHING,
    list_allowed,
    parse_as,
    read_list,
    read_number,
    write_list,
)
from companion.referee.question_base import A as A
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
    """One answer to a `Choose` question; a ruling says why it cannot be chosen now."""

    id: str
    label: str
    detail: str = ""
    ruling: Ruling = ALLOWED


class Choose(QuestionBase[str], frozen=True, kw_only=True, tag="choose"):
    """Choose one of a few named options."""

    accept = "Take this one"
    proposes = "Next choice"

    options: tuple[Option, ...]

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
        """Rule on an option, by the option's own ruling."""
        for option in self.options:
            if option.id == answer:
                return option.ruling
        allowed = tuple(option.id for option in self.options if option.ruling.allowed)
        return self.refusal(f"{shown(answer)} is not one of the options.", list_allowed(allowed))


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

    accept = "This many"
    proposes = "One more"

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
        bounds = f"Choose {self.least} to {self.most}."
        if answer < self.least:
            return self.below or self.refusal(f"{answer} is too few: at least {self.least}.", bounds)
        if answer > self.most:
            return self.above or self.refusal(f"{answer} is too many: at most {self.most}.", bounds)
        return ALLOWED


class PlayCards(QuestionBase[tuple[str, ...]], frozen=True, kw_only=True, tag="cards"):
    """Play cards of named kinds, or none.

    Attributes:
        kinds: the player's kinds of cards, such as ``"infantry"``.
        allowed: every allowed combination, each sorted by name.
        denied: rulings on combinations, by their sorted names joined with ``+``.
        lay: text of the button that plays them.
        none: text of the button that lays down no card; empty if that is not allowed.
        none_ruling: the ruling on playing none, if that is refused.
    """

    accept = "These cards"
    proposes = "Next set"

    kinds: tuple[str, ...]
    allowed: tuple[tuple[str, ...], ...]
    denied: dict[str, Ruling] = field(default_factory=dict)
    lay: str = "Trade"
    none: str = ""
    none_ruling: Ruling | None = None

    @property
    def declining(self) -> tuple[object, str] | None:
        """Playing none, where that is allowed."""
        return ([], self.none) if self.none else None

    def options_allowed(self) -> Any:
        """The combinations, and none."""
        return [*self.allowed, []] if self.none else self.allowed

    def write(self, answer: tuple[str, ...]) -> str:
        """Write the kinds between commas."""
        return write_list(answer)

    def read(self, text: str) -> object:
        """Read kinds between commas."""
        return read_list(text)

    def parse(self, raw: object) -> tuple[str, ...]:
        """Read a list of kinds; the order does not matter."""
        return tuple(sorted(parse_as(raw, tuple[str, ...], "a list of card kinds")))

    def judge(self, answer: tuple[str, ...]) -> Ruling:
        """Rule on the combination."""
        if answer in self.allowed or (not answer and self.none):
            return ALLOWED
        if not answer and self.none_ruling is not None:
            return self.none_ruling
        return self.denied.get("+".join(answer)) or self.refusal(
            f"{' + '.join(answer[:6]) or 'Nothing'} cannot be laid down.",
            list_allowed(tuple(" + ".join(cards) for cards in self.allowed)),
        )


class Roll(QuestionBase[Dice], frozen=True, kw_only=True, tag="roll"):
    """Roll real dice and enter their faces.

    Attributes:
        pools: whose dice, and how many.
        contest: the battle that the dice decide, for the odds and the pairs.
        symbol_contest: the same for symbol dice; its JSON name is ``melee``.
        outcomes: losses that may be entered instead of faces.
        in_order: whether each die stands for its own piece, the first for the first; read from left to right.
    """

    accept = "Dice are right"
    by_chance = True

    pools: tuple[DicePool, ...]
    contest: Contest | None = None
    symbol_contest: SymbolContest | None = field(default=None, name="melee")
    outcomes: tuple[Losses, ...] = ()
    in_order: bool = False

    def options_allowed(self) -> Any:
        """How many dice each pool may roll."""
        return {pool.name: (pool.least, pool.most) for pool in self.pools}

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
            self.refusal(f"Nobody rolls {shown(name)} dice here.") for name in answer if name not in known
        ]
        wrong += [self._judge_pool(pool, answer[pool.name]) for pool in self.pools]
        if all(ruling.allowed for ruling in wrong):
            return ALLOWED
        return Ruling.from_reasons(
            (reason for ruling in wrong for reason in ruling.reasons),
            " ".join(
                f"{_readable(pool.name).capitalize()}: {_dice(pool.least, pool.most)}." for pool in self.pools
            ),
        )

    def _judge_pool(self, pool: DicePool, faces: tuple[int, ...]) -> Ruling:
        odd = sorted({face for face in faces if not 1 <= face <= pool.sides})
        if odd:
            name = _readable(pool.name)
            return self.refusal(f"The {name} dice have faces 1 to {pool.sides}, not {shown(odd)[1:-1]}.")
        if not pool.least <= len(faces) <= pool.most:
            given = f"{len(faces)} {_readable(pool.name)} {'die' if len(faces) == 1 else 'dice'}"
            are = "is" if pool.most == 1 else "are"
            due = f"{_span(pool.least, pool.most)} {are} to be rolled"
            text = f"{given}, but {due}{': ' if pool.why else ''}{pool.why}."
            return refuse(pool.rule, text) if pool.rule else self.refusal(text)
        return ALLOWED


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _dice(least: int, most: int) -> str:
    return f"{_span(least, most)} {'die' if most == 1 else 'dice'}"


def _readable(pool: str) -> str:
    """Write the name of a pool, which may be the id of a place, as words."""
    return pool.replace("-", " ")


class Measure(QuestionBase[float], frozen=True, kw_only=True, tag="measure"):
    """Measure a distance on the table, in inches; the ruling rounds it to the nearest sixteenth.

    Attributes:
        start: description of the start.
        finish: description of the end.
        least: shortest distance that is allowed, in inches.
        most: longest one; None if any is.
        beyond: ruling on longer ones.
        because: the reason for the bounds with its figures, such as ``"musket 1 in, high ground 2 in"``.
        said: ids of offers that answer it without a measurement, such as ``"in range"``; they also decide
            what a measurement leaves open.
        divides: a distance at which what follows changes, though both sides are allowed.
    """

    accept = "The distance is right"

    start: str
    finish: str
    least: float = 0.0
    most: float | None = None
    beyond: Ruling | None = None
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
        if not 0 <= answer < 1e6:
            return self.refusal(f'{answer} is no distance: it must be 0" or more.')
        if self.undecided(answer):
            return self._too_close(answer)
        measured = to_sixteenth(answer)
        if self.most is not None and measured > self.most:
            far = margin_text(answer, self.most) or "too far"
            return self.beyond or self._off(measured, far, f'at most {self.most:g}"')
        near = f'at least {self.least:g}"'
        return ALLOWED if measured >= self.least else self._off(measured, "too near", near)

    def undecided(self, answer: float) -> bool:
        """Return whether a measurement's error decides, and people can say it instead."""
        limits = (self.most, self.least or None, self.divides)
        return bool(self.said) and any(is_undecided(answer, limit) for limit in limits)

    def _too_close(self, answer: float) -> Ruling:
        error = max(answer.error, FINEST) if isinstance(answer, MeasuredInches) else 0.0
        text = f"Measured {answer:.2f} in, sure to {error:.2f}: too close to call."
        says = " or ".join(offer.label for offer in self.offers if offer.id in self.said)
        return self.refusal(text, instead=f"Look at the table and say: {says}.")

    def _off(self, measured: float, way: str, bound: str) -> Ruling:
        text = f"{self.because[:1].upper()}{self.because[1:]}, measured {format_inches(measured)}: {way}."
        return self.refusal(text if self.because else f'{measured:g}" is {way}: {bound}.')


class Confirm(QuestionBase[bool], frozen=True, kw_only=True, tag="confirm"):
    """Say yes or no."""

    accept = "Yes"

    yes: str = "Yes"
    no: str = "No"

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


class Shuffle(QuestionBase[tuple[str, ...]], frozen=True, kw_only=True, tag="shuffle"):
    """Put items in a random order: real cards shuffled and entered, or shuffled by the companion."""

    accept = "This order"
    by_chance = True

    items: tuple[str, ...]

    def options_allowed(self) -> Any:
        """All items."""
        return self.items

    def write(self, answer: tuple[str, ...]) -> str:
        """Write the items between commas."""
        return write_list(answer)

    def read(self, text: str) -> object:
        """Read items between commas."""
        return read_list(text)

    def parse(self, raw: object) -> tuple[str, ...]:
        """Parse all items in their new order."""
        return parse_as(raw, tuple[str, ...], "all the items in their new order")

    def judge(self, answer: tuple[str, ...]) -> Ruling:
        """Allow every order with each item exactly once."""
        given, wanted = Counter(answer), Counter(self.items)
        if given == wanted:
            return ALLOWED
        missing, surplus = (
            shown(sorted(pile)) if pile else "none" for pile in (wanted - given, given - wanted)
        )
        return self.refusal(f"Each item must stand there once; missing: {missing}, too many: {surplus}.")


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
