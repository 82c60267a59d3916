"""The pieces every screen is made of: each draws itself, knows no game, and says by events what was touched."""
