"""Random games: nothing crashes, nothing goes negative, cards are conserved, every refusal names a rule."""

from companion.games.classic import rules
from companion.games.classic.game import CLASSIC
from companion.games.classic.state import ClassicState, Edition2008
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.players import MapGamePlayer
from tests.games.table_checks import open_questions, random_house
from tests.referee.tables import lay

ANSWERS = 1500


def check(state: ClassicState) -> None:
    """What must be true of every state."""
    assert all(holding.armies >= (holding.owner is not None) for holding in state.holdings.values())
    assert all(left >= 0 for left in state.supply.values())
    cards = state.cards
    assert min(cards.deck, cards.discards, *cards.hands.values()) >= 0
    assert cards.deck + cards.discards + sum(cards.hands.values()) == rules.deck_size(state)
    if state.turn:
        assert all(holding.owner is not None for holding in state.holdings.values())
        assert state.winners or state.held(str(state.active))
        assert set(state.supply) == {seat.id for seat in state.seats}
    check_campaign(state)


def check_campaign(state: ClassicState) -> None:
    """What must be true of the 2008 edition, and that there is nothing of it in the other."""
    campaign = state.edition_2008
    if not state.is_2008:
        assert campaign == Edition2008(capitals=campaign.capitals if state.has_capitals else {})
        return
    in_play = campaign.objectives
    goals = [card.objective.id for card in in_play.cards]
    assert len(set(goals)) == len(goals) <= 8
    assert len(set(campaign.cities)) == len(campaign.cities)
    assert all(state.holdings[place].owner == owner for place, owner in campaign.airfields.items())
    assert all(card.reward_is != "in force" or card.owner for card in in_play.cards)
    assert in_play.collected in (None, *goals)
    if state.turn:
        assert len(goals) == 8


def can_be_answered(table: Table[ClassicState]) -> None:
    """Some answer is allowed, nobody who is out and no army without a player is asked."""
    check(table.state)
    question = table.question
    assert table.timeline.wanted == (question.seat if question else None)
    if question is None:
        assert table.state.winners
        return
    assert question.seat in (None, *(seat.id for seat in table.state.seats))
    assert not table.state.turn or question.seat == table.state.active
    assert table.may(RandomBot(0).answer(question)).allowed


def play_out(
    seed: int, *, answers: int = ANSWERS, corrections: float = 0.0, wisdom: float = 0.8, **fixed: str
) -> Table[ClassicState]:
    """Play one random game; see `tests.games.test_random_games`."""
    player = MapGamePlayer(seed)
    house = random_house(CLASSIC, player, **fixed)
    table = lay(CLASSIC, player.random.randint(2, 6), **house)
    for question in open_questions(table, player, can_be_answered, answers=answers, corrections=corrections):
        wise, state = player.random.random() < wisdom, table.state
        ruling = table.answer(player.command(question, state) if wise else player.answer(question))
        assert ruling.allowed, (question, ruling)
        check(table.state)
    can_be_answered(table)
    return table
