"""A correction in a turn holds as it was entered or says why not, and eliminates as an attack does."""

from typing import Any

import pytest

from companion.games import every_game, find_game
from companion.games.balance.game import BALANCE
from companion.games.classic.game import CLASSIC
from companion.games.nuked.game import NUKED
from companion.games.starcraft.game import STARCRAFT
from companion.referee.game import Game
from companion.referee.table import Table
from tests.games.players import Player, seeds
from tests.games.table_checks import new_value, rules_of, standing
from tests.games.test_every_game import RandomPlayer
from tests.games.test_notation import WRITTEN, play_out, states
from tests.referee.tables import lay

WAYS: list[tuple[Game[Any], dict[str, str]]] = [
    (CLASSIC, {}),
    (CLASSIC, {"edition": "2008"}),
    (NUKED, {"rule_set": "Steady"}),
    (BALANCE, {"claiming": "dealt", "placing": "all at once", "neutral_army": "for two"}),
    (STARCRAFT, {"mode": "command room", "placing": "all at once"}),
]


@pytest.mark.every(3)
@pytest.mark.parametrize("game", [game.id for game in every_game()])
@pytest.mark.parametrize("seed", seeds(0, 2))
def test_a_correction_holds_or_says_why_not(game: str, seed: int) -> None:
    table, player = play_out(game, seed, answers=120), Player(seed)
    for things in (table.game.correctables(table.state) for _ in range(120)):
        if not things:
            return
        thing = player.random.choice(things)
        wanted, before = new_value(thing, player.random), standing(table)
        ruling = table.correct({thing.key: wanted})
        if not ruling.allowed:
            assert ruling.text and set(ruling.rules) <= rules_of(table)
        elif wanted != thing.value:
            assert standing(table) != before, (thing, wanted)
            table.undo()
            assert standing(table) == before


@pytest.mark.every(2, first=1)
@pytest.mark.parametrize("game", [game for game in WRITTEN if game != "battle"])
@pytest.mark.parametrize("seed", seeds(0, 3))
def test_correcting_everything_to_what_it_is_changes_nothing(game: str, seed: int) -> None:
    """Battle Risk gives a turn to who can take it: see its own test."""
    for state in states(game, seed):
        table = Table(find_game(game), state)
        if table.state.turn and table.question is not None:
            before = table.state, table.question
            same = {thing.key: thing.value for thing in table.game.correctables(table.state)}
            assert table.correct(same).allowed
            assert (table.state, table.question) == before


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"alaska.general": "red"}, "red does not fit the rest of the table, but nobody does"),
        ({"red.troops": 3}, "3 does not fit"),
        ({"red.capital": "peru", "blue.capital": "peru"}, "Two capitals cannot stand in Peru"),
    ],
)
def test_what_balance_could_not_do_it_refuses(changes: dict[str, Any], words: str) -> None:
    table = in_a_turn(BALANCE, {})
    give(table, "red", "alaska")
    assert words in table.correct(changes).text


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize("game", WRITTEN)
@pytest.mark.parametrize("seed", seeds(0, 3))
def test_whatever_a_game_comes_to_is_read_back(game: str, seed: int) -> None:
    table = play_out(game, seed, answers=150)
    for key in ("round", "supply"):
        table.correct({f"game.{key}": 900})
    for fact in table.game.correctables(table.state):
        if fact.key.endswith((".armies", ".radiated")):
            value = fact.most
            table.correct({fact.key: value})
    table.correct({"game.round": 1})
    reads_back(table)
    if game == "nuked" and table.state.turn:
        table.state.round = 100_000
        for holding in table.state.holdings.values():
            holding.armies *= 1000
        reads_back(table)


def reads_back(table: Table[Any]) -> None:
    """Check that the state is read back from its line, and taken for possible."""
    assert table.game.read_position(table.game.notation.write(table.state)) == table.state


def in_a_turn(game: Game[Any], house: dict[str, str]) -> Table[Any]:
    """Return a table of three that random answers have brought into the second turn."""
    table, player = lay(game, 3, **house), RandomPlayer(4)
    while table.state.turn < 2 or table.state.step not in ("attack", "actions"):
        assert table.question is not None
        table.answer(player.answer(table.question))
    return table


def give(table: Table[Any], owner: str, *places: str) -> None:
    """Give territories to an owner by hand."""
    assert table.correct({f"{place}.owner": owner for place in places}).allowed


@pytest.mark.rule("CL-ELM", "SC-ELM", "NK-ELM", "BP-WIN", "CL-WIN", "SC-WIN", "NK-A17")
@pytest.mark.parametrize(("game", "house"), WAYS)
def test_taking_the_last_land_by_hand_eliminates_as_an_attack_does(
    game: Game[Any], house: dict[str, str]
) -> None:
    table = in_a_turn(game, house)
    mover = table.state.active
    victim, third = (seat.id for seat in table.state.seats if seat.id != mover)
    if f"{victim}.cards" in {fact.key for fact in game.correctables(table.state)}:
        assert table.correct({f"{victim}.cards": 2, f"{mover}.cards": 0}).allowed
    cards = hands(table)
    give(table, mover, *table.state.held(victim))
    assert [report.seat for report in table.latest if report.kind == "elimination"] == [victim]
    assert hands(table)[victim] == 0 and sum(hands(table).values()) <= sum(cards.values())
    if game is not NUKED:
        assert hands(table)[mover] == sum(cards.values()) - cards[third]
    after = standing(table)
    table.undo()
    assert hands(table) == cards and not table.latest
    table.redo()
    assert standing(table) == after
    give(table, mover, *table.state.held(third))
    if table.state.winners:
        assert table.latest[-1].kind == "victory" and table.latest[-1].seat == mover


def hands(table: Table[Any]) -> dict[str, int]:
    """Return how many cards each seat holds."""
    if hasattr(table.state, "hands"):
        return {seat: hand.size for seat, hand in table.state.hands.items()}
    return dict(table.state.cards.hands)
