"""The touchscreen: draws questions and states, knows no rule of any game."""
