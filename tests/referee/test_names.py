"""The types of a state say what its names stand for; a name that does not exist is found."""

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct, field

from companion.errors import MalformedPosition
from companion.referee.names import BySeat, PlaceId, SeatId, check_names, exactly, only_known

KNOWN = {"seat": ("red", "blue"), "place": ("alaska", "peru")}


class Car(Struct, tag=True):
    """Somebody's car."""

    driver: SeatId


class Bus(Struct, tag=True):
    """A bus at a place."""

    at: PlaceId


class Facts(Struct):
    """Every kind of field that can name something, and some that do not."""

    starter: SeatId | None = None
    capitals: dict[SeatId, PlaceId | None] = {}
    hands: BySeat[int] = field(default_factory=lambda: {"red": 0, "blue": 0})
    order: Annotated[tuple[SeatId, ...], Meta(extra={"each": "seat"})] = ("blue", "red")
    move: tuple[PlaceId, PlaceId] | None = None
    parked: list[Car | Bus] = []
    words: dict[str, str] = field(default_factory=lambda: {"atlantis": "nobody"})


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"starter": "red", "capitals": {"red": "peru", "blue": None}, "move": ("alaska", "peru")},
        {"parked": [Car("blue"), Bus("peru"), Car("red")]},
    ],
)
def test_names_that_exist(facts: dict[str, Any]) -> None:
    check_names(Facts(**facts), KNOWN)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"starter": "green"}, "starter names 'green'"),
        ({"capitals": {"green": "peru"}}, "capitals names 'green'"),
        ({"capitals": {"red": "mars"}}, "capitals names 'mars'"),
        ({"hands": {"red": 1}}, "hands must list each of red, blue once"),
        ({"hands": {"red": 1, "blue": 0, "green": 0}}, "hands names 'green'"),
        ({"order": ("red", "red", "blue")}, "order must list each"),
        ({"move": ("alaska", "mars")}, "move names 'mars'"),
        ({"parked": [Car("red"), Bus("red")]}, "parked names 'red'"),
        ({"parked": [Car("peru")]}, "parked names 'peru'"),
    ],
)
def test_names_that_do_not_exist(facts: dict[str, Any], words: str) -> None:
    with pytest.raises(MalformedPosition, match=words):
        check_names(Facts(**facts), KNOWN)


def test_names_must_be_known_and_each_must_be_there_once() -> None:
    only_known("score", ["red", None, "red"], ("red", "blue"))
    exactly("score", ["blue", "red"], ("red", "blue"))
    for names in (["red"], ["red", "blue", "red"], ["red", "moon"]):
        with pytest.raises(MalformedPosition):
            exactly("score", names, ("red", "blue"))
    with pytest.raises(MalformedPosition, match="moon"):
        only_known("score", ["moon"], ("red",))
