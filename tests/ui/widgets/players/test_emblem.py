"""What pieces wear: a seat's colour and emblem, a neutral army's colour alone, nobody's nothing."""

from typing import Any

import pytest

from companion.icons.sheets import icon_sheet
from companion.referee.seats import EMBLEMS, seats_of
from companion.ui.widgets.controls.shape_textures import icon_texture
from companion.ui.widgets.players.emblem import EmblemBadge, owner_colours, seat_named

SEATS = seats_of(2)


@pytest.mark.parametrize(
    ("owner", "worn"),
    [
        ("red", ("red", SEATS[0].emblem)),
        ("neutral-green", ("green", None)),
        ("green", (None, None)),  # nobody sits there
        ("neutral-", (None, None)),
        (None, (None, None)),
    ],
)
def test_what_an_owners_pieces_wear(owner: str | None, worn: tuple[Any, Any]) -> None:
    assert owner_colours(SEATS, owner) == worn


def test_a_seat_is_found_by_its_id() -> None:
    assert seat_named(SEATS, "blue") is SEATS[1]
    assert seat_named(SEATS, "green") is None and seat_named(SEATS, None) is None


@pytest.mark.usefixtures("screen")
def test_every_emblem_looks_otherwise() -> None:
    drawn = {emblem: icon_texture(icon_sheet("emblems")[emblem], 20.0).pixels for emblem in EMBLEMS}
    assert len(set(drawn.values())) == len(EMBLEMS)
    assert all(sum(pixels[3::4]) > 255 * 200 for pixels in drawn.values()), "none is empty"


@pytest.mark.parametrize("how", [{}, {"struck": True}, {"lit": True}])
def test_a_badge_shows_its_seat(screen: Any, how: dict[str, Any]) -> None:
    badge = EmblemBadge(seat=SEATS[0], size_hint=(None, None), size=(60, 60), **how)
    screen.show(badge)
    plain = EmblemBadge(seat=SEATS[0], size_hint=(None, None), size=(60, 60))
    screen.show(plain)
    more = len(badge.canvas.before.children) > len(plain.canvas.before.children)
    assert more == bool(how)


def test_a_badge_without_a_seat_is_empty(screen: Any) -> None:
    assert not screen.show(EmblemBadge(size=(60, 60))).canvas.before.children
