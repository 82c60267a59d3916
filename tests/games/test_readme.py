"""The game in the README is a game."""

import re
from pathlib import Path
from typing import Any

from tests.referee.tables import lay, play

README = Path(__file__).parents[2] / "companion" / "games" / "README.md"


def test_the_game_of_the_readme_is_played() -> None:
    code = re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert code is not None
    # msgspec looks a class's annotations up in its module, so the example lives in this one.
    names: dict[str, Any] = globals()
    exec(compile(code[1], str(README), "exec"), names)
    table = lay(names["SEVEN"], 2, 3)
    assert table.state.active == "blue"
    assert table.answer(10).rules == ("SV-NAME",)
    play(table, 7)
    assert table.state.winners == ("blue",)
    table.undo(2)
    assert table.state.named == {"red": 0, "blue": 0}
