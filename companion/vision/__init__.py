"""The dice reader: camera sources, tray watcher and dice reading. Detecting never draws."""
