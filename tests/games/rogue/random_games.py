"""Random games: nothing crashes, no unit is made or lost by itself, and every refusal names a rule."""

from typing import Any

from companion.games.rogue import rules
from companion.games.rogue.battlefield_check import COVER_TOKENS
from companion.games.rogue.game import ROGUE
from companion.games.rogue.state import CLASSES, SOLDIERS, TANK, TOKENS, RogueState
from companion.referee.questions import Choose, FillIn, PickOrEnd, Question
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.players import Player
from tests.games.table_checks import open_questions, random_house, rules_of
from tests.referee.tables import lay

ANSWERS = 350


class RoguePlayer(Player):
    """Plays cards now and then, seldom describes new ones, and attacks where it can."""

    def command(self, question: Question) -> Any:
        """An answer that is allowed and gets on."""
        if question.offers and self.random.random() < 0.2:
            return {"offer": self.random.choice(question.offers).id}
        match question:
            case FillIn() if self.random.random() < 0.7:
                return {field.name: self._blank(field) for field in question.fields}
            case Choose() if self.random.random() < 0.5:
                return next(option.id for option in question.options if option.ruling.allowed)
            case PickOrEnd() if question.allowed and self.random.random() < 0.97:
                return self.random.choice(question.allowed)
        return self.answer(question)

    def _blank(self, field: Any) -> int | str:
        if field.choices:
            return str(self.random.choice(field.choices))
        return self.random.randint(field.least, min(field.most, 12)) if field.most else field.value

    def denied(self, question: Question) -> Any:
        """A wrong answer to a choice or a form, too."""
        match question:
            case Choose():
                refused = [option.id for option in question.options if not option.ruling.allowed]
                return self.random.choice([*refused, "nonsense"])
            case FillIn():
                return {"nonsense": 1}
            case PickOrEnd() if not question.denied:
                return "nowhere"
        return super().denied(question)


def check(state: RogueState) -> None:
    """What must be true of every state."""
    for zone, squad in state.squads.items():
        assert 1 <= squad.size <= 4, zone
        assert set(squad.units) <= set(CLASSES) and all(number > 0 for number in squad.units.values())
        assert all(squad.leaders.count(unit) <= squad.count(unit) for unit in squad.leaders)
        assert "water" not in state.ground.zone(zone).terrain
    for seat in state.order:
        soldiers = [
            state.supply(seat, unit) + state.on_board(seat, unit) + state.lost[seat][unit]
            for unit in SOLDIERS
        ]
        assert soldiers == [5, 5, 5, 5]
        assert all(state.supply(seat, unit) >= 0 <= state.lost[seat][unit] for unit in SOLDIERS)
        assert state.on_board(seat, TANK) + state.flying(seat) <= TOKENS
        assert state.leaders(seat) <= rules.most_leaders(state)
        assert state.tokens_used(seat) <= rules.TOKENS_PER_GAME
        assert all(number >= 0 for number in state.hands[seat].values())
    assert all(tokens >= 0 for tokens in state.cover.values())
    assert sum(state.cover.values()) <= COVER_TOKENS
    assert min(*state.decks.values(), *state.discards.values()) >= 0
    assert not state.winners or not (state.fight or state.dogfight or state.pending or state.wounds)
    ROGUE.game_view(state)


def can_be_answered(table: Table[RogueState]) -> None:
    """Some answer is allowed, and the seats asked are at the table."""
    check(table.state)
    question = table.question
    if question is None:
        assert table.state.winners
        return
    assert question.seat in (None, *(seat.id for seat in table.state.seats))
    assert set(question.rules) <= rules_of(table)
    assert table.may(RandomBot(0).answer(question)).allowed
    assert ROGUE.notation.write(
        ROGUE.notation.read(ROGUE.notation.write(table.state))
    ) == ROGUE.notation.write(table.state)


def fits_the_screen(question: Question) -> None:
    """Big words: short prompts, short labels."""
    assert len(question.prompt) <= 48, question.prompt
    if isinstance(question, Choose):
        long = [option.label for option in question.options if len(option.label) > 34]
        assert not long, long


def play_out(
    seed: int, *, answers: int = ANSWERS, corrections: float = 0.0, **fixed: str
) -> Table[RogueState]:
    """Play one random game; see `tests.games.test_random_games`."""
    player = RoguePlayer(seed)
    house = random_house(ROGUE, player, **fixed)
    table = lay(ROGUE, player.random.randint(2, 4), **house)
    for question in open_questions(table, player, can_be_answered, answers=answers, corrections=corrections):
        fits_the_screen(question)
        answer = player.command(question)
        ruling = table.answer(answer)
        assert ruling.allowed, (question, answer, ruling)
        check(table.state)
    can_be_answered(table)
    return table
