"""Tracking: whether anything moves, what is new, and how large dice look."""
