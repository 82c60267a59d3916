"""Nuked for two to six players: no dice, Farms and Capitals, losses at the end of a turn."""
