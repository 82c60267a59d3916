"""Random games: nothing crashes, cards are conserved, and only those die whose death was shown."""

from typing import Any

from companion.games.nuked import end_of_turn, rules
from companion.games.nuked.game import NUKED
from companion.games.nuked.state import NukedState
from companion.referee.questions import Choose, Confirm, Count, Deploy, PickOrEnd, Question
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.players import Player
from tests.games.table_checks import open_questions, random_house
from tests.referee.tables import lay

ANSWERS = 1200


class Warlord(Player):
    """Plays to win: fills up the front, strikes the weakest, keeps the card for a good moment."""

    def command(self, question: Question, state: NukedState) -> Any:
        """An answer that is allowed and gets on, by what stands on the board."""
        if question.offers and self.random.random() < 0.15:
            return {"offer": question.offers[0].id}
        match question:
            case Deploy() if state.turn:
                return {"place": self._front(question.allowed, state), "count": question.most}
            case PickOrEnd() if question.allowed and not question.end_ruling.allowed:
                return self.random.choice(question.allowed)
            case PickOrEnd() if question.allowed and state.step == "attack":
                return self._weakest(question.allowed, state)
            case Count():
                return question.most
            case Confirm():
                return self.random.random() < 0.9
        return self.answer(question)

    def _front(self, places: tuple[str, ...], state: NukedState) -> str:
        owner = state.holdings[places[0]].owner
        front = [p for p in places if any(state.holdings[n].owner != owner for n in state.neighbours(p))]
        return max(front or places, key=lambda place: state.holdings[place].armies)

    def _weakest(self, places: tuple[str, ...], state: NukedState) -> str:
        own = state.holdings[places[0]].owner == state.active
        most = max if own else min
        return most(places, key=lambda place: state.holdings[place].armies)

    def denied(self, question: Question) -> Any:
        """A wrong answer to a choice, too."""
        if isinstance(question, Choose):
            return self.random.choice([option.id for option in question.options])
        return super().denied(question)


def check(state: NukedState, *, corrected: bool = False) -> None:
    """What must be true of every state."""
    for place, holding in state.holdings.items():
        assert (holding.owner is None) == (holding.armies == 0) and holding.armies >= 0, place
    assert all(left >= 0 for left in state.supply.values())
    if state.rules_chosen:
        cards = state.cards
        assert min(cards.deck, *cards.hands.values()) >= 0
        assert cards.deck + sum(cards.hands.values()) + sum(cards.discards.values()) == rules.deck_size(state)
        assert all(0 < out <= getattr(state.table.deck, kind) for kind, out in cards.discards.items())
    if state.turn:
        assert state.winners or state.held(str(state.active))
        assert len(state.playing()) > 1 or state.winners
        NUKED.game_view(state)
    if state.turn and state.round <= rules.EARLY and state.house.early == "rounds" and not corrected:
        taken = {s: state.holdings[str(place)].owner for s, place in state.capitals.items()}
        assert all(owner in (seat, None) for seat, owner in taken.items() if state.held(seat))


def can_be_answered(table: Table[NukedState]) -> None:
    """Some answer is allowed, and nobody who is out is asked."""
    question = table.question
    assert table.timeline.wanted == (question.seat if question else None)
    if question is None:
        assert table.state.winners
        return
    assert not table.state.turn or table.state.held(str(question.seat))
    assert table.may(RandomBot(0).answer(question)).allowed


def gives(table: Table[NukedState], value: Any) -> None:
    """Give an answer; if it buries the dead of a turn, just those die who were shown."""
    shown = isinstance(table.question, Confirm) and table.state.step == "end" and value is True
    seat = str(table.state.active)
    before = table.state.armies(seat) if shown else 0
    lost = sum(loss.troops for loss in end_of_turn.losses(table.state, seat)) if shown else 0
    ruling = table.answer(value)
    assert ruling.allowed, (table.question, value, ruling)
    if shown:
        assert table.state.armies(seat) == before - lost


def play_out(
    seed: int, *, answers: int = ANSWERS, corrections: float = 0.0, wisdom: float = 0.85
) -> Table[NukedState]:
    """Play one random game; see `tests.games.test_random_games`."""
    player = Warlord(seed)
    house = random_house(NUKED, player)
    table = lay(NUKED, player.random.randint(2, 6), **house)
    for question in open_questions(table, player, can_be_answered, answers=answers, corrections=corrections):
        general, state = player.random.random() < wisdom, table.state
        gives(table, player.command(question, state) if general else player.answer(question))
        check(table.state, corrected=corrections > 0)
    can_be_answered(table)
    return table
