"""Phones answer for their seats, and compete with the touchscreen by the number of the question."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.referee.questions import Choose, Deploy, PickOrEnd, Roll, Shuffle
from companion.referee.random_bot import RandomBot
from companion.web.gateway import Gateway, PhoneAnswer, Reply
from companion.web.service import WATCH_ONLY, WebPhones
from tests.web.conftest import Phone, Table, refused, taken


@pytest.fixture
def battle(table: Table) -> Table:
    table.play_to(lambda question: isinstance(question, Roll) and question.seat == "red")
    return table


def faces(table: Table, pool: str, face: int = 3) -> list[int]:
    return [face] * next(known.most for known in table.question.pools if known.name == pool)


def test_the_whole_table_may_be_answered_by_any_seat(table: Table) -> None:
    assert isinstance(table.question, Choose)
    ben = Phone(table).join().sit("blue")
    assert ben.answer("green") == taken()
    assert table.session.table.entries[-1].by == "phone"


def test_the_companion_deals_for_a_phone(table: Table) -> None:
    table.session.answer("red")
    assert isinstance(table.question, Shuffle)
    anna = Phone(table).join().sit("red")
    assert anna.post("/api/answer", {"seq": table.session.seq, "chance": True}) == (200, taken())
    assert not isinstance(table.question, Shuffle)


def test_a_refusal_names_the_rule_as_on_the_touchscreen(table: Table) -> None:
    table.play_to(lambda question: isinstance(question, Deploy) and question.seat == "red")
    denied = next(iter(table.question.denied))
    on_touchscreen = table.session.table.may({"place": denied, "count": 1})
    reply = Phone(table).join().sit("red").answer({"place": denied, "count": 1})
    assert reply == {
        "taken": False,
        "message": on_touchscreen.text,
        "rules": list(on_touchscreen.rules),
        "late": False,
    }


def test_a_place_may_be_given_by_its_id_and_the_step_ended(table: Table) -> None:
    table.play_to(lambda question: isinstance(question, PickOrEnd) and question.seat == "red")
    anna = Phone(table).join().sit("red")
    assert anna.answer("end") == taken()


@pytest.mark.parametrize("quicker", ["touchscreen", "phone"])
def test_the_first_valid_answer_wins(table: Table, quicker: str) -> None:
    table.play_to(lambda question: isinstance(question, PickOrEnd) and question.seat == "red")
    anna, seq, entries = Phone(table).join().sit("red"), table.session.seq, len(table.session.table.entries)
    if quicker == "touchscreen":
        table.session.answer("end", seq=seq)
        assert anna.answer("end", seq) == {
            "taken": False,
            "message": "Another player answered first.",
            "rules": [],
            "late": True,
        }
    else:
        assert anna.answer("end", seq) == taken()
        with pytest.raises(Exception, match="no longer open"):
            table.session.answer("end", seq=seq)
    assert len(table.session.table.entries) == entries + 1


def test_a_question_of_another_seat_is_refused(table: Table) -> None:
    table.play_to(lambda question: isinstance(question, PickOrEnd) and question.seat == "red")
    ben = Phone(table).join().sit("blue")
    assert ben.answer("end") == refused("This question is for another seat.")


def test_who_only_watches_cannot_answer(table: Table) -> None:
    status, reply = Phone(table).join().post("/api/answer", {"seq": table.session.seq, "raw": "red"})
    assert (status, reply["message"]) == (403, "Take a seat first.")


@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize("open_seats", [False, True])
def test_an_answer_on_its_way_counts_if_its_phone_may_still_answer(removed: bool, open_seats: bool) -> None:
    """It waits for the game's thread while the host removes the phone or lets phones watch only."""
    service = WebPhones(Path("unused"))
    service._gateway = SimpleNamespace(answer=lambda *_: Reply(True, "taken"))  # type: ignore[assignment]
    service.open_seats(open_seats)
    service.remove(1 if removed else 2)
    reply = service._answer(1, "game", "red", PhoneAnswer(0, "end"))
    assert reply == (Reply(True, "taken") if open_seats and not removed else Reply(False, WATCH_ONLY))


