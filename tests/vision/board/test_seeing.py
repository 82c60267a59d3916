"""Looks at a drawn board through a drawn camera."""

import cv2
import numpy as np
import pytest

from companion.vision.board.changes import changed, split_total
from companion.vision.board.model import BoardModel
from companion.vision.board.seeing import see_board
from companion.vision.board.seen import BoardSeen
from tests.vision.board.boards import COLOURS, CORNERS, PLACES, WIDTH, board, put, seen_by_camera, taught

PUT = {"ash": ("red", 4), "cedar": ("blue", 2), "hazel": ("black", 7)}


@pytest.fixture(scope="module")
def model() -> BoardModel:
    return taught()


def laid(**places: tuple[str, int]) -> np.ndarray:
    picture = board()
    for place, (seat, count) in places.items():
        picture = put(picture, place, seat, count)
    return picture


def owners(seen: BoardSeen) -> dict[str, str | None]:
    return {place.place: place.owner for place in seen.places if place.occupied}


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize(
    ("gain", "moved", "pushed", "light_changed"),
    [
        ((1, 1, 1), 0, False, False),
        ((0.9, 0.92, 0.9), 0, False, False),
        ((0.6, 0.7, 0.8), 0, False, True),
        ((1.1, 1.0, 0.92), 0, False, True),
        ((1, 1, 1), 4, True, False),
        ((0.7, 0.7, 0.7), 60, True, True),
    ],
)
def test_places_and_owners_in_any_light_and_on_a_pushed_board(
    model: BoardModel, gain: tuple[float, float, float], moved: int, pushed: bool, light_changed: bool
) -> None:
    corners = CORNERS + np.array([moved, moved / 2])
    seen = see_board(seen_by_camera(laid(**PUT), corners, gain, seed=5), model)
    assert owners(seen) == {place: seat for place, (seat, _) in PUT.items()}
    assert [place.place for place in seen.places if place.occupied is None] == []
    assert (seen.pushed, seen.light_changed, seen.lost) == (pushed, light_changed, False)
    assert seen.hidden == frozenset()


def test_pieces_are_told_by_the_colours_of_their_owners(model: BoardModel) -> None:
    picture = put(laid(**PUT), "cedar", "red", 1)  # upon one of the two blue ones
    cv2.rectangle(picture, (750, 1040), (830, 1120), (120, 160, 190), -1)  # nobody's, beside nobody's pieces
    seen = see_board(seen_by_camera(picture, seed=5), model)
    for place, told in {"ash": {"red": 4}, "cedar": {"red": 1, "blue": 1}, "hazel": {"black": 7}}.items():
        expected = {seat: pytest.approx(told.get(seat, 0), abs=0.35, rel=0.25) for seat in model.seats}
        assert seen.place(place).whose == expected
    assert max(seen.place("birch").whose.values()) < 0.2


def test_nothing_is_seen_on_the_empty_board(model: BoardModel) -> None:
    seen = see_board(seen_by_camera(board(), seed=6), model)
    assert [place.place for place in seen.places] == list(PLACES)
    assert all(place.occupied is False for place in seen.places)


def test_what_was_put_down_is_split_as_it_was_put(model: BoardModel) -> None:
    before = see_board(seen_by_camera(laid(fir=("red", 2)), seed=1), model)
    after = see_board(seen_by_camera(laid(fir=("red", 5), birch=("red", 2)), seed=2), model)
    assert split_total(5, changed(before, after)) == {"fir": 3, "birch": 2}


def test_a_board_that_is_not_there_leaves_everything_unsure(model: BoardModel) -> None:
    seen = see_board(np.full((960, 1280, 3), 90, np.uint8), model)
    assert seen.lost
    assert all(place.occupied is None for place in seen.places)


@pytest.mark.long
@pytest.mark.parametrize("end", [WIDTH, WIDTH - 150], ids=["over the edge", "a sleeve like its shadow"])
def test_an_arm_hides_places_and_nothing_is_proposed(model: BoardModel, end: float) -> None:
    picture = laid(**PUT)
    cv2.rectangle(picture, (500, 500), (int(end), 800), (120, 160, 220), -1)
    before, seen = (see_board(seen_by_camera(each, seed=5), model) for each in (laid(), picture))
    assert seen.hand
    assert {"fir", "hazel"} & seen.hidden
    assert changed(before, seen) == ()


def test_a_card_hides_its_place_and_is_no_piece(model: BoardModel) -> None:
    picture = laid(**PUT)
    cv2.rectangle(picture, (650, 700), (850, 1000), (235, 235, 235), -1)
    seen = see_board(seen_by_camera(picture, seed=5), model)
    assert seen.hidden == {"birch"}
    assert not seen.hand
    assert owners(seen) == {place: seat for place, (seat, _) in PUT.items()}


def test_only_those_who_play_own_places(model: BoardModel) -> None:
    seen = see_board(seen_by_camera(laid(ash=("blue", 3)), seed=5), model, seats=("red", "black"))
    assert seen.place("ash").owner is None


@pytest.mark.every(5)
@pytest.mark.parametrize(
    ("side", "colour"),
    [
        (32, (235, 235, 235)),
        (54, COLOURS["red"]),
        (54, (60, 200, 60)),
        (240, (235, 235, 235)),
        (240, COLOURS["red"]),
    ],
    ids=["white die", "die like a seat's pieces", "green die", "card", "card like a seat's pieces"],
)
def test_what_is_no_piece_is_not_proposed_and_pieces_elsewhere_are(
    model: BoardModel, side: int, colour: tuple[int, int, int]
) -> None:
    before = see_board(seen_by_camera(laid(ash=("red", 4)), seed=1), model)
    picture = laid(ash=("red", 4), hazel=("red", 3))
    cv2.rectangle(picture, (650, 760), (650 + side, 760 + side), colour, -1)
    after = see_board(seen_by_camera(picture, seed=2), model)
    assert [change.place for change in changed(before, after)] == ["hazel"]


@pytest.mark.long
def test_a_die_beside_pieces_is_not_counted_with_them(model: BoardModel) -> None:
    before = see_board(seen_by_camera(laid(ash=("red", 4)), seed=1), model)
    picture = laid(ash=("red", 4))
    cv2.rectangle(picture, (345, 1010), (395, 1060), (235, 235, 235), -1)
    assert changed(before, see_board(seen_by_camera(picture, seed=2), model)) == ()


@pytest.mark.long
def test_pieces_that_touch_are_proposed(model: BoardModel) -> None:
    picture = laid()
    for x, y in ((700, 800), (738, 800), (776, 800), (795, 833)):
        cv2.circle(picture, (x, y), 20, COLOURS["red"], -1, cv2.LINE_AA)
    before, after = (see_board(seen_by_camera(each, seed=5), model) for each in (laid(), picture))
    (change,) = changed(before, after)
    assert (change.place, change.owner) == ("birch", "red")


@pytest.mark.long
def test_a_larger_kind_of_piece_is_proposed_though_only_small_ones_were_taught(model: BoardModel) -> None:
    picture = laid()
    cv2.ellipse(picture, (700, 800), (34, 27), 20, 0, 360, COLOURS["red"], -1, cv2.LINE_AA)
    before, after = (see_board(seen_by_camera(each, seed=5), model) for each in (laid(), picture))
    assert [change.place for change in changed(before, after)] == ["birch"]
