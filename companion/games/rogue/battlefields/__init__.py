"""Battlefields of our own design, one file each."""
