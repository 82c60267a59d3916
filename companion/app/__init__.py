"""What runs a game night, without Kivy: for the screen, the command line and phones alike."""
