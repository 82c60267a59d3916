"""Random games: troops are conserved, piles and hands keep their limits, every refusal names a rule."""

from companion.games.balance import rules
from companion.games.balance.game import BALANCE
from companion.games.balance.state import MAX_CARDS, MAX_CASUALTIES, BalanceState
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.balance.boards import BalancePlayer
from tests.games.table_checks import open_questions, random_house
from tests.referee.tables import lay

ANSWERS = 900


def check(state: BalanceState) -> None:
    """What must be true of every state."""
    assert all((holding.armies > 0) == (holding.owner is not None) for holding in state.holdings.values())
    for owner in state.troops:
        assert min(state.troop_pile[owner], state.supply[owner], state.casualties[owner]) >= 0
        assert state.in_use(owner) + state.troop_pile[owner] == state.troops[owner], owner
        assert state.casualties[owner] <= MAX_CASUALTIES
    check_cards(state)
    assert all(state.holdings[place].owner == owner for place, owner in state.airfields.items())
    assert all(state.tanks.values())
    if state.turn:
        assert state.house.bombing == "may empty" or all(h.owner for h in state.holdings.values())
        assert state.winners or state.playing()


def check_cards(state: BalanceState) -> None:
    """Cards are conserved, and nobody holds more than five unless the table says that the loser may."""
    cards, surplus = state.cards, state.facts.surplus
    assert min(cards.deck, cards.discards, *cards.hands.values()) >= 0
    on_the_table = surplus.cards if surplus else 0
    assert cards.deck + cards.discards + sum(cards.hands.values()) + on_the_table == rules.deck_size(state)
    if state.house.surplus_cards != "no limit":
        assert max(cards.hands.values()) <= MAX_CARDS


def can_be_answered(table: Table[BalanceState]) -> None:
    """Some answer is allowed, and nobody who is out or has no player is asked."""
    check(table.state)
    question = table.question
    if question is None:
        assert table.state.winners
        return
    seats = {seat.id for seat in (table.state.playing() if table.state.turn else table.state.seats)}
    assert question.seat is None or question.seat in seats
    assert len(question.prompt) <= 60
    assert table.may(RandomBot(0).answer(question)).allowed


def play_out(
    seed: int, *, answers: int = ANSWERS, corrections: float = 0.0, wisdom: float = 0.6
) -> Table[BalanceState]:
    """Play one random game; see `tests.games.test_random_games`."""
    player = BalancePlayer(seed)
    house = random_house(BALANCE, player)
    table = lay(BALANCE, player.random.randint(2, 5), **house)
    for question in open_questions(table, player, can_be_answered, answers=answers, corrections=corrections):
        wise, state = player.random.random() < wisdom, table.state
        ruling = table.answer(player.command(question, state) if wise else player.answer(question))
        assert ruling.allowed, (question, ruling)
        check(table.state)
        assert table.game_view.places
    can_be_answered(table)
    return table
