"""Nuked for two to six: no dice, Farms and Capitals, fallout at the end of a turn."""
