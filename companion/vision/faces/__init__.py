"""Faces that carry something else than pips: taught by example, kept in files, recognised by matching."""
