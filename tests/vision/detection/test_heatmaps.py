"""Maps of the dice network, made by hand, and the dice that are read from them."""

from typing import Any

import numpy as np
import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.detection.heatmaps import (
    ANGLE,
    CENTRE,
    CHANNELS,
    EDGE,
    _subcell_peak,
    decode_heatmap,
    non_max_suppression,
    sigmoid,
)


def maps_with(*peaks: tuple[int, int, float], edge: float = 36.0, angle: float = 20.0) -> Any:
    """Maps of 12 by 16 cells with peaks at rows and columns: logits of a five, of one edge and angle."""
    maps = np.full((CHANNELS, 12, 16), -10, np.float32)
    maps[1:9] = 0
    maps[5], maps[7], maps[8] = 3, 1, -1
    maps[EDGE] = np.log(edge / 36)
    maps[ANGLE] = np.array([np.cos(np.deg2rad(4 * angle)), np.sin(np.deg2rad(4 * angle))])[:, None, None]
    for row, column, logit in peaks:
        maps[CENTRE, row, column] = logit
    return maps


def test_a_peak_is_a_die_with_its_face_size_and_angle() -> None:
    (die,) = decode_heatmap(maps_with((5, 7, 2.0), edge=44.0, angle=65.0))
    assert (die.centre_x, die.centre_y) == pytest.approx((7 * 4 + 1.5, 5 * 4 + 1.5))
    assert (die.edge, die.angle) == pytest.approx((44, 65), rel=1e-5)
    assert die.objectness == pytest.approx(1 / (1 + np.exp(-2)))
    powers = np.exp([0, 0, 0, 0, 3, 0, 1, -1])
    shares = [*die.face_probabilities, die.cocked, die.symbol]
    assert shares == pytest.approx((powers / powers.sum()).tolist(), rel=1e-5)


@pytest.mark.parametrize("angle", [0.0, 30.0, 50.0, 89.0])
def test_an_angle_is_one_of_a_quarter_turn(angle: float) -> None:
    (die,) = decode_heatmap(maps_with((5, 7, 2.0), angle=angle))
    assert die.angle == pytest.approx(angle, abs=1e-3)


def test_places_and_sizes_are_those_of_the_picture_given() -> None:
    """Pixels are half a pixel from their edges at every scale; the edge grows with the mean of both."""
    (die,) = decode_heatmap(maps_with((5, 7, 2.0)), (2.0, 0.5))
    assert (die.centre_x, die.centre_y) == pytest.approx((2 * 30 - 0.5, 0.5 * 22 - 0.5))
    assert die.edge == pytest.approx(36 * (2.0 * 0.5) ** 0.5)


@pytest.mark.parametrize(
    ("before", "after", "shift"), [(0.0, 0.0, 0.0), (-1.0, 1.0, 0.25), (1.0, -1.0, -0.25), (-10.0, 2.0, 0.5)]
)
def test_a_peak_lies_where_a_parabola_is_highest(before: float, after: float, shift: float) -> None:
    """Through 2 and its neighbours, across and down; half a cell off at most."""
    maps = maps_with((5, 7, 2.0))
    maps[CENTRE, 5, [6, 8]] = maps[CENTRE, [4, 6], 7] = before, after
    (die,) = decode_heatmap(maps)
    assert (die.centre_x, die.centre_y) == pytest.approx((29.5 + 4 * shift, 21.5 + 4 * shift))


@pytest.mark.parametrize(
    ("line", "at", "place"),
    [
        ([0, 2, 1], 1, 1 + 1 / 6),
        ([0, 2, 3], 1, 1.5),  # so hot that the neighbour is as hot
        ([3, 2, 0], 1, 0.5),
        ([2, 2, 2], 1, 1),
        ([2, 1, 0], 0, 0),
        ([0, 1, 2], 2, 2),
    ],
)
def test_the_top_of_a_parabola_is_half_a_cell_off_at_most(line: list[float], at: int, place: float) -> None:
    assert _subcell_peak(np.array(line, np.float32), at) == pytest.approx(place)


@pytest.mark.parametrize(("row", "column"), [(0, 0), (0, 15), (11, 0), (11, 15)])
def test_a_die_at_the_edge_is_read_from_the_cells_that_are_there(row: int, column: int) -> None:
    (die,) = decode_heatmap(maps_with((row, column, 2.0), edge=40.0))
    assert (die.centre_x, die.centre_y, die.edge) == pytest.approx((column * 4 + 1.5, row * 4 + 1.5, 40))


def test_logits_are_averaged_over_nine_cells_by_their_heat() -> None:
    maps = maps_with((5, 7, 2.0))
    maps[CENTRE, 4:7, 6:9] = [[-1, 0, 1], [0, 2, 0], [1, 0, -1]]
    maps[EDGE, 4:7, 6:9] = np.arange(9).reshape(3, 3) / 20
    maps[EDGE, 3], maps[EDGE, 7], maps[EDGE, :, 5], maps[EDGE, :, 9] = 9, 9, 9, 9
    heat = [1 / (1 + np.exp(-logit)) for logit in (-1, 0, 1, 0, 2, 0, 1, 0, -1)]
    mean = sum(weight * number / 20 for number, weight in enumerate(heat)) / sum(heat)
    assert decode_heatmap(maps)[0].edge == pytest.approx(36 * np.exp(mean), rel=1e-5)


@pytest.mark.parametrize(("share", "seen"), [(0.149, 0), (0.151, 1)])
def test_faint_peaks_are_left_out(share: float, seen: int) -> None:
    assert len(decode_heatmap(maps_with((5, 7, float(np.log(share / (1 - share))))))) == seen


def test_the_best_of_what_is_one_die_is_kept() -> None:
    """Closer than three fifths of the longer edge: five cells are 20 pixels, six are 24."""
    near, far = maps_with((5, 2, 1.0), (5, 7, 2.0)), maps_with((5, 1, 1.0), (5, 7, 2.0))
    assert [round(die.centre_x) for die in decode_heatmap(near)] == [30]
    assert [round(die.centre_x) for die in decode_heatmap(far)] == [30, 6]


@pytest.mark.parametrize(
    ("across", "down", "kept"), [(17, 0, 1), (19, 0, 2), (12, 12, 1), (13, 13, 2), (0, -19, 2)]
)
def test_what_lies_closer_than_three_fifths_of_an_edge_is_the_same(
    across: float, down: float, kept: int
) -> None:
    def at(x: float, y: float, edge: float) -> Detection:
        return Detection(x, y, edge, 0.0, 0.9, (1.0, 0, 0, 0, 0, 0), 0.0, 0.0)

    assert len(non_max_suppression([at(100, 100, 30), at(100 + across, 100 + down, 20)])) == kept
    assert len(non_max_suppression([at(100, 100, 20), at(100 + across, 100 + down, 30)])) == kept


def test_the_logistic_function_does_not_overflow() -> None:
    found = sigmoid(np.array([-1e6, -1.0, 0.0, 1.0, 1e6], np.float32))
    assert found == pytest.approx([0, 1 / (1 + np.e), 0.5, np.e / (1 + np.e), 1], abs=1e-6)
