"""Exact odds of battles for any dice, bonuses and tie rule; luck, fairness and symbol dice. See README.md."""

from companion.odds.battle import CLASSIC, TO_THE_END, Battle, DiceAllowance, DiceRule, StopRule
from companion.odds.battle_odds import Odds, exact_odds, ideal_attackers, odds, odds_after
from companion.odds.dice_statistics import LuckScore, RollRecord, fairness_p_value, luck
from companion.odds.rolls import DiceSpec, round_outcomes
from companion.odds.symbol_dice import (
    Face,
    SymbolDie,
    Wounds,
    pool_distribution,
    symbol_contest_wounds,
    wounds,
)
from companion.referee.dice import Losses

__all__ = [
    "CLASSIC",
    "TO_THE_END",
    "Battle",
    "DiceAllowance",
    "DiceRule",
    "DiceSpec",
    "Face",
    "Losses",
    "LuckScore",
    "Odds",
    "RollRecord",
    "StopRule",
    "SymbolDie",
    "Wounds",
    "exact_odds",
    "fairness",
    "ideal_attackers",
    "luck",
    "melee_wounds",
    "odds",
    "odds_after",
    "pool_distribution",
    "round_outcomes",
    "wounds",
]
