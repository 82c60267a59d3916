"""Seats and what belongs to them: emblems, strips, standings, cards, events, curves."""
