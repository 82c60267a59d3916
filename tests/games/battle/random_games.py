"""Random battles: nothing crashes, points never go negative, nobody attacks twice, the purses balance."""

from collections import Counter

from companion.games.battle import rules
from companion.games.battle.game import BATTLE
from companion.games.battle.state import BattleState
from companion.referee.questions import Question
from companion.referee.table import Table
from tests.games.battle.players import BattlePlayer
from tests.games.table_checks import open_questions, random_house
from tests.referee.tables import lay

ANSWERS = 900


def check(state: BattleState) -> None:
    """What must be true of every state."""
    pieces = (*state.soldiers.values(), *state.cannons.values())
    assert all(0 <= piece.spent <= state.roll for piece in pieces)
    assert not any(piece.attacked and piece.seat != state.active for piece in state.soldiers.values())
    crews = [gun.crew for gun in state.cannons.values() if gun.crew]
    assert len(set(crews)) == len(crews)
    for gun in state.cannons.values():
        crew = state.soldiers.get(gun.crew or "")
        assert crew is None or (state.on_foot(crew) and crew.fate == "fights" and crew.seat == gun.seat)
        assert crew is None or not (gun.destroyed or state.unit_type(gun).automatic)
    if state.turn:
        last = set(state.standing()) if len(state.standing()) == 1 and not state.under_fire else set()
        assert set(state.winners) == (last if state.standing() else set(state.winners))
        assert state.winners or state.under_fire or len(state.standing()) > 1
    else:
        assert not state.winners
    assert not (state.winners and state.pending)


def balances(table: Table[BattleState]) -> None:
    """What came in and went out of every purse was reported, and is what the pieces cost."""
    state = table.state
    for seat, purse in state.purses.items():
        told = [
            told.report
            for told in table.reports
            if "BR-TRE-2" in told.report.rules and told.report.seat == seat
        ]
        assert purse.earned == sum(int(report.text.split()[0]) for report in told)
        assert purse.left == purse.awarded + purse.earned - purse.paid >= 0
        if state.house.treasury == "yes" and state.house.first_army == "bought" and state.turn:
            assert purse.paid == sum(price_of(state, name) for name in pieces_of(state, seat))
        if state.house.treasury == "no":
            assert purse.left == 0


def pieces_of(state: BattleState, seat: str) -> list[str]:
    """All that came into the field for a seat; a captured cannon keeps the name it came with."""
    return [name for name in (*state.soldiers, *state.cannons) if name.startswith(f"{seat}-")]


def price_of(state: BattleState, name: str) -> int:
    return rules.prices(state)[name.split("-", 1)[1].rpartition("-")[0]]


def counts_attack(table: Table[BattleState], question: Question, attacks: Counter[tuple[int, str]]) -> None:
    """Nobody attacks twice in a turn."""
    if "BR-ATK-3" in question.rules and "BR-ATK-4" in question.rules:
        attack = (table.state.turn, question.detail.split(":")[0])
        attacks[attack] += 1
        assert attacks[attack] == 1, attack


def play_out(
    seed: int, *, answers: int = ANSWERS, corrections: float = 0.0, wisdom: float = 0.9
) -> Table[BattleState]:
    """Play one random battle; see `tests.games.test_random_games`."""
    player = BattlePlayer(seed)
    house = random_house(BATTLE, player)
    table = lay(BATTLE, player.random.randint(2, 6), **house)
    attacks: Counter[tuple[int, str]] = Counter()
    for question in open_questions(
        table, player, lambda table: check(table.state), answers=answers, corrections=corrections
    ):
        answer = player.command(question) if player.random.random() < wisdom else player.answer(question)
        ruling = table.answer(answer)
        assert ruling.allowed, (question, answer, ruling)
        check(table.state)
        if not corrections:
            counts_attack(table, question, attacks)
    if not corrections:
        balances(table)
    assert table.question is not None or table.state.winners
    return table
