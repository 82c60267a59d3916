"""The timeline on top and the panel of buttons and lights."""
