"""The roster of an open field."""

from typing import Any

import pytest
from msgspec import structs

from companion.locale import catalogue
from companion.locale.messages import gettext
from companion.referee.game_view import Figure, GameView, Standing, Unit
from companion.referee.seats import seats_of

SEATS = seats_of(2, ("Ann", "Bob"))


def soldier(name: str, seat: str, points: int | None = None, **more: Any) -> Unit:
    figures = () if points is None else (Figure("points left", points),)
    return Unit(name, seat, "infantry", name.capitalize(), figures, **more)


FIELD = GameView(
    "field",
    "",
    {},
    (Standing("red", ()), Standing("blue", ())),
    roster=(
        soldier("r1", "red"),
        soldier("b1", "blue", 4, out=True, marks=("killed",)),
        soldier("b2", "blue", 4),
        soldier("b3", "blue", 0, marks=("attacked",)),
    ),
    focus=("r1",),
)


@pytest.fixture
def roster(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.board.roster import Roster

    events: list[Any] = []
    shown = screen.show(Roster(game_view=FIELD, seats=SEATS))
    shown.bind(on_place=heard(events), on_denied=lambda _, unit: events.append(("denied", unit)))
    shown.events = events
    return shown


def test_whose_turn_it_is_comes_first_and_the_dead_last(roster: Any) -> None:
    assert list(roster.cards) == ["b2", "b3", "b1", "r1"]


def test_who_may_be_chosen_comes_first(screen: Any, roster: Any) -> None:
    roster.selectable = ("r1",)
    screen.frames(2)
    assert list(roster.cards) == ["r1", "b2", "b3", "b1"]


@pytest.mark.parametrize(
    ("selectable", "above"),
    [(("b2",), True), (("r1",), False), (None, False)],  # r1 acts
)
def test_who_acts_stands_above_the_list_of_others(
    screen: Any, roster: Any, selectable: tuple[str, ...] | None, above: bool
) -> None:
    from companion.ui import theme

    roster.selectable = selectable
    screen.frames(3)
    shown = [child for child in roster.children if hasattr(child, "unit")]
    assert [card.unit.id for card in shown] == ["r1"] * above
    assert roster._scroll.top == (shown[0].y - theme.px(theme.TARGET_GAP) if shown else roster.top)
    for card in shown:
        assert card.focused and card.top <= roster.top
        screen.tap_on(card)
        screen.seconds(0.3)
        assert roster.events == [("denied", "r1")]


@pytest.mark.parametrize(
    ("selectable", "touched", "heard_of"),
    [
        (None, "r1", "r1"),  # nothing is asked: everything may be touched
        (("b2",), "b2", "b2"),
        (("b2",), "r1", ("denied", "r1")),
    ],
)
def test_touching_a_card(
    screen: Any, roster: Any, selectable: tuple[str, ...] | None, touched: str, heard_of: Any
) -> None:
    roster.selectable = selectable
    screen.frames(2)
    screen.tap(*roster.where(touched))
    screen.seconds(0.3)  # a finger on a scrolling list may yet begin to push
    assert roster.events == [heard_of]


def test_what_is_chosen_and_what_it_is_about_stand_out(roster: Any) -> None:
    roster.chosen = ("b2",)
    assert [name for name, card in roster.cards.items() if card.chosen] == ["b2"]
    assert [name for name, card in roster.cards.items() if card.focused] == ["r1"]


@pytest.mark.parametrize(
    ("name", "short"), [("Ann infantry 3", "Infantry 3"), ("Bob cannon 1", "Bob cannon 1")]
)
def test_the_seats_own_name_is_left_out(name: str, short: str) -> None:
    from companion.ui.widgets.board.roster import short_name

    assert short_name(Unit("x", "red", "infantry", name), SEATS[0]) == short


def test_choosing_leaves_the_list_where_the_finger_has_pushed_it(screen: Any) -> None:
    from companion.ui.widgets.board.roster import Roster

    many = tuple(soldier(f"s{number}", "red", 4) for number in range(30))
    roster = screen.show(
        Roster(game_view=GameView("field", "", {}, (), roster=many), seats=SEATS, size_hint=(1, 0.5))
    )
    roster.selectable = tuple(unit.id for unit in many)
    screen.frames(3)
    roster.where("s29")
    screen.frames(3)
    pushed = roster._scroll.scroll_y
    roster.chosen = ("s29",)
    screen.frames(3)
    assert roster._scroll.scroll_y == pushed
    roster.pointed = "s0"
    screen.frames(3)
    assert roster._scroll.scroll_y > pushed, "what the buttons point at is brought into sight"


@pytest.mark.parametrize("width", [415, 510, 800])
def test_long_names_and_many_marks_are_written_in_full(
    screen: Any, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    from companion.ui.widgets.board.roster import Roster
    from tests.ui.inspector import Inspector
    from tests.ui.overflow import Overflow

    inspector = Inspector(Overflow(monkeypatch.setattr))
    units = (
        soldier("Bob cavalry 3", "blue", 2, marks=("attacked", "on foot")),
        soldier("Charlotte cannon 1", "blue", 12, marks=("attacked", "broken down", "captured")),
        soldier("Charlotte cannon 2", "red", marks=("destroyed",), out=True),
    )
    view = GameView("field", "", {}, (Standing("red", ()), Standing("blue", ())), roster=units)
    screen.show(Roster(game_view=view, seats=SEATS, size=(width, 480), size_hint=(None, None)))
    screen.frames(4)
    assert inspector.inspect(screen.window.children[0]) == []


def test_cards_are_as_high_as_their_lines(screen: Any) -> None:
    from companion.ui.widgets.board.roster import Roster

    units = (
        soldier("Infantry 1", "red", marks=("crew",)),
        soldier("Infantry 2", "red"),
        soldier("Cavalry 1", "red", marks=("attacked", "broken down")),
    )
    view = GameView("field", "", {}, (Standing("red", ()),), roster=units)
    roster = screen.show(Roster(game_view=view, seats=SEATS, size=(510, 480), size_hint=(None, None)))
    screen.frames(4)
    low, plain, high = (roster.cards[unit.id].height for unit in units)
    assert low == plain == 60
    assert high > 80


@pytest.mark.parametrize(("language", "name"), [("en", "Cannon 1"), ("de", "Kanone 1")])
def test_below_its_banner_a_unit_is_called_without_its_seat(language: str, name: str) -> None:
    from companion.ui.widgets.board.roster import short_name

    red = seats_of(1)[0]
    named = gettext("{player} {unit} {number}", player=red.name, unit=gettext("cannon"), number=1)
    unit = structs.replace(soldier("r1", "red"), name=named)
    catalogue.show_in(language)
    try:
        assert catalogue.shown(short_name(unit, red)) == name
    finally:
        catalogue.show_in("en")


@pytest.mark.parametrize("meant", [0, 1])
def test_a_touch_between_two_cards_lets_both_grow_and_the_next_decides(
    screen: Any, heard: Any, meant: int
) -> None:
    """A touch in the middle of a card counts at once; afterwards all cards have their height again."""
    from companion.ui.widgets.board.roster import CARD, Roster

    field = structs.replace(FIELD, roster=tuple(soldier(f"r{number}", "red", 4) for number in range(6)))
    events: list[Any] = []
    roster = Roster(game_view=field, seats=SEATS, selectable=tuple(f"r{number}" for number in range(6)))
    roster.bind(on_place=heard(events))
    screen.show(roster)
    screen.frames(3)
    upper, lower = roster.cards["r0"], roster.cards["r2"]
    screen.tap(*roster.where("r2"))
    assert events == ["r2"] and not roster.doubtful
    x, y = roster.where("r0")
    screen.tap(x, y - upper.height * 0.4)
    screen.frames(3)
    assert events == ["r2"] and set(roster.doubtful) == {"r0", "r2"}
    assert (upper.height, lower.height) == (2 * CARD, 2 * CARD)
    assert roster._which.parent is roster
    wanted = (upper, lower)[meant]
    screen.tap(*wanted.to_window(*wanted.center))
    screen.frames(3)
    assert events == ["r2", ("r0", "r2")[meant]]
    assert (upper.height, lower.height) == (CARD, CARD) and roster._which.parent is None
