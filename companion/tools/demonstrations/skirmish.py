"""Sets up a small battle on the simulated table, just before a cannon fires for the first time."""

from typing import Any

from companion.app.night.session import Session
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.questions import Choose, Confirm, FillIn, Measure, PickOrEnd, Question, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.tools.demonstrations.simulated_table import TablePiece

ARMY = {"infantry": 4, "cavalry": 2, "cannon": 1}
GUN = (3.6, 6.4)
"""Position of the cannon, in inches."""
GUN_POINTS = 6.0
"""Direction of the barrel, in degrees."""
PIECES = (
    TablePiece("red", GUN, gun=True, degrees=GUN_POINTS),
    TablePiece("red", (2.9, 7.3)),
    TablePiece("red", (5.2, 9.6)),
    TablePiece("blue", (11.2, 6.3)),
    TablePiece("blue", (12.1, 7.0)),
    TablePiece("blue", (12.4, 5.2)),
    TablePiece("blue", (9.2, 3.2)),
    TablePiece("blue", (13.4, 9.4)),
)
"""The pieces on the table."""
TURNS = 400
"""Maximum number of answers until the cannon's turn."""


class CannonBot(RandomBot):
    """Musters a small army and chooses the cannon at once.

    Args:
        shot: the kind of shot it fires.
    """

    def __init__(self, shot: str) -> None:
        super().__init__(4)
        self.shot = shot

    def answer(self, question: Question) -> Any:
        """Return an answer that leads to the shot."""
        match question:
            case FillIn() if question.fields[0].name == "infantry":
                return ARMY
            case PickOrEnd():
                guns = [name for name in question.allowed if "cannon" in name]
                return (guns or question.allowed or ("end",))[0]
            case Choose():
                open_to = [option.id for option in question.options if option.ruling.allowed]
                return next((order for order in ("fire", self.shot) if order in open_to), open_to[0])
            case Confirm():
                return True
            case Roll() if question.pools[0].name == "movement":
                return {"movement": [5]}
        return super().answer(question)


def to_the_shot(journal: Journal, shot: str = "exploding", players: int = 2) -> Session:
    """Start a battle on flat ground, and play until the distance of a cannon's shot is asked for."""
    house = {"field": "flat and open"}
    session = Session.begin(journal, find_game("battle"), seats_of(players), house)
    gunners = CannonBot(shot)
    for _ in range(TURNS):
        question = session.question
        if question is None or (isinstance(question, Measure) and "cannon" in question.because):
            break
        session.answer(gunners.answer(question))
    return session
