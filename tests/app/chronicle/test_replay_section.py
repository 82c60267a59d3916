"""The board of every turn as data: what it adds up to is what stood there."""

import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.app.chronicle.replay_section import replay_section
from companion.app.chronicle.story import GameFacts
from companion.referee.game_view import Place
from tests.app.chronicle.bot_games import told

GAMES = [("classic", 3), ("starcraft", 3), ("rogue", 2), ("classic", 2)]


def section(record: GameFacts) -> str:
    turns = record.chronicle.turns
    return "".join(
        replay_section(turns, record.views, record.chronicle.seats, [str(t.number) for t in turns])
    )


def data(page: str) -> Any:
    return msgspec.json.decode(re.findall(r'id="frames">(.*?)</script>', page, re.DOTALL)[0])


@pytest.mark.every(4)
@pytest.mark.parametrize(
    ("game", "players"), [("classic", 3), ("starcraft", 3), ("rogue", 2), ("classic", 2)]
)
def test_the_frames_add_up_to_every_position(game: str, players: int) -> None:
    record = told(game, 1, players)
    found = data(section(record))
    shown: dict[str, Any] = {}
    for frame, turn, view in zip(found["frames"], record.chronicle.turns, record.views, strict=True):
        shown |= frame["places"]
        assert frame["entry"] == turn.last_entry
        assert {id: tuple(place[:2]) for id, place in shown.items()} == {
            id: (place.owner, place.count) for id, place in view.places.items()
        }
    turns = record.chronicle.turns
    assert (found["start"], found["end"]) == (turns[0].last_entry, turns[-1].last_entry)
    owners = {place.owner for view in record.views for place in view.places.values() if place.owner}
    assert owners - {"neutral"} <= set(found["seats"])


def test_without_a_script_the_last_board_is_drawn() -> None:
    record = told("classic")
    page = section(record)
    colours = {seat.id: seat.colour for seat in record.chronicle.seats}
    for id, place in record.views[-1].places.items():
        assert f'data-place="{id}" data-owner="{colours.get(place.owner or "", "nobody")}"' in page


def test_no_name_can_end_the_data() -> None:
    record = told("classic")
    last = replace(record.views[-1], places={"</script>": Place("red", 1)})
    page = section(replace(record, views=(*record.views[:-1], last)))
    assert data(page)["frames"][-1]["places"] == {"</script>": ["red", 1, []]}


def test_a_game_without_a_map_has_no_section() -> None:
    assert section(told("battle", 1, 2)) == ""
