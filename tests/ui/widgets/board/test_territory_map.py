"""The map under real fingers: taps, denials, drags, pinches, and what is drawn again."""

from math import cos, dist, sin
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.boards.board import load_board
from companion.referee.game_view import Place
from companion.referee.seats import seats_of
from tests.ui.widgets.gallery import world

BOARD = load_board("classic")
MINE = ("alaska", "china", "iceland")


@pytest.fixture
def board_map(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.board.territory_map import TerritoryMap

    widget = TerritoryMap(
        board=BOARD,
        game_view=world(),
        seats=seats_of(6),
        selectable=MINE,
        size_hint=(None, None),
        size=(520, 384),
        pos=(0, 48),
    )
    widget.picked, widget.denials = [], []
    widget.bind(on_place=heard(widget.picked), on_denied=heard(widget.denials))
    return screen.show(widget)


def test_it_is_built_once_where_layouts_lie_around(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Layouts place it step by step within one frame, and each building takes a tenth of a second."""
    from kivy.uix.boxlayout import BoxLayout

    from companion.ui.widgets.board.territory.terrain import TerrainLayer
    from companion.ui.widgets.board.territory_map import TerritoryMap

    built: list[Any] = []

    def layer(*parts: Any) -> TerrainLayer:
        built.append(parts[-1].room)
        return TerrainLayer(*parts)

    monkeypatch.setattr("companion.ui.widgets.board.territory_map.TerrainLayer", layer)
    rows, column = BoxLayout(orientation="vertical"), BoxLayout()
    widget = TerritoryMap(board=BOARD, game_view=world(), seats=seats_of(6))
    column.add_widget(widget)
    column.add_widget(BoxLayout())
    rows.add_widget(column)
    rows.add_widget(BoxLayout())
    screen.show(rows)
    assert built == [(400, 240)] == [tuple(widget.size)]


def test_every_territory_answers_to_a_tap_on_its_disc(screen: Any, board_map: Any) -> None:
    board_map.selectable = None
    for territory in BOARD.territories:
        screen.tap(*board_map.where(territory.id))
    assert board_map.picked == [territory.id for territory in BOARD.territories]


def test_a_selectable_territory_is_picked_and_a_dim_one_is_denied(screen: Any, board_map: Any) -> None:
    screen.tap(*board_map.where("china"))
    screen.tap(*board_map.where("brazil"))
    assert board_map.picked == ["china"] and board_map.denials == ["brazil"]


def test_with_nothing_selectable_every_tap_is_denied(screen: Any, board_map: Any) -> None:
    board_map.selectable = ()
    screen.tap(*board_map.where("china"))
    assert board_map.denials == ["china"]


def test_a_map_that_is_not_enabled_takes_no_tap(screen: Any, board_map: Any) -> None:
    board_map.enabled = False
    screen.tap(*board_map.where("china"))
    assert not board_map.picked and not board_map.denials


def test_a_finger_in_the_sea_means_a_small_island_nearby(screen: Any, board_map: Any) -> None:
    x, y = board_map.where("iceland")
    screen.tap(x - 2, y - 20)
    assert board_map.picked == ["iceland"]


def test_the_open_sea_means_nothing(screen: Any, board_map: Any) -> None:
    screen.tap(40, 150)
    assert not board_map.picked and not board_map.denials


def test_fast_taps_on_one_territory_all_count(screen: Any, board_map: Any) -> None:
    for _ in range(3):
        screen.tap(*board_map.where("china"))
    assert board_map.picked == ["china"] * 3


def test_a_drag_is_never_a_tap(screen: Any, board_map: Any) -> None:
    x, y = board_map.where("china")
    finger = screen.finger(x, y)
    finger.touch_down()
    finger.touch_move(x + 40, y)
    finger.touch_move(x, y)
    finger.touch_up()
    assert not board_map.picked


def test_a_slip_of_a_few_pixels_is_still_a_tap(screen: Any, board_map: Any) -> None:
    x, y = board_map.where("china")
    finger = screen.finger(x, y)
    finger.touch_down()
    finger.touch_move(x + 4, y - 3)
    finger.touch_up()
    assert board_map.picked == ["china"]


def test_the_magnifier_is_there_while_the_finger_is_down(screen: Any, board_map: Any, tmp_path: Path) -> None:
    plain = shot(screen, tmp_path, "plain")
    finger = screen.finger(*board_map.where("china"))
    finger.touch_down()
    assert board_map.magnified == "china"
    changed = abs(shot(screen, tmp_path, "magnified") - plain).sum(axis=2) > 60
    x, y = board_map.where("china")
    assert changed[480 - int(y) - 130 : 480 - int(y) - 60, int(x) - 40 : int(x) + 40].mean() > 0.5
    finger.touch_up()
    assert board_map.magnified is None and board_map.picked == ["china"]


def test_a_finger_that_has_settled_slides_to_another_place(screen: Any, board_map: Any) -> None:
    finger = screen.finger(*board_map.where("brazil"))
    finger.touch_down()
    board_map._start_aiming(0.0)
    finger.touch_move(*board_map.where("alaska"))
    assert board_map.magnified == "alaska"
    finger.touch_up()
    assert board_map.picked == ["alaska"] and not board_map.denials


def test_a_drag_puts_the_magnifier_away(screen: Any, board_map: Any) -> None:
    finger = screen.finger(*board_map.where("china"))
    finger.touch_down()
    finger.touch_move(300, 300)
    assert board_map.magnified is None
    finger.touch_up()


def test_the_origin_is_ringed_and_an_arrow_points_to_the_place_under_the_finger(
    screen: Any, board_map: Any, tmp_path: Path
) -> None:
    board_map.selectable = ("congo", "egypt")
    board_map.game_view = replace(board_map.game_view, focus=("north-africa",))
    ringed = shot(screen, tmp_path, "ringed")
    x, y = board_map.where("north-africa")
    lamp = (abs(ringed - [115, 198, 243]).sum(axis=2) < 60)[480 - int(y) - 30 : 480 - int(y) + 30]
    assert lamp[:, int(x) - 30 : int(x) + 30].sum() > 60
    board_map.pointed = "congo"
    screen.frames(2)
    (x0, y0), (x1, y1) = board_map.where("north-africa"), board_map.where("congo")
    middle = (480 - int((y0 + y1) / 2), int((x0 + x1) / 2))
    arrow = abs(shot(screen, tmp_path, "arrow") - ringed).sum(axis=2) > 60
    assert arrow[middle[0] - 3 : middle[0] + 3, middle[1] - 3 : middle[1] + 3].any()


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("seat", range(6))
def test_every_disc_bears_the_emblem_of_its_seat(seat: Any) -> None:
    from companion.ui.widgets.board.territory.disc import ArmyDisc

    seats, disc = seats_of(6), ArmyDisc()
    disc.show(Place(seats[seat].id, 3), seats, 20.0, dim=False)
    assert min(disc._emblem.size) > 0 and disc._emblem.texture is not None
    disc.show(Place(None, 3), seats, 20.0, dim=False)
    assert tuple(disc._emblem.size) == (0, 0), "armies of nobody bear none"


def pinch(screen: Any, spread: Any) -> None:
    left, right = screen.finger(240, 240), screen.finger(280, 240)
    left.touch_down()
    right.touch_down()
    left.touch_move(240 - spread, 240)
    right.touch_move(280 + spread, 240)
    left.touch_up()
    right.touch_up()
    screen.frames(2)


def test_two_fingers_zoom_and_never_tap(screen: Any, board_map: Any) -> None:
    apart = board_map.where("japan")[0] - board_map.where("alaska")[0]
    pinch(screen, 40)
    wider = board_map.where("japan")[0] - board_map.where("alaska")[0]
    assert wider == pytest.approx(3 * apart, rel=0.01)
    assert not board_map.picked and not board_map.denials


def test_zoomed_one_finger_moves_the_board_and_taps_still_fit(screen: Any, board_map: Any) -> None:
    pinch(screen, 30)
    before = board_map.where("china")
    finger = screen.finger(300, 200)
    finger.touch_down()
    finger.touch_move(240, 180)
    finger.touch_up()
    after = board_map.where("china")
    assert after == pytest.approx((before[0] - 60, before[1] - 20))
    middle = min(board_map.board.ids, key=lambda id: dist(board_map.where(id), board_map.center))
    screen.tap(*board_map.where(middle))
    assert board_map.denials == [middle]


def test_a_button_shows_the_whole_board_again(screen: Any, board_map: Any) -> None:
    home = board_map.where("china")
    pinch(screen, 40)
    screen.tap(520 - 25, 432 - 25)
    assert board_map.where("china") == pytest.approx(home)
    assert not board_map.children  # the button is gone with its reason


def test_a_double_tap_on_the_sea_zooms_and_unzooms(screen: Any, board_map: Any) -> None:
    home = board_map.where("japan")
    finger = screen.finger(40, 150)
    finger.is_double_tap = True
    finger.touch_down()
    finger.touch_up()
    assert board_map.where("japan") != pytest.approx(home)


def shot(screen: Any, tmp_path: Path, name: Any) -> Any:
    import cv2

    return cv2.imread(str(screen.picture(tmp_path / f"{name}.png"))).astype(int)


def test_only_what_changed_is_drawn_anew(screen: Any, board_map: Any, tmp_path: Path) -> None:
    board_map.selectable = None
    screen.frames(2)
    before = shot(screen, tmp_path, "before")
    places = dict(board_map.game_view.places)
    places["japan"] = Place("red" if places["japan"].owner != "red" else "blue", 4)
    board_map.game_view = replace(board_map.game_view, places=places)
    screen.frames(2)
    screen.until(lambda: not board_map.is_changing)
    after = shot(screen, tmp_path, "after")
    changed = abs(after - before).sum(axis=2) > 30
    x, y = board_map.where("japan")
    assert changed[480 - int(y) - 10 : 480 - int(y) + 10, int(x) - 10 : int(x) + 10].any()
    changed[480 - int(y) - 60 : 480 - int(y) + 60, int(x) - 60 : int(x) + 60] = False
    assert not changed.any()


def test_repainting_a_part_looks_like_painting_all(screen: Any, board_map: Any, tmp_path: Path) -> None:
    board_map.selectable = None
    places = dict(board_map.game_view.places)
    for place in ("ukraine", "siam", "peru"):
        places[place] = Place("purple", 9)
    board_map.game_view = replace(board_map.game_view, places=places)
    screen.frames(2)
    screen.until(lambda: not board_map.is_changing)
    in_part = shot(screen, tmp_path, "part")
    board_map.size = (519, 384)
    screen.frames(2)
    board_map.size = (520, 384)
    screen.frames(2)
    assert abs(shot(screen, tmp_path, "whole") - in_part).max() <= 8


def test_a_selectable_territory_is_brighter_than_a_dim_one(
    screen: Any, board_map: Any, tmp_path: Path
) -> None:
    board_map.selectable = ("brazil",)
    screen.frames(2)
    picture = shot(screen, tmp_path, "lit")
    x, y = board_map.where("brazil")
    lit = picture[480 - int(y) - 25, int(x) - 10].sum()
    board_map.selectable = ("china",)
    screen.frames(2)
    assert lit > 1.5 * shot(screen, tmp_path, "dim")[480 - int(y) - 25, int(x) - 10].sum()


def test_an_arrow_goes_over_the_rim_of_the_map(screen: Any, board_map: Any, tmp_path: Path) -> None:
    board_map.selectable = None
    plain = shot(screen, tmp_path, "plain")
    board_map.game_view = replace(board_map.game_view, focus=("alaska", "kamchatka"))
    screen.frames(2)
    changed = abs(shot(screen, tmp_path, "arrow") - plain).sum(axis=2) > 60
    assert changed[:, :8].any() and changed[:, 512:520].any()
    assert not changed[:, 120:400].any()


def test_a_map_without_a_board_is_only_empty(screen: Any) -> None:
    from companion.ui.widgets.board.territory_map import TerritoryMap

    widget = screen.show(TerritoryMap(size_hint=(None, None), size=(520, 384)))
    screen.tap(100, 100)
    assert widget.place_at((100, 100)) is None


def test_a_map_is_drawn_first_where_it_has_been_laid_out(
    screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.uix.boxlayout import BoxLayout

    from companion.ui.widgets.board.territory.terrain import TerrainLayer
    from companion.ui.widgets.board.territory_map import TerritoryMap

    rooms: list[tuple[float, float]] = []
    draw = TerrainLayer.__init__
    monkeypatch.setattr(TerrainLayer, "__init__", lambda *parts: rooms.append(parts[-1].room) or draw(*parts))
    box = BoxLayout()
    box.add_widget(TerritoryMap(board=BOARD, game_view=world(), seats=seats_of(6)))
    screen.show(box)
    assert rooms == [(800, 480)]


@pytest.fixture
def conquer(screen: Any, board_map: Any) -> Any:
    """Give the first land of one owner to another."""

    def change() -> Any:
        screen.frames(3)
        places = board_map.game_view.places
        place, owner = next((id, at.owner) for id, at in places.items() if at.owner)
        new = next(at.owner for at in places.values() if at.owner not in (None, owner))
        board_map.game_view = replace(board_map.game_view, places={**places, place: Place(new, 99)})
        screen.frames(3)
        return place

    return change


def test_land_takes_its_conquerors_colour_and_counts_run(
    board_map: Any, conquer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui import theme
    from companion.ui.widgets.board import territory_map

    now = [100.0]
    monkeypatch.setattr(territory_map, "monotonic", lambda: now[0])
    place = conquer()
    assert set(board_map._flooding) == {place} and set(board_map._counting) == {place}
    now[0] += theme.CHANGE_SECONDS + 0.1
    board_map._tick(0.0)
    assert not board_map._flooding and not board_map._counting


def test_with_less_motion_changes_are_shown_at_once(
    board_map: Any, conquer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui import theme

    monkeypatch.setattr(theme.MOTION, "less", True)
    conquer()
    assert not board_map._flooding and not board_map._counting


NEAR = ("quebec", "ontario", "great-britain")
"""Three discs side by side, and one finger is hardly smaller than their distance."""


def between(board_map: Any, one: str, other: str) -> tuple[float, float]:
    """The middle between two discs."""
    (x0, y0), (x1, y1) = board_map.where(one), board_map.where(other)
    return (x0 + x1) / 2, (y0 + y1) / 2


def test_a_touch_between_two_places_enlarges_both_and_the_second_touch_decides(
    screen: Any, board_map: Any
) -> None:
    from companion.ui.widgets.board.board_widget import WHICH

    board_map.selectable = NEAR
    home = board_map.where("quebec")
    at = between(board_map, "quebec", "ontario")
    screen.tap(*at)
    assert not board_map.picked and set(board_map.doubtful) >= {"quebec", "ontario"}
    assert screen.find(WHICH).parent is board_map
    assert dist(board_map.where("quebec"), board_map.where("ontario")) > 100
    assert all(board_map.collide_point(*board_map.where(place)) for place in board_map.doubtful)
    screen.tap(*board_map.where("ontario"))
    assert board_map.picked == ["ontario"] and not board_map.doubtful
    assert board_map.where("quebec") == pytest.approx(home) and not board_map.children


def test_after_a_touch_in_doubt_a_finger_means_the_disc_beside_it_whatever_land_is_there(
    board_map: Any,
) -> None:
    """At 3 mm one touch in six is farther from the disc than it reaches, where the land may be another's."""
    from companion.ui.theme import px
    from companion.ui.widgets.board.touch_model import SPREAD

    board_map.selectable = ("afghanistan", "india")
    board_map._ask_again(between(board_map, "afghanistan", "india"), "india")
    x, y = board_map.where("india")
    around = [(x + px(2.5 * SPREAD) * cos(turn), y + px(2.5 * SPREAD) * sin(turn)) for turn in range(7)]
    assert {board_map.meant(at) for at in around} == {"india"}
    assert {board_map.place_at(at) for at in around} > {"india", "afghanistan"}


def test_a_touch_in_doubt_that_was_none_is_taken_back_on_the_sea(screen: Any, board_map: Any) -> None:
    board_map.selectable = NEAR
    home = board_map.where("quebec")
    screen.tap(*between(board_map, "quebec", "ontario"))
    x, y = next(
        (x, y) for x in range(20, 500, 10) for y in range(60, 420, 10) if board_map.place_at((x, y)) is None
    )
    screen.tap(x, y)
    assert not board_map.picked and not board_map.doubtful
    assert board_map.where("quebec") == pytest.approx(home)


def test_a_finger_that_slid_to_a_place_has_read_its_name_and_is_not_asked(
    screen: Any, board_map: Any
) -> None:
    board_map.selectable = NEAR
    finger = screen.finger(*board_map.where("quebec"))
    finger.touch_down()
    board_map._start_aiming(0.0)
    finger.touch_move(*between(board_map, "quebec", "ontario"))
    meant = board_map.magnified
    finger.touch_up()
    assert board_map.picked == [meant] and not board_map.doubtful


def test_without_a_question_nothing_is_asked_again(screen: Any, board_map: Any) -> None:
    board_map.selectable = None
    screen.tap(*between(board_map, "quebec", "ontario"))
    assert len(board_map.picked) == 1 and not board_map.doubtful


def double_tap(screen: Any, x: float, y: float) -> None:
    """The second tap of a double tap."""
    finger = screen.finger(x, y)
    finger.is_double_tap = True
    finger.touch_down()
    finger.touch_up()
    screen.frames(2)


def test_a_double_tap_on_the_sea_shows_what_is_lit_larger(screen: Any, board_map: Any) -> None:
    board_map.selectable = ("siam", "indonesia", "new-guinea")
    double_tap(screen, 40, 150)
    apart = [board_map.where(place) for place in board_map.selectable]
    assert all(board_map.collide_point(*at) for at in apart) and board_map._view.zoom > 2


def test_the_whole_board_comes_back_at_a_question_that_lights_what_is_out_of_sight(
    screen: Any, board_map: Any
) -> None:
    home = board_map.where("alaska")
    board_map.selectable = ("siam", "indonesia", "new-guinea")
    double_tap(screen, 40, 150)
    close = board_map.where("siam")
    board_map.selectable = ("siam", "new-guinea")
    board_map.begin_question()
    assert board_map.where("siam") == pytest.approx(close), "all that is lit is in sight"
    board_map.selectable = ("siam", "alaska")
    board_map.begin_question()
    assert board_map.where("alaska") == pytest.approx(home)
    double_tap(screen, 40, 150)
    board_map.selectable = None
    board_map.begin_question()
    assert board_map.where("alaska") == pytest.approx(home), "nobody is asked for a place"


@pytest.mark.parametrize("origin", ["north-africa", None])
def test_an_arrow_shows_the_advised_attack_else_points_to_what_is_advised(
    screen: Any, board_map: Any, tmp_path: Path, origin: str | None
) -> None:
    board_map.selectable = ("congo", "egypt")
    before = shot(screen, tmp_path, "before")
    board_map.advised, board_map.arrow = ("congo",), (origin, "congo") if origin else ()
    changed = abs(shot(screen, tmp_path, "after") - before).sum(axis=2) > 60
    x, y = board_map.where("congo")
    (x0, y0) = board_map.where(origin) if origin else (x, y + 80)
    middle = (480 - int((y0 + y) / 2), int((x0 + x) / 2))
    assert changed[middle[0] - 4 : middle[0] + 4, middle[1] - 4 : middle[1] + 4].any()
    board_map.begin_question()
    assert not board_map.advised and not board_map.arrow
