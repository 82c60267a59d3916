"""The pieces every screen is made of. Each draws itself, knows no game, and tells what was touched by events."""
