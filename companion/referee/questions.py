"""The kinds of question that a game can ask, each with its allowed answers and a ruling on all others.

A question is data. A script asks with ``yield from`` and gets an answer of the type that the kind promises::

    origin = yield from Pick(seat="red", prompt="Attack from where?", rules=("CL-ATK",), allowed=("alaska",))

Every kind parses raw answers from the screen, a camera or a line of JSON (`parse`) and rules on them
(`judge`).
"""

from collections import Counter
from reprlib import repr as shown
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from companion.referee.dice import Contest, Dice, DicePool, Losses, SymbolContest
from companion.referee.inches import format_inches, to_sixteenth
from companion.referee.question_base import A as A
from companion.referee.question_base import Offer as Offer
from companion.referee.question_base import PlaceQuestion, list_allowed, parse_as
from companion.referee.question_base import QuestionBase as QuestionBase
from companion.referee.ruling import ALLOWED, Ruling

END = "end"
"""The answer that ends a step instead of picking a place; no place may have this id."""


class Option(Struct, frozen=True):
    """One answer to a `Choose` question; a ruling says why it cannot be chosen now."""

    id: str
    label: str
    detail: str = ""
    ruling: Ruling = ALLOWED


class Field(Struct, frozen=True):
    """One thing to fill in: a number between bounds, one of several choices, or text.

    Attributes:
        name: its key in the answer.
        label: its name for people.
        value: what is suggested.
        least: smallest number.
        most: largest number.
        choices: ids of the choices.
        words: what people read for a choice, where that is not its id.
    """

    name: str
    label: str
    value: int | str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    words: dict[str, str] | UnsetType = UNSET

    def text(self, choice: str) -> str:
        """Return what people read for a choice."""
        return choice if self.words is UNSET else self.words.get(choice, choice)

    def read(self, given: int | str) -> int | str:
        """Return a value; the words of a choice, which older games kept, become its id."""
        return next((choice for choice in self.choices if given == self.text(choice)), given)


class Choose(QuestionBase[str], frozen=True, kw_only=True, tag="choose"):
    """Choose one of a few named options."""

    options: tuple[Option, ...]

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


class Pick(PlaceQuestion[str], frozen=True, kw_only=True, tag="pick"):
    """Pick one place on the board."""

    def parse(self, raw: object) -> str:
        """Read the id of a place."""
        return parse_as(raw, str, "the id of a place")

    def judge(self, answer: str) -> Ruling:
        """Rule on the place."""
        return self.judge_place(answer)


class PickOrEnd(PlaceQuestion[str | None], frozen=True, kw_only=True, tag="pick or end"):
    """Pick one place on the board, or end; the answer is None for the end.

    Attributes:
        end: text of the button that ends, such as ``"End attacks"``.
        end_ruling: the ruling on ending now.
    """

    end: str
    end_ruling: Ruling = ALLOWED

    def parse(self, raw: object) -> str | None:
        """Read the id of a place, or ``"end"``."""
        place = parse_as(raw, str, f"the id of a place or {END!r}")
        return None if place == END else place

    def judge(self, answer: str | None) -> Ruling:
        """Rule on the place, or on ending."""
        return self.end_ruling if answer is None else self.judge_place(answer)


class Template(Struct, frozen=True):
    """A template of true size on the table, under which a camera can detect miniatures.

    Attributes:
        form: of the template; a triangle's tip is at the shooter, a circle is as long as it is wide.
        length: inches from end to end.
        width: largest width in inches.
    """

    form: Literal["triangle", "rectangle", "circle"]
    length: float
    width: float


class PickSeveral(PlaceQuestion[tuple[str, ...]], frozen=True, kw_only=True, tag="several"):
    """Choose any of some places or units, such as all that stand under a template.

    Attributes:
        none: text of the button that chooses nothing; empty if some must be chosen.
        template: the shape under which the places or units lie, if there is one.
    """

    none: str = ""
    template: Template | None = None

    def parse(self, raw: object) -> tuple[str, ...]:
        """Read a list of ids; they stay in the order given."""
        return parse_as(raw, tuple[str, ...], "a list of ids")

    def judge(self, answer: tuple[str, ...]) -> Ruling:
        """Rule on each of them and name all errors; each can be chosen once."""
        wrong = [self.judge_place(place) for place in dict.fromkeys(answer)]
        if len(set(answer)) < len(answer):
            wrong.append(self.refusal("Each can be chosen only once."))
        if not answer and not self.none:
            wrong.append(self.refusal("Choose at least one.", list_allowed(self.allowed)))
        reasons = (reason for ruling in wrong for reason in ruling.reasons)
        return Ruling.from_reasons(reasons, " ".join(ruling.instead for ruling in wrong if ruling.instead))


