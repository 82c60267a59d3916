"""Where a table prepares what a game is played on: buttons in the lobby and at the set-up open it."""

WORKSHOPS = {"rogue": (("Battlefields", "battlefields"), ("Scenarios", "scenarios"))}
"""By the game's id: the words on each button, and the screen it opens."""
