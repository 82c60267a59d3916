"""The map of squads under real fingers: what a tap means, what glows, who has walked, what lies where."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.icons.sheets import icon_sheet
from companion.referee.game_view import GameView, Place, Region, Unit
from companion.referee.seats import seats_of
from companion.ui.widgets.board.battlefield.arrangement import arranged
from companion.ui.widgets.board.battlefield.ground import GROUNDS, PLAIN, ground_of, ground_texture
from companion.ui.widgets.board.battlefield.squads import leaders, read, signs, units


def square(id: Any, left: Any, low: Any, size: Any = 50.0, *, tile: Any = False) -> Any:
    outline = ((left, low), (left + size, low), (left + size, low + size), (left, low + size))
    return Region(id, id.capitalize(), outline, (left + size / 2, low + size / 2), tile=tile)


MARKS = ("building", "symbol-leadership", "cover*2", "start:red", "assault*2:red", "tank*1:red", "leader:red")
FIELD = GameView(
    "battlefield",
    "two",
    {
        "1A": Place(None, 0),
        "2A": Place("blue", 1, ("aircraft*1:blue",)),
        "hill": Place("red", 3, MARKS),
        "dale": Place(None, 0, ("woods",)),
        "ford": Place("blue", 1, ("water", "recon*1:blue")),
        "road": Place(None, 0, ("road",)),
    },
    (),
    roster=(Unit("hill", "red", "squad", "Hill", marks=("leader-assault",)),),
    plan=(
        square("1A", 0, 0, 100, tile=True),
        square("2A", 100, 0, 100, tile=True),
        square("hill", 0, 0),
        square("dale", 50, 0),
        square("ford", 100, 0),
        square("road", 100, 50),
    ),
)


@pytest.fixture
def field(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.board.battlefield_map import BattlefieldMap

    widget = BattlefieldMap(
        game_view=FIELD, seats=seats_of(2), size_hint=(None, None), size=(520, 384), pos=(0, 48)
    )
    widget.picked, widget.denials = [], []
    widget.bind(on_place=heard(widget.picked), on_denied=heard(widget.denials))
    return screen.show(widget)


def test_it_is_drawn_once_where_layouts_lie_around(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.uix.boxlayout import BoxLayout

    from companion.ui.widgets.board.battlefield_map import BattlefieldMap

    drawn: list[tuple[float, float]] = []
    monkeypatch.setattr(BattlefieldMap, "draw_ground", lambda drawing: drawn.append(tuple(drawing.size)))
    rows, column = BoxLayout(orientation="vertical"), BoxLayout()
    column.add_widget(BattlefieldMap(game_view=FIELD, seats=seats_of(2)))
    column.add_widget(BoxLayout())
    rows.add_widget(column)
    rows.add_widget(BoxLayout())
    screen.show(rows)
    assert drawn == [(400, 240)]


def test_a_tap_means_the_zone_and_not_the_tile_below_it(screen: Any, field: Any) -> None:
    for zone in ("hill", "dale", "ford", "road"):
        screen.tap(*field.where(zone))
    assert field.picked == ["hill", "dale", "ford", "road"]


def test_where_tiles_can_be_touched_a_tap_means_the_tile(screen: Any, field: Any) -> None:
    field.selectable = ("2A",)
    screen.tap(*field.where("ford"))
    assert field.picked == ["2A"]


def test_a_finger_close_beside_a_zone_that_may_be_touched_means_it(screen: Any, field: Any) -> None:
    from companion.ui.theme import px

    field.selectable = ("dale",)
    (x, y), side = field.where("dale"), 50.0 * field._view.scale
    screen.tap(x + side / 2 + px(8), y)
    screen.tap(x + side / 2 + px(16), y)
    assert (field.picked, field.denials) == (["dale"], ["ford"])


def test_a_zone_out_of_reach_is_denied(screen: Any, field: Any) -> None:
    field.selectable = ("dale",)
    screen.tap(*field.where("dale"))
    screen.tap(*field.where("road"))
    assert (field.picked, field.denials) == (["dale"], ["road"])


def test_one_finger_goes_closer_to_what_can_be_touched_and_back_again(screen: Any, field: Any) -> None:
    field.selectable = ("road",)
    before = field.where("road")
    screen.tap_on(field._whole)
    assert field._view.zoom > 1.5
    closer = field.where("road")
    assert abs(closer[0] - field.center_x) < abs(before[0] - field.center_x)
    screen.tap(*closer)
    assert field.picked == ["road"]
    screen.tap_on(field._whole)
    assert field.where("road") == before


def test_it_moves_with_the_finger_and_a_drag_is_no_tap(screen: Any, field: Any) -> None:
    field.reset_view()
    before = field.where("hill")
    finger = screen.finger(260, 240)
    finger.touch_down()
    finger.touch_move(330, 240)
    screen.frames(2)
    finger.touch_up()
    screen.frames(2)
    assert field.where("hill")[0] == pytest.approx(before[0] + 70, abs=2)
    assert not field.picked


@pytest.mark.parametrize(
    ("after", "trail"),
    [
        ({"hill": Place(None, 0), "dale": Place("red", 3)}, ("hill", "dale")),  # a whole squad walks
        ({"hill": Place("red", 1), "dale": Place("red", 2)}, ("hill", "dale")),  # one stays behind
        ({"ford": Place(None, 0)}, None),  # somebody falls: nobody has walked
        ({"hill": Place("red", 2), "ford": Place(None, 0)}, None),  # both sides lose one
        ({"hill": Place("red", 2), "dale": Place("red", 2)}, None),  # one came on elsewhere too
    ],
)
def test_who_has_walked_leaves_a_trail(field: Any, after: Any, trail: Any) -> None:
    field.game_view = replace(FIELD, places=FIELD.places | after)
    assert field._walked == trail


def test_leaders_come_first_and_are_the_class_that_the_roster_says() -> None:
    place = FIELD.places["hill"]
    assert list(units(place, leaders(FIELD, "hill"))) == [("A", True), ("A", False), ("T", False)]


def test_signs_are_the_ground_first_and_flags_last() -> None:
    assert [mark.kind for mark in signs(FIELD.places["hill"])] == [
        "building",
        "symbol-leadership",
        "cover",
        "start",
    ]
    assert read("cover*2") == ("cover", 2, "") and read("tank*1:red") == ("tank", 1, "red")


@pytest.mark.parametrize("kind", [*GROUNDS, PLAIN])
@pytest.mark.usefixtures("screen")
def test_every_ground_differs_by_more_than_colour(kind: Any) -> None:
    import numpy as np

    def grey(ground: Any) -> Any:
        pixels = np.frombuffer(ground_texture(ground).pixels, np.uint8).reshape(128, 128, 4)[..., :3]
        flat = pixels.astype(float).mean(axis=2)
        return (flat - flat.mean()) / flat.std()

    for other in GROUNDS:
        if other != kind:
            assert np.abs(grey(kind) - grey(other)).mean() > 0.3


def test_every_mark_of_a_zone_has_a_sign() -> None:
    assert not {mark.kind for place in FIELD.places.values() for mark in signs(place)} - set(
        icon_sheet("marks")
    )
    assert ground_of(("symbol-weapons", "water")) == "water" and ground_of(()) == PLAIN


@given(
    st.floats(56, 240),
    st.floats(56, 240),
    st.integers(0, 4),
    st.sampled_from([None, (26.0, 26.0), (48.0, 26.0), (48.0, 48.0)]),
)
def test_squad_and_signs_never_lie_on_each_other(wide: Any, high: Any, count: Any, squad: Any) -> None:
    radius = 9.5
    laid = arranged((0.0, 0.0), (wide, high), squad, count, radius)
    assert len(laid.signs) == count
    for number, (x, y) in enumerate(laid.signs):
        for ax, ay in laid.signs[:number]:
            assert (x - ax) ** 2 + (y - ay) ** 2 >= (2 * radius) ** 2
        if squad is not None:
            off = (abs(x - laid.squad[0]) - squad[0] / 2, abs(y - laid.squad[1]) - squad[1] / 2)
            assert max(off) >= radius * 0.9