def test_nothing_is_answered_while_the_game_is_paused(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    table.session.pause()
    entries = len(table.session.table.entries)
    assert anna.answer("red") == refused("The game is paused.")
    assert len(table.session.table.entries) == entries


def test_both_sides_enter_their_own_dice(battle: Table) -> None:
    pools = {pool.name: pool.seat for pool in battle.question.pools}
    attacker, defender = (Phone(battle).join().sit(pools[name]) for name in ("attack", "defence"))
    stream = attacker.stream()
    waiting = defender.answer({"defence": faces(battle, "defence")})
    assert waiting == taken("Waiting for the attack dice.")
    battle.until(lambda: stream.table["dice"] == {"defence": faces(battle, "defence")})
    seq, attack = battle.session.seq, faces(battle, "attack", 5)
    defence = faces(battle, "defence")
    assert attacker.answer({"attack": attack}) == taken()
    assert battle.session.seq > seq
    assert battle.session.table.entries[-1].value == {"attack": attack, "defence": defence}


def test_a_side_does_not_enter_the_dice_of_the_other(battle: Table) -> None:
    defender = Phone(battle).join().sit(next(p.seat for p in battle.question.pools if p.name == "defence"))
    for dice in ({"attack": [6]}, {"attack": [6], "defence": [6]}, {}):
        assert defender.answer(dice) == refused("This question is for another seat."), dice


def test_losses_are_told_for_both_sides_by_whom_the_roll_is_asked_of(battle: Table) -> None:
    lost = {"losses": {"attacker": 0, "defender": battle.question.contest.defender.armies}}
    assert battle.question.several
    entries = len(battle.session.table.entries)
    defender = Phone(battle).join().sit(battle.question.contest.defender.seat)
    assert not defender.answer(lost)["taken"], "the other side tells its own dice only"
    anna = Phone(battle).join().sit("red")
    refused = anna.answer({"losses": {"attacker": 0, "defender": 0}})
    assert not refused["taken"]
    assert refused["message"].startswith("No rolls can cost")
    assert anna.answer(lost) == taken()
    assert len(battle.session.table.entries) == entries + 1
    assert battle.session.table.entries[-1].by == "phone"


def test_impossible_dice_are_refused_at_once(battle: Table) -> None:
    defender = Phone(battle).join().sit(next(p.seat for p in battle.question.pools if p.name == "defence"))
    assert "faces 1 to 6" in defender.answer({"defence": [7]})["message"]


def test_a_defender_says_how_many_dice_it_rolls(battle: Table) -> None:
    pool = next(pool for pool in battle.question.pools if pool.name == "defence")
    defender = Phone(battle).join().sit(pool.seat)
    said = {"seq": battle.session.seq, "dice_counts": {"defence": 1}}
    assert defender.post("/api/answer", said) == (200, taken())
    assert battle.host.pressed == [("defence", 1)]
    for count in (pool.most + 1, pool.least - 1, -1):
        wrong = {"seq": battle.session.seq, "dice_counts": {"defence": count}}
        assert not defender.post("/api/answer", wrong)[1]["taken"], count
    of_another = {"seq": battle.session.seq, "dice_counts": {"attack": 1}}
    assert defender.post("/api/answer", of_another)[1] == refused("This question is for another seat.")
    assert battle.host.pressed == [("defence", 1)], "nothing else was claimed"


def test_a_phone_confirms_the_dice_that_the_camera_has_read(battle: Table) -> None:
    anna = Phone(battle).join().sit("red")
    confirm = {"seq": battle.session.seq, "confirm": True}
    assert anna.post("/api/answer", confirm)[1]["message"] == "The camera has read no dice yet."
    read = {pool.name: tuple(faces(battle, pool.name)) for pool in battle.question.pools}
    battle.host.read_dice = read
    assert not anna.post("/api/answer", confirm)[1]["taken"], "the dice lie otherwise by now"
    battle.host.on_confirm = lambda: battle.session.answer({name: list(dice) for name, dice in read.items()})
    assert anna.post("/api/answer", confirm) == (200, taken())


@pytest.mark.parametrize("late", [{"confirm": True}, {"dice_counts": {"defence": 1}}])
@pytest.mark.parametrize("off", [-1, 1])
def test_what_was_meant_for_another_roll_does_not_count(
    battle: Table, late: dict[str, object], off: int
) -> None:
    pool = next(pool for pool in battle.question.pools if pool.name == "defence")
    battle.host.read_dice = {pool.name: tuple(faces(battle, pool.name)) for pool in battle.question.pools}
    reply = (
        Phone(battle).join().sit(pool.seat).post("/api/answer", {"seq": battle.session.seq + off, **late})[1]
    )
    assert (reply["taken"], reply["late"], battle.host.pressed) == (False, True, [])


def test_an_offer_is_taken_by_the_seat_that_has_it_only(battle: Table) -> None:
    offer = battle.question.offers[0]
    other = Phone(battle).join().sit("green")
    assert other.answer({"offer": offer.id}) == refused("This question is for another seat.")
    assert Phone(battle).join().sit(offer.seat).answer({"offer": offer.id}) == taken()


def test_an_answer_is_on_disk_before_the_phone_hears_of_it(table: Table) -> None:
    assert Phone(table).join().sit("red").answer("red") == taken()
    assert table.journal.load(table.session.number).entries[-1].value == "red"


def deploying(table: Table) -> tuple[Phone, dict[str, object]]:
    """Red's phone where red places armies, and an answer to that."""
    table.play_to(lambda question: isinstance(question, Deploy) and question.seat == "red")
    return Phone(table).join().sit("red"), {"place": table.question.allowed[0], "count": 1}


def test_an_answer_that_is_sent_again_acts_once_and_gets_the_same_reply(table: Table) -> None:
    anna, answer = deploying(table)
    given = {"seq": table.session.seq, "raw": answer, "id": "5f"}
    entries = len(table.session.table.entries)
    assert [anna.post("/api/answer", given)[1] for _ in range(3)] == [taken()] * 3
    assert len(table.session.table.entries) == entries + 1
    assert anna.post("/api/answer", given | {"id": "60"})[1]["late"], "another answer is too late"


def test_an_answer_is_known_again_after_another_seat_has_sent_one(table: Table) -> None:
    anna, answer = deploying(table)
    given = {"seq": table.session.seq, "raw": answer, "id": "5f"}
    other = next(seat for seat in ("red", "blue") if seat != table.question.seat)
    assert anna.post("/api/answer", given)[1] == taken()
    assert not Phone(table).join().sit(other).post("/api/answer", given | {"id": "60"})[1]["taken"]
    assert anna.post("/api/answer", given)[1] == taken()


@pytest.mark.parametrize("key", ["", "~"])
def test_a_seat_of_another_game_answers_nothing(table: Table, key: str) -> None:
    """Whether its key comes before that of the game or after it."""
    gateway = Gateway(lambda _: None)
    gateway.follow(table.host)
    given = PhoneAnswer(table.session.seq, "red")
    assert gateway.answer(key, "red", given).message == "No game is on the table."
    assert gateway.answer(table.session.key, "red", given).taken


def test_dice_of_a_roll_that_was_taken_back_are_forgotten(battle: Table) -> None:
    pools = {pool.name: pool.seat for pool in battle.question.pools}
    attacker, defender = (Phone(battle).join().sit(pools[name]) for name in ("attack", "defence"))
    assert defender.answer({"defence": faces(battle, "defence")}) == taken("Waiting for the attack dice.")
    battle.session.undo()
    battle.session.redo()
    assert attacker.answer({"attack": faces(battle, "attack")}) == taken("Waiting for the defence dice.")


def test_a_refused_answer_stays_refused_when_it_is_sent_again(table: Table) -> None:
    anna, _ = deploying(table)
    wrong = {"seq": table.session.seq, "raw": {"place": "nowhere", "count": 1}, "id": "5f"}
    first = anna.post("/api/answer", wrong)[1]
    assert not first["taken"] and anna.post("/api/answer", wrong)[1] == first


def test_the_name_of_an_answer_is_bounded(table: Table) -> None:
    anna, answer = deploying(table)
    given = {"seq": table.session.seq, "raw": answer, "id": "x" * 65}
    assert anna.post("/api/answer", given)[0] == 400


@pytest.mark.parametrize("since", ["nobody", "the touchscreen"])
def test_a_phone_undoes_its_own_answer_while_nobody_has_answered_since(table: Table, since: str) -> None:
    anna, answer = deploying(table)
    ben = Phone(table).join().sit("blue")
    stream, entries = anna.stream(), len(table.session.table.entries)
    assert not stream.seat["can_undo"]
    anna.answer(answer)
    table.until(lambda: stream.seat["can_undo"])
    assert not ben.stream().seat["can_undo"]
    assert not ben.post("/api/answer", {"seq": table.session.seq, "undo": True})[1]["taken"]
    if since != "nobody":
        table.session.answer(RandomBot(2).answer(table.question))
        table.until(lambda: not stream.seat["can_undo"])
    reply = anna.post("/api/answer", {"seq": table.session.seq, "undo": True})[1]
    assert reply["taken"] == (since == "nobody")
    assert len(table.session.table.entries) == entries + (0 if since == "nobody" else 2)
    assert not anna.post("/api/answer", {"seq": table.session.seq, "undo": True})[1]["taken"], "only once"


def test_what_the_companion_dealt_is_not_undone_by_a_phone(table: Table) -> None:
    table.session.answer("red")
    anna = Phone(table).join().sit("red")
    anna.post("/api/answer", {"seq": table.session.seq, "chance": True})
    assert not anna.post("/api/answer", {"seq": table.session.seq, "undo": True})[1]["taken"]
