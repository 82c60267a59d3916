"""Everything on the board can be set right by hand, and nothing that cannot be."""

import pytest

from companion.games.rogue.state import RogueState
from companion.referee.entries import Changes
from companion.referee.questions import Count, PickOrEnd, Roll
from companion.referee.table import Table
from tests.games.rogue.boards import a_card, a_table
from tests.referee.tables import play

HOME = {"docks": "red assault* recon", "fish-market": "blue assault* recon"}


def a_game(**facts: str) -> Table[RogueState]:
    return a_table(HOME, level="commander", starts={"docks": "red"}, hand=2, **facts)


@pytest.mark.parametrize(
    ("changes", "refusing"),
    [
        ({"docks.support": 2}, ()),
        ({"docks.support": 3}, ("RG-SQD-1",)),  # five units
        ({"quay.squad": "red", "quay.recon": 1}, ()),
        ({"quay.recon": 1}, ("RG-SQD-2",)),  # whose?
        ({"docks.squad": "nobody"}, ()),
        ({"harbour-bay.squad": "red", "harbour-bay.recon": 1}, ("RG-MOV-5",)),
        ({"docks.leader-recon": 1, "docks.leader-assault": 0}, ()),
        ({"docks.leader-support": 1}, ("RG-LDR-1",)),  # there is none
        ({"docks.leader-assault": 2}, ("RG-LDR-1",)),
        ({"docks.cover": 2}, ()),
        ({"docks.cover": 10, "quay.cover": 8}, ("RG-DST",)),
        ({"4A.red": 2, "3B.blue": 1}, ()),
        ({"4A.red": 3, "docks.tank": 1}, ("RG-TNK-1",)),  # four tokens
        ({"red.weapons": 7, "deck.weapons": 3}, ()),
        ({"red.lost-recon": 4}, ()),
        ({"red.lost-recon": 5}, ("RG-SET-1",)),  # one stands on the board
        ({"red.commander": 3}, ()),
        ({"game.moves": 0, "game.attacks": 2}, ()),
        ({"game.step": "combat"}, ()),
        ({"game.active": "blue"}, ()),
        ({"regular attack.1": "2 hits"}, ()),
        ({"regular attack.1": "9 hits"}, ("RG-CMB-5",)),
        ({"moon.recon": 1}, ("RG-SQD-2",)),  # no such thing: the first bound that is known refuses
    ],
)
@pytest.mark.rule("RG-SQD-1", "RG-SQD-2", "RG-LDR-1", "RG-TNK-1", "RG-DST")
def test_a_correction(changes: Changes, refusing: tuple[str, ...]) -> None:
    table = a_game()
    ruling = table.correct(changes)
    assert ruling.rules == refusing
    if ruling.allowed:
        known = {thing.key: thing.value for thing in table.game.correctables(table.state)}
        kept = {key: value for key, value in changes.items() if key not in ("docks.squad", "game.active")}
        assert {key: known[key] for key in kept} == kept


@pytest.mark.rule("RG-CMB-3")
def test_a_fight_that_is_touched_is_called_off_and_another_goes_on() -> None:
    table = a_game()
    play(table, "end", "docks", "fish-market", 1)
    assert table.correct({"quay.cover": 1}).allowed
    assert isinstance(table.question, Count) and table.question.seat == "blue"  # red has laid its card
    assert table.correct({"fish-market.support": 1}).allowed
    assert isinstance(table.question, PickOrEnd)  # declare again
    assert table.state.hand("red") == 6  # the card laid is back in hand
    assert table.state.facts.attacks == 1


def test_units_taken_off_by_hand_can_come_on_again() -> None:
    table = a_game()
    table.correct({"docks.recon": 0})
    assert table.state.supply("red", "recon") == 5
    table.correct({"red.lost-recon": 5})
    assert table.state.supply("red", "recon") == 0


@pytest.mark.rule("RG-WIN")
def test_the_table_can_name_the_winner() -> None:
    table = a_game()
    table.correct({"game.winner": "Side 2"})
    assert table.state.winners == ("blue",) and table.question is None
    table.undo()
    assert not table.state.winners


@pytest.mark.rule("RG-TML")
def test_a_turn_given_to_another_seat_begins_at_its_start() -> None:
    table = a_game()
    table.correct({"game.active": "blue"})
    assert (table.state.active, table.state.step) == ("blue", "draw")


@pytest.mark.rule("RG-A1")
def test_who_held_a_zone_last_can_be_set_right() -> None:
    table = a_game(control="lasting")
    table.correct({"net-sheds.holder": "blue"})
    assert table.game_view.places["net-sheds"].marks[-1] == "held:blue"


def test_a_card_half_carried_out_goes_on_after_a_correction() -> None:
    twice = a_card("Twice", "destroy cover 2", "hits 1", when="squad")
    table = a_table(HOME, cards=(twice,), hand=1, cover={"quay": 3})
    play(table, {"offer": "card"}, "Twice", "quay")
    table.correct({"dunes.cover": 1})
    play(table, "dunes")  # the second token of the same card
    assert table.state.cover == {"quay": 2, "dunes": 0}
    play(table, "end", "docks", "fish-market", 0, 0)
    assert isinstance(table.question, Roll) and "+1 hit." in table.question.detail


@pytest.mark.rule("RG-CMB-3", "RG-CRD")
@pytest.mark.parametrize("changes", [{"docks.support": 1}, {"game.step": "squad"}])
def test_a_fight_called_off_takes_the_effects_of_its_cards_along(changes: Changes) -> None:
    rush = a_card("Rush", "draw 1", "upgrade 1", "hits 1")
    table = a_table(HOME, level="commander", starts={"docks": "red"}, hand=2, cards=(rush,), step="combat")
    play(table, "docks", "fish-market", 1, 0, "Rush")
    assert [effect.do for effect in table.state.pending] == ["draw", "upgrade", "hits"]
    assert table.correct(changes).allowed
    assert (table.state.fight, table.state.pending) == (None, [])
    assert isinstance(table.question, PickOrEnd)
    play(table, "end")


@pytest.mark.rule("RG-LDR-2", "RG-LDR-3", "RG-A14")
def test_a_leader_made_by_hand_leaves_no_base_for_the_next() -> None:
    table = a_table(HOME, level="intermediate", starts={"quay": "red"}, step="draw", spawning="one a turn")
    table.state.leader_due = table.state.second_due = ("red",)
    assert table.correct({"docks.leader-recon": 1}).allowed
    play(table, "support")
    assert table.state.leaders("red") == 2
