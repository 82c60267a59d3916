"""The camera over the board during a game: proposals, the check at a hand-over, its share of a core."""

import json
from dataclasses import replace as with_field
from time import monotonic
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.camera.board_proposal import Proposal
from companion.app.camera.taught_boards import BoardObservation
from companion.referee.questions import Deploy
from companion.referee.random_bot import RandomBot
from companion.ui.board_watch import EVERY, SHARE
from tests.app.camera.boards_seen import change, pieces
from tests.ui.conftest import play_unseen
from tests.ui.seen_board import put_under_camera

LARGE = (
    "india",
    "congo",
    "argentina",
    "siberia",
    "western-united-states",
    "mongolia",
    "ural",
    "egypt",
    "peru",
)


@pytest.fixture
def table(app: Any) -> Any:
    """A question that places armies, with the board under the camera as the record has it."""
    board = put_under_camera(app)
    play_unseen(app, RandomBot(4), lambda session: isinstance(session.question, Deploy))
    board.put(pieces(app.playing.table.game_view.places))
    return board


def own(app: Any) -> list[str]:
    """Large territories that the open question allows."""
    return [id for id in LARGE if id in app.playing.question.allowed]


def look(app: Any, screen: Any, looks: int = 1) -> None:
    """Have the board looked at so many times, without waiting for it."""
    for _ in range(looks):
        seen: list[Any] = []
        app.board_watch.look(seen.append, at_once=True)
        screen.until(seen.__len__)
        screen.frames(2)


def put_more(board: Any, more: dict[str, int]) -> None:
    """Put further pieces of the owner on places."""
    before = board.pieces
    board.put(before | {id: (before[id][0], before[id][1] + count) for id, count in more.items()})


def test_pieces_on_two_places_are_proposed_corrected_and_confirmed(app: Any, screen: Any, table: Any) -> None:
    total, (one, other, *_) = app.playing.question.most, own(app)
    look(app, screen)
    put_more(table, {one: total - 1, other: 1})
    look(app, screen)
    assert app.board_watch.proposal is None, "one look is not enough"
    look(app, screen)
    found = app.board_watch.proposal
    assert found is not None and dict(zip(found.places, found.counts, strict=True)) == {
        one: total - 1,
        other: 1,
    }
    assert set(app.home.board.chosen) == {one, other}
    before = {id: place.count for id, place in app.playing.table.game_view.places.items()}
    seq = app.playing.seq
    assert app.playing.seq == seq, "nothing applies itself"
    app.pointer.tap(f"Put {total}")
    after = app.playing.table.game_view.places
    assert (after[one].count - before[one], after[other].count - before[other]) == (total - 1, 1)
    assert not isinstance(app.playing.question, Deploy) or app.playing.question.most != total


@pytest.mark.slow
def test_the_first_armies_of_three_players_take_at_most_fifteen_taps(app: Any, screen: Any) -> None:
    """Each puts 21 armies on 14 territories; as on renders one place is missed, and counted elsewhere."""
    put_under_camera(app, house={"placing": "all at once"}, part="setup")
    play_unseen(app, RandomBot(4), lambda session: isinstance(session.question, Deploy))
    taps = 0
    for _ in range(3):
        question = app.playing.question
        told = {id: 1 + (number % 2) for number, id in enumerate(question.allowed)}
        missed, more, *rest = question.allowed
        app.home.show_seen(Proposal((more, *rest), (told[more] + 1, *(told[id] for id in rest))))
        screen.frames(3)
        seen = app.home.panel.children[0]
        assert seen.top <= app.home.card.y and seen.confirm.y >= app.home.side.y, (
            "it leaves the question its room"
        )
        app.pointer.touch(seen.steppers[more].minus)
        app.pointer.tap(f"Put {question.most - 1}")
        app.pointer.tap_at(*app.home.board.where(missed))
        taps += 3
        places = app.playing.table.game_view.places
        assert {id: places[id].count - 1 for id in question.allowed} == told
    assert app.playing.table.timeline.part == "turn" and taps <= 15


@pytest.mark.long
@pytest.mark.usefixtures("table")
def test_numbers_that_are_corrected_stay_while_the_camera_looks_on(app: Any, screen: Any) -> None:
    one, other, *_ = sorted(own(app))
    most = app.playing.question.most
    look(app, screen)
    seen, found = app.board_watch._before, [change(one, most - 1.0), change(other, 1.0)]
    for wobble in (0.0, 0.0, 1.2):  # then the camera counts otherwise
        changes = (found[0], with_field(found[1], own=1.0 + wobble))
        app.board_watch._propose(app.playing, BoardObservation(seen, (), 0.0, changes))
        screen.frames(2)
        if not wobble and app.board_watch.proposal is not None:
            stepper = app.home.panel.children[0].steppers[one]
            stepper.value = most - 2
    assert app.home.panel.children[0].steppers[one].value == most - 2


