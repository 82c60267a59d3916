"""Random games in all modes: nothing crashes, and units, minerals, heroes and cards are conserved."""

from typing import Any

from companion.games.starcraft import rules
from companion.games.starcraft.abilities import EFFECTS
from companion.games.starcraft.game import STARCRAFT
from companion.games.starcraft.state import StarcraftState
from companion.games.territory import stars
from companion.referee.dice import pair_dice
from companion.referee.questions import Choose, Deploy, FillIn, Pick, PlayCards, Question, Roll
from companion.referee.table import Table
from tests.games.players import MapGamePlayer
from tests.games.table_checks import open_questions, random_house
from tests.referee.tables import lay


class StarcraftPlayer(MapGamePlayer):
    """Plays like `MapGamePlayer`, but also plays cards and enters what they do.

    Attributes:
        owed: units that an answer has earned and that still have to come.
    """

    owed = 0

    def command(self, question: Question, state: Any) -> Any:
        if question.offers and self.random.random() < 0.05:
            return {"offer": self.random.choice(question.offers).id}
        if isinstance(question, Choose) and question.prompt.startswith("Commit"):
            return next(option.id for option in question.options if option.ruling.allowed)
        if isinstance(question, PlayCards) and question.none and self.random.random() < 0.5:
            return []
        if state.step in ("prepare", "maneuver"):
            return self.answer(question)
        return super().command(question, state)

    def answer(self, question: Question) -> Any:
        if isinstance(question, FillIn):
            effect = self.random.choice(list(EFFECTS))
            keep = self.random.choice(["no", "no", "no", "yes"])
            return {"effect": effect, "amount": self.random.randint(0, 3), "keep": keep}
        return super().answer(question)


def units_of(state: StarcraftState) -> int:
    """Units on the board and in supplies."""
    return sum(holding.armies for holding in state.holdings.values()) + sum(state.supply.values())


def check(state: StarcraftState) -> None:
    """What must be true of every state."""
    assert all(holding.armies >= (holding.owner is not None) for holding in state.holdings.values())
    assert all(left >= 0 for left in state.supply.values())
    for deck in state.decks:
        piles = state.decks[deck]
        assert min(piles.pile, piles.discards) >= 0
    if state.decks:
        held = sum(hand.size for hand in state.hands.values())
        lying = sum(deck.pile + deck.discards for deck in state.decks.values())
        assert held + lying == rules.CARDS
    assert all(hand.own >= 0 and min(hand.captured.values(), default=0) >= 0 for hand in state.hands.values())
    goals = [card.objective.id for card in state.objectives.cards]
    assert len(set(goals)) == len(goals) <= 8
    if state.turn:
        in_turn(state)


def in_turn(state: StarcraftState) -> None:
    assert all(holding.owner is not None for holding in state.holdings.values())
    assert len(set(state.minerals)) == len(state.minerals) == rules.MINERAL_FIELDS
    assert state.winners or state.held(str(state.active))
    assert set(state.heroes) == {seat.id for seat in state.seats}
    for seat, place in state.heroes.items():
        assert place is None or state.holdings[place].owner == seat
    for place, seat in state.towers.items():
        assert state.holdings[place].owner == seat
    assert len(set(state.bases.values())) == len(state.bases)


def can_be_answered(table: Table[StarcraftState]) -> None:
    """Some answer is allowed, and nobody is asked who is no player."""
    check(table.state)
    question = table.question
    assert table.timeline.wanted == (question.seat if question else None)
    if question is None:
        assert table.state.winners
        return
    assert question.seat in (None, *(seat.id for seat in table.state.seats))
    assert table.may(StarcraftPlayer(0).answer(question)).allowed
    for offer in question.offers:
        assert table.may({"offer": offer.id}).allowed


def expected_change(question: Question, state: StarcraftState, answer: Any) -> int:
    """How many units an answer brings (or costs), as far as the question alone says."""
    if isinstance(answer, dict) and "offer" in answer:
        return 0
    match question:
        case Roll() if question.contest is not None:
            pairs = pair_dice(question.contest, question.parse(answer))
            return -len(pairs)
        case PlayCards():
            return stars.armies_for(question.parse(answer))
        case Deploy() if "SC-CRD-3" in question.rules:
            return question.parse(answer).count
        case Pick() if "SC-CRD-3" in question.rules:
            assert state.facts.card is not None
            return -min(state.facts.card.left, state.holdings[answer].armies - 1)
    return 0


def sorting(table: Table[StarcraftState]) -> bool:
    """Whether cards that were traded have yet to be told apart; their units come after that."""
    return table.question is not None and table.question.prompt.startswith("How many of them")


def plays(table: Table[StarcraftState], player: StarcraftPlayer, wisdom: float) -> None:
    """One answer; units come only from reinforcements and cards, and go only in battle and by cards."""
    question, state = table.question, table.state
    assert question is not None
    wise = player.random.random() < wisdom
    answer = player.command(question, state) if wise else player.answer(question)
    before, counted = units_of(state), (state.turn, state.facts.reinforcements_counted)
    change = expected_change(question, state, answer)
    commanding = state.step == "prepare" and state.house.command == "from reinforcements"
    ruling = table.answer(answer)
    assert ruling.allowed, (question, answer, ruling)
    check(table.state)
    now = table.state
    if not now.turn or (now.turn, now.facts.reinforcements_counted) != counted or commanding:
        player.owed = 0
        return
    player.owed += change - (units_of(now) - before)
    assert sorting(table) or player.owed == 0, (question, answer)


def play_out(
    seed: int, *, answers: int = 1200, corrections: float = 0.0, wisdom: float = 0.85, **house: str
) -> Table[StarcraftState]:
    """Play one random game; see `tests.games.test_random_games`."""
    player = StarcraftPlayer(seed)
    house = random_house(STARCRAFT, player, **house)
    table = lay(STARCRAFT, player.random.randint(2, 6), **house)

    def check_corrected(corrected: Table[StarcraftState]) -> None:
        if not sorting(corrected):
            player.owed = 0
        can_be_answered(corrected)

    for _ in open_questions(table, player, check_corrected, answers=answers, corrections=corrections):
        plays(table, player, wisdom)
    can_be_answered(table)
    return table
