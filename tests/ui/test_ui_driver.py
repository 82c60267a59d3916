"""The example in companion/ui/README.md of driving the screens runs."""

import re
from pathlib import Path
from typing import Any

from companion.games import find_game
from companion.referee.questions import Deploy
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from tests.ui.conftest import play_unseen

README = Path(__file__).parents[2] / "companion" / "ui" / "README.md"


def test_the_example_runs(app: Any) -> None:
    example = re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert example
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(app, RandomBot(4), lambda session: isinstance(session.question, Deploy))
    exec(example[1], {"shell": app, "driver": app.driver, "pointer": app.pointer})
