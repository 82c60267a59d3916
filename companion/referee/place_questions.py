"""The kinds of question about places on the board, each with its answers in every form."""

from typing import Any, Literal

from msgspec import Struct

from companion.locale.messages import gettext, joined
from companion.referee.question_base import PlaceQuestion, parse_as, read_list, read_number, write_list
from companion.referee.ruling import ALLOWED, Ruling

END = "end"
"""The answer that ends a step instead of picking a place; no place may have this id."""


class Pick(PlaceQuestion[str], frozen=True, kw_only=True, tag="pick"):
    """Pick one place on the board."""

    accept = gettext("This place")
    proposes = gettext("Next place")

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

    accept = gettext("This place")
    proposes = gettext("Next place")

    end: str
    end_ruling: Ruling = ALLOWED

    @property
    def declining(self) -> tuple[object, str]:
        """The end."""
        return END, self.end

    def options_allowed(self) -> Any:
        """The ids of the places, and the end."""
        return [*self.allowed, END] if self.end_ruling.allowed else self.allowed

    def options_denied(self) -> dict[str, Ruling]:
        """The ruling on ending now."""
        return {END: self.end_ruling}

    def write(self, answer: str | None) -> str:
        """Write the id of the place, or ``end``."""
        return answer or END

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

    accept = gettext("These ones")

    none: str = ""
    template: Template | None = None

    def write(self, answer: tuple[str, ...]) -> str:
        """Write the ids between commas."""
        return write_list(answer)

    def read(self, text: str) -> object:
        """Read ids between commas."""
        return read_list(text)

    def parse(self, raw: object) -> tuple[str, ...]:
        """Read a list of ids; they stay in the order given."""
        return parse_as(raw, tuple[str, ...], "a list of ids")

    def judge(self, answer: tuple[str, ...]) -> Ruling:
        """Rule on each of them and name all errors; each can be chosen once."""
        wrong = [self.judge_place(place) for place in dict.fromkeys(answer)]
        if len(set(answer)) < len(answer):
            wrong.append(self.refusal(gettext("Each can be chosen only once.")))
        if not answer and not self.none:
            wrong.append(self.refusal(gettext("Choose at least one.")))
        reasons = (reason for ruling in wrong for reason in ruling.reasons)
        return Ruling.from_reasons(reasons, joined(ruling.instead for ruling in wrong))


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

    accept = gettext("Put them here")
    proposes = gettext("Next place")

    most: int
    least: int = 1

    def write(self, answer: Deployment) -> str:
        """Write a place and a count: ``alaska+3``."""
        return f"{answer.place}+{answer.count}"

    def read(self, text: str) -> object:
        """Read a place and a count: ``alaska+3``."""
        place, _, count = text.rpartition("+")
        return {"place": place, "count": read_number(int, count)}

    def parse(self, raw: object) -> Deployment:
        """Read ``{"place": id, "count": number}``."""
        return parse_as(raw, Deployment, 'a place and a count, as {"place": "...", "count": 1}')

    def judge(self, answer: Deployment) -> Ruling:
        """Rule on the place and on the number, and name all errors."""
        place = self.judge_place(answer.place)
        if self.least <= answer.count <= self.most:
            return place
        number = self.refusal(*self._objection(answer.count))
        return Ruling(False, place.reasons + number.reasons, joined([place.instead, number.instead]))

    def _objection(self, count: int) -> tuple[str, str]:
        if self.least == self.most:
            return (
                gettext("{count} is not {most}.", count=count, most=self.most),
                gettext("Put {count}.", count=self.least),
            )
        return (
            gettext(
                "{count} is not between {least} and {most}.", count=count, least=self.least, most=self.most
            ),
            gettext("Put {least} to {most}.", least=self.least, most=self.most),
        )
