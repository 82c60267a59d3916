"""Results, read off games."""

from companion.club.results import result_id
from companion.journal.records import GameRecord
from companion.referee.seats import seats_of

SEATS = seats_of(4)


def test_a_result_has_one_id_for_ever_and_no_other_game_has_it() -> None:
    game = GameRecord(1, "classic", "Classic", SEATS, "2026-11-22T19:00:00Z", "2026-11-22T20:00:00Z", 9)
    later = GameRecord(1, "classic", "Classic", SEATS, "2026-11-22T19:00:00Z", "2026-11-22T23:00:00Z", 12)
    new_journal = GameRecord(1, "classic", "Classic", SEATS, "2026-11-23T19:00:00Z", "", 0)
    assert result_id("t", game) == result_id("t", later)
    assert len({result_id("t", game), result_id("t", new_journal), result_id("u", game)}) == 3
