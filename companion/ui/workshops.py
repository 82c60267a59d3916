"""Where a table prepares what a game is played on: a button in the lobby and at the set-up opens it."""

WORKSHOPS = {"rogue": ("Battlefields", "battlefields")}
"""By the game's id: the words on the button, and the screen it opens."""
