"""The "Balance of Power" implementation variant, on the classic board."""