class Deployment(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of pieces for one place."""

    place: str
    count: int


class Deploy(PlaceQuestion[Deployment], frozen=True, kw_only=True, tag="deploy"):
    """Deploy pieces from a supply, one place at a time.

    Attributes:
        most: pieces left to put.
        least: fewest pieces in one answer.
    """

    most: int
    least: int = 1

    def parse(self, raw: object) -> Deployment:
        """Read ``{"place": id, "count": number}``."""
        return parse_as(raw, Deployment, 'a place and a count, as {"place": "...", "count": 1}')

    def judge(self, answer: Deployment) -> Ruling:
        """Rule on the place and on the number, and name all errors."""
        place = self.judge_place(answer.place)
        if self.least <= answer.count <= self.most:
            return place
        number = self.refusal(
            f"{answer.count} is not between {self.least} and {self.most}.",
            f"Put {self.least} to {self.most}.",
        )
        instead = " ".join(text for text in (place.instead, number.instead) if text)
        return Ruling(False, place.reasons + number.reasons, instead)


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

    least: int
    most: int
    below: Ruling | None = None
    above: Ruling | None = None
    suggested: int | None = None
    unit: str = ""

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

    kinds: tuple[str, ...]
    allowed: tuple[tuple[str, ...], ...]
    denied: dict[str, Ruling] = field(default_factory=dict)
    lay: str = "Trade"
    none: str = ""
    none_ruling: Ruling | None = None

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
    """

    pools: tuple[DicePool, ...]
    contest: Contest | None = None
    symbol_contest: SymbolContest | None = field(default=None, name="melee")
    outcomes: tuple[Losses, ...] = ()

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
                f"{pool.name.capitalize()}: {_span(pool.least, pool.most)} dice." for pool in self.pools
            ),
        )

    def _judge_pool(self, pool: DicePool, faces: tuple[int, ...]) -> Ruling:
        odd = sorted({face for face in faces if not 1 <= face <= pool.sides})
        if odd:
            return self.refusal(f"The {pool.name} dice have faces 1 to {pool.sides}, not {shown(odd)[1:-1]}.")
        if not pool.least <= len(faces) <= pool.most:
            return self.refusal(
                f"{len(faces)} {pool.name} dice, but {_span(pool.least, pool.most)} are to be rolled."
            )
        return ALLOWED


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


class Measure(QuestionBase[float], frozen=True, kw_only=True, tag="measure"):
    """Measure a distance on the table, in inches; the ruling rounds it to the nearest sixteenth.

    Attributes:
        start: description of the start.
        finish: description of the end.
        least: shortest distance that is allowed, in inches.
        most: longest one; None if any is.
        beyond: ruling on longer ones.
        because: the reason for the bounds with its figures, such as ``"musket 1 in, high ground 2 in"``.
    """

    start: str
    finish: str
    least: float = 0.0
    most: float | None = None
    beyond: Ruling | None = None
    because: str = ""

    def parse(self, raw: object) -> float:
        """Read a number of inches."""
        return parse_as(raw, float, "a distance in inches")

    def judge(self, answer: float) -> Ruling:
        """Rule on the distance."""
        if not 0 <= answer < 1e6:
            return self.refusal(f'{answer} is no distance: it must be 0" or more.')
        measured = to_sixteenth(answer)
        if self.most is not None and measured > self.most:
            return self.beyond or self._off(measured, "far", f'at most {self.most:g}"')
        return ALLOWED if measured >= self.least else self._off(measured, "near", f'at least {self.least:g}"')

    def _off(self, measured: float, way: str, bound: str) -> Ruling:
        text = f"{self.because[:1].upper()}{self.because[1:]}, measured {format_inches(measured)}: too {way}."
        return self.refusal(text if self.because else f'{measured:g}" is too {way}: {bound}.')


class FillIn(QuestionBase[dict[str, int | str]], frozen=True, kw_only=True, tag="fill in"):
    """Fill in what the rules leave to the table.

    Attributes:
        fields: to fill in.
        prices: the price of one unit of each numbered field, for purchases.
        purse: largest total cost; None without a limit.
    """

    fields: tuple[Field, ...]
    prices: dict[str, int] = field(default_factory=dict)
    purse: int | None = None

    def parse(self, raw: object) -> dict[str, int | str]:
        """Read a value for each field; fields left out keep the value suggested."""
        given = parse_as(raw, dict[str, int | str], "a value for each field")
        fields = {field.name: field for field in self.fields}
        read = {name: fields[name].read(value) if name in fields else value for name, value in given.items()}
        return {field.name: field.value for field in self.fields} | read

    def judge(self, answer: dict[str, int | str]) -> Ruling:
        """Rule on every field, and name all errors."""
        known = {field.name: field for field in self.fields}
        reasons = [
            reason
            for name, value in answer.items()
            for reason in (self._judge_field(known.get(name), name, value)).reasons
        ]
        return (
            Ruling.from_reasons(reasons, f"Fields: {', '.join(known)}.")
            if reasons
            else self._judge_cost(answer)
        )

    def _judge_cost(self, answer: dict[str, int | str]) -> Ruling:
        cost = sum(price * int(answer.get(name, 0)) for name, price in self.prices.items())
        if self.purse is None or cost <= self.purse:
            return ALLOWED
        return self.refusal(f"That costs {cost}, but only {self.purse} is there.")

    def _judge_field(self, field: Field | None, name: str, value: int | str) -> Ruling:
        if field is None:
            return self.refusal(f"There is no field {shown(name)}.")
        if field.choices and value not in field.choices:
            return self.refusal(f"{field.label}: {value!r} is not one of {', '.join(field.choices)}.")
        if isinstance(field.value, int) and (
            not isinstance(value, int) or not field.least <= value <= field.most
        ):
            return self.refusal(f"{field.label}: {value!r} is not between {field.least} and {field.most}.")
        if isinstance(field.value, str) and not isinstance(value, str):
            return self.refusal(f"{field.label}: {value!r} is not a word.")
        return ALLOWED


class Confirm(QuestionBase[bool], frozen=True, kw_only=True, tag="confirm"):
    """Say yes or no."""

    yes: str = "Yes"
    no: str = "No"

    def parse(self, raw: object) -> bool:
        """Read true or false."""
        return parse_as(raw, bool, "true or false")

    def judge(self, answer: bool) -> Ruling:  # noqa: ARG002 - both answers are always allowed
        """Allow either."""
        return ALLOWED


class Shuffle(QuestionBase[tuple[str, ...]], frozen=True, kw_only=True, tag="shuffle"):
    """Put items in a random order: real cards shuffled and entered, or shuffled by the companion."""

    items: tuple[str, ...]

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
