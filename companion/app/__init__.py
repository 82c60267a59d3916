"""The application layer without Kivy: shared by the screen, the command line and phones."""
