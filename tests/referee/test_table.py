"""The table with two tiny games: inches without a board, and a defender who interrupts."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.errors import (
    AnswerRefused,
    BrokenFile,
    MalformedAnswer,
    MalformedPosition,
    NothingToUndo,
    StaleAnswer,
    UnknownName,
)
from companion.games.classic.game import CLASSIC
from companion.referee.entries import Answered
from companion.referee.questions import (
    Choose,
    Deploy,
    Measure,
    Option,
    Pick,
    PickSeveral,
    Question,
    Roll,
    Shuffle,
)
from companion.referee.ruling import refuse
from companion.referee.table import Table
from tests.referee.tables import lay, play
from tests.referee.tiny.ambush import AMBUSH, AmbushState
from tests.referee.tiny.skirmish import SKIRMISH, SkirmishState

SKIRMISH_NIGHT = (3.5, "shoot", 8.0, 4, "wait", 1.25, "shoot", 5.75, {"shot": [5]})
AMBUSH_NIGHT = (
    "yard",
    "yard",
    {"offer": "ambush-card"},
    "wall",
    {"offer": "ambush-card"},
    "other",
    {"blocks": 1},
)


def test_a_game_of_inches_is_played_to_the_end() -> None:
    table = lay(SKIRMISH, 2, *SKIRMISH_NIGHT)
    assert table.question is None
    assert table.state.winners == ("red",)
    assert table.state.walked == {"red": 4.75, "blue": 4.0}
    assert table.timeline.part == "over"
    assert [told.report.text for told in table.reports] == ['8" is out of range.', "A hit!"]


def test_a_distance_too_far_is_refused_with_its_rule_and_what_is_possible() -> None:
    table = lay(SKIRMISH, 2)
    assert isinstance(table.question, Measure)
    ruling = table.answer(4.25)
    assert ruling.text == "Stamina for 4 in, measured 4 1/4 in: too far. At most 4 in."
    assert ruling.rules == ("SK-MOV",)
    assert (table.entries, table.seq) == ((), 0)


def test_a_refused_place_comes_with_the_names_of_those_allowed() -> None:
    named = replace(AMBUSH, names=lambda _: {"The yard": "yard", "Court": "yard", "The gate": "gate"})
    ruling = lay(named, 2).answer("tower")
    assert not ruling.allowed
    assert "The yard" in ruling.instead and "Court" not in ruling.instead


ASKED: dict[str, Any] = {"seat": "red", "prompt": "Which?", "rules": ("AM-MOV",)}
HIGH = refuse("AM-FGT", "Too high.")
NEAR = Pick(**ASKED, allowed=("yard", "gate"), denied={"tower": HIGH})
SEVERAL = PickSeveral(**ASKED, allowed=("yard", "gate"))
DEPLOY = Deploy(**ASKED, allowed=("yard",), most=3)
CHOICE = Choose(
    **ASKED,
    options=(
        Option("yard", "The yard"),
        Option("tower", "The tower", ruling=HIGH),
        Option("gate", "The gate"),
    ),
)


@pytest.mark.parametrize(
    ("question", "raw", "rule", "text"),
    [
        (NEAR, "crypt", "AM-MOV", "The crypt is not one of the options."),
        (NEAR, "The Crypt", "AM-MOV", "The crypt is not one of the options."),
        (NEAR, "tower", "AM-FGT", "Too high."),
        (NEAR, "cellar", "AM-MOV", "There is no place called 'cellar' to pick here."),
        (SEVERAL, ["yard", "yard"], "AM-MOV", "Each can be chosen only once."),
        (CHOICE, "tower", "AM-FGT", "Too high."),
    ],
)
def test_a_refusal_says_why_and_what_else_is_allowed(
    question: Question, raw: object, rule: str, text: str
) -> None:
    names = {f"The {place}": place for place in ("crypt", "gate", "tower", "yard")}
    table = lay(replace(AMBUSH, names=lambda _: names), 2)
    table._question = question
    ruling = table.may(raw)
    assert [(each.rule, each.text) for each in ruling.reasons] == [(rule, text)]
    assert ruling.instead == "Allowed: The yard, The gate."


@pytest.mark.parametrize(
    ("question", "raw", "ids"),
    [
        (NEAR, "yard", "yard"),
        (NEAR, "hill", "hill"),
        (NEAR, " Tower ", "hill"),
        (DEPLOY, {"place": "gate", "count": 2}, {"place": "gate", "count": 2}),
        (DEPLOY, {"place": "TOWER", "count": 2}, {"place": "hill", "count": 2}),
        (SEVERAL, ["gate", "tower", 3], ["gate", "hill", 3]),
        (Shuffle(**ASKED, items=("yard", "hill")), ["tower", "yard"], ["hill", "yard"]),
        (CHOICE, "tower", "tower"),
    ],
)
def test_the_id_of_a_place_is_not_taken_for_the_name_of_another(
    question: Question, raw: object, ids: object
) -> None:
    """Players name the places of their own boards as they like."""
    table = lay(replace(AMBUSH, names=lambda _: {"Yard": "gate", "Gate": "yard", "Tower": "hill"}), 2)
    assert table._with_ids(question, raw) == ids
    assert table._with_keys({"yard.zone": 1, "Tower.zone": 2}) == {"yard.zone": 1, "hill.zone": 2}


@pytest.mark.parametrize("place", ["brazil", "Brazil"])
def test_a_place_is_answered_by_its_id_or_its_name(place: str) -> None:
    table = lay(CLASSIC, 3, "red", setup="claim")
    assert table.answer(place).allowed
    assert table.state.holdings["brazil"].owner == "red"


def test_the_defender_interrupts_with_face_down_cards() -> None:
    table = lay(AMBUSH, 2, *AMBUSH_NIGHT)
    question = table.question
    assert isinstance(question, Roll)
    assert question.seat == "blue"
    assert question.offers == ()  # red has no card left to interrupt with
    play(table, {"attack": [6, 6]})
    assert table.state.squads["red"].units == 3  # two hits, two blocks
    assert table.state.hands == {"red": 0, "blue": 2}


def test_whoever_may_interrupt_is_offered_it_by_seat() -> None:
    table = lay(AMBUSH, 2, "yard", "yard")
    assert table.question is not None
    assert [(offer.seat, offer.id) for offer in table.question.offers] == [("red", "ambush-card")]


@pytest.mark.parametrize("count", range(1, len(AMBUSH_NIGHT) + 1))
def test_undo_to_any_depth_and_redo_come_back_to_the_same(count: int) -> None:
    table = lay(AMBUSH, 2, *AMBUSH_NIGHT)
    after, question = msgspec.json.encode(table.state), table.question
    table.undo(count)
    expected = lay(AMBUSH, 2, *AMBUSH_NIGHT[:-count])
    assert (table.state, table.question, table.latest) == (expected.state, expected.question, expected.latest)
    table.redo(count)
    assert (msgspec.json.encode(table.state), table.question) == (after, question)


def test_reports_survive_undo() -> None:
    table = lay(SKIRMISH, 2, *SKIRMISH_NIGHT)
    table.undo(2)
    assert [told.report.text for told in table.reports] == ['8" is out of range.']


def test_a_new_answer_after_undo_forgets_what_was_undone() -> None:
    table = lay(SKIRMISH, 2, 1.0, "wait")
    table.undo()
    play(table, "shoot")
    with pytest.raises(NothingToUndo):
        table.redo()


def test_a_stale_answer_is_refused_by_its_number() -> None:
    table = lay(SKIRMISH, 2)
    seq = table.seq
    assert table.answer(1.0, seq=seq).allowed
    with pytest.raises(StaleAnswer, match="no longer open"):
        table.answer("wait", seq=seq)
    table.undo()
    with pytest.raises(StaleAnswer):  # the same question again, but asked again
        table.answer(2.0, seq=seq)
    with pytest.raises(StaleAnswer):  # a question that has not been asked yet
        table.answer(2.0, seq=table.seq + 1)


def test_an_answer_from_before_a_redo_is_stale() -> None:
    table = lay(SKIRMISH, 2, 1.0)
    table.undo()
    seq = table.seq
    table.redo()
    with pytest.raises(StaleAnswer):
        table.answer("wait", seq=seq)


def test_a_position_that_no_correction_allows_is_refused() -> None:
    notation = SimpleNamespace(write=str, read=lambda _: lay(SKIRMISH, 2).state)
    game = replace(SKIRMISH, notation=notation, correct=lambda _state, _changes: refuse("SK-MOV", "Too far."))
    with pytest.raises(MalformedPosition, match="is impossible: Too far"):
        game.read_position("skirmish")
    assert replace(SKIRMISH, notation=notation).read_position("skirmish").step == "move"


def test_may_i_rules_and_changes_nothing() -> None:
    table = lay(SKIRMISH, 2)
    assert table.may(4).allowed
    assert not table.may(5).allowed
    assert table.entries == ()


def test_an_answer_that_cannot_be_understood_changes_nothing() -> None:
    table = lay(SKIRMISH, 2, 1.0)
    with pytest.raises(MalformedAnswer):
        table.answer({"what": "ever"})
    assert table.entries == (Answered(1.0),)


def test_what_is_withdrawn_leaves_what_could_be_redone() -> None:
    table = lay(SKIRMISH, 2, *SKIRMISH_NIGHT)
    table.undo(4)
    undone, state = table.undone, msgspec.json.encode(table.state)
    play(table, 0.5)
    assert len(undone) == 4 and table.undone == ()
    table.withdraw(undone)
    assert (table.undone, msgspec.json.encode(table.state)) == (undone, state)
    table.redo(4)
    assert table.state.winners == ("red",)


def test_a_correction_withdraws_the_open_action_and_can_be_undone() -> None:
    table = lay(AMBUSH, 2, "yard", "yard", {"offer": "ambush-card"})
    assert table.correct({"red.zone": "gate"}).allowed
    assert table.state.step == "move"  # nobody to fight any more: blue's fight ended by itself
    assert table.state.active == "red"
    table.undo()
    assert table.state.squads["red"].zone == "yard"
    table.undo(2)
    assert table.state.active == "blue"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"red.stamina": 10}, "Stamina: 10 is not possible (0 to 9)."),
        ({"red.stamina": "much"}, "'much' is not possible"),
        ({"moon.stamina": 1}, "There is nothing called 'moon.stamina' to correct."),
        ({"red.stamina": -1, "moon.phase": 1}, "moon.phase"),  # all that is wrong is named
    ],
)
def test_an_impossible_correction_is_refused(changes: dict[str, int | str], words: str) -> None:
    table = lay(SKIRMISH, 2)
    ruling = table.correct(changes)
    assert not ruling.allowed
    assert words in ruling.text
    assert table.state.stamina["red"] == 4


def test_a_table_resumes_at_the_same_question() -> None:
    table = lay(AMBUSH, 2, *AMBUSH_NIGHT)
    table.correct({"blue.zone": "yard"})
    turn_starts = [position for position in table.positions if position.turn_start]
    for kept in (turn_starts, turn_starts[:1], table.positions):
        again = Table.resume(AMBUSH, kept, table.entries, table.seq)
        assert (again.state, again.question) == (table.state, table.question)
        assert again.seq > table.seq


def test_a_turn_starts_with_the_first_step_of_a_turn() -> None:
    positions = lay(SKIRMISH, 2, *SKIRMISH_NIGHT).positions
    steps = [msgspec.json.decode(position.state)["step"] for position in positions]
    assert [position.turn_start for position in positions] == [step == "move" for step in steps]
    assert {"move", "shoot"} == set(steps)


def test_resuming_with_an_entry_the_rules_refuse_says_which() -> None:
    table = lay(SKIRMISH, 2)
    with pytest.raises(AnswerRefused, match="Entry 1 of the game"):
        Table.resume(SKIRMISH, table.positions, [Answered(99.0)])


def test_a_position_of_another_game_is_refused() -> None:
    ambush = lay(AMBUSH, 2)
    with pytest.raises(BrokenFile, match="none that this Skirmish knows"):
        Table.resume(SKIRMISH, ambush.positions, ())


def test_what_came_before_the_oldest_position_cannot_be_undone() -> None:
    table = lay(AMBUSH, 2, *AMBUSH_NIGHT)
    table.correct({"blue.zone": "yard"})
    again = Table.resume(AMBUSH, table.positions[-1:], table.entries)
    with pytest.raises(NothingToUndo, match="Asked to undo 1, but 0 can"):
        again.undo()


def test_undo_of_more_than_there_is_says_how_much_there_is() -> None:
    table = lay(SKIRMISH, 2, 1.0)
    with pytest.raises(NothingToUndo, match="Asked to undo 2, but 1 can"):
        table.undo(2)


@pytest.mark.parametrize("count", [0, -1, 2])
def test_a_count_that_is_none_changes_nothing(count: int) -> None:
    table = lay(SKIRMISH, 2, 1.0)
    entries, question = table.entries, table.question
    with pytest.raises(NothingToUndo):
        table.undo(count)
    with pytest.raises(NothingToUndo):
        table.redo(count)
    assert (table.entries, table.question) == (entries, question)


def test_a_finished_game_takes_no_answer_but_can_be_undone() -> None:
    table = lay(SKIRMISH, 2, *SKIRMISH_NIGHT)
    with pytest.raises(StaleAnswer, match="The game is over"):
        table.answer(1)
    table.undo()
    assert table.timeline.part == "turn"
    assert isinstance(table.question, Roll)


def test_a_script_that_fails_leaves_the_table_as_it_was() -> None:
    table = lay(SKIRMISH, 2)
    table.state.walked.clear()  # a broken state makes the script fail after the answer was allowed
    with pytest.raises(KeyError):
        table.answer(1.0)
    assert table.entries == ()
    play(table, 1.0)
    assert table.state.walked["red"] == 1.0


def test_an_unknown_inquiry_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="answers no inquiry 'teleport'"):
        lay(SKIRMISH, 2).inquire("teleport")


@pytest.mark.parametrize("state_type", [SkirmishState, AmbushState])
def test_states_are_plain_data(state_type: type) -> None:
    game, players = (SKIRMISH, 3) if state_type is SkirmishState else (AMBUSH, 2)
    state = lay(game, players).state
    assert msgspec.json.decode(msgspec.json.encode(state), type=state_type) == state


def test_an_undo_that_the_rules_of_today_refuse_changes_nothing() -> None:
    """An answer of an older companion stands before the last position; going back to it would replay it."""
    table = lay(SKIRMISH, 2, 3.0, "wait", 2.0, "wait", 1.0)
    old = [Answered(9.0), *table.entries[1:]]  # today nobody has stamina for nine inches
    kept = [position for position in table.positions if position.entry_count != 1]
    resumed = Table.resume(SKIRMISH, kept, old)
    resumed.undo(1)
    before = (resumed.state, resumed.question, resumed.entries, resumed.undone, resumed.positions)
    with pytest.raises(AnswerRefused):
        resumed.undo(3)
    assert (resumed.state, resumed.question, resumed.entries, resumed.undone, resumed.positions) == before
    resumed.redo(1)
    assert resumed.state == table.state


def test_the_latest_reports_are_those_of_the_last_answer() -> None:
    table = lay(SKIRMISH, 2, 3.5, "shoot")
    heard = [[report.text for report in table.latest]]
    for answer in (8.0, 4):
        play(table, answer)
        heard.append([report.text for report in table.latest])
    assert heard == [[], ['8" is out of range.'], []]


def test_what_there_is_to_draw_is_worked_out_once_for_every_state() -> None:
    table = lay(SKIRMISH, 2)
    before = table.game_view
    assert table.game_view is before
    table.answer(3.5)
    after = table.game_view
    assert after is not before and table.game_view is after
    table.undo()
    assert table.game_view == before
