"""The question that lets the table fill in what the rules leave to it."""

import re
from reprlib import repr as shown
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from companion.errors import MalformedAnswer
from companion.locale.messages import gettext, joined
from companion.referee.question_base import QuestionBase, parse_as
from companion.referee.ruling import ALLOWED, Ruling

_BLANK = re.compile(r'\s*([\w-]+)=("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,|$)')


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


class FillIn(QuestionBase[dict[str, int | str]], frozen=True, kw_only=True, tag="fill in"):
    """Fill in what the rules leave to the table.

    Attributes:
        fields: to fill in.
        prices: the price of one unit of each numbered field, for purchases.
        purse: largest total cost; None without a limit.
    """

    accept = gettext("All filled in")

    fields: tuple[Field, ...]
    prices: dict[str, int] = field(default_factory=dict)
    purse: int | None = None

    def options_allowed(self) -> Any:
        """The choices or the bounds of each field."""
        return {blank.name: blank.choices or (blank.least, blank.most) for blank in self.fields}

    def write(self, answer: dict[str, int | str]) -> str:
        """Write each field: ``blocks=1, name="wall"``."""
        return ", ".join(f"{name}={msgspec.json.encode(value).decode()}" for name, value in answer.items())

    def read(self, text: str) -> object:
        """Read fields."""
        found = list(_BLANK.finditer(text))
        if sum(len(blank[0]) for blank in found) != len(text):
            raise MalformedAnswer(f'{text[:40]!r} fills nothing in; write it as blocks=1, name="wall".')
        try:
            return {blank[1]: msgspec.json.decode(blank[2]) for blank in found}
        except msgspec.DecodeError as error:
            raise MalformedAnswer(f"{text[:40]!r} fills nothing in: {error}.") from error

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
            Ruling.from_reasons(
                reasons,
                gettext("Fields: {names}.", names=joined((field.label for field in self.fields), ", ")),
            )
            if reasons
            else self._judge_cost(answer)
        )

    def _judge_cost(self, answer: dict[str, int | str]) -> Ruling:
        cost = sum(price * int(answer.get(name, 0)) for name, price in self.prices.items())
        if self.purse is None or cost <= self.purse:
            return ALLOWED
        return self.refusal(
            gettext("That costs {cost}, but only {money} is there.", cost=cost, money=self.purse)
        )

    def _judge_field(self, field: Field | None, name: str, value: int | str) -> Ruling:
        if field is None:
            return self.refusal(gettext("There is no field {name}.", name=shown(name)))
        if field.choices and value not in field.choices:
            choices = joined(map(field.text, field.choices), ", ")
            return self.refusal(
                gettext(
                    "{field}: {value!r} is not one of {choices}.",
                    field=field.label,
                    value=value,
                    choices=choices,
                )
            )
        if isinstance(field.value, int) and (
            not isinstance(value, int) or not field.least <= value <= field.most
        ):
            template = gettext(
                "{field}: {value!r} is not between {least} and {most}.",
                field=field.label,
                value=value,
                least=field.least,
                most=field.most,
            )
            return self.refusal(template)
        if isinstance(field.value, str) and not isinstance(value, str):
            return self.refusal(gettext("{field}: {value!r} is not a word.", field=field.label, value=value))
        return ALLOWED
