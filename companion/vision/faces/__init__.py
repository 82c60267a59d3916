"""Faces with symbols instead of pips: taught by example, kept in files, recognised by template matching."""
