"""The eye: camera sources, the tray watcher, the dice reading, and what they say. Detecting never draws."""
