"""The pieces every screen is made of: they draw themselves, know no game, and tell what was touched."""
