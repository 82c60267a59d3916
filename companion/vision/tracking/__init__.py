"""Tracking: motion, foreground, the same dice in two readings, and the size of dice."""
