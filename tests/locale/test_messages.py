"""Messages are English sentences that can be said in other languages."""

from collections.abc import Callable
from copy import deepcopy
from datetime import date
from typing import Any

import msgspec
import pytest

from companion.errors import UnknownName
from companion.games import every_game
from companion.locale import messages
from companion.locale.catalogue import builtins_in, encode_in
from companion.locale.messages import (
    ENGLISH,
    Message,
    capitalised,
    dated,
    gettext,
    joined,
    listed,
    ngettext,
    pgettext,
    reread,
    translated,
)
from companion.referee.game import Game
from companion.referee.ruling import Refusals, refuse
from tests.games.players import Player
from tests.referee.tables import lay


class Mirror:
    """A language that says templates backwards, in capitals for a number other than one."""

    language = "mirror"
    decimal = ","

    def template(self, context: str, template: str) -> str:
        return {
            "{who} waits": "waits {who}",
            "Peru": "Urep",
            "{far:.1f} in": "in {far:.1f}",
            "{one}; {other}": "{other} and {one}",
        }.get(template, f"{context}{template[::-1]}")

    def plural_template(self, context: str, singular: str, plural: str, count: int) -> str:  # noqa: ARG002
        return "one {count}" if count == 1 else "MANY {count}"

    def join_list(self, texts: list[str], alternatives: bool) -> str:
        return ("|" if alternatives else "&").join(texts)

    def write_date(self, day: date) -> str:
        return f"{day:%d.%m.%Y}"


@pytest.mark.parametrize(
    ("message", "english", "mirrored"),
    [
        (gettext("{who} waits", who="Ann"), "Ann waits", "waits Ann"),
        (gettext("{who} waits", who=gettext("Peru")), "Peru waits", "waits Urep"),
        (gettext("{far:.1f} in", far=2.25), "2.2 in", "in 2,2"),
        (gettext("50 {"), "50 {", "{ 05"),
        (pgettext("button", "Roll"), "Roll", "buttonlloR"),
        (ngettext("{count} army", "{count} armies", 1), "1 army", "one 1"),
        (ngettext("{count} army", "{count} armies", 3), "3 armies", "MANY 3"),
        (joined(["Ann", "", gettext("Peru")]), "Ann Peru", "Ann Urep"),
        (listed(["A", "B", gettext("Peru")]), "A, B and Peru", "A&B&Urep"),
        (listed(["A", "B"], alternatives=True), "A or B", "A|B"),
        (listed([]), "", ""),
        (dated("2026-11-22"), "2026-11-22", "22.11.2026"),
        (capitalised(gettext("peru")), "Peru", "Urep"),
    ],
)
def test_a_message_is_said_in_each_language(message: Message, english: str, mirrored: str) -> None:
    assert message == english
    assert type(message.english) is str
    assert message.translated(ENGLISH) == english
    assert translated(message, Mirror()) == mirrored


@pytest.mark.parametrize(
    ("text", "mirrored"),
    [
        ("Ann waits", "waits Ann"),
        ("Ann waits; Ben waits waits", "waits waits Ben and waits Ann"),
        ("Peru", "Peru"),
        ("Ann waits.", "Ann waits."),
    ],
)
def test_the_english_of_a_file_is_read_in_each_language(text: str, mirrored: str) -> None:
    mirror = Mirror()
    again = reread(text, "{one}; {other}", "{who} waits")
    assert again == text and translated(again, mirror) == mirrored


def test_a_name_stays_as_it_is() -> None:
    assert translated("Peru", Mirror()) == "Peru"


def test_an_error_keeps_its_message() -> None:
    with pytest.raises(UnknownName) as raised:
        raise UnknownName(gettext("Peru"))
    assert translated(str(raised.value), Mirror()) == "Urep"


def test_a_copy_keeps_what_it_was_made_of() -> None:
    assert translated(deepcopy([gettext("Peru")])[0], Mirror()) == "Urep"


def test_no_message_gets_into_a_file_by_mistake() -> None:
    with pytest.raises(TypeError):
        msgspec.json.encode(gettext("Peru"))


def test_json_is_said_in_the_language_of_its_reader() -> None:
    refusals = Refusals(["peru", "lima"], ["lima"], lambda _: refuse("R", gettext("Peru")))
    described = builtins_in({"denied": refusals}, Mirror())
    assert described["denied"]["peru"]["reasons"][0]["text"] == "Urep"
    assert encode_in([gettext("Peru"), "Peru"], Mirror()) == b'["Urep","Peru"]'


ANSWERS = 150
MOST = 12
"""Messages for an answer: a question, help, offers, a report. It was 47 in Nuked, 25 in Battle Risk."""


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_an_answer_makes_few_messages(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    made, make = [0], messages.message

    def counted(english: str, say: Callable[..., str], parts: tuple[Any, ...] = ()) -> Message:
        made[0] += 1
        return make(english, say, parts)

    player, table, answers = Player(1), lay(game, game.seats[0]), 0
    while table.question is not None and answers < ANSWERS:
        answer = player.answer(table.question)  # which reads refusals
        monkeypatch.setattr(messages, "message", counted)
        table.answer(answer)
        monkeypatch.undo()
        answers += 1
    assert made[0] <= MOST * answers, f"{made[0] / answers:.1f} messages for an answer"


@pytest.mark.parametrize(
    ("template", "values"),
    [
        ("50 % of {a}", {"a": "Peru"}),
        ("{{{a}}} %s %(a)s", {"a": (1, 2)}),
        ("{a:.0%} and {b}", {"a": 0.5, "b": 1}),
        ("{a!r}", {"a": "x"}),
        ("{a.real}{b[0]}", {"a": 1, "b": [2]}),
    ],
)
def test_templates_are_filled_as_python_fills_them(template: str, values: dict[str, Any]) -> None:
    assert gettext(template, **values) == template.format(**values)
