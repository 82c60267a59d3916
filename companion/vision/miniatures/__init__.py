"""Miniatures on the table: where their bases stand, and which figure each of them is."""
