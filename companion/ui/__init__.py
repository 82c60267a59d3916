"""The touchscreen. It draws questions and game states; it knows no rule and names no game."""
