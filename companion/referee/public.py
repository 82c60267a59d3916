"""The front door of the referee: all names that other programs may use, as `companion.referee.NAME`."""

from companion.referee.bot import Advice, Bot
from companion.referee.dice import Contest, DicePool, Losses, Symbols
from companion.referee.dice_roller import DiceRoller
from companion.referee.entries import Answered, Corrected, Position
from companion.referee.game import Act, Game, Lesson
from companion.referee.game_info import GameInfo
from companion.referee.game_view import GameView
from companion.referee.houserules import HouseRules, departures, set_house_rules
from companion.referee.json_lines import serve_json_lines
from companion.referee.notation import read_answer_text, write_answer
from companion.referee.questions import (
    END,
    Choose,
    Confirm,
    Count,
    Deploy,
    Deployment,
    FillIn,
    Measure,
    Offer,
    Option,
    Pick,
    PickOrEnd,
    PickSeveral,
    PlayCards,
    Question,
    Roll,
    Shuffle,
)
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Report, Script
from companion.referee.seats import Seat, seats_of
from companion.referee.table import Table
from companion.referee.timeline import State, Step, Timeline

__all__ = [
    "ALLOWED",
    "END",
    "Act",
    "Advice",
    "Answered",
    "Bot",
    "Choose",
    "Confirm",
    "Contest",
    "Corrected",
    "Count",
    "Deploy",
    "Deployment",
    "DicePool",
    "DiceRoller",
    "FillIn",
    "Game",
    "GameInfo",
    "GameView",
    "HouseRules",
    "Lesson",
    "Losses",
    "Measure",
    "Offer",
    "Option",
    "Pick",
    "PickOrEnd",
    "PickSeveral",
    "PlayCards",
    "Position",
    "Question",
    "Report",
    "Roll",
    "Ruling",
    "Script",
    "Seat",
    "Shuffle",
    "State",
    "Step",
    "Symbols",
    "Table",
    "Timeline",
    "departures",
    "read_answer_text",
    "refuse",
    "seats_of",
    "serve_json_lines",
    "set_house_rules",
    "write_answer",
]