@pytest.mark.long
def test_a_confirmed_proposal_labels_its_photos_and_a_dropped_one_none(
    app: Any, screen: Any, table: Any
) -> None:
    photos = app.context.table.photos
    app.context.settings = replace(app.context.settings, board_photos=True)
    total, (one, *_) = app.playing.question.most, own(app)
    look(app, screen)
    put_more(table, {one: total})
    look(app, screen, 2)
    assert app.board_watch.proposal is not None and len(photos) == 0, "nothing is confirmed yet"
    app.pointer.tap(f"Put {total}")
    folder = app.context.journal.path.parent / "board photos"
    screen.until(lambda: any(folder.glob("*.json")))
    kept = json.loads(next(folder.glob("*.json")).read_bytes())
    count = app.playing.table.game_view.places[one].count
    assert (kept["place"], kept["armies"], kept["confirmed"]) == (one, count, "placement")
    assert len(photos) == 1


@pytest.mark.usefixtures("table")
def test_a_number_is_corrected_and_too_many_are_refused(app: Any, screen: Any) -> None:
    question, (one, *_) = app.playing.question, own(app)
    before = app.playing.table.game_view.places[one].count
    app.home.show_seen(Proposal((one,), (question.most,)))
    screen.frames(3)
    stepper = next(w for w in app.home.panel.walk() if type(w).__name__ == "Stepper")
    app.pointer.touch(stepper.minus)
    app.pointer.tap(f"Put {question.most - 1}")
    assert app.playing.table.game_view.places[one].count == before + question.most - 1
    left = app.playing.question
    assert isinstance(left, Deploy) and left.most == 1
    app.home.show_seen(Proposal((one,), (0,)))
    screen.frames(3)
    app.pointer.tap("Put 0")
    assert app.playing.question == left, "it says why not"


@pytest.mark.usefixtures("table")
def test_numbers_leave_the_question_its_room(app: Any, screen: Any) -> None:
    one, other, *_ = own(app)
    app.home.show_seen(Proposal((one, other), (1, 1)))
    screen.frames(5)
    rows = app.home.panel.children[0].children
    assert max(row.top for row in rows) <= app.home.card.y, "no number lies over the question"
    assert max(rows, key=lambda row: row.y).vbar[1] == 1, "both are seen at once"
    assert min(row.y for row in rows) >= app.home.side.y


@pytest.mark.long
@pytest.mark.usefixtures("table")
def test_places_alone_are_outlined_and_numbers_are_chosen_by_hand(app: Any, screen: Any) -> None:
    one, other, *_ = own(app)
    app.home.show_seen(Proposal((one, other)))
    screen.frames(3)
    assert set(app.home.board.chosen) == {one, other}
    assert app.pointer.shows("All"), "the numbers for tapping are there"
    app.home.show_seen(Proposal((one,), (app.playing.question.most,)))
    screen.frames(3)
    app.pointer.tap("By hand")
    screen.frames(3)
    assert app.pointer.shows("All")
    app.home.show_seen(None)
    assert app.home.board.chosen == ()


@pytest.mark.slow
def test_a_hand_over_the_board_and_what_was_answered_are_not_proposed(
    app: Any, screen: Any, table: Any
) -> None:
    one, *_ = own(app)
    look(app, screen)
    app.driver.give({"place": one, "count": 1})
    put_more(table, {one: 1})
    look(app, screen, 3)
    assert app.board_watch.proposal is None, "it was told before it was put down"
    table.reach_over()
    look(app, screen, 2)
    assert app.board_watch.proposal is None


def _play_on(app: Any, turn: str | None) -> None:
    """Let a bot play until it is another's turn."""
    play_unseen(app, RandomBot(5), lambda session: session.table.timeline.active != turn)


@pytest.mark.slow
def test_a_new_turn_names_what_differs_only_where_it_is_wanted(app: Any, screen: Any, table: Any) -> None:
    said: list[str] = []
    app.show_toast = said.append
    for wanted in (False, True):
        app.context.settings = replace(app.context.settings, check_board=wanted)
        turn = app.playing.table.timeline.active
        _play_on(app, turn)
        places = app.playing.table.game_view.places
        wrong = next(id for id in LARGE if places[id].owner is not None)
        table.put({id: there for id, there in pieces(places).items() if id != wrong})
        look(app, screen, 3)
        name = wrong.replace("-", " ").title()
        assert [words for words in said if name in words] == ([said[-1]] if wanted else [])


@pytest.mark.slow
@pytest.mark.usefixtures("table")
def test_the_next_look_waits_for_its_share_of_a_core(app: Any, screen: Any) -> None:
    found: list[Any] = []
    look(app, screen)
    app.board_watch.look(found.append, at_once=True)
    screen.until(lambda: bool(found))
    wait = app.board_watch._next - monotonic()
    assert wait > EVERY / 2 and wait >= found[0].cost / SHARE - found[0].cost - 0.5


@pytest.mark.usefixtures("screen", "table")
def test_without_a_camera_or_a_taught_board_nothing_is_looked_at(app: Any) -> None:
    assert app.board_watch.ready
    camera, app.context.table = app.context.table, None
    assert not app.board_watch.ready
    app.board_watch.tick()
    assert not app.board_watch._looking
    camera.boards._models.clear()
    (camera.path.parent / "taught boards" / "classic.json").unlink()
    app.context.table = camera
    app.board_watch.follow()
    app.board_watch.tick()
    assert not app.board_watch.ready and not app.board_watch._looking
