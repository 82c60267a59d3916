"""Exact odds of battles for any dice, bonuses and tie rule; luck, fairness and symbol dice. See README.md."""

from companion.odds.battle import CLASSIC, TO_THE_END, Battle, DiceRule, Hand, Stop
from companion.odds.battle_odds import Odds, exact_odds, ideal_attackers, odds, odds_after
from companion.odds.dice_statistics import Fortune, Rolled, fairness, luck
from companion.odds.rolls import Side, round_outcomes
from companion.odds.symbol_dice import Die, Face, Wounds, melee_wounds, pool_distribution, wounds
from companion.referee.dice import Losses

__all__ = [
    "CLASSIC",
    "TO_THE_END",
    "Battle",
    "DiceRule",
    "Die",
    "Face",
    "Fortune",
    "Hand",
    "Losses",
    "Odds",
    "Rolled",
    "Side",
    "Stop",
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
