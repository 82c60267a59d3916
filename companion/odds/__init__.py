"""Exact odds of battles for any dice, bonuses and tie rule; luck, fairness and symbol dice. See README.md."""

from companion.odds.battle import CLASSIC, TO_THE_END, Battle, DiceAllowance, DiceRule, StopRule
from companion.odds.battle_odds import (
    ChainOdds,
    Odds,
    chain_odds,
    conquest_chances,
    exact_chain_odds,
    exact_odds,
    ideal_attackers,
    odds,
    odds_after,
)
from companion.odds.dice_statistics import LuckScore, RollRecord, fairness_p_value, luck
from companion.odds.rolls import DiceSpec, hit_chance, round_outcomes
from companion.odds.symbol_dice import SymbolDie, Wounds, pool_distribution, symbol_contest_wounds, wounds
from companion.referee.dice import Losses, Symbols

__all__ = [
    "CLASSIC",
    "TO_THE_END",
    "Battle",
    "ChainOdds",
    "DiceAllowance",
    "DiceRule",
    "DiceSpec",
    "Losses",
    "LuckScore",
    "Odds",
    "RollRecord",
    "StopRule",
    "SymbolDie",
    "Symbols",
    "Wounds",
    "chain_odds",
    "conquest_chances",
    "exact_chain_odds",
    "exact_odds",
    "fairness_p_value",
    "hit_chance",
    "ideal_attackers",
    "luck",
    "odds",
    "odds_after",
    "pool_distribution",
    "round_outcomes",
    "symbol_contest_wounds",
    "wounds",
]
