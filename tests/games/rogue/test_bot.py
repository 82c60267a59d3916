"""The bot of Rogue by strength: weaker players keep away from attacks."""

import pytest

from companion.games.rogue.bot import RogueBot
from companion.referee.bot import Strength
from tests.games.rogue.boards import a_table


@pytest.mark.parametrize(
    ("strength", "answers"),
    [("hard", ["end"]), ("normal", ["sandy-beach", "+go"]), ("easy", ["sandy-beach", "+go"])],
)
def test_weaker_players_get_out_of_the_way(
    strength: Strength, answers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RogueBot, "blunders", {strength: 0.0})
    squads = {"sandy-beach": "red assault* recon engineer", "fish-market": "blue recon* support engineer"}
    table, bot = a_table(squads, typed=True), RogueBot(strength, 1)
    for answer in answers:
        assert table.question is not None
        advice = bot.advise(table.question, table.state)
        assert advice is not None and advice.answer == answer
        table.answer(answer)
    if strength != "hard":
        assert table.question is not None
        advice = bot.advise(table.question, table.state)
        assert advice is not None and advice.reason == "No enemy stands beside it."
