"""The touchscreen. It draws questions and game states; it contains no rule and names no game."""
